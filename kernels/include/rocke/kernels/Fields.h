//===- Fields.h - Named fields of specs and problems ------------*- C++ -*-===//
//
// A spec and a problem are plain structs with defaults. A kernel declares each of their members
// once, in a FieldTable; parsing of `field=value`, checks, descriptions and printing come from
// there.
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_KERNELS_FIELDS_H
#define ROCKE_KERNELS_FIELDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <cassert>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace rocke {

enum class FieldType { Int, Bool, Enum, Float };
/// "int", "bool", "enum", "float".
llvm::StringRef toString(FieldType type);

/// The value of a field; of an enum, its name. monostate is "auto": an optional member without a
/// value, which the kernel derives.
using FieldValue = std::variant<std::monostate, int64_t, bool, double, std::string>;
/// As `field=value` takes it: 64, on, 0.125, causal, auto. The same in every locale.
std::string toString(const FieldValue &value);

/// What an integer field may be: one of `values`, or if there are none, anything from `min` to
/// `max` that is a multiple of `multipleOf`.
struct IntLimits {
  int64_t min = std::numeric_limits<int64_t>::min();
  int64_t max = std::numeric_limits<int64_t>::max();
  int64_t multipleOf = 1;
  std::vector<int64_t> values;

  static IntLimits range(int64_t min, int64_t max, int64_t multipleOf = 1) {
    return {min, max, multipleOf, {}};
  }
  static IntLimits oneOf(std::vector<int64_t> values) {
    IntLimits limits;
    limits.values = std::move(values);
    return limits;
  }
};

/// What a floating-point field may be: finite, from `min` to `max`.
struct FloatLimits {
  double min = std::numeric_limits<double>::lowest();
  double max = std::numeric_limits<double>::max();
};

/// The description of one field.
struct FieldInfo {
  std::string name;
  FieldType type = FieldType::Int;
  std::string doc; ///< its meaning, with the unit
  FieldValue defaultValue;
  bool optional = false;          ///< "auto" is a value
  IntLimits intLimits;            ///< of Int
  FloatLimits floatLimits;        ///< of Float
  std::vector<std::string> names; ///< of Enum
  std::string autoText;           ///< what "auto" stands for, "1/sqrt(head_size)"
  /// Of a spec field: the problem field that it must equal. Where one of the two is given, the
  /// other follows it.
  std::string problemField;
  /// The earlier field of the same table whose value is this one's default.
  std::string sameAs;

  /// "64, 128", "1 to 65535", "none, causal", "on, off", "any number".
  std::string allowedText() const;
  /// "64", "the value of seqlen_q", "auto: 1/sqrt(head_size)".
  std::string defaultText() const;
  /// Reads a value. Errors name the field, the text and what is allowed; `kind` is "spec field" or
  /// "problem field".
  llvm::Expected<FieldValue> parse(llvm::StringRef kind, llvm::StringRef text) const;
  /// Checks a value of the field's type against the limits.
  bool allows(const FieldValue &value) const;
};

/// One `field=value`.
struct Assignment {
  std::string field;
  std::string value;
};

/// Reads a comma-separated list of `field=value`. Errors name the part that has another form.
llvm::Expected<std::vector<Assignment>> parseAssignments(llvm::StringRef list);

/// A field and its value, for reports.
struct NamedValue {
  std::string name;
  FieldValue value;
};

namespace detail {
template <typename T> struct Unwrapped {
  using type = T;
  static constexpr bool isOptional = false;
};
template <typename T> struct Unwrapped<std::optional<T>> {
  using type = T;
  static constexpr bool isOptional = true;
};
} // namespace detail

