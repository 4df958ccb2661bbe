//===- ElfImage.cpp - A code object mapped into GPU memory -----------------===//
//
// The bytes come from outside: whatever they say is checked before it is used.
//
//===----------------------------------------------------------------------===//
#include "ElfImage.h"
#include "rocke/ir/Error.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstring>
#include <limits>

namespace rocke::sim {

namespace {
using Elf = llvm::object::ELF64LE;
using ElfFile = llvm::object::ELFFile<Elf>;

// Far above any real code object; keeps a wrong header from asking for the host's whole memory.
constexpr uint64_t largestImage = uint64_t{1} << 32;

llvm::Error notACodeObject(llvm::Error why) {
  return makeError("not an AMDGPU code object: {}", llvm::toString(std::move(why)));
}

llvm::Expected<ElfFile> openElf(llvm::StringRef bytes) {
  if (!bytes.starts_with(llvm::StringRef(llvm::ELF::ElfMagic, 4)))
    return makeError("not an AMDGPU code object: no ELF magic in its first 4 bytes");
  llvm::Expected<ElfFile> file = ElfFile::create(bytes);
  if (!file)
    return notACodeObject(file.takeError());
  const Elf::Ehdr &header = file->getHeader();
  if (header.e_ident[llvm::ELF::EI_CLASS] != llvm::ELF::ELFCLASS64 ||
      header.e_ident[llvm::ELF::EI_DATA] != llvm::ELF::ELFDATA2LSB)
    return makeError("not an AMDGPU code object: not a 64-bit little-endian ELF file");
  if (header.e_machine != llvm::ELF::EM_AMDGPU)
    return makeError("not an AMDGPU code object: the ELF machine is {}, not {} (EM_AMDGPU)",
                     static_cast<unsigned>(header.e_machine),
                     static_cast<unsigned>(llvm::ELF::EM_AMDGPU));
  if (header.e_ident[llvm::ELF::EI_OSABI] != llvm::ELF::ELFOSABI_AMDGPU_HSA)
    return makeError("the code object's OS ABI is {}, not {} (AMDGPU HSA)",
                     static_cast<unsigned>(header.e_ident[llvm::ELF::EI_OSABI]),
                     static_cast<unsigned>(llvm::ELF::ELFOSABI_AMDGPU_HSA));
  unsigned abi = header.e_ident[llvm::ELF::EI_ABIVERSION];
  if (abi < llvm::ELF::ELFABIVERSION_AMDGPU_HSA_V4 || abi > llvm::ELF::ELFABIVERSION_AMDGPU_HSA_V6)
    return makeError("the code object's ELF ABI version is {}; supported are {} to {} (code object "
                     "versions 4 to 6)",
                     abi, static_cast<unsigned>(llvm::ELF::ELFABIVERSION_AMDGPU_HSA_V4),
                     static_cast<unsigned>(llvm::ELF::ELFABIVERSION_AMDGPU_HSA_V6));
  if (header.e_type != llvm::ELF::ET_DYN && header.e_type != llvm::ELF::ET_EXEC)
    return makeError("the code object is not linked: its ELF type is {}, not {} (ET_DYN)",
                     static_cast<unsigned>(header.e_type),
                     static_cast<unsigned>(llvm::ELF::ET_DYN));
  // ELFFile checks that tables lie in the file, but not that they are aligned for direct access.
  if (header.e_phoff % 8 || header.e_shoff % 8)
    return makeError("not an AMDGPU code object: misaligned program or section headers");
  return std::move(*file);
}

bool inFile(uint64_t offset, uint64_t bytes, llvm::StringRef file) {
  return offset <= file.size() && bytes <= file.size() - offset;
}
} // namespace

llvm::Error checkGpu(llvm::StringRef bytes, const GpuTraits &gpu) {
  llvm::Expected<ElfFile> file = openElf(bytes);
  if (!file)
    return file.takeError();
  unsigned machine = file->getHeader().e_flags & llvm::ELF::EF_AMDGPU_MACH;
  if (machine == gpu.machine || machine == gpu.genericMachine)
    return llvm::Error::success();
  if (const GpuTraits *built = findGpu(machine))
    return makeError("the code object is for {}, but the simulated GPU is {}", built->name.str(),
                     gpu.name.str());
  return makeError("the code object is for a GPU with ELF machine flag {:#x}, which is not "
                   "simulated; supported are {}",
                   machine, supportedGpus());
}

/// The steps of ElfImage::map.
class ElfMapper {
public:
  ElfMapper(Memory &memory, llvm::StringRef bytes, const ElfFile &file)
      : memory(memory), bytes(bytes), file(file) {}

