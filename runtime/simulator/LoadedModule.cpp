//===- LoadedModule.cpp - A code object on the simulated GPU ---------------===//
#include "LoadedModule.h"
#include "rocke/ir/Error.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ELFObjectFile.h"
#include <algorithm>
#include <cstring>

namespace rocke::sim {

namespace {
constexpr llvm::StringLiteral descriptorSuffix = ".kd";
// Where preloaded kernel arguments start, the code is preceded by 256 bytes that load them for
// firmware that cannot preload; firmware that can skips them (AMDGPUUsage, "Preloaded Kernel
// Arguments").
constexpr uint64_t preloadPrologueBytes = 256;
} // namespace

LoadedModule::LoadedModule(Memory &memory, const GpuTraits &gpu, ElfImage image,
                           llvm::StringRef bytes)
    : memory(memory), gpu(gpu), image(std::move(image)), file(bytes.str()) {}

LoadedModule::~LoadedModule() { image.unmap(memory); }

llvm::Expected<std::unique_ptr<LoadedModule>>
LoadedModule::load(Memory &memory, const GpuTraits &gpu, llvm::StringRef bytes) {
  if (llvm::Error error = checkGpu(bytes, gpu))
    return std::move(error);
  // Tables in the file are read in place, so it must lie aligned.
  std::unique_ptr<llvm::MemoryBuffer> aligned = llvm::MemoryBuffer::getMemBufferCopy(bytes);
  llvm::Expected<ElfImage> image = ElfImage::map(memory, aligned->getBuffer());
  if (!image)
    return image.takeError();
  std::unique_ptr<LoadedModule> module(new LoadedModule(memory, gpu, std::move(*image), bytes));
  if (llvm::Error error = module->readKernels())
    return std::move(error);
  return module;
}

llvm::Error LoadedModule::readKernels() {
  for (const auto &entry : image.symbols()) {
    llvm::StringRef name = entry.first();
    const ImageSymbol &symbol = entry.second;
    if (!name.consume_back(descriptorSuffix) || symbol.type != llvm::ELF::STT_OBJECT)
      continue;
    if (symbol.bytes < kernelDescriptorBytes ||
        !MemoryRange{image.begin(), image.end()}.contains(symbol.address, kernelDescriptorBytes))
      return makeError("kernel {}: its descriptor has {} bytes, not {}", name.str(), symbol.bytes,
                       kernelDescriptorBytes);
    auto descriptor =
        KernelDescriptor::parse({hostBytes(symbol.address), kernelDescriptorBytes}, gpu);
    if (!descriptor)
      return makeError("kernel {}: {}", name.str(), llvm::toString(descriptor.takeError()));
    LoadedKernel &kernel = kernels[name];
    kernel.symbol = name.str();
    kernel.descriptor = *descriptor;
    kernel.descriptorAddress = symbol.address;
    kernel.entry = symbol.address + static_cast<uint64_t>(descriptor->entryOffset);
    kernel.start = kernel.entry + (descriptor->preloadLength ? preloadPrologueBytes : 0);
    kernel.kernargBytes = descriptor->kernargBytes;
    if (!image.code().contains(kernel.start, 4) || kernel.start % 4)
      return makeError("kernel {}: its entry {:#x} lies outside of the code", name.str(),
                       kernel.start - image.loadBias());
  }
  for (const KernelMetadata &metadata : image.metadata()) {
    llvm::StringRef symbol = metadata.symbol;
    symbol.consume_back(descriptorSuffix);
    auto it = kernels.find(symbol.empty() ? llvm::StringRef(metadata.name) : symbol);
    if (it == kernels.end())
      return makeError("kernel {}: the metadata names it, but there is no symbol {}{}",
                       metadata.name, symbol.str(), descriptorSuffix.str());
    LoadedKernel &kernel = it->second;
    kernel.kernargBytes = std::max(kernel.kernargBytes, metadata.kernargBytes);
    kernel.hiddenArgs = metadata.hiddenArgs;
    kernel.maxGroupSize = metadata.maxGroupSize;
    kernel.requiredGroup = metadata.requiredGroup;
    for (const HiddenArg &arg : kernel.hiddenArgs)
      if (arg.offset > kernel.kernargBytes || arg.size > kernel.kernargBytes - arg.offset)
        return makeError("kernel {}: argument {} at {} of {} bytes lies past the end of the {} "
                         "bytes of kernel arguments",
                         metadata.name, arg.kind, arg.offset, arg.size, kernel.kernargBytes);
    if (!metadata.name.empty() && metadata.name != symbol) {
      LoadedKernel alias = kernel; // the map may move what it holds
      kernels[metadata.name] = std::move(alias);
    }
  }
  return llvm::Error::success();
}

llvm::Expected<const LoadedKernel *> LoadedModule::kernel(llvm::StringRef name) const {
  auto it = kernels.find(name);
  if (it != kernels.end())
    return &it->second;
  std::vector<std::string> names;
  for (const auto &entry : kernels)
    names.push_back(entry.first().str());
  std::sort(names.begin(), names.end());
  return makeError("the code object has no kernel {}; it has {}", name.str(),
                   names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")));
}

const ImageSymbol *LoadedModule::global(llvm::StringRef name) const {
  auto it = image.symbols().find(name);
  return it == image.symbols().end() ? nullptr : &it->second;
}

llvm::Expected<CodeTable *> LoadedModule::code(const KernelDescriptor &descriptor) {
  std::lock_guard lock(mutex);
  std::unique_ptr<CodeTable> &table = tables[{descriptor.waveSize, descriptor.registers}];
  if (!table) {
    auto created = CodeTable::create(gpu, descriptor.waveSize, image.code(), descriptor.registers);
    if (!created)
      return created.takeError();
    table = std::move(*created);
  }
  return table.get();
}

/// Whether a compressed section says that it grows beyond what its bytes can hold; who inflates it
/// reserves that much.
static bool hasInflatedSection(const llvm::object::ObjectFile &object) {
  constexpr uint64_t maxRatio = 4096; // deflate's is 1032
  for (const llvm::object::SectionRef &section : object.sections()) {
    if (!section.isCompressed())
      continue;
    llvm::Expected<llvm::StringRef> contents = section.getContents();
    if (!contents) {
      llvm::consumeError(contents.takeError());
      return true;
    }
    if (contents->size() < sizeof(llvm::ELF::Elf64_Chdr))
      return true;
    llvm::ELF::Elf64_Chdr header;
    std::memcpy(&header, contents->data(), sizeof header);
    if (header.ch_size / maxRatio > contents->size())
      return true;
  }
  return false;
}

SourceLine LoadedModule::sourceLine(uint64_t address) const {
  std::unique_ptr<llvm::MemoryBuffer> buffer = llvm::MemoryBuffer::getMemBufferCopy(file);
  auto object = llvm::object::ObjectFile::createELFObjectFile(*buffer);
  if (!object) {
    llvm::consumeError(object.takeError());
    return {};
  }
  // Debug info comes from outside too; what is wrong with it is no reason to hide the fault.
  if (hasInflatedSection(**object))
    return {};
  auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  std::unique_ptr<llvm::DWARFContext> context = llvm::DWARFContext::create(
      **object, llvm::DWARFContext::ProcessDebugRelocations::Ignore, nullptr, "", ignore, ignore);
  llvm::DILineInfoSpecifier specifier(
      llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath);
  auto info = context->getLineInfoForAddress({address - image.loadBias()}, specifier);
  if (!info || info->FileName == llvm::DILineInfo::BadString)
    return {};
  return {info->FileName, info->Line};
}

} // namespace rocke::sim
