#include "CopyParameters.h"
#include "Exports.h"
#include "Generation.h"
#include "Transfer.h"
#include "rocke/ir/Error.h"

// Boxes of memory: rows with a pitch, and slices of rows.

namespace rocke::hip {

namespace {

/// Where a box lies: its first byte, and the bytes from a row and from a slice to the next.
struct Box {
  const void *start;
  size_t pitch;
  size_t slice;
};

bool isEmpty(const Extent &extent) {
  return extent.width == 0 || extent.height == 0 || extent.depth == 0;
}

/// What the box reaches over.
Error spanOf(const Box &box, const Extent &extent, const char *what, size_t &bytes) {
  size_t rows = 0, slices = 0;
  if (__builtin_mul_overflow(box.pitch, extent.height - 1, &rows) ||
      __builtin_mul_overflow(box.slice, extent.depth - 1, &slices) ||
      __builtin_add_overflow(rows, slices, &bytes) ||
      __builtin_add_overflow(bytes, extent.width, &bytes))
    return fail(Error::InvalidValue, fmt::format("the {} does not fit 64 bits", what));
  return Error::Success;
}

/// The box at `position` in memory with a pitch.
Error boxAt(const void *base, size_t pitch, size_t rowsPerSlice, const Position &position,
            const Extent &extent, const char *what, Box &box) {
  if (position.x > pitch || extent.width > pitch - position.x)
    return fail(Error::InvalidPitchValue,
                fmt::format("rows of {} bytes at {} reach past the pitch {} of the {}",
                            extent.width, position.x, pitch, what));
  const bool isOneSlice = extent.depth == 1 && position.z == 0;
  if (!isOneSlice && (position.y > rowsPerSlice || extent.height > rowsPerSlice - position.y))
    return fail(Error::InvalidValue, fmt::format("{} rows at {} reach past the {} of a slice of "
                                                 "the {}",
                                                 extent.height, position.y, rowsPerSlice, what));
  box = {base, pitch, 0};
  if (__builtin_mul_overflow(pitch, rowsPerSlice, &box.slice))
    return fail(Error::InvalidValue, fmt::format("a slice of the {} does not fit 64 bits", what));
  for (auto [count, step] :
       {std::pair(position.x, size_t{1}), {position.y, pitch}, {position.z, box.slice}})
    if (Error error = moveBy(box.start, count, step, what); error != Error::Success)
      return error;
  return Error::Success;
}

Error copyBox(const Box &to, const Box &from, const Extent &extent, MemcpyKind kind) {
  size_t toBytes = 0, fromBytes = 0;
  if (Error error = spanOf(to, extent, "destination", toBytes); error != Error::Success)
    return error;
  if (Error error = spanOf(from, extent, "source", fromBytes); error != Error::Success)
    return error;
  Place target, source;
  if (Error error = locateBoth(const_cast<void *>(to.start), toBytes, from.start, fromBytes, kind,
                               target, source);
      error != Error::Success)
    return error;
  for (size_t z = 0; z < extent.depth; ++z)
    for (size_t y = 0; y < extent.height; ++y)
      if (llvm::Error error = copyBytes(target, z * to.slice + y * to.pitch, source,
                                        z * from.slice + y * from.pitch, extent.width))
        return fail(Error::InvalidValue, std::move(error));
  return Error::Success;
}

Error copy3D(const Memcpy3D *parameters, Stream stream) {
  if (!parameters)
    return Error::InvalidValue;
  SimDevice *device = nullptr;
  if (Error error = streamDevice(stream, device); error != Error::Success)
    return error;
  const Memcpy3D &p = *parameters;
  if (p.srcArray || p.dstArray)
    return fail(Error::NotSupported, "the simulator has no arrays");
  if (isEmpty(p.extent))
    return Error::Success;
  Box to{}, from{};
  if (Error error = boxAt(p.dstPtr.ptr, p.dstPtr.pitch, p.dstPtr.ysize, p.dstPos, p.extent,
                          "destination", to);
      error != Error::Success)
    return error;
  if (Error error =
          boxAt(p.srcPtr.ptr, p.srcPtr.pitch, p.srcPtr.ysize, p.srcPos, p.extent, "source", from);
      error != Error::Success)
    return error;
  return copyBox(to, from, p.extent, p.kind);
}

template <typename Number>
Error copyDriver3D(const DriverMemcpy3D<Number> &p, const Extent &extent) {
  CopyEnd toEnd, fromEnd;
  if (Error error = copyEnd(p.dstMemoryType, p.dstHost, p.dstDevice, "destination", toEnd);
      error != Error::Success)
    return error;
  if (Error error = copyEnd(p.srcMemoryType, p.srcHost, p.srcDevice, "source", fromEnd);
      error != Error::Success)
    return error;
  // Without a pitch or a height, rows and slices follow each other.
  const size_t toPitch = p.dstPitch ? p.dstPitch : p.dstXInBytes + extent.width;
  const size_t fromPitch = p.srcPitch ? p.srcPitch : p.srcXInBytes + extent.width;
  const size_t toRows = p.dstHeight ? p.dstHeight : p.dstY + extent.height;
  const size_t fromRows = p.srcHeight ? p.srcHeight : p.srcY + extent.height;
  Box to{}, from{};
  if (Error error = boxAt(toEnd.base, toPitch, toRows, {p.dstXInBytes, p.dstY, p.dstZ}, extent,
                          "destination", to);
      error != Error::Success)
    return error;
  if (Error error = boxAt(fromEnd.base, fromPitch, fromRows, {p.srcXInBytes, p.srcY, p.srcZ},
                          extent, "source", from);
      error != Error::Success)
    return error;
  return copyBox(to, from, extent, copyKind(toEnd, fromEnd));
}

template <typename Number> Error copyDriver3D(const void *parameters, Stream stream) {
  if (!parameters)
    return Error::InvalidValue;
  SimDevice *device = nullptr;
  if (Error error = streamDevice(stream, device); error != Error::Success)
    return error;
  const auto &p = *static_cast<const DriverMemcpy3D<Number> *>(parameters);
  const Extent extent{p.widthInBytes, p.height, p.depth};
  return isEmpty(extent) ? Error::Success : copyDriver3D(p, extent);
}

Error copyDriver3DOfGeneration(const void *parameters, Stream stream) {
  return generation() < 6 ? copyDriver3D<uint32_t>(parameters, stream)
                          : copyDriver3D<uint64_t>(parameters, stream);
}

Error fill3D(const PitchedPointer &to, int value, const Extent &extent, Stream stream) {
  SimDevice *device = nullptr;
  if (Error error = streamDevice(stream, device); error != Error::Success)
    return error;
  if (isEmpty(extent))
    return Error::Success;
  Box box{};
  if (Error error = boxAt(to.ptr, to.pitch, to.ysize, {0, 0, 0}, extent, "destination", box);
      error != Error::Success)
    return error;
  size_t bytes = 0;
  if (Error error = spanOf(box, extent, "destination", bytes); error != Error::Success)
    return error;
  Place target;
  if (Error error = locate(to.ptr, bytes, "destination", target); error != Error::Success)
    return error;
  if (Error error = requireDevice(target, true, "destination"); error != Error::Success)
    return error;
  const std::vector<uint8_t> row(extent.width, static_cast<uint8_t>(value));
  Place source;
  source.address = reinterpret_cast<uint64_t>(row.data());
  for (size_t z = 0; z < extent.depth; ++z)
    for (size_t y = 0; y < extent.height; ++y)
      if (llvm::Error error =
              copyBytes(target, z * box.slice + y * box.pitch, source, 0, extent.width))
        return fail(Error::InvalidValue, std::move(error));
  return Error::Success;
}

} // namespace

Error hipMalloc3D(PitchedPointer *pointer, Extent extent) {
  return api([&] {
    if (!pointer)
      return Error::InvalidValue;
    size_t rows = 0;
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
      return fail(Error::OutOfMemory, fmt::format("{} slices of {} rows do not fit 64 bits",
                                                  extent.depth, extent.height));
    const Error error = allocatePitched(&pointer->ptr, &pointer->pitch, extent.width, rows);
    if (error == Error::Success) {
      pointer->xsize = extent.width;
      pointer->ysize = extent.height;
    }
    return error;
  });
}

Error hipMemcpy3D(const Memcpy3D *parameters) {
  return api([&] { return copy3D(parameters, nullptr); });
}

Error hipMemcpy3DAsync(const Memcpy3D *parameters, Stream stream) {
  return api([&] { return copy3D(parameters, stream); });
}

Error hipDrvMemcpy3D(const void *parameters) {
  return api([&] { return copyDriver3DOfGeneration(parameters, nullptr); });
}

Error hipDrvMemcpy3DAsync(const void *parameters, Stream stream) {
  return api([&] { return copyDriver3DOfGeneration(parameters, stream); });
}

Error hipMemset3D(PitchedPointer to, int value, Extent extent) {
  return api([&] { return fill3D(to, value, extent, nullptr); });
}

Error hipMemset3DAsync(PitchedPointer to, int value, Extent extent, Stream stream) {
  return api([&] { return fill3D(to, value, extent, stream); });
}

} // namespace rocke::hip
