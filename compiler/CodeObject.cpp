//===- CodeObject.cpp - Reading kernel facts from a code object -----------===//
#include "rocke/compiler/CodeObject.h"
#include "CodeImage.h"
#include "Disassembly.h"
#include "KernelMetadata.h"
#include "MatrixLoops.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/AMDHSAKernelDescriptor.h"
#include "llvm/Support/Endian.h"
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

using namespace rocke;
using namespace rocke::detail;
using llvm::StringRef;
namespace hsa = llvm::amdhsa;

namespace {

/// The fields of a kernel descriptor that the facts come from.
struct Descriptor {
  uint32_t ldsBytes, scratchBytes, kernargBytes;
  uint64_t entry; ///< address
  uint32_t rsrc1, rsrc3;
  bool wave32;
};

Descriptor decodeDescriptor(StringRef bytes, uint64_t address) {
  using namespace llvm::support::endian;
  const char *data = bytes.data();
  uint16_t properties = read16le(data + hsa::KERNEL_CODE_PROPERTIES_OFFSET);
  return {.ldsBytes = read32le(data + hsa::GROUP_SEGMENT_FIXED_SIZE_OFFSET),
          .scratchBytes = read32le(data + hsa::PRIVATE_SEGMENT_FIXED_SIZE_OFFSET),
          .kernargBytes = read32le(data + hsa::KERNARG_SIZE_OFFSET),
          .entry = address + read64le(data + hsa::KERNEL_CODE_ENTRY_BYTE_OFFSET_OFFSET),
          .rsrc1 = read32le(data + hsa::COMPUTE_PGM_RSRC1_OFFSET),
          .rsrc3 = read32le(data + hsa::COMPUTE_PGM_RSRC3_OFFSET),
          .wave32 = (properties & hsa::KERNEL_CODE_PROPERTY_ENABLE_WAVEFRONT_SIZE32) != 0};
}

/// How an arch family encodes register counts in the descriptor. See "Kernel Descriptor" in LLVM's
/// User Guide for AMDGPU Backend.
struct RegisterEncoding {
  explicit RegisterEncoding(StringRef arch)
      : gfx9(arch.starts_with("gfx9")), unified(arch == "gfx90a" || arch == "gfx942" ||
                                                arch == "gfx950" || arch == "gfx9-4-generic") {}

  uint32_t vgprs(const Descriptor &d) const {
    uint32_t granule = unified || d.wave32 ? 8 : 4;
    uint32_t blocks =
        AMDHSA_BITS_GET(d.rsrc1, hsa::COMPUTE_PGM_RSRC1_GRANULATED_WORKITEM_VGPR_COUNT);
    return (blocks + 1) * granule;
  }
  /// The first register of the accumulators within the unified file.
  uint32_t accumOffset(const Descriptor &d) const {
    return (AMDHSA_BITS_GET(d.rsrc3, hsa::COMPUTE_PGM_RSRC3_GFX90A_ACCUM_OFFSET) + 1) * 4;
  }
  uint32_t sgprs(const Descriptor &d) const {
    // From gfx10 on, every wavefront has all SGPRs, and the field is zero.
    if (!gfx9)
      return 128;
    uint32_t blocks =
        AMDHSA_BITS_GET(d.rsrc1, hsa::COMPUTE_PGM_RSRC1_GRANULATED_WAVEFRONT_SGPR_COUNT);
    return (blocks / 2 + 1) * 16;
  }

  bool gfx9;
  bool unified; ///< VGPRs and AGPRs share one file
};

/// Reads the kernels of one image.
class KernelReader {
public:
  explicit KernelReader(const CodeImage &image) : image(image), encoding(image.arch) {}

