#include "KernelText.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <catch2/catch.hpp>

using namespace rocke;

static std::vector<Assignment> assignments(const std::string &list) {
  if (list.empty())
    return {};
  return llvm::cantFail(parseAssignments(list));
}

static llvm::Expected<std::unique_ptr<KernelLaunch>> instantiate(const std::string &kernel,
                                                                 const std::string &arch,
                                                                 const std::string &spec,
                                                                 const std::string &problem) {
  KernelRegistry registry = makeKernelRegistry();
  auto found = registry.lookup(kernel);
  if (!found)
    return found.takeError();
  return (*found)->instantiate(arch, assignments(spec), assignments(problem));
}

std::unique_ptr<KernelLaunch> test::makeLaunch(const std::string &kernel, const std::string &arch,
                                               const std::string &spec,
                                               const std::string &problem) {
  auto launch = instantiate(kernel, arch, spec, problem);
  if (!launch)
    FAIL(llvm::toString(launch.takeError()));
  return std::move(*launch);
}

std::string test::launchError(const std::string &kernel, const std::string &arch,
                              const std::string &spec, const std::string &problem) {
  auto launch = instantiate(kernel, arch, spec, problem);
  if (launch)
    FAIL("no error");
  return llvm::toString(launch.takeError());
}

std::string test::moduleText(const KernelVariant &variant, bool locations) {
  mlir::MLIRContext context;
  auto module = variant.build(context);
  if (!module)
    FAIL(llvm::toString(module.takeError()));
  std::string text;
  llvm::raw_string_ostream stream(text);
  mlir::OpPrintingFlags flags;
  if (locations)
    flags.enableDebugInfo(/*enable=*/true, /*prettyForm=*/true);
  (*module)->print(stream, flags);
  return text;
}

std::vector<std::string> test::fmhaSpecs() {
  std::vector<std::string> specs;
  for (const char *size : {"64", "128"})
    for (const char *mask : {"none", "causal"})
      for (const char *dtype : {"f16", "bf16"})
        for (const char *stage : {"off", "on"})
          specs.push_back(std::string("head_size=") + size + ",mask_mode=" + mask +
                          ",dtype=" + dtype + ",v_lds_stage=" + stage);
  return specs;
}

std::vector<std::string> test::gemmSpecs() {
  std::vector<std::string> specs;
  for (const char *dtype : {"f16", "bf16"})
    for (const char *out : {"f16", "bf16", "f32"})
      specs.push_back(std::string("dtype=") + dtype + ",out_dtype=" + out);
  return specs;
}

std::vector<std::string> test::vectorAddSpecs() {
  std::vector<std::string> specs;
  for (const char *dtype : {"f32", "f16"})
    for (const char *block : {"64", "128", "256", "512", "1024"})
      specs.push_back(std::string("dtype=") + dtype + ",block_size=" + block);
  return specs;
}
