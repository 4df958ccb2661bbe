//===- TestSupport.h - Errors in tests --------------------------*- C++ -*-===//
#ifndef ROCKE_TESTS_RUNTIME_TESTSUPPORT_H
#define ROCKE_TESTS_RUNTIME_TESTSUPPORT_H

#include "llvm/Support/Error.h"
#include <catch2/catch.hpp>
#include <string>

namespace rocke::test {

/// The value, or a failed test that shows the error.
template <typename T> T take(llvm::Expected<T> value) {
  if (!value)
    FAIL(llvm::toString(value.takeError()));
  return std::move(*value);
}

inline void succeed(llvm::Error error) {
  if (error)
    FAIL(llvm::toString(std::move(error)));
}

/// The message of what must have failed.
template <typename T> std::string messageOf(llvm::Expected<T> value) {
  if (value)
    FAIL("it succeeded");
  return llvm::toString(value.takeError());
}

inline std::string messageOf(llvm::Error error) {
  if (!error)
    FAIL("it succeeded");
  return llvm::toString(std::move(error));
}

} // namespace rocke::test

#endif // ROCKE_TESTS_RUNTIME_TESTSUPPORT_H
