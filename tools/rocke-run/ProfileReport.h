//===- ProfileReport.h - Counters and profiles, printed ---------*- C++ -*-===//
#ifndef ROCKE_TOOLS_ROCKE_RUN_PROFILEREPORT_H
#define ROCKE_TOOLS_ROCKE_RUN_PROFILEREPORT_H

#include "rocke/runtime/Simulator.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace rocke::tools {

/// A line for each counter.
void printCounters(llvm::raw_ostream &os, const sim::LaunchStats &stats);
/// Two tables: by builder line, the most executed first, and by instruction.
void printProfile(llvm::raw_ostream &os, const sim::LaunchStats &stats);

/// "stats": {"SQ_WAVES": 12, ...}
void jsonCounters(llvm::json::OStream &json, const sim::LaunchStats &stats);
/// "profile": [{"offset": 0, "instruction": "s_load_b64 ...", ...}, ...]
void jsonProfile(llvm::json::OStream &json, const sim::LaunchStats &stats);

/// A page that needs nothing beside it: the source with its counts, and the instructions beside it.
/// Source files are shown as far as they are found where the debug info says.
std::string profilePage(llvm::StringRef symbol, llvm::StringRef arch,
                        const sim::LaunchStats &stats);

} // namespace rocke::tools

#endif // ROCKE_TOOLS_ROCKE_RUN_PROFILEREPORT_H
