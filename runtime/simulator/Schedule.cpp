//===- Schedule.cpp - The names of schedules -------------------------------===//
#include "rocke/ir/Error.h"
#include "rocke/runtime/Simulator.h"

namespace rocke::sim {

llvm::Expected<Schedule> Schedule::parse(llvm::StringRef text) {
  if (text == "default" || text == "in-order")
    return Schedule{};
  llvm::StringRef digits = text;
  uint64_t seed = 0;
  if (digits.consume_front("seed:") && !digits.getAsInteger(10, seed))
    return Schedule{seed};
  return makeError("unknown schedule '{}': there are default (also called in-order) and seed:N, "
                   "with N from 0 to 18446744073709551615",
                   text.str());
}

} // namespace rocke::sim
