#include "Elf.h"
#include "Ir.h"
#include <catch2/catch.hpp>
#include <string>

using namespace rocke;
using namespace rocke::test;

TEST_CASE("facts are read back from a compiled kernel") {
  CodeObject object = compiled(R"(
@lds = internal addrspace(3) global [96 x i32] poison

define amdgpu_kernel void @facts(ptr addrspace(1) %p, i32 %n, <4 x float> %v, half %h) #0 {
  %q = getelementptr i32, ptr addrspace(3) @lds, i32 %n
  store volatile i32 1, ptr addrspace(3) %q
  %x = load volatile i32, ptr addrspace(3) %q
  store i32 %x, ptr addrspace(1) %p
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="1,128" }
)",
                               "gfx1151");
  CHECK(object.arch() == "gfx1151");
  REQUIRE(object.kernels().size() == 1);
  CHECK(object.kernel("facts") == &object.kernels()[0]);
  CHECK(object.kernel("facts.kd") == nullptr);
  CHECK(object.kernel("") == nullptr);

  const KernelFacts &facts = object.kernels()[0];
  CHECK(facts.symbol == "facts");
  REQUIRE(facts.args.size() == 4);
  CHECK(facts.args[0].name == "p");
  CHECK(facts.args[0].valueKind == "global_buffer");
  CHECK(facts.args[0].offset == 0);
  CHECK(facts.args[0].size == 8);
  CHECK(facts.args[1].name == "n");
  CHECK(facts.args[1].valueKind == "by_value");
  CHECK(facts.args[1].offset == 8);
  CHECK(facts.args[1].size == 4);
  CHECK(facts.args[2].offset == 16);
  CHECK(facts.args[2].size == 16);
  CHECK(facts.args[3].offset == 32);
  CHECK(facts.args[3].size == 2);
  CHECK(facts.kernargBytes == 36); // in steps of 4
  CHECK(facts.ldsBytes == 384);
  CHECK(facts.scratchBytes == 0);
  CHECK(facts.vgprSpills == 0);
  CHECK(facts.sgprSpills == 0);
  CHECK(facts.spillsKnown);
  CHECK(facts.agprs == 0);
  CHECK(facts.vgprs >= 2);
  CHECK(facts.waveSize == 32);
  CHECK(facts.maxWorkgroupSize == 128);
  CHECK(facts.undecodedBytes == 0);
  CHECK(facts.matrixLoops.empty());

  CHECK(facts.mix[InstClass::LdsStore] == 1);
  CHECK(facts.mix[InstClass::LdsLoad] == 1);
  CHECK(facts.mix[InstClass::GlobalStore] == 1);
  CHECK(facts.mix[InstClass::SMEM] >= 1);
  CHECK(facts.mix[InstClass::Wait] >= 1);
  CHECK(facts.mix[InstClass::Other] >= 1);
  CHECK(facts.mix[InstClass::Matrix] == 0);
}

static std::string directive(const std::string &assembly, const std::string &key) {
  size_t at = assembly.find(key);
  REQUIRE(at != std::string::npos);
  size_t begin = assembly.find_first_not_of(' ', at + key.size());
  return assembly.substr(begin, assembly.find('\n', begin) - begin);
}

TEST_CASE("spills and scratch are read back") {
  // Sixty-four values live across a barrier to code motion, in sixteen registers.
  std::string ir = "define amdgpu_kernel void @spill(ptr addrspace(1) %p) #0 {\n"
                   "  %id = call i32 @llvm.amdgcn.workitem.id.x()\n"
                   "  %q = getelementptr i32, ptr addrspace(1) %p, i32 %id\n";
  for (int i = 0; i < 64; ++i)
    ir += "  %v" + std::to_string(i) + " = load volatile i32, ptr addrspace(1) %q\n";
  ir += "  call void asm sideeffect \"; all are live\", \"~{memory}\"()\n";
  for (int i = 0; i < 64; ++i)
    ir += "  store volatile i32 %v" + std::to_string(i) + ", ptr addrspace(1) %q\n";
  ir += "  ret void\n}\ndeclare i32 @llvm.amdgcn.workitem.id.x()\n"
        "attributes #0 = { \"amdgpu-num-vgpr\"=\"16\" \"amdgpu-agpr-alloc\"=\"0\" }\n";
  for (const char *arch : {"gfx1151", "gfx950"}) {
    INFO(arch);
    CodeObject object = compiled(ir, arch);
    const KernelFacts &facts = object.kernels().at(0);
    std::string assembly = *assemblyOf(ir, arch);
    CHECK(facts.vgprSpills > 20);
    CHECK(std::to_string(facts.vgprSpills) == directive(assembly, ".vgpr_spill_count:"));
    CHECK(std::to_string(facts.vgprs) == directive(assembly, ".vgpr_count:"));
    CHECK(std::to_string(facts.sgprs) == directive(assembly, ".sgpr_count:"));
    CHECK(std::to_string(facts.scratchBytes) ==
          directive(assembly, ".private_segment_fixed_size:"));
    CHECK(facts.scratchBytes >= 4 * facts.vgprSpills);
    CHECK(facts.mix[InstClass::ScratchStore] > 0);
    CHECK(facts.mix[InstClass::ScratchLoad] > 0);
  }
}

