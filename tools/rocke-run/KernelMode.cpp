//===- KernelMode.cpp - rocke-run --kernel --------------------------------===//
#include "HostTensor.h"
#include "Modes.h"
#include "RunReport.h"
#include "Verify.h"
#include "common/OptionTable.h"
#include "mlir/IR/BuiltinOps.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/compiler/FileIO.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace rocke;
using namespace rocke::tools;

namespace {

/// The tensors of a launch, by name and in the order of the kernel's arguments.
struct TensorSet {
  std::vector<HostTensor> tensors;

  HostTensor *find(llvm::StringRef name) {
    auto it = llvm::find_if(
        tensors, [&](const HostTensor &tensor) { return tensor.argument().name == name; });
    return it == tensors.end() ? nullptr : &*it;
  }
  std::string names() const {
    return llvm::join(
        llvm::map_range(tensors, [](const HostTensor &t) { return t.argument().name; }), ", ");
  }
};

/// Files by tensor name, from --input or --output.
llvm::Expected<llvm::StringMap<std::string>> readFileOptions(const CommandLine &line, unsigned id,
                                                             TensorSet &set) {
  llvm::StringMap<std::string> files;
  for (const std::string &text : line.values(id)) {
    auto [name, path] = llvm::StringRef(text).split('=');
    if (name.empty() || path.empty())
      return makeError("{} '{}' is not of the form <tensor>=<file>.npy", line.spelling(id), text);
    HostTensor *tensor = set.find(name);
    if (!tensor)
      return makeError("{}: the kernel has no tensor '{}'; its tensors are: {}", line.spelling(id),
                       name.str(), set.names());
    if (id == OPT_input && tensor->argument().access == Access::Out)
      return makeError("{}: '{}' is an output of the kernel", line.spelling(id), name.str());
    if (!files.try_emplace(name, path.str()).second)
      return makeError("{}: '{}' is given twice", line.spelling(id), name.str());
  }
  return files;
}

/// Writes the tensors that have a file, all of them or none.
llvm::Error writeOutputs(const TensorSet &set, const llvm::StringMap<std::string> &outputs) {
  std::vector<FileContents> files;
  // In the order of the arguments, whatever that of the options.
  for (const HostTensor &tensor : set.tensors) {
    auto file = outputs.find(tensor.argument().name);
    if (file == outputs.end())
      continue;
    llvm::Expected<std::string> bytes = tensor.npyFile();
    if (!bytes)
      return bytes.takeError();
    files.push_back({file->second, std::move(*bytes)});
  }
  return writeFilesAtomically(files);
}

llvm::Error fillTensors(TensorSet &set, const llvm::StringMap<std::string> &inputs, uint64_t seed) {
  for (auto [stream, tensor] : llvm::enumerate(set.tensors)) {
    if (tensor.argument().access == Access::Out)
      continue;
    auto file = inputs.find(tensor.argument().name);
    llvm::Error error =
        file == inputs.end() ? tensor.fillRandom(seed, stream) : tensor.read(file->second);
    if (error)
      return error;
  }
  return llvm::Error::success();
}

LaunchValue valueOf(const ScalarArgument &scalar) {
  return std::visit(
      [](auto value) {
        const auto *bytes = reinterpret_cast<const uint8_t *>(&value);
        return LaunchValue{std::vector<uint8_t>(bytes, bytes + sizeof(value))};
      },
      scalar.value);
}

std::vector<LaunchArg> launchArgs(llvm::ArrayRef<Argument> arguments, TensorSet &set) {
  std::vector<LaunchArg> result;
  for (const Argument &argument : arguments) {
    if (const auto *scalar = std::get_if<ScalarArgument>(&argument)) {
      result.push_back(valueOf(*scalar));
      continue;
    }
    HostTensor *tensor = set.find(std::get<TensorArgument>(argument).name);
    result.push_back(LaunchBuffer{tensor->bytes(), tensor->argument().access != Access::In});
  }
  return result;
}

llvm::Expected<CodeObject> compileForRun(const CommandLine &line, const KernelLaunch &kernel) {
  CompileOptions options;
  // So that a fault names the builder's line.
  options.debugInfo = true;
  llvm::Expected<std::optional<uint64_t>> level = line.number(OPT_opt_level, 0, 3);
  if (!level)
    return level.takeError();
  options.optLevel = level->value_or(options.optLevel);
  llvm::Expected<std::optional<std::string>> cache = line.value(OPT_cache);
  if (!cache)
    return cache.takeError();
  options.cacheDir = cache->value_or("");

  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module = kernel.build(context);
  if (!module)
    return module.takeError();
  return compile(**module, options);
}

llvm::Expected<std::unique_ptr<KernelLaunch>> readKernel(const CommandLine &line) {
  llvm::Expected<std::string> name = line.required(OPT_kernel);
  if (!name)
    return name.takeError();
  KernelRegistry registry = makeKernelRegistry();
  llvm::Expected<const Kernel *> kernel = registry.lookup(*name);
  if (!kernel)
    return kernel.takeError();
  llvm::Expected<std::string> arch = line.required(OPT_arch);
  if (!arch)
    return arch.takeError();
  llvm::Expected<std::vector<Assignment>> spec = line.assignments(OPT_set);
  if (!spec)
    return spec.takeError();
  llvm::Expected<std::vector<Assignment>> problem = line.assignments(OPT_problem);
  if (!problem)
    return problem.takeError();
  return (*kernel)->instantiate(*arch, *spec, *problem);
}

} // namespace

