//===- RawArgs.h - Arguments of any kernel on the command line --*- C++ -*-===//
#ifndef ROCKE_TOOLS_ROCKE_RUN_RAWARGS_H
#define ROCKE_TOOLS_ROCKE_RUN_RAWARGS_H

#include "rocke/kernels/Registry.h"
#include "rocke/runtime/Npy.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace rocke::tools {

/// A pointer to a buffer that comes from a file, goes to it, or both.
struct FileArg {
  Access access = Access::In;
  std::string path;
  runtime::NpyArray array; ///< of Access::Out: type and shape, all bytes 0xff
};

/// A value by its little-endian bytes.
struct ValueArg {
  std::vector<uint8_t> bytes;
};

struct NullArg {};

using RawArg = std::variant<FileArg, ValueArg, NullArg>;

/// What --arg takes, for --help.
extern const char *const rawArgGrammar;

/// Reads one --arg, and the file that it names. Errors quote `text` and say what it should be.
llvm::Expected<RawArg> parseRawArg(llvm::StringRef text);

/// Reads "x", "x,y" or "x,y,z" with numbers of 1 or more; what is left out is 1. `option` names the
/// option in errors.
llvm::Expected<std::array<uint32_t, 3>> parseExtents(llvm::StringRef option, llvm::StringRef text);

} // namespace rocke::tools

#endif // ROCKE_TOOLS_ROCKE_RUN_RAWARGS_H
