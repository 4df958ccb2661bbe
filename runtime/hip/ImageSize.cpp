#include "ImageSize.h"
#include "rocke/ir/Error.h"
#include "llvm/BinaryFormat/ELF.h"
#include <algorithm>
#include <cstring>

namespace rocke::hip {

namespace {

template <typename T> T readAt(const void *image, uint64_t offset) {
  T value;
  std::memcpy(&value, static_cast<const char *>(image) + offset, sizeof value);
  return value;
}

} // namespace

llvm::Expected<uint64_t> imageSize(const void *image) {
  using namespace llvm::ELF;
  // Byte by byte up to the identification, which may be all there is of something else.
  if (std::strncmp(static_cast<const char *>(image), ElfMagic, 4) != 0)
    return makeError("the image is no ELF file");
  const auto header = readAt<Elf64_Ehdr>(image, 0);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
      header.e_machine != EM_AMDGPU)
    return makeError("the image is no AMDGPU code object but an ELF file of another machine");
  uint64_t end = sizeof header;
  auto cover = [&](uint64_t offset, uint64_t bytes) {
    uint64_t last = 0;
    if (__builtin_add_overflow(offset, bytes, &last))
      return false;
    end = std::max(end, last);
    return true;
  };
  bool good = cover(header.e_phoff, uint64_t{header.e_phnum} * sizeof(Elf64_Phdr)) &&
              cover(header.e_shoff, uint64_t{header.e_shnum} * sizeof(Elf64_Shdr));
  for (unsigned i = 0; good && i < header.e_phnum; ++i) {
    const auto segment = readAt<Elf64_Phdr>(image, header.e_phoff + i * sizeof(Elf64_Phdr));
    good = cover(segment.p_offset, segment.p_filesz);
  }
  for (unsigned i = 0; good && i < header.e_shnum; ++i) {
    const auto section = readAt<Elf64_Shdr>(image, header.e_shoff + i * sizeof(Elf64_Shdr));
    good = section.sh_type == SHT_NOBITS || cover(section.sh_offset, section.sh_size);
  }
  if (!good)
    return makeError("the image is a damaged ELF file: a part of it ends beyond 64 bits");
  return end;
}

} // namespace rocke::hip
