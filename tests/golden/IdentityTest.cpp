// The same input gives the same bytes: from run to run, thread to thread, process to process, and
// wherever the tree lies.
#include "Cases.h"
#include "rocke/compiler/FileIO.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include <catch2/catch.hpp>
#include <future>

using namespace rocke;
using namespace rocke::test;

static constexpr Case attention = {"wmma_fmha_fwd", "gfx1151", "head_size=128,mask_mode=causal"};

TEST_CASE("the same code object from run to run and thread to thread") {
  std::string first = makeCodeObject(attention);
  CHECK((makeCodeObject(attention) == first));
  std::vector<std::future<std::string>> others;
  for (int i = 0; i < 4; ++i)
    others.push_back(std::async(std::launch::async, [i] {
      // Others are compiled in between, so that state that leaks would show.
      if (i % 2)
        makeCodeObject(goldenCases()[i]);
      return makeCodeObject(attention);
    }));
  for (std::future<std::string> &other : others)
    CHECK((other.get() == first));
}

TEST_CASE("the same code object from two processes at once") {
  llvm::SmallString<128> folder;
  REQUIRE(!llvm::sys::fs::createUniqueDirectory("rocke-identity", folder));
  std::string paths[2];
  llvm::sys::ProcessInfo processes[2];
  for (int i = 0; i < 2; ++i) {
    paths[i] = (folder + "/" + std::to_string(i) + ".hsaco").str();
    llvm::StringRef arguments[] = {ROCKE_COMPILE,  "--kernel",     attention.kernel,
                                   "--arch",       attention.arch, "--set",
                                   attention.spec, "-o",           paths[i]};
    // Its report goes nowhere.
    std::optional<llvm::StringRef> redirects[] = {std::nullopt, llvm::StringRef(""), std::nullopt};
    std::string message;
    processes[i] =
        llvm::sys::ExecuteNoWait(ROCKE_COMPILE, arguments, std::nullopt, redirects, 0, &message);
    REQUIRE(message.empty());
  }
  for (llvm::sys::ProcessInfo &process : processes)
    CHECK(llvm::sys::Wait(process, std::nullopt).ReturnCode == 0);
  std::string here = makeCodeObject(attention);
  for (const std::string &path : paths)
    CHECK((llvm::cantFail(readFile(path)) == here));
  CHECK(!llvm::sys::fs::remove_directories(folder));
}

TEST_CASE("no stage knows where the tree lies") {
  for (bool debugInfo : {false, true}) {
    CompileOptions options;
    options.debugInfo = debugInfo;
    for (const Case &golden : goldenCases()) {
      Artifacts artifacts = makeArtifacts(golden, options);
      INFO(artifacts.name << (debugInfo ? " with debug info" : ""));
      for (const std::string *stage :
           {&artifacts.rocke, &artifacts.llvm, &artifacts.assembly, &artifacts.hsaco}) {
        CHECK(stage->find(ROCKE_SOURCE_DIR) == std::string::npos);
        CHECK(stage->find(ROCKE_BINARY_DIR) == std::string::npos);
      }
      // With debug info the builder's file is there, relative to the tree.
      CHECK((artifacts.assembly.find("kernels/") != std::string::npos) == debugInfo);
    }
  }
}
