//===- CommandLine.cpp - Parsed command lines -----------------------------===//
#include "common/CommandLine.h"
#include "rocke/ir/Error.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/Option.h"

using namespace rocke;
using namespace rocke::tools;

llvm::Expected<CommandLine> CommandLine::parse(const llvm::opt::OptTable &table,
                                               llvm::ArrayRef<const char *> arguments,
                                               unsigned inputId, unsigned unknownId) {
  CommandLine line(table, inputId);
  // The list points at the strings: it gets copies that live as long as it does.
  llvm::StringSaver saver(*line.storage);
  char **copies = line.storage->Allocate<char *>(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i)
    copies[i] = const_cast<char *>(saver.save(llvm::StringRef(arguments[i])).data());
  unsigned missingIndex = 0, missingCount = 0;
  line.list = std::make_unique<llvm::opt::InputArgList>(table.ParseArgs(
      llvm::ArrayRef<const char *>(copies, arguments.size()), missingIndex, missingCount));
  if (missingCount)
    return makeError("{} needs a value", arguments[missingIndex]);
  if (const llvm::opt::Arg *unknown = line.list->getLastArg(unknownId)) {
    std::string spelled = unknown->getAsString(*line.list), nearest;
    if (table.findNearest(spelled, nearest) <= 2)
      return makeError("unknown option '{}', did you mean '{}'? (--help lists the options)",
                       spelled, nearest);
    return makeError("unknown option '{}' (--help lists the options)", spelled);
  }
  return line;
}

bool CommandLine::has(unsigned id) const { return list->hasArg(id); }

std::string CommandLine::spelling(unsigned id) const {
  return table->getOptionPrefixedName(id).str();
}

llvm::Expected<std::optional<std::string>> CommandLine::value(unsigned id) const {
  std::vector<std::string> all = values(id);
  if (all.size() > 1)
    return makeError("{} is given twice", spelling(id));
  if (all.empty())
    return std::nullopt;
  return std::move(all.front());
}

llvm::Expected<std::string> CommandLine::required(unsigned id) const {
  llvm::Expected<std::optional<std::string>> given = value(id);
  if (!given)
    return given.takeError();
  std::optional<std::string> &text = *given;
  if (!text)
    return makeError("{} is needed (--help explains it)", spelling(id));
  return std::move(*text);
}

llvm::Expected<std::optional<uint64_t>> CommandLine::number(unsigned id, uint64_t min,
                                                            uint64_t max) const {
  llvm::Expected<std::optional<std::string>> given = value(id);
  if (!given)
    return given.takeError();
  const std::optional<std::string> &text = *given;
  if (!text)
    return std::nullopt;
  uint64_t parsed = 0;
  if (llvm::StringRef(*text).getAsInteger(10, parsed) || parsed < min || parsed > max)
    return makeError("{} cannot be '{}': expected {} to {}", spelling(id), *text, min, max);
  return parsed;
}

std::vector<std::string> CommandLine::values(unsigned id) const {
  return list->getAllArgValues(id);
}

llvm::Expected<std::vector<Assignment>> CommandLine::assignments(unsigned id) const {
  std::vector<Assignment> all;
  for (const std::string &value : values(id)) {
    llvm::Expected<std::vector<Assignment>> some = parseAssignments(value);
    if (!some)
      return makeError("{}: {}", spelling(id), llvm::toString(some.takeError()));
    all.insert(all.end(), some->begin(), some->end());
  }
  return all;
}

std::vector<std::string> CommandLine::inputs() const { return values(inputId); }

llvm::Error CommandLine::refuse(llvm::ArrayRef<unsigned> ids, llvm::StringRef why) const {
  for (unsigned id : ids)
    if (has(id))
      return makeError("{} {}", spelling(id), why.str());
  return llvm::Error::success();
}
