#include "rocke/runtime/KernelArgs.h"
#include "../TestSupport.h"
#include <cstring>

using namespace rocke;
using namespace rocke::runtime;
using namespace rocke::test;

namespace {

KernelFacts kernel(std::vector<KernelArg> args, uint32_t bytes) {
  KernelFacts facts;
  facts.symbol = "k";
  facts.args = std::move(args);
  facts.kernargBytes = bytes;
  return facts;
}

const KernelFacts typical = kernel({{"out", "global_buffer", 0, 8},
                                    {"n", "by_value", 8, 4},
                                    {"scale", "by_value", 16, 8},
                                    {"", "hidden_block_count_x", 24, 4}},
                                   280);

} // namespace

TEST_CASE("arguments go where the code object has them") {
  const std::vector<uint8_t> segment =
      take(KernelArgs().address(0x1122334455667788).i32(-2).f64(0.5).pack(typical));
  REQUIRE(segment.size() == 24);
  uint64_t address;
  int32_t n;
  double scale;
  std::memcpy(&address, &segment[0], 8);
  std::memcpy(&n, &segment[8], 4);
  std::memcpy(&scale, &segment[16], 8);
  CHECK(address == 0x1122334455667788);
  CHECK(n == -2);
  CHECK(scale == 0.5);
}

TEST_CASE("arguments that do not fit are named") {
  CHECK(messageOf(KernelArgs().address(0).i32(1).pack(typical)) ==
        "kernel 'k' takes 3 arguments (out, n, scale), 2 were given");
  CHECK(messageOf(KernelArgs().address(0).i32(1).f64(1).i32(1).pack(typical)) ==
        "kernel 'k' takes 3 arguments (out, n, scale), 4 were given");
  CHECK(messageOf(KernelArgs().address(0).i32(1).f32(1).pack(typical)) ==
        "argument 2 ('scale') of kernel 'k' takes 8 bytes, f32 has 4");
  CHECK(messageOf(KernelArgs().address(0).address(0).f64(1).pack(typical)) ==
        "argument 1 ('n') of kernel 'k' takes 4 bytes, buffer has 8");
  CHECK(messageOf(KernelArgs().i64(0).i32(1).f64(1).pack(typical)) ==
        "argument 0 ('out') of kernel 'k' is a buffer, i64 was given");
  CHECK(messageOf(KernelArgs().pack(kernel({{"", "by_value", 0, 4}}, 4))) ==
        "kernel 'k' takes 1 arguments (4 bytes), 0 were given");
  CHECK(messageOf(KernelArgs().i32(1).pack(kernel({}, 0))) ==
        "kernel 'k' takes 0 arguments, 1 were given");
}

TEST_CASE("bytes of any type fit what is as long") {
  const KernelFacts facts = kernel({{"p", "global_buffer", 0, 8}, {"v", "by_value", 16, 16}}, 32);
  const std::vector<uint8_t> address(8, 1), vector(16, 2);
  const std::vector<uint8_t> segment = take(KernelArgs().raw(address).raw(vector).pack(facts));
  REQUIRE(segment.size() == 32);
  CHECK(segment[7] == 1);
  CHECK(segment[8] == 0);
  CHECK(segment[16] == 2);
  CHECK(segment[31] == 2);
}

TEST_CASE("without a list of parameters, arguments follow each other") {
  const KernelFacts facts = kernel({}, 32);
  const std::vector<uint8_t> segment =
      take(KernelArgs().i32(1).address(2).i32(3).f32(1.0f).pack(facts));
  REQUIRE(segment.size() == 24);
  CHECK(segment[0] == 1);
  CHECK(segment[8] == 2);
  CHECK(segment[16] == 3);
  CHECK(segment[23] == 0x3f);
  CHECK(messageOf(KernelArgs().f64(1).f64(2).f64(3).f64(4).i32(5).pack(facts)) ==
        "kernel 'k' has 32 bytes of arguments, 36 were given");
}
