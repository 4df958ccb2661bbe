#include "RawArgs.h"
#include <catch2/catch.hpp>

using namespace rocke;
using namespace rocke::tools;

static std::vector<uint8_t> bytesOf(const char *text) {
  llvm::Expected<RawArg> arg = parseRawArg(text);
  if (!arg)
    FAIL(llvm::toString(arg.takeError()));
  return std::get<ValueArg>(*arg).bytes;
}

static std::string errorOf(const char *text) {
  llvm::Expected<RawArg> arg = parseRawArg(text);
  REQUIRE(!arg);
  return llvm::toString(arg.takeError());
}

using Bytes = std::vector<uint8_t>;

TEST_CASE("values by type") {
  CHECK(bytesOf("i8:-1") == Bytes{0xff});
  CHECK(bytesOf("i8:255") == Bytes{0xff});
  CHECK(bytesOf("i16:0x1234") == Bytes{0x34, 0x12});
  CHECK(bytesOf("i32:-2") == Bytes{0xfe, 0xff, 0xff, 0xff});
  CHECK(bytesOf("i32:4294967295") == Bytes{0xff, 0xff, 0xff, 0xff});
  CHECK(bytesOf("i64:-9223372036854775808") == Bytes{0, 0, 0, 0, 0, 0, 0, 0x80});
  CHECK(bytesOf("i64:18446744073709551615") == Bytes(8, 0xff));
  CHECK(bytesOf("f32:0.5") == Bytes{0, 0, 0, 0x3f});
  // 0.1 in single precision, which is not 0.1 in double precision rounded again by luck.
  CHECK(bytesOf("f32:0.1") == Bytes{0xcd, 0xcc, 0xcc, 0x3d});
  CHECK(bytesOf("f64:-1") == Bytes{0, 0, 0, 0, 0, 0, 0xf0, 0xbf});
  CHECK(bytesOf("f16:1.5") == Bytes{0x00, 0x3e});
  CHECK(bytesOf("bf16:1.5") == Bytes{0xc0, 0x3f});
  CHECK(bytesOf("f32:inf") == Bytes{0, 0, 0x80, 0x7f});
  CHECK(std::holds_alternative<NullArg>(llvm::cantFail(parseRawArg("null"))));
}

TEST_CASE("values that their type does not hold") {
  for (const char *text : {"i8:256", "i8:-129", "i16:65536", "i32:4294967296", "i32:-2147483649",
                           "i64:18446744073709551616", "i64:-9223372036854775809", "i32:",
                           "i32:1.5", "i32:x", "f32:", "f32:1x", "f64: 1", "f32:1e99", "f16:x"}) {
    INFO(text);
    CHECK(errorOf(text).find("is not a value of type") != std::string::npos);
  }
}

TEST_CASE("new tensors") {
  RawArg arg = llvm::cantFail(parseRawArg("out:a:b.npy:bf16:2x3"));
  const auto &file = std::get<FileArg>(arg);
  CHECK(file.access == Access::Out);
  CHECK(file.path == "a:b.npy");
  CHECK(file.array.type == runtime::NpyType::U16);
  CHECK(file.array.shape == std::vector<int64_t>{2, 3});
  CHECK(file.array.data == Bytes(12, 0xff));
}

TEST_CASE("extents") {
  using Extents = std::array<uint32_t, 3>;
  CHECK(llvm::cantFail(parseExtents("--grid", "7")) == Extents{7, 1, 1});
  CHECK(llvm::cantFail(parseExtents("--grid", "7,8,4294967295")) == Extents{7, 8, 4294967295});
  for (const char *text : {"", "0", "1,0", "1,2,3,4", "a", "1,", "-1", "4294967296", "1 2"}) {
    INFO(text);
    llvm::Expected<Extents> extents = parseExtents("--grid", text);
    CHECK(llvm::toString(extents.takeError()).find("--grid cannot be") == 0);
  }
}
