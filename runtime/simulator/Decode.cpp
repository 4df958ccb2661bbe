//===- Decode.cpp - Which part of the ISA decodes an instruction -----------===//
#include "Decode.h"

namespace rocke::sim {

namespace {
// The mnemonic without the suffixes that tell encodings of the same operation apart.
llvm::StringRef stripEncoding(llvm::StringRef mnemonic) {
  for (bool found = true; found;) {
    found = false;
    for (llvm::StringRef suffix : {"_e32", "_e64", "_dpp", "_dpp8", "_sdwa"})
      found |= mnemonic.consume_back(suffix);
  }
  return mnemonic;
}
} // namespace

llvm::StringRef mnemonicOf(llvm::StringRef text) {
  return text.take_until([](char c) { return c == ' '; });
}

// VOPD has two mnemonics, joined by "::".
std::string operationOf(llvm::StringRef text) {
  auto [x, y] = text.split(" :: ");
  std::string operation = stripEncoding(mnemonicOf(x)).str();
  if (!y.empty())
    operation += (" :: " + stripEncoding(mnemonicOf(y))).str();
  return operation;
}

bool decodeInst(const DecodeInput &in, DecodedInst &out) {
  if (in.operation.starts_with("v_"))
    return decodeVector(in, out);
  return decodeScalar(in, out) || decodeMemory(in, out);
}

} // namespace rocke::sim
