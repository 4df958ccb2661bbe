//===- Cache.h - The compile cache -------------------------------*- C++ -*-===//
#ifndef ROCKE_COMPILER_CACHE_H
#define ROCKE_COMPILER_CACHE_H

#include "rocke/compiler/CodeObject.h"
#include "rocke/compiler/Compiler.h"
#include <functional>
#include <optional>
#include <string>

namespace rocke::detail {

/// Code objects on disk, by content: one file per compilation, named by the SHA-256 of everything
/// that the code object depends on. Any number of threads and processes may use a directory at
/// once.
///
/// A cache only ever saves time: an entry that is damaged is compiled anew and replaced, and a
/// directory that cannot be read or written costs a warning, not the compilation.
class CompileCache {
public:
  /// `warn` receives the warnings; it may be empty.
  CompileCache(std::string directory, std::function<void(llvm::StringRef)> warn);

  /// The name of `module`'s entry: of its text (as handed to code generation), the arch, the
  /// options and the versions of rocke and of LLVM.
  static std::string key(const llvm::Module &module, llvm::StringRef arch,
                         const CompileOptions &options);

  /// The entry, if there is one and it is whole.
  std::optional<CodeObject> load(llvm::StringRef key) const;
  void store(llvm::StringRef key, const CodeObject &object) const;

private:
  std::string path(llvm::StringRef key) const;
  void warning(llvm::Error error) const;

  std::string directory;
  std::function<void(llvm::StringRef)> warn;
};

} // namespace rocke::detail

#endif // ROCKE_COMPILER_CACHE_H
