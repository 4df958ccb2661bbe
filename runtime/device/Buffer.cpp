#include "DeviceContext.h"
#include "rocke/ir/Error.h"
#include "rocke/runtime/Device.h"
#include <utility>

namespace rocke::runtime {

Buffer::Buffer(std::shared_ptr<DeviceContext> context, uint64_t address, uint64_t bytes)
    : context(std::move(context)), deviceAddress(address), bytes(bytes) {}

Buffer::Buffer(Buffer &&other) noexcept
    : context(std::move(other.context)), deviceAddress(std::exchange(other.deviceAddress, 0)),
      bytes(std::exchange(other.bytes, 0)) {}

Buffer &Buffer::operator=(Buffer &&other) noexcept {
  if (this != &other) {
    free();
    context = std::move(other.context);
    deviceAddress = std::exchange(other.deviceAddress, 0);
    bytes = std::exchange(other.bytes, 0);
  }
  return *this;
}

Buffer::~Buffer() { free(); }

void Buffer::free() {
  if (!deviceAddress)
    return;
  // There is nobody to tell, and the device may have faulted.
  llvm::consumeError(context->run("hipFree", [&] { return context->hip.hipFree(pointer()); }));
}

llvm::Error Buffer::write(llvm::ArrayRef<uint8_t> from) {
  if (from.size() > bytes)
    return makeError("cannot write {} bytes to a buffer of {}", from.size(), bytes);
  if (from.empty())
    return llvm::Error::success();
  return context->run("hipMemcpy to the device", [&] {
    return context->hip.hipMemcpy(pointer(), from.data(), from.size(),
                                  hip::MemcpyKind::HostToDevice);
  });
}

llvm::Error Buffer::read(llvm::MutableArrayRef<uint8_t> to) const {
  if (to.size() > bytes)
    return makeError("cannot read {} bytes from a buffer of {}", to.size(), bytes);
  if (to.empty())
    return llvm::Error::success();
  return context->run("hipMemcpy from the device", [&] {
    return context->hip.hipMemcpy(to.data(), pointer(), to.size(), hip::MemcpyKind::DeviceToHost);
  });
}

llvm::Error Buffer::fill(uint8_t value) {
  if (bytes == 0)
    return llvm::Error::success();
  return context->run("hipMemset", [&] { return context->hip.hipMemset(pointer(), value, bytes); });
}

} // namespace rocke::runtime