  llvm::Expected<ElfImage> run() {
    if (llvm::Error error = mapSegments())
      return std::move(error);
    llvm::Error error = readTables();
    if (error) {
      image.unmap(memory);
      return std::move(error);
    }
    return std::move(image);
  }

private:
  llvm::Error readTables() {
    auto sections = file.sections();
    if (!sections)
      return notACodeObject(sections.takeError());
    for (const Elf::Shdr &section : *sections)
      if (section.sh_type == llvm::ELF::SHT_DYNSYM || section.sh_type == llvm::ELF::SHT_SYMTAB)
        if (llvm::Error error = readSymbols(section))
          return error;
    for (const Elf::Shdr &section : *sections)
      if (section.sh_type == llvm::ELF::SHT_RELA && section.sh_flags & llvm::ELF::SHF_ALLOC)
        if (llvm::Error error = relocate(section))
          return error;
    auto headers = file.program_headers();
    if (!headers)
      return notACodeObject(headers.takeError());
    for (const Elf::Phdr &header : *headers)
      if (header.p_type == llvm::ELF::PT_NOTE)
        if (llvm::Error error = readNotes(header))
          return error;
    return llvm::Error::success();
  }

  llvm::Error mapSegments() {
    auto headers = file.program_headers();
    if (!headers)
      return notACodeObject(headers.takeError());
    uint64_t low = std::numeric_limits<uint64_t>::max(), high = 0;
    for (const Elf::Phdr &header : *headers) {
      if (header.p_type != llvm::ELF::PT_LOAD)
        continue;
      uint64_t begin = header.p_vaddr, size = header.p_memsz;
      if (header.p_filesz > size)
        return makeError("segment at {:#x}: {} bytes in the file, but {} in memory", begin,
                         static_cast<uint64_t>(header.p_filesz), size);
      if (!inFile(header.p_offset, header.p_filesz, bytes))
        return makeError("segment at {:#x}: its bytes {:#x}+{:#x} lie past the end of the file",
                         begin, static_cast<uint64_t>(header.p_offset),
                         static_cast<uint64_t>(header.p_filesz));
      if (begin > largestImage || size > largestImage - begin)
        return makeError("segment at {:#x} of {:#x} bytes: more than the {:#x} that can be loaded",
                         begin, size, largestImage);
      low = std::min(low, begin);
      high = std::max(high, begin + size);
    }
    if (high <= low)
      return makeError("the code object has nothing to load");
    low = llvm::alignDown(low, 4096);
    llvm::Expected<uint64_t> base = memory.allocate(high - low, "code object");
    if (!base)
      return base.takeError();
    image.base = *base;
    image.size = high - low;
    image.bias = *base - low;
    for (const Elf::Phdr &header : *headers) {
      if (header.p_type != llvm::ELF::PT_LOAD || header.p_memsz == 0)
        continue;
      uint64_t address = header.p_vaddr + image.bias;
      std::memcpy(hostBytes(address), bytes.data() + header.p_offset, header.p_filesz);
      if (!(header.p_flags & llvm::ELF::PF_X))
        continue;
      MemoryRange &code = image.codeRange;
      uint64_t end = address + header.p_memsz;
      code = code.end ? MemoryRange{std::min(code.begin, address), std::max(code.end, end)}
                      : MemoryRange{address, end};
    }
    return llvm::Error::success();
  }

  llvm::Error readSymbols(const Elf::Shdr &section) {
    auto symbols = file.symbols(&section);
    if (!symbols)
      return notACodeObject(symbols.takeError());
    auto strings = file.getStringTableForSymtab(section);
    if (!strings)
      return notACodeObject(strings.takeError());
    for (const Elf::Sym &symbol : *symbols) {
      unsigned type = symbol.getType();
      if (symbol.st_shndx == llvm::ELF::SHN_UNDEF || symbol.st_shndx == llvm::ELF::SHN_ABS ||
          (type != llvm::ELF::STT_OBJECT && type != llvm::ELF::STT_FUNC &&
           type != llvm::ELF::STT_NOTYPE))
        continue;
      auto name = symbol.getName(*strings);
      if (!name)
        return notACodeObject(name.takeError());
      uint64_t address = symbol.st_value + image.bias;
      // Symbols of sections that are not loaded say nothing here.
      if (!MemoryRange{image.base, image.end()}.contains(address, symbol.st_size))
        continue;
      image.symbolTable.try_emplace(*name, ImageSymbol{address, symbol.st_size, type});
    }
    return llvm::Error::success();
  }

  // The value of S in the psABI's relocation formulas.
  llvm::Expected<uint64_t> symbolValue(const Elf::Shdr &section, const Elf::Rela &rela) {
    auto symtab = file.getSection(section.sh_link);
    if (!symtab)
      return notACodeObject(symtab.takeError());
    auto symbol = file.getRelocationSymbol(rela, *symtab);
    if (!symbol)
      return notACodeObject(symbol.takeError());
    if (!*symbol)
      return makeError("relocation at {:#x}: it has no symbol",
                       static_cast<uint64_t>(rela.r_offset));
    if ((*symbol)->st_shndx != llvm::ELF::SHN_UNDEF)
      return (*symbol)->st_value + image.bias;
    if ((*symbol)->getBinding() == llvm::ELF::STB_WEAK)
      return 0;
    auto strings = file.getStringTableForSymtab(**symtab);
    if (!strings)
      return notACodeObject(strings.takeError());
    auto name = (*symbol)->getName(*strings);
    if (!name)
      return notACodeObject(name.takeError());
    return makeError("undefined symbol {}", name->str());
  }

