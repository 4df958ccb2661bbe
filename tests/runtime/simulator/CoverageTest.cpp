//===- CoverageTest.cpp - How much of the ISA is simulated -----------------===//
#include "Decode.h"
#include "coverage/IsaWalk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <catch2/catch.hpp>
#include <map>
#include <set>

using namespace rocke::sim;

namespace {
// The GPUs of one group have the same instructions, which a test below shows; the walk over all
// operand forms takes one of each.
const std::vector<std::vector<std::string>> groups = {{"gfx1100", "gfx1101", "gfx1102", "gfx1103"},
                                                      {"gfx1150", "gfx1151", "gfx1152", "gfx1153"},
                                                      {"gfx942"},
                                                      {"gfx950"}};

std::map<std::string, ClassCoverage> coverageOf(llvm::StringRef arch) {
  static std::map<std::string, std::map<std::string, ClassCoverage>> known;
  auto [place, isNew] = known.try_emplace(arch.str());
  if (!isNew)
    return place->second;
  auto coverage = isaCoverage(arch);
  REQUIRE(static_cast<bool>(coverage));
  for (ClassCoverage &group : *coverage)
    place->second.emplace(group.name, group);
  return place->second;
}

std::vector<unsigned> waveSizesOf(const GpuTraits &gpu) {
  return gpu.supportsWave32 ? std::vector{32u, 64u} : std::vector{64u};
}

IsaWalk &walkOf(const std::string &arch, unsigned waveSize) {
  static std::map<std::pair<std::string, unsigned>, std::unique_ptr<IsaWalk>> walks;
  std::unique_ptr<IsaWalk> &walk = walks[{arch, waveSize}];
  if (!walk) {
    auto created = IsaWalk::create(*findGpu(arch), waveSize);
    REQUIRE(static_cast<bool>(created));
    walk = std::move(*created);
  }
  return *walk;
}

const std::vector<OpcodeInstance> &opcodesOf(const std::string &arch, unsigned waveSize) {
  static std::map<std::pair<std::string, unsigned>, std::vector<OpcodeInstance>> known;
  auto [place, isNew] = known.try_emplace({arch, waveSize});
  if (isNew)
    place->second = walkOf(arch, waveSize).opcodes();
  return place->second;
}

// By LLVM's names; DPP, say, are opcodes of their own.
std::map<std::string, Encoding> encodingsOf(const std::string &arch, unsigned waveSize) {
  std::map<std::string, Encoding> result;
  for (const OpcodeInstance &opcode : opcodesOf(arch, waveSize))
    result.emplace(walkOf(arch, waveSize).disassembler().opcodeName(opcode.inst).str(),
                   opcode.encoding);
  return result;
}
} // namespace

TEST_CASE("every compute instruction is executed in every operand form") {
  for (const auto &group : groups) {
    INFO(group.front());
    for (const auto &[name, coverage] : coverageOf(group.front())) {
      INFO(name);
      CHECK_FALSE(coverage.opcodes.empty());
      if (!coverage.compute)
        continue;
      for (const OpcodeCoverage &opcode : coverage.opcodes)
        for (const RefusedForm &form : opcode.refused)
          FAIL_CHECK(opcode.opcode << ": " << form.text << ": " << form.cause);
      CHECK(coverage.numExecuted() == coverage.opcodes.size());
      CHECK(coverage.numExecutedForms() == coverage.numForms());
    }
  }
}

TEST_CASE("GPUs of one group have the same instructions") {
  for (const auto &group : groups)
    for (unsigned waveSize : waveSizesOf(*findGpu(group.front()))) {
      const auto first = encodingsOf(group.front(), waveSize);
      CHECK(first.size() > 2000);
      for (const std::string &arch : llvm::ArrayRef(group).drop_front()) {
        INFO(arch);
        CHECK(encodingsOf(arch, waveSize) == first);
      }
    }
}

// All that LLVM can encode, for whichever GPU, is given to this GPU's assembler. What it takes, it
// encodes as one of the opcodes that the walk has. Of what is named for this GPU's family and
// rejected for its operands, the walk has an opcode of the same mnemonic.
TEST_CASE("the walk over the opcodes misses none that the assembler knows") {
  for (const auto &group : groups)
    for (unsigned waveSize : waveSizesOf(*findGpu(group.front()))) {
      INFO(group.front() << " wave" << waveSize);
      const IsaWalk &walk = walkOf(group.front(), waveSize);
      std::set<std::string> reached;
      llvm::StringSet<> mnemonics;
      for (const OpcodeInstance &opcode : opcodesOf(group.front(), waveSize)) {
        reached.insert(walk.disassembler().opcodeName(opcode.inst).str());
        mnemonics.insert(mnemonicOf(opcode.text));
      }
      std::vector<std::string> lines;
      std::vector<unsigned> opcodes;
      for (unsigned opcode = 0; opcode < walk.tables().instructions->getNumOpcodes(); ++opcode) {
        const llvm::StringRef name = walk.tables().instructions->getName(opcode);
        if (!walk.forms().hasEncoding(opcode) || reached.contains(name.str()) ||
            name.starts_with("IMAGE_"))
          continue;
        lines.push_back(walk.disassembler().print(walk.forms().instances(opcode).front()));
        opcodes.push_back(opcode);
      }
      CHECK(lines.size() > 10000);
      size_t accepted = 0;
      for (auto [opcode, line, result] :
           llvm::zip_equal(opcodes, lines, assemble(walk.tables(), walk.encoder(), lines))) {
        const llvm::StringRef error = result.error;
        bool isReached = false;
        if (result.isAccepted()) {
          ++accepted;
          llvm::MCInst inst;
          isReached = walk.disassembler().decode(result.encoding.bytes(), inst) &&
                      reached.contains(walk.disassembler().opcodeName(inst).str());
        } else {
          isReached = !walk.isNamedForFamily(opcode) || mnemonics.contains(mnemonicOf(line)) ||
                      error.starts_with("instruction not supported on this GPU") ||
                      error.starts_with("invalid instruction") ||
                      error.starts_with("instruction requires wavesize=") ||
                      error.starts_with("operands are not valid for this GPU") ||
                      error.ends_with("variant of this instruction is not supported");
        }
        if (!isReached)
          FAIL_CHECK(walk.tables().instructions->getName(opcode).str()
                     << ": " << line << ": " << result.error);
      }
      CHECK(accepted > 1000);
    }
}

