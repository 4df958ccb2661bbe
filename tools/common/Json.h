//===- Json.h - JSON as the tools print it ----------------------*- C++ -*-===//
#ifndef ROCKE_TOOLS_COMMON_JSON_H
#define ROCKE_TOOLS_COMMON_JSON_H

#include "rocke/kernels/Fields.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace rocke::tools {

/// Prints one JSON object and a newline on standard output. Keys come out in the order in which
/// `body` writes them.
void printJsonObject(llvm::function_ref<void(llvm::json::OStream &)> body);

/// A number in the shortest form that reads back as the same; null where JSON has no such number
/// (an infinity, NaN).
void jsonNumber(llvm::json::OStream &json, double value);
void jsonNumber(llvm::json::OStream &json, llvm::StringRef key, double value);

/// A field's value: a number, true or false, or a string.
void jsonValue(llvm::json::OStream &json, const FieldValue &value);

/// "key": {"field": value, ...}
void jsonFields(llvm::json::OStream &json, llvm::StringRef key, llvm::ArrayRef<NamedValue> fields);

} // namespace rocke::tools

#endif // ROCKE_TOOLS_COMMON_JSON_H
