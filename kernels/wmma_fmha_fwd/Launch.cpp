//===- Launch.cpp - How wmma_fmha_fwd is launched -------------------------===//
#include "Tensors.h"
#include "common/Checks.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace rocke;

/// Q, K, V and O in C order.
static std::array<TensorArgument, 4> contiguousTensors(const WmmaFmhaFwdSpec &spec,
                                                       const WmmaFmhaFwdProblem &problem) {
  auto tensor = [&](const char *name, Access access, int64_t seqlen, int64_t heads,
                    const char *doc) {
    std::vector<int64_t> shape = {problem.batch, seqlen, heads, spec.headSize};
    return TensorArgument{name, access, spec.dtype, shape, contiguousStrides(shape), doc};
  };
  return {tensor("q", Access::In, problem.seqlenQ, problem.headsQ,
                 "queries [batch, seqlen_q, heads_q, head_size]"),
          tensor("k", Access::In, problem.seqlenK, problem.headsKv,
                 "keys [batch, seqlen_k, heads_kv, head_size]"),
          tensor("v", Access::In, problem.seqlenK, problem.headsKv,
                 "values [batch, seqlen_k, heads_kv, head_size]"),
          tensor("o", Access::Out, problem.seqlenQ, problem.headsQ,
                 "output [batch, seqlen_q, heads_q, head_size]")};
}

/// The same with the strides that the problem gives.
static std::array<TensorArgument, 4> tensors(const WmmaFmhaFwdSpec &spec,
                                             const WmmaFmhaFwdProblem &problem) {
  auto tensors = contiguousTensors(spec, problem);
  for (auto [tensor, fields] : llvm::zip_equal(tensors, wmma_fmha_fwd::tensorFields)) {
    int dim = 0;
    for (auto member : {fields.batchStride, fields.seqlenStride, fields.headStride}) {
      tensor.strides[dim] = (problem.*member).value_or(tensor.strides[dim]);
      ++dim;
    }
  }
  return tensors;
}

llvm::Error wmma_fmha_fwd::completeProblem(const WmmaFmhaFwdSpec &spec,
                                           WmmaFmhaFwdProblem &problem) {
  auto all = tensors(spec, problem);
  for (auto [tensor, fields] : llvm::zip_equal(all, tensorFields)) {
    if (llvm::Error error = checkExtent(tensor))
      return error;
    problem.*fields.batchStride = tensor.strides[0];
    problem.*fields.seqlenStride = tensor.strides[1];
    problem.*fields.headStride = tensor.strides[2];
  }
  if (!problem.scale)
    problem.scale = 1.0 / std::sqrt(static_cast<double>(spec.headSize));
  return checkNoOverlap(all[3]);
}

LaunchShape wmma_fmha_fwd::launchShape(const WmmaFmhaFwdSpec &spec,
                                       const WmmaFmhaFwdProblem &problem) {
  LaunchShape shape;
  shape.grid = {
      static_cast<uint32_t>((problem.seqlenQ + queriesPerWorkgroup - 1) / queriesPerWorkgroup),
      static_cast<uint32_t>(problem.headsQ), static_cast<uint32_t>(problem.batch)};
  shape.block = {workgroupSize, 1, 1};
  return shape;
}

std::vector<Argument> wmma_fmha_fwd::arguments(const WmmaFmhaFwdSpec &spec,
                                               const WmmaFmhaFwdProblem &problem) {
  std::vector<Argument> arguments;
  auto all = tensors(spec, problem);
  for (const TensorArgument &tensor : all)
    arguments.push_back(tensor);
  for (const TensorArgument &tensor : all) {
    arguments.push_back(ScalarArgument{tensor.name + "_batch_stride", tensor.strides[0],
                                       "elements from one batch to the next"});
    arguments.push_back(ScalarArgument{tensor.name + "_seqlen_stride",
                                       static_cast<int32_t>(tensor.strides[1]),
                                       "elements from one position to the next"});
    arguments.push_back(ScalarArgument{tensor.name + "_head_stride",
                                       static_cast<int32_t>(tensor.strides[2]),
                                       "elements from one head to the next"});
  }
  arguments.push_back(
      ScalarArgument{"seqlen_q", static_cast<int32_t>(problem.seqlenQ), "queries per head"});
  arguments.push_back(
      ScalarArgument{"seqlen_k", static_cast<int32_t>(problem.seqlenK), "keys per head"});
  arguments.push_back(
      ScalarArgument{"scale", static_cast<float>(*problem.scale), "factor of the scores"});
  return arguments;
}

Reference wmma_fmha_fwd::reference(const WmmaFmhaFwdSpec &spec, const WmmaFmhaFwdProblem &problem) {
  AttentionReference reference;
  reference.q = "q";
  reference.k = "k";
  reference.v = "v";
  reference.o = "o";
  // The scale that the kernel gets.
  reference.scale = static_cast<float>(*problem.scale);
  reference.mask =
      spec.maskMode == MaskMode::Causal ? AttentionMask::CausalTopLeft : AttentionMask::None;
  return reference;
}
