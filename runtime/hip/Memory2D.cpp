#include "CopyParameters.h"
#include "Exports.h"
#include "Transfer.h"
#include "rocke/ir/Error.h"

namespace rocke::hip {

namespace {

/// What `height` rows of `width` bytes reach over, `pitch` bytes from one to the next.
Error spanOf(size_t pitch, size_t width, size_t height, size_t &bytes) {
  if (__builtin_mul_overflow(pitch, height - 1, &bytes) ||
      __builtin_add_overflow(bytes, width, &bytes))
    return fail(Error::InvalidValue,
                fmt::format("{} rows of pitch {} do not fit 64 bits", height, pitch));
  return Error::Success;
}

Error copy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
             size_t height, MemcpyKind kind, Stream stream) {
  SimDevice *device = nullptr;
  if (Error error = streamDevice(stream, device); error != Error::Success)
    return error;
  if (width == 0 || height == 0)
    return Error::Success;
  if (width > toPitch || width > fromPitch)
    return fail(Error::InvalidPitchValue,
                fmt::format("rows of {} bytes are wider than a pitch of {} or {}", width, toPitch,
                            fromPitch));
  size_t toBytes = 0, fromBytes = 0;
  if (Error error = spanOf(toPitch, width, height, toBytes); error != Error::Success)
    return error;
  if (Error error = spanOf(fromPitch, width, height, fromBytes); error != Error::Success)
    return error;
  Place target, source;
  if (Error error = locateBoth(to, toBytes, from, fromBytes, kind, target, source);
      error != Error::Success)
    return error;
  for (size_t row = 0; row < height; ++row)
    if (llvm::Error error = copyBytes(target, row * toPitch, source, row * fromPitch, width))
      return fail(Error::InvalidValue, std::move(error));
  return Error::Success;
}

Error fill2D(void *to, size_t pitch, int value, size_t width, size_t height, Stream stream) {
  SimDevice *device = nullptr;
  if (Error error = streamDevice(stream, device); error != Error::Success)
    return error;
  if (width == 0 || height == 0)
    return Error::Success;
  if (width > pitch)
    return fail(Error::InvalidValue,
                fmt::format("rows of {} bytes are wider than the pitch {}", width, pitch));
  size_t bytes = 0;
  if (Error error = spanOf(pitch, width, height, bytes); error != Error::Success)
    return error;
  Place target;
  if (Error error = locate(to, bytes, "destination", target); error != Error::Success)
    return error;
  if (Error error = requireDevice(target, true, "destination"); error != Error::Success)
    return error;
  const std::vector<uint8_t> line(width, static_cast<uint8_t>(value));
  Place source;
  source.address = reinterpret_cast<uint64_t>(line.data());
  for (size_t row = 0; row < height; ++row)
    if (llvm::Error error = copyBytes(target, row * pitch, source, 0, width))
      return fail(Error::InvalidValue, std::move(error));
  return Error::Success;
}

Error copyParameters(const Memcpy2D *parameters, Stream stream) {
  if (!parameters)
    return Error::InvalidValue;
  const Memcpy2D &p = *parameters;
  if (p.widthInBytes == 0 || p.height == 0)
    return Error::Success;
  // Without a pitch the rows follow each other.
  const size_t toPitch = p.dstPitch ? p.dstPitch : p.dstXInBytes + p.widthInBytes;
  const size_t fromPitch = p.srcPitch ? p.srcPitch : p.srcXInBytes + p.widthInBytes;
  if (p.dstXInBytes > toPitch || p.widthInBytes > toPitch - p.dstXInBytes ||
      p.srcXInBytes > fromPitch || p.widthInBytes > fromPitch - p.srcXInBytes)
    return fail(Error::InvalidValue, "a row reaches past the pitch");
  CopyEnd to, from;
  if (Error error = copyEnd(p.dstMemoryType, p.dstHost, p.dstDevice, "destination", to);
      error != Error::Success)
    return error;
  if (Error error = copyEnd(p.srcMemoryType, p.srcHost, p.srcDevice, "source", from);
      error != Error::Success)
    return error;
  for (auto [end, count, step, what] : {std::tuple(&to, p.dstY, toPitch, "destination"),
                                        {&to, p.dstXInBytes, 1, "destination"},
                                        {&from, p.srcY, fromPitch, "source"},
                                        {&from, p.srcXInBytes, 1, "source"}})
    if (Error error = moveBy(end->base, count, step, what); error != Error::Success)
      return error;
  return copy2D(const_cast<void *>(to.base), toPitch, from.base, fromPitch, p.widthInBytes,
                p.height, copyKind(to, from), stream);
}

} // namespace

Error hipMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  return api([&] { return allocatePitched(pointer, pitch, width, height); });
}

Error hipMemAllocPitch(void **pointer, size_t *pitch, size_t width, size_t height,
                       unsigned elementBytes) {
  return api([&] {
    if (elementBytes != 4 && elementBytes != 8 && elementBytes != 16)
      return fail(Error::InvalidValue,
                  fmt::format("elements have 4, 8 or 16 bytes, not {}", elementBytes));
    return allocatePitched(pointer, pitch, width, height);
  });
}

Error hipMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                  size_t height, MemcpyKind kind) {
  return api([&] { return copy2D(to, toPitch, from, fromPitch, width, height, kind, nullptr); });
}

Error hipMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                       size_t height, MemcpyKind kind, Stream stream) {
  return api([&] { return copy2D(to, toPitch, from, fromPitch, width, height, kind, stream); });
}

Error hipMemcpyParam2D(const Memcpy2D *parameters) {
  return api([&] { return copyParameters(parameters, nullptr); });
}

Error hipDrvMemcpy2DUnaligned(const Memcpy2D *parameters) {
  return api([&] { return copyParameters(parameters, nullptr); });
}

Error hipMemcpyParam2DAsync(const Memcpy2D *parameters, Stream stream) {
  return api([&] { return copyParameters(parameters, stream); });
}

Error hipMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
  return api([&] { return fill2D(to, pitch, value, width, height, nullptr); });
}

Error hipMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                       Stream stream) {
  return api([&] { return fill2D(to, pitch, value, width, height, stream); });
}

} // namespace rocke::hip
