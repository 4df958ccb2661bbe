//===- Report.h - What the tools say of a compiled kernel -------*- C++ -*-===//
#ifndef ROCKE_TOOLS_COMMON_REPORT_H
#define ROCKE_TOOLS_COMMON_REPORT_H

#include "rocke/compiler/CodeObject.h"
#include "rocke/kernels/Registry.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace rocke::tools {

// All figures here are counted in the code object. Those that a report does not have are null.

/// "kernel", "arch", "symbol", "spec", "problem": what was compiled, and for which problem.
struct ReportHead {
  std::optional<std::string> kernel; ///< the family; none for IR text and foreign code objects
  std::string arch;
  std::string symbol;
  std::optional<std::vector<NamedValue>> spec;
  std::optional<std::vector<NamedValue>> problem;
};
void jsonHead(llvm::json::OStream &json, const ReportHead &head);

/// "resources", "static_mix", "matrix_loops".
void jsonFacts(llvm::json::OStream &json, const KernelFacts &facts);

/// "key": {"valu": 12, ...}: every class with its count, then "total" and "issued".
void jsonMix(llvm::json::OStream &json, llvm::StringRef key, const InstMix &mix);
/// The same inside an object that is open.
void jsonMixEntries(llvm::json::OStream &json, const InstMix &mix);

/// "valu 12, matrix 16, wait 3; 31 in all": the classes that occur.
std::string mixText(const InstMix &mix);

/// "VGPRs 91, SGPRs 36, spills 0 VGPR and 0 SGPR, LDS 2048 bytes, ..."
std::string resourcesText(const KernelFacts &facts);

/// A line for the static mix and one or two for each matrix loop.
void printCodeFacts(llvm::raw_ostream &os, const KernelFacts &facts);

/// "head_size=64 dtype=f16 ..."
std::string fieldsText(llvm::ArrayRef<NamedValue> fields);

} // namespace rocke::tools

#endif // ROCKE_TOOLS_COMMON_REPORT_H
