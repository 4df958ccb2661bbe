//===- Definition.cpp - vector_add in the registry ------------------------===//
#include "common/Checks.h"
#include "rocke/ir/KernelBuilder.h"
#include "rocke/kernels/KernelDefinition.h"
#include "rocke/kernels/VectorAdd.h"

using namespace rocke;

static const Names<ElementType> &dtypes() {
  static const auto names = elementTypeNames({ElementType::F32, ElementType::F16});
  return names;
}
static constexpr int64_t blockSizes[] = {64, 128, 256, 512, 1024};

llvm::Error vector_add::validate(const Arch &, const VectorAddSpec &spec) {
  if (llvm::Error error = checkOneOf("dtype", spec.dtype, dtypes()))
    return error;
  return checkOneOf("block_size", spec.blockSize, blockSizes);
}

std::string vector_add::kernelName(const VectorAddSpec &spec) {
  return fmt::format("vector_add_{}_b{}", toString(spec.dtype).str(), spec.blockSize);
}

llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
vector_add::build(mlir::MLIRContext &context, const Arch &arch, const VectorAddSpec &spec) {
  if (llvm::Error error = validate(arch, spec))
    return std::move(error);
  KernelBuilder builder(
      context,
      {.name = kernelName(spec), .arch = arch.name.str(), .workgroupSize = {spec.blockSize, 1, 1}});
  buildBody(builder, spec);
  return builder.finish();
}

std::unique_ptr<const Kernel> rocke::makeVectorAddKernel() {
  KernelDefinition<VectorAddSpec, VectorAddProblem> definition;
  definition.name = "vector_add";
  definition.summary = "c = a + b, elementwise";
  definition.archs = {"gfx1151", "gfx950"};
  definition.spec
      .enumeration("dtype", &VectorAddSpec::dtype, dtypes(), "element type of a, b and c")
      .integer("block_size", &VectorAddSpec::blockSize,
               IntLimits::oneOf({std::begin(blockSizes), std::end(blockSizes)}),
               "work-items per workgroup");
  // A grid has fewer than 2^31 workgroups.
  definition.problem.integer("n", &VectorAddProblem::n, IntLimits::range(1, int64_t(1) << 38),
                             "elements");
  definition.validate = vector_add::validate;
  definition.kernelName = vector_add::kernelName;
  definition.build = vector_add::build;
  definition.completeProblem = [](const VectorAddSpec &, VectorAddProblem &) {
    return llvm::Error::success();
  };
  definition.launchShape = vector_add::launchShape;
  definition.arguments = vector_add::arguments;
  definition.reference = [](const VectorAddSpec &, const VectorAddProblem &) -> Reference {
    return VectorAddReference{"a", "b", "c"};
  };
  return makeKernel(std::move(definition));
}
