//===- FileIO.cpp - Whole files in, whole files out -----------------------===//
#include "rocke/compiler/FileIO.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <vector>

using namespace rocke;
using llvm::StringRef;

llvm::Expected<std::string> rocke::readFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return makeError("cannot read '{}': {}", path.str(), buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

static llvm::Error cannotWrite(StringRef path, std::error_code reason) {
  return makeError("cannot write '{}': {}", path.str(), reason.message());
}

/// Writes all of `bytes` to an open file.
static std::error_code writeTo(int descriptor, StringRef bytes) {
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/false, /*unbuffered=*/true);
  stream << bytes;
  std::error_code error = stream.error();
  // A stream that dies with an error unread ends the program.
  stream.clear_error();
  return error;
}

static llvm::Error writeInPlace(StringRef path, StringRef bytes) {
  int descriptor;
  if (std::error_code error = llvm::sys::fs::openFileForWrite(
          path, descriptor, llvm::sys::fs::CD_OpenExisting, llvm::sys::fs::OF_None))
    return cannotWrite(path, error);
  std::error_code writeError = writeTo(descriptor, bytes);
  llvm::sys::fs::file_t file = llvm::sys::fs::convertFDToNativeFile(descriptor);
  std::error_code closeError = llvm::sys::fs::closeFile(file);
  if (writeError || closeError)
    return cannotWrite(path, writeError ? writeError : closeError);
  return llvm::Error::success();
}

namespace {

/// A file that is written beside its place and not yet renamed into it; unless it is, destruction
/// removes it.
class StagedFile {
public:
  StagedFile(llvm::sys::fs::TempFile file, std::string path, std::string target)
      : file(std::move(file)), path(std::move(path)), target(std::move(target)) {}
  StagedFile(StagedFile &&) = default;
  StagedFile &operator=(StagedFile &&) = delete;
  ~StagedFile() { llvm::consumeError(file.discard()); }

  llvm::StringRef place() const { return target; }
  std::error_code write(StringRef bytes) { return writeTo(file.FD, bytes); }
  llvm::Error rename() {
    if (llvm::Error error = file.keep(target))
      return cannotWrite(path, llvm::errorToErrorCode(std::move(error)));
    return llvm::Error::success();
  }

private:
  llvm::sys::fs::TempFile file;
  std::string path;
  std::string target; ///< `path` with symbolic links followed
};

} // namespace

/// Stages one file. Nothing is staged for what is no regular file.
static llvm::Expected<std::optional<StagedFile>> stage(const FileContents &contents) {
  const std::string &path = contents.path;
  llvm::SmallString<256> target(path);
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status)) {
    if (llvm::sys::fs::is_directory(status))
      return cannotWrite(path, std::make_error_code(std::errc::is_a_directory));
    if (!llvm::sys::fs::is_regular_file(status))
      return std::nullopt;
    if (std::error_code error = llvm::sys::fs::real_path(path, target))
      return cannotWrite(path, error);
  }
  llvm::Expected<llvm::sys::fs::TempFile> file =
      llvm::sys::fs::TempFile::create(target + ".%%%%%%%%.tmp");
  if (!file)
    return cannotWrite(path, llvm::errorToErrorCode(file.takeError()));
  StagedFile staged(std::move(*file), path, target.str().str());
  if (std::error_code error = staged.write(contents.bytes))
    return cannotWrite(path, error);
  return std::optional<StagedFile>(std::move(staged));
}

llvm::Error rocke::writeFilesAtomically(llvm::ArrayRef<FileContents> files) {
  std::vector<StagedFile> staged;
  std::vector<const FileContents *> inPlace;
  for (const FileContents &file : files) {
    llvm::Expected<std::optional<StagedFile>> result = stage(file);
    if (!result)
      return result.takeError();
    if (!*result) {
      inPlace.push_back(&file);
      continue;
    }
    for (const StagedFile &other : staged)
      if (other.place() == (*result)->place())
        return makeError("'{}' is written twice", file.path);
    staged.push_back(std::move(**result));
  }
  for (const FileContents *file : inPlace)
    if (llvm::Error error = writeInPlace(file->path, file->bytes))
      return error;
  for (StagedFile &file : staged)
    if (llvm::Error error = file.rename())
      return error;
  return llvm::Error::success();
}

llvm::Error rocke::writeFileAtomically(StringRef path, StringRef bytes) {
  return writeFilesAtomically(FileContents{path.str(), bytes.str()});
}
