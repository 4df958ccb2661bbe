//===- Main.cpp - rocke-compile: a kernel or IR text to a code object -----===//
#include "common/CommandLine.h"
#include "common/Describe.h"
#include "common/IrText.h"
#include "common/Json.h"
#include "common/OptionTable.h"
#include "common/Report.h"
#include "common/Tool.h"
#include "mlir/IR/BuiltinOps.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/compiler/FileIO.h"
#include "rocke/ir/Error.h"
#include "rocke/ir/RockeDialect.h"
#include "llvm/Support/raw_ostream.h"

using namespace rocke;
using namespace rocke::tools;

namespace {

constexpr const char *toolName = "rocke-compile";

constexpr const char *usage =
    "rocke-compile --list | --kernel <name> --describe\n"
    "       rocke-compile --kernel <name> --arch <gpu> [--set <field>=<value>,...] -o <file>\n"
    "       rocke-compile <file>.mlir -o <file>";

/// What to do with a module.
struct Job {
  EmitKind emit = EmitKind::Hsaco;
  CompileOptions compile;
  std::string output; ///< file; "-": standard output; empty: none
  bool json = false;
};

/// Where a module came from, for the report.
struct Origin {
  std::optional<std::string> kernel;
  std::optional<std::vector<NamedValue>> spec;
};

llvm::Expected<Job> readJob(const CommandLine &line) {
  Job job;
  llvm::Expected<std::optional<std::string>> emitText = line.value(OPT_emit);
  if (!emitText)
    return emitText.takeError();
  if (const std::optional<std::string> &form = *emitText) {
    llvm::Expected<EmitKind> kind = parseEmitKind(*form);
    if (!kind)
      return kind.takeError();
    job.emit = *kind;
  }
  llvm::Expected<std::optional<uint64_t>> level = line.number(OPT_opt_level, 0, 3);
  if (!level)
    return level.takeError();
  job.compile.optLevel = level->value_or(job.compile.optLevel);
  llvm::Expected<std::optional<uint64_t>> version = line.number(OPT_code_object_version, 4, 6);
  if (!version)
    return version.takeError();
  job.compile.codeObjectVersion = version->value_or(job.compile.codeObjectVersion);
  llvm::Expected<std::optional<std::string>> cache = line.value(OPT_cache);
  if (!cache)
    return cache.takeError();
  job.compile.cacheDir = cache->value_or("");
  job.compile.debugInfo = line.has(OPT_debug_info);
  job.json = line.has(OPT_json);

  llvm::Expected<std::optional<std::string>> output = line.value(OPT_output);
  if (!output)
    return output.takeError();
  if (const std::optional<std::string> &file = *output) {
    if (file->empty())
      return makeError("-o names no file");
    job.output = *file;
  }
  if (job.output == "-" && job.json)
    return makeError("-o - and --json both write to standard output: give one of them");
  if (job.output.empty() && !job.json) {
    if (job.emit == EmitKind::Hsaco)
      return makeError("-o is needed (-o - is standard output)");
    job.output = "-";
  }
  return job;
}

/// Writes to the job's output, if it has one.
llvm::Error write(const Job &job, llvm::StringRef bytes) {
  if (job.output.empty())
    return llvm::Error::success();
  if (job.output != "-")
    return writeFileAtomically(job.output, bytes);
  llvm::outs() << bytes;
  return llvm::Error::success();
}

llvm::Error writeText(const Job &job, mlir::ModuleOp module) {
  llvm::Expected<std::string> text = emit(module, job.emit, job.compile);
  if (!text)
    return text.takeError();
  return write(job, *text);
}

void report(const Job &job, const CodeObject &object, const KernelFacts &facts,
            const Origin &origin) {
  ReportHead head;
  head.kernel = origin.kernel;
  head.arch = object.arch().str();
  head.symbol = facts.symbol;
  head.spec = origin.spec;
  if (job.json) {
    printJsonObject([&](llvm::json::OStream &json) {
      jsonHead(json, head);
      jsonFacts(json, facts);
      json.attribute("executed", nullptr);
      json.attribute("verify", nullptr);
    });
    return;
  }
  llvm::outs() << "kernel:     " << facts.symbol << " for " << head.arch << '\n';
  llvm::outs() << "resources:  " << resourcesText(facts) << '\n';
  printCodeFacts(llvm::outs(), facts);
}

/// Compiles, writes and reports.
llvm::Error run(const Job &job, mlir::ModuleOp module, const Origin &origin) {
  if (job.emit != EmitKind::Hsaco && !job.json)
    return writeText(job, module);

  // A report is of the code object, whatever form is written.
  llvm::Expected<CodeObject> object = compile(module, job.compile);
  if (!object)
    return object.takeError();
  if (job.json && object->kernels().size() != 1)
    return makeError("--json reports on one kernel, but the input holds {}",
                     object->kernels().size());
  if (llvm::Error error =
          job.emit == EmitKind::Hsaco ? write(job, object->bytes()) : writeText(job, module))
    return error;
  if (job.output != "-")
    for (const KernelFacts &facts : object->kernels())
      report(job, *object, facts, origin);
  return llvm::Error::success();
}

llvm::Error compileIrText(const CommandLine &line, const std::string &path) {
  if (llvm::Error error =
          line.refuse({OPT_kernel, OPT_arch, OPT_set},
                      "has no place beside IR text, which says itself what it is: '" + path + "'"))
    return error;
  llvm::Expected<Job> job = readJob(line);
  if (!job)
    return job.takeError();
  mlir::DialectRegistry dialects;
  ir::registerDialects(dialects);
  mlir::MLIRContext context(dialects, mlir::MLIRContext::Threading::DISABLED);
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module = readIrText(context, path);
  if (!module)
    return module.takeError();
  return run(*job, **module, {});
}

llvm::Error compileKernel(const CommandLine &line, const Kernel &kernel) {
  llvm::Expected<Job> job = readJob(line);
  if (!job)
    return job.takeError();
  llvm::Expected<std::string> arch = line.required(OPT_arch);
  if (!arch)
    return arch.takeError();
  llvm::Expected<std::vector<Assignment>> spec = line.assignments(OPT_set);
  if (!spec)
    return spec.takeError();
  llvm::Expected<std::unique_ptr<KernelVariant>> variant = kernel.specialize(*arch, *spec);
  if (!variant)
    return variant.takeError();
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module = (*variant)->build(context);
  if (!module)
    return module.takeError();
  return run(*job, **module, {kernel.name().str(), (*variant)->spec()});
}

llvm::Error body(llvm::ArrayRef<const char *> arguments) {
  llvm::Expected<CommandLine> line =
      CommandLine::parse(optionTable(), arguments, OPT_INPUT, OPT_UNKNOWN);
  if (!line)
    return line.takeError();
  if (line->has(OPT_help)) {
    optionTable().printHelp(llvm::outs(), usage,
                            "rocke-compile: compiles GPU kernels to code objects");
    return llvm::Error::success();
  }
  if (line->has(OPT_version)) {
    printVersion(toolName);
    return llvm::Error::success();
  }

  KernelRegistry registry = makeKernelRegistry();
  std::vector<std::string> inputs = line->inputs();
  if (inputs.size() > 1)
    return makeError("one input at a time: '{}' and '{}'", inputs[0], inputs[1]);
  if (line->has(OPT_list_kernels)) {
    if (!inputs.empty())
      return makeError("--list takes no input: '{}'", inputs[0]);
    if (llvm::Error error = line->refuse({OPT_kernel, OPT_describe, OPT_output, OPT_emit, OPT_set},
                                         "has no place beside --list"))
      return error;
    printKernelList(registry, line->has(OPT_json));
    return llvm::Error::success();
  }
  if (!inputs.empty()) {
    if (line->has(OPT_describe))
      return makeError("--describe takes no input: '{}'", inputs[0]);
    return compileIrText(*line, inputs[0]);
  }
  if (!line->has(OPT_kernel))
    return makeError("nothing to compile: give --kernel or a file of IR text (--help lists the "
                     "options, --list the kernels)");
  llvm::Expected<std::string> name = line->required(OPT_kernel);
  if (!name)
    return name.takeError();
  llvm::Expected<const Kernel *> kernel = registry.lookup(*name);
  if (!kernel)
    return kernel.takeError();
  if (line->has(OPT_describe)) {
    if (llvm::Error error =
            line->refuse({OPT_output, OPT_emit, OPT_set}, "has no place beside --describe"))
      return error;
    printKernelDescription(**kernel, line->has(OPT_json));
    return llvm::Error::success();
  }
  return compileKernel(*line, **kernel);
}

} // namespace

int main(int argc, char **argv) { return runTool(toolName, argc, argv, body); }