  llvm::Expected<std::vector<KernelFacts>> readAll() {
    if (llvm::Error error = readMetadata())
      return error;
    std::vector<std::pair<ImageSymbol, Descriptor>> descriptors;
    for (const ImageSymbol &symbol : image.symbols) {
      if (symbol.type == llvm::ELF::STT_FUNC)
        codeStarts.insert(symbol.address);
      if (!isDescriptor(symbol))
        continue;
      llvm::Expected<Descriptor> descriptor = readDescriptor(symbol);
      if (!descriptor)
        return descriptor.takeError();
      codeStarts.insert(descriptor->entry);
      descriptors.emplace_back(symbol, *descriptor);
    }

    std::vector<std::pair<uint64_t, KernelFacts>> byEntry;
    for (const auto &[symbol, descriptor] : descriptors) {
      llvm::Expected<KernelFacts> facts = readKernel(symbol, descriptor);
      if (!facts)
        return facts.takeError();
      byEntry.emplace_back(descriptor.entry, std::move(*facts));
    }
    llvm::sort(byEntry, [](const auto &a, const auto &b) {
      return std::tie(a.first, a.second.symbol) < std::tie(b.first, b.second.symbol);
    });
    std::vector<KernelFacts> kernels;
    kernels.reserve(byEntry.size());
    for (auto &[entry, facts] : byEntry)
      kernels.push_back(std::move(facts));
    return kernels;
  }

private:
  static bool isDescriptor(const ImageSymbol &symbol) {
    return symbol.name.ends_with(".kd") && symbol.name.size() > 3 &&
           (symbol.type == llvm::ELF::STT_OBJECT || symbol.type == llvm::ELF::STT_NOTYPE);
  }

  llvm::Error readMetadata() {
    if (!image.metadata)
      return llvm::Error::success();
    llvm::Expected<std::vector<KernelMetadata>> kernels = readKernelMetadata(*image.metadata);
    if (!kernels)
      return kernels.takeError();
    for (KernelMetadata &kernel : *kernels) {
      std::string symbol = kernel.descriptorSymbol;
      metadata.emplace(std::move(symbol), std::move(kernel));
    }
    return llvm::Error::success();
  }

  static std::string kernelName(const ImageSymbol &descriptor) {
    return descriptor.name.drop_back(StringRef(".kd").size()).str();
  }

  llvm::Expected<Descriptor> readDescriptor(const ImageSymbol &symbol) const {
    std::optional<StringRef> bytes =
        image.bytesAt(symbol.address, sizeof(hsa::kernel_descriptor_t));
    if (!bytes)
      return makeError("malformed code object: the descriptor of kernel '{}' at {:#x} lies outside "
                       "the loaded segments",
                       kernelName(symbol), symbol.address);
    return decodeDescriptor(*bytes, symbol.address);
  }

  llvm::Expected<KernelFacts> readKernel(const ImageSymbol &symbol, const Descriptor &descriptor) {
    KernelFacts facts;
    facts.symbol = kernelName(symbol);
    facts.ldsBytes = descriptor.ldsBytes;
    facts.scratchBytes = descriptor.scratchBytes;
    facts.kernargBytes = descriptor.kernargBytes;
    facts.waveSize = !encoding.gfx9 && descriptor.wave32 ? 32 : 64;
    facts.wgpMode =
        !encoding.gfx9 &&
        AMDHSA_BITS_GET(descriptor.rsrc1, hsa::COMPUTE_PGM_RSRC1_GFX10_PLUS_WGP_MODE) != 0;
    readRegisters(descriptor, facts);
    auto stated = metadata.find(symbol.name.str());
    if (stated != metadata.end())
      applyMetadata(stated->second, facts);
    if (llvm::Error error = readCode(descriptor.entry, facts))
      return error;
    return facts;
  }

  void readRegisters(const Descriptor &descriptor, KernelFacts &facts) const {
    facts.vgprs = encoding.vgprs(descriptor);
    facts.sgprs = encoding.sgprs(descriptor);
    if (!encoding.unified)
      return;
    uint32_t accumOffset = encoding.accumOffset(descriptor);
    facts.agprs = facts.vgprs > accumOffset ? facts.vgprs - accumOffset : 0;
    facts.vgprs -= facts.agprs;
  }

