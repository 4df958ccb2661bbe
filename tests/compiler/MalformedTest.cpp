// Code objects that are not what they should be: each an error with its reason, never a crash.
#include "Elf.h"
#include "Ir.h"
#include "llvm/Support/MathExtras.h"
#include <catch2/catch.hpp>
#include <random>
#include <string>

using namespace rocke;
using namespace rocke::test;

static std::string parseError(std::string bytes) {
  llvm::Expected<CodeObject> object = CodeObject::parse(std::move(bytes));
  REQUIRE_FALSE(bool(object));
  return llvm::toString(object.takeError());
}

static const std::string &good() {
  static const std::string bytes = compiled(wmmaLoop, "gfx1151").bytes().str();
  return bytes;
}

TEST_CASE("files that are no code objects are refused") {
  CHECK(parseError("") == "not a code object: no ELF file");
  CHECK(
      parseError("plain text, and more of it than an ELF header has, so that size is no matter") ==
      "not a code object: no ELF file");
  CHECK(parseError("\x7f"
                   "ELF") == "malformed code object: 4 bytes are too few for an ELF header");
}

TEST_CASE("ELF files for other machines are refused") {
  using namespace llvm::ELF;
  ElfEditor machine(good());
  machine.header().e_machine = EM_X86_64;
  CHECK(parseError(machine.bytes) ==
        "not an AMDGPU code object: the ELF machine is 62, expected 224 (AMDGPU)");

  ElfEditor os(good());
  os.header().e_ident[EI_OSABI] = 0;
  CHECK(parseError(os.bytes) ==
        "not a code object for HSA: the ELF OS ABI is 0, expected 64 (AMDGPU_HSA)");

  ElfEditor abi(good());
  abi.header().e_ident[EI_ABIVERSION] = 1;
  CHECK(parseError(abi.bytes) == "code object with ELF ABI version 1: expected 2, 3 or 4 (code "
                                 "object versions 4, 5 and 6)");

  ElfEditor unlinked(good());
  unlinked.header().e_type = ET_REL;
  CHECK(parseError(unlinked.bytes) ==
        "not a linked code object: the ELF type is 1, expected 3 (shared object)");

  ElfEditor gpu(good());
  gpu.header().e_flags = EF_AMDGPU_MACH_R600_CAYMAN;
  CHECK(parseError(gpu.bytes) == "code object for an unknown GPU: machine 0x0f in the ELF flags");

  for (unsigned ident : {EI_CLASS, EI_DATA}) {
    ElfEditor other(good());
    other.header().e_ident[ident] ^= 3; // 32 bits, or big-endian
    CHECK(parseError(other.bytes) ==
          "not an AMDGPU code object: expected a 64-bit little-endian ELF file");
  }
}

TEST_CASE("descriptors and code outside the file are refused") {
  using namespace llvm::ELF;
  ElfEditor descriptor(good());
  descriptor.symbol("wmmaLoop.kd").st_value = 0x123456789000;
  CHECK(parseError(descriptor.bytes) ==
        "malformed code object: the descriptor of kernel 'wmmaLoop' at 0x123456789000 lies outside "
        "the loaded segments");

  ElfEditor entry(good());
  uint64_t kd =
      entry.symbol("wmmaLoop.kd").st_value;  // in the first segment, where offset = address
  entry.at<int64_t>(kd + 16) = -int64_t(kd); // the entry, relative to the descriptor
  CHECK(parseError(entry.bytes) == "malformed code object: the entry of kernel 'wmmaLoop' at 0x0 "
                                   "lies in no executable segment");

  ElfEditor size(good());
  size.symbol("wmmaLoop").st_size = 1 << 20;
  std::string error = parseError(size.bytes);
  CHECK(error.find("kernel 'wmmaLoop' of 1048576 bytes at ") != std::string::npos);
  CHECK(error.find("runs past the end of its segment") != std::string::npos);

  ElfEditor segment(good());
  segment.segment(PT_LOAD).p_filesz = uint64_t(1) << 63;
  CHECK(
      parseError(segment.bytes)
          .starts_with("malformed code object: a segment of 0x8000000000000000 bytes at offset "));

  // What no reader looks at, a loader still sizes the image by.
  ElfEditor unused(good());
  unused.segment(PT_GNU_STACK).p_filesz = uint64_t(1) << 40;
  CHECK(parseError(unused.bytes).starts_with("malformed code object: a segment of "));
  ElfEditor comment(good());
  comment.section(SHT_PROGBITS).sh_offset = uint64_t(1) << 40;
  CHECK(parseError(comment.bytes).starts_with("malformed code object: a section of "));

  ElfEditor sections(good());
  sections.header().e_shoff = ~uint64_t{0};
  CHECK(parseError(sections.bytes).starts_with("malformed code object: "));
}

