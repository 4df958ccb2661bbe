//===- LaunchData.cpp - The memory of a launch ----------------------------===//
#include "LaunchData.h"
#include "Accuracy.h"
#include "Values.h"
#include "rocke/runtime/HalfFloat.h"
#include <bit>
#include <cstring>
#include <fmt/format.h>

namespace rocke::fuzz {

namespace {

uint64_t loadBytes(const std::vector<uint8_t> &buffer, uint64_t offset, unsigned bytes) {
  uint64_t value = 0;
  std::memcpy(&value, buffer.data() + offset, bytes);
  return value;
}
void storeBytes(std::vector<uint8_t> &buffer, uint64_t offset, uint64_t value, unsigned bytes) {
  std::memcpy(buffer.data() + offset, &value, bytes);
}

/// Bit by bit, except that all NaNs are alike (OpEmitter.h).
bool same(Type type, uint64_t a, uint64_t b) {
  if (a == b)
    return true;
  if (!isFloat(type))
    return false;
  const TypeInfo &layout = info(type);
  const uint64_t mask = layout.bits == 64 ? ~uint64_t{0} : (uint64_t{1} << layout.bits) - 1;
  const uint64_t infinity = infinityOf(layout.element);
  for (unsigned i = 0; i < layout.count; ++i) {
    const uint64_t x = (a >> (i * layout.bits)) & mask, y = (b >> (i * layout.bits)) & mask;
    const auto nan = [&](uint64_t value) { return (value & (mask >> 1)) > infinity; };
    if (x != y && !(nan(x) && nan(y)))
      return false;
  }
  return true;
}

double elementValue(Type element, uint64_t bits) {
  switch (element) {
  case Type::F16:
    return runtime::f16ToFloat(static_cast<uint16_t>(bits));
  case Type::BF16:
    return runtime::bf16ToFloat(static_cast<uint16_t>(bits));
  case Type::F32:
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  default:
    return std::bit_cast<double>(bits);
  }
}

/// A buffer's first byte that differs.
std::optional<Difference> compareBytes(const char *name, const std::vector<uint8_t> &host,
                                       const std::vector<uint8_t> &device, unsigned stride,
                                       const char *unit, bool ofItem) {
  for (size_t i = 0; i < host.size(); ++i)
    if (host[i] != device[i]) {
      Difference difference;
      difference.where = fmt::format("byte {} of {} {}'s {}", i % stride, unit, i / stride, name);
      difference.expected = fmt::format("0x{:02x}", host[i]);
      difference.got = fmt::format("0x{:02x}", device[i]);
      if (ofItem)
        difference.item = static_cast<unsigned>(i / stride);
      return difference;
    }
  return std::nullopt;
}

std::optional<Difference> compareApproximations(const Program &program, const Side &gpu,
                                                const LaunchData &host, const LaunchData &device) {
  std::optional<Difference> found;
  forEachStmt(program, [&](const Stmt &stmt) {
    if (stmt.kind != StmtKind::Approximate || found)
      return;
    const unsigned bytes = byteSize(stmt.type);
    for (unsigned item = 0; item < program.items() && !found; ++item) {
      const uint64_t slot = (uint64_t{item} * program.approximations + stmt.imm) * 16;
      const uint64_t expectedInput = loadBytes(host[Arg::Approximations], slot, bytes);
      const uint64_t input = loadBytes(device[Arg::Approximations], slot, bytes);
      const uint64_t result = loadBytes(device[Arg::Approximations], slot + 8, bytes);
      Difference difference;
      difference.item = item;
      const char *name = toString(stmt.function);
      if (!same(stmt.type, input, expectedInput)) {
        difference.where =
            fmt::format("input of {} ({}) of work-item {}", name, info(stmt.type).name, item);
        difference.expected = describeValue(stmt.type, expectedInput);
        difference.got = describeValue(stmt.type, input);
        found = difference;
        continue;
      }
      uint64_t never = 0;
      std::memset(&never, unwritten, bytes);
      if (input == never && result == never)
        continue; // control flow went another way
      difference.expected = checkAccuracy(gpu, stmt.function, stmt.type, input, result);
      if (difference.expected.empty())
        continue;
      difference.where = fmt::format("{} of {} ({}) of work-item {}", name,
                                     describeValue(stmt.type, input), info(stmt.type).name, item);
      difference.got = describeValue(stmt.type, result);
      found = difference;
    }
  });
  return found;
}

} // namespace

LaunchData makeInputs(const Program &program) {
  Prng prng(program.seed * 0xd1b54a32d192ed03 + 99);
  LaunchData data;
  for (unsigned i = 0; i < numArgs; ++i)
    data.buffers[i].resize(argBytes(program, static_cast<Arg>(i)), unwritten);
  const size_t count = program.registers.size();
  const auto put = [&](std::vector<uint8_t> &buffer, size_t slot, Type type) {
    storeBytes(buffer, slot * 8, randomValue(prng, type), byteSize(type));
  };
  for (size_t reg = 0; reg < count; ++reg)
    put(data[Arg::Uniform], reg, program.registers[reg].type);
  for (unsigned item = 0; item < program.items(); ++item)
    for (size_t reg = 0; reg < count; ++reg)
      put(data[Arg::In], item * count + reg, program.registers[reg].type);
  static constexpr Type kinds[] = {Type::I32, Type::F32, Type::F16, Type::BF16, Type::F64};
  for (Arg arg : {Arg::Table, Arg::Global})
    for (size_t offset = 0; offset < data[arg].size(); offset += 8) {
      const Type type = prng.pick(kinds);
      storeBytes(data[arg], offset, prng.bits(), 8);
      storeBytes(data[arg], offset, randomValue(prng, type), byteSize(type));
    }
  for (size_t cell = 0; cell < program.accumulators.size(); ++cell)
    for (unsigned block = 0; block <= program.grid; ++block)
      storeBytes(data[Arg::Accumulators], (block * program.accumulators.size() + cell) * 8,
                 program.accumulators[cell].initial, 8);
  return data;
}

std::optional<Difference> compare(const Program &program, const Side &gpu, const LaunchData &host,
                                  const LaunchData &device) {
  const size_t count = program.registers.size();
  for (unsigned item = 0; item < program.items(); ++item)
    for (unsigned reg = 0; reg < count; ++reg) {
      const Register &output = program.registers[reg];
      if (!output.stored)
        continue;
      const uint64_t offset = (item * count + reg) * 8;
      const uint64_t expected = loadBytes(host[Arg::Out], offset, byteSize(output.type));
      const uint64_t got = loadBytes(device[Arg::Out], offset, byteSize(output.type));
      if (same(output.type, expected, got))
        continue;
      return Difference{
          fmt::format("register {} ({}) of work-item {}", reg, info(output.type).name, item),
          describeValue(output.type, expected), describeValue(output.type, got), item, reg};
    }
  if (auto difference = compareApproximations(program, gpu, host, device))
    return difference;
  if (auto difference = compareBytes("global memory", host[Arg::Global], device[Arg::Global],
                                     sliceBytes, "work-item", /*ofItem=*/true))
    return difference;
  return compareBytes("value", host[Arg::Accumulators], device[Arg::Accumulators], 8, "accumulator",
                      /*ofItem=*/false);
}

std::string describeValue(Type type, uint64_t bits) {
  std::string text = fmt::format("0x{:0{}x}", bits, byteSize(type) * 2);
  if (!isFloat(type))
    return text;
  const TypeInfo &layout = info(type);
  text += " (";
  for (unsigned i = 0; i < layout.count; ++i) {
    const uint64_t mask = layout.bits == 64 ? ~uint64_t{0} : (uint64_t{1} << layout.bits) - 1;
    text += fmt::format("{}{}", i ? ", " : "",
                        elementValue(layout.element, (bits >> (i * layout.bits)) & mask));
  }
  return text + ")";
}

std::string describeInputs(const Program &program, const LaunchData &inputs, unsigned item) {
  std::string text;
  const size_t count = program.registers.size();
  for (size_t reg = 0; reg < count; ++reg) {
    const Register &input = program.registers[reg];
    const std::vector<uint8_t> &buffer = inputs[input.uniform ? Arg::Uniform : Arg::In];
    const uint64_t offset = (input.uniform ? reg : item * count + reg) * 8;
    uint64_t value = loadBytes(buffer, offset, byteSize(input.type));
    if (input.type == Type::I1)
      value &= 1;
    text += fmt::format("  register {:2} {:8}{} {}\n", reg, info(input.type).name,
                        input.uniform ? " uniform" : "        ", describeValue(input.type, value));
  }
  return text;
}

} // namespace rocke::fuzz
