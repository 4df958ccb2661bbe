//===- Options.td - The grammar that all tools share ----------------------===//
#ifndef ROCKE_TOOLS_OPTIONS_TD
#define ROCKE_TOOLS_OPTIONS_TD

include "llvm/Option/OptParser.td"

// --name
class Switch<string name, string help> : Flag<["--"], name>, HelpText<help>;

// --name=value and --name value
multiclass Value<string name, string meta, string help> {
  def NAME : Separate<["--"], name>;
  def NAME # _eq : Joined<["--"], name # "=">, Alias<!cast<Separate>(NAME)>, MetaVarName<meta>,
                   HelpText<help>;
}

def help : Switch<"help", "Show this help">;
def help_short : Flag<["-"], "h">, Alias<help>;
def version : Switch<"version", "Show the versions of rocke and LLVM">;
def json : Switch<"json", "Report as one JSON object on standard output">;

defm kernel : Value<"kernel", "<name>", "The kernel family (rocke-compile --list names them)">;
defm arch : Value<"arch", "<gpu>", "The GPU to compile for, as LLVM spells it: gfx1151">;
defm set : Value<"set", "<field>=<value>,...",
                 "Set spec fields of the kernel; may be repeated "
                 "(rocke-compile --kernel K --describe explains them)">;

#endif // ROCKE_TOOLS_OPTIONS_TD
