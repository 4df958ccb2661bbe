//===- Cache.cpp - The compile cache --------------------------------------===//
#include "Cache.h"
#include "rocke/compiler/FileIO.h"
#include "rocke/ir/Error.h"
#include "llvm-c/Core.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

using namespace rocke;
using namespace rocke::detail;
using llvm::StringRef;

// Raised when code generation or linking changes what it makes of the same LLVM IR.
static constexpr unsigned codeGenerationRevision = 1;

// An entry is this line, a line with the SHA-256 of the code object, and the code object.
static constexpr StringRef entryHeader = "rocke compile cache\n";
static constexpr size_t digestChars = 64;

static std::string sha256(StringRef bytes) {
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes)), /*LowerCase=*/true);
}

/// The LLVM that runs, which may be newer than the one rocke was built with.
static std::string llvmVersion() {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  return fmt::format("{}.{}.{}", major, minor, patch);
}

CompileCache::CompileCache(std::string directory, std::function<void(StringRef)> warn)
    : directory(std::move(directory)), warn(std::move(warn)) {}

std::string CompileCache::key(const llvm::Module &module, StringRef arch,
                              const CompileOptions &options) {
  std::string text = fmt::format(
      "rocke {}\nrevision {}\nllvm {}\narch {}\noptLevel {}\ndebugInfo {}\ncodeObjectVersion {}\n",
      ROCKE_VERSION, codeGenerationRevision, llvmVersion(), arch.str(), options.optLevel,
      options.debugInfo, options.codeObjectVersion);
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return sha256(text);
}

std::string CompileCache::path(StringRef key) const {
  llvm::SmallString<256> result(directory);
  llvm::sys::path::append(result, key + ".cache");
  return result.str().str();
}

void CompileCache::warning(llvm::Error error) const {
  std::string text = "compile cache: " + llvm::toString(std::move(error));
  if (warn)
    warn(text);
}

std::optional<CodeObject> CompileCache::load(StringRef key) const {
  std::string file = path(key);
  if (!llvm::sys::fs::exists(file))
    return std::nullopt;
  llvm::Expected<std::string> entry = readFile(file);
  if (!entry) {
    warning(entry.takeError());
    return std::nullopt;
  }
  StringRef rest = *entry;
  if (rest.consume_front(entryHeader) && rest.size() > digestChars && rest[digestChars] == '\n') {
    StringRef digest = rest.take_front(digestChars), bytes = rest.drop_front(digestChars + 1);
    if (sha256(bytes) == digest) {
      llvm::Expected<CodeObject> object = CodeObject::parse(bytes.str());
      if (object)
        return std::move(*object);
      llvm::consumeError(object.takeError());
    }
  }
  warning(makeError("damaged entry '{}' is compiled anew", file));
  return std::nullopt;
}

void CompileCache::store(StringRef key, const CodeObject &object) const {
  if (std::error_code error = llvm::sys::fs::create_directories(directory))
    return warning(makeError("cannot create '{}': {}", directory, error.message()));
  std::string entry = (entryHeader + sha256(object.bytes()) + "\n" + object.bytes()).str();
  if (llvm::Error error = writeFileAtomically(path(key), entry))
    warning(std::move(error));
}
