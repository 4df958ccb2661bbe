//===- VectorAdd.h - c = a + b ----------------------------------*- C++ -*-===//
//
// Adds two contiguous vectors of any length. Each work-item takes 16 bytes of each; the last ones
// take what is left element by element.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_KERNELS_VECTORADD_H
#define ROCKE_KERNELS_VECTORADD_H

#include "rocke/ir/Arch.h"
#include "rocke/kernels/Registry.h"

namespace rocke {

class KernelBuilder;

struct VectorAddSpec {
  ElementType dtype = ElementType::F32; ///< F32 or F16
  int blockSize = 256;                  ///< work-items per workgroup: 64, 128, 256, 512 or 1024
};

struct VectorAddProblem {
  int64_t n = 1 << 20; ///< elements
};

namespace vector_add {

llvm::Error validate(const Arch &arch, const VectorAddSpec &spec);
std::string kernelName(const VectorAddSpec &spec);
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
build(mlir::MLIRContext &context, const Arch &arch, const VectorAddSpec &spec);
/// Appends parameters and body.
void buildBody(KernelBuilder &builder, const VectorAddSpec &spec);
/// Elements that a work-item adds: 16 bytes.
int64_t elementsPerItem(const VectorAddSpec &spec);
LaunchShape launchShape(const VectorAddSpec &spec, const VectorAddProblem &problem);
std::vector<Argument> arguments(const VectorAddSpec &spec, const VectorAddProblem &problem);

} // namespace vector_add

std::unique_ptr<const Kernel> makeVectorAddKernel();

} // namespace rocke

#endif // ROCKE_KERNELS_VECTORADD_H
