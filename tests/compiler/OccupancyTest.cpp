// Hardware facts against LLVM, which knows some of them by way of the occupancy that it prints.
#include "Ir.h"
#include "rocke/ir/Arch.h"
#include <catch2/catch.hpp>
#include <string>

using namespace rocke;
using namespace rocke::test;

/// The occupancy in wavefronts per SIMD that LLVM computes for a kernel.
static unsigned llvmOccupancy(const std::string &ir, llvm::StringRef arch) {
  std::string assembly = *assemblyOf(ir, arch);
  const std::string key = "; Occupancy: ";
  size_t at = assembly.find(key);
  REQUIRE(at != std::string::npos);
  return std::stoul(assembly.substr(at + key.size()));
}

TEST_CASE("wavesPerSimd agrees with LLVM") {
  for (const Arch &arch : allArchs()) {
    for (unsigned vgprs = 1; vgprs <= arch.maxVgprs; vgprs += vgprs < 40 ? 13 : 8) {
      INFO(arch.name.str() << " with " << vgprs << " VGPRs");
      // Beyond the architected registers come the accumulators.
      std::string last = vgprs <= arch.maxArchVgprs
                             ? "~{v" + std::to_string(vgprs - 1) + "}"
                             : "~{v255},~{a" + std::to_string(vgprs - arch.maxArchVgprs - 1) + "}";
      CHECK(arch.wavesPerSimd(vgprs) ==
            llvmOccupancy("define amdgpu_kernel void @k() #0 {\n"
                          "  call void asm sideeffect \"\", \"" +
                              last +
                              "\"()\n  ret void\n}\n"
                              "attributes #0 = { \"amdgpu-flat-work-group-size\"=\"1,256\" "
                              "\"amdgpu-waves-per-eu\"=\"1\" }\n",
                          arch.name));
    }
  }
}

TEST_CASE("the LDS of a workgroup is what LLVM allows") {
  auto kernel = [](unsigned bytes) {
    return "@lds = internal addrspace(3) global [" + std::to_string(bytes) +
           " x i8] poison\n"
           "define amdgpu_kernel void @k(i32 %i) {\n"
           "  %q = getelementptr i8, ptr addrspace(3) @lds, i32 %i\n"
           "  store volatile i8 1, ptr addrspace(3) %q\n  ret void\n}\n";
  };
  for (const Arch &arch : allArchs()) {
    unsigned most = arch.ldsBytesPerWorkgroup;
    CHECK(compiled(kernel(most), arch.name).kernels().at(0).ldsBytes == most);
    CHECK(compileError(kernel(most + 1), arch.name) ==
          "cannot compile for " + arch.name.str() + ": local memory (" + std::to_string(most + 1) +
              ") exceeds limit (" + std::to_string(most) + ") in function 'k'");
  }
}
