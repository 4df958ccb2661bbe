#include "Exports.h"
#include "rocke/ir/Error.h"
#include <algorithm>
#include <bit>

// Work runs to its end before the call that enqueues it returns, so that streams are always empty,
// in order, and synchronized with each other.

namespace rocke::hip {

namespace {

using Clock = std::chrono::steady_clock;

/// The priorities that AMD's GPUs have; a lower number goes first.
constexpr int leastPriority = 1, greatestPriority = -1;

Error createStream(Stream *stream, unsigned flags, int priority) {
  if (!stream)
    return Error::InvalidValue;
  if (flags & ~streamNonBlocking)
    return fail(Error::InvalidValue, fmt::format("unknown stream flags {:#x}", flags));
  SimDevice *device = nullptr;
  if (Error error = currentDevice(device); error != Error::Success)
    return error;
  *stream = Runtime::instance().streams.add(std::make_shared<StreamHandle>(
      device, flags, std::clamp(priority, greatestPriority, leastPriority)));
  return Error::Success;
}

Error createEvent(Event *event, unsigned flags) {
  if (!event)
    return Error::InvalidValue;
  constexpr unsigned interprocess = 4;
  constexpr unsigned releases = 0x20000000u | 0x40000000u | 0x80000000u;
  if ((flags & ~(eventBlockingSync | eventDisableTiming | interprocess | releases)) ||
      std::popcount(flags & releases) > 1 ||
      ((flags & interprocess) && !(flags & eventDisableTiming)))
    return fail(Error::InvalidValue, fmt::format("event flags {:#x} do not go together", flags));
  if (flags & interprocess)
    return fail(Error::NotSupported, "the simulator shares no events between processes");
  SimDevice *device = nullptr;
  if (Error error = currentDevice(device); error != Error::Success)
    return error;
  auto handle = std::make_shared<EventHandle>();
  handle->device = device;
  handle->flags = flags;
  *event = Runtime::instance().events.add(std::move(handle));
  return Error::Success;
}

/// What is asked of a stream: null for the device's own streams, which have no flags and priority.
Error lookUp(Stream stream, const void *result, std::shared_ptr<StreamHandle> &handle) {
  if (!result)
    return fail(Error::InvalidValue, "there is no place for the answer");
  SimDevice *device = nullptr;
  if (Error error = streamDevice(stream, device); error != Error::Success)
    return error;
  handle = Runtime::instance().streams.find(stream);
  return Error::Success;
}

/// An event that exists, on a device that has not faulted.
Error lookUp(Event event, std::shared_ptr<EventHandle> &handle) {
  if (!event)
    return fail(Error::InvalidHandle, "the event is null");
  handle = Runtime::instance().events.find(event);
  if (!handle)
    return fail(Error::ContextIsDestroyed, "the event does not exist (any more)");
  if (Error sticky = handle->device->sticky; sticky != Error::Success)
    return fail(sticky, "a kernel has faulted on the event's device");
  return Error::Success;
}

Error record(Event event, Stream stream) {
  std::shared_ptr<EventHandle> handle;
  if (Error error = lookUp(event, handle); error != Error::Success)
    return error;
  SimDevice *device = nullptr;
  if (Error error = streamDevice(stream, device); error != Error::Success)
    return error;
  if (device != handle->device)
    return fail(Error::InvalidHandle, "the event and the stream are of two devices");
  std::lock_guard lock(handle->mutex);
  handle->recorded = Clock::now();
  return Error::Success;
}

} // namespace

Error hipStreamCreate(Stream *stream) {
  return api([&] { return createStream(stream, 0, 0); });
}

Error hipStreamCreateWithFlags(Stream *stream, unsigned flags) {
  return api([&] { return createStream(stream, flags, 0); });
}

Error hipStreamCreateWithPriority(Stream *stream, unsigned flags, int priority) {
  return api([&] { return createStream(stream, flags, priority); });
}

Error hipStreamDestroy(Stream stream) {
  return api([&] {
    if (!stream)
      return fail(Error::InvalidHandle, "the null stream cannot be destroyed");
    SimDevice *device = nullptr;
    if (Error error = streamDevice(stream, device); error != Error::Success)
      return error;
    if (!Runtime::instance().streams.remove(stream))
      return fail(Error::InvalidHandle, "the device's own streams cannot be destroyed");
    return Error::Success;
  });
}

Error hipStreamSynchronize(Stream stream) {
  return api([&] {
    SimDevice *device = nullptr;
    return streamDevice(stream, device);
  });
}

Error hipStreamQuery(Stream stream) {
  return api([&] {
    SimDevice *device = nullptr;
    return streamDevice(stream, device);
  });
}

Error hipStreamIsCapturing(Stream stream, int *status) {
  return api([&] {
    if (!status)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = streamDevice(stream, device); error != Error::Success)
      return error;
    *status = 0; // not capturing: there are no graphs
    return Error::Success;
  });
}

