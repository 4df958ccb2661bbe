//===- WmmaFmhaFwd.h - Flash-attention forward for WMMA ---------*- C++ -*-===//
//
// O = softmax(scale * Q * K^T + mask) * V on gfx1151, in one pass over the keys: one wavefront per
// 16 queries of one head and batch.
//
// Tensors are [batch, seqlen, heads, head_size] with any strides but for the last dimension, which
// is contiguous. Query head h reads key and value head h / (num_query_heads / num_kv_heads).
// Sequence lengths are arbitrary; nothing outside the tensors is read. Without keys, O is 0.
//
// Infinite and NaN inputs give what the definition gives, but that 0 times an infinite or NaN value
// is NaN in two cases where the definition has another result: the causal mask makes the weight of
// a key 0 and the key lies in the same 16 positions as the query; or a weight is below what its
// 16-bit type can hold, 6e-8 of the largest in f16.
//
// Scores are f32. Where scale * log2(e) * (q . k) exceeds 2^27 in magnitude, the last place of a
// row's maximum is worth more than 2^4 in the exponent, weights overflow, and the result is NaN.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_KERNELS_WMMAFMHAFWD_H
#define ROCKE_KERNELS_WMMAFMHAFWD_H

#include "rocke/ir/Arch.h"
#include "rocke/kernels/Registry.h"
#include "llvm/Support/Error.h"
#include <array>
#include <optional>
#include <string>

namespace rocke {

class KernelBuilder;

enum class MaskMode {
  None,   ///< every query sees every key
  Causal, ///< query i sees the keys j <= i
};

struct WmmaFmhaFwdSpec {
  int headSize = 128; ///< 64 or 128
  int numQueryHeads = 8;
  int numKvHeads = 8; ///< divides numQueryHeads
  MaskMode maskMode = MaskMode::None;
  ElementType dtype = ElementType::F16; ///< F16 or BF16; of Q, K, V and O
  /// Off: each lane loads all 16 keys of its columns of V. On: its half of the keys, and the
  /// halves meet in LDS.
  bool vLdsStage = false;
};

/// Strides are in elements and multiples of 8, so that rows begin at 16-byte boundaries. A member
/// without a value follows from the others: C order, and 1 / sqrt(head_size).
struct WmmaFmhaFwdProblem {
  int64_t batch = 1;
  int64_t headsQ = 8;
  int64_t headsKv = 8;
  int64_t seqlenQ = 512;
  int64_t seqlenK = 512;
  std::optional<double> scale; ///< not negative
  std::optional<int64_t> qBatchStride, qSeqlenStride, qHeadStride;
  std::optional<int64_t> kBatchStride, kSeqlenStride, kHeadStride;
  std::optional<int64_t> vBatchStride, vSeqlenStride, vHeadStride;
  std::optional<int64_t> oBatchStride, oSeqlenStride, oHeadStride;
};

namespace wmma_fmha_fwd {

inline constexpr unsigned workgroupSize = 32;       ///< one wavefront
inline constexpr unsigned queriesPerWorkgroup = 16; ///< of one head
inline constexpr int64_t maxHeads = 65535;          ///< what a grid takes in its second dimension
inline constexpr int64_t maxSeqlen = int64_t(1) << 30;
/// Byte offsets within 16 rows stay below 2^32.
inline constexpr int64_t maxSeqlenStride = int64_t(1) << 27;
inline constexpr int64_t maxHeadStride = (int64_t(1) << 31) - 8; ///< an i32

/// Errors name the field, the value and what is allowed.
llvm::Error validate(const Arch &arch, const WmmaFmhaFwdSpec &spec);
std::string kernelName(const WmmaFmhaFwdSpec &spec);
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
build(mlir::MLIRContext &context, const Arch &arch, const WmmaFmhaFwdSpec &spec);
/// The matrix instruction that the kernel is made of.
llvm::StringRef atomName(const WmmaFmhaFwdSpec &spec);
/// Appends parameters and body.
void buildBody(KernelBuilder &builder, const WmmaFmhaFwdSpec &spec);
/// Fills in strides and scale; errors where the kernel's 32-bit offsets or 16-byte accesses do not
/// reach.
llvm::Error completeProblem(const WmmaFmhaFwdSpec &spec, WmmaFmhaFwdProblem &problem);
LaunchShape launchShape(const WmmaFmhaFwdSpec &spec, const WmmaFmhaFwdProblem &problem);
std::vector<Argument> arguments(const WmmaFmhaFwdSpec &spec, const WmmaFmhaFwdProblem &problem);
Reference reference(const WmmaFmhaFwdSpec &spec, const WmmaFmhaFwdProblem &problem);

} // namespace wmma_fmha_fwd

std::unique_ptr<const Kernel> makeWmmaFmhaFwdKernel();

} // namespace rocke

#endif // ROCKE_KERNELS_WMMAFMHAFWD_H
