//===- Spec.cpp - Which specs of wmma_fmha_fwd there are ------------------===//
#include "common/Checks.h"
#include "rocke/ir/Error.h"
#include "rocke/kernels/WmmaFmhaFwd.h"

using namespace rocke;

llvm::StringRef wmma_fmha_fwd::atomName(const WmmaFmhaFwdSpec &spec) {
  return spec.dtype == ElementType::F16 ? "wmma_f32_16x16x16_f16" : "wmma_f32_16x16x16_bf16";
}

llvm::Error wmma_fmha_fwd::validate(const Arch &arch, const WmmaFmhaFwdSpec &spec) {
  if (llvm::Error error = checkOneOf("head_size", spec.headSize, {64, 128}))
    return error;
  if (llvm::Error error =
          checkOneOf("dtype", spec.dtype, elementTypeNames({ElementType::F16, ElementType::BF16})))
    return error;
  if (llvm::Error error = checkRange("num_query_heads", spec.numQueryHeads, 1, maxHeads))
    return error;
  if (llvm::Error error = checkRange("num_kv_heads", spec.numKvHeads, 1, maxHeads))
    return error;
  if (spec.numQueryHeads % spec.numKvHeads != 0)
    return makeError("spec field 'num_kv_heads' cannot be '{}': expected a divisor of "
                     "num_query_heads, which is {}",
                     spec.numKvHeads, spec.numQueryHeads);
  if (!arch.hasAtom(atomName(spec)))
    return makeError("arch '{}' has no matrix instruction {}", arch.name.str(),
                     atomName(spec).str());
  return llvm::Error::success();
}

std::string wmma_fmha_fwd::kernelName(const WmmaFmhaFwdSpec &spec) {
  return fmt::format("wmma_fmha_fwd_d{}_hq{}_hkv{}_{}_{}_{}", spec.headSize, spec.numQueryHeads,
                     spec.numKvHeads, spec.maskMode == MaskMode::Causal ? "causal" : "none",
                     toString(spec.dtype).str(), spec.vLdsStage ? "vlds" : "vgather");
}
