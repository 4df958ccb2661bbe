#include "Generation.h"
#include "llvm/ADT/StringRef.h"
#include <dlfcn.h>

namespace rocke::hip {

int generation() {
  static const int found = [] {
    Dl_info info;
    // The name that it was first opened by, not the file that a link leads to.
    if (dladdr(reinterpret_cast<const void *>(&generation), &info) == 0 || !info.dli_fname)
      return 6;
    llvm::StringRef name = info.dli_fname;
    name = name.substr(name.rfind('/') + 1);
    if (name.consume_front("libamdhip64.so."))
      for (int major : {5, 7})
        if (name.starts_with(std::to_string(major)))
          return major;
    return 6;
  }();
  return found;
}

int hipVersion() {
  switch (generation()) {
  case 5:
    return 50200000;
  case 7:
    return 70100000;
  default:
    return 60400000;
  }
}

} // namespace rocke::hip
