//===- Generation.h - Whose place does the library take? --------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_HIP_GENERATION_H
#define ROCKE_RUNTIME_HIP_GENERATION_H

namespace rocke::hip {

/// HIP's major version that the library answers as. Some of HIP's numbers changed with it while the
/// functions kept their names, and only the name of the library tells a program of before from one
/// of after: 5, 6 or 7 when it was opened as libamdhip64.so.5, .6 or .7, otherwise 6.
int generation();

/// The version in HIP's form, 10000000 * major + 100000 * minor.
int hipVersion();

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_GENERATION_H
