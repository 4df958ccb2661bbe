//===- CodeImage.cpp - The ELF file of a code object ----------------------===//
#include "CodeImage.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include <map>
#include <tuple>

using namespace rocke;
using namespace rocke::detail;
using llvm::StringRef;
using ElfFile = llvm::object::ELFFile<llvm::object::ELF64LE>;

/// The processor of an ELF header's machine flags; empty for one that rocke does not read: R600,
/// and GCN before gfx9, whose encodings LLVM's disassembler handles in part only.
static StringRef processorName(unsigned machine) {
  switch (machine) {
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX900:
    return "gfx900";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX902:
    return "gfx902";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX904:
    return "gfx904";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX906:
    return "gfx906";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX908:
    return "gfx908";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX909:
    return "gfx909";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX90C:
    return "gfx90c";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX90A:
    return "gfx90a";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX942:
    return "gfx942";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX950:
    return "gfx950";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1010:
    return "gfx1010";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1011:
    return "gfx1011";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1012:
    return "gfx1012";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1013:
    return "gfx1013";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1030:
    return "gfx1030";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1031:
    return "gfx1031";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1032:
    return "gfx1032";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1033:
    return "gfx1033";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1034:
    return "gfx1034";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1035:
    return "gfx1035";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1036:
    return "gfx1036";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1100:
    return "gfx1100";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1101:
    return "gfx1101";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1102:
    return "gfx1102";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1103:
    return "gfx1103";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1150:
    return "gfx1150";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1151:
    return "gfx1151";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1152:
    return "gfx1152";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX1153:
    return "gfx1153";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX9_GENERIC:
    return "gfx9-generic";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX9_4_GENERIC:
    return "gfx9-4-generic";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX10_1_GENERIC:
    return "gfx10-1-generic";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX10_3_GENERIC:
    return "gfx10-3-generic";
  case llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX11_GENERIC:
    return "gfx11-generic";
  default:
    return {};
  }
}

/// What LLVM's reader found wrong, as a fault of the code object.
static llvm::Error malformed(llvm::Error error) {
  return makeError("malformed code object: {}", llvm::toString(std::move(error)));
}

/// The checks that tell a code object that could be loaded from any other file.
static llvm::Expected<StringRef> checkHeader(const ElfFile::Elf_Ehdr &header) {
  if (header.e_machine != llvm::ELF::EM_AMDGPU)
    return makeError("not an AMDGPU code object: the ELF machine is {}, expected {} (AMDGPU)",
                     unsigned(header.e_machine), unsigned(llvm::ELF::EM_AMDGPU));
  if (header.e_ident[llvm::ELF::EI_OSABI] != llvm::ELF::ELFOSABI_AMDGPU_HSA)
    return makeError("not a code object for HSA: the ELF OS ABI is {}, expected {} (AMDGPU_HSA)",
                     unsigned(header.e_ident[llvm::ELF::EI_OSABI]),
                     unsigned(llvm::ELF::ELFOSABI_AMDGPU_HSA));
  unsigned abi = header.e_ident[llvm::ELF::EI_ABIVERSION];
  if (abi < llvm::ELF::ELFABIVERSION_AMDGPU_HSA_V4 || abi > llvm::ELF::ELFABIVERSION_AMDGPU_HSA_V6)
    return makeError(
        "code object with ELF ABI version {}: expected 2, 3 or 4 (code object versions "
        "4, 5 and 6)",
        abi);
  if (header.e_type != llvm::ELF::ET_DYN)
    return makeError("not a linked code object: the ELF type is {}, expected {} (shared object)",
                     unsigned(header.e_type), unsigned(llvm::ELF::ET_DYN));
  unsigned machine = header.e_flags & llvm::ELF::EF_AMDGPU_MACH;
  StringRef name = processorName(machine);
  if (name.empty())
    return makeError("code object for an unknown GPU: machine {:#04x} in the ELF flags", machine);
  return name;
}

/// Everything that a header points at lies inside the file. A loader that gets no more than an
/// address takes the image's size from these headers, so each of them counts, used here or not.
static llvm::Error checkExtents(const ElfFile &file) {
  const uint64_t size = file.getBufSize();
  auto check = [&](const char *what, uint64_t offset, uint64_t bytes) -> llvm::Error {
    if (offset <= size && bytes <= size - offset)
      return llvm::Error::success();
    return makeError("malformed code object: a {} of {:#x} bytes at offset {:#x} ends past the "
                     "file's {:#x} bytes",
                     what, bytes, offset, size);
  };
  auto segments = file.program_headers();
  if (!segments)
    return malformed(segments.takeError());
  for (const ElfFile::Elf_Phdr &segment : *segments)
    if (llvm::Error error = check("segment", segment.p_offset, segment.p_filesz))
      return error;
  auto sections = file.sections();
  if (!sections)
    return malformed(sections.takeError());
  for (const ElfFile::Elf_Shdr &section : *sections)
    if (section.sh_type != llvm::ELF::SHT_NOBITS)
      if (llvm::Error error = check("section", section.sh_offset, section.sh_size))
        return error;
  // Tables without entries are looked at by nobody but the loader.
  const ElfFile::Elf_Ehdr &header = file.getHeader();
  if (llvm::Error error = check("program header table", header.e_phoff, 0))
    return error;
  return check("section header table", header.e_shoff,
               uint64_t{header.e_shnum} * sizeof(ElfFile::Elf_Shdr));
}

