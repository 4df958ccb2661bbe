//===- Describe.cpp - --list and --describe -------------------------------===//
#include "common/Describe.h"
#include "common/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <fmt/format.h>

using namespace rocke;
using namespace rocke::tools;

namespace {

void jsonKernel(llvm::json::OStream &json, const Kernel &kernel) {
  json.attribute("kernel", kernel.name());
  json.attribute("summary", kernel.summary());
  json.attributeArray("archs", [&] {
    for (const std::string &arch : kernel.archs())
      json.value(arch);
  });
}

void jsonAllowed(llvm::json::OStream &json, const FieldInfo &field) {
  switch (field.type) {
  case FieldType::Bool:
    json.attributeArray("values", [&] {
      json.value(false);
      json.value(true);
    });
    return;
  case FieldType::Enum:
    json.attributeArray("values", [&] {
      for (const std::string &name : field.names)
        json.value(name);
    });
    return;
  case FieldType::Float:
    jsonNumber(json, "min", field.floatLimits.min);
    jsonNumber(json, "max", field.floatLimits.max);
    return;
  case FieldType::Int:
    if (!field.intLimits.values.empty()) {
      json.attributeArray("values", [&] {
        for (int64_t value : field.intLimits.values)
          json.value(value);
      });
      return;
    }
    json.attribute("min", field.intLimits.min);
    json.attribute("max", field.intLimits.max);
    json.attribute("multiple_of", field.intLimits.multipleOf);
    return;
  }
}

void jsonFieldInfos(llvm::json::OStream &json, llvm::StringRef key,
                    llvm::ArrayRef<FieldInfo> fields) {
  json.attributeArray(key, [&] {
    for (const FieldInfo &field : fields)
      json.object([&] {
        json.attribute("name", field.name);
        json.attribute("type", toString(field.type));
        json.attributeBegin("default");
        jsonValue(json, field.defaultValue);
        json.attributeEnd();
        json.attribute("default_text", field.defaultText());
        json.attribute("allowed", field.allowedText());
        jsonAllowed(json, field);
        if (!field.problemField.empty())
          json.attribute("problem_field", field.problemField);
        json.attribute("meaning", field.doc);
      });
  });
}

void printFields(llvm::StringRef title, llvm::ArrayRef<FieldInfo> fields) {
  size_t width = 0;
  for (const FieldInfo &field : fields)
    width = std::max(width, field.name.size());
  llvm::outs() << '\n' << title << ":\n";
  std::string indent(width + 4, ' ');
  for (const FieldInfo &field : fields) {
    llvm::outs() << fmt::format("  {:<{}}  {}\n", field.name, width, field.doc);
    llvm::outs() << indent
                 << fmt::format("{}; default {}; allowed: {}\n", toString(field.type).str(),
                                field.defaultText(), field.allowedText());
    if (!field.problemField.empty())
      llvm::outs() << indent << "follows the problem field " << field.problemField
                   << " where one is given\n";
  }
}

} // namespace

void tools::printKernelList(const KernelRegistry &registry, bool json) {
  if (json) {
    printJsonObject([&](llvm::json::OStream &json) {
      json.attributeArray("kernels", [&] {
        for (const auto &kernel : registry.kernels())
          json.object([&] { jsonKernel(json, *kernel); });
      });
    });
    return;
  }
  size_t width = 0;
  for (const auto &kernel : registry.kernels())
    width = std::max(width, kernel->name().size());
  for (const auto &kernel : registry.kernels())
    llvm::outs() << fmt::format("{:<{}}  {} ({})\n", kernel->name().str(), width,
                                kernel->summary().str(), llvm::join(kernel->archs(), ", "));
}

void tools::printKernelDescription(const Kernel &kernel, bool json) {
  if (json) {
    printJsonObject([&](llvm::json::OStream &json) {
      jsonKernel(json, kernel);
      jsonFieldInfos(json, "spec_fields", kernel.specFields());
      jsonFieldInfos(json, "problem_fields", kernel.problemFields());
    });
    return;
  }
  llvm::outs() << kernel.name() << ": " << kernel.summary() << '\n';
  llvm::outs() << "archs: " << llvm::join(kernel.archs(), ", ") << '\n';
  printFields("spec fields, fixed at compile time (--set field=value)", kernel.specFields());
  printFields("problem fields, fixed at launch (--problem field=value)", kernel.problemFields());
}
