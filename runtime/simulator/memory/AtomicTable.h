//===- AtomicTable.h - The atomics by name ----------------------*- C++ -*-===//
//
// Buffer, flat, global, scratch and LDS atomics are the same operations at different places.
// Both families' spellings are listed: "add_x2" is gfx9's, "add_u64" gfx11's.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_RUNTIME_SIMULATOR_MEMORY_ATOMICTABLE_H
#define ROCKE_RUNTIME_SIMULATOR_MEMORY_ATOMICTABLE_H

#include "Atomics.h"
#include "DecodedInst.h"
#include "llvm/ADT/StringMap.h"

namespace rocke::sim {

/// Adds handlers for all vector-memory atomics, by their names after "atomic_". Place<T, fn,
/// hasCompare>::handler executes one.
template <template <typename T, Update<T> fn, bool hasCompare> class Place>
void addVectorMemoryAtomics(llvm::StringMap<Handler> &table) {
  using u32 = uint32_t;
  using i32 = int32_t;
  using u64 = uint64_t;
  using i64 = int64_t;
  auto add = [&](std::initializer_list<const char *> names, Handler handler) {
    for (const char *name : names)
      table[name] = handler;
  };
  add({"swap", "swap_b32"}, Place<u32, atomicSwap<u32>, false>::handler);
  add({"swap_x2", "swap_b64"}, Place<u64, atomicSwap<u64>, false>::handler);
  add({"cmpswap", "cmpswap_b32"}, Place<u32, atomicCompareSwap<u32>, true>::handler);
  add({"cmpswap_x2", "cmpswap_b64"}, Place<u64, atomicCompareSwap<u64>, true>::handler);
  add({"cmpswap_f32"}, Place<u32, atomicCompareSwapF32, true>::handler);
  add({"add", "add_u32"}, Place<u32, atomicAdd<u32>, false>::handler);
  add({"add_x2", "add_u64"}, Place<u64, atomicAdd<u64>, false>::handler);
  add({"sub", "sub_u32"}, Place<u32, atomicSub<u32>, false>::handler);
  add({"sub_x2", "sub_u64"}, Place<u64, atomicSub<u64>, false>::handler);
  add({"csub", "csub_u32"}, Place<u32, atomicSubClamp<u32>, false>::handler);
  add({"smin", "min_i32"}, Place<u32, atomicMin<u32, i32>, false>::handler);
  add({"smin_x2", "min_i64"}, Place<u64, atomicMin<u64, i64>, false>::handler);
  add({"umin", "min_u32"}, Place<u32, atomicMin<u32, u32>, false>::handler);
  add({"umin_x2", "min_u64"}, Place<u64, atomicMin<u64, u64>, false>::handler);
  add({"smax", "max_i32"}, Place<u32, atomicMax<u32, i32>, false>::handler);
  add({"smax_x2", "max_i64"}, Place<u64, atomicMax<u64, i64>, false>::handler);
  add({"umax", "max_u32"}, Place<u32, atomicMax<u32, u32>, false>::handler);
  add({"umax_x2", "max_u64"}, Place<u64, atomicMax<u64, u64>, false>::handler);
  add({"and", "and_b32"}, Place<u32, atomicAnd<u32>, false>::handler);
  add({"and_x2", "and_b64"}, Place<u64, atomicAnd<u64>, false>::handler);
  add({"or", "or_b32"}, Place<u32, atomicOr<u32>, false>::handler);
  add({"or_x2", "or_b64"}, Place<u64, atomicOr<u64>, false>::handler);
  add({"xor", "xor_b32"}, Place<u32, atomicXor<u32>, false>::handler);
  add({"xor_x2", "xor_b64"}, Place<u64, atomicXor<u64>, false>::handler);
  add({"inc", "inc_u32"}, Place<u32, atomicIncrement<u32>, false>::handler);
  add({"inc_x2", "inc_u64"}, Place<u64, atomicIncrement<u64>, false>::handler);
  add({"dec", "dec_u32"}, Place<u32, atomicDecrement<u32>, false>::handler);
  add({"dec_x2", "dec_u64"}, Place<u64, atomicDecrement<u64>, false>::handler);
  add({"add_f32"}, Place<u32, atomicAddF32, false>::handler);
  add({"add_f64"}, Place<u64, atomicAddF64, false>::handler);
  add({"pk_add_f16"}, Place<u32, atomicAddPackedF16, false>::handler);
  add({"pk_add_bf16"}, Place<u32, atomicAddPackedBF16, false>::handler);
  add({"min_f32"}, Place<u32, atomicMinF32, false>::handler);
  add({"max_f32"}, Place<u32, atomicMaxF32, false>::handler);
  add({"min_f64"}, Place<u64, atomicMinF64, false>::handler);
  add({"max_f64"}, Place<u64, atomicMaxF64, false>::handler);
}

} // namespace rocke::sim

#endif // ROCKE_RUNTIME_SIMULATOR_MEMORY_ATOMICTABLE_H
