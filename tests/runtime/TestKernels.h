//===- TestKernels.h - Code objects for the runtime's tests -----*- C++ -*-===//
#ifndef ROCKE_TESTS_RUNTIME_TESTKERNELS_H
#define ROCKE_TESTS_RUNTIME_TESTKERNELS_H

#include "rocke/compiler/CodeObject.h"
#include "llvm/ADT/StringRef.h"

namespace rocke::test {

/// The kernels below, compiled from LLVM IR for `arch`, once per process.
///
///   add(a, b, c, n)                c[i] = a[i] + b[i] in f32 for i < n
///   spread(out, i32, i64, f32, f64, <4 x i32>)
///                                  each argument's bytes to out + 0, 8, 16, 24, 32
///   poke(address, value)           an i32 store
///   forever()                      never ends
///   table_sum(out)                 out[0] = the sum of the module's variable @table, 4 x i32
///   reverse(out)                   out[i] = 63 - i through 256 bytes of LDS that the launch gives
///   nothing()                      no arguments
const CodeObject &testKernels(llvm::StringRef arch);

} // namespace rocke::test

#endif // ROCKE_TESTS_RUNTIME_TESTKERNELS_H
