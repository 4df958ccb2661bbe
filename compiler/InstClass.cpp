//===- InstClass.cpp - Classes of machine instructions by mnemonic --------===//
#include "rocke/compiler/CodeObject.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <numeric>

using namespace rocke;
using llvm::StringRef;

StringRef rocke::toString(InstClass instClass) {
  switch (instClass) {
  case InstClass::VALU:
    return "valu";
  case InstClass::Transcendental:
    return "transcendental";
  case InstClass::Matrix:
    return "matrix";
  case InstClass::SALU:
    return "salu";
  case InstClass::SMEM:
    return "smem";
  case InstClass::GlobalLoad:
    return "global_load";
  case InstClass::GlobalStore:
    return "global_store";
  case InstClass::Atomic:
    return "atomic";
  case InstClass::LdsLoad:
    return "lds_load";
  case InstClass::LdsStore:
    return "lds_store";
  case InstClass::LdsOther:
    return "lds_other";
  case InstClass::ScratchLoad:
    return "scratch_load";
  case InstClass::ScratchStore:
    return "scratch_store";
  case InstClass::Branch:
    return "branch";
  case InstClass::Barrier:
    return "barrier";
  case InstClass::Wait:
    return "wait";
  case InstClass::Nop:
    return "nop";
  case InstClass::Other:
    return "other";
  }
  llvm_unreachable("not an instruction class");
}

/// `name` begins with one of `prefixes`.
static bool startsWith(StringRef name, std::initializer_list<StringRef> prefixes) {
  return llvm::any_of(prefixes, [&](StringRef prefix) { return name.starts_with(prefix); });
}

/// After "v_".
static InstClass classifyVector(StringRef name) {
  if (startsWith(name, {"wmma", "swmmac", "mfma", "smfmac"}))
    return InstClass::Matrix;
  // "v_s_exp_f32" and the like are gfx12's transcendentals on scalars.
  name.consume_front("s_");
  if (startsWith(name, {"exp_", "log_", "rcp_", "rsq_", "sqrt_", "sin_", "cos_", "tanh_"}))
    return InstClass::Transcendental;
  return InstClass::VALU;
}

/// After "s_".
static InstClass classifyScalar(StringRef name) {
  if (startsWith(name, {"wait"}))
    return InstClass::Wait;
  if (startsWith(name, {"nop", "delay_alu", "code_end"}))
    return InstClass::Nop;
  if (startsWith(name, {"branch", "cbranch", "setpc", "swappc", "call", "subvector_loop", "rfe",
                        "add_pc", "set_pc", "swap_pc"}))
    return InstClass::Branch;
  if (startsWith(name, {"barrier"}))
    return InstClass::Barrier;
  if (startsWith(name,
                 {"load", "buffer_load", "scratch_load", "store", "buffer_store", "scratch_store",
                  "atomic", "buffer_atomic", "dcache", "gl1_inv", "memtime", "memrealtime",
                  "prefetch", "buffer_prefetch", "atc_probe", "get_waveid_in_workgroup"}))
    return InstClass::SMEM;
  // What steers the wavefront rather than computes.
  if (startsWith(name, {"endpgm",        "setprio",           "sendmsg",      "sleep",
                        "sethalt",       "setkill",           "set_gpr_idx",  "trap",
                        "icache_inv",    "incperflevel",      "decperflevel", "ttracedata",
                        "inst_prefetch", "set_inst_prefetch", "clause",       "wakeup",
                        "version",       "round_mode",        "denorm_mode",  "singleuse_vdst",
                        "set_vgpr_msb",  "monitor_sleep"}))
    return InstClass::Other;
  return InstClass::SALU;
}

/// After "ds_".
static InstClass classifyLds(StringRef name) {
  if (startsWith(name, {"swizzle", "permute", "bpermute", "nop", "gws", "ordered_count",
                        "bvh_stack", "add_gs_reg", "sub_gs_reg"}))
    return InstClass::LdsOther;
  if (startsWith(name, {"read", "load", "direct_load", "param_load"}))
    return InstClass::LdsLoad;
  if (startsWith(name, {"write", "store"}) && !startsWith(name, {"storexchg"}))
    return InstClass::LdsStore;
  return InstClass::Atomic;
}

