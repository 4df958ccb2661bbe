//===- IsaCoverage.cpp - What of a GPU's ISA is simulated ------------------===//
#include "rocke/runtime/IsaCoverage.h"
#include "../CodeTable.h"
#include "AssemblerCheck.h"
#include "EncodingSpace.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace rocke::sim {

namespace {
using Opcodes = std::map<std::string, OpcodeCoverage>; // by LLVM's name

struct ClassOpcodes {
  bool compute;
  Opcodes opcodes;
};

// Operations that are out although their encodings are not.
bool isOut(llvm::StringRef mnemonic) {
  return mnemonic.starts_with("ds_gws_") || mnemonic.starts_with("ds_ordered_count") ||
         mnemonic.starts_with("ds_bvh_");
}

std::string className(const EncodingFormat &format, llvm::StringRef mnemonic) {
  if (mnemonic.starts_with("v_mfma") || mnemonic.starts_with("v_smfmac"))
    return "MFMA";
  return mnemonic.starts_with("v_wmma") ? "WMMA" : format.name.str();
}

// Adds what the GPU's formats hold at one wave size.
llvm::Error addOpcodes(const GpuTraits &gpu, unsigned waveSize,
                       std::map<std::string, ClassOpcodes> &classes) {
  auto disassembler = Disassembler::create(gpu, waveSize);
  if (!disassembler)
    return disassembler.takeError();
  llvm::Expected<AssemblerCheck> assembler = AssemblerCheck::create(gpu, waveSize);
  if (!assembler)
    return assembler.takeError();
  const std::vector<EncodingFormat> formats = encodingFormats(gpu);
  std::vector<EncodingWords> code;
  std::vector<const EncodingFormat *> origin;
  for (const EncodingFormat &format : formats)
    for (uint32_t opcode = 0; opcode < 1u << format.opcodeBits; ++opcode)
      for (EncodingWords words : format.samples) {
        words[format.opcodeWord] |= opcode << format.opcodeShift;
        code.push_back(words);
        origin.push_back(&format);
      }
  const auto begin = reinterpret_cast<uint64_t>(code.data());
  auto table = CodeTable::create(gpu, waveSize, {begin, begin + code.size() * sizeof(code[0])});
  if (!table)
    return table.takeError();

  std::map<std::string, const EncodingFormat *> owners; // the first format that reaches an opcode
  std::set<std::string> known;                          // opcodes that the assembler has accepted
  for (size_t sample = 0; sample < code.size(); ++sample) {
    llvm::MCInst inst;
    const llvm::ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t *>(&code[sample]),
                                        sizeof(code[sample]));
    if ((*disassembler)->decode(bytes, inst) == 0)
      continue;
    std::string opcode = (*disassembler)->opcodeName(inst).str();
    const EncodingFormat &format = *owners.try_emplace(opcode, origin[sample]).first->second;
    const std::string text = (*disassembler)->print(inst);
    // The disassembler's tables are shared by GPUs with the same encodings, the assembler's are
    // not.
    if (!known.contains(opcode) && !assembler->accepts(text))
      continue;
    known.insert(opcode);
    const std::string mnemonic = llvm::StringRef(text).split(' ').first.str();
    const bool out = !format.compute || isOut(mnemonic);
    const std::string name = isOut(mnemonic) ? "GDS and ray tracing" : className(format, mnemonic);
    ClassOpcodes &group = classes.try_emplace(name, ClassOpcodes{!out, {}}).first->second;
    const std::string *refusal =
        CodeTable::refusalOf((*table)->at(sample * std::tuple_size_v<EncodingWords>));
    OpcodeCoverage &entry =
        group.opcodes.try_emplace(opcode, OpcodeCoverage{opcode, mnemonic, refusal ? *refusal : ""})
            .first->second;
    if (!refusal)
      entry.refusal.clear();
  }
  return llvm::Error::success();
}
} // namespace

size_t ClassCoverage::numExecuted() const {
  return llvm::count_if(opcodes, [](const OpcodeCoverage &op) { return op.refusal.empty(); });
}

llvm::Expected<std::vector<ClassCoverage>> isaCoverage(llvm::StringRef arch) {
  const GpuTraits *gpu = findGpu(arch);
  if (!gpu)
    return makeError("arch: '{}' is not simulated; these are: {}", arch.str(), supportedGpus());
  std::map<std::string, ClassOpcodes> classes;
  if (llvm::Error error = addOpcodes(*gpu, 64, classes))
    return std::move(error);
  if (gpu->supportsWave32)
    if (llvm::Error error = addOpcodes(*gpu, 32, classes))
      return std::move(error);
  std::vector<ClassCoverage> result;
  for (auto &[name, group] : classes) {
    ClassCoverage &coverage = result.emplace_back(ClassCoverage{name, group.compute, {}});
    for (auto &[opcode, entry] : group.opcodes)
      coverage.opcodes.push_back(std::move(entry));
  }
  return result;
}

} // namespace rocke::sim
