//===- Json.cpp - JSON as the tools print it ------------------------------===//
#include "common/Json.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <fmt/format.h>

using namespace rocke;
using namespace rocke::tools;

void tools::printJsonObject(llvm::function_ref<void(llvm::json::OStream &)> body) {
  llvm::json::OStream json(llvm::outs(), /*IndentSize=*/2);
  json.object([&] { body(json); });
  json.flush();
  llvm::outs() << '\n';
}

void tools::jsonNumber(llvm::json::OStream &json, double value) {
  if (std::isfinite(value))
    json.rawValue(fmt::format("{}", value));
  else
    json.value(nullptr);
}

void tools::jsonNumber(llvm::json::OStream &json, llvm::StringRef key, double value) {
  json.attributeBegin(key);
  jsonNumber(json, value);
  json.attributeEnd();
}

void tools::jsonValue(llvm::json::OStream &json, const FieldValue &value) {
  if (const auto *number = std::get_if<int64_t>(&value))
    json.value(*number);
  else if (const auto *flag = std::get_if<bool>(&value))
    json.value(*flag);
  else if (const auto *real = std::get_if<double>(&value))
    jsonNumber(json, *real);
  else
    json.value(toString(value));
}

void tools::jsonFields(llvm::json::OStream &json, llvm::StringRef key,
                       llvm::ArrayRef<NamedValue> fields) {
  json.attributeObject(key, [&] {
    for (const NamedValue &field : fields) {
      json.attributeBegin(field.name);
      jsonValue(json, field.value);
      json.attributeEnd();
    }
  });
}
