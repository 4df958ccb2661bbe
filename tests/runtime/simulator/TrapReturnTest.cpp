//===- TrapReturnTest.cpp - What only a trap handler may execute -----------===//
#include "KernelBench.h"
#include <catch2/catch.hpp>

namespace rocke::sim::test {

TEST_CASE("A return from a trap handler stops a wavefront that is in none", "[simulator][fault]") {
  auto check = [](const char *gpu, const char *instruction) {
    KernelSource source;
    source.gpu = gpu;
    source.waveSize = llvm::StringRef(gpu).starts_with("gfx9") ? 64 : 32;
    source.body = std::string("s_getpc_b64 s[4:5]\n") + instruction + "\ns_endpgm";
    const Fault fault = KernelBench(source).faultOf(1);
    CHECK(fault.reason == "returns from a trap handler that it is not in: STATUS.PRIV is 0");
    CHECK(fault.instruction == instruction);
    CHECK(fault.kind == FaultKind::Exception);
  };
  for (const char *gpu : {"gfx1100", "gfx1151", "gfx942", "gfx950"})
    check(gpu, "s_rfe_b64 s[4:5]");
  for (const char *gpu : {"gfx942", "gfx950"})
    check(gpu, "s_rfe_restore_b64 s[4:5], s6");
}

} // namespace rocke::sim::test
