//===- Options.td - rocke-run ---------------------------------------------===//
include "common/Options.td"

defm problem : Value<"problem", "<field>=<value>,...",
                     "Set problem fields of the kernel; may be repeated "
                     "(rocke-compile --kernel K --describe explains them)">;
defm input : Value<"input", "<tensor>=<file>.npy",
                   "Read a tensor; may be repeated. Tensors that are not read are standard normal">;
defm output : Value<"output", "<tensor>=<file>.npy",
                    "Write a tensor after the launch; may be repeated">;
defm seed : Value<"seed", "<number>", "Seed of the random tensors (default 1)">;
def verify : Switch<"verify", "Compare the result with the reference; exit with 1 if it differs">;
defm device : Value<"device", "<sim|hip>",
                    "Where to run: sim is the simulator, hip a GPU through ROCm "
                    "(default: hip if it has a GPU of this kind, or else sim)">;
defm check : Value<"check", "<check>,...",
                   "Have the simulator check the launch: memory, race, init, wait, barrier, or all; "
                   "exit with 1 if it finds something (docs/simulator.md)">;
defm schedule : Value<"schedule", "<default|seed:N>",
                      "In which order the simulator runs wavefronts and workgroups: each wavefront one "
                      "instruction in turn (default), or another legal order for each N "
                      "(docs/simulator.md)">;
def stats : Switch<"stats", "Count on the simulator what is executed, under the profiler's names: "
                            "instructions, LDS bank conflicts, bytes (docs/simulator.md)">;
def profile : Switch<"profile", "Count as --stats does, by builder line and by instruction">;
def profile_page : Joined<["--"], "profile=">, MetaVarName<"<file>.html">,
                   HelpText<"Write --profile as a page with the instructions beside the source">;
defm cache : Value<"cache", "<directory>", "Keep compiled code objects here and use them again">;
def opt_level : Joined<["-"], "O">, MetaVarName<"<0..3>">,
                HelpText<"Optimization level of LLVM (default 3)">;

def isa_coverage : Switch<"isa-coverage", "List what the simulator executes of a GPU's instructions, "
                                          "by LLVM's opcodes, and what it refuses (docs/simulator.md)">;

defm hsaco : Value<"hsaco", "<file>", "Run this code object, from whatever compiler">;
defm symbol : Value<"symbol", "<name>",
                    "The kernel in the code object; needed if there are several">;
defm grid : Value<"grid", "<x>[,<y>[,<z>]]", "Workgroups of the launch">;
defm block : Value<"block", "<x>[,<y>[,<z>]]", "Work-items per workgroup">;
defm lds : Value<"lds", "<bytes>", "LDS beyond what the kernel declares (default 0)">;
defm arg : Value<"arg", "<argument>",
                 "The kernel's next argument; once for each parameter, in order">;
