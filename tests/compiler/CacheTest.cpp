#include "Ir.h"
#include "rocke/compiler/FileIO.h"
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <vector>

using namespace rocke;
using namespace rocke::test;
namespace fs = std::filesystem;

namespace {

/// A cache directory of this test's own, and the warnings that compilations with it gave.
struct TestCache {
  fs::path parent;
  CompileOptions options;
  std::vector<std::string> warnings;

  TestCache() {
    std::string name = (fs::temp_directory_path() / "rocke-cache-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw std::runtime_error("mkdtemp");
    parent = name;
    options.cacheDir = (parent / "made/when/missing").string();
    options.warn = [this](llvm::StringRef warning) { warnings.push_back(warning.str()); };
  }
  ~TestCache() { fs::remove_all(parent); }
  TestCache(const TestCache &) = delete;
  TestCache &operator=(const TestCache &) = delete;

  std::vector<fs::path> entries() const {
    std::set<fs::path> paths;
    if (fs::exists(options.cacheDir))
      for (const auto &entry : fs::directory_iterator(options.cacheDir))
        paths.insert(entry.path());
    return {paths.begin(), paths.end()};
  }
  fs::path onlyEntry() const {
    REQUIRE(entries().size() == 1);
    return entries()[0];
  }
};

std::string contents(const fs::path &path) { return *readFile(path.string()); }

} // namespace

TEST_CASE("a compilation is found again") {
  TestCache cache;
  CodeObject first = compiled(storeOne, "gfx1151", cache.options);
  fs::path entry = cache.onlyEntry();
  auto written = fs::last_write_time(entry);
  CodeObject second = compiled(storeOne, "gfx1151", cache.options);
  CHECK(second.bytes() == first.bytes());
  CHECK(second.kernels().at(0).mix.counts == first.kernels().at(0).mix.counts);
  CHECK(fs::last_write_time(cache.onlyEntry()) == written);
  CHECK(first.bytes() == compiled(storeOne, "gfx1151").bytes());
  CHECK(cache.warnings.empty());
}

TEST_CASE("a found entry is what is returned") {
  // Another kernel's code object in this one's place shows that the second call did not compile.
  TestCache cache;
  compiled(storeOne, "gfx1151", cache.options);
  fs::path entry = cache.onlyEntry();
  TestCache other;
  CodeObject different = compiled(wmmaLoop, "gfx1151", other.options);
  fs::copy_file(other.onlyEntry(), entry, fs::copy_options::overwrite_existing);
  CHECK(compiled(storeOne, "gfx1151", cache.options).bytes() == different.bytes());
}

TEST_CASE("everything that a code object depends on makes an entry of its own") {
  TestCache cache;
  auto compile = [&](const char *ir, const char *arch, auto &&change) {
    CompileOptions options = cache.options;
    change(options);
    compiled(ir, arch, options);
    return cache.entries().size();
  };
  auto nothing = [](CompileOptions &) {};
  CHECK(compile(storeOne, "gfx1151", nothing) == 1);
  CHECK(compile(storeOne, "gfx950", nothing) == 2);
  CHECK(compile("define amdgpu_kernel void @other() { ret void }", "gfx950", nothing) == 3);
  CHECK(compile(storeOne, "gfx1151", [](CompileOptions &o) { o.optLevel = 1; }) == 4);
  CHECK(compile(storeOne, "gfx1151", [](CompileOptions &o) { o.codeObjectVersion = 6; }) == 5);
  CHECK(compile(storeOne, "gfx1151", [](CompileOptions &o) { o.debugInfo = true; }) == 6);
  CHECK(compile(storeOne, "gfx1151", nothing) == 6);
}

TEST_CASE("a module's name and place make no difference") {
  TestCache cache;
  for (const char *name : {"a.ll", "/some/where/b.ll"}) {
    llvm::Expected<CodeObject> object = compileIr(storeOne, "gfx1151", cache.options, name);
    REQUIRE(bool(object));
  }
  CHECK(cache.entries().size() == 1);
}

TEST_CASE("a damaged entry is compiled anew and replaced") {
  TestCache cache;
  CodeObject object = compiled(storeOne, "gfx1151", cache.options);
  fs::path entry = cache.onlyEntry();
  const std::string whole = contents(entry);

  std::string flipped = whole;
  flipped[whole.size() / 2] ^= 1;
  for (const std::string &damaged :
       {std::string(), whole.substr(0, whole.size() / 2), whole.substr(0, 30), flipped,
        "x" + whole.substr(1), whole + "x", std::string("not an entry\n")}) {
    std::ofstream(entry, std::ios::binary | std::ios::trunc) << damaged;
    cache.warnings.clear();
    CHECK(compiled(storeOne, "gfx1151", cache.options).bytes() == object.bytes());
    CHECK(cache.warnings == std::vector<std::string>{"compile cache: damaged entry '" +
                                                     entry.string() + "' is compiled anew"});
    CHECK(contents(entry) == whole);
  }
}

TEST_CASE("a cache that cannot be used is a warning") {
  TestCache cache;
  std::ofstream(cache.parent / "file") << "in the way";
  cache.options.cacheDir = (cache.parent / "file").string();
  CHECK(compiled(storeOne, "gfx1151", cache.options).bytes() ==
        compiled(storeOne, "gfx1151").bytes());
  REQUIRE(cache.warnings.size() == 1);
  CHECK(cache.warnings[0].starts_with("compile cache: cannot "));
  // And with nobody to warn.
  cache.options.warn = nullptr;
  CHECK(compiled(storeOne, "gfx1151", cache.options).bytes() ==
        compiled(storeOne, "gfx1151").bytes());
}

TEST_CASE("errors are not cached") {
  TestCache cache;
  const char *broken = "declare void @missing()\n"
                       "define amdgpu_kernel void @k() { call void @missing() ret void }";
  std::string first = compileError(broken, "gfx1151", cache.options);
  CHECK(compileError(broken, "gfx1151", cache.options) == first);
  CHECK(cache.entries().empty());
}

TEST_CASE("threads share a cache") {
  TestCache cache;
  cache.options.warn = nullptr;
  std::string expected = compiled(storeOne, "gfx1151").bytes().str();
  std::vector<std::string> results(8);
  std::vector<std::thread> threads;
  for (std::string &result : results)
    threads.emplace_back([&] {
      for (int i = 0; i < 4; ++i)
        result = compiled(storeOne, "gfx1151", cache.options).bytes().str();
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &result : results)
    CHECK(result == expected);
  CHECK(cache.entries().size() == 1);
}
