#include "SharedLibrary.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <dlfcn.h>
#include <optional>
#include <vector>

namespace rocke::runtime {

llvm::Expected<SharedLibrary> SharedLibrary::open(const std::string &path) {
  // Local, so that two HIP libraries in one process do not see each other's functions.
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return makeError("{}", dlerror());
  return SharedLibrary(handle, path);
}

void *SharedLibrary::symbol(const char *name) const { return dlsym(handle, name); }

namespace {

constexpr llvm::StringLiteral simulatorLibrary("librocke_hip.so");

/// Something whose address tells in which file this code lies.
void anchor() {}

/// Where librocke_hip.so may lie, the nearest first.
std::vector<std::string> simulatorCandidates() {
  std::vector<std::string> files;
  auto address = reinterpret_cast<void *>(&anchor);
  files.push_back(llvm::sys::fs::getMainExecutable(nullptr, address));
  Dl_info info;
  if (dladdr(address, &info) && info.dli_fname)
    files.emplace_back(info.dli_fname);

  std::vector<std::string> candidates;
  for (llvm::StringRef file : files) {
    // bin/tool, bin/tests/test and lib/plugin all have lib at most two folders above their own.
    llvm::StringRef folder = llvm::sys::path::parent_path(file);
    for (int level = 0; level < 3 && !folder.empty(); ++level) {
      for (llvm::StringRef sub : {"", "lib", ROCKE_INSTALL_LIBDIR}) {
        llvm::SmallString<256> path(folder);
        llvm::sys::path::append(path, sub, simulatorLibrary);
        candidates.push_back(path.str().str());
      }
      folder = llvm::sys::path::parent_path(folder);
    }
  }
  return candidates;
}

} // namespace

llvm::Expected<SharedLibrary> openSimulatorLibrary() {
  constexpr llvm::StringLiteral variable("ROCKE_HIP_LIBRARY");
  if (std::optional<std::string> named = llvm::sys::Process::GetEnv(variable)) {
    llvm::Expected<SharedLibrary> library = SharedLibrary::open(*named);
    if (!library)
      return makeError("cannot open the simulator that {} names: {}", variable.str(),
                       llvm::toString(library.takeError()));
    return library;
  }
  for (const std::string &path : simulatorCandidates())
    if (llvm::sys::fs::exists(path)) {
      llvm::Expected<SharedLibrary> library = SharedLibrary::open(path);
      if (!library)
        return makeError("cannot open the simulator: {}", llvm::toString(library.takeError()));
      return library;
    }
  llvm::Expected<SharedLibrary> library = SharedLibrary::open(simulatorLibrary.str());
  if (!library)
    return makeError("cannot find the simulator, {}: it is neither with this program nor where the "
                     "system finds libraries ({}); {} can name it",
                     simulatorLibrary.str(), llvm::toString(library.takeError()), variable.str());
  return library;
}

llvm::Expected<SharedLibrary> openRocmLibrary() {
  // The plain name comes with ROCm's development files, the others with its runtimes.
  std::string reason;
  for (const char *name :
       {"libamdhip64.so", "libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"}) {
    llvm::Expected<SharedLibrary> library = SharedLibrary::open(name);
    if (library)
      return library;
    std::string error = llvm::toString(library.takeError());
    if (reason.empty())
      reason = std::move(error);
  }
  return makeError("cannot open ROCm's HIP library ({}); without a GPU, use --device=sim", reason);
}

} // namespace rocke::runtime
