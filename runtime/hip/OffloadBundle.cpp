#include "OffloadBundle.h"
#include "rocke/ir/Error.h"
#include "rocke/ir/GpuModel.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>
#include <vector>

namespace rocke::hip {

namespace {

constexpr llvm::StringLiteral magic("__CLANG_OFFLOAD_BUNDLE__");

uint64_t readNumber(const char *at) {
  uint64_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// The target id, "gfx950:xnack-", of an entry that is for HIP on AMD's GPUs; empty otherwise. The
/// forms are hipv4-amdgcn-amd-amdhsa--<id> and hip-amdgcn-amd-amdhsa-unknown-<id>.
llvm::StringRef targetId(llvm::StringRef entry) {
  if (!entry.consume_front("hipv4-") && !entry.consume_front("hip-"))
    return "";
  if (!entry.consume_front("amdgcn-amd-amdhsa-"))
    return "";
  return entry.substr(entry.find('-') + 1);
}

/// Whether code for `wanted` runs on `isaName`: the processor does, and no feature that it was
/// built for is set otherwise there.
bool fits(llvm::StringRef wanted, llvm::StringRef isaName) {
  llvm::SmallVector<llvm::StringRef> asked, there;
  wanted.split(asked, ':');
  isaName.split(there, ':');
  if (!runsOn(asked.front(), there.front()))
    return false;
  for (llvm::StringRef feature : llvm::drop_begin(asked))
    if (!llvm::is_contained(there, feature))
      return false;
  return true;
}

} // namespace

// Byte by byte, since the image may be something shorter.
bool isOffloadBundle(const void *image) {
  return std::strncmp(static_cast<const char *>(image), magic.data(), magic.size()) == 0;
}

llvm::Expected<llvm::StringRef> unbundle(const void *bundle, llvm::StringRef isaName) {
  const auto *start = static_cast<const char *>(bundle);
  const char *at = start + magic.size();
  const uint64_t count = readNumber(at);
  at += sizeof count;
  std::vector<std::string> names;
  llvm::StringRef generic; // an entry that fits, though not for this GPU alone
  for (uint64_t i = 0; i < count; ++i) {
    // Offset from the bundle's start, size, length of the name, name.
    const uint64_t offset = readNumber(at), size = readNumber(at + 8), length = readNumber(at + 16);
    const llvm::StringRef name(at + 24, length);
    at += 24 + length;
    const llvm::StringRef id = targetId(name);
    if (size != 0 && !id.empty() && fits(id, isaName)) {
      const llvm::StringRef entry(start + offset, size);
      if (id.split(':').first == isaName.split(':').first)
        return entry;
      if (generic.empty())
        generic = entry;
    }
    names.push_back(name.str());
  }
  if (!generic.empty())
    return generic;
  return makeError("no code object of the bundle is for {}; it has {}", isaName.str(),
                   names.empty() ? "none" : llvm::join(names, ", "));
}

} // namespace rocke::hip