  llvm::Error relocate(const Elf::Shdr &section) {
    auto relas = file.relas(section);
    if (!relas)
      return notACodeObject(relas.takeError());
    for (const Elf::Rela &rela : *relas) {
      uint64_t place = rela.r_offset + image.bias;
      uint32_t type = rela.getType(/*isMips64EL=*/false);
      uint64_t bytesWritten = type == llvm::ELF::R_AMDGPU_ABS32 ||
                                      type == llvm::ELF::R_AMDGPU_ABS32_LO ||
                                      type == llvm::ELF::R_AMDGPU_ABS32_HI
                                  ? 4
                                  : 8;
      if (!MemoryRange{image.base, image.end()}.contains(place, bytesWritten))
        return makeError("relocation at {:#x}: outside of the code object",
                         static_cast<uint64_t>(rela.r_offset));
      uint64_t addend = static_cast<uint64_t>(static_cast<int64_t>(rela.r_addend));
      void *target = hostBytes(place);
      if (type == llvm::ELF::R_AMDGPU_RELATIVE64) {
        llvm::support::endian::write64le(target, image.bias + addend);
        continue;
      }
      if (type == llvm::ELF::R_AMDGPU_NONE)
        continue;
      llvm::Expected<uint64_t> symbol = symbolValue(section, rela);
      if (!symbol)
        return symbol.takeError();
      uint64_t value = *symbol + addend;
      switch (type) {
      case llvm::ELF::R_AMDGPU_ABS64:
        llvm::support::endian::write64le(target, value);
        break;
      case llvm::ELF::R_AMDGPU_ABS32:
      case llvm::ELF::R_AMDGPU_ABS32_LO:
        llvm::support::endian::write32le(target, static_cast<uint32_t>(value));
        break;
      case llvm::ELF::R_AMDGPU_ABS32_HI:
        llvm::support::endian::write32le(target, static_cast<uint32_t>(value >> 32));
        break;
      case llvm::ELF::R_AMDGPU_REL64:
        llvm::support::endian::write64le(target, value - place);
        break;
      default:
        return makeError("relocation at {:#x}: type {} is not a dynamic relocation",
                         static_cast<uint64_t>(rela.r_offset), type);
      }
    }
    return llvm::Error::success();
  }

  llvm::Error readNotes(const Elf::Phdr &header) {
    if (!inFile(header.p_offset, header.p_filesz, bytes))
      return makeError("note segment: its bytes lie past the end of the file");
    llvm::StringRef notes = bytes.substr(header.p_offset, header.p_filesz);
    constexpr uint64_t noteHeaderBytes = 12;
    while (notes.size() >= noteHeaderBytes) {
      uint64_t nameBytes = llvm::support::endian::read32le(notes.data());
      uint64_t descBytes = llvm::support::endian::read32le(notes.data() + 4);
      uint32_t type = llvm::support::endian::read32le(notes.data() + 8);
      uint64_t descBegin = noteHeaderBytes + llvm::alignTo(nameBytes, 4);
      uint64_t next = descBegin + llvm::alignTo(descBytes, 4);
      // The last note's padding may be missing.
      if (descBegin + descBytes > notes.size())
        return makeError("note segment: a note of {} bytes runs over its end", next);
      llvm::StringRef name = notes.substr(noteHeaderBytes, nameBytes).rtrim('\0');
      if (name == "AMDGPU" && type == llvm::ELF::NT_AMDGPU_METADATA) {
        auto kernels = parseMetadata(notes.substr(descBegin, descBytes));
        if (!kernels)
          return kernels.takeError();
        image.kernelMetadata = std::move(*kernels);
      }
      notes = notes.drop_front(std::min<uint64_t>(next, notes.size()));
    }
    return llvm::Error::success();
  }

  Memory &memory;
  llvm::StringRef bytes;
  const ElfFile &file;
  ElfImage image;
};

llvm::Expected<ElfImage> ElfImage::map(Memory &memory, llvm::StringRef bytes) {
  llvm::Expected<ElfFile> file = openElf(bytes);
  if (!file)
    return file.takeError();
  return ElfMapper(memory, bytes, *file).run();
}

void ElfImage::unmap(Memory &memory) {
  // Allocated by map and freed only here.
  if (size)
    llvm::cantFail(memory.free(base));
  size = 0;
}

} // namespace rocke::sim
