// Every kernel at a few specs against recorded files: the IR text, the LLVM IR, and the SHA-256 of
// the code object. What LLVM makes depends on its version: each version has files of its own, and a
// version without files is told of, not failed. tools/bless sets ROCKE_BLESS to rewrite them.
#include "Cases.h"
#include "rocke/compiler/FileIO.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fmt/format.h>
#include <set>

using namespace rocke;
using namespace rocke::test;

static constexpr char directory[] = ROCKE_GOLDEN_DIR "/llvm-" LLVM_VERSION_STRING;

static std::string pathOf(const std::string &name) { return fmt::format("{}/{}", directory, name); }

static std::string sha256(llvm::StringRef bytes) {
  std::array<uint8_t, 32> digest =
      llvm::SHA256::hash(llvm::ArrayRef(bytes.bytes_begin(), bytes.size()));
  return llvm::toHex(digest, /*LowerCase=*/true);
}

/// The files of one case by their names.
static std::vector<std::pair<std::string, std::string>> filesOf(const Case &golden) {
  Artifacts artifacts = makeArtifacts(golden);
  std::string stem = artifacts.name + "." + golden.arch;
  return {{stem + ".mlir", artifacts.rocke},
          {stem + ".ll", artifacts.llvm},
          {stem + ".sha256", sha256(artifacts.hsaco) + "\n"}};
}

static std::set<std::string> recordedFiles() {
  std::set<std::string> names;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(directory, error), end; it != end && !error;
       it.increment(error))
    names.insert(llvm::sys::path::filename(it->path()).str());
  return names;
}

TEST_CASE("golden files", "[golden]") {
  if (std::getenv("ROCKE_BLESS")) {
    for (const std::string &name : recordedFiles())
      REQUIRE(!llvm::sys::fs::remove(pathOf(name)));
    REQUIRE(!llvm::sys::fs::create_directories(directory));
    for (const Case &golden : goldenCases())
      for (const auto &[name, content] : filesOf(golden))
        llvm::cantFail(writeFileAtomically(pathOf(name), content));
    WARN("rewrote " << directory);
    return;
  }
  std::set<std::string> unused = recordedFiles();
  if (unused.empty()) {
    WARN("there are no golden files for LLVM " LLVM_VERSION_STRING ": tools/bless makes them");
    return;
  }
  for (const Case &golden : goldenCases())
    for (const auto &[name, content] : filesOf(golden)) {
      INFO(name << " (tools/bless rewrites it)");
      llvm::Expected<std::string> recorded = readFile(pathOf(name));
      if (!recorded)
        FAIL(llvm::toString(recorded.takeError()));
      // Not CHECK of the strings: Catch would print both in full.
      bool same = *recorded == content;
      CHECK(same);
      unused.erase(name);
    }
  CHECK(unused == std::set<std::string>());
}
