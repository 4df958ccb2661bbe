//===- KernelBench.cpp - Runs kernels written in assembly ------------------===//
#include "KernelBench.h"
#include "../TestSupport.h"
#include "Assembly.h"
#include "compiler/Linker.h"
#include <catch2/catch.hpp>
#include <cstring>
#include <fmt/format.h>

namespace rocke::sim::test {

using rocke::test::succeed;
using rocke::test::take;

std::string codeObject(const KernelSource &source) {
  const bool isGfx9 = llvm::StringRef(source.gpu).starts_with("gfx9");
  std::string text = fmt::format(
      R"(
.text
.globl k
.p2align 8
.type k,@function
k:
{}
.Lk_end:
.size k, .Lk_end - k
{}
.rodata
.p2align 6
.amdhsa_kernel k
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_system_sgpr_workgroup_id_y 1
  .amdhsa_system_sgpr_workgroup_id_z 1
  .amdhsa_next_free_vgpr {}
  .amdhsa_next_free_sgpr {}
  .amdhsa_kernarg_size 8
  {}
  {}
.end_amdhsa_kernel
)",
      source.body, source.rest, isGfx9 ? source.vgprs + source.agprs : source.vgprs, source.sgprs,
      isGfx9 ? fmt::format(".amdhsa_accum_offset {}", source.vgprs)
             : fmt::format(".amdhsa_wavefront_size32 {}", source.waveSize == 32 ? 1 : 0),
      source.directives);
  if (!source.metadata.empty())
    text += ".amdgpu_metadata\n" + source.metadata + "\n.end_amdgpu_metadata\n";
  std::string object = assembleObject(source.gpu, source.waveSize, text, source.abiVersion);
  return take(detail::linkCodeObject(object));
}

std::string loadOutput(llvm::StringRef gpu) {
  return gpu.starts_with("gfx9") ? "s_load_dwordx2 s[8:9], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n"
                                 : "s_load_b64 s[8:9], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n";
}

KernelBench::KernelBench(const KernelSource &source, unsigned threads, uint64_t budget) {
  machine = take(Machine::create({source.gpu, threads, budget}));
  module = take(machine->load(codeObject(source)));
}

llvm::Expected<LaunchStats> KernelBench::launch(size_t words, const LaunchConfig &config) {
  const size_t bytes = words * 4;
  buffer = take(machine->allocate(bytes));
  initial.resize(words);
  succeed(machine->write(buffer, initial.data(), bytes));
  std::vector<uint8_t> kernarg(8);
  std::memcpy(kernarg.data(), &buffer, 8);
  return machine->launch(module, "k", config, kernarg);
}

std::vector<uint32_t> KernelBench::run(size_t words, const LaunchConfig &config) {
  stats = take(launch(words, config));
  std::vector<uint32_t> result(words);
  succeed(machine->read(result.data(), buffer, words * 4));
  return result;
}

Fault KernelBench::faultOf(size_t words, const LaunchConfig &config) {
  llvm::Expected<LaunchStats> result = launch(words, config);
  REQUIRE_FALSE(static_cast<bool>(result));
  Fault fault;
  llvm::Error rest =
      llvm::handleErrors(result.takeError(), [&](const FaultError &error) { fault = error.fault; });
  if (rest)
    FAIL("not a fault: " << llvm::toString(std::move(rest)));
  return fault;
}

std::vector<uint32_t> runKernel(llvm::StringRef body, size_t words, const LaunchConfig &config) {
  KernelSource source;
  source.body = loadOutput(source.gpu) + body.str();
  return KernelBench(source).run(words, config);
}

} // namespace rocke::sim::test
