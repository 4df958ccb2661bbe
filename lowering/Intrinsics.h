//===- Intrinsics.h - Small pieces that the patterns share ------*- C++ -*-===//
#ifndef ROCKE_LOWERING_INTRINSICS_H
#define ROCKE_LOWERING_INTRINSICS_H

#include "mlir/IR/Builders.h"
#include "rocke/ir/Arch.h"

namespace rocke {

/// Calls the LLVM intrinsic `name` ("llvm.amdgcn.perm"). The result type picks the overload.
mlir::Value callIntrinsic(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type resultType,
                          llvm::StringRef name, mlir::ValueRange args);
/// The same for an intrinsic without a result.
void callIntrinsic(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
                   mlir::ValueRange args);

mlir::Value constantI32(mlir::OpBuilder &builder, mlir::Location loc, uint32_t value);
mlir::Value constantI1(mlir::OpBuilder &builder, mlir::Location loc, bool value);

/// The GPU of the kernel around `op`, which by then may have become an llvm.func.
const Arch &archOf(mlir::Operation *op);

/// The attribute by which a converted kernel remembers its GPU until the conversion ends.
inline constexpr llvm::StringLiteral archAttrName = "rocke.arch";
/// Likewise its workgroup size.
inline constexpr llvm::StringLiteral workgroupAttrName = "rocke.workgroup_size";

/// The attribute by which scf.for hands its loop annotation to the branch of its back edge.
inline constexpr llvm::StringLiteral loopAttrName = "llvm.loop_annotation";

/// The workgroup size of the kernel around `op`, converted or not.
llvm::ArrayRef<int32_t> workgroupSizeOf(mlir::Operation *op);

} // namespace rocke

#endif // ROCKE_LOWERING_INTRINSICS_H
