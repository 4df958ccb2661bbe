//===- Tool.cpp - What every tool's main() does ---------------------------===//
#include "common/Tool.h"
#include "rocke/ir/Error.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <new>

using namespace rocke;

using Body = std::function<llvm::Error(llvm::ArrayRef<const char *>)>;

// A shape or a file that is too large for this machine is bad input like any other.
static llvm::Error runBody(llvm::ArrayRef<const char *> arguments, const Body &body) {
  try {
    return body(arguments);
  } catch (const std::bad_alloc &) {
    return makeError("out of memory");
  }
}

int rocke::tools::runTool(llvm::StringRef tool, int argc, char **argv, const Body &body) {
  llvm::InitLLVM init(argc, argv);
  // LLVM's handler would abort before runBody sees that memory ran out.
  std::set_new_handler(nullptr);
  llvm::Error error = runBody(llvm::ArrayRef<const char *>(argv, argc).drop_front(), body);
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    std::string reason = llvm::outs().error().message();
    // Left set, LLVM would abort at exit.
    llvm::outs().clear_error();
    if (!error)
      error = makeError("cannot write to standard output: {}", reason);
  }
  if (!error)
    return 0;
  llvm::errs() << tool << ": error: " << llvm::toString(std::move(error)) << '\n';
  return 1;
}

void rocke::tools::printVersion(llvm::StringRef tool) {
  llvm::outs() << tool << " " ROCKE_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
}
