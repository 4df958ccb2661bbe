//===- OptionTable.cpp - The options of the tool at hand ------------------===//
#include "common/OptionTable.h"
#include "llvm/Option/Option.h"

using namespace rocke::tools;
using namespace llvm::opt;

namespace {

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr llvm::opt::OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class Table : public GenericOptTable {
public:
  Table() : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionInfos) {}
};

} // namespace

const llvm::opt::OptTable &rocke::tools::optionTable() {
  static const Table table;
  return table;
}