TEST_CASE("metadata that is malformed is refused with what is wrong") {
  auto withMetadata = [](llvm::StringRef messagePack) {
    ElfEditor elf(good());
    elf.replaceMetadata(messagePack);
    return parseError(elf.bytes);
  };
  CHECK(withMetadata("") == "malformed code object: the metadata ends early");
  CHECK(withMetadata("\x93") == "malformed code object: metadata root is not a map");
  CHECK(withMetadata("\x81") == "malformed code object: the metadata ends early");
  // A map as a key.
  CHECK(withMetadata("\x81\x80\x01") ==
        "malformed code object: metadata root is not a map with strings as keys");
  // An array of 4,294,967,295 elements.
  CHECK(withMetadata("\x81\xa1x\xdd\xff\xff\xff\xff") ==
        "malformed code object: the metadata ends early");
  CHECK(withMetadata("\xc1").starts_with("malformed code object: metadata: "));

  auto withKernel = [&](auto &&change) {
    llvm::msgpack::Document document;
    auto kernel = document.getMapNode();
    change(document, kernel);
    auto kernels = document.getArrayNode();
    kernels.push_back(kernel);
    document.getRoot().getMap(/*Convert=*/true)["amdhsa.kernels"] = kernels;
    std::string messagePack;
    document.writeToBlob(messagePack);
    return withMetadata(messagePack);
  };
  using Document = llvm::msgpack::Document;
  using Map = llvm::msgpack::MapDocNode;
  CHECK(withKernel([](Document &, Map &kernel) { kernel[".vgpr_count"] = "many"; }) ==
        "malformed code object: metadata .vgpr_count is not an integer of at least 0");
  CHECK(withKernel([](Document &, Map &kernel) { kernel[".sgpr_count"] = -1; }) ==
        "malformed code object: metadata .sgpr_count is not an integer of at least 0");
  CHECK(withKernel([](Document &, Map &kernel) { kernel[".agpr_count"] = uint64_t(1) << 32; }) ==
        "malformed code object: metadata .agpr_count is 4294967296, expected 32 bits at most");
  CHECK(withKernel([](Document &, Map &kernel) { kernel[".name"] = 5; }) ==
        "malformed code object: metadata .name is not a string");
  CHECK(withKernel([](Document &, Map &kernel) { kernel[".args"] = 5; }) ==
        "malformed code object: metadata .args is not an array");
  CHECK(withKernel([](Document &document, Map &kernel) {
          auto args = document.getArrayNode();
          args.push_back(document.getNode("p"));
          kernel[".args"] = args;
        }) == "malformed code object: metadata .args element is not a map");
}

TEST_CASE("deeply nested metadata does not exhaust the stack") {
  // Built by hand into a file that has room: arrays of one array each, a hundred thousand deep.
  std::string bytes = good();
  ElfEditor elf(bytes);
  uint64_t end = bytes.size();
  std::string messagePack = "\x81\xa1x" + std::string(100000, '\x91');
  elf.bytes.append(20, '\0');
  elf.bytes += messagePack;
  elf.bytes.append(llvm::alignTo(messagePack.size(), 4) - messagePack.size(), '\0');
  elf.at<uint32_t>(end) = 7;
  elf.at<uint32_t>(end + 4) = messagePack.size();
  elf.at<uint32_t>(end + 8) = llvm::ELF::NT_AMDGPU_METADATA;
  elf.bytes.replace(end + 12, 6, "AMDGPU");
  elf.segment(llvm::ELF::PT_NOTE).p_offset = end;
  elf.segment(llvm::ELF::PT_NOTE).p_filesz = elf.bytes.size() - end;
  CHECK(parseError(elf.bytes) == "malformed code object: the metadata ends early");
}

TEST_CASE("a file cut short at any place is an error, or its facts are whole") {
  REQUIRE(bool(CodeObject::parse(good())));
  // The section headers are last: without them there are no symbols to find.
  for (size_t size = 0; size < good().size(); ++size) {
    llvm::Expected<CodeObject> object = CodeObject::parse(good().substr(0, size));
    INFO(size);
    CHECK_FALSE(bool(object));
    llvm::consumeError(object.takeError());
  }
}