static llvm::Expected<std::vector<ImageSegment>> readSegments(const ElfFile &file) {
  auto headers = file.program_headers();
  if (!headers)
    return malformed(headers.takeError());
  std::vector<ImageSegment> segments;
  for (const ElfFile::Elf_Phdr &header : *headers) {
    if (header.p_type != llvm::ELF::PT_LOAD)
      continue;
    auto contents = file.getSegmentContents(header);
    if (!contents)
      return malformed(contents.takeError());
    segments.push_back(
        {header.p_vaddr, llvm::toStringRef(*contents), (header.p_flags & llvm::ELF::PF_X) != 0});
  }
  return segments;
}

/// Adds the symbols of one table whose names `symbols` does not have yet.
static llvm::Error readSymbols(const ElfFile &file, const ElfFile::Elf_Shdr &table,
                               std::map<StringRef, ImageSymbol> &symbols) {
  auto strings = file.getStringTableForSymtab(table);
  if (!strings)
    return malformed(strings.takeError());
  auto entries = file.symbols(&table);
  if (!entries)
    return malformed(entries.takeError());
  for (const ElfFile::Elf_Sym &entry : *entries) {
    if (entry.st_shndx == llvm::ELF::SHN_UNDEF || entry.st_shndx == llvm::ELF::SHN_ABS)
      continue;
    auto name = entry.getName(*strings);
    if (!name)
      return malformed(name.takeError());
    if (!name->empty())
      symbols.try_emplace(*name,
                          ImageSymbol{*name, entry.st_value, entry.st_size, entry.getType()});
  }
  return llvm::Error::success();
}

static llvm::Expected<std::vector<ImageSymbol>> readSymbolTables(const ElfFile &file) {
  auto sections = file.sections();
  if (!sections)
    return malformed(sections.takeError());
  std::map<StringRef, ImageSymbol> byName;
  // The dynamic table first: it is what a loader goes by, and it survives stripping.
  for (unsigned type : {llvm::ELF::SHT_DYNSYM, llvm::ELF::SHT_SYMTAB})
    for (const ElfFile::Elf_Shdr &section : *sections)
      if (section.sh_type == type)
        if (llvm::Error error = readSymbols(file, section, byName))
          return error;

  std::vector<ImageSymbol> symbols;
  symbols.reserve(byName.size());
  for (const auto &[name, symbol] : byName)
    symbols.push_back(symbol);
  llvm::sort(symbols, [](const ImageSymbol &a, const ImageSymbol &b) {
    return std::tie(a.address, a.name) < std::tie(b.address, b.name);
  });
  return symbols;
}

static llvm::Expected<std::optional<StringRef>> readMetadataNote(const ElfFile &file) {
  auto headers = file.program_headers();
  if (!headers)
    return malformed(headers.takeError());
  for (const ElfFile::Elf_Phdr &header : *headers) {
    if (header.p_type != llvm::ELF::PT_NOTE || header.p_filesz == 0)
      continue;
    llvm::Error error = llvm::Error::success();
    std::optional<StringRef> metadata;
    size_t align = std::max<size_t>(header.p_align, 4);
    for (const ElfFile::Elf_Note &note : file.notes(header, error))
      if (!metadata && note.getName() == "AMDGPU" &&
          note.getType() == llvm::ELF::NT_AMDGPU_METADATA)
        metadata = note.getDescAsStringRef(align);
    if (error)
      return malformed(std::move(error));
    if (metadata)
      return metadata;
  }
  return std::nullopt;
}

llvm::Expected<CodeImage> CodeImage::read(StringRef bytes) {
  if (!bytes.starts_with(StringRef(llvm::ELF::ElfMagic, 4)))
    return makeError("not a code object: no ELF file");
  if (bytes.size() < sizeof(ElfFile::Elf_Ehdr))
    return makeError("malformed code object: {} bytes are too few for an ELF header", bytes.size());
  if (bytes[llvm::ELF::EI_CLASS] != llvm::ELF::ELFCLASS64 ||
      bytes[llvm::ELF::EI_DATA] != llvm::ELF::ELFDATA2LSB)
    return makeError("not an AMDGPU code object: expected a 64-bit little-endian ELF file");
  llvm::Expected<ElfFile> file = ElfFile::create(bytes);
  if (!file)
    return malformed(file.takeError());

  CodeImage image;
  if (llvm::Error error = checkHeader(file->getHeader()).moveInto(image.arch))
    return error;
  if (llvm::Error error = checkExtents(*file))
    return error;
  if (llvm::Error error = readSegments(*file).moveInto(image.segments))
    return error;
  if (llvm::Error error = readSymbolTables(*file).moveInto(image.symbols))
    return error;
  if (llvm::Error error = readMetadataNote(*file).moveInto(image.metadata))
    return error;
  return image;
}

const ImageSegment *CodeImage::segmentAt(uint64_t address) const {
  auto segment = llvm::find_if(segments, [&](const ImageSegment &s) {
    return address >= s.address && address - s.address < s.bytes.size();
  });
  return segment == segments.end() ? nullptr : &*segment;
}

std::optional<StringRef> CodeImage::bytesAt(uint64_t address, uint64_t size) const {
  const ImageSegment *segment = segmentAt(address);
  if (!segment || segment->bytes.size() - (address - segment->address) < size)
    return std::nullopt;
  return segment->bytes.substr(address - segment->address, size);
}
