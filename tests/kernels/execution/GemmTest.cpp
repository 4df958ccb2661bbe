// wmma_gemm and vector_add, compiled and executed on the simulator, against their references.
#include "Execution.h"
#include "KernelText.h"
#include <catch2/catch.hpp>

using namespace rocke;

TEST_CASE("wmma_gemm: every variant, with tails in every dimension and gaps between rows") {
  for (const std::string &spec : test::gemmSpecs())
    for (const char *problem :
         {"m=16,n=16,k=16", "m=1,n=1,k=1", "m=37,n=53,k=75", "m=64,n=48,k=128",
          "m=17,n=16,k=33,a_stride=37,b_stride=34,c_stride=19"})
      test::checkExecution("wmma_gemm", "gfx1151", spec, problem);
}

TEST_CASE("vector_add: every variant and lengths around its steps") {
  for (const char *arch : {"gfx1151", "gfx950"})
    for (const std::string &spec : test::vectorAddSpecs())
      for (const char *problem : {"n=1", "n=7", "n=8", "n=1000", "n=1024", "n=8197"})
        test::checkExecution("vector_add", arch, spec, problem);
}
