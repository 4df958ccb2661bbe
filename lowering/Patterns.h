//===- Patterns.h - Conversion patterns of rocke to LLVM --------*- C++ -*-===//
#ifndef ROCKE_LOWERING_PATTERNS_H
#define ROCKE_LOWERING_PATTERNS_H

namespace mlir {
class LLVMTypeConverter;
class RewritePatternSet;
} // namespace mlir

namespace rocke {

/// !rocke.global -> !llvm.ptr<1>, !rocke.lds -> !llvm.ptr<3>.
void addRockeTypeConversions(mlir::LLVMTypeConverter &converter);

void populateKernelPatterns(const mlir::LLVMTypeConverter &, mlir::RewritePatternSet &);
void populateMemoryPatterns(const mlir::LLVMTypeConverter &, mlir::RewritePatternSet &);
void populateMathPatterns(const mlir::LLVMTypeConverter &, mlir::RewritePatternSet &);
void populateCrossLanePatterns(const mlir::LLVMTypeConverter &, mlir::RewritePatternSet &);
void populateSyncPatterns(const mlir::LLVMTypeConverter &, mlir::RewritePatternSet &);

} // namespace rocke

#endif // ROCKE_LOWERING_PATTERNS_H
