#include "rocke/runtime/HalfFloat.h"
#include "rocke/ir/Error.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

namespace rocke::runtime {

llvm::StringRef toString(FloatType type) {
  switch (type) {
  case FloatType::F16:
    return "f16";
  case FloatType::BF16:
    return "bf16";
  case FloatType::F32:
    return "f32";
  }
  llvm_unreachable("a FloatType outside its enumeration");
}

llvm::Expected<FloatType> parseFloatType(llvm::StringRef text) {
  for (FloatType type : {FloatType::F16, FloatType::BF16, FloatType::F32})
    if (text == toString(type))
      return type;
  return makeError("unknown floating-point type '{}': it is one of f16, bf16, f32", text.str());
}

double FloatFormat::ulp(double x) const {
  int exponent = minExponent();
  if (std::isinf(x))
    exponent = maxExponent();
  else if (x != 0)
    exponent = std::clamp(std::ilogb(x), minExponent(), maxExponent());
  return std::ldexp(1.0, exponent - mantissaBits);
}

std::vector<double> toDoubles(FloatType type, llvm::ArrayRef<uint8_t> bytes) {
  const size_t size = byteSize(type);
  assert(bytes.size() % size == 0 && "a part of an element");
  std::vector<double> values(bytes.size() / size);
  for (size_t i = 0; i < values.size(); ++i) {
    const uint8_t *at = bytes.data() + i * size;
    if (type == FloatType::F32) {
      float value;
      std::memcpy(&value, at, sizeof value);
      values[i] = value;
    } else {
      uint16_t bits;
      std::memcpy(&bits, at, sizeof bits);
      values[i] = halfToFloat(type, bits);
    }
  }
  return values;
}

} // namespace rocke::runtime