TEST_CASE("AGPRs are counted apart from VGPRs") {
  CodeObject object = compiled(R"(
define amdgpu_kernel void @agprs() {
  call void asm sideeffect "; uses v11 and a7", "~{v11},~{a7}"()
  ret void
}
)",
                               "gfx950");
  CHECK(object.kernels().at(0).vgprs == 12);
  CHECK(object.kernels().at(0).agprs == 8);
  CHECK(object.kernels().at(0).waveSize == 64);
}

TEST_CASE("kernels come in the order of their code") {
  CodeObject object = compiled(R"(
define amdgpu_kernel void @zulu(ptr addrspace(1) %p) { ret void }
define amdgpu_kernel void @alpha(ptr addrspace(1) %p, i32 %x) {
  store i32 %x, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @mike() { ret void }
)",
                               "gfx950");
  REQUIRE(object.kernels().size() == 3);
  CHECK(object.kernels()[0].symbol == "zulu");
  CHECK(object.kernels()[1].symbol == "alpha");
  CHECK(object.kernels()[2].symbol == "mike");
  CHECK(object.kernels()[1].kernargBytes == 12);
  CHECK(object.kernel("mike")->mix.total() == 1);
  CHECK(object.kernel("mike")->codeBytes == 4);
}

TEST_CASE("code objects of versions 4, 5 and 6 are read alike") {
  for (unsigned version : {4, 5, 6}) {
    CompileOptions options;
    options.codeObjectVersion = version;
    CodeObject object = compiled(storeOne, "gfx1151", options);
    INFO(version);
    CHECK(unsigned(uint8_t(object.bytes()[8])) == version - 2); // EI_ABIVERSION
    CHECK(object.arch() == "gfx1151");
    CHECK(object.kernels().at(0).args.at(0).name == "p");
    CHECK(object.kernels().at(0).mix[InstClass::GlobalStore] == 1);
  }
}

TEST_CASE("facts of wave64 kernels on a wave32 GPU are its own") {
  CodeObject object = compiled(R"(
define amdgpu_kernel void @wide(ptr addrspace(1) %p) #0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ugt i32 %id, 5
  br i1 %c, label %then, label %exit
then:
  store i32 %id, ptr addrspace(1) %p
  br label %exit
exit:
  ret void
}
declare i32 @llvm.amdgcn.workitem.id.x()
attributes #0 = { "target-features"="+wavefrontsize64" }
)",
                               "gfx1151");
  const KernelFacts &facts = object.kernels().at(0);
  CHECK(facts.waveSize == 64);
  CHECK(facts.undecodedBytes == 0);
  CHECK(facts.mix[InstClass::Branch] >= 1);
  CHECK(facts.mix[InstClass::GlobalStore] == 1);
}

TEST_CASE("a loop of WMMA is found with its exact count") {
  CodeObject object = compiled(wmmaLoop, "gfx1151");
  const KernelFacts &facts = object.kernels().at(0);
  REQUIRE(facts.matrixLoops.size() == 1);
  const MatrixLoop &loop = facts.matrixLoops[0];
  CHECK(loop.mix[InstClass::Matrix] == 4);
  CHECK(loop.matrixFlop == 4 * 8192);
  CHECK(loop.mix[InstClass::GlobalLoad] == 2);
  CHECK(loop.mix[InstClass::Branch] == 1);
  CHECK(loop.mix[InstClass::GlobalStore] == 0);
  CHECK(loop.mix.total() < facts.mix.total());
  CHECK(loop.issueDensity() == Approx(loop.mix.issued() / 4.0));
  CHECK(loop.pathMix.counts == loop.mix.counts);
  CHECK(loop.startOffset < loop.endOffset);
  CHECK(loop.endOffset <= facts.codeBytes);
  CHECK(facts.mix[InstClass::Matrix] == 4);
}

