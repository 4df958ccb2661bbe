//===- Tensors.h - The four tensors of wmma_fmha_fwd ------------*- C++ -*-===//
#ifndef ROCKE_KERNELS_WMMA_FMHA_FWD_TENSORS_H
#define ROCKE_KERNELS_WMMA_FMHA_FWD_TENSORS_H

#include "rocke/kernels/WmmaFmhaFwd.h"

namespace rocke::wmma_fmha_fwd {

/// A tensor's name and where the problem keeps its strides.
struct TensorFields {
  using Member = std::optional<int64_t> WmmaFmhaFwdProblem::*;
  const char *name;
  Member batchStride, seqlenStride, headStride;
};

/// In the order of the kernel's parameters.
inline constexpr TensorFields tensorFields[] = {
    {"q", &WmmaFmhaFwdProblem::qBatchStride, &WmmaFmhaFwdProblem::qSeqlenStride,
     &WmmaFmhaFwdProblem::qHeadStride},
    {"k", &WmmaFmhaFwdProblem::kBatchStride, &WmmaFmhaFwdProblem::kSeqlenStride,
     &WmmaFmhaFwdProblem::kHeadStride},
    {"v", &WmmaFmhaFwdProblem::vBatchStride, &WmmaFmhaFwdProblem::vSeqlenStride,
     &WmmaFmhaFwdProblem::vHeadStride},
    {"o", &WmmaFmhaFwdProblem::oBatchStride, &WmmaFmhaFwdProblem::oSeqlenStride,
     &WmmaFmhaFwdProblem::oHeadStride},
};

} // namespace rocke::wmma_fmha_fwd

#endif // ROCKE_KERNELS_WMMA_FMHA_FWD_TENSORS_H
