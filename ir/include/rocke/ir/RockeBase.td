//===- RockeBase.td - The rocke dialect, its types and attributes ---------===//
#ifndef ROCKE_BASE_TD
#define ROCKE_BASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Rocke_Dialect : Dialect {
  let name = "rocke";
  let cppNamespace = "::rocke::ir";
  let summary = "AMD GPU kernels: what upstream's dialects lack";
  let description = [{
    A rocke kernel is a `rocke.kernel` whose body mixes the operations of this dialect with
    upstream's `scf`, `arith`, `math` and `vector`. The dialect holds kernels, typed global and LDS
    memory with explicit 32-bit byte offsets, matrix instructions by atom, native transcendentals,
    cross-lane moves, synchronization and scheduling hints. One operation becomes one machine
    instruction wherever the ISA has one.

    Upstream's `gpu` dialect has thread and block ids too, but of type `index`, which becomes 64-bit
    arithmetic in vector registers; ids here are `i32`.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect", "::mlir::math::MathDialect",
    "::mlir::vector::VectorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class Rocke_Type<string name, string typeMnemonic> : TypeDef<Rocke_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Rocke_Global : Rocke_Type<"Global", "global"> {
  let summary = "a uniform pointer to global memory with elements of one type";
  let description = [{
    The base is the same for every lane of a wavefront and lives in scalar registers; what varies
    by lane is the 32-bit byte offset that each access adds to it.

    Syntax: `!rocke.global<f16>`
  }];
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
  let genVerifyDecl = 1;
}

def Rocke_Lds : Rocke_Type<"Lds", "lds"> {
  let summary = "a buffer in the workgroup's LDS";
  let description = [{
    Syntax: `!rocke.lds<2048 x f16>`: 2048 elements of f16.
  }];
  let parameters = (ins "int64_t":$numElements, "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $numElements `x` $elementType `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Size in bytes.
    int64_t getByteSize() const;
  }];
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

def Rocke_Dimension : I32EnumAttr<"Dimension", "a dimension of the grid or the workgroup", [
    I32EnumAttrCase<"x", 0>, I32EnumAttrCase<"y", 1>, I32EnumAttrCase<"z", 2>]> {
  let cppNamespace = "::rocke::ir";
  let genSpecializedAttr = 0;
}
def Rocke_DimensionAttr : EnumAttr<Rocke_Dialect, Rocke_Dimension, "dim">;

def Rocke_Fence : I32EnumAttr<"Fence", "which memory a barrier orders", [
    I32EnumAttrCase<"none", 0>, I32EnumAttrCase<"lds", 1>, I32EnumAttrCase<"all", 2>]> {
  let cppNamespace = "::rocke::ir";
  let genSpecializedAttr = 0;
}
def Rocke_FenceAttr : EnumAttr<Rocke_Dialect, Rocke_Fence, "fence">;

// The bits of LLVM's llvm.amdgcn.sched.group.barrier mask.
def Rocke_SchedGroup : I32EnumAttr<"SchedGroup", "a class of instructions for the scheduler", [
    I32EnumAttrCase<"alu", 0x1>, I32EnumAttrCase<"valu", 0x2>, I32EnumAttrCase<"salu", 0x4>,
    I32EnumAttrCase<"mma", 0x8>, I32EnumAttrCase<"vmem", 0x10>,
    I32EnumAttrCase<"vmem_read", 0x20>, I32EnumAttrCase<"vmem_write", 0x40>,
    I32EnumAttrCase<"ds", 0x80>, I32EnumAttrCase<"ds_read", 0x100>,
    I32EnumAttrCase<"ds_write", 0x200>, I32EnumAttrCase<"trans", 0x400>]> {
  let cppNamespace = "::rocke::ir";
  let genSpecializedAttr = 0;
}
def Rocke_SchedGroupAttr : EnumAttr<Rocke_Dialect, Rocke_SchedGroup, "sched_group">;

def Rocke_MatrixAtomAttr : AttrDef<Rocke_Dialect, "MatrixAtom"> {
  let mnemonic = "atom";
  let summary = "one matrix instruction of the hardware, which owns its lane layouts";
  let description = [{
    Syntax: `#rocke.atom<wmma_f32_16x16x16_f16>`. The name is the instruction's, without `v_`.
  }];
  let parameters = (ins "const ::rocke::MatrixAtom *":$atom);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// Parses an atom's bare name; on an unknown one reports those that exist and returns null.
    static const ::rocke::MatrixAtom *parseName(::mlir::AsmParser &parser);
  }];
}

#endif // ROCKE_BASE_TD
