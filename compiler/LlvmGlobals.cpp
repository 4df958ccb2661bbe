//===- LlvmGlobals.cpp - What LLVM and LLD share in a process -------------===//
#include "LlvmGlobals.h"
#include "rocke/ir/Error.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include <cstdio>
#include <string>

using namespace rocke;
using namespace rocke::detail;

std::shared_mutex &rocke::detail::llvmGlobalsMutex() {
  static std::shared_mutex mutex;
  return mutex;
}

namespace {

struct FatalError {
  std::string reason;
};

thread_local bool fatalErrorsAreCaught = false;

// LLVM is built without exception handlers but with unwind tables, so an exception passes through
// it and runs none of its destructors, like the longjmp of LLVM's own CrashRecoveryContext; unlike
// that, it needs no signal handlers in a process that may not be ours.
void handleFatalError(void *, const char *reason, bool) {
  if (fatalErrorsAreCaught)
    throw FatalError{reason};
  // Someone else's use of LLVM: what LLVM does without a handler.
  std::fprintf(stderr, "LLVM ERROR: %s\n", reason);
}

/// LLVM has one handler per process; it is installed as long as any thread needs it.
class HandlerInstalled {
public:
  HandlerInstalled() {
    std::lock_guard lock(mutex());
    if (users()++ == 0)
      llvm::install_fatal_error_handler(handleFatalError);
    fatalErrorsAreCaught = true;
  }
  ~HandlerInstalled() {
    fatalErrorsAreCaught = false;
    std::lock_guard lock(mutex());
    if (--users() == 0)
      llvm::remove_fatal_error_handler();
  }
  HandlerInstalled(const HandlerInstalled &) = delete;
  HandlerInstalled &operator=(const HandlerInstalled &) = delete;

private:
  static std::mutex &mutex() {
    static std::mutex mutex;
    return mutex;
  }
  static unsigned &users() {
    static unsigned users = 0;
    return users;
  }
};

} // namespace

llvm::Error rocke::detail::catchFatalErrors(llvm::function_ref<llvm::Error()> body) {
  HandlerInstalled installed;
  // The entries of LLVM's stack trace live on the stack and unlink themselves in destructors.
  const void *stackTrace = llvm::SavePrettyStackState();
  try {
    return body();
  } catch (const FatalError &error) {
    llvm::RestorePrettyStackState(stackTrace);
    return makeError("{}", error.reason);
  }
}
