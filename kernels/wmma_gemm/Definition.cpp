//===- Definition.cpp - wmma_gemm in the registry -------------------------===//
#include "common/Checks.h"
#include "rocke/ir/KernelBuilder.h"
#include "rocke/kernels/KernelDefinition.h"
#include "rocke/kernels/WmmaGemm.h"

using namespace rocke;

static Names<ElementType> inputTypes() {
  return elementTypeNames({ElementType::F16, ElementType::BF16});
}
static Names<ElementType> outputTypes() {
  return elementTypeNames({ElementType::F16, ElementType::BF16, ElementType::F32});
}

llvm::StringRef wmma_gemm::atomName(const WmmaGemmSpec &spec) {
  return spec.dtype == ElementType::F16 ? "wmma_f32_16x16x16_f16" : "wmma_f32_16x16x16_bf16";
}

llvm::Error wmma_gemm::validate(const Arch &arch, const WmmaGemmSpec &spec) {
  if (llvm::Error error = checkOneOf("dtype", spec.dtype, inputTypes()))
    return error;
  if (llvm::Error error = checkOneOf("out_dtype", spec.outDtype, outputTypes()))
    return error;
  if (!arch.hasAtom(atomName(spec)))
    return makeError("arch '{}' has no matrix instruction {}", arch.name.str(),
                     atomName(spec).str());
  return llvm::Error::success();
}

std::string wmma_gemm::kernelName(const WmmaGemmSpec &spec) {
  return fmt::format("wmma_gemm_{}_{}", toString(spec.dtype).str(), toString(spec.outDtype).str());
}

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
wmma_gemm::build(mlir::MLIRContext &context, const Arch &arch, const WmmaGemmSpec &spec) {
  if (llvm::Error error = validate(arch, spec))
    return std::move(error);
  KernelBuilder builder(
      context,
      {.name = kernelName(spec), .arch = arch.name.str(), .workgroupSize = {workgroupSize, 1, 1}});
  buildBody(builder, spec);
  return builder.finish();
}

std::unique_ptr<const Kernel> rocke::makeWmmaGemmKernel() {
  KernelDefinition<WmmaGemmSpec, WmmaGemmProblem> definition;
  definition.name = "wmma_gemm";
  definition.summary = "C = A * B^T, one wavefront per 16 x 16 tile, by WMMA";
  definition.archs = {"gfx1151"};
  definition.spec
      .enumeration("dtype", &WmmaGemmSpec::dtype, inputTypes(), "element type of A and B")
      .enumeration("out_dtype", &WmmaGemmSpec::outDtype, outputTypes(), "element type of C")
      .sameAs("dtype");
  using Problem = WmmaGemmProblem;
  IntLimits stride = IntLimits::range(1, wmma_gemm::maxStride);
  definition.problem
      .integer("m", &Problem::m, IntLimits::range(1, wmma_gemm::maxM), "rows of A and C")
      .integer("n", &Problem::n, IntLimits::range(1, wmma_gemm::maxSize), "rows of B, columns of C")
      .integer("k", &Problem::k, IntLimits::range(1, wmma_gemm::maxSize), "columns of A and B")
      .integer("a_stride", &Problem::aStride, stride, "elements from one row of A to the next")
      .autoIs("k")
      .integer("b_stride", &Problem::bStride, stride, "elements from one row of B to the next")
      .autoIs("k")
      .integer("c_stride", &Problem::cStride, stride, "elements from one row of C to the next")
      .autoIs("n");
  definition.validate = wmma_gemm::validate;
  definition.kernelName = wmma_gemm::kernelName;
  definition.build = wmma_gemm::build;
  definition.completeProblem = wmma_gemm::completeProblem;
  definition.launchShape = wmma_gemm::launchShape;
  definition.arguments = wmma_gemm::arguments;
  definition.reference = [](const WmmaGemmSpec &, const WmmaGemmProblem &) -> Reference {
    return GemmReference{"a", "b", "c"};
  };
  return makeKernel(std::move(definition));
}
