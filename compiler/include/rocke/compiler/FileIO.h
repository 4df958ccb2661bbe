//===- FileIO.h - Whole files in, whole files out ----------------*- C++ -*-===//
#ifndef ROCKE_COMPILER_FILEIO_H
#define ROCKE_COMPILER_FILEIO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace rocke {

/// The content of the file at `path`. The error names the path and the system's reason.
llvm::Expected<std::string> readFile(llvm::StringRef path);

/// Makes `path` hold `bytes`, or leaves it as it was: the bytes are written beside it and renamed
/// into place, so that neither a reader, a full disk nor a signal sees half a file. A symbolic link
/// is followed. What exists and is no regular file (a pipe, a device) is written to in place. The
/// error names the path and the system's reason.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes);

struct FileContents {
  std::string path;
  std::string bytes;
};

/// The same for several files as one: none is renamed into its place before all are written beside
/// theirs. Two entries for one file are an error.
llvm::Error writeFilesAtomically(llvm::ArrayRef<FileContents> files);

} // namespace rocke

#endif // ROCKE_COMPILER_FILEIO_H