Error hipStreamGetFlags(Stream stream, unsigned *flags) {
  return api([&] {
    std::shared_ptr<StreamHandle> handle;
    if (Error error = lookUp(stream, flags, handle); error != Error::Success)
      return error;
    *flags = handle ? handle->flags : 0;
    return Error::Success;
  });
}

Error hipStreamGetPriority(Stream stream, int *priority) {
  return api([&] {
    std::shared_ptr<StreamHandle> handle;
    if (Error error = lookUp(stream, priority, handle); error != Error::Success)
      return error;
    *priority = handle ? handle->priority : 0;
    return Error::Success;
  });
}

Error hipStreamGetDevice(Stream stream, int *ordinal) {
  return api([&] {
    if (!ordinal)
      return Error::InvalidValue;
    SimDevice *device = nullptr;
    if (Error error = streamDevice(stream, device); error != Error::Success)
      return error;
    *ordinal = device->ordinal;
    return Error::Success;
  });
}

Error hipDeviceGetStreamPriorityRange(int *least, int *greatest) {
  return api([&] {
    if (least)
      *least = leastPriority;
    if (greatest)
      *greatest = greatestPriority;
    return Error::Success;
  });
}

// All that was enqueued before has run, so that the program's function may run now, on this thread.

Error hipStreamAddCallback(Stream stream, StreamCallback callback, void *userData, unsigned flags) {
  return api([&] {
    if (!callback || flags != 0)
      return fail(Error::InvalidValue, "the callback is null or the flags are not 0");
    SimDevice *device = nullptr;
    if (Error error = streamDevice(stream, device); error != Error::Success)
      return error;
    callback(stream, Error::Success, userData);
    return Error::Success;
  });
}

Error hipLaunchHostFunc(Stream stream, HostFunction function, void *userData) {
  return api([&] {
    if (!function)
      return fail(Error::InvalidValue, "the function is null");
    SimDevice *device = nullptr;
    if (Error error = streamDevice(stream, device); error != Error::Success)
      return error;
    function(userData);
    return Error::Success;
  });
}

Error hipStreamWaitEvent(Stream stream, Event event, unsigned flags) {
  return api([&] {
    if (flags != 0)
      return fail(Error::InvalidValue, "the flags of hipStreamWaitEvent must be 0");
    SimDevice *device = nullptr;
    if (Error error = streamDevice(stream, device); error != Error::Success)
      return error;
    std::shared_ptr<EventHandle> handle;
    return lookUp(event, handle);
  });
}

Error hipEventCreate(Event *event) {
  return api([&] { return createEvent(event, 0); });
}

Error hipEventCreateWithFlags(Event *event, unsigned flags) {
  return api([&] { return createEvent(event, flags); });
}

Error hipEventDestroy(Event event) {
  return api([&] {
    std::shared_ptr<EventHandle> handle;
    if (Error error = lookUp(event, handle); error != Error::Success)
      return error;
    Runtime::instance().events.remove(event);
    return Error::Success;
  });
}

Error hipEventRecord(Event event, Stream stream) {
  return api([&] { return record(event, stream); });
}

Error hipEventRecordWithFlags(Event event, Stream stream, unsigned flags) {
  return api([&] {
    constexpr unsigned external = 1;
    if (flags & ~external)
      return fail(Error::InvalidValue, fmt::format("unknown flags {:#x} of a record", flags));
    return record(event, stream);
  });
}

Error hipEventSynchronize(Event event) {
  return api([&] {
    std::shared_ptr<EventHandle> handle;
    return lookUp(event, handle);
  });
}

Error hipEventQuery(Event event) {
  return api([&] {
    std::shared_ptr<EventHandle> handle;
    return lookUp(event, handle);
  });
}

Error hipEventElapsedTime(float *milliseconds, Event start, Event stop) {
  return api([&] {
    if (!milliseconds)
      return Error::InvalidValue;
    std::shared_ptr<EventHandle> handles[2];
    Clock::time_point times[2];
    for (int i = 0; i < 2; ++i) {
      if (Error error = lookUp(i ? stop : start, handles[i]); error != Error::Success)
        return error;
      std::lock_guard lock(handles[i]->mutex);
      if (!handles[i]->recorded)
        return fail(Error::InvalidHandle, "an event was not recorded");
      if (handles[i]->flags & eventDisableTiming)
        return fail(Error::InvalidHandle, "an event was created without timing");
      times[i] = *handles[i]->recorded;
    }
    if (handles[0]->device != handles[1]->device)
      return fail(Error::InvalidHandle, "the events are of two devices");
    *milliseconds = std::chrono::duration<float, std::milli>(times[1] - times[0]).count();
    return Error::Success;
  });
}

} // namespace rocke::hip
