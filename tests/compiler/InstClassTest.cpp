#include "rocke/compiler/CodeObject.h"
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace rocke;

TEST_CASE("mnemonics have their classes") {
  const std::map<InstClass, std::vector<const char *>> expected = {
      {InstClass::VALU,
       {"v_add_f32_e32", "v_dual_mov_b32", "v_pk_fma_f32", "v_fma_f32", "v_cvt_pk_bf16_f32",
        "v_perm_b32", "v_permlanex16_b32", "v_permlane32_swap_b32", "v_readfirstlane_b32",
        "v_cmp_gt_i32_e64", "v_accvgpr_read_b32", "v_dot2_f32_f16", "v_nop", "v_mov_b32_dpp",
        "v_exponent_like"}},
      {InstClass::Transcendental,
       {"v_exp_f32_e32", "v_exp_f16", "v_log_f32", "v_rcp_f32_e32", "v_rcp_iflag_f32_e32",
        "v_rsq_f32", "v_sqrt_f64_e32", "v_sin_f32", "v_cos_f16_e64", "v_s_exp_f32"}},
      {InstClass::Matrix,
       {"v_wmma_f32_16x16x16_f16", "v_swmmac_f32_16x16x32_f16", "v_mfma_f32_32x32x16_bf16",
        "v_smfmac_f32_16x16x64_f16"}},
      {InstClass::SALU,
       {"s_add_u32", "s_mov_b64", "s_and_saveexec_b32", "s_cmp_lt_i32", "s_bfe_u32", "s_getpc_b64",
        "s_setreg_b32", "s_mul_hi_u32"}},
      {InstClass::SMEM,
       {"s_load_dwordx2", "s_load_b128", "s_buffer_load_dwordx4", "s_memtime", "s_dcache_inv",
        "s_prefetch_data"}},
      {InstClass::GlobalLoad,
       {"global_load_dwordx4", "global_load_b128", "global_load_d16_b16", "flat_load_dword",
        "buffer_load_dwordx4", "buffer_load_ushort", "global_load_lds_dwordx4",
        "tbuffer_load_format_x", "image_sample"}},
      {InstClass::GlobalStore,
       {"global_store_b64", "flat_store_byte", "buffer_store_dwordx2", "image_store"}},
      {InstClass::Atomic,
       {"global_atomic_add_f32", "flat_atomic_cmpswap", "buffer_atomic_pk_add_bf16", "ds_add_u32",
        "ds_add_rtn_f32", "ds_cmpst_rtn_b32", "ds_wrxchg_rtn_b64", "ds_storexchg_rtn_b32",
        "ds_max_num_f32", "image_atomic_add"}},
      {InstClass::LdsLoad,
       {"ds_read_b128", "ds_read2st64_b64", "ds_load_b128", "ds_load_2addr_b64",
        "ds_read_b64_tr_b16", "lds_direct_load"}},
      {InstClass::LdsStore, {"ds_write_b128", "ds_store_b64", "ds_store_2addr_stride64_b32"}},
      {InstClass::LdsOther,
       {"ds_swizzle_b32", "ds_bpermute_b32", "ds_permute_b32", "ds_nop", "ds_gws_barrier"}},
      {InstClass::ScratchLoad, {"scratch_load_b32", "scratch_load_dwordx4"}},
      {InstClass::ScratchStore, {"scratch_store_b32", "scratch_store_dword"}},
      {InstClass::Branch,
       {"s_branch", "s_cbranch_scc1", "s_cbranch_execz", "s_setpc_b64", "s_swappc_b64",
        "s_call_b64", "s_set_pc_i64", "s_swap_pc_i64"}},
      {InstClass::Barrier, {"s_barrier", "s_barrier_signal", "s_barrier_wait"}},
      {InstClass::Wait,
       {"s_waitcnt", "s_waitcnt_vscnt", "s_waitcnt_depctr", "s_wait_loadcnt", "s_wait_idle"}},
      {InstClass::Nop, {"s_nop", "s_delay_alu", "s_code_end"}},
      {InstClass::Other,
       {"s_endpgm", "s_setprio", "s_sendmsg", "s_sleep", "s_clause", "s_inst_prefetch",
        "buffer_gl0_inv", "buffer_wbl2", "global_inv", "exp", "", "no_such_thing"}},
  };
  CHECK(expected.size() == numInstClasses);
  for (const auto &[instClass, mnemonics] : expected)
    for (const char *mnemonic : mnemonics) {
      INFO(mnemonic);
      CHECK(toString(classifyMnemonic(mnemonic)).str() == toString(instClass).str());
    }
}