/// Memory through the vector caches, after the prefix that names the address space.
static InstClass classifyVectorMemory(StringRef name, InstClass load, InstClass store) {
  if (startsWith(name, {"atomic"}))
    return InstClass::Atomic;
  if (startsWith(name, {"store"}))
    return store;
  if (startsWith(name, {"load"}))
    return load;
  // Cache control and prefetches: buffer_inv, buffer_wbl2, global_wb, global_prefetch_b8.
  return InstClass::Other;
}

InstClass rocke::classifyMnemonic(StringRef mnemonic) {
  StringRef name = mnemonic;
  if (name.consume_front("v_"))
    return classifyVector(name);
  if (name.consume_front("s_"))
    return classifyScalar(name);
  if (name.consume_front("ds_"))
    return classifyLds(name);
  if (name.consume_front("lds_"))
    return InstClass::LdsLoad;
  if (name.consume_front("scratch_"))
    return classifyVectorMemory(name, InstClass::ScratchLoad, InstClass::ScratchStore);
  for (StringRef prefix : {"global_", "flat_", "buffer_", "tbuffer_", "cluster_", "tensor_"})
    if (name.consume_front(prefix))
      return classifyVectorMemory(name, InstClass::GlobalLoad, InstClass::GlobalStore);
  if (name.consume_front("image_"))
    return startsWith(name, {"atomic", "store"})
               ? classifyVectorMemory(name, InstClass::GlobalLoad, InstClass::GlobalStore)
               : InstClass::GlobalLoad;
  return InstClass::Other;
}

/// Before gfx940 the mnemonic joins the input type to the tile and leaves the number of blocks out:
/// v_mfma_f32_32x32x1f32. The blocks are what fills the input registers of 64 lanes.
static uint64_t impliedBlocks(StringRef inputType, StringRef suffix, uint64_t elementsPerBlock) {
  uint64_t elementsPerLane = 4; // f16, i8, and bf16 of the "_1k" forms
  if (inputType == "f32" || inputType == "f64")
    elementsPerLane = 1;
  else if (inputType == "bf16" && !suffix.starts_with("1k"))
    elementsPerLane = 2;
  return elementsPerBlock == 0 ? 0 : 64 * elementsPerLane / elementsPerBlock;
}

uint64_t rocke::matrixFlops(StringRef mnemonic) {
  if (classifyMnemonic(mnemonic) != InstClass::Matrix)
    return 0;
  // v_<kind>_<output type>_<m>x<n>x<k>[_<blocks>b]_<input type>...
  StringRef rest = mnemonic;
  while (!rest.empty()) {
    StringRef part;
    std::tie(part, rest) = rest.split('_');
    uint64_t m, n, k;
    if (part.consumeInteger(10, m) || !part.consume_front("x") || part.consumeInteger(10, n) ||
        !part.consume_front("x") || part.consumeInteger(10, k))
      continue;
    if (!part.empty())
      return 2 * m * n * k * impliedBlocks(part, rest, m * k);
    uint64_t blocks = 1, stated;
    StringRef blockPart = rest.split('_').first;
    if (!blockPart.consumeInteger(10, stated) && blockPart == "b")
      blocks = stated;
    return 2 * m * n * k * blocks;
  }
  return 0;
}

uint64_t InstMix::total() const {
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0});
}

uint64_t InstMix::issued() const {
  return total() - (*this)[InstClass::Wait] - (*this)[InstClass::Nop];
}

/// The unit of the issue density: one 16x16x16 WMMA.
static constexpr double flopPerUnit = 8192;

double MatrixLoop::issueDensity() const { return mix.issued() / (matrixFlop / flopPerUnit); }

double MatrixLoop::pathIssueDensity() const {
  return pathMix.issued() / (pathMatrixFlop / flopPerUnit);
}
