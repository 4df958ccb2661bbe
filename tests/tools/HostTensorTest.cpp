#include "HostTensor.h"
#include "rocke/compiler/FileIO.h"
#include "rocke/runtime/Random.h"
#include "llvm/Support/FileSystem.h"
#include <catch2/catch.hpp>

using namespace rocke;
using namespace rocke::tools;

static TensorArgument tensor(ElementType type, std::vector<int64_t> shape,
                             std::vector<int64_t> strides) {
  return {"t", Access::In, type, std::move(shape), std::move(strides), ""};
}

TEST_CASE("a tensor takes the memory that its strides span, all ones until set") {
  HostTensor gaps(tensor(ElementType::F16, {2, 3}, {8, 2}));
  // The last element is at 8 + 2 * 2.
  CHECK(gaps.bytes().size() == 13 * 2);
  for (uint8_t byte : gaps.bytes())
    CHECK(byte == 0xff);
  CHECK(gaps.elementCount() == 6);
  CHECK(HostTensor(tensor(ElementType::F32, {}, {})).bytes().size() == 4);
  CHECK(HostTensor(tensor(ElementType::F32, {4, 0}, {1, 1})).bytes().empty());
  CHECK(HostTensor(tensor(ElementType::F32, {4, 0}, {1, 1})).dense().empty());
}

TEST_CASE("elements go where the strides say, and nowhere else") {
  HostTensor gaps(tensor(ElementType::F16, {2, 3}, {8, 2}));
  llvm::cantFail(gaps.fillRandom(5, 1));
  std::vector<uint16_t> expected = runtime::randomNormalHalf(runtime::FloatType::F16, 6, 5, 1);
  auto at = [&](size_t element) {
    return static_cast<uint16_t>(gaps.bytes()[2 * element] | gaps.bytes()[2 * element + 1] << 8);
  };
  for (size_t row = 0; row < 2; ++row)
    for (size_t column = 0; column < 3; ++column)
      CHECK(at(row * 8 + column * 2) == expected[row * 3 + column]);
  for (size_t element : {1, 3, 5, 6, 7, 9, 11})
    CHECK(at(element) == 0xffff);
  std::vector<uint8_t> dense = gaps.dense();
  REQUIRE(dense.size() == 12);
  CHECK((dense[10] | dense[11] << 8) == expected[5]);
}

TEST_CASE("what is written is what is read, and nothing else is read") {
  llvm::SmallString<128> path;
  REQUIRE(!llvm::sys::fs::createTemporaryFile("tensor", "npy", path));
  HostTensor source(tensor(ElementType::BF16, {4, 5}, {5, 1}));
  llvm::cantFail(source.fillRandom(1, 0));
  llvm::cantFail(writeFileAtomically(path, llvm::cantFail(source.npyFile())));

  HostTensor strided(tensor(ElementType::BF16, {4, 5}, {16, 3}));
  llvm::cantFail(strided.read(path));
  CHECK(strided.dense() == source.dense());

  auto errorOf = [&](ElementType type, std::vector<int64_t> shape) {
    return llvm::toString(HostTensor(tensor(type, shape, contiguousStrides(shape))).read(path));
  };
  CHECK(errorOf(ElementType::F16, {4, 5}).find("holds u16, but tensor 't' is f16") !=
        std::string::npos);
  CHECK(errorOf(ElementType::BF16, {5, 4}).find("has the shape 4x5, but tensor 't' has 5x4") !=
        std::string::npos);
  CHECK(errorOf(ElementType::BF16, {20}).find("has the shape 4x5") != std::string::npos);
  CHECK(errorOf(ElementType::I8, {4, 5}).find(".npy files cannot hold") != std::string::npos);
  llvm::sys::fs::remove(path);
}

TEST_CASE("integers have no random values") {
  HostTensor integers(tensor(ElementType::I32, {3}, {1}));
  CHECK(llvm::toString(integers.fillRandom(1, 0)).find("--input t=") != std::string::npos);
}
