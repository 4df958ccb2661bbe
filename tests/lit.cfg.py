# The configuration of every lit suite. rocke_lit_test passes where the tools are:
# bin (ours), llvm (LLVM's) and exec (where tests write).
import os
import subprocess

import lit.formats

config.name = "rocke"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["exec"]
config.environment["PATH"] = os.pathsep.join(
    [lit_config.params["bin"], lit_config.params["llvm"], config.environment["PATH"]]
)
# One locale, so that the system's messages are the same everywhere.
config.environment["LC_ALL"] = "C.UTF-8"
# lit keeps few variables of its environment.
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "ROCKE_SIM_THREADS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# A file system of one's own, to fill it.
if (
    subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "-o", "size=8k",
         "tmpfs", os.path.dirname(__file__)],
        capture_output=True,
    ).returncode
    == 0
):
    config.available_features.add("tmpfs")