TEST_CASE("the coverage tells the encoding classes apart") {
  const auto classes = coverageOf("gfx1150");
  for (const char *name :
       {"SOP1",     "SOP2",    "SOPC",      "SOPK",       "SOPP", "SMEM",     "VOP1",
        "VOP1 DPP", "VOP2",    "VOP2 DPP",  "VOP2 DPP8",  "VOPC", "VOPC DPP", "VOP3",
        "VOP3 DPP", "VOP3P",   "VOP3P DPP", "VOP3P DPP8", "VOPD", "DS",       "FLAT",
        "GLOBAL",   "SCRATCH", "MUBUF",     "MTBUF",      "WMMA"}) {
    INFO(name);
    CHECK(classes.at(name).compute);
  }
  for (const char *name : {"MIMG", "VINTERP", "LDSDIR", "GDS and GWS", "ray tracing"}) {
    INFO(name);
    CHECK_FALSE(classes.at(name).compute);
  }
  // 13 operations as X; 17 as Y, of which dot2acc with bf16 is gfx11.5's alone.
  CHECK(coverageOf("gfx1150").at("VOPD").opcodes.size() == size_t{14} * 17);
  const auto gcn = coverageOf("gfx950");
  for (const char *name : {"VOP1 SDWA", "VOP2 SDWA", "VOPC SDWA", "MFMA", "FLAT"})
    CHECK(gcn.at(name).compute);
}

TEST_CASE("the coverage keeps to the GPU's own opcodes") {
  auto has = [](const std::string &arch, const std::string &group, llvm::StringRef mnemonic) {
    return llvm::any_of(coverageOf(arch).at(group).opcodes,
                        [&](const OpcodeCoverage &op) { return op.mnemonic == mnemonic; });
  };
  CHECK(has("gfx1150", "SOP2", "s_add_f32"));
  CHECK_FALSE(has("gfx1100", "SOP2", "s_add_f32"));
  CHECK(has("gfx950", "VOP3", "v_bitop3_b32"));
  CHECK_FALSE(has("gfx942", "VOP3", "v_bitop3_b32"));
}

TEST_CASE("the walk tries the forms of every operand") {
  IsaWalk &walk = walkOf("gfx1150", 32);
  std::map<std::string, std::set<std::string>> forms; // by opcode
  for (const OpcodeInstance &opcode : opcodesOf("gfx1150", 32)) {
    const std::string name = walk.disassembler().opcodeName(opcode.inst).str();
    if (name != "V_FMA_F32_e64_gfx11" && name != "V_MOV_B32_dpp_gfx11" &&
        name != "GLOBAL_LOAD_DWORD_gfx11")
      continue;
    walk.forms().forEachForm(opcode.inst, [&](const llvm::MCInst &form, unsigned) {
      llvm::MCInst inst;
      const bool exists = walk.disassembler().decode(walk.encoder().encode(form).bytes(), inst) &&
                          inst.getOpcode() == form.getOpcode();
      if (exists)
        forms[name].insert(walk.disassembler().print(inst));
      return exists;
    });
  }
  auto contains = [&](const std::string &opcode, llvm::StringRef part) {
    return llvm::any_of(forms[opcode], [&](const std::string &text) {
      return llvm::StringRef(text).contains(part);
    });
  };
  for (const char *part : {"-v",
                           "|v",
                           "-|v",
                           "clamp",
                           "mul:2",
                           "mul:4",
                           "div:2",
                           "0.15915494",
                           "-16",
                           "64",
                           "0x12345678",
                           "vcc_lo",
                           "vcc_hi",
                           "exec_lo",
                           "m0",
                           "null",
                           "src_scc",
                           "src_vccz",
                           "src_execz",
                           "src_shared_base",
                           "src_private_limit",
                           "s105",
                           "ttmp15",
                           "v255"}) {
    INFO(part);
    CHECK(contains("V_FMA_F32_e64_gfx11", part));
  }
  for (const char *part : {"row_shl:15", "row_shr:1", "row_ror:7", "row_mirror", "row_half_mirror",
                           "row_share:3", "row_xmask:12", "row_mask:0x5", "bank_mask:0xa",
                           "bound_ctrl:1", "fi:1", "quad_perm:[0,0,2,0]"}) {
    INFO(part);
    CHECK(contains("V_MOV_B32_dpp_gfx11", part));
  }
  for (const char *part : {"offset:2048", "offset:-1", "glc", "slc", "dlc", "glc slc dlc"}) {
    INFO(part);
    CHECK(contains("GLOBAL_LOAD_DWORD_gfx11", part));
  }
}

TEST_CASE("the coverage of an unknown GPU is an error") {
  auto coverage = isaCoverage("gfx906");
  REQUIRE_FALSE(static_cast<bool>(coverage));
  const std::string message = llvm::toString(coverage.takeError());
  CHECK(message.find("'gfx906'") != std::string::npos);
  CHECK(message.find("gfx1151") != std::string::npos);
}