TEST_CASE("class names are stable and distinct") {
  const std::vector<std::string> expected = {
      "valu",          "transcendental", "matrix",   "salu",      "smem",      "global_load",
      "global_store",  "atomic",         "lds_load", "lds_store", "lds_other", "scratch_load",
      "scratch_store", "branch",         "barrier",  "wait",      "nop",       "other"};
  std::vector<std::string> actual;
  for (unsigned i = 0; i < numInstClasses; ++i)
    actual.push_back(toString(static_cast<InstClass>(i)).str());
  CHECK(actual == expected);
}

TEST_CASE("matrix FLOP are read from the mnemonic") {
  const std::map<std::string, uint64_t> expected = {
      {"v_wmma_f32_16x16x16_f16", 8192},
      {"v_wmma_i32_16x16x16_iu8", 8192},
      {"v_mfma_f32_32x32x16_bf16", 32768},
      {"v_mfma_f32_16x16x32_f16", 16384},
      {"v_mfma_f32_32x32x1_2b_f32", 4096},
      {"v_mfma_f32_16x16x4_4b_f16", 8192},
      {"v_mfma_f32_4x4x4_16b_bf16", 2048},
      {"v_mfma_f64_4x4x4_4b_f64", 512},
      {"v_mfma_f64_16x16x4_f64", 2048},
      {"v_mfma_scale_f32_16x16x128_f8f6f4", 65536},
      {"v_smfmac_f32_32x32x32_f16", 65536},
      {"v_mfma_f32_32x32x1f32", 4096},
      {"v_mfma_f32_32x32x2f32", 4096},
      {"v_mfma_f32_4x4x4f16", 2048},
      {"v_mfma_f32_16x16x16f16", 8192},
      {"v_mfma_f32_32x32x2bf16", 8192},
      {"v_mfma_f32_32x32x4bf16_1k", 16384},
      {"v_mfma_i32_32x32x8i8", 16384},
      {"v_mfma_f64_4x4x4f64", 512},
      {"v_mfma_f32_0x0x0f32", 0},
      {"v_add_f32_e32", 0},
      {"v_dot2_f32_f16", 0},
      {"global_load_b128", 0},
      {"", 0},
  };
  for (const auto &[mnemonic, flop] : expected) {
    INFO(mnemonic);
    CHECK(matrixFlops(mnemonic) == flop);
  }
}

TEST_CASE("waits and nops take no issue slot") {
  InstMix mix;
  for (unsigned i = 0; i < numInstClasses; ++i)
    mix[static_cast<InstClass>(i)] = 1 + i;
  uint64_t sum = numInstClasses * (numInstClasses + 1) / 2;
  CHECK(mix.total() == sum);
  CHECK(mix.issued() == sum - mix[InstClass::Wait] - mix[InstClass::Nop]);
}

TEST_CASE("issue density is per 8,192 matrix FLOP") {
  MatrixLoop loop;
  loop.mix[InstClass::Matrix] = 16;
  loop.mix[InstClass::VALU] = 40;
  loop.mix[InstClass::Wait] = 100;
  loop.matrixFlop = 16 * 8192;
  loop.pathMix[InstClass::Matrix] = 4;
  loop.pathMix[InstClass::Nop] = 3;
  loop.pathMatrixFlop = 4 * 32768;
  CHECK(loop.issueDensity() == Approx(3.5));
  CHECK(loop.pathIssueDensity() == Approx(0.25));
}
