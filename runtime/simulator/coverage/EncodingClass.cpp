//===- EncodingClass.cpp - Which microcode format this is ------------------===//
#include "EncodingClass.h"

namespace rocke::sim {

namespace {
struct Format {
  uint32_t prefix;
  unsigned bits; ///< of the prefix, at the top of the first dword
  llvm::StringLiteral name;
  unsigned src0Word = 0; ///< dword with a 9-bit source that may announce a DPP or SDWA word, plus 1
  bool compute = true;
};

// The longer prefix first: SOP2's, say, runs over into SOPK's.
constexpr Format scalarFormats[] = {{0b101111111, 9, "SOPP"},
                                    {0b101111110, 9, "SOPC"},
                                    {0b101111101, 9, "SOP1"},
                                    {0b1011, 4, "SOPK"},
                                    {0b10, 2, "SOP2"}};
constexpr Format vectorFormats[] = {
    {0b0111111, 7, "VOP1", 1}, {0b0111110, 7, "VOPC", 1}, {0b0, 1, "VOP2", 1}};
constexpr Format gfx9Formats[] = {{0b110000, 6, "SMEM"},
                                  {0b110100111, 9, "VOP3P"},
                                  {0b110100, 6, "VOP3"},
                                  {0b110101, 6, "VINTRP", 0, false},
                                  {0b110110, 6, "DS"},
                                  {0b110111, 6, "FLAT"},
                                  {0b111000, 6, "MUBUF"},
                                  {0b111010, 6, "MTBUF"},
                                  {0b111100, 6, "MIMG", 0, false},
                                  {0b110001, 6, "EXP", 0, false}};
constexpr Format gfx11Formats[] = {{0b111101, 6, "SMEM"},
                                   {0b11001100, 8, "VOP3P", 2},
                                   {0b11001101, 8, "VINTERP", 0, false},
                                   {0b11001110, 8, "LDSDIR", 0, false},
                                   {0b110010, 6, "VOPD"},
                                   {0b110101, 6, "VOP3", 2},
                                   {0b110110, 6, "DS"},
                                   {0b110111, 6, "FLAT"},
                                   {0b111000, 6, "MUBUF"},
                                   {0b111010, 6, "MTBUF"},
                                   {0b111100, 6, "MIMG", 0, false},
                                   {0b111110, 6, "EXP", 0, false}};

const Format *findFormat(llvm::ArrayRef<Format> formats, uint32_t word) {
  for (const Format &format : formats)
    if (word >> (32 - format.bits) == format.prefix)
      return &format;
  return nullptr;
}

llvm::StringRef operandWord(const GpuTraits &gpu, uint32_t src0) {
  if (src0 == 250)
    return " DPP";
  if (gpu.isGfx11() && (src0 == 233 || src0 == 234))
    return " DPP8";
  return gpu.isGfx9() && src0 == 249 ? " SDWA" : "";
}
} // namespace

EncodingClass encodingClassOf(const GpuTraits &gpu, const Encoding &encoding,
                              llvm::StringRef mnemonic) {
  const uint32_t word = encoding.words[0];
  const llvm::ArrayRef<Format> own =
      gpu.isGfx9() ? llvm::ArrayRef<Format>(gfx9Formats) : llvm::ArrayRef<Format>(gfx11Formats);
  const Format *format = findFormat(own, word);
  if (!format)
    format = findFormat(scalarFormats, word);
  if (!format)
    format = findFormat(vectorFormats, word);
  if (!format)
    return {"no format", true};
  if (mnemonic.starts_with("ds_bvh_"))
    return {"ray tracing", false};
  if (mnemonic.starts_with("ds_gws_") || mnemonic.starts_with("ds_ordered_count") ||
      (format->name == "DS" && word >> (gpu.isGfx9() ? 16 : 17) & 1))
    return {"GDS and GWS", false};
  if (mnemonic.starts_with("v_mfma") || mnemonic.starts_with("v_smfmac"))
    return {"MFMA", true};
  if (mnemonic.starts_with("v_wmma"))
    return {"WMMA", true};
  if (format->name == "FLAT") {
    constexpr llvm::StringLiteral segments[] = {"FLAT", "SCRATCH", "GLOBAL", "no segment"};
    return {segments[word >> (gpu.isGfx9() ? 14 : 16) & 3].str(), true};
  }
  std::string name = format->name.str();
  if (format->src0Word)
    name += operandWord(gpu, encoding.words[format->src0Word - 1] & 0x1ff);
  return {name, format->compute};
}

} // namespace rocke::sim
