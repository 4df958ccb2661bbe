#include "rocke/runtime/KernelArgs.h"
#include "rocke/ir/Error.h"
#include "rocke/runtime/Device.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>

namespace rocke::runtime {

template <typename T> KernelArgs &KernelArgs::add(const char *type, bool mayBeAddress, T value) {
  std::vector<uint8_t> bytes(sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  args.push_back({type, mayBeAddress, std::move(bytes)});
  return *this;
}

KernelArgs &KernelArgs::buffer(const Buffer &buffer) { return address(buffer.address()); }
KernelArgs &KernelArgs::address(uint64_t address) { return add("buffer", true, address); }
KernelArgs &KernelArgs::i32(int32_t value) { return add("i32", false, value); }
KernelArgs &KernelArgs::i64(int64_t value) { return add("i64", false, value); }
KernelArgs &KernelArgs::f32(float value) { return add("f32", false, value); }
KernelArgs &KernelArgs::f64(double value) { return add("f64", false, value); }
KernelArgs &KernelArgs::raw(llvm::ArrayRef<uint8_t> bytes) {
  args.push_back({"raw", true, bytes.vec()});
  return *this;
}

namespace {

bool isHidden(const KernelArg &arg) {
  return llvm::StringRef(arg.valueKind).starts_with("hidden_");
}

bool isAddress(const KernelArg &arg) {
  return arg.valueKind == "global_buffer" || arg.valueKind == "dynamic_shared_pointer";
}

/// "2 (k)", or "2" where the code object has no name.
std::string parameterName(size_t index, const KernelArg &parameter) {
  return parameter.name.empty() ? fmt::format("{}", index)
                                : fmt::format("{} ('{}')", index, parameter.name);
}

} // namespace

llvm::Expected<std::vector<uint8_t>> KernelArgs::packInOrder(const KernelFacts &kernel) const {
  std::vector<uint8_t> segment;
  for (const Arg &arg : args) {
    const size_t alignment = std::clamp<size_t>(llvm::PowerOf2Ceil(arg.bytes.size()), 1, 16);
    segment.resize(llvm::alignTo(segment.size(), alignment));
    segment.insert(segment.end(), arg.bytes.begin(), arg.bytes.end());
  }
  if (segment.size() > kernel.kernargBytes)
    return makeError("kernel '{}' has {} bytes of arguments, {} were given", kernel.symbol,
                     kernel.kernargBytes, segment.size());
  return segment;
}

llvm::Expected<std::vector<uint8_t>> KernelArgs::pack(const KernelFacts &kernel) const {
  std::vector<const KernelArg *> parameters;
  for (const KernelArg &arg : kernel.args)
    if (!isHidden(arg))
      parameters.push_back(&arg);
  if (kernel.args.empty() && kernel.kernargBytes > 0)
    return packInOrder(kernel);

  if (args.size() != parameters.size()) {
    std::string names;
    for (size_t i = 0; i < parameters.size(); ++i)
      names +=
          fmt::format("{}{}", i ? ", " : "",
                      parameters[i]->name.empty() ? fmt::format("{} bytes", parameters[i]->size)
                                                  : parameters[i]->name);
    return makeError("kernel '{}' takes {} arguments{}, {} were given", kernel.symbol,
                     parameters.size(), names.empty() ? "" : fmt::format(" ({})", names),
                     args.size());
  }

  std::vector<uint8_t> segment;
  for (size_t i = 0; i < args.size(); ++i) {
    const KernelArg &parameter = *parameters[i];
    const Arg &arg = args[i];
    if (isAddress(parameter) && !arg.mayBeAddress)
      return makeError("argument {} of kernel '{}' is a buffer, {} was given",
                       parameterName(i, parameter), kernel.symbol, arg.type);
    if (arg.bytes.size() != parameter.size)
      return makeError("argument {} of kernel '{}' takes {} bytes, {} has {}",
                       parameterName(i, parameter), kernel.symbol, parameter.size, arg.type,
                       arg.bytes.size());
    const size_t end = size_t{parameter.offset} + parameter.size;
    segment.resize(std::max(segment.size(), end));
    std::copy(arg.bytes.begin(), arg.bytes.end(), segment.begin() + parameter.offset);
  }
  return segment;
}

} // namespace rocke::runtime
