#include "Cases.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include <stdexcept>

using namespace rocke;
using namespace rocke::test;

static constexpr Case cases[] = {
    {"vector_add", "gfx1151", ""},
    {"vector_add", "gfx950", ""},
    {"wmma_gemm", "gfx1151", "dtype=f16"},
    {"wmma_gemm", "gfx1151", "dtype=bf16"},
    {"wmma_fmha_fwd", "gfx1151", "head_size=128,dtype=f16"},
    {"wmma_fmha_fwd", "gfx1151", "head_size=128,dtype=f16,mask_mode=causal"},
    {"wmma_fmha_fwd", "gfx1151", "head_size=128,dtype=f16,v_lds_stage=on"},
    {"wmma_fmha_fwd", "gfx1151", "head_size=64,dtype=bf16,num_query_heads=8,num_kv_heads=2"},
};

llvm::ArrayRef<Case> rocke::test::goldenCases() { return cases; }

// Also called from threads other than Catch's, whose assertions are not thread-safe.
template <typename T> static T take(llvm::Expected<T> value) {
  if (!value)
    throw std::runtime_error(llvm::toString(value.takeError()));
  return std::move(*value);
}

namespace {

struct Built {
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::string name;
  mlir::OwningOpRef<mlir::ModuleOp> module;

  explicit Built(const Case &golden) {
    KernelRegistry registry = makeKernelRegistry();
    const Kernel *kernel = take(registry.lookup(golden.kernel));
    std::vector<Assignment> spec;
    if (*golden.spec)
      spec = take(parseAssignments(golden.spec));
    std::unique_ptr<KernelVariant> variant = take(kernel->specialize(golden.arch, spec));
    name = variant->kernelName();
    module = take(variant->build(context));
  }
};

} // namespace

Artifacts rocke::test::makeArtifacts(const Case &golden, const CompileOptions &options) {
  Built built(golden);
  Artifacts artifacts;
  artifacts.name = built.name;
  artifacts.rocke = take(emit(*built.module, EmitKind::Rocke, options));
  artifacts.llvm = take(emit(*built.module, EmitKind::Llvm, options));
  artifacts.assembly = take(emit(*built.module, EmitKind::Asm, options));
  artifacts.hsaco = take(emit(*built.module, EmitKind::Hsaco, options));
  return artifacts;
}

std::string rocke::test::makeCodeObject(const Case &golden, const CompileOptions &options) {
  Built built(golden);
  return take(emit(*built.module, EmitKind::Hsaco, options));
}
