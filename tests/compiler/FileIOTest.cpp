#include "rocke/compiler/FileIO.h"
#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace rocke;
namespace fs = std::filesystem;

namespace {

/// A directory of this test's own.
struct ScratchDir {
  fs::path path;
  ScratchDir() {
    std::string name = (fs::temp_directory_path() / "rocke-fileio-XXXXXX").string();
    if (!mkdtemp(name.data()))
      throw std::runtime_error("mkdtemp");
    path = name;
  }
  ~ScratchDir() {
    fs::permissions(path, fs::perms::owner_all);
    fs::remove_all(path);
  }
  std::string file(const char *name) const { return (path / name).string(); }
  size_t entries() const {
    return std::distance(fs::directory_iterator(path), fs::directory_iterator());
  }
};

std::string message(llvm::Error error) { return llvm::toString(std::move(error)); }

std::string contents(const std::string &path) {
  llvm::Expected<std::string> bytes = readFile(path);
  REQUIRE(bool(bytes));
  return *bytes;
}

} // namespace

TEST_CASE("files are written whole and read back") {
  ScratchDir dir;
  std::string path = dir.file("a");
  for (const std::string &bytes : {std::string(), std::string("text\n"),
                                   std::string("\0\xff\r\n\0", 5), std::string(1 << 20, 'x')}) {
    CHECK_FALSE(bool(writeFileAtomically(path, bytes)));
    CHECK(contents(path) == bytes);
    CHECK(dir.entries() == 1);
  }
}

TEST_CASE("files are made as the process's mask says") {
  ScratchDir dir;
  mode_t old = umask(027);
  llvm::Error error = writeFileAtomically(dir.file("a"), "x");
  umask(old);
  CHECK_FALSE(bool(error));
  struct stat status;
  REQUIRE(stat(dir.file("a").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0640);
}

TEST_CASE("a symbolic link is followed") {
  ScratchDir dir;
  std::ofstream(dir.file("real")) << "old";
  fs::create_symlink("real", dir.file("link"));
  CHECK_FALSE(bool(writeFileAtomically(dir.file("link"), "new")));
  CHECK(fs::is_symlink(dir.file("link")));
  CHECK(contents(dir.file("real")) == "new");
}

TEST_CASE("errors of reading name the path and the reason") {
  ScratchDir dir;
  llvm::Expected<std::string> missing = readFile(dir.file("missing"));
  REQUIRE_FALSE(bool(missing));
  CHECK(message(missing.takeError()) ==
        "cannot read '" + dir.file("missing") + "': No such file or directory");
  llvm::Expected<std::string> directory = readFile(dir.path.string());
  REQUIRE_FALSE(bool(directory));
  CHECK(message(directory.takeError()) ==
        "cannot read '" + dir.path.string() + "': Is a directory");
}

TEST_CASE("errors of writing name the path and the reason, and leave nothing behind") {
  ScratchDir dir;
  CHECK(message(writeFileAtomically(dir.file("no/such"), "x")) ==
        "cannot write '" + dir.file("no/such") + "': No such file or directory");
  CHECK(message(writeFileAtomically(dir.path.string(), "x")) ==
        "cannot write '" + dir.path.string() + "': Is a directory");
  CHECK(message(writeFileAtomically("/dev/full", "x")) ==
        "cannot write '/dev/full': No space left on device");
  CHECK(message(writeFileAtomically("", "x")).substr(0, 17) == "cannot write '': ");
  CHECK(dir.entries() == 0);
}

TEST_CASE("several files are written all or not at all") {
  ScratchDir dir;
  std::string a = dir.file("a"), b = dir.file("b");
  CHECK_FALSE(bool(writeFilesAtomically({{a, "old"}})));
  CHECK(message(writeFilesAtomically({{a, "new"}, {dir.file("no/such"), "x"}})) ==
        "cannot write '" + dir.file("no/such") + "': No such file or directory");
  CHECK(contents(a) == "old");
  CHECK(message(writeFilesAtomically({{a, "new"}, {b, "x"}, {a, "newer"}})) ==
        "'" + a + "' is written twice");
  CHECK(contents(a) == "old");
  CHECK(dir.entries() == 1);
  CHECK_FALSE(bool(writeFilesAtomically({{a, "new"}, {b, "x"}})));
  CHECK(contents(a) == "new");
  CHECK(contents(b) == "x");
  CHECK(dir.entries() == 2);
}

TEST_CASE("a directory without write permission is an error") {
  if (geteuid() == 0)
    return; // root may write everywhere
  ScratchDir dir;
  fs::permissions(dir.path, fs::perms::owner_read | fs::perms::owner_exec);
  CHECK(message(writeFileAtomically(dir.file("a"), "x")) ==
        "cannot write '" + dir.file("a") + "': Permission denied");
}

TEST_CASE("a file that cannot be written to its end leaves the old one") {
  ScratchDir dir;
  std::string path = dir.file("a");
  CHECK_FALSE(bool(writeFileAtomically(path, "old")));
  // A limit on the size of files stands in for a full disk.
  rlimit old;
  REQUIRE(getrlimit(RLIMIT_FSIZE, &old) == 0);
  auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{4096, old.rlim_max};
  REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  llvm::Error error = writeFileAtomically(path, std::string(1 << 20, 'x'));
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, oldHandler);
  CHECK(message(std::move(error)) == "cannot write '" + path + "': File too large");
  CHECK(contents(path) == "old");
  CHECK(dir.entries() == 1);
}

TEST_CASE("a device is written to in place") {
  CHECK_FALSE(bool(writeFileAtomically("/dev/null", "x")));
  CHECK(fs::is_character_file("/dev/null"));
}
