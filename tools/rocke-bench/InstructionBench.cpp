//===- InstructionBench.cpp - Instructions per second and core ------------===//
//
// A kernel that repeats one instruction runs on one host thread. What is counted are the
// instructions of that class which the launch reports, so that setup and loop control are paid for
// but not counted.
//
//===----------------------------------------------------------------------===//
#include "AsmKernel.h"
#include "Bench.h"
#include "rocke/runtime/Simulator.h"
#include <benchmark/benchmark.h>
#include <cstring>
#include <vector>

using namespace rocke;
using namespace rocke::tools;

namespace {

constexpr uint32_t items = 256; // work-items of the launch, one workgroup
constexpr uint64_t memoryBytes = 1 << 16;
constexpr uint32_t ldsBytes = 16 * 1024;
constexpr unsigned instructionsPerIteration = 64;

struct Case {
  const char *name;
  const char *arch;
  const char *instruction; ///< one or several lines
  InstClass counted;
  const char *end = ""; ///< once per iteration, after the instructions
};

constexpr const char *waitVmem = "s_waitcnt vmcnt(0)";
constexpr const char *waitLds = "s_waitcnt lgkmcnt(0)";

constexpr Case cases[] = {
    {"wave32/v_add_f32", "gfx1151", "v_add_f32 v4, v2, v3", InstClass::VALU},
    {"wave32/v_fma_f32", "gfx1151", "v_fma_f32 v4, v2, v3, v4", InstClass::VALU},
    {"wave32/v_add_f16", "gfx1151", "v_add_f16 v4, v2, v3", InstClass::VALU},
    {"wave32/v_pk_fma_f16", "gfx1151", "v_pk_fma_f16 v4, v2, v3, v4", InstClass::VALU},
    {"wave32/v_pk_add_f16", "gfx1151", "v_pk_add_f16 v4, v2, v3", InstClass::VALU},
    {"wave32/v_pk_max_f16", "gfx1151", "v_pk_max_f16 v4, v2, v3", InstClass::VALU},
    {"wave32/v_fma_mix_f32", "gfx1151", "v_fma_mix_f32 v4, v2, v3, v4 op_sel_hi:[1,1,0]",
     InstClass::VALU},
    {"wave32/v_dot2_f32_f16", "gfx1151", "v_dot2_f32_f16 v4, v2, v3, v4", InstClass::VALU},
    {"wave32/v_cvt_f32_f16", "gfx1151", "v_cvt_f32_f16 v4, v2", InstClass::VALU},
    {"wave32/v_cvt_f16_f32", "gfx1151", "v_cvt_f16_f32 v4, v2", InstClass::VALU},
    {"wave32/v_add_nc_u32", "gfx1151", "v_add_nc_u32 v4, v2, v3", InstClass::VALU},
    {"wave32/v_exp_f32", "gfx1151", "v_exp_f32 v4, v2", InstClass::Transcendental},
    {"wave32/ds_load_b32", "gfx1151", "ds_load_b32 v4, v0", InstClass::LdsLoad, waitLds},
    {"wave32/ds_load_b128", "gfx1151", "ds_load_b128 v[4:7], v1", InstClass::LdsLoad, waitLds},
    {"wave32/ds_store_b128", "gfx1151", "ds_store_b128 v1, v[4:7]", InstClass::LdsStore, waitLds},
    {"wave32/global_load_b32", "gfx1151", "global_load_b32 v4, v0, s[2:3]", InstClass::GlobalLoad,
     waitVmem},
    {"wave32/global_load_b128", "gfx1151", "global_load_b128 v[4:7], v1, s[2:3]",
     InstClass::GlobalLoad, waitVmem},
    {"wave32/v_wmma_f32_16x16x16_f16", "gfx1151",
     "v_wmma_f32_16x16x16_f16 v[16:23], v[24:31], v[32:39], v[16:23]", InstClass::Matrix},
    {"wave64/v_add_f32", "gfx950", "v_add_f32 v4, v2, v3", InstClass::VALU},
    {"wave64/v_fma_f32", "gfx950", "v_fma_f32 v4, v2, v3, v4", InstClass::VALU},
    {"wave64/v_mfma_f32_16x16x32_f16", "gfx950",
     "v_mfma_f32_16x16x32_f16 v[16:19], v[24:27], v[32:35], v[16:19]", InstClass::Matrix},
    {"wave64/v_mfma_f32_32x32x16_f16", "gfx950",
     "v_mfma_f32_32x32x16_f16 v[16:31], v[32:35], v[36:39], v[16:31]", InstClass::Matrix},
};

void run(benchmark::State &state, const Case &what) {
  AsmKernel kernel;
  kernel.arch = what.arch;
  kernel.iterations = what.counted == InstClass::Matrix ? 20 : 200;
  // 1.0 as f32; as a pair of f16, 0 and 1.875.
  for (unsigned reg = 2; reg < 64; ++reg)
    kernel.setup += "v_mov_b32 v" + std::to_string(reg) + ", 1.0\n";
  for (unsigned i = 0; i < instructionsPerIteration; ++i)
    kernel.body += std::string(what.instruction) + "\n";
  kernel.body += what.end;

  CodeObject object = take(compileAsmKernel(kernel));
  auto machine = take(sim::Machine::create({.arch = what.arch, .threads = 1}));
  sim::LoadedModule *module = take(machine->load(object.bytes()));
  const uint64_t memory = take(machine->allocate(memoryBytes));
  succeed(machine->fill(memory, 0, memoryBytes));
  std::vector<uint8_t> kernarg(sizeof(memory));
  std::memcpy(kernarg.data(), &memory, sizeof(memory));
  sim::LaunchConfig config;
  config.block = {items, 1, 1};
  config.dynamicLdsBytes = ldsBytes;

  sim::LaunchStats total;
  for (auto _ : state) {
    sim::LaunchStats stats = take(machine->launch(module, "k", config, kernarg));
    total.executed[what.counted] += stats.executed[what.counted];
    total.matrixFlop += stats.matrixFlop;
  }
  auto rate = [](uint64_t count) {
    return benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
  };
  state.counters["insts"] = rate(total.executed[what.counted]);
  if (what.counted == InstClass::Matrix)
    state.counters["flop"] = rate(total.matrixFlop);
}

} // namespace

void tools::registerInstructionBenchmarks() {
  for (const Case &what : cases)
    benchmark::RegisterBenchmark(what.name, [&what](benchmark::State &state) {
      run(state, what);
    })->Unit(benchmark::kMillisecond);
}
