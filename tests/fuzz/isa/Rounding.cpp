//===- Rounding.cpp - Operations in any rounding mode ---------------------===//
#include "Rounding.h"
#include "llvm/ADT/APFloat.h"

namespace rocke::fuzz {

double rounded(uint32_t operation, uint32_t bits, uint32_t mode, double x, double y, double z) {
  using llvm::APFloat;
  const llvm::fltSemantics &semantics = bits == 16   ? APFloat::IEEEhalf()
                                        : bits == 32 ? APFloat::IEEEsingle()
                                                     : APFloat::IEEEdouble();
  static constexpr llvm::RoundingMode modes[] = {APFloat::rmNearestTiesToEven,
                                                 APFloat::rmTowardPositive,
                                                 APFloat::rmTowardNegative, APFloat::rmTowardZero};
  const llvm::RoundingMode rounding = modes[mode];
  const auto inFormat = [&](double number) {
    APFloat value(number);
    bool loses = false;
    value.convert(semantics, rounding, &loses);
    return value;
  };
  APFloat value = inFormat(x);
  switch (static_cast<Arithmetic>(operation)) {
  case Arithmetic::Add:
    value.add(inFormat(y), rounding);
    break;
  case Arithmetic::Subtract:
    value.subtract(inFormat(y), rounding);
    break;
  case Arithmetic::Multiply:
    value.multiply(inFormat(y), rounding);
    break;
  case Arithmetic::Fma:
    value.fusedMultiplyAdd(inFormat(y), inFormat(z), rounding);
    break;
  case Arithmetic::Convert:
    break;
  }
  return value.convertToDouble();
}

} // namespace rocke::fuzz
