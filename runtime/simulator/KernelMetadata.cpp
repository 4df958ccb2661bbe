//===- KernelMetadata.cpp - What a code object's note says -----------------===//
#include "KernelMetadata.h"
#include "rocke/ir/Error.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include <limits>
#include <optional>

namespace rocke::sim {

namespace {
using llvm::msgpack::DocNode;
using llvm::msgpack::MapDocNode;
using llvm::msgpack::Type;

const DocNode *find(MapDocNode &map, llvm::StringRef key) {
  auto it = map.find(key);
  return it == map.end() ? nullptr : &it->second;
}

llvm::Expected<std::string> getString(MapDocNode &map, llvm::StringRef key) {
  const DocNode *node = find(map, key);
  if (!node)
    return std::string();
  if (node->getKind() != Type::String)
    return makeError("metadata: {} is not a string", key.str());
  return node->getString().str();
}

llvm::Expected<uint32_t> toUInt(const DocNode &node, llvm::StringRef key) {
  std::optional<uint64_t> value;
  if (node.getKind() == Type::UInt)
    value = node.getUInt();
  else if (node.getKind() == Type::Int && node.getInt() >= 0)
    value = static_cast<uint64_t>(node.getInt());
  if (!value || *value > std::numeric_limits<uint32_t>::max())
    return makeError("metadata: {} is not an unsigned 32-bit integer", key.str());
  return static_cast<uint32_t>(*value);
}
// 0 if absent.
llvm::Expected<uint32_t> getUInt(MapDocNode &map, llvm::StringRef key) {
  const DocNode *node = find(map, key);
  return node ? toUInt(*node, key) : 0;
}
// Zeros if absent.
llvm::Expected<std::array<uint32_t, 3>> getExtents(MapDocNode &map, llvm::StringRef key) {
  std::array<uint32_t, 3> extents{};
  auto it = map.find(key);
  if (it == map.end())
    return extents;
  if (!it->second.isArray() || it->second.getArray().size() != extents.size())
    return makeError("metadata: {} is not an array of three", key.str());
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    llvm::Expected<uint32_t> extent = toUInt(it->second.getArray()[axis], key);
    if (!extent)
      return extent.takeError();
    extents[axis] = *extent;
  }
  return extents;
}

llvm::Error parseArg(DocNode &node, KernelMetadata &kernel) {
  if (!node.isMap())
    return makeError("metadata: an entry of .args is not a map");
  MapDocNode &map = node.getMap();
  llvm::Expected<std::string> kind = getString(map, ".value_kind");
  if (!kind)
    return kind.takeError();
  llvm::Expected<uint32_t> offset = getUInt(map, ".offset");
  if (!offset)
    return offset.takeError();
  llvm::Expected<uint32_t> size = getUInt(map, ".size");
  if (!size)
    return size.takeError();
  if (llvm::StringRef(*kind).starts_with("hidden_"))
    kernel.hiddenArgs.push_back({std::move(*kind), *offset, *size});
  return llvm::Error::success();
}

llvm::Expected<KernelMetadata> parseKernel(DocNode &node) {
  if (!node.isMap())
    return makeError("metadata: an entry of amdhsa.kernels is not a map");
  MapDocNode &map = node.getMap();
  KernelMetadata kernel;
  for (auto [key, field] : {std::pair(".name", &kernel.name), {".symbol", &kernel.symbol}}) {
    llvm::Expected<std::string> text = getString(map, key);
    if (!text)
      return text.takeError();
    *field = std::move(*text);
  }
  for (auto [key, field] : {std::pair(".kernarg_segment_size", &kernel.kernargBytes),
                            {".max_flat_workgroup_size", &kernel.maxGroupSize}}) {
    llvm::Expected<uint32_t> number = getUInt(map, key);
    if (!number)
      return number.takeError();
    *field = *number;
  }
  llvm::Expected<std::array<uint32_t, 3>> requiredGroup = getExtents(map, ".reqd_workgroup_size");
  if (!requiredGroup)
    return requiredGroup.takeError();
  kernel.requiredGroup = *requiredGroup;
  auto args = map.find(".args");
  if (args != map.end()) {
    if (!args->second.isArray())
      return makeError("metadata: .args is not an array");
    for (DocNode &arg : args->second.getArray())
      if (llvm::Error error = parseArg(arg, kernel))
        return std::move(error);
  }
  return kernel;
}
} // namespace

llvm::Expected<std::vector<KernelMetadata>> parseMetadata(llvm::StringRef note) {
  llvm::msgpack::Document document;
  if (!document.readFromBlob(note, /*Multi=*/false))
    return makeError("metadata: the note is not a MessagePack document");
  if (!document.getRoot().isMap())
    return makeError("metadata: the root of the note is not a map");
  std::vector<KernelMetadata> kernels;
  MapDocNode &root = document.getRoot().getMap();
  auto it = root.find("amdhsa.kernels");
  if (it == root.end())
    return kernels;
  if (!it->second.isArray())
    return makeError("metadata: amdhsa.kernels is not an array");
  for (DocNode &node : it->second.getArray()) {
    llvm::Expected<KernelMetadata> kernel = parseKernel(node);
    if (!kernel)
      return kernel.takeError();
    kernels.push_back(std::move(*kernel));
  }
  return kernels;
}

} // namespace rocke::sim
