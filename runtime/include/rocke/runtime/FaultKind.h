//===- FaultKind.h - What a wavefront was stopped by ------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_FAULTKIND_H
#define ROCKE_RUNTIME_FAULTKIND_H

#include <cstdint>

namespace rocke::sim {

/// Which of HIP's errors a fault is.
enum class FaultKind : uint8_t {
  Exception,      ///< a trap, an instruction that is not there or must not be there
  IllegalAddress, ///< an access to, or a jump into, memory that is not there
  Runaway,        ///< more instructions than the budget
};

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_FAULTKIND_H