/// The fields of `Struct`, each with its description and access to the member behind it. The
/// declaring functions return the table so that calls chain; follows(), sameAs() and autoIs() say
/// more about the field declared last. A member may be std::optional: then "auto" leaves it empty.
template <typename Struct> class FieldTable {
public:
  template <typename Member>
  FieldTable &integer(std::string name, Member Struct::*member, IntLimits limits, std::string doc) {
    using T = detail::Unwrapped<Member>::type;
    static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>);
    FieldInfo &info = add<T>(
        std::move(name), FieldType::Int, member, std::move(doc),
        [](const T &value) -> FieldValue { return static_cast<int64_t>(value); },
        [](const FieldValue &value) { return static_cast<T>(std::get<int64_t>(value)); });
    // A limit that the member cannot hold would truncate silently.
    limits.min = std::max<int64_t>(limits.min, clampToInt64(std::numeric_limits<T>::min()));
    limits.max = std::min<int64_t>(limits.max, clampToInt64(std::numeric_limits<T>::max()));
    info.intLimits = std::move(limits);
    return *this;
  }

  template <typename Member>
  FieldTable &boolean(std::string name, Member Struct::*member, std::string doc) {
    using T = detail::Unwrapped<Member>::type;
    static_assert(std::is_same_v<T, bool>);
    add<T>(
        std::move(name), FieldType::Bool, member, std::move(doc),
        [](const bool &value) -> FieldValue { return value; },
        [](const FieldValue &value) { return std::get<bool>(value); });
    return *this;
  }

  template <typename Member>
  FieldTable &real(std::string name, Member Struct::*member, FloatLimits limits, std::string doc) {
    using T = detail::Unwrapped<Member>::type;
    static_assert(std::is_floating_point_v<T>);
    add<T>(
        std::move(name), FieldType::Float, member, std::move(doc),
        [](const T &value) -> FieldValue { return static_cast<double>(value); },
        [](const FieldValue &value) { return static_cast<T>(std::get<double>(value)); })
        .floatLimits = limits;
    return *this;
  }

  /// `names` gives every value of the enum its spelling.
  template <typename Member>
  FieldTable &
  enumeration(std::string name, Member Struct::*member,
              std::vector<std::pair<std::string, typename detail::Unwrapped<Member>::type>> names,
              std::string doc) {
    using T = detail::Unwrapped<Member>::type;
    std::vector<std::string> spellings;
    for (const auto &[spelling, value] : names)
      spellings.push_back(spelling);
    add<T>(
        std::move(name), FieldType::Enum, member, std::move(doc),
        [names](const T &value) -> FieldValue {
          for (const auto &[spelling, named] : names)
            if (named == value)
              return spelling;
          assert(false && "a value of the enum has no spelling in the field table");
          return {};
        },
        [names](const FieldValue &value) {
          for (const auto &[spelling, named] : names)
            if (spelling == std::get<std::string>(value))
              return named;
          assert(false && "an unchecked spelling");
          return names.front().second;
        })
        .names = std::move(spellings);
    return *this;
  }

  /// The spec field declared last equals this problem field (see FieldInfo::problemField).
  FieldTable &follows(std::string problemField) {
    infos.back().problemField = std::move(problemField);
    return *this;
  }
  /// The default of the field declared last is the value of this earlier field of the same type.
  FieldTable &sameAs(std::string field) {
    infos.back().sameAs = std::move(field);
    return *this;
  }
  /// What the kernel takes if the optional field declared last is not given.
  FieldTable &autoIs(std::string text) {
    infos.back().autoText = std::move(text);
    return *this;
  }

  llvm::ArrayRef<FieldInfo> fields() const { return infos; }

  FieldValue get(const Struct &from, size_t index) const { return access[index].get(from); }
  void set(Struct &to, size_t index, const FieldValue &value) const {
    access[index].set(to, value);
  }

  /// Every field with its value, in the order of declaration.
  std::vector<NamedValue> values(const Struct &from) const {
    std::vector<NamedValue> result;
    for (size_t i = 0; i < infos.size(); ++i)
      result.push_back({infos[i].name, access[i].get(from)});
    return result;
  }

private:
  struct Access {
    std::function<FieldValue(const Struct &)> get;
    std::function<void(Struct &, const FieldValue &)> set;
  };

  template <typename Integer> static constexpr int64_t clampToInt64(Integer value) {
    if constexpr (std::is_unsigned_v<Integer> && sizeof(Integer) == sizeof(int64_t))
      if (value > static_cast<Integer>(std::numeric_limits<int64_t>::max()))
        return std::numeric_limits<int64_t>::max();
    return static_cast<int64_t>(value);
  }

  template <typename T, typename Member, typename ToValue, typename FromValue>
  FieldInfo &add(std::string name, FieldType type, Member Struct::*member, std::string doc,
                 ToValue toValue, FromValue fromValue) {
    Access accessors;
    if constexpr (detail::Unwrapped<Member>::isOptional) {
      accessors.get = [member, toValue](const Struct &from) -> FieldValue {
        const Member &held = from.*member;
        return held ? toValue(*held) : FieldValue();
      };
      accessors.set = [member, fromValue](Struct &to, const FieldValue &value) {
        if (std::holds_alternative<std::monostate>(value))
          (to.*member).reset();
        else
          to.*member = fromValue(value);
      };
    } else {
      accessors.get = [member, toValue](const Struct &from) { return toValue(from.*member); };
      accessors.set = [member, fromValue](Struct &to, const FieldValue &value) {
        to.*member = fromValue(value);
      };
    }
    FieldInfo info;
    info.name = std::move(name);
    info.type = type;
    info.doc = std::move(doc);
    info.defaultValue = accessors.get(Struct());
    info.optional = detail::Unwrapped<Member>::isOptional;
    infos.push_back(std::move(info));
    access.push_back(std::move(accessors));
    return infos.back();
  }

  std::vector<FieldInfo> infos;
  std::vector<Access> access;
};

/// The values of a spec table and of a problem table, each in the order of its table.
struct ResolvedFields {
  std::vector<FieldValue> spec;
  std::vector<FieldValue> problem;
};

/// Settles every field from what was given:
///   - a field that was given has that value;
///   - a spec field and the problem field that it follows are equal: the one that was not given
///   takes
///     the value of the other, and it is an error if both were given and differ;
///   - any other field has the value of its sameAs() field, or else its default.
/// `kernel` names the kernel in errors. Errors on unknown fields, on fields given twice and on
/// values that are not allowed. Without `problemSet` there is no problem: ResolvedFields::problem
/// is empty and nothing follows it.
llvm::Expected<ResolvedFields> resolveFields(llvm::StringRef kernel, llvm::ArrayRef<FieldInfo> spec,
                                             llvm::ArrayRef<Assignment> specSet,
                                             llvm::ArrayRef<FieldInfo> problem,
                                             std::optional<llvm::ArrayRef<Assignment>> problemSet);

} // namespace rocke

#endif // ROCKE_KERNELS_FIELDS_H
