//===- Assembler.cpp - AMDGPU assembly to machine code, in process ---------===//
#include "Assembler.h"
#include "../Assembly.h"
#include "llvm/Object/ELFObjectFile.h"
#include <catch2/catch.hpp>
#include <cstring>

namespace rocke::sim::test {

std::vector<uint32_t> assemble(llvm::StringRef gpu, unsigned waveSize, llvm::StringRef assembly) {
  const std::string object = assembleObject(gpu, waveSize, assembly);
  llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> file =
      llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(object, "assembled"));
  REQUIRE(static_cast<bool>(file));
  std::vector<uint32_t> words;
  for (const llvm::object::SectionRef &section : (*file)->sections()) {
    if (llvm::cantFail(section.getName()) != ".text")
      continue;
    const llvm::StringRef bytes = llvm::cantFail(section.getContents());
    words.resize(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), words.size() * 4);
  }
  return words;
}

} // namespace rocke::sim::test
