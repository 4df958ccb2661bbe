//===- Error.h - Recoverable errors as values ------------------*- C++ -*-===//
//
// Every room reports bad input through llvm::Error / llvm::Expected. The message says what was
// wrong, where, and what would be right; it carries no trailing newline and no "error:" prefix
// (the tools add that).
//
//===----------------------------------------------------------------------===//
#ifndef ROCKE_IR_ERROR_H
#define ROCKE_IR_ERROR_H

#include "llvm/Support/Error.h"
#include <fmt/format.h>
#include <utility>

namespace rocke {

/// An llvm::Error with a formatted message.
template <typename... Args>
llvm::Error makeError(fmt::format_string<Args...> format, Args &&...args) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 fmt::format(format, std::forward<Args>(args)...));
}

} // namespace rocke

#endif // ROCKE_IR_ERROR_H