TEST_CASE("code that is no code is counted as undecoded") {
  ElfEditor elf(good());
  uint64_t address = elf.symbol("wmmaLoop").st_value, size = elf.symbol("wmmaLoop").st_size;
  uint64_t offset = 0;
  for (unsigned i = 0; i < elf.header().e_phnum; ++i) {
    auto &segment =
        elf.at<llvm::ELF::Elf64_Phdr>(elf.header().e_phoff + i * sizeof(llvm::ELF::Elf64_Phdr));
    if (segment.p_type == llvm::ELF::PT_LOAD && address >= segment.p_vaddr &&
        address < segment.p_vaddr + segment.p_filesz)
      offset = segment.p_offset + (address - segment.p_vaddr);
  }
  REQUIRE(offset != 0);
  // Words of every kind, so that the disassembler meets operands that it cannot decode.
  std::mt19937 random(7);
  for (unsigned round = 0; round < 300; ++round) {
    for (uint64_t i = 0; i < size; ++i)
      elf.bytes[offset + i] = char(random());
    llvm::Expected<CodeObject> object = CodeObject::parse(elf.bytes);
    REQUIRE(bool(object));
    const KernelFacts &facts = object->kernels().at(0);
    CHECK(facts.codeBytes == size);
    CHECK(facts.undecodedBytes > 0);
    CHECK(facts.undecodedBytes % 4 == 0);
    CHECK(facts.mix.total() * 4 + facts.undecodedBytes <= size);
  }
}

/// The facts of a kernel that consists of `words`, for the GPU with these ELF machine flags.
static KernelFacts factsOfWords(const std::string &words, unsigned machine) {
  ElfEditor elf(compiled("module asm \".text\"\nmodule asm \".p2align 8\"\n"
                         "module asm \".globl words\"\nmodule asm \".type words,@function\"\n"
                         "module asm \"words: .long " +
                             words +
                             "\"\nmodule asm \".size words, .-words\"\n"
                             "module asm \".section .rodata,\\22a\\22\"\n"
                             "module asm \".p2align 6\"\nmodule asm \".amdhsa_kernel words\"\n"
                             "module asm \"  .amdhsa_next_free_vgpr 1\"\n"
                             "module asm \"  .amdhsa_next_free_sgpr 1\"\n"
                             "module asm \"  .amdhsa_accum_offset 4\"\n"
                             "module asm \".end_amdhsa_kernel\"\n",
                         "gfx950")
                    .bytes());
  elf.header().e_flags = machine;
  llvm::Expected<CodeObject> object = CodeObject::parse(elf.bytes);
  REQUIRE(bool(object));
  return object->kernels().at(0);
}

TEST_CASE("words that LLVM's disassembler stumbles over are undecoded") {
  using namespace llvm::ELF;
  unsigned gfx942 = EF_AMDGPU_MACH_AMDGCN_GFX942, gfx950 = EF_AMDGPU_MACH_AMDGCN_GFX950;

  // s_mov_b32 s0, and its literal; then without it, at the end of the code.
  KernelFacts whole = factsOfWords("0xbe8000ff, 0x12345678", gfx950);
  CHECK(whole.mix[InstClass::SALU] == 1);
  CHECK(whole.undecodedBytes == 0);
  KernelFacts cut = factsOfWords("0xbe8000ff", gfx950);
  CHECK(cut.mix.total() == 0);
  CHECK(cut.undecodedBytes == 4);

  // v_add3_u32 v0, v1, v2, v3; then with a literal, which gfx9 does not have.
  CHECK(factsOfWords("0xd1ff0000, 0x040e0501, 0xbf810000", gfx942).undecodedBytes == 0);
  CHECK(factsOfWords("0xd1ff0000, 0x040e04ff, 0xbf810000", gfx942).undecodedBytes > 0);

  // v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[4:11], v[4:11], v[0:3]; then with s4 for A and for B.
  KernelFacts mfma = factsOfWords("0xd3ad0000, 0x04020904", gfx950);
  CHECK(mfma.mix[InstClass::Matrix] == 1);
  CHECK(mfma.undecodedBytes == 0);
  CHECK(factsOfWords("0xd3ad0200, 0x04020804", gfx950).mix[InstClass::Matrix] == 0);
  CHECK(factsOfWords("0xd3ad0200, 0x04000904", gfx950).mix[InstClass::Matrix] == 0);
  CHECK(factsOfWords("0xd3ac0000, 0x04020904, 0xd3ae0200, 0x04020804", gfx950)
            .mix[InstClass::Matrix] == 0);
}

TEST_CASE("a file with any bit flipped is an error or is read") {
  unsigned read = 0, refused = 0;
  auto parse = [&](std::string bytes) {
    llvm::Expected<CodeObject> object = CodeObject::parse(std::move(bytes));
    ++(object ? read : refused);
    llvm::consumeError(object.takeError());
  };
  std::mt19937 random(1);
  for (size_t i = 0; i < good().size(); ++i) {
    std::string bytes = good();
    bytes[i] ^= 1 << random() % 8;
    parse(std::move(bytes));
  }
  // And several bytes at once.
  for (unsigned round = 0; round < 1000; ++round) {
    std::string bytes = good();
    for (unsigned change = 0; change < 1 + round % 16; ++change)
      bytes[random() % bytes.size()] = char(random());
    parse(std::move(bytes));
  }
  CHECK(read > 0);
  CHECK(refused > 0);
}
