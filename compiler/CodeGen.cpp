//===- CodeGen.cpp - LLVM IR to machine code ------------------------------===//
#include "CodeGen.h"
#include "AmdgpuTarget.h"
#include "LlvmGlobals.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include <algorithm>

using namespace rocke;
using namespace rocke::detail;
using llvm::StringRef;

namespace {

/// The diagnostics of one compilation.
struct Diagnostics {
  std::vector<std::string> errors, warnings;
};

/// Keeps what LLVM would print.
class DiagnosticCollector : public llvm::DiagnosticHandler {
public:
  explicit DiagnosticCollector(Diagnostics &diagnostics) : diagnostics(diagnostics) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Error)
      add(diagnostics.errors, info);
    else if (info.getSeverity() == llvm::DS_Warning)
      add(diagnostics.warnings, info);
    return true;
  }

private:
  static void add(std::vector<std::string> &list, const llvm::DiagnosticInfo &info) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    // What LLVM says of the place when there is no debug info.
    StringRef message = text;
    message.consume_front("<unknown>:0:0: ");
    text = message.trim().str();
    // Several passes report the same fault.
    if (!llvm::is_contained(list, text))
      list.push_back(std::move(text));
  }

  Diagnostics &diagnostics;
};

/// Collects a context's diagnostics while it lives; the context is the caller's and gets its own
/// handler back.
class CollectDiagnostics {
public:
  CollectDiagnostics(llvm::LLVMContext &context, Diagnostics &diagnostics)
      : context(context), previous(context.getDiagnosticHandler()) {
    context.setDiagnosticHandler(std::make_unique<DiagnosticCollector>(diagnostics));
  }
  ~CollectDiagnostics() { context.setDiagnosticHandler(std::move(previous)); }
  CollectDiagnostics(const CollectDiagnostics &) = delete;
  CollectDiagnostics &operator=(const CollectDiagnostics &) = delete;

private:
  llvm::LLVMContext &context;
  std::unique_ptr<llvm::DiagnosticHandler> previous;
};

std::unique_ptr<llvm::TargetMachine> createMachine(const Arch &arch, unsigned optLevel) {
  llvm::TargetOptions options;
  options.MCOptions.AsmVerbose = true;
  return std::unique_ptr<llvm::TargetMachine>(amdgpuTarget().createTargetMachine(
      amdgpuTriple(), arch.name, /*Features=*/"", options, llvm::Reloc::PIC_, std::nullopt,
      static_cast<llvm::CodeGenOptLevel>(optLevel)));
}

void optimize(llvm::Module &module, llvm::TargetMachine &machine, unsigned optLevel) {
  static constexpr const llvm::OptimizationLevel *levels[] = {
      &llvm::OptimizationLevel::O0, &llvm::OptimizationLevel::O1, &llvm::OptimizationLevel::O2,
      &llvm::OptimizationLevel::O3};
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  llvm::ModulePassManager passes = optLevel == 0
                                       ? builder.buildO0DefaultPipeline(*levels[0])
                                       : builder.buildPerModuleDefaultPipeline(*levels[optLevel]);
  passes.run(module, modules);
}

} // namespace

llvm::Error rocke::detail::checkOptions(const CompileOptions &options) {
  if (options.optLevel > 3)
    return makeError("optLevel is {}: expected 0, 1, 2 or 3", options.optLevel);
  if (options.codeObjectVersion < 4 || options.codeObjectVersion > 6)
    return makeError("codeObjectVersion is {}: expected 4, 5 or 6", options.codeObjectVersion);
  return llvm::Error::success();
}

llvm::Error rocke::detail::prepareModule(llvm::Module &module, const Arch &arch,
                                         const CompileOptions &options) {
  // Names of files would end up in the object's symbol table.
  module.setModuleIdentifier("rocke");
  module.setSourceFileName("rocke");

  if (!module.getTargetTriple().empty() && module.getTargetTriple() != amdgpuTriple())
    return makeError("the module's target triple is '{}': expected '{}'",
                     module.getTargetTriple().str(), amdgpuTriple().str());
  module.setTargetTriple(amdgpuTriple());
  std::string layout =
      createMachine(arch, options.optLevel)->createDataLayout().getStringRepresentation();
  if (!module.getDataLayoutStr().empty() && module.getDataLayoutStr() != layout)
    return makeError("the module's data layout is '{}': expected '{}'", module.getDataLayoutStr(),
                     layout);
  module.setDataLayout(layout);
  for (const llvm::Function &function : module) {
    StringRef cpu = function.getFnAttribute("target-cpu").getValueAsString();
    if (!cpu.empty() && cpu != arch.name)
      return makeError("function '{}' has target-cpu '{}', but is compiled for '{}'",
                       function.getName().str(), cpu.str(), arch.name.str());
  }

  module.setModuleFlag(llvm::Module::Error, "amdhsa_code_object_version",
                       options.codeObjectVersion * 100);
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(module, &stream))
    return makeError("invalid LLVM IR: {}", StringRef(broken).trim().str());
  if (!options.debugInfo)
    llvm::StripDebugInfo(module);
  return llvm::Error::success();
}

llvm::Expected<std::string> rocke::detail::generateCode(llvm::Module &module, const Arch &arch,
                                                        llvm::CodeGenFileType fileType,
                                                        const CompileOptions &options) {
  Diagnostics diagnostics;
  llvm::SmallVector<char, 0> code;
  {
    LlvmUse use;
    CollectDiagnostics collect(module.getContext(), diagnostics);
    llvm::Error fatal = catchFatalErrors([&]() -> llvm::Error {
      std::unique_ptr<llvm::TargetMachine> machine = createMachine(arch, options.optLevel);
      optimize(module, *machine, options.optLevel);

      llvm::raw_svector_ostream stream(code);
      llvm::legacy::PassManager passes;
      llvm::TargetLibraryInfoImpl libraries(module.getTargetTriple());
      passes.add(new llvm::TargetLibraryInfoWrapperPass(libraries));
      if (machine->addPassesToEmitFile(passes, stream, nullptr, fileType))
        return makeError("LLVM cannot generate this kind of file");
      passes.run(module);
      return llvm::Error::success();
    });
    if (fatal)
      diagnostics.errors.push_back(StringRef(llvm::toString(std::move(fatal))).trim().str());
  }
  if (options.warn)
    for (const std::string &warning : diagnostics.warnings)
      options.warn(warning);
  if (!diagnostics.errors.empty())
    return makeError("cannot compile for {}: {}", arch.name.str(),
                     llvm::join(diagnostics.errors, "\n"));
  return std::string(code.begin(), code.end());
}
