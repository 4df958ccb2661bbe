//===- Main.cpp - rocke-bench: how fast rocke is --------------------------===//
//
// Google Benchmark's command line: --benchmark_filter=<regex>, --benchmark_min_time=<seconds>,
// --benchmark_format=json, --benchmark_list_tests.
//
//===----------------------------------------------------------------------===//
#include "Bench.h"
#include <benchmark/benchmark.h>

int main(int argc, char **argv) {
  rocke::tools::registerInstructionBenchmarks();
  rocke::tools::registerAttentionBenchmarks();
  rocke::tools::registerCompileBenchmarks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
