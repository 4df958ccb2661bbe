#include "DeviceContext.h"
#include "rocke/runtime/Device.h"
#include <utility>

namespace rocke::runtime {

Stream::Stream(std::shared_ptr<DeviceContext> context, hip::Stream handle)
    : context(std::move(context)), handle(handle) {}

Stream::Stream(Stream &&other) noexcept
    : context(std::move(other.context)), handle(std::exchange(other.handle, nullptr)) {}

Stream &Stream::operator=(Stream &&other) noexcept {
  if (this != &other) {
    destroy();
    context = std::move(other.context);
    handle = std::exchange(other.handle, nullptr);
  }
  return *this;
}

Stream::~Stream() { destroy(); }

void Stream::destroy() {
  if (handle)
    llvm::consumeError(
        context->run("hipStreamDestroy", [&] { return context->hip.hipStreamDestroy(handle); }));
}

llvm::Error Stream::synchronize() {
  if (llvm::Error error = context->makeCurrent())
    return error;
  return context->checkWait(context->hip.hipStreamSynchronize(handle), "hipStreamSynchronize");
}

Event::Event(std::shared_ptr<DeviceContext> context, hip::Event handle)
    : context(std::move(context)), handle(handle) {}

Event::Event(Event &&other) noexcept
    : context(std::move(other.context)), handle(std::exchange(other.handle, nullptr)) {}

Event &Event::operator=(Event &&other) noexcept {
  if (this != &other) {
    destroy();
    context = std::move(other.context);
    handle = std::exchange(other.handle, nullptr);
  }
  return *this;
}

Event::~Event() { destroy(); }

void Event::destroy() {
  if (handle)
    llvm::consumeError(
        context->run("hipEventDestroy", [&] { return context->hip.hipEventDestroy(handle); }));
}

llvm::Error Event::record(const Stream *stream) {
  return context->run("hipEventRecord", [&] {
    return context->hip.hipEventRecord(handle, stream ? stream->handle : nullptr);
  });
}

llvm::Error Event::synchronize() {
  if (llvm::Error error = context->makeCurrent())
    return error;
  return context->checkWait(context->hip.hipEventSynchronize(handle), "hipEventSynchronize");
}

llvm::Expected<float> Event::millisecondsSince(const Event &start) const {
  float milliseconds = 0;
  if (llvm::Error error = context->run("hipEventElapsedTime", [&] {
        return context->hip.hipEventElapsedTime(&milliseconds, start.handle, handle);
      }))
    return error;
  return milliseconds;
}

} // namespace rocke::runtime
