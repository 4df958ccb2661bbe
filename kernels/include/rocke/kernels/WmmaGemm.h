//===- WmmaGemm.h - C = A * B^T by WMMA -------------------------*- C++ -*-===//
//
// C[m, n] = sum over k of A[m, k] * B[n, k], summed in f32, on gfx1151: one wavefront per 16 x 16
// tile of C. A is m x k, B is n x k, C is m x n; rows are contiguous and any number of elements
// apart. m, n and k are arbitrary; nothing outside the matrices is read.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_KERNELS_WMMAGEMM_H
#define ROCKE_KERNELS_WMMAGEMM_H

#include "rocke/ir/Arch.h"
#include "rocke/kernels/Registry.h"
#include <optional>

namespace rocke {

class KernelBuilder;

struct WmmaGemmSpec {
  ElementType dtype = ElementType::F16;    ///< F16 or BF16; of A and B
  ElementType outDtype = ElementType::F16; ///< F16, BF16 or F32; of C
};

/// Strides are in elements, from one row to the next; without a value, rows follow one another.
struct WmmaGemmProblem {
  int64_t m = 256, n = 256, k = 256;
  std::optional<int64_t> aStride, bStride, cStride;
};

namespace wmma_gemm {

inline constexpr unsigned workgroupSize = 32;        ///< one wavefront
inline constexpr unsigned tileSize = 16;             ///< rows and columns of C per workgroup
inline constexpr int64_t maxSize = int64_t(1) << 26; ///< of n and k
/// What a grid takes in its second dimension.
inline constexpr int64_t maxM = 65535 * int64_t(tileSize);
/// Byte offsets within 16 rows stay below 2^32.
inline constexpr int64_t maxStride = int64_t(1) << 26;

llvm::Error validate(const Arch &arch, const WmmaGemmSpec &spec);
std::string kernelName(const WmmaGemmSpec &spec);
/// The matrix instruction that the kernel is made of.
llvm::StringRef atomName(const WmmaGemmSpec &spec);
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> build(mlir::MLIRContext &context,
                                                        const Arch &arch, const WmmaGemmSpec &spec);
/// Appends parameters and body.
void buildBody(KernelBuilder &builder, const WmmaGemmSpec &spec);
/// Fills in strides; errors where a stride is shorter than a row.
llvm::Error completeProblem(const WmmaGemmSpec &spec, WmmaGemmProblem &problem);
LaunchShape launchShape(const WmmaGemmSpec &spec, const WmmaGemmProblem &problem);
std::vector<Argument> arguments(const WmmaGemmSpec &spec, const WmmaGemmProblem &problem);

} // namespace wmma_gemm

std::unique_ptr<const Kernel> makeWmmaGemmKernel();

} // namespace rocke

#endif // ROCKE_KERNELS_WMMAGEMM_H
