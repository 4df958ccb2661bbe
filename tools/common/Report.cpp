//===- Report.cpp - What the tools say of a compiled kernel ---------------===//
#include "common/Report.h"
#include "common/Json.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace rocke;
using namespace rocke::tools;

void tools::jsonHead(llvm::json::OStream &json, const ReportHead &head) {
  json.attribute("kernel", head.kernel ? llvm::json::Value(*head.kernel) : nullptr);
  json.attribute("arch", head.arch);
  json.attribute("symbol", head.symbol);
  if (head.spec)
    jsonFields(json, "spec", *head.spec);
  else
    json.attribute("spec", nullptr);
  if (head.problem)
    jsonFields(json, "problem", *head.problem);
  else
    json.attribute("problem", nullptr);
}

void tools::jsonMixEntries(llvm::json::OStream &json, const InstMix &mix) {
  for (unsigned i = 0; i < numInstClasses; ++i)
    json.attribute(toString(static_cast<InstClass>(i)), mix.counts[i]);
  json.attribute("total", mix.total());
  json.attribute("issued", mix.issued());
}

void tools::jsonMix(llvm::json::OStream &json, llvm::StringRef key, const InstMix &mix) {
  json.attributeObject(key, [&] { jsonMixEntries(json, mix); });
}

void tools::jsonFacts(llvm::json::OStream &json, const KernelFacts &facts) {
  json.attributeObject("resources", [&] {
    json.attribute("vgprs", facts.vgprs);
    json.attribute("agprs", facts.agprs);
    json.attribute("sgprs", facts.sgprs);
    // Metadata that does not say leaves them unknown.
    auto spills = [&](uint32_t count) {
      return facts.spillsKnown ? llvm::json::Value(count) : llvm::json::Value(nullptr);
    };
    json.attribute("vgpr_spills", spills(facts.vgprSpills));
    json.attribute("sgpr_spills", spills(facts.sgprSpills));
    json.attribute("lds_bytes", facts.ldsBytes);
    json.attribute("scratch_bytes", facts.scratchBytes);
    json.attribute("kernarg_bytes", facts.kernargBytes);
    json.attribute("code_bytes", facts.codeBytes);
    json.attribute("undecoded_bytes", facts.undecodedBytes);
  });
  jsonMix(json, "static_mix", facts.mix);
  json.attributeArray("matrix_loops", [&] {
    for (const MatrixLoop &loop : facts.matrixLoops)
      json.object([&] {
        json.attribute("start_offset", loop.startOffset);
        json.attribute("end_offset", loop.endOffset);
        json.attribute("matrix_flop", loop.matrixFlop);
        jsonNumber(json, "issue_density", loop.issueDensity());
        jsonMix(json, "mix", loop.mix);
        json.attribute("path_matrix_flop", loop.pathMatrixFlop);
        jsonNumber(json, "path_issue_density", loop.pathIssueDensity());
        jsonMix(json, "path_mix", loop.pathMix);
      });
  });
}

std::string tools::mixText(const InstMix &mix) {
  std::string text;
  for (unsigned i = 0; i < numInstClasses; ++i)
    if (mix.counts[i])
      text += fmt::format("{} {}, ", toString(static_cast<InstClass>(i)).str(), mix.counts[i]);
  return text + fmt::format("{} in all", mix.total());
}

std::string tools::resourcesText(const KernelFacts &facts) {
  std::string text = fmt::format("VGPRs {}", facts.vgprs);
  if (facts.agprs)
    text += fmt::format(", AGPRs {}", facts.agprs);
  text += fmt::format(", SGPRs {}, ", facts.sgprs);
  text += facts.spillsKnown
              ? fmt::format("spills {} VGPR and {} SGPR", facts.vgprSpills, facts.sgprSpills)
              : "spills unknown";
  return text + fmt::format(", LDS {} bytes, scratch {} bytes", facts.ldsBytes, facts.scratchBytes);
}

void tools::printCodeFacts(llvm::raw_ostream &os, const KernelFacts &facts) {
  os << "static mix: " << mixText(facts.mix) << '\n';
  if (facts.undecodedBytes)
    os << fmt::format("            and {} bytes that LLVM does not decode\n", facts.undecodedBytes);
  for (const MatrixLoop &loop : facts.matrixLoops) {
    os << fmt::format("loop:       0x{:x} to 0x{:x}, {:.2f} issued per 8,192 matrix FLOP: {}\n",
                      loop.startOffset, loop.endOffset, loop.issueDensity(), mixText(loop.mix));
    if (loop.pathMix.counts != loop.mix.counts)
      os << fmt::format("  its path: {:.2f} issued per 8,192 matrix FLOP: {}\n",
                        loop.pathIssueDensity(), mixText(loop.pathMix));
  }
}

std::string tools::fieldsText(llvm::ArrayRef<NamedValue> fields) {
  std::string text;
  for (const NamedValue &field : fields)
    text += (text.empty() ? "" : " ") + field.name + "=" + toString(field.value);
  return text;
}