  static void applyMetadata(const KernelMetadata &stated, KernelFacts &facts) {
    facts.args = stated.args;
    // The metadata counts AGPRs among the VGPRs, beginning at a multiple of 4.
    if (stated.agprs)
      facts.agprs = *stated.agprs;
    if (stated.vgprs)
      facts.vgprs = *stated.vgprs - std::min(*stated.vgprs, facts.agprs);
    facts.sgprs = stated.sgprs.value_or(facts.sgprs);
    facts.vgprSpills = stated.vgprSpills.value_or(0);
    facts.sgprSpills = stated.sgprSpills.value_or(0);
    facts.spillsKnown = stated.vgprSpills && stated.sgprSpills;
    facts.maxWorkgroupSize = stated.maxWorkgroupSize.value_or(facts.maxWorkgroupSize);
    // Assembly kernels often leave the descriptor's size at zero; HIP goes by the metadata.
    facts.kernargBytes = stated.kernargBytes.value_or(facts.kernargBytes);
  }

  llvm::Error readCode(uint64_t entry, KernelFacts &facts) {
    const ImageSegment *segment = image.segmentAt(entry);
    if (!segment || !segment->executable)
      return makeError("malformed code object: the entry of kernel '{}' at {:#x} lies in no "
                       "executable segment",
                       facts.symbol, entry);
    uint64_t available = segment->bytes.size() - (entry - segment->address);
    std::optional<uint64_t> stated = statedCodeSize(facts.symbol, entry);
    if (stated && *stated > available)
      return makeError(
          "malformed code object: kernel '{}' of {} bytes at {:#x} runs past the end of "
          "its segment",
          facts.symbol, *stated, entry);
    uint64_t size = stated ? *stated : std::min(available, distanceToNextCode(entry));
    StringRef code = segment->bytes.substr(entry - segment->address, size);

    Disassembly disassembly = disassembler(facts.waveSize).disassemble(code, !stated);
    facts.codeBytes = disassembly.codeBytes;
    facts.undecodedBytes = disassembly.undecodedBytes;
    for (const CodeInst &inst : disassembly.insts)
      ++facts.mix[inst.instClass];
    facts.matrixLoops = findMatrixLoops(disassembly.insts);
    return llvm::Error::success();
  }

  /// The size that the function symbol at `entry` has; hand-written assembly often gives none.
  std::optional<uint64_t> statedCodeSize(StringRef kernel, uint64_t entry) const {
    for (const ImageSymbol &symbol : image.symbols)
      if (symbol.address == entry && symbol.size > 0 && symbol.type == llvm::ELF::STT_FUNC &&
          symbol.name == kernel)
        return symbol.size;
    return std::nullopt;
  }

  uint64_t distanceToNextCode(uint64_t entry) const {
    auto next = codeStarts.upper_bound(entry);
    return next == codeStarts.end() ? ~uint64_t{0} : *next - entry;
  }

  const Disassembler &disassembler(unsigned waveSize) {
    std::unique_ptr<Disassembler> &result = disassemblers[waveSize];
    if (!result)
      result = std::make_unique<Disassembler>(image.arch, waveSize);
    return *result;
  }

  const CodeImage &image;
  RegisterEncoding encoding;
  std::set<uint64_t> codeStarts;                  ///< addresses of functions and kernel entries
  std::map<std::string, KernelMetadata> metadata; ///< by descriptor symbol
  std::map<unsigned, std::unique_ptr<Disassembler>> disassemblers; ///< by wave size
};

} // namespace

llvm::Expected<CodeObject> CodeObject::parse(std::string bytes) {
  CodeObject object;
  object.data = std::move(bytes);
  llvm::Expected<CodeImage> image = CodeImage::read(object.data);
  if (!image)
    return image.takeError();
  object.archName = image->arch.str();
  if (llvm::Error error = KernelReader(*image).readAll().moveInto(object.kernelFacts))
    return error;
  return object;
}

const KernelFacts *CodeObject::kernel(StringRef symbol) const {
  auto found =
      llvm::find_if(kernelFacts, [&](const KernelFacts &facts) { return facts.symbol == symbol; });
  return found == kernelFacts.end() ? nullptr : &*found;
}
