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
  Atomic, ///< global, flat, buffer and LDS atomics
  LdsLoad,
  LdsStore,
  LdsOther, ///< ds_swizzle, ds_bpermute, ds_permute, ...
  ScratchLoad,
  ScratchStore,
  Branch,
  Barrier,
  Wait,  ///< s_waitcnt*, s_wait_*
  Nop,   ///< s_nop, s_delay_alu, s_code_end
  Other, ///< s_endpgm, s_setprio, s_sendmsg, s_sleep, ...
};
inline constexpr unsigned numInstClasses = static_cast<unsigned>(InstClass::Other) + 1;

/// The stable spelling in reports and JSON: "valu", "transcendental", "matrix", "salu", "smem",
/// "global_load", ...
llvm::StringRef toString(InstClass instClass);

/// The class of an instruction, from its mnemonic in LLVM's assembly ("v_add_f32_e32").
InstClass classifyMnemonic(llvm::StringRef mnemonic);

/// Matrix FLOP (2 * m * n * k, of all blocks where it has several) of one matrix instruction, from
/// its mnemonic; 0 for any other. Integer instructions count alike; sparse ones as if dense.
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

/// A loop that holds matrix instructions and no other loop that does: a natural loop of the
/// machine code's control flow graph, wherever its blocks are laid out.
///
/// Two counts of it are kept, which agree where the loop has no branches inside. `mix` counts every
/// block of the loop once, rare ones and both sides of a branch too. `pathMix` counts one
/// iteration: of the ways from the header to a back edge those with the most matrix FLOP, and of
/// these the one that issues the fewest instructions. That is what an iteration costs as long as
/// the loop's rare branches (a rescaling that is hardly ever due, the mask on the diagonal) are not
/// taken.
struct MatrixLoop {
  uint64_t startOffset = 0; ///< of the loop header, in bytes from the kernel's entry
  uint64_t endOffset = 0;   ///< past the last back edge
  InstMix mix;
  uint64_t matrixFlop = 0; ///< of one wavefront, over `mix`
  InstMix pathMix;
  uint64_t pathMatrixFlop = 0; ///< of one iteration of one wavefront, over `pathMix`
  /// Instructions issued per 8,192 matrix FLOP, over `mix`.
  double issueDensity() const;
  /// The same over `pathMix`.
  double pathIssueDensity() const;
};

/// A kernel argument as the code object's metadata describes it.
struct KernelArg {
  std::string name;
  std::string valueKind; ///< "global_buffer", "by_value", "hidden_..."
  uint32_t offset = 0;   ///< bytes into the kernarg segment
  uint32_t size = 0;     ///< bytes
};

/// What the code object says of one kernel. Where the kernel descriptor and the metadata both state
/// a fact, the descriptor wins: it is what the hardware is set up from.
struct KernelFacts {
  std::string symbol; ///< the name that hipModuleGetFunction takes
  std::vector<KernelArg> args;
  /// Register counts are the metadata's; without metadata, what the descriptor allocates: the count
  /// rounded up to the granule.
  uint32_t vgprs = 0; ///< architected VGPRs
  uint32_t agprs = 0; ///< accumulation VGPRs (0 where the GPU has none)
  uint32_t sgprs = 0;
  /// Spilled registers. Metadata that does not say leaves them 0 and spillsKnown false.
  uint32_t vgprSpills = 0;
  uint32_t sgprSpills = 0;
  bool spillsKnown = false;
  uint32_t ldsBytes = 0;     ///< static; a launch may ask for more
  uint32_t scratchBytes = 0; ///< per work-item
  uint32_t kernargBytes = 0;
  uint32_t waveSize = 0;
  /// Whether the wavefronts of a workgroup spread over both compute units of a work-group processor
  /// (RDNA) instead of staying on one.
  bool wgpMode = false;
  uint32_t maxWorkgroupSize = 1024;
  uint64_t codeBytes = 0;
  /// Bytes of the code that LLVM's disassembler does not know: data between instructions, or
  /// instructions newer than this LLVM. They are in no class of `mix`.
  uint64_t undecodedBytes = 0;
  InstMix mix;
  std::vector<MatrixLoop> matrixLoops; ///< by startOffset
};

/// A loadable code object (ELF, "hsaco") and what was read back from its bytes.
class CodeObject {
public:
  /// Reads the facts from `bytes`: a linked AMDGPU code object for HSA with ABI version 4, 5 or 6,
  /// from any compiler. The GPU is the ELF header's; metadata may be sparse or missing. Anything
  /// else is an error that says what is wrong.
  static llvm::Expected<CodeObject> parse(std::string bytes);

  llvm::StringRef bytes() const { return data; }
  llvm::StringRef arch() const { return archName; } ///< from the ELF header, "gfx1151"
  /// The kernels, in the order of their code.
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
