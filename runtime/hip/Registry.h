//===- Registry.h - The handles that are alive ------------------*- C++ -*-===//
#ifndef ROCKE_RUNTIME_HIP_REGISTRY_H
#define ROCKE_RUNTIME_HIP_REGISTRY_H

#include <memory>
#include <mutex>
#include <unordered_map>

namespace rocke::hip {

/// Objects that C callers know by pointer. A pointer is looked up before it is followed, so that a
/// handle that never was or is gone is an error and not a crash. Thread-safe.
template <typename T> class Registry {
public:
  T *add(std::shared_ptr<T> object) {
    std::lock_guard lock(mutex);
    T *handle = object.get();
    objects.emplace(handle, std::move(object));
    return handle;
  }

  /// The object, which stays alive as long as the result does, or null.
  std::shared_ptr<T> find(const T *handle) const {
    std::lock_guard lock(mutex);
    auto it = objects.find(handle);
    return it == objects.end() ? nullptr : it->second;
  }

  /// Forgets the object and returns it, or null.
  std::shared_ptr<T> remove(const T *handle) {
    std::lock_guard lock(mutex);
    auto it = objects.find(handle);
    if (it == objects.end())
      return nullptr;
    std::shared_ptr<T> object = std::move(it->second);
    objects.erase(it);
    return object;
  }

  template <typename Predicate> void removeIf(Predicate predicate) {
    std::lock_guard lock(mutex);
    std::erase_if(objects, [&](const auto &entry) { return predicate(*entry.second); });
  }

private:
  mutable std::mutex mutex;
  std::unordered_map<const T *, std::shared_ptr<T>> objects;
};

} // namespace rocke::hip

#endif // ROCKE_RUNTIME_HIP_REGISTRY_H