TEST_CASE("a loop of MFMA with a rare branch is found with its exact count") {
  CodeObject object = compiled(R"(
declare <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half>, <8 x half>, <16 x float>, i32, i32, i32)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @mfma(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %acc = phi <16 x float> [ zeroinitializer, %entry ], [ %d, %latch ]
  %lane = add i32 %i, %id
  %at = getelementptr <8 x half>, ptr addrspace(1) %in, i32 %lane
  %a = load <8 x half>, ptr addrspace(1) %at
  %d0 = call <16 x float> @llvm.amdgcn.mfma.f32.32x32x16.f16(<8 x half> %a, <8 x half> %a, <16 x float> %acc, i32 0, i32 0, i32 0)
  %flag = load volatile i32, ptr addrspace(1) %out
  %uniform = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %flag)
  %rare = icmp eq i32 %uniform, 77
  br i1 %rare, label %slow, label %latch, !prof !2

slow:
  %s = fmul <16 x float> %d0, splat (float 0.25)
  br label %latch

latch:
  %d = phi <16 x float> [ %d0, %loop ], [ %s, %slow ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !0

exit:
  store <16 x float> %d, ptr addrspace(1) %out
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = !{!"branch_weights", i32 1, i32 100000}
)",
                               "gfx950");
  const KernelFacts &facts = object.kernels().at(0);
  REQUIRE(facts.matrixLoops.size() == 1);
  const MatrixLoop &loop = facts.matrixLoops[0];
  CHECK(loop.mix[InstClass::Matrix] == 1);
  CHECK(loop.matrixFlop == 32768);
  CHECK(loop.pathMatrixFlop == 32768);
  // The multiplications are in the loop but not on its path.
  CHECK(loop.mix[InstClass::VALU] >= loop.pathMix[InstClass::VALU] + 8);
  CHECK(loop.pathMix[InstClass::GlobalLoad] == 2);
  CHECK(loop.pathIssueDensity() < loop.issueDensity());
}

/// A kernel in assembly as the AMD assembler's users write it: no size, no metadata.
static const char *const handWritten = R"(
module asm ".text"
module asm ".p2align 8"
module asm ".globl hand"
module asm "hand:"
module asm "  s_mov_b32 s0, 0"
module asm "  v_mov_b32 v0, 0"
module asm "  v_mfma_f32_32x32x16_f16 v[0:15], v[16:19], v[20:23], v[0:15]"
module asm "  s_endpgm"
module asm "  .fill 16, 4, 0xBF800000"
module asm ".section .rodata,\22a\22"
module asm ".p2align 6"
module asm ".amdhsa_kernel hand"
module asm "  .amdhsa_next_free_vgpr 56"
module asm "  .amdhsa_next_free_sgpr 20"
module asm "  .amdhsa_accum_offset 24"
module asm "  .amdhsa_group_segment_fixed_size 1024"
module asm "  .amdhsa_kernarg_size 48"
module asm ".end_amdhsa_kernel"
)";

TEST_CASE("a kernel without metadata and size is read from its descriptor") {
  CodeObject object = compiled(handWritten, "gfx950");
  REQUIRE(object.kernels().size() == 1);
  const KernelFacts &facts = object.kernels()[0];
  CHECK(facts.symbol == "hand");
  CHECK(facts.args.empty());
  CHECK(facts.vgprs == 24);
  CHECK(facts.agprs == 32);
  CHECK(facts.sgprs == 32); // 20 and VCC, in steps of 16
  CHECK_FALSE(facts.spillsKnown);
  CHECK(facts.ldsBytes == 1024);
  CHECK(facts.kernargBytes == 48);
  CHECK(facts.maxWorkgroupSize == 1024);
  CHECK(facts.mix[InstClass::Matrix] == 1);
  CHECK(facts.mix[InstClass::Other] == 1);
  CHECK(facts.mix.total() == 4); // and none of the s_nop behind the end
  CHECK(facts.codeBytes == 20);
  CHECK(facts.undecodedBytes == 0);
}

