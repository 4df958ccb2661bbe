//===- RockeOps.td - The operations of the rocke dialect ------------------===//
#ifndef ROCKE_OPS_TD
#define ROCKE_OPS_TD

include "rocke/ir/RockeBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

class Rocke_Op<string mnemonic, list<Trait> traits = []> : Op<Rocke_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

def Rocke_KernelOp : Rocke_Op<"kernel", [
    IsolatedFromAbove, AutomaticAllocationScope, FunctionOpInterface]> {
  let summary = "a GPU kernel";
  let description = [{
    A kernel names the GPU that it is written for and the shape of its workgroup, both fixed at
    compile time. Its parameters are global pointers and scalars (`i32`, `i64`, `f32`, `f64`), laid
    out in the kernel-argument segment in order with natural alignment. A parameter may carry
    `rocke.name` (its name in the code object's metadata), `rocke.readonly` (nothing writes the
    memory while the kernel runs) and `rocke.noalias` (no other parameter reaches the memory).

    `waves_per_eu` asks the register allocator for at least that many wavefronts per SIMD.

    ```mlir
    rocke.kernel @copy(%src: !rocke.global<f32> {rocke.readonly}, %dst: !rocke.global<f32>)
        attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
      ...
      rocke.return
    }
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    StrAttr:$arch,
    DenseI32ArrayAttr:$workgroup_size,
    OptionalAttr<I32Attr>:$waves_per_eu,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region MinSizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, "::llvm::StringRef":$arch,
                                 "::llvm::ArrayRef<int32_t>":$workgroupSize)>];
  let extraClassDeclaration = [{
    /// Argument attributes that the dialect defines.
    static constexpr ::llvm::StringLiteral nameAttr = "rocke.name";
    static constexpr ::llvm::StringLiteral readonlyAttr = "rocke.readonly";
    static constexpr ::llvm::StringLiteral noaliasAttr = "rocke.noalias";

    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }

    /// The record of `arch`. Null only before verification.
    const ::rocke::Arch *getArchRecord();
    /// Work-items per workgroup.
    int64_t getFlatWorkgroupSize();
    /// Bytes of LDS that the kernel's allocations take, padded for alignment in their order.
    int64_t getLdsBytes();
  }];
}

def Rocke_ReturnOp : Rocke_Op<"return", [Pure, HasParent<"KernelOp">, Terminator]> {
  let summary = "ends a kernel";
  let assemblyFormat = "attr-dict";
}

class Rocke_IdOp<string mnemonic, list<Trait> traits = []>
    : Rocke_Op<mnemonic, !listconcat([Pure], traits)> {
  let results = (outs I32:$result);
}

def Rocke_WorkitemIdOp : Rocke_IdOp<"workitem_id"> {
  let summary = "this work-item's coordinate in its workgroup";
  let arguments = (ins Rocke_DimensionAttr:$dim);
  let assemblyFormat = "`` $dim attr-dict";
}

def Rocke_WorkgroupIdOp : Rocke_IdOp<"workgroup_id"> {
  let summary = "the workgroup's coordinate in the grid; uniform";
  let arguments = (ins Rocke_DimensionAttr:$dim);
  let assemblyFormat = "`` $dim attr-dict";
}

def Rocke_LaneIdOp : Rocke_IdOp<"lane_id"> {
  let summary = "this lane's number in its wavefront, 0 .. wave size - 1";
  let assemblyFormat = "attr-dict";
}

def Rocke_WaveIdOp : Rocke_IdOp<"wave_id"> {
  let summary = "the wavefront's number in its workgroup; uniform";
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def Rocke_AnyElement : AnyTypeOf<[F16, BF16, F32, F64, I8, I16, I32, I64]>;
def Rocke_Accessed : AnyTypeOf<[Rocke_AnyElement,
    VectorOfLengthAndType<[1, 2, 3, 4, 8, 16], [F16, BF16, F32, F64, I8, I16, I32, I64]>],
    "an element, or a vector of 1, 2, 3, 4, 8 or 16 elements">;

class Rocke_MemoryOp<string mnemonic, list<Trait> traits = []> : Rocke_Op<mnemonic, traits> {
  string accessDescription = [{
    The address is base + offset + imm, in bytes: `offset` is unsigned and 32 bits wide, `imm` a
    signed constant that the instruction carries where it fits. base + imm must stay within the
    memory that the base points into or up to 4 KiB before it. The address must be a multiple of
    `align` bytes (default: the size of the access, at most 16).
  }];
  let hasVerifier = 1;
}

class Rocke_LoadOp<string mnemonic, Type memory> : Rocke_MemoryOp<mnemonic> {
  let arguments = (ins Arg<memory, "", [MemRead]>:$base, I32:$offset, DefaultValuedAttr<I32Attr, "0">:$imm,
                       OptionalAttr<I32Attr>:$align);
  let results = (outs Rocke_Accessed:$result);
  let assemblyFormat =
    "$base `[` $offset `` custom<ImmOffset>($imm) `]` attr-dict `:` qualified(type($base)) `->` type($result)";
  let description = accessDescription;
}

class Rocke_StoreOp<string mnemonic, Type memory> : Rocke_MemoryOp<mnemonic> {
  let arguments = (ins Rocke_Accessed:$value, Arg<memory, "", [MemWrite]>:$base, I32:$offset,
                       DefaultValuedAttr<I32Attr, "0">:$imm, OptionalAttr<I32Attr>:$align);
  let assemblyFormat =
    "$value `,` $base `[` $offset `` custom<ImmOffset>($imm) `]` attr-dict `:` type($value) `,` qualified(type($base))";
  let description = accessDescription;
}

def Rocke_GlobalLoadOp : Rocke_LoadOp<"global_load", Rocke_Global> {
  let summary = "loads 1 to 16 elements from global memory";
}
def Rocke_GlobalStoreOp : Rocke_StoreOp<"global_store", Rocke_Global> {
  let summary = "stores 1 to 16 elements to global memory";
}
def Rocke_LdsLoadOp : Rocke_LoadOp<"lds_load", Rocke_Lds> {
  let summary = "loads 1 to 16 elements from LDS";
}
def Rocke_LdsStoreOp : Rocke_StoreOp<"lds_store", Rocke_Lds> {
  let summary = "stores 1 to 16 elements to LDS";
}

def Rocke_AdvanceOp : Rocke_Op<"advance", [Pure, AllTypesMatch<["base", "result"]>]> {
  let summary = "moves a global pointer by a uniform number of bytes";
  let description = [{
    `bytes` must be the same for every lane; the addition is done in scalar registers, and the
    optimizer does not look through it: an access at result + offset keeps the form scalar base plus
    32-bit vector offset. In a loop, vary the offset and leave the base alone; an offset that does
    not change between iterations is extended to 64 bits outside the loop, where the form is lost.
  }];
  let arguments = (ins Rocke_Global:$base, I64:$bytes);
  let results = (outs Rocke_Global:$result);
  let assemblyFormat = "$base `,` $bytes attr-dict `:` qualified(type($base))";
}

def Rocke_LdsAllocOp : Rocke_Op<"lds_alloc", [Pure]> {
  let summary = "a buffer of the workgroup's LDS, uninitialised";
  let description = [{
    Stands in the kernel's own block; each allocation is a buffer of its own. `align` is in bytes
    (default 16).
  }];
  let arguments = (ins DefaultValuedAttr<I32Attr, "16">:$align);
  let results = (outs Rocke_Lds:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Matrix instructions and arithmetic
//===----------------------------------------------------------------------===//

def Rocke_MmaOp : Rocke_Op<"mma", [Pure, AllTypesMatch<["c", "result"]>]> {
  let summary = "D = A * B + C by one matrix instruction";
  let description = [{
    The operands are packed fragments: one vector per lane, whose elements stand for the matrix
    places that the atom's layout maps give.

    ```mlir
    %d = rocke.mma wmma_f32_16x16x16_f16 %a, %b, %c
        : vector<16xf16>, vector<16xf16>, vector<8xf32>
    ```
  }];
  let arguments = (ins Rocke_MatrixAtomAttr:$atom, AnyVectorOfNonZeroRank:$a,
                       AnyVectorOfNonZeroRank:$b, AnyVectorOfNonZeroRank:$c);
  let results = (outs AnyVectorOfNonZeroRank:$result);
  let assemblyFormat = [{
    custom<AtomName>($atom) $a `,` $b `,` $c attr-dict
    `:` type($a) `,` type($b) `,` type($c)
  }];
  let hasVerifier = 1;
}

def Rocke_F32Like : AnyTypeOf<[F32, VectorOfNonZeroRankOf<[F32]>], "f32 or a vector of f32">;

class Rocke_UnaryF32Op<string mnemonic>
    : Rocke_Op<mnemonic, [Pure, SameOperandsAndResultType, Elementwise]> {
  let arguments = (ins Rocke_F32Like:$operand);
  let results = (outs Rocke_F32Like:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

def Rocke_Exp2Op : Rocke_UnaryF32Op<"exp2"> {
  let summary = "2^x as v_exp_f32 computes it: 1 ULP, subnormal results are flushed";
}
def Rocke_RcpOp : Rocke_UnaryF32Op<"rcp"> {
  let summary = "1/x as v_rcp_f32 computes it: 1 ULP";
}

def Rocke_CvtPkrtzOp : Rocke_Op<"cvt_pkrtz", [Pure]> {
  let summary = "two f32 to a vector of two f16, rounded toward zero (v_cvt_pk_rtz_f16_f32)";
  let arguments = (ins F32:$lo, F32:$hi);
  let results = (outs VectorOfLengthAndType<[2], [F16]>:$result);
  let assemblyFormat = "$lo `,` $hi attr-dict `:` type($result)";
}

def Rocke_PermOp : Rocke_Op<"perm", [Pure]> {
  let summary = "picks four bytes out of eight (v_perm_b32)";
  let description = [{
    Byte i of the result is byte `selector[8i+7 : 8i]` of the pair: 0 to 3 are the bytes of `lo`, 4
    to 7 those of `hi`; 12 is the constant 0.
  }];
  let arguments = (ins I32:$hi, I32:$lo, I32Attr:$selector);
  let results = (outs I32:$result);
  let assemblyFormat = "$hi `,` $lo `,` custom<HexI32>($selector) attr-dict";
}

def Rocke_Half2 : AnyTypeOf<[VectorOfLengthAndType<[2], [F16, BF16]>], "two f16 or two bf16">;

def Rocke_Dot2Op : Rocke_Op<"dot2", [Pure, AllTypesMatch<["a", "b"]>]> {
  let summary = "a[0] * b[0] + a[1] * b[1] + c in f32 (v_dot2_f32_f16, v_dot2_f32_bf16)";
  let arguments = (ins Rocke_Half2:$a, Rocke_Half2:$b, F32:$c);
  let results = (outs F32:$result);
  let assemblyFormat = "$a `,` $b `,` $c attr-dict `:` type($a)";
}

def Rocke_Pinned : AnyTypeOf<[F32, I32, VectorOfLengthAndType<[2, 3, 4, 8, 16], [F32, I32]>],
    "f32, i32 or a vector of 2, 3, 4, 8 or 16 of these">;

def Rocke_PinOp : Rocke_Op<"pin", [Pure, SameOperandsAndResultType]> {
  let summary = "the same value, in vector registers of its own, opaque to the optimizer";
  let description = [{
    No instruction of its own, but the code generator can neither see through it nor recompute it
    from constants, and a vector sits in consecutive registers. Two uses: a constant that must stay
    in registers across a loop, and two copies of one value in a vector, whose registers lie in
    different banks, so that instructions that read one each can issue as a pair (VOPD).
  }];
  let arguments = (ins Rocke_Pinned:$value);
  let results = (outs Rocke_Pinned:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

//===----------------------------------------------------------------------===//
// Cross-lane
//===----------------------------------------------------------------------===//

def Rocke_Lane32 : AnyTypeOf<[F32, I32, VectorOfLengthAndType<[2], [F16, BF16, I16]>],
    "a 32-bit value">;

def Rocke_LaneXorOp : Rocke_Op<"lane_xor", [Pure, SameOperandsAndResultType]> {
  let summary = "the value of lane (lane XOR mask)";
  let description = [{
    Every lane of the wavefront must be active. Masks below 16 are a data-parallel modifier that
    folds into the instruction that uses the result where the GPU has it.
  }];
  let arguments = (ins Rocke_Lane32:$value, I32Attr:$mask);
  let results = (outs Rocke_Lane32:$result);
  let assemblyFormat = "$value `,` custom<PlainI32>($mask) attr-dict `:` type($value)";
  let hasVerifier = 1;
}

def Rocke_Combine : I32EnumAttr<"Combine", "how a reduction combines two values", [
    I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"max", 1>, I32EnumAttrCase<"min", 2>]> {
  let cppNamespace = "::rocke::ir";
  let genSpecializedAttr = 0;
}
def Rocke_CombineAttr : EnumAttr<Rocke_Dialect, Rocke_Combine, "combine">;

def Rocke_XorReduceOp : Rocke_Op<"xor_reduce", [Pure, SameOperandsAndResultType]> {
  let summary = "combines a value over lanes by an XOR butterfly";
  let description = [{
    The lanes whose numbers differ only in the bits of `mask` combine their values; each of them
    receives the result. `mask = 15` reduces over groups of 16 lanes, `mask = 16` over the pairs
    (l, l + 16). Steps run from the lowest bit to the highest. For floats, `max` and `min` are those
    of `arith.maxnumf` and `arith.minnumf`.
  }];
  let arguments = (ins Rocke_CombineAttr:$combine, AnyTypeOf<[F32, I32]>:$value, I32Attr:$mask);
  let results = (outs AnyTypeOf<[F32, I32]>:$result);
  let assemblyFormat = "`` $combine $value `,` custom<PlainI32>($mask) attr-dict `:` type($value)";
  let hasVerifier = 1;
}

// Not pure: which lanes are active is part of what these two read, so that neither may move or
// merge across control flow.
def Rocke_ReadFirstLaneOp : Rocke_Op<"readfirstlane", [SameOperandsAndResultType]> {
  let summary = "the value of the first active lane; uniform";
  let arguments = (ins AnyTypeOf<[I32, F32]>:$value);
  let results = (outs AnyTypeOf<[I32, F32]>:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Rocke_BallotOp : Rocke_Op<"ballot"> {
  let summary = "one bit per lane: the predicate of each active lane; uniform";
  let arguments = (ins I1:$predicate);
  let results = (outs AnyTypeOf<[I32, I64]>:$result);
  let assemblyFormat = "$predicate attr-dict `:` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Synchronization and scheduling
//===----------------------------------------------------------------------===//

def Rocke_BarrierOp : Rocke_Op<"barrier"> {
  let summary = "waits until every wavefront of the workgroup arrives (s_barrier)";
  let description = [{
    `fence` says which memory accesses before the barrier are visible after it: `lds` (the default)
    waits for LDS only and leaves global loads in flight; `all` adds global memory; `none` is the
    bare instruction. A barrier must stand where control flow is uniform over the workgroup.
  }];
  let arguments = (ins DefaultValuedAttr<Rocke_FenceAttr, "::rocke::ir::Fence::lds">:$fence);
  let assemblyFormat = "`` $fence attr-dict";
}

def Rocke_WaveBarrierOp : Rocke_Op<"wave_barrier"> {
  let summary = "orders the LDS accesses of one wavefront; no instruction of its own";
  let description = [{
    What a lane stored before it, every lane of the same wavefront may load after it. The hardware
    executes a wavefront's LDS instructions in order; this keeps the compiler from reordering them.
  }];
  let assemblyFormat = "attr-dict";
}

def Rocke_WaitOp : Rocke_Op<"wait"> {
  let summary = "waits until at most so many memory instructions are outstanding (s_waitcnt)";
  let description = [{
    `vmcnt` counts vector memory loads, `lgkmcnt` LDS and scalar memory. A counter that is not named
    is not waited for.
  }];
  let arguments = (ins OptionalAttr<I32Attr>:$vmcnt, OptionalAttr<I32Attr>:$lgkmcnt);
  let assemblyFormat =
    "oilist(`vmcnt` `(` custom<OptionalPlainI32>($vmcnt) `)` | `lgkmcnt` `(` custom<OptionalPlainI32>($lgkmcnt) `)`) attr-dict";
  let hasVerifier = 1;
}

def Rocke_SchedBarrierOp : Rocke_Op<"sched_barrier"> {
  let summary = "no instruction crosses, but those of the named classes (sched_barrier)";
  let description = [{
    `mask` is the OR of the classes of `sched_group` that may cross; 0 lets nothing cross.
  }];
  let arguments = (ins I32Attr:$mask);
  let assemblyFormat = "custom<HexI32>($mask) attr-dict";
  let hasVerifier = 1;
}

def Rocke_SchedGroupBarrierOp : Rocke_Op<"sched_group_barrier"> {
  let summary = "asks the scheduler for a run of instructions of one class (sched_group_barrier)";
  let description = [{
    The scheduler places `size` instructions of class `group` here, then what the next
    sched_group_barrier of the same `sync_id` asks for.
  }];
  let arguments = (ins Rocke_SchedGroupAttr:$group, I32Attr:$size, I32Attr:$sync_id);
  let assemblyFormat = "`` $group `,` custom<PlainI32>($size) `,` custom<PlainI32>($sync_id) attr-dict";
  let hasVerifier = 1;
}

def Rocke_IglpOptOp : Rocke_Op<"iglp_opt"> {
  let summary = "asks for one of LLVM's own interleavings of the block (iglp_opt)";
  let arguments = (ins I32Attr:$variant);
  let assemblyFormat = "custom<PlainI32>($variant) attr-dict";
  let hasVerifier = 1;
}

def Rocke_SetPrioOp : Rocke_Op<"setprio"> {
  let summary = "sets the wavefront's issue priority, 0 to 3 (s_setprio)";
  let arguments = (ins I32Attr:$priority);
  let assemblyFormat = "custom<PlainI32>($priority) attr-dict";
  let hasVerifier = 1;
}

#endif // ROCKE_OPS_TD
