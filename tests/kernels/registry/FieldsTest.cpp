#include "rocke/kernels/Fields.h"
#include <catch2/catch.hpp>

using namespace rocke;

namespace {

enum class Mask { None, Causal };

struct Spec {
  int headSize = 64;
  int heads = 1;
  int headsKv = 1;
  Mask mask = Mask::None;
  bool stage = false;
  std::optional<bool> fuse;
  uint16_t waves = 2;
};

struct Problem {
  int64_t seqlenQ = 512;
  int64_t seqlenK = 512;
  int64_t headsQ = 8;
  int64_t headsKv = 8;
  std::optional<double> scale;
};

FieldTable<Spec> specTable() {
  FieldTable<Spec> table;
  table.integer("head_size", &Spec::headSize, IntLimits::oneOf({64, 128}), "elements per head")
      .integer("num_query_heads", &Spec::heads, IntLimits::range(1, 64), "query heads")
      .follows("heads_q")
      .integer("num_kv_heads", &Spec::headsKv, IntLimits::range(1, 64), "key heads")
      .follows("heads_kv")
      .sameAs("num_query_heads")
      .enumeration("mask_mode", &Spec::mask, {{"none", Mask::None}, {"causal", Mask::Causal}},
                   "mask")
      .boolean("stage", &Spec::stage, "through LDS")
      .boolean("fuse", &Spec::fuse, "fuse")
      .autoIs("on at head_size 128")
      .integer("waves", &Spec::waves, IntLimits::range(2, 1 << 20, 2), "wavefronts");
  return table;
}

FieldTable<Problem> problemTable() {
  FieldTable<Problem> table;
  table.integer("seqlen_q", &Problem::seqlenQ, IntLimits::range(1, 1 << 20), "queries")
      .integer("seqlen_k", &Problem::seqlenK, IntLimits::range(1, 1 << 20), "keys")
      .sameAs("seqlen_q")
      .integer("heads_q", &Problem::headsQ, IntLimits::range(1, 128), "query heads")
      .integer("heads_kv", &Problem::headsKv, IntLimits::range(1, 128), "key heads")
      .sameAs("heads_q")
      .real("scale", &Problem::scale, {-8, 8}, "of the scores")
      .autoIs("1/sqrt(head_size)");
  return table;
}

std::vector<Assignment> assign(const char *list) {
  if (!*list)
    return {};
  return llvm::cantFail(parseAssignments(list));
}

/// Resolves and prints, or the error. "-": no problem.
std::string resolve(const char *spec, const char *problem) {
  FieldTable<Spec> specs = specTable();
  FieldTable<Problem> problems = problemTable();
  std::vector<Assignment> specSet = assign(spec);
  std::vector<Assignment> problemSet;
  std::optional<llvm::ArrayRef<Assignment>> given;
  if (llvm::StringRef(problem) != "-") {
    problemSet = assign(problem);
    given = problemSet;
  }
  llvm::Expected<ResolvedFields> resolved =
      resolveFields("attn", specs.fields(), specSet, problems.fields(), given);
  if (!resolved)
    return llvm::toString(resolved.takeError());
  Spec specValue;
  for (size_t i = 0; i < resolved->spec.size(); ++i)
    specs.set(specValue, i, resolved->spec[i]);
  Problem problemValue;
  for (size_t i = 0; i < resolved->problem.size(); ++i)
    problems.set(problemValue, i, resolved->problem[i]);
  std::string text;
  for (const NamedValue &field : specs.values(specValue))
    text += field.name + "=" + toString(field.value) + " ";
  for (const NamedValue &field : problems.values(problemValue))
    if (given)
      text += field.name + "=" + toString(field.value) + " ";
  return text;
}

} // namespace

TEST_CASE("a field describes itself") {
  FieldTable<Spec> specs = specTable();
  auto fields = specs.fields();
  CHECK(fields[0].allowedText() == "64, 128");
  CHECK(fields[0].defaultText() == "64");
  CHECK(fields[1].allowedText() == "1 to 64");
  CHECK(fields[2].defaultText() == "the value of num_query_heads");
  CHECK(fields[3].allowedText() == "none, causal");
  CHECK(fields[3].defaultText() == "none");
  CHECK(fields[4].allowedText() == "on, off");
  CHECK(fields[4].defaultText() == "off");
  CHECK(fields[5].allowedText() == "on, off; auto");
  CHECK(fields[5].defaultText() == "auto: on at head_size 128");
  // The member is 16 bits wide.
  CHECK(fields[6].allowedText() == "2 to 65535, a multiple of 2");
  FieldTable<Problem> problems = problemTable();
  CHECK(problems.fields()[4].allowedText() == "-8 to 8; auto");
  CHECK(toString(FieldType::Float) == "float");
}

