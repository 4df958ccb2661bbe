#include "HipLibrary.h"

using namespace rocke;
using namespace rocke::hip;

namespace {

uint64_t number(MemPool pool, MemPoolAttribute attribute) {
  uint64_t value = ~uint64_t{0};
  CHECK(library().hipMemPoolGetAttribute(pool, attribute, &value) == Error::Success);
  return value;
}

MemPool createPool(int device = 0) {
  MemPoolProps properties{};
  properties.allocationType = 1;
  properties.location = {1, device};
  MemPool pool = nullptr;
  REQUIRE(library().hipMemPoolCreate(&pool, &properties) == Error::Success);
  return pool;
}

} // namespace

TEST_CASE("a pool counts what is allocated from it") {
  const Library &hip = library();
  const MemPool pool = createPool();
  void *a = nullptr, *b = nullptr, *elsewhere = nullptr;
  REQUIRE(hip.hipMallocFromPoolAsync(&a, 1000, pool, nullptr) == Error::Success);
  REQUIRE(hip.hipMallocFromPoolAsync(&b, 500, pool, nullptr) == Error::Success);
  REQUIRE(hip.hipMalloc(&elsewhere, 4000) == Error::Success);
  CHECK(number(pool, MemPoolAttribute::UsedMemCurrent) == 1500);
  CHECK(number(pool, MemPoolAttribute::ReservedMemCurrent) == 1500);
  int value = 42, back = 0;
  CHECK(hip.hipMemcpy(b, &value, sizeof value, MemcpyKind::HostToDevice) == Error::Success);
  CHECK(hip.hipMemcpy(&back, b, sizeof back, MemcpyKind::DeviceToHost) == Error::Success);
  CHECK(back == 42);
  CHECK(hip.hipFreeAsync(a, nullptr) == Error::Success);
  CHECK(number(pool, MemPoolAttribute::UsedMemCurrent) == 500);
  CHECK(number(pool, MemPoolAttribute::UsedMemHigh) == 1500);
  uint64_t zero = 0, one = 1;
  CHECK(hip.hipMemPoolSetAttribute(pool, MemPoolAttribute::UsedMemHigh, &one) ==
        Error::InvalidValue);
  CHECK(hip.hipMemPoolSetAttribute(pool, MemPoolAttribute::UsedMemHigh, &zero) == Error::Success);
  CHECK(number(pool, MemPoolAttribute::ReservedMemHigh) == 500);
  CHECK(hip.hipMemPoolTrimTo(pool, 0) == Error::Success);
  // Memory outlives its pool.
  CHECK(hip.hipMemPoolDestroy(pool) == Error::Success);
  CHECK(hip.hipMemcpy(&back, b, sizeof back, MemcpyKind::DeviceToHost) == Error::Success);
  CHECK(hip.hipFree(b) == Error::Success);
  CHECK(hip.hipFree(elsewhere) == Error::Success);
  CHECK(hip.hipMemPoolTrimTo(pool, 0) == Error::InvalidValue);
  CHECK(hip.hipMallocFromPoolAsync(&a, 4, pool, nullptr) == Error::InvalidValue);
  (void)hip.hipGetLastError();
}

TEST_CASE("hipMallocAsync takes from the device's pool") {
  const Library &hip = library();
  MemPool standard = nullptr, current = nullptr;
  REQUIRE(hip.hipDeviceGetDefaultMemPool(&standard, 0) == Error::Success);
  CHECK(hip.hipDeviceGetMemPool(&current, 0) == Error::Success);
  CHECK(current == standard);
  const uint64_t before = number(standard, MemPoolAttribute::UsedMemCurrent);
  void *a = nullptr, *b = nullptr;
  CHECK(hip.hipMallocAsync(&a, 64, nullptr) == Error::Success);
  CHECK(number(standard, MemPoolAttribute::UsedMemCurrent) == before + 64);

  const MemPool mine = createPool();
  CHECK(hip.hipDeviceSetMemPool(0, mine) == Error::Success);
  CHECK(hip.hipDeviceGetMemPool(&current, 0) == Error::Success);
  CHECK(current == mine);
  CHECK(hip.hipMallocAsync(&b, 32, nullptr) == Error::Success);
  CHECK(number(mine, MemPoolAttribute::UsedMemCurrent) == 32);
  CHECK(hip.hipFreeAsync(a, nullptr) == Error::Success);
  CHECK(hip.hipFreeAsync(b, nullptr) == Error::Success);
  CHECK(hip.hipMemPoolDestroy(mine) == Error::Success);
  CHECK(hip.hipDeviceGetMemPool(&current, 0) == Error::Success);
  CHECK(current == standard);
  CHECK(hip.hipMemPoolDestroy(standard) == Error::InvalidValue);
  (void)hip.hipGetLastError();
}

