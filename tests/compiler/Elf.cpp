#include "Elf.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <stdexcept>

using namespace rocke::test;
using namespace llvm::ELF;

Elf64_Phdr &ElfEditor::segment(unsigned type) {
  for (unsigned i = 0; i < header().e_phnum; ++i) {
    auto &segment = at<Elf64_Phdr>(header().e_phoff + i * sizeof(Elf64_Phdr));
    if (segment.p_type == type)
      return segment;
  }
  throw std::runtime_error("no such segment");
}

Elf64_Shdr &ElfEditor::section(unsigned type) {
  for (unsigned i = 0; i < header().e_shnum; ++i) {
    auto &section = at<Elf64_Shdr>(header().e_shoff + i * sizeof(Elf64_Shdr));
    if (section.sh_type == type)
      return section;
  }
  throw std::runtime_error("no such section");
}

Elf64_Sym &ElfEditor::symbol(llvm::StringRef name) {
  Elf64_Shdr &table = section(SHT_DYNSYM);
  auto &strings = at<Elf64_Shdr>(header().e_shoff + table.sh_link * sizeof(Elf64_Shdr));
  for (uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
    auto &symbol = at<Elf64_Sym>(table.sh_offset + i * sizeof(Elf64_Sym));
    if (name == bytes.data() + strings.sh_offset + symbol.st_name)
      return symbol;
  }
  throw std::runtime_error("no such symbol");
}

void ElfEditor::replaceMetadata(llvm::msgpack::Document &metadata) {
  std::string messagePack;
  metadata.writeToBlob(messagePack);
  replaceMetadata(messagePack);
}

void ElfEditor::replaceMetadata(llvm::StringRef messagePack) {
  // The note: name size, description size, type, "AMDGPU" padded to 8, description padded to 4.
  Elf64_Phdr &notes = segment(PT_NOTE);
  auto &descriptionSize = at<uint32_t>(notes.p_offset + 4);
  if (messagePack.size() > descriptionSize)
    throw std::runtime_error("the new metadata does not fit");
  descriptionSize = messagePack.size();
  std::memcpy(bytes.data() + notes.p_offset + 20, messagePack.data(), messagePack.size());
  notes.p_filesz = 20 + llvm::alignTo(messagePack.size(), 4);
}

void ElfEditor::removeNotes() { segment(PT_NOTE).p_type = PT_NULL; }
