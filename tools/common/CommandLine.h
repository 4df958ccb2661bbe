//===- CommandLine.h - Parsed command lines ---------------------*- C++ -*-===//
#ifndef ROCKE_TOOLS_COMMON_COMMANDLINE_H
#define ROCKE_TOOLS_COMMON_COMMANDLINE_H

#include "rocke/kernels/Fields.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rocke::tools {

/// The arguments of one run of a tool, by the option ids of its table.
class CommandLine {
public:
  /// `arguments` do not include the program's name. `inputId` and `unknownId` are the table's ids
  /// of positional and of unknown arguments. Errors name the option and, if there is one, the
  /// option that it was probably meant to be.
  static llvm::Expected<CommandLine> parse(const llvm::opt::OptTable &table,
                                           llvm::ArrayRef<const char *> arguments, unsigned inputId,
                                           unsigned unknownId);

  bool has(unsigned id) const;
  /// The value of an option that may be given once; nothing if it was not given.
  llvm::Expected<std::optional<std::string>> value(unsigned id) const;
  /// The same with an error if it was not given: "--kernel is needed".
  llvm::Expected<std::string> required(unsigned id) const;
  /// A decimal number that may be given once.
  llvm::Expected<std::optional<uint64_t>> number(unsigned id, uint64_t min, uint64_t max) const;
  /// Every value of an option that may be repeated.
  std::vector<std::string> values(unsigned id) const;
  /// The field=value pairs of an option that may be repeated.
  llvm::Expected<std::vector<Assignment>> assignments(unsigned id) const;
  /// The positional arguments.
  std::vector<std::string> inputs() const;
  /// An error that names the first of `ids` that was given and `why` it has no place.
  llvm::Error refuse(llvm::ArrayRef<unsigned> ids, llvm::StringRef why) const;

  /// "--arch"
  std::string spelling(unsigned id) const;

private:
  CommandLine(const llvm::opt::OptTable &table, unsigned inputId)
      : table(&table), inputId(inputId), storage(std::make_unique<llvm::BumpPtrAllocator>()) {}

  const llvm::opt::OptTable *table;
  unsigned inputId;
  std::unique_ptr<llvm::BumpPtrAllocator> storage; ///< owns what the list points to
  std::unique_ptr<llvm::opt::InputArgList> list;
};

} // namespace rocke::tools

#endif // ROCKE_TOOLS_COMMON_COMMANDLINE_H
