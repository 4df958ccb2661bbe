//===- Launch.cpp - How vector_add is launched ----------------------------===//
#include "rocke/kernels/VectorAdd.h"

using namespace rocke;

int64_t vector_add::elementsPerItem(const VectorAddSpec &spec) { return 16 / byteSize(spec.dtype); }

LaunchShape vector_add::launchShape(const VectorAddSpec &spec, const VectorAddProblem &problem) {
  int64_t perBlock = elementsPerItem(spec) * spec.blockSize;
  LaunchShape shape;
  shape.grid[0] = static_cast<uint32_t>((problem.n + perBlock - 1) / perBlock);
  shape.block[0] = spec.blockSize;
  return shape;
}

std::vector<Argument> vector_add::arguments(const VectorAddSpec &spec,
                                            const VectorAddProblem &problem) {
  auto tensor = [&](const char *name, Access access, const char *doc) {
    return TensorArgument{name, access, spec.dtype, {problem.n}, {1}, doc};
  };
  return {tensor("a", Access::In, "first addend [n]"), tensor("b", Access::In, "second addend [n]"),
          tensor("c", Access::Out, "sum [n]"), ScalarArgument{"n", problem.n, "elements"}};
}