TEST_CASE("kernels without sizes end where the next begins, or the padding") {
  CodeObject object = compiled(R"(
module asm ".text"
module asm ".p2align 8"
module asm "first:"
module asm "  s_nop 0"
module asm "  s_endpgm"
module asm ".p2align 8"
module asm "second:"
module asm "  s_mov_b32 s0, 0"
module asm "  s_mov_b32 s1, 0"
module asm "  s_endpgm"
module asm "  .fill 48, 4, 0xBF9F0000"
module asm ".section .rodata,\22a\22"
module asm ".p2align 6"
module asm ".amdhsa_kernel first"
module asm "  .amdhsa_next_free_vgpr 1"
module asm "  .amdhsa_next_free_sgpr 1"
module asm ".end_amdhsa_kernel"
module asm ".p2align 6"
module asm ".amdhsa_kernel second"
module asm "  .amdhsa_next_free_vgpr 1"
module asm "  .amdhsa_next_free_sgpr 1"
module asm ".end_amdhsa_kernel"
)",
                               "gfx1151");
  REQUIRE(object.kernels().size() == 2);
  CHECK(object.kernels()[0].codeBytes == 8);
  CHECK(object.kernels()[0].mix.total() == 2);
  CHECK(object.kernels()[1].codeBytes == 12);
  CHECK(object.kernels()[1].mix.total() == 3);
}

TEST_CASE("data between instructions is counted apart") {
  CodeObject object = compiled(R"(
module asm ".text"
module asm ".p2align 8"
module asm ".globl data"
module asm ".type data,@function"
module asm "data:"
module asm "  s_branch over"
module asm "  .long 0xffffffff, 0xffffffff, 0xffffffff"
module asm "over:"
module asm "  s_endpgm"
module asm ".size data, .-data"
module asm ".section .rodata,\22a\22"
module asm ".p2align 6"
module asm ".amdhsa_kernel data"
module asm "  .amdhsa_next_free_vgpr 1"
module asm "  .amdhsa_next_free_sgpr 1"
module asm ".end_amdhsa_kernel"
)",
                               "gfx1151");
  const KernelFacts &facts = object.kernels().at(0);
  CHECK(facts.codeBytes == 20);
  CHECK(facts.undecodedBytes == 12);
  CHECK(facts.mix.total() == 2);
}

TEST_CASE("metadata may be sparse, and its target spelled in any way") {
  for (const char *target :
       {"amdgcn-amd-amdhsa--gfx1151", "amdgpu11.51-amd-amdhsa-unknown-gfx1151", "nonsense", ""}) {
    INFO(target);
    ElfEditor elf(compiled(storeOne, "gfx1151").bytes());
    llvm::msgpack::Document document;
    auto root = document.getRoot().getMap(/*Convert=*/true);
    if (*target)
      root["amdhsa.target"] = target;
    auto kernel = document.getMapNode();
    kernel[".name"] = "storeOne";
    kernel[".kernarg_segment_size"] = 16;
    kernel[".vgpr_count"] = 7;
    kernel[".no_such_key"] = document.getArrayNode();
    auto kernels = document.getArrayNode();
    kernels.push_back(kernel);
    root["amdhsa.kernels"] = kernels;
    elf.replaceMetadata(document);

    llvm::Expected<CodeObject> object = CodeObject::parse(elf.bytes);
    REQUIRE(bool(object));
    CHECK(object->arch() == "gfx1151");
    const KernelFacts &facts = object->kernels().at(0);
    CHECK(facts.kernargBytes == 16);
    CHECK(facts.vgprs == 7);
    CHECK(facts.args.empty());
    CHECK_FALSE(facts.spillsKnown);
    CHECK(facts.mix[InstClass::GlobalStore] == 1);
  }
}

TEST_CASE("metadata may be missing") {
  ElfEditor elf(compiled(storeOne, "gfx1151").bytes());
  elf.removeNotes();
  llvm::Expected<CodeObject> object = CodeObject::parse(elf.bytes);
  REQUIRE(bool(object));
  const KernelFacts &facts = object->kernels().at(0);
  CHECK(facts.symbol == "storeOne");
  CHECK(facts.vgprs == 8); // 2, in steps of 8
  CHECK(facts.sgprs == 128);
  CHECK(facts.kernargBytes == 8);
  CHECK(facts.waveSize == 32);
  CHECK(facts.mix[InstClass::GlobalStore] == 1);
}

TEST_CASE("metadata of a kernel that the file does not have is ignored") {
  ElfEditor elf(compiled(storeOne, "gfx1151").bytes());
  llvm::msgpack::Document document;
  auto kernel = document.getMapNode();
  kernel[".symbol"] = "other.kd";
  auto kernels = document.getArrayNode();
  kernels.push_back(kernel);
  document.getRoot().getMap(/*Convert=*/true)["amdhsa.kernels"] = kernels;
  elf.replaceMetadata(document);
  llvm::Expected<CodeObject> object = CodeObject::parse(elf.bytes);
  REQUIRE(bool(object));
  REQUIRE(object->kernels().size() == 1);
  CHECK(object->kernels()[0].symbol == "storeOne");
}