llvm::Error tools::runKernel(const CommandLine &line) {
  if (llvm::Error error = line.refuse({OPT_symbol, OPT_grid, OPT_block, OPT_lds, OPT_arg},
                                      "has no place beside --kernel, which knows it"))
    return error;
  llvm::Expected<std::optional<uint64_t>> seed =
      line.number(OPT_seed, 0, std::numeric_limits<uint64_t>::max());
  if (!seed)
    return seed.takeError();
  llvm::Expected<std::unique_ptr<KernelLaunch>> kernel = readKernel(line);
  if (!kernel)
    return kernel.takeError();

  std::vector<Argument> arguments = (*kernel)->arguments();
  TensorSet set;
  for (const Argument &argument : arguments)
    if (const auto *tensor = std::get_if<TensorArgument>(&argument))
      set.tensors.emplace_back(*tensor);
  llvm::Expected<llvm::StringMap<std::string>> inputs = readFileOptions(line, OPT_input, set);
  if (!inputs)
    return inputs.takeError();
  llvm::Expected<llvm::StringMap<std::string>> outputs = readFileOptions(line, OPT_output, set);
  if (!outputs)
    return outputs.takeError();
  if (llvm::Error error = fillTensors(set, *inputs, seed->value_or(1)))
    return error;

  llvm::Expected<runtime::Device> device = openDevice(line, (*kernel)->arch().name);
  if (!device)
    return device.takeError();
  progress("compiling " + (*kernel)->kernelName());
  llvm::Expected<CodeObject> object = compileForRun(line, **kernel);
  if (!object)
    return object.takeError();
  const KernelFacts *facts = object->kernel((*kernel)->kernelName());
  if (!facts)
    return makeError("the code object has no kernel '{}'", (*kernel)->kernelName());

  RunReport report;
  report.launch = (*kernel)->launchShape();
  llvm::Expected<LaunchResult> result =
      launch(line, *device, *object, facts->symbol, report.launch, launchArgs(arguments, set));
  if (!result)
    return result.takeError();
  if (line.has(OPT_verify)) {
    progress("comparing with the reference");
    llvm::Expected<runtime::GateResult> gate = verify((*kernel)->reference(), set.tensors);
    if (!gate)
      return gate.takeError();
    report.verify = *gate;
  }
  if (llvm::Error error = writeOutputs(set, *outputs))
    return error;

  report.head = {line.values(OPT_kernel).front(), (*kernel)->arch().name.str(), facts->symbol,
                 (*kernel)->spec(), (*kernel)->problem()};
  report.facts = *facts;
  report.result = *result;
  printRunReport(report, line.has(OPT_json));
  if (llvm::Error error = checkResult(report.result))
    return error;
  if (report.verify && !report.verify->pass)
    return makeError("verification: {}", report.verify->str());
  return llvm::Error::success();
}
