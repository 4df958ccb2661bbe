//===- CodeObject.h - A code object and the facts read from it --*- C++ -*-===//
#ifndef ROCKE_COMPILER_CODEOBJECT_H
#define ROCKE_COMPILER_CODEOBJECT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocke {

/// Classes of machine instructions, as the static mix and the executed counts name them.
enum class InstClass {
  VALU,           ///< vector arithmetic, transcendentals and matrix instructions excluded
  Transcendental, ///< v_exp, v_log, v_rcp, v_rsq, v_sqrt, v_sin, v_cos
  Matrix,         ///< v_wmma, v_swmmac, v_mfma, v_smfmac
  SALU,           ///< scalar arithmetic, branches and messages excluded
  SMEM,           ///< scalar memory
  GlobalLoad,     ///< global_, flat_ and buffer_ loads
  GlobalStore,
  Atomic,         ///< global, flat, buffer and LDS atomics
  LdsLoad,
  LdsStore,
  LdsOther,       ///< ds_swizzle, ds_bpermute, ds_permute, ...
  ScratchLoad,
  ScratchStore,
  Branch,
  Barrier,
  Wait,           ///< s_waitcnt*, s_wait_*
  Nop,            ///< s_nop, s_delay_alu, s_code_end
  Other,          ///< s_endpgm, s_setprio, s_sendmsg, s_sleep, ...
};
inline constexpr unsigned numInstClasses = static_cast<unsigned>(InstClass::Other) + 1;

/// The stable spelling in reports and JSON: "valu", "transcendental", "matrix", "salu", "smem",
/// "global_load", ...
llvm::StringRef toString(InstClass instClass);

/// The class of an instruction, from its mnemonic in LLVM's assembly ("v_add_f32_e32").
InstClass classifyMnemonic(llvm::StringRef mnemonic);

/// Matrix FLOP (2 * m * n * k) of one matrix instruction, from its mnemonic; 0 for any other.
uint64_t matrixFlops(llvm::StringRef mnemonic);

/// Instruction counts by class.
struct InstMix {
  std::array<uint64_t, numInstClasses> counts{};
  uint64_t &operator[](InstClass c) { return counts[static_cast<unsigned>(c)]; }
  uint64_t operator[](InstClass c) const { return counts[static_cast<unsigned>(c)]; }
  uint64_t total() const;
  /// Instructions that take an issue slot: all but waits, s_nop and s_delay_alu.
  uint64_t issued() const;
};

/// An innermost loop that holds matrix instructions.
struct MatrixLoop {
  uint64_t startOffset; ///< of the loop header, in bytes from the kernel's entry
  uint64_t endOffset;   ///< past the back edge
  InstMix mix;
  uint64_t matrixFlop;  ///< of one iteration of one wavefront
  /// Instructions issued per 8,192 matrix FLOP.
  double issueDensity() const;
};

/// A kernel argument as the code object's metadata describes it.
struct KernelArg {
  std::string name;
  std::string valueKind; ///< "global_buffer", "by_value", "hidden_..."
  uint32_t offset;       ///< bytes into the kernarg segment
  uint32_t size;         ///< bytes
};

/// What the code object says of one kernel.
struct KernelFacts {
  std::string symbol;     ///< the name that hipModuleGetFunction takes
  std::vector<KernelArg> args;
  uint32_t vgprs = 0;     ///< architected VGPRs
  uint32_t agprs = 0;     ///< accumulation VGPRs (0 where the GPU has none)
  uint32_t sgprs = 0;
  uint32_t vgprSpills = 0;
  uint32_t sgprSpills = 0;
  uint32_t ldsBytes = 0;
  uint32_t scratchBytes = 0; ///< per work-item
  uint32_t kernargBytes = 0;
  uint32_t waveSize = 0;
  uint32_t maxWorkgroupSize = 0;
  uint64_t codeBytes = 0;
  InstMix mix;
  std::vector<MatrixLoop> matrixLoops; ///< by startOffset
};

/// A loadable code object (ELF, "hsaco") and what was read back from its bytes.
class CodeObject {
public:
  /// Reads the facts from `bytes`. Errors on anything that is not an AMDGPU code object.
  static llvm::Expected<CodeObject> parse(std::string bytes);

  llvm::StringRef bytes() const { return data; }
  llvm::StringRef arch() const { return archName; } ///< from the ELF header, "gfx1151"
  const std::vector<KernelFacts> &kernels() const { return kernelFacts; }
  /// The kernel with this symbol, or nullptr.
  const KernelFacts *kernel(llvm::StringRef symbol) const;

private:
  std::string data;
  std::string archName;
  std::vector<KernelFacts> kernelFacts;
};

} // namespace rocke

#endif // ROCKE_COMPILER_CODEOBJECT_H
