//===- CodeObjectMode.cpp - rocke-run --hsaco -----------------------------===//
#include "Modes.h"
#include "RawArgs.h"
#include "RunReport.h"
#include "common/OptionTable.h"
#include "rocke/compiler/FileIO.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rocke;
using namespace rocke::tools;

namespace {

/// The kernel that --symbol names; without it, the only one.
llvm::Expected<const KernelFacts *> chooseKernel(const CodeObject &object, const std::string &path,
                                                 const std::optional<std::string> &symbol) {
  std::string known = llvm::join(
      llvm::map_range(object.kernels(), [](const KernelFacts &k) { return k.symbol; }), ", ");
  if (symbol) {
    if (const KernelFacts *facts = object.kernel(*symbol))
      return facts;
    return makeError("'{}' has no kernel '{}'; it has: {}", path, *symbol, known);
  }
  if (object.kernels().empty())
    return makeError("'{}' has no kernels (they are found by the ELF file's symbols)", path);
  if (object.kernels().size() != 1)
    return makeError("'{}' has {} kernels, choose one with --symbol: {}", path,
                     object.kernels().size(), known);
  return &object.kernels().front();
}

llvm::Expected<LaunchShape> readShape(const CommandLine &line) {
  LaunchShape shape;
  for (auto [id, extents] :
       {std::pair(OPT_grid, &shape.grid), std::pair(OPT_block, &shape.block)}) {
    llvm::Expected<std::string> text = line.required(id);
    if (!text)
      return text.takeError();
    llvm::Expected<std::array<uint32_t, 3>> parsed = parseExtents(line.spelling(id), *text);
    if (!parsed)
      return parsed.takeError();
    *extents = *parsed;
  }
  llvm::Expected<std::optional<uint64_t>> lds = line.number(OPT_lds, 0, 1 << 20);
  if (!lds)
    return lds.takeError();
  shape.dynamicLdsBytes = static_cast<uint32_t>(lds->value_or(0));
  return shape;
}

} // namespace

llvm::Error tools::runCodeObject(const CommandLine &line) {
  if (llvm::Error error = line.refuse({OPT_kernel, OPT_arch, OPT_set, OPT_problem, OPT_input,
                                       OPT_output, OPT_seed, OPT_verify, OPT_cache, OPT_opt_level},
                                      "has no place beside --hsaco"))
    return error;
  llvm::Expected<std::string> path = line.required(OPT_hsaco);
  if (!path)
    return path.takeError();
  llvm::Expected<std::optional<std::string>> symbol = line.value(OPT_symbol);
  if (!symbol)
    return symbol.takeError();
  llvm::Expected<LaunchShape> shape = readShape(line);
  if (!shape)
    return shape.takeError();
  llvm::Expected<std::string> bytes = readFile(*path);
  if (!bytes)
    return bytes.takeError();
  llvm::Expected<CodeObject> object = CodeObject::parse(std::move(*bytes));
  if (!object)
    return makeError("'{}': {}", *path, llvm::toString(object.takeError()));
  llvm::Expected<const KernelFacts *> facts = chooseKernel(*object, *path, *symbol);
  if (!facts)
    return facts.takeError();

  std::vector<RawArg> raw;
  for (const std::string &text : line.values(OPT_arg)) {
    llvm::Expected<RawArg> argument = parseRawArg(text);
    if (!argument)
      return argument.takeError();
    raw.push_back(std::move(*argument));
  }
  std::vector<LaunchArg> arguments;
  for (RawArg &argument : raw) {
    if (auto *file = std::get_if<FileArg>(&argument))
      arguments.push_back(LaunchBuffer{file->array.data, file->access != Access::In});
    else if (const auto *value = std::get_if<ValueArg>(&argument))
      arguments.push_back(LaunchValue{value->bytes});
    else
      arguments.push_back(LaunchValue{std::vector<uint8_t>(sizeof(uint64_t), 0)});
  }

  llvm::Expected<runtime::Device> device = openDevice(line, object->arch());
  if (!device)
    return device.takeError();
  llvm::Expected<LaunchResult> result =
      launch(line, *device, *object, (*facts)->symbol, *shape, arguments);
  if (!result)
    return result.takeError();

  std::vector<FileContents> files;
  for (const RawArg &argument : raw)
    if (const auto *file = std::get_if<FileArg>(&argument); file && file->access != Access::In)
      files.push_back({file->path, runtime::serializeNpy(file->array)});
  if (llvm::Error error = writeFilesAtomically(files))
    return error;

  RunReport report;
  report.head.arch = object->arch().str();
  report.head.symbol = (*facts)->symbol;
  report.launch = *shape;
  report.facts = **facts;
  report.result = *result;
  printRunReport(report, line.has(OPT_json));
  return checkResult(report.result);
}
