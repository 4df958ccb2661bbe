//===- CompressedBundle.cpp - Offload bundles that were compressed ---------===//
//
// Layout: Clang's documentation, "Clang Offload Bundler", Compression and Decompression.
//
//===----------------------------------------------------------------------===//
#include "CompressedBundle.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compression.h"
#include <cstring>

namespace rocke::hip {

namespace {

constexpr llvm::StringLiteral magic("CCOB");
// Far above what any program has; keeps a damaged header from taking the host's memory.
constexpr uint64_t largestBundle = uint64_t{1} << 32;

/// Reads the header, whose extents grew from version 2 to version 3.
class HeaderReader {
public:
  explicit HeaderReader(const void *image) : begin(static_cast<const char *>(image)), at(begin) {}

  template <typename T> uint64_t read() {
    T value;
    std::memcpy(&value, at, sizeof value);
    at += sizeof value;
    return value;
  }
  void skip(size_t bytes) { at += bytes; }
  uint64_t position() const { return static_cast<uint64_t>(at - begin); }

private:
  const char *begin, *at;
};

} // namespace

bool isCompressedBundle(const void *image) {
  return std::strncmp(static_cast<const char *>(image), magic.data(), magic.size()) == 0;
}

llvm::Expected<std::string> decompressBundle(const void *image) {
  HeaderReader header(image);
  header.skip(magic.size());
  const uint64_t version = header.read<uint16_t>();
  if (version < 2 || version > 3)
    return makeError("the compressed bundle has version {}; 2 and 3 are known, which say how long "
                     "they are",
                     version);
  const uint64_t method = header.read<uint16_t>();
  const bool isWide = version == 3;
  const uint64_t fileBytes = isWide ? header.read<uint64_t>() : header.read<uint32_t>();
  const uint64_t bundleBytes = isWide ? header.read<uint64_t>() : header.read<uint32_t>();
  header.skip(sizeof(uint64_t)); // a hash of the bundle; zlib and zstd have sums of their own
  constexpr uint64_t zlib = 0, zstd = 1;
  if (method != zlib && method != zstd)
    return makeError("the bundle is compressed with method {}; 0 (zlib) and 1 (zstd) are known",
                     method);
  const auto format =
      method == zlib ? llvm::compression::Format::Zlib : llvm::compression::Format::Zstd;
  if (const char *reason = llvm::compression::getReasonIfUnsupported(format))
    return makeError("the compressed bundle cannot be read: {}", reason);
  if (fileBytes < header.position() || bundleBytes > largestBundle)
    return makeError("the compressed bundle is damaged: {} bytes that become {}", fileBytes,
                     bundleBytes);
  const llvm::ArrayRef<uint8_t> data(static_cast<const uint8_t *>(image) + header.position(),
                                     fileBytes - header.position());
  llvm::SmallVector<uint8_t, 0> bundle;
  if (llvm::Error error = llvm::compression::decompress(format, data, bundle, bundleBytes))
    return makeError("the compressed bundle is damaged: {}", llvm::toString(std::move(error)));
  return std::string(bundle.begin(), bundle.end());
}

} // namespace rocke::hip
