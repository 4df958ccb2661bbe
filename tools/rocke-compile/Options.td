//===- Options.td - rocke-compile -----------------------------------------===//
include "common/Options.td"

def list_kernels : Switch<"list", "List the kernels">;
def describe : Switch<"describe", "Explain the spec fields and problem fields of --kernel">;

def output : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
             HelpText<"Write the result to <file>; '-' is standard output. It is needed for "
                      "--emit=hsaco unless --json is given">;
defm emit : Value<"emit", "<form>",
                  "What to write: rocke (IR), llvm (LLVM IR), asm or hsaco (the default)">;
def debug_info : Flag<["-"], "g">, HelpText<"Keep the builder's source lines as debug info">;
def opt_level : Joined<["-"], "O">, MetaVarName<"<0..3>">,
                HelpText<"Optimization level of LLVM (default 3)">;
defm code_object_version : Value<"code-object-version", "<4..6>",
                                 "ABI version of the code object (default 5)">;
defm cache : Value<"cache", "<directory>", "Keep compiled code objects here and use them again">;
