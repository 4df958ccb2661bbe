//===- Launch.cpp - How wmma_gemm is launched -----------------------------===//
#include "common/Checks.h"
#include "rocke/ir/Error.h"
#include "rocke/kernels/WmmaGemm.h"

using namespace rocke;

llvm::Error wmma_gemm::completeProblem(const WmmaGemmSpec &, WmmaGemmProblem &problem) {
  auto complete = [](const char *field, std::optional<int64_t> &stride,
                     int64_t rowLength) -> llvm::Error {
    if (!stride)
      stride = rowLength;
    if (*stride < rowLength)
      return makeError("problem field '{}' cannot be '{}': expected at least {}, the elements of a "
                       "row",
                       field, *stride, rowLength);
    return llvm::Error::success();
  };
  if (llvm::Error error = complete("a_stride", problem.aStride, problem.k))
    return error;
  if (llvm::Error error = complete("b_stride", problem.bStride, problem.k))
    return error;
  return complete("c_stride", problem.cStride, problem.n);
}

LaunchShape wmma_gemm::launchShape(const WmmaGemmSpec &, const WmmaGemmProblem &problem) {
  auto tiles = [](int64_t size) { return static_cast<uint32_t>((size + tileSize - 1) / tileSize); };
  LaunchShape shape;
  shape.grid = {tiles(problem.n), tiles(problem.m), 1};
  shape.block = {workgroupSize, 1, 1};
  return shape;
}

std::vector<Argument> wmma_gemm::arguments(const WmmaGemmSpec &spec,
                                           const WmmaGemmProblem &problem) {
  auto scalar = [](const char *name, int64_t value, const char *doc) {
    return ScalarArgument{name, static_cast<int32_t>(value), doc};
  };
  return {
      TensorArgument{
          "a", Access::In, spec.dtype, {problem.m, problem.k}, {*problem.aStride, 1}, "[m, k]"},
      TensorArgument{
          "b", Access::In, spec.dtype, {problem.n, problem.k}, {*problem.bStride, 1}, "[n, k]"},
      TensorArgument{
          "c", Access::Out, spec.outDtype, {problem.m, problem.n}, {*problem.cStride, 1}, "[m, n]"},
      scalar("m", problem.m, "rows of A and C"),
      scalar("n", problem.n, "rows of B, columns of C"),
      scalar("k", problem.k, "columns of A and B"),
      scalar("a_stride", *problem.aStride, "elements from one row of A to the next"),
      scalar("b_stride", *problem.bStride, "elements from one row of B to the next"),
      scalar("c_stride", *problem.cStride, "elements from one row of C to the next")};
}
