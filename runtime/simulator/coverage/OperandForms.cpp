//===- OperandForms.cpp - Instances of LLVM's opcodes ----------------------===//
#include "OperandForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

namespace rocke::sim {

namespace {
constexpr unsigned numVgprs = 256;

/// The name with a '#' for each number, the first and the last of them.
struct RegisterName {
  std::string pattern;
  unsigned first = 0, last = 0;

  explicit RegisterName(llvm::StringRef name) {
    bool any = false;
    while (!name.empty()) {
      const llvm::StringRef digits = name.take_while(llvm::isDigit);
      // "LO16" and "HI16" are halves, no numbers.
      if (digits.empty() || llvm::StringRef(pattern).ends_with("LO") ||
          llvm::StringRef(pattern).ends_with("HI")) {
        pattern += name.front();
        name = name.drop_front();
        continue;
      }
      digits.getAsInteger(10, last);
      if (!any)
        first = last;
      any = true;
      pattern += '#';
      name = name.drop_front(digits.size());
    }
  }
};

/// Registers that lie elsewhere on some GPUs have a name for each: "M0_gfx11plus".
llvm::StringRef withoutGpu(llvm::StringRef name) {
  for (llvm::StringRef mark : {"_gfx", "_vi", "_ci"})
    name = name.take_front(name.find(mark));
  return name;
}

// What tells DPP8 with and without fi.
constexpr int64_t dpp8 = 0xe9, dpp8FetchInactive = 0xea;
// The DPP control of 64-bit operations; op_sel_hi among a packed source's modifiers; the enable
// mask of exports.
constexpr int64_t rowNewBroadcast = 0x150, opSelHigh = 8, allEnabled = 15;

struct Range {
  int64_t begin, end;
};

/// The values of an immediate: every one of a narrow field, or of one that numbers things; of other
/// wide ones each bit, and -1. `tryValue` tells whether a value fits.
void forEachImmediate(Range numbered, llvm::function_ref<bool(int64_t)> tryValue) {
  constexpr unsigned mostBits = 24, narrow = 7;
  unsigned bits = 0;
  for (unsigned bit = 0; bit < mostBits; ++bit)
    if (tryValue(int64_t{1} << bit))
      bits = bit + 1;
  const Range values = bits <= narrow ? Range{0, int64_t{1} << bits} : numbered;
  for (int64_t value = values.begin; value < values.end; ++value)
    tryValue(value);
  tryValue(dpp8);
  tryValue(dpp8FetchInactive);
  tryValue(-1);
}
/// The values of a wide field that mean something on their own: messages and hardware registers in
/// scalar instructions, and DPP's controls other than quad_perm.
Range numberedValues(llvm::StringRef opcode) {
  if (opcode.starts_with("S_"))
    return {0, 128};
  return opcode.contains("_dpp") && !opcode.contains("_dpp8") ? Range{256, 512} : Range{0, 0};
}

constexpr int64_t integers[] = {0, 1, 64, -1, -16};
constexpr int64_t literal = 0x12345678;
// 0.5, -0.5, 1, -1, 2, -2, 4, -4, 1/(2*pi).
constexpr int64_t floats[][9] = {
    {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000, 0x40800000, 0xc0800000,
     0x3e22f983},
    {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118},
    {0x3f00, 0xbf00, 0x3f80, 0xbf80, 0x4000, 0xc000, 0x4080, 0xc080, 0x3e22},
    {0x3fe0000000000000, static_cast<int64_t>(0xbfe0000000000000), 0x3ff0000000000000,
     static_cast<int64_t>(0xbff0000000000000), 0x4000000000000000,
     static_cast<int64_t>(0xc000000000000000), 0x4010000000000000,
     static_cast<int64_t>(0xc010000000000000), 0x3fc45f306dc9c882}};
} // namespace

OperandForms::OperandForms(const McTarget &tables)
    : tables(tables), hwMode(tables.subtarget->getHwMode(llvm::MCSubtargetInfo::HwMode_RegInfo)) {
  for (unsigned reg = 1; reg < tables.registers->getNumRegs(); ++reg) {
    const llvm::StringRef name = tables.registers->getName(reg), base = withoutGpu(name);
    if (base.size() != name.size())
      variants[base].push_back(reg);
  }
}

bool OperandForms::hasEncoding(unsigned opcode) const {
  return !tables.instructions->get(opcode).isPseudo();
}

int OperandForms::registerClassOf(const llvm::MCOperandInfo &operand) const {
  return tables.instructions->getOpRegClassID(operand, hwMode);
}

const OperandForms::RegisterGroups &OperandForms::groupsOf(int registerClass) const {
  auto [place, isNew] = groups.try_emplace(registerClass);
  if (!isNew)
    return place->second;
  llvm::StringMap<size_t> indices;
  auto add = [&](llvm::MCRegister reg) {
    const llvm::StringRef full = tables.registers->getName(reg), base = withoutGpu(full);
    const RegisterName name(base);
    const std::string pattern = name.pattern + full.drop_front(base.size()).str();
    auto [index, isNewGroup] = indices.try_emplace(pattern, place->second.size());
    if (isNewGroup)
      place->second.push_back({pattern, name.first != name.last, {}});
    if (name.last < numVgprs)
      place->second[index->second].byNumber.emplace(name.first, reg);
  };
  for (llvm::MCRegister reg : tables.registers->getRegClass(static_cast<unsigned>(registerClass))) {
    add(reg);
    for (llvm::MCRegister variant : variants.lookup(tables.registers->getName(reg)))
      add(variant);
  }
  llvm::erase_if(place->second, [](const RegisterGroup &group) { return group.byNumber.empty(); });
  return place->second;
}

// Unless there shall be one scalar register alone: tuples do not overlap, and single registers lie
// in different banks, which VOPD demands.
llvm::MCRegister OperandForms::sampleRegister(int registerClass, unsigned operand,
                                              bool oneScalar) const {
  const RegisterGroups &choices = groupsOf(registerClass);
  const RegisterGroup *best = nullptr;
  for (llvm::StringRef kind : {"VGPR#", "SGPR#"})
    for (const RegisterGroup &group : choices)
      if (!best && llvm::StringRef(group.name).starts_with(kind))
        best = &group;
  if (!best)
    return choices.empty() ? llvm::MCRegister() : choices.front().byNumber.begin()->second;
  const bool isScalar = best->name.front() == 'S';
  unsigned number = operand;
  if (isScalar && oneScalar)
    number = 0;
  else if (best->isTuple)
    number = isScalar ? 8 * operand % 96 : 32 * operand % numVgprs;
  auto found = best->byNumber.lower_bound(number);
  return found == best->byNumber.end() ? best->byNumber.begin()->second : found->second;
}

llvm::MCRegister OperandForms::nullOf(const llvm::MCOperandInfo &operand) const {
  const int registerClass = registerClassOf(operand);
  if (registerClass >= 0)
    for (const RegisterGroup &group : groupsOf(registerClass))
      if (group.name == "SGPR_NULL_gfx11plus")
        return group.byNumber.begin()->second;
  return {};
}

llvm::MCInst OperandForms::plainInstance(unsigned opcode, bool oneScalar) const {
  llvm::MCInst inst;
  inst.setOpcode(opcode);
  unsigned index = 0;
  for (const llvm::MCOperandInfo &operand : tables.instructions->get(opcode).operands()) {
    const int registerClass = registerClassOf(operand);
    inst.addOperand(registerClass >= 0 ? llvm::MCOperand::createReg(
                                             sampleRegister(registerClass, index, oneScalar))
                                       : llvm::MCOperand::createImm(0));
    ++index;
  }
  const bool isDpp8 = tables.instructions->getName(opcode).contains("dpp8");
  if (isDpp8 && index && inst.getOperand(index - 1).isImm())
    inst.getOperand(index - 1).setImm(dpp8); // the last operand, fi
  return inst;
}

std::vector<llvm::MCInst> OperandForms::instances(unsigned opcode) const {
  const llvm::MCInst plain = plainInstance(opcode, /*oneScalar=*/false);
  std::vector<llvm::MCInst> result = {plain};
  for (int64_t value : {int64_t{1}, allEnabled, rowNewBroadcast})
    for (unsigned operand = 0; operand < plain.getNumOperands(); ++operand)
      if (plain.getOperand(operand).isImm() && plain.getOperand(operand).getImm() == 0) {
        result.push_back(plain);
        result.back().getOperand(operand).setImm(value);
      }
  llvm::MCInst highHalves = plain;
  for (llvm::MCOperand &operand : highHalves)
    if (operand.isImm())
      operand.setImm(opSelHigh);
  result.push_back(std::move(highHalves));
  result.push_back(plainInstance(opcode, /*oneScalar=*/true));
  for (unsigned operand = 0; operand < plain.getNumOperands(); ++operand)
    if (llvm::MCRegister null = nullOf(tables.instructions->get(opcode).operands()[operand])) {
      result.push_back(plain);
      result.back().getOperand(operand).setReg(null);
    }
  return result;
}

void OperandForms::forEachForm(
    const llvm::MCInst &base,
    llvm::function_ref<bool(const llvm::MCInst &, unsigned operand)> tryForm) const {
  const llvm::MCInstrDesc &description = tables.instructions->get(base.getOpcode());
  const Range numbered = numberedValues(tables.instructions->getName(base.getOpcode()));
  const unsigned numOperands = std::min(base.getNumOperands(), description.getNumOperands());
  for (unsigned operand = 0; operand < numOperands; ++operand) {
    llvm::MCInst form = base;
    const auto tryImmediate = [&](int64_t value) {
      form.getOperand(operand) = llvm::MCOperand::createImm(value);
      return tryForm(form, operand);
    };
    const llvm::MCOperandInfo &info = description.operands()[operand];
    const int registerClass = registerClassOf(info);
    if (registerClass < 0) {
      forEachImmediate(numbered, tryImmediate);
      continue;
    }
    for (const RegisterGroup &group : groupsOf(registerClass)) {
      auto tryRegister = [&](llvm::MCRegister reg) {
        form.getOperand(operand) = llvm::MCOperand::createReg(reg);
        tryForm(form, operand);
      };
      tryRegister(group.byNumber.begin()->second);
      if (group.byNumber.size() > 1)
        tryRegister(group.byNumber.rbegin()->second);
    }
    const bool isSource = operand >= description.getNumDefs();
    if (!isSource || info.OperandType < llvm::MCOI::OPERAND_FIRST_TARGET)
      continue; // a register always
    for (int64_t value : integers)
      tryImmediate(value);
    for (const auto &format : floats)
      for (int64_t value : format)
        tryImmediate(value);
    tryImmediate(literal);
  }
}

} // namespace rocke::sim
