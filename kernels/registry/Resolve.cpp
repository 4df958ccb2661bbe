//===- Resolve.cpp - Every field of a spec and a problem gets its value ---===//
#include "rocke/ir/Error.h"
#include "rocke/kernels/Fields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rocke;

namespace {

constexpr llvm::StringLiteral specKind = "spec field";
constexpr llvm::StringLiteral problemKind = "problem field";

/// Values by position in the table; not set: not given.
using GivenValues = std::vector<std::optional<FieldValue>>;

const FieldInfo *findField(llvm::ArrayRef<FieldInfo> table, llvm::StringRef name) {
  const auto *it = llvm::find_if(table, [&](const FieldInfo &info) { return info.name == name; });
  return it == table.end() ? nullptr : it;
}

std::string fieldNames(llvm::ArrayRef<FieldInfo> table) {
  return llvm::join(llvm::map_range(table, [](const FieldInfo &info) { return info.name; }), ", ");
}

llvm::Expected<GivenValues> readGiven(llvm::StringRef kernel, llvm::StringRef kind,
                                      llvm::ArrayRef<FieldInfo> table, llvm::StringRef otherKind,
                                      llvm::ArrayRef<FieldInfo> otherTable,
                                      llvm::ArrayRef<Assignment> assignments) {
  GivenValues given(table.size());
  for (const Assignment &assignment : assignments) {
    const FieldInfo *info = findField(table, assignment.field);
    if (!info)
      return makeError("kernel '{}' has no {} '{}'{}; its {}s are: {}", kernel.str(), kind.str(),
                       assignment.field,
                       findField(otherTable, assignment.field)
                           ? fmt::format(" (it has a {} of that name)", otherKind.str())
                           : "",
                       kind.str(), fieldNames(table));
    std::optional<FieldValue> &slot = given[info - table.begin()];
    if (slot)
      return makeError("{} '{}' is given twice", kind.str(), info->name);
    llvm::Expected<FieldValue> value = info->parse(kind, assignment.value);
    if (!value)
      return value.takeError();
    slot = std::move(*value);
  }
  return given;
}

/// The value of every field: what was given, or else that of its sameAs field or its default.
llvm::Expected<std::vector<FieldValue>>
settle(llvm::StringRef kind, llvm::ArrayRef<FieldInfo> table, const GivenValues &given) {
  std::vector<FieldValue> values;
  for (const auto &[info, value] : llvm::zip_equal(table, given)) {
    if (value) {
      values.push_back(*value);
      continue;
    }
    if (info.sameAs.empty()) {
      values.push_back(info.defaultValue);
      continue;
    }
    const FieldInfo *source = findField(table, info.sameAs);
    assert(source && source < &info && "sameAs names an earlier field of the table");
    FieldValue inherited = values[source - table.begin()];
    if (!info.allows(inherited))
      return makeError("{} '{}' is that of '{}' where it is not given, but cannot be '{}': "
                       "expected {}",
                       kind.str(), info.name, source->name, toString(inherited),
                       info.allowedText());
    values.push_back(std::move(inherited));
  }
  return values;
}

/// Passes given values over the links in both directions.
llvm::Error linkGiven(llvm::ArrayRef<FieldInfo> spec, GivenValues &specValues,
                      llvm::ArrayRef<FieldInfo> problem, GivenValues &problemValues) {
  for (auto [info, value] : llvm::zip_equal(spec, specValues)) {
    if (info.problemField.empty())
      continue;
    const FieldInfo *linked = findField(problem, info.problemField);
    assert(linked && "a spec field follows an unknown problem field");
    std::optional<FieldValue> &linkedValue = problemValues[linked - problem.begin()];
    if (value && linkedValue && *value != *linkedValue)
      return makeError(
          "{} '{}' is {} but {} '{}' is {}: they must be equal, and one of them may be "
          "left out",
          specKind.str(), info.name, toString(*value), problemKind.str(), linked->name,
          toString(*linkedValue));
    if (value && !linkedValue) {
      if (!linked->allows(*value))
        return makeError("{} '{}' is {}, which {} '{}' cannot be: expected {}", specKind.str(),
                         info.name, toString(*value), problemKind.str(), linked->name,
                         linked->allowedText());
      linkedValue = *value;
    }
  }
  return llvm::Error::success();
}

/// Gives spec fields that were not given the settled values of the problem fields that they follow.
llvm::Error followProblem(llvm::ArrayRef<FieldInfo> spec, GivenValues &specValues,
                          llvm::ArrayRef<FieldInfo> problem,
                          llvm::ArrayRef<FieldValue> problemValues) {
  for (auto [info, value] : llvm::zip_equal(spec, specValues)) {
    if (info.problemField.empty() || value)
      continue;
    const FieldInfo *linked = findField(problem, info.problemField);
    const FieldValue &followed = problemValues[linked - problem.begin()];
    if (!info.allows(followed))
      return makeError("{} '{}' is {}, which {} '{}' cannot be: expected {}", problemKind.str(),
                       linked->name, toString(followed), specKind.str(), info.name,
                       info.allowedText());
    value = followed;
  }
  return llvm::Error::success();
}

} // namespace

llvm::Expected<ResolvedFields>
rocke::resolveFields(llvm::StringRef kernel, llvm::ArrayRef<FieldInfo> spec,
                     llvm::ArrayRef<Assignment> specSet, llvm::ArrayRef<FieldInfo> problem,
                     std::optional<llvm::ArrayRef<Assignment>> problemSet) {
  llvm::Expected<GivenValues> specValues =
      readGiven(kernel, specKind, spec, problemKind, problem, specSet);
  if (!specValues)
    return specValues.takeError();
  ResolvedFields resolved;
  if (problemSet) {
    llvm::Expected<GivenValues> problemValues =
        readGiven(kernel, problemKind, problem, specKind, spec, *problemSet);
    if (!problemValues)
      return problemValues.takeError();
    if (llvm::Error error = linkGiven(spec, *specValues, problem, *problemValues))
      return std::move(error);
    llvm::Expected<std::vector<FieldValue>> settled = settle(problemKind, problem, *problemValues);
    if (!settled)
      return settled.takeError();
    resolved.problem = std::move(*settled);
    if (llvm::Error error = followProblem(spec, *specValues, problem, resolved.problem))
      return std::move(error);
  }
  llvm::Expected<std::vector<FieldValue>> settled = settle(specKind, spec, *specValues);
  if (!settled)
    return settled.takeError();
  resolved.spec = std::move(*settled);
  return resolved;
}
