//===- ElementBench.cpp - One work-item and one buffer ---------------------===//
#include "ElementBench.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <fmt/format.h>

namespace rocke::sim::test {

KernelSource ElementBench::source(const std::string &body) const {
  KernelSource result;
  result.gpu = gpu;
  result.waveSize = isGfx9() ? 64 : 32;
  result.directives = ".amdhsa_group_segment_fixed_size 1024";
  const uint32_t raw = isGfx9() ? 0x00027000 : 0x31016000;
  const char *store = isGfx9() ? "global_store_dword" : "global_store_b32";
  std::string text = loadOutput(gpu) + fmt::format(R"(
    s_mov_b64 s[12:13], s[8:9]
    s_or_b32 s9, s9, {:#x}
    s_mov_b32 s10, {:#x}
    s_mov_b32 s11, {:#x}
    v_mov_b32 v1, 0
)",
                                                   strideBits, records, word3 ? word3 : raw);
  for (unsigned reg = 4; reg <= 8; ++reg)
    text += fmt::format("v_mov_b32 v{}, {:#x}\n", reg, untouched);
  text += body + "\ns_waitcnt vmcnt(0) lgkmcnt(0)\nv_mov_b32 v1, 0\n";
  for (unsigned reg = 4; reg <= 8; ++reg)
    text +=
        fmt::format("{} v1, v{}, s[12:13] offset:{}\n", store, reg, (elementWords + reg - 4) * 4);
  result.body = text + "s_endpgm";
  return result;
}

std::vector<uint32_t> ElementBench::run(const std::string &body) const {
  KernelBench bench(source(body));
  bench.fill(memory);
  return bench.run(elementWords + 5, {{1, 1, 1}, {1, 1, 1}});
}

std::vector<uint32_t> ElementBench::registers(const std::string &body) const {
  std::vector<uint32_t> all = run(body);
  return {all.begin() + elementWords, all.end()};
}

std::vector<uint32_t> ElementBench::stored(const std::string &body, size_t words) const {
  std::vector<uint32_t> all = run(body);
  all.resize(words);
  return all;
}

std::string ElementBench::reasonOf(const std::string &body) const {
  return KernelBench(source(body)).faultOf(elementWords + 5, {{1, 1, 1}, {1, 1, 1}}).reason;
}

std::string formatModifier(const std::string &gpu, const std::string &format) {
  auto [data, number] = llvm::StringRef(format).split(' ');
  if (gpu.starts_with("gfx9"))
    return fmt::format("format:[BUF_DATA_FORMAT_{}, BUF_NUM_FORMAT_{}]", data.str(), number.str());
  return fmt::format("format:[BUF_FMT_{}_{}]", data.str(), number.str());
}

std::string formatMnemonic(const std::string &gpu, const std::string &operation,
                           const std::string &d16, const std::string &components) {
  if (d16.empty())
    return operation + "_format_" + components;
  return gpu.starts_with("gfx9") ? operation + "_format_" + d16 + "_" + components
                                 : operation + "_" + d16 + "_format_" + components;
}

} // namespace rocke::sim::test
