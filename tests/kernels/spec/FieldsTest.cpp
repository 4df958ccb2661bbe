// Bad specs and problems are refused with the field, the value and what is allowed; good ones give
// the launch that the kernel expects.
#include "KernelText.h"
#include "rocke/kernels/VectorAdd.h"
#include "rocke/kernels/WmmaFmhaFwd.h"
#include "rocke/kernels/WmmaGemm.h"
#include <catch2/catch.hpp>

using namespace rocke;
using Catch::Matchers::Contains;
using test::launchError;
using test::makeLaunch;

namespace {

std::string errorText(llvm::Error error) { return llvm::toString(std::move(error)); }

const Arch &gfx1151() { return *findArch("gfx1151"); }
const Arch &gfx950() { return *findArch("gfx950"); }

TensorArgument tensorOf(const KernelLaunch &launch, const std::string &name) {
  for (const Argument &argument : launch.arguments())
    if (const auto *tensor = std::get_if<TensorArgument>(&argument); tensor && tensor->name == name)
      return *tensor;
  FAIL("no tensor " << name);
  return {};
}

ScalarArgument scalarOf(const KernelLaunch &launch, const std::string &name) {
  for (const Argument &argument : launch.arguments())
    if (const auto *scalar = std::get_if<ScalarArgument>(&argument); scalar && scalar->name == name)
      return *scalar;
  FAIL("no scalar " << name);
  return {};
}

} // namespace

TEST_CASE("specs of wmma_fmha_fwd as a C++ caller gives them") {
  auto error = [](auto change) {
    WmmaFmhaFwdSpec spec;
    change(spec);
    return errorText(wmma_fmha_fwd::validate(gfx1151(), spec));
  };
  using Spec = WmmaFmhaFwdSpec;
  CHECK(error([](Spec &) {}).empty());
  CHECK(error([](Spec &s) { s.headSize = 72; }) ==
        "spec field 'head_size' cannot be '72': expected 64, 128");
  CHECK(error([](Spec &s) { s.dtype = ElementType::F32; }) ==
        "spec field 'dtype' cannot be 'f32': expected f16, bf16");
  CHECK(error([](Spec &s) { s.numQueryHeads = 0; }) ==
        "spec field 'num_query_heads' cannot be '0': expected 1 to 65535");
  CHECK(error([](Spec &s) { s.numKvHeads = -1; }) ==
        "spec field 'num_kv_heads' cannot be '-1': expected 1 to 65535");
  CHECK(error([](Spec &s) { s.numKvHeads = 3; }) ==
        "spec field 'num_kv_heads' cannot be '3': expected a divisor of num_query_heads, which is "
        "8");
  CHECK(error([](Spec &s) { s.numKvHeads = 16; }) ==
        "spec field 'num_kv_heads' cannot be '16': expected a divisor of num_query_heads, which is "
        "8");
  CHECK(errorText(wmma_fmha_fwd::validate(gfx950(), {})) ==
        "arch 'gfx950' has no matrix instruction wmma_f32_16x16x16_f16");
}

TEST_CASE("specs of wmma_gemm and vector_add as a C++ caller gives them") {
  WmmaGemmSpec gemm;
  gemm.dtype = ElementType::F32;
  CHECK(errorText(wmma_gemm::validate(gfx1151(), gemm)) ==
        "spec field 'dtype' cannot be 'f32': expected f16, bf16");
  gemm = {};
  gemm.outDtype = ElementType::I8;
  CHECK(errorText(wmma_gemm::validate(gfx1151(), gemm)) ==
        "spec field 'out_dtype' cannot be 'i8': expected f16, bf16, f32");
  CHECK(errorText(wmma_gemm::validate(gfx950(), {})) ==
        "arch 'gfx950' has no matrix instruction wmma_f32_16x16x16_f16");
  VectorAddSpec add;
  add.blockSize = 96;
  CHECK(errorText(vector_add::validate(gfx1151(), add)) ==
        "spec field 'block_size' cannot be '96': expected 64, 128, 256, 512, 1024");
  add = {};
  add.dtype = ElementType::BF16;
  CHECK(errorText(vector_add::validate(gfx1151(), add)) ==
        "spec field 'dtype' cannot be 'bf16': expected f32, f16");
}

TEST_CASE("fields of wmma_fmha_fwd as a tool gives them") {
  auto specError = [](const std::string &spec) {
    return launchError("wmma_fmha_fwd", "gfx1151", spec, "");
  };
  CHECK_THAT(specError("head_size=72"), Contains("'head_size' cannot be '72': expected 64, 128"));
  CHECK_THAT(specError("dtype=f32"), Contains("'dtype' cannot be 'f32': expected f16, bf16"));
  CHECK_THAT(specError("mask_mode=window"), Contains("expected none, causal"));
  CHECK_THAT(specError("v_lds_stage=2"), Contains("expected on, off"));
  CHECK_THAT(specError("num_query_heads=8,num_kv_heads=3"), Contains("a divisor of"));
  CHECK_THAT(specError("heads=8"), Contains("has no spec field 'heads'"));
  CHECK_THAT(launchError("wmma_fmha_fwd", "gfx950", "", ""), Contains("expected one of gfx1151"));

  auto problemError = [](const std::string &problem) {
    return launchError("wmma_fmha_fwd", "gfx1151", "", problem);
  };
  CHECK_THAT(problemError("seqlen_q=0"), Contains("'seqlen_q' cannot be '0'"));
  CHECK_THAT(problemError("seqlen_k=-1"), Contains("'seqlen_k' cannot be '-1'"));
  CHECK_THAT(problemError("batch=0"), Contains("'batch' cannot be '0'"));
  CHECK_THAT(problemError("scale=-0.5"), Contains("'scale' cannot be '-0.5'"));
  CHECK_THAT(problemError("q_seqlen_stride=1025"),
             Contains("'q_seqlen_stride' cannot be '1025'") && Contains("a multiple of 8"));
  CHECK_THAT(problemError("k_head_stride=4294967296"), Contains("'k_head_stride' cannot be"));
  CHECK_THAT(problemError("heads_q=8,heads_kv=3"), Contains("a divisor of num_query_heads"));
  CHECK_THAT(problemError("o_seqlen_stride=64"),
             Contains("tensor 'o' of shape 1x512x8x128 and strides 524288,64,128,1 overlaps "
                      "itself"));
  CHECK_THAT(problemError("batch=65535,v_batch_stride=140737488355328"),
             Contains("tensor 'v'") && Contains("reaches further than 2^47 bytes"));
}

