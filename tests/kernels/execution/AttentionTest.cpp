// wmma_fmha_fwd, compiled and executed on the simulator, against the double-precision reference.
#include "Execution.h"
#include "KernelText.h"
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace rocke;
using test::Execution;

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("every variant, for lengths with and without tails") {
  for (const std::string &spec : test::fmhaSpecs())
    for (const char *problem : {
             "batch=1,heads_q=1,heads_kv=1,seqlen_q=1,seqlen_k=1",
             "batch=2,heads_q=4,heads_kv=2,seqlen_q=37,seqlen_k=53",   // grouped heads
             "batch=1,heads_q=3,heads_kv=1,seqlen_q=100,seqlen_k=17",  // more queries than keys
             "batch=1,heads_q=1,heads_kv=1,seqlen_q=16,seqlen_k=144",  // whole tiles
             "batch=1,heads_q=2,heads_kv=2,seqlen_q=150,seqlen_k=155", // both loops, and tails
         })
      test::checkExecution("wmma_fmha_fwd", "gfx1151", spec, problem);
}

TEST_CASE("strides: gaps between rows, and heads outside of positions") {
  for (const std::string &spec : test::fmhaSpecs()) {
    if (spec.find("head_size=64") != 0)
      continue;
    // [batch, seqlen, heads, head_size] with gaps everywhere.
    test::checkExecution("wmma_fmha_fwd", "gfx1151", spec,
                         "batch=2,heads_q=2,heads_kv=1,seqlen_q=19,seqlen_k=90,"
                         "q_head_stride=72,q_seqlen_stride=160,q_batch_stride=3200,"
                         "k_head_stride=64,k_seqlen_stride=80,k_batch_stride=7208,"
                         "v_head_stride=64,v_seqlen_stride=96,v_batch_stride=8648,"
                         "o_head_stride=80,o_seqlen_stride=168,o_batch_stride=3208");
    // [batch, heads, seqlen, head_size].
    test::checkExecution("wmma_fmha_fwd", "gfx1151", spec,
                         "batch=1,heads_q=2,heads_kv=2,seqlen_q=33,seqlen_k=81,"
                         "q_seqlen_stride=64,q_head_stride=2112,k_seqlen_stride=64,"
                         "k_head_stride=5184,v_seqlen_stride=64,v_head_stride=5184,"
                         "o_seqlen_stride=64,o_head_stride=2112");
  }
}

TEST_CASE("without keys the output is 0") {
  for (const std::string &spec : test::fmhaSpecs()) {
    INFO(spec);
    Execution execution("wmma_fmha_fwd", "gfx1151", spec,
                        "batch=1,heads_q=2,heads_kv=1,seqlen_q=20,seqlen_k=0");
    execution.run();
    test::Tensor &o = execution.tensor("o");
    for (size_t place = 0; place < o.size(); ++place)
      REQUIRE(o.get(place) == 0);
  }
}

namespace {

/// One head of 100 queries and keys with values changed by `change`.
template <typename Change>
void checkSpecial(const char *name, const std::string &mask, Change change) {
  for (const char *options : {",v_lds_stage=off", ",v_lds_stage=on,dtype=bf16"}) {
    Execution execution("wmma_fmha_fwd", "gfx1151", "head_size=64,mask_mode=" + mask + options,
                        "batch=1,heads_q=1,heads_kv=1,seqlen_q=100,seqlen_k=100");
    change(execution.tensor("q"), execution.tensor("k"), execution.tensor("v"));
    runtime::GateResult result = execution.verify();
    INFO(name << " " << mask << options << ": " << result.str());
    CHECK(result.pass);
  }
}

using test::Tensor;
constexpr size_t d = 64;

} // namespace

TEST_CASE("values that are not ordinary") {
  for (const char *mask : {"none", "causal"}) {
    checkSpecial("large scores", mask, [](Tensor &q, Tensor &, Tensor &) {
      for (size_t i = 0; i < q.size(); ++i)
        q.set(i, 30 * q.get(i));
    });
    checkSpecial("equal scores", mask, [](Tensor &, Tensor &k, Tensor &) {
      for (size_t i = 0; i < k.size(); ++i)
        k.set(i, 0.5);
    });
    checkSpecial("zeros", mask, [](Tensor &q, Tensor &, Tensor &) {
      for (size_t i = 0; i < q.size(); ++i)
        q.set(i, 0);
    });
    checkSpecial("a query with NaN", mask,
                 [](Tensor &q, Tensor &, Tensor &) { q.set(5 * d + 3, notANumber); });
    checkSpecial("a query with infinity", mask,
                 [](Tensor &q, Tensor &, Tensor &) { q.set(5 * d + 3, infinity); });
    checkSpecial("a key with infinity", mask,
                 [](Tensor &, Tensor &k, Tensor &) { k.set(20 * d + 3, infinity); });
    checkSpecial("a key with NaN", mask,
                 [](Tensor &, Tensor &k, Tensor &) { k.set(97 * d + 3, notANumber); });
    checkSpecial("first scores of -infinity", mask, [](Tensor &q, Tensor &k, Tensor &) {
      for (size_t i = 0; i < 100; ++i)
        q.set(i * d, 1);
      for (size_t j = 0; j < 80; ++j)
        k.set(j * d, -infinity);
    });
    checkSpecial("only scores of -infinity", mask, [](Tensor &q, Tensor &k, Tensor &) {
      for (size_t i = 0; i < 100; ++i) {
        q.set(i * d, 1);
        k.set(i * d, -infinity);
      }
    });
    // Seen by every query that shares a tile with it, so that the exception of the causal mask
    // (0 * infinity) does not come up.
    checkSpecial("a value with infinity", mask,
                 [](Tensor &, Tensor &, Tensor &v) { v.set(16 * d + 3, infinity); });
  }
  checkSpecial("a last value with NaN", "none",
               [](Tensor &, Tensor &, Tensor &v) { v.set(99 * d + 3, notANumber); });
}

TEST_CASE("scales") {
  for (const char *scale : {"0", "1", "100"})
    test::checkExecution(
        "wmma_fmha_fwd", "gfx1151", "head_size=64",
        std::string("batch=1,heads_q=1,heads_kv=1,seqlen_q=40,seqlen_k=90,scale=") + scale);
}
