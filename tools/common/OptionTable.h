//===- OptionTable.h - The options of the tool at hand ----------*- C++ -*-===//
//
// Compiled into each tool with the Options.inc that comes from its Options.td.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_TOOLS_COMMON_OPTIONTABLE_H
#define ROCKE_TOOLS_COMMON_OPTIONTABLE_H

#include "llvm/Option/OptTable.h"

namespace rocke::tools {

/// OPT_<name> for each option of Options.td, OPT_INPUT and OPT_UNKNOWN.
enum OptionId : unsigned {
  OPT_INVALID,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

const llvm::opt::OptTable &optionTable();

} // namespace rocke::tools

#endif // ROCKE_TOOLS_COMMON_OPTIONTABLE_H