TEST_CASE("a launch of wmma_fmha_fwd") {
  auto launch = makeLaunch("wmma_fmha_fwd", "gfx1151", "head_size=64,mask_mode=causal",
                           "batch=3,heads_q=6,heads_kv=2,seqlen_q=37,seqlen_k=50,scale=0.5,"
                           "k_seqlen_stride=256");
  CHECK(launch->launchShape().grid == std::array<uint32_t, 3>{3, 6, 3});
  CHECK(launch->launchShape().block == std::array<uint32_t, 3>{32, 1, 1});
  CHECK(launch->launchShape().dynamicLdsBytes == 0);
  CHECK(launch->kernelName() == "wmma_fmha_fwd_d64_hq6_hkv2_causal_f16_vgather");
  CHECK(tensorOf(*launch, "q").shape == std::vector<int64_t>{3, 37, 6, 64});
  CHECK(tensorOf(*launch, "q").strides == std::vector<int64_t>{37 * 6 * 64, 6 * 64, 64, 1});
  CHECK(tensorOf(*launch, "k").shape == std::vector<int64_t>{3, 50, 2, 64});
  CHECK(tensorOf(*launch, "k").strides == std::vector<int64_t>{50 * 2 * 64, 256, 64, 1});
  CHECK(tensorOf(*launch, "o").access == Access::Out);
  CHECK(std::get<int32_t>(scalarOf(*launch, "k_seqlen_stride").value) == 256);
  CHECK(std::get<int64_t>(scalarOf(*launch, "o_batch_stride").value) == 37 * 6 * 64);
  CHECK(std::get<int32_t>(scalarOf(*launch, "seqlen_k").value) == 50);
  CHECK(std::get<float>(scalarOf(*launch, "scale").value) == 0.5f);
  auto reference = std::get<AttentionReference>(launch->reference());
  CHECK(reference.mask == AttentionMask::CausalTopLeft);
  CHECK(reference.scale == 0.5);
}

TEST_CASE("the default scale is 1 / sqrt(head_size), rounded as the kernel gets it") {
  auto launch = makeLaunch("wmma_fmha_fwd", "gfx1151", "head_size=128", "");
  float scale = std::get<float>(scalarOf(*launch, "scale").value);
  CHECK(scale == Approx(0.08838834764));
  CHECK(std::get<AttentionReference>(launch->reference()).scale == double(scale));
  CHECK(std::get<AttentionReference>(launch->reference()).mask == AttentionMask::None);
}

TEST_CASE("a problem without keys is allowed") {
  auto launch = makeLaunch("wmma_fmha_fwd", "gfx1151", "", "seqlen_q=5,seqlen_k=0");
  CHECK(tensorOf(*launch, "k").shape[1] == 0);
}

TEST_CASE("problems and launches of wmma_gemm") {
  auto error = [](const std::string &problem) {
    return launchError("wmma_gemm", "gfx1151", "", problem);
  };
  CHECK_THAT(error("m=0"), Contains("'m' cannot be '0'"));
  CHECK_THAT(error("m=1048561"), Contains("'m' cannot be '1048561': expected 1 to 1048560"));
  CHECK_THAT(error("k=100,a_stride=99"),
             Contains("problem field 'a_stride' cannot be '99': expected at least 100"));
  CHECK_THAT(error("k=100,b_stride=99"), Contains("'b_stride' cannot be '99'"));
  CHECK_THAT(error("n=100,c_stride=99"), Contains("'c_stride' cannot be '99'"));

  auto launch = makeLaunch("wmma_gemm", "gfx1151", "dtype=bf16", "m=33,n=16,k=5,b_stride=7");
  CHECK(launch->launchShape().grid == std::array<uint32_t, 3>{1, 3, 1});
  CHECK(launch->launchShape().block == std::array<uint32_t, 3>{32, 1, 1});
  CHECK(tensorOf(*launch, "b").shape == std::vector<int64_t>{16, 5});
  CHECK(tensorOf(*launch, "b").strides == std::vector<int64_t>{7, 1});
  // The output follows the inputs unless it is given.
  CHECK(tensorOf(*launch, "c").type == ElementType::BF16);
  CHECK(std::get<int32_t>(scalarOf(*launch, "b_stride").value) == 7);
  CHECK(std::holds_alternative<GemmReference>(launch->reference()));
}

TEST_CASE("problems and launches of vector_add") {
  CHECK_THAT(launchError("vector_add", "gfx950", "", "n=0"), Contains("'n' cannot be '0'"));
  auto launch = makeLaunch("vector_add", "gfx950", "dtype=f16,block_size=64", "n=1025");
  CHECK(launch->launchShape().grid == std::array<uint32_t, 3>{3, 1, 1});
  CHECK(launch->launchShape().block == std::array<uint32_t, 3>{64, 1, 1});
  CHECK(tensorOf(*launch, "c").shape == std::vector<int64_t>{1025});
  CHECK(std::get<int64_t>(scalarOf(*launch, "n").value) == 1025);
}
