//===- InstructionFuzzer.cpp - Any bytes as machine code ------------------===//
//
// The simulator runs what compilers and assemblers make, and whatever a broken file holds: any
// words as instructions end in a result, a fault or a report, never in a crash or a run without
// end. Nor does what reads the facts of a code object stumble over them.
//
//===----------------------------------------------------------------------===//
#include "isa/GpuCompiler.h"
#include "rocke/compiler/CodeObject.h"
#include "rocke/runtime/Simulator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <cstring>
#include <iterator>

using namespace rocke;

namespace {

constexpr size_t codeBytes = 1024;      // room for the instructions under test
constexpr uint32_t sNop = 0xbf800000;   // s_nop 0, on every GPU
constexpr uint64_t bufferBytes = 65536; // of global memory that the kernel is given

struct Gpu {
  const char *arch;
  const char *attributes;
  const char *registers; ///< that the kernel says it uses
};
constexpr Gpu gpus[] = {
    {"gfx1100", R"("target-features"="+wavefrontsize32")", "~{v255},~{s95},~{vcc}"},
    {"gfx1151", R"("target-features"="+wavefrontsize32")", "~{v255},~{s95},~{vcc}"},
    {"gfx1151", R"("target-features"="+wavefrontsize64")", "~{v255},~{s95},~{vcc}"},
    {"gfx942", R"("amdgpu-waves-per-eu"="1,1")", "~{v255},~{a255},~{s95},~{vcc}"},
    {"gfx950", R"("amdgpu-waves-per-eu"="1,1")", "~{v255},~{a255},~{s95},~{vcc}"},
};

/// A code object whose kernel has LDS, scratch, a pointer in s[0:1] and v[0:1], a work-item id in
/// v2 and room for `codeBytes` of instructions.
std::string compileHost(const Gpu &gpu) {
  const std::string text =
      std::string("@lds = internal addrspace(3) global [1024 x i32] poison\n"
                  "define amdgpu_kernel void @k(ptr addrspace(1) %p) #0 {\n"
                  "  %a = alloca [64 x i32], addrspace(5)\n"
                  "  store volatile i32 0, ptr addrspace(5) %a\n"
                  "  store volatile i32 0, ptr addrspace(3) @lds\n"
                  "  %id = call i32 @llvm.amdgcn.workitem.id.x()\n"
                  "  call void asm sideeffect \".fill ") +
      std::to_string(codeBytes / 4) + ", 4, " + std::to_string(sNop) +
      "\", \"{s[0:1]},{v[0:1]},{v2}," + gpu.registers +
      "\"(ptr addrspace(1) %p, ptr addrspace(1) %p, i32 %id)\n  ret void\n}\n"
      "declare i32 @llvm.amdgcn.workitem.id.x()\n"
      "attributes #0 = { \"amdgpu-flat-work-group-size\"=\"1,128\" \"target-cpu\"=\"" +
      gpu.arch + "\" " + gpu.attributes + " }\n";
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseIR(llvm::MemoryBufferRef(text, "host"), diagnostic, context);
  if (!module) {
    diagnostic.print("instruction-fuzzer", llvm::errs());
    std::abort();
  }
  return llvm::cantFail(fuzz::compileForGpu(*module, gpu.arch, 1));
}

/// A machine and the code object that is filled with instructions.
struct Host {
  explicit Host(const Gpu &gpu) : file(compileHost(gpu)) {
    const std::string nops = [] {
      std::string bytes;
      for (size_t i = 0; i < codeBytes; i += sizeof sNop)
        bytes.append(reinterpret_cast<const char *>(&sNop), sizeof sNop);
      return bytes;
    }();
    code = file.find(nops);
    if (code == std::string::npos)
      std::abort();
    sim::Machine::Options options;
    options.arch = gpu.arch;
    options.threads = 1;
    options.instructionBudget = 2000;
    machine = llvm::cantFail(sim::Machine::create(options));
    buffer = llvm::cantFail(machine->allocate(bufferBytes));
  }

  std::string file;
  size_t code; ///< offset of the instructions
  std::unique_ptr<sim::Machine> machine;
  uint64_t buffer;
};

} // namespace

/// The first byte chooses the GPU, the second the checkers, the rest is code.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static std::unique_ptr<Host> hosts[std::size(gpus)];
  if (size < 6)
    return -1;
  const size_t index = data[0] % std::size(gpus);
  if (!hosts[index])
    hosts[index] = std::make_unique<Host>(gpus[index]);
  Host &host = *hosts[index];

  std::string file = host.file;
  std::memcpy(file.data() + host.code, data + 2, std::min(size - 2, codeBytes));
  // What reads facts of the code copes with it as well.
  llvm::cantFail(CodeObject::parse(file).takeError());

  sim::LaunchConfig config;
  config.grid = {2, 1, 1};
  config.block = {100, 1, 1};
  const uint8_t flags = data[1];
  config.checks = {bool(flags & 1), bool(flags & 2), bool(flags & 4), bool(flags & 8),
                   bool(flags & 16)};
  config.profile = !config.checks.any() && flags & 32;
  sim::LoadedModule *module = llvm::cantFail(host.machine->load(file));
  auto stats = host.machine->launch(
      module, "k", config, {reinterpret_cast<const uint8_t *>(&host.buffer), sizeof host.buffer});
  if (!stats && llvm::toString(stats.takeError()).empty())
    std::abort(); // a fault has to say what it is
  host.machine->unload(module);
  return 0;
}
