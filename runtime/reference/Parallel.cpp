#include "Parallel.h"
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace rocke::runtime {

void parallelFor(int64_t count, llvm::function_ref<void(int64_t)> job) {
  std::atomic<int64_t> next{0};
  auto work = [&] {
    for (int64_t i = next++; i < count; i = next++)
      job(i);
  };
  const int64_t cores = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::jthread> helpers(std::max<int64_t>(0, std::min(cores, count) - 1));
  for (std::jthread &helper : helpers)
    helper = std::jthread(work);
  work();
}

} // namespace rocke::runtime