TEST_CASE("settings of a pool") {
  const Library &hip = library();
  const MemPool pool = createPool();
  CHECK(number(pool, MemPoolAttribute::ReleaseThreshold) == 0);
  uint64_t threshold = 1 << 20;
  CHECK(hip.hipMemPoolSetAttribute(pool, MemPoolAttribute::ReleaseThreshold, &threshold) ==
        Error::Success);
  CHECK(number(pool, MemPoolAttribute::ReleaseThreshold) == 1 << 20);
  int reuse = -1, off = 0;
  CHECK(hip.hipMemPoolGetAttribute(pool, MemPoolAttribute::ReuseAllowOpportunistic, &reuse) ==
        Error::Success);
  CHECK(reuse == 1);
  CHECK(hip.hipMemPoolSetAttribute(pool, MemPoolAttribute::ReuseAllowOpportunistic, &off) ==
        Error::Success);
  CHECK(hip.hipMemPoolGetAttribute(pool, MemPoolAttribute::ReuseAllowOpportunistic, &reuse) ==
        Error::Success);
  CHECK(reuse == 0);
  CHECK(hip.hipMemPoolSetAttribute(pool, MemPoolAttribute::UsedMemCurrent, &threshold) ==
        Error::InvalidValue);
  CHECK(hip.hipMemPoolGetAttribute(pool, static_cast<MemPoolAttribute>(9), &threshold) ==
        Error::InvalidValue);

  int other = -1, flags = -1;
  REQUIRE(hip.simDeviceForArch("gfx950", &other) == 0);
  MemLocation here{1, 0}, there{1, other}, nowhere{0, 0};
  CHECK(hip.hipMemPoolGetAccess(&flags, pool, &here) == Error::Success);
  CHECK(flags == 3);
  CHECK(hip.hipMemPoolGetAccess(&flags, pool, &there) == Error::Success);
  CHECK(flags == 0);
  CHECK(hip.hipMemPoolGetAccess(&flags, pool, &nowhere) == Error::InvalidValue);
  const MemAccess own{here, 3}, foreign{there, 3}, none{here, 0};
  CHECK(hip.hipMemPoolSetAccess(pool, &own, 1) == Error::Success);
  CHECK(hip.hipMemPoolSetAccess(pool, &foreign, 1) == Error::InvalidDevice);
  CHECK(hip.hipMemPoolSetAccess(pool, &none, 1) == Error::InvalidValue);
  CHECK(hip.hipDeviceSetMemPool(other, pool) == Error::InvalidValue);
  CHECK(hip.hipMemPoolDestroy(pool) == Error::Success);

  MemPoolProps properties{};
  MemPool bad = nullptr;
  CHECK(hip.hipMemPoolCreate(&bad, &properties) == Error::InvalidValue);
  properties.allocationType = 1;
  CHECK(hip.hipMemPoolCreate(&bad, &properties) == Error::InvalidValue);
  properties.location = {1, 1000};
  CHECK(hip.hipMemPoolCreate(&bad, &properties) == Error::InvalidDevice);
  properties.location = {1, 0};
  properties.handleTypes = 1;
  CHECK(hip.hipMemPoolCreate(&bad, &properties) == Error::NotSupported);
  CHECK(hip.hipMallocFromPoolAsync(nullptr, 4, nullptr, nullptr) == Error::InvalidValue);
  int supported = 0;
  CHECK(hip.hipDeviceGetAttribute(&supported, DeviceAttribute::MemoryPoolsSupported, 0) ==
        Error::Success);
  CHECK(supported == 1);
  (void)hip.hipGetLastError();
}

TEST_CASE("a reset takes a device's pools with it") {
  const Library &hip = library();
  const MemPool pool = createPool();
  CHECK(hip.hipDeviceSetMemPool(0, pool) == Error::Success);
  CHECK(hip.hipDeviceReset() == Error::Success);
  CHECK(hip.hipMemPoolTrimTo(pool, 0) == Error::InvalidValue);
  void *memory = nullptr;
  CHECK(hip.hipMallocAsync(&memory, 16, nullptr) == Error::Success);
  CHECK(hip.hipFree(memory) == Error::Success);
  (void)hip.hipGetLastError();
}