TEST_CASE("field=value lists") {
  std::vector<Assignment> list = assign("a=1,b = x ,c=");
  REQUIRE(list.size() == 3);
  CHECK(list[1].field == "b");
  CHECK(list[1].value == "x");
  CHECK(list[2].value.empty());
  for (const char *bad : {"a", "a=1,", "=3", "a=1,,b=2", ""})
    CHECK(llvm::toString(parseAssignments(bad).takeError()).find("field=value") !=
          std::string::npos);
}

TEST_CASE("defaults, given values and links") {
  CHECK(resolve("", "-") ==
        "head_size=64 num_query_heads=1 num_kv_heads=1 mask_mode=none stage=off "
        "fuse=auto waves=2 ");
  CHECK(resolve("num_query_heads=16,stage=true,fuse=off,mask_mode=causal", "-") ==
        "head_size=64 num_query_heads=16 num_kv_heads=16 mask_mode=causal stage=on fuse=off "
        "waves=2 ");
  // The spec follows the problem, the problem the spec.
  CHECK(resolve("num_kv_heads=2", "heads_q=4,seqlen_q=7,scale=0.25") ==
        "head_size=64 num_query_heads=4 num_kv_heads=2 mask_mode=none stage=off fuse=auto waves=2 "
        "seqlen_q=7 seqlen_k=7 heads_q=4 heads_kv=2 scale=0.25 ");
  CHECK(resolve("num_query_heads=4", "heads_q=4,heads_kv=1,seqlen_k=3,scale=auto") ==
        "head_size=64 num_query_heads=4 num_kv_heads=1 mask_mode=none stage=off fuse=auto waves=2 "
        "seqlen_q=512 seqlen_k=3 heads_q=4 heads_kv=1 scale=auto ");
}

TEST_CASE("errors name the field, the value and what is allowed") {
  CHECK(resolve("head=1", "-") ==
        "kernel 'attn' has no spec field 'head'; its spec fields are: head_size, num_query_heads, "
        "num_kv_heads, mask_mode, stage, fuse, waves");
  CHECK(resolve("heads_q=1", "-").find("(it has a problem field of that name)") !=
        std::string::npos);
  CHECK(resolve("", "mask_mode=none").find("(it has a spec field of that name)") !=
        std::string::npos);
  CHECK(resolve("head_size=72", "-") ==
        "spec field 'head_size' cannot be '72': expected 64, 128 (int)");
  CHECK(resolve("head_size=64x", "-") ==
        "spec field 'head_size' cannot be '64x': expected 64, 128 (int)");
  CHECK(resolve("head_size=64,head_size=64", "-") == "spec field 'head_size' is given twice");
  CHECK(resolve("mask_mode=Causal", "-") ==
        "spec field 'mask_mode' cannot be 'Causal': expected none, causal (enum)");
  CHECK(resolve("stage=yes", "-") == "spec field 'stage' cannot be 'yes': expected on, off (bool)");
  CHECK(resolve("stage=auto", "-") ==
        "spec field 'stage' cannot be 'auto': expected on, off (bool)");
  CHECK(resolve("waves=3", "-").find("a multiple of 2") != std::string::npos);
  CHECK(resolve("waves=99999999999999999999", "-").find("2 to 65535") != std::string::npos);
  for (const char *scale :
       {"scale=nan", "scale=inf", "scale=1e9", "scale=0.5x", "scale=", "scale=0x1"})
    CHECK(resolve("", scale).find("problem field 'scale' cannot be") != std::string::npos);
  CHECK(
      resolve("num_query_heads=4", "heads_q=8") ==
      "spec field 'num_query_heads' is 4 but problem field 'heads_q' is 8: they must be equal, and "
      "one of them may be left out");
  // The problem allows 128 heads, the spec 64.
  CHECK(resolve("", "heads_q=128") ==
        "problem field 'heads_q' is 128, which spec field 'num_query_heads' cannot be: expected 1 "
        "to 64");
}
