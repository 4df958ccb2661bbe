//===- Definition.cpp - wmma_fmha_fwd in the registry ---------------------===//
#include "Tensors.h"
#include "common/Checks.h"
#include "rocke/ir/KernelBuilder.h"
#include "rocke/kernels/KernelDefinition.h"

using namespace rocke;

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
wmma_fmha_fwd::build(mlir::MLIRContext &context, const Arch &arch, const WmmaFmhaFwdSpec &spec) {
  if (llvm::Error error = validate(arch, spec))
    return std::move(error);
  KernelBuilder builder(
      context,
      {.name = kernelName(spec), .arch = arch.name.str(), .workgroupSize = {workgroupSize, 1, 1}});
  buildBody(builder, spec);
  return builder.finish();
}

static void addSpecFields(FieldTable<WmmaFmhaFwdSpec> &table) {
  table
      .integer("head_size", &WmmaFmhaFwdSpec::headSize, IntLimits::oneOf({64, 128}),
               "elements of a query, a key and a value")
      .integer("num_query_heads", &WmmaFmhaFwdSpec::numQueryHeads,
               IntLimits::range(1, wmma_fmha_fwd::maxHeads), "heads of Q and O")
      .follows("heads_q")
      .integer("num_kv_heads", &WmmaFmhaFwdSpec::numKvHeads,
               IntLimits::range(1, wmma_fmha_fwd::maxHeads),
               "heads of K and V; a divisor of num_query_heads")
      .follows("heads_kv")
      .sameAs("num_query_heads")
      .enumeration("mask_mode", &WmmaFmhaFwdSpec::maskMode,
                   {{"none", MaskMode::None}, {"causal", MaskMode::Causal}},
                   "none: every query sees every key; causal: query i sees the keys j <= i")
      .enumeration("dtype", &WmmaFmhaFwdSpec::dtype,
                   elementTypeNames({ElementType::F16, ElementType::BF16}),
                   "element type of Q, K, V and O")
      .boolean("v_lds_stage", &WmmaFmhaFwdSpec::vLdsStage,
               "off: each lane loads all 16 keys of its columns of V; on: half of them, and the "
               "halves meet in LDS");
}

static void addProblemFields(FieldTable<WmmaFmhaFwdProblem> &table) {
  using Problem = WmmaFmhaFwdProblem;
  table.integer("batch", &Problem::batch, IntLimits::range(1, 65535), "independent problems")
      .integer("heads_q", &Problem::headsQ, IntLimits::range(1, wmma_fmha_fwd::maxHeads),
               "heads of Q and O")
      .integer("heads_kv", &Problem::headsKv, IntLimits::range(1, wmma_fmha_fwd::maxHeads),
               "heads of K and V")
      .sameAs("heads_q")
      .integer("seqlen_q", &Problem::seqlenQ, IntLimits::range(1, wmma_fmha_fwd::maxSeqlen),
               "queries per head")
      .integer("seqlen_k", &Problem::seqlenK, IntLimits::range(0, wmma_fmha_fwd::maxSeqlen),
               "keys per head")
      .sameAs("seqlen_q")
      .real("scale", &Problem::scale, {0, std::numeric_limits<float>::max()},
            "factor of the scores")
      .autoIs("1/sqrt(head_size)");
  // Rows begin at 16-byte boundaries.
  constexpr int64_t granule = 8;
  for (const wmma_fmha_fwd::TensorFields &tensor : wmma_fmha_fwd::tensorFields) {
    std::string name = tensor.name;
    table
        .integer(name + "_batch_stride", tensor.batchStride,
                 IntLimits::range(0, int64_t(1) << 47, granule),
                 "elements from one batch of " + name + " to the next")
        .autoIs("C order")
        .integer(name + "_seqlen_stride", tensor.seqlenStride,
                 IntLimits::range(0, wmma_fmha_fwd::maxSeqlenStride, granule),
                 "elements from one position of " + name + " to the next")
        .autoIs("C order")
        .integer(name + "_head_stride", tensor.headStride,
                 IntLimits::range(0, wmma_fmha_fwd::maxHeadStride, granule),
                 "elements from one head of " + name + " to the next")
        .autoIs("C order");
  }
}

std::unique_ptr<const Kernel> rocke::makeWmmaFmhaFwdKernel() {
  KernelDefinition<WmmaFmhaFwdSpec, WmmaFmhaFwdProblem> definition;
  definition.name = "wmma_fmha_fwd";
  definition.summary = "flash-attention forward, one wavefront per 16 queries, by WMMA";
  definition.archs = {"gfx1151"};
  addSpecFields(definition.spec);
  addProblemFields(definition.problem);
  definition.validate = wmma_fmha_fwd::validate;
  definition.kernelName = wmma_fmha_fwd::kernelName;
  definition.build = wmma_fmha_fwd::build;
  definition.completeProblem = wmma_fmha_fwd::completeProblem;
  definition.launchShape = wmma_fmha_fwd::launchShape;
  definition.arguments = wmma_fmha_fwd::arguments;
  definition.reference = wmma_fmha_fwd::reference;
  return makeKernel(std::move(definition));
}
