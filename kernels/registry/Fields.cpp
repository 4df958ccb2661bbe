//===- Fields.cpp - Reading, checking and printing field values -----------===//
#include "rocke/kernels/Fields.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <charconv>
#include <cmath>

using namespace rocke;

llvm::StringRef rocke::toString(FieldType type) {
  switch (type) {
  case FieldType::Int:
    return "int";
  case FieldType::Bool:
    return "bool";
  case FieldType::Enum:
    return "enum";
  case FieldType::Float:
    return "float";
  }
  llvm_unreachable("a field type without a name");
}

namespace {

struct ValuePrinter {
  std::string operator()(std::monostate) const { return "auto"; }
  std::string operator()(int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(bool value) const { return value ? "on" : "off"; }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string &value) const { return value; }
};

std::optional<bool> parseBool(llvm::StringRef text) {
  if (text == "on" || text == "true" || text == "1")
    return true;
  if (text == "off" || text == "false" || text == "0")
    return false;
  return std::nullopt;
}

// strtod would follow the locale.
std::optional<double> parseDouble(llvm::StringRef text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (error != std::errc() || end != text.end())
    return std::nullopt;
  return value;
}

} // namespace

std::string rocke::toString(const FieldValue &value) { return std::visit(ValuePrinter(), value); }

std::string FieldInfo::allowedText() const {
  std::string text;
  switch (type) {
  case FieldType::Bool:
    text = "on, off";
    break;
  case FieldType::Enum:
    text = llvm::join(names, ", ");
    break;
  case FieldType::Float: {
    bool low = floatLimits.min > std::numeric_limits<double>::lowest();
    bool high = floatLimits.max < std::numeric_limits<double>::max();
    if (low && high)
      text = fmt::format("{} to {}", floatLimits.min, floatLimits.max);
    else if (low)
      text = fmt::format("{} or more", floatLimits.min);
    else if (high)
      text = fmt::format("{} or less", floatLimits.max);
    else
      text = "any finite number";
    break;
  }
  case FieldType::Int:
    if (!intLimits.values.empty()) {
      text = llvm::join(
          llvm::map_range(intLimits.values, [](int64_t value) { return fmt::format("{}", value); }),
          ", ");
      break;
    }
    text = fmt::format("{} to {}", intLimits.min, intLimits.max);
    if (intLimits.multipleOf != 1)
      text += fmt::format(", a multiple of {}", intLimits.multipleOf);
    break;
  }
  return optional ? text + "; auto" : text;
}

std::string FieldInfo::defaultText() const {
  if (!sameAs.empty())
    return "the value of " + sameAs;
  if (std::holds_alternative<std::monostate>(defaultValue) && !autoText.empty())
    return "auto: " + autoText;
  return toString(defaultValue);
}

bool FieldInfo::allows(const FieldValue &value) const {
  if (std::holds_alternative<std::monostate>(value))
    return optional;
  switch (type) {
  case FieldType::Bool:
    return std::holds_alternative<bool>(value);
  case FieldType::Enum: {
    const auto *name = std::get_if<std::string>(&value);
    return name && llvm::is_contained(names, *name);
  }
  case FieldType::Float: {
    const auto *number = std::get_if<double>(&value);
    return number && std::isfinite(*number) && *number >= floatLimits.min &&
           *number <= floatLimits.max;
  }
  case FieldType::Int: {
    const auto *number = std::get_if<int64_t>(&value);
    if (!number)
      return false;
    if (!intLimits.values.empty())
      return llvm::is_contained(intLimits.values, *number);
    return *number >= intLimits.min && *number <= intLimits.max &&
           *number % intLimits.multipleOf == 0;
  }
  }
  llvm_unreachable("a field type without limits");
}

llvm::Expected<FieldValue> FieldInfo::parse(llvm::StringRef kind, llvm::StringRef text) const {
  std::optional<FieldValue> value;
  if (text == "auto" && optional) {
    value = FieldValue();
  } else {
    switch (type) {
    case FieldType::Bool:
      if (std::optional<bool> flag = parseBool(text))
        value = *flag;
      break;
    case FieldType::Enum:
      value = text.str();
      break;
    case FieldType::Float:
      if (std::optional<double> number = parseDouble(text))
        value = *number;
      break;
    case FieldType::Int: {
      int64_t number = 0;
      if (!text.getAsInteger(10, number))
        value = number;
      break;
    }
    }
  }
  if (!value || !allows(*value))
    return makeError("{} '{}' cannot be '{}': expected {} ({})", kind.str(), name, text.str(),
                     allowedText(), toString(type).str());
  return *value;
}

llvm::Expected<std::vector<Assignment>> rocke::parseAssignments(llvm::StringRef list) {
  std::vector<Assignment> assignments;
  llvm::SmallVector<llvm::StringRef> parts;
  list.split(parts, ',');
  for (llvm::StringRef part : parts) {
    size_t equals = part.find('=');
    llvm::StringRef field = part.take_front(equals).trim();
    if (equals == llvm::StringRef::npos || field.empty())
      return makeError("'{}' is not of the form field=value", part.str());
    assignments.push_back({field.str(), part.drop_front(equals + 1).trim().str()});
  }
  return assignments;
}
