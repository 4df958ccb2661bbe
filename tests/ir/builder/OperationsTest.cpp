// Each call of the builder appends the operation that its documentation says.
#include "BuildText.h"
#include <catch2/catch.hpp>

using namespace rocke;
using namespace rocke::types;
using Catch::Matchers::Contains;
using test::buildText;

namespace {

/// Values of each type that the tests compute with.
struct Inputs {
  Value i, j, l, f, g, v, w, iv, c, global, globalF16;

  explicit Inputs(KernelBuilder &b)
      : i(b.scalarParam("i", i32)), j(b.scalarParam("j", i32)), l(b.scalarParam("l", i64)),
        f(b.scalarParam("f", f32)), g(b.scalarParam("g", f32)), v(b.splat(f, 8)), w(b.splat(g, 8)),
        iv(b.splat(i, 8)), c(i == j), global(b.globalParam("p", f32)),
        globalF16(b.globalParam("h", f16)) {}
};

std::string text(llvm::function_ref<void(KernelBuilder &, Inputs)> program) {
  return buildText([&](KernelBuilder &b) { program(b, Inputs(b)); });
}

} // namespace

TEST_CASE("a kernel has its name, arch, workgroup, occupancy and parameters") {
  std::string ir = buildText([](KernelBuilder &b) {
    b.globalParam("src", f16, {.readOnly = true, .noAlias = true});
    b.globalParam("dst", bf16);
    b.scalarParam("n", i64);
    b.scalarParam("x", f64);
  });
  CHECK_THAT(ir, Contains("rocke.kernel @k("));
  CHECK_THAT(ir, Contains("%arg0: !rocke.global<f16> {rocke.name = \"src\", rocke.noalias, "
                          "rocke.readonly}"));
  CHECK_THAT(ir, Contains("%arg1: !rocke.global<bf16> {rocke.name = \"dst\"}"));
  CHECK_THAT(ir, Contains("%arg2: i64 {rocke.name = \"n\"}, %arg3: f64 {rocke.name = \"x\"}"));
  CHECK_THAT(ir, Contains("arch = \"gfx1151\", workgroup_size = array<i32: 32, 1, 1>"));
  CHECK_THAT(ir, Contains("rocke.return"));
}

TEST_CASE("ids") {
  std::string ir = buildText([](KernelBuilder &b) {
    b.workitemId(Dim::Y);
    b.workgroupId();
    b.workgroupId(Dim::Z);
    b.laneId();
    b.waveId();
  });
  for (const char *op : {"rocke.workitem_id y", "rocke.workgroup_id x", "rocke.workgroup_id z",
                         "rocke.lane_id", "rocke.wave_id"})
    CHECK_THAT(ir, Contains(op));
}

TEST_CASE("operators on integers") {
  std::string ir = text([](KernelBuilder &, Inputs in) {
    (void)(in.i + in.j);
    (void)(in.i - in.j);
    (void)(in.i * in.j);
    (void)(in.i / in.j);
    (void)(in.i % in.j);
    (void)(in.i & in.j);
    (void)(in.i | in.j);
    (void)(in.i ^ in.j);
    (void)(in.i << in.j);
    (void)(in.i >> in.j);
  });
  for (const char *op :
       {"addi", "subi", "muli", "divui", "remui", "andi", "ori", "xori", "shli", "shrui"})
    CHECK_THAT(ir, Contains(std::string("arith.") + op + " %arg0, %arg1 : i32"));
}

TEST_CASE("unary operators") {
  std::string ir = text([](KernelBuilder &, Inputs in) {
    (void)-in.i;
    (void)-in.f;
    (void)~in.i;
    (void)!in.c;
  });
  CHECK_THAT(ir, Contains("arith.subi %c0_i32, %arg0 : i32"));
  CHECK_THAT(ir, Contains("arith.negf %arg3 : f32"));
  CHECK_THAT(ir, Contains("arith.xori %arg0, %c-1_i32 : i32"));
  CHECK_THAT(ir, Contains("arith.xori %3, %true : i1"));
}

TEST_CASE("operators on floats and vectors") {
  std::string ir = text([](KernelBuilder &, Inputs in) {
    (void)(in.f + in.g);
    (void)(in.f - in.g);
    (void)(in.f * in.g);
    (void)(in.f / in.g);
    (void)(in.v * in.w);
    (void)(in.iv + in.iv);
  });
  for (const char *op : {"addf", "subf", "mulf", "divf"})
    CHECK_THAT(ir, Contains(std::string("arith.") + op + " %arg3, %arg4 : f32"));
  CHECK_THAT(ir, Contains("arith.mulf %0, %1 : vector<8xf32>"));
  CHECK_THAT(ir, Contains("arith.addi %2, %2 : vector<8xi32>"));
}

TEST_CASE("comparisons: integers signed, floats false for NaN but for !=") {
  std::string ir = text([](KernelBuilder &b, Inputs in) {
    (void)(in.i != in.j);
    (void)(in.i < in.j);
    (void)(in.i <= in.j);
    (void)(in.i > in.j);
    (void)(in.i >= in.j);
    b.unsignedLess(in.i, in.j);
    (void)(in.f == in.g);
    (void)(in.f != in.g);
    (void)(in.f < in.g);
    (void)(in.f <= in.g);
    (void)(in.f > in.g);
    (void)(in.f >= in.g);
    (void)(in.v < in.w);
  });
  for (const char *predicate : {"eq", "ne", "slt", "sle", "sgt", "sge", "ult"})
    CHECK_THAT(ir, Contains(std::string("arith.cmpi ") + predicate + ", %arg0, %arg1 : i32"));
  for (const char *predicate : {"oeq", "une", "olt", "ole", "ogt", "oge"})
    CHECK_THAT(ir, Contains(std::string("arith.cmpf ") + predicate + ", %arg3, %arg4 : f32"));
  CHECK_THAT(ir, Contains("arith.cmpf olt, %0, %1 : vector<8xf32>"));
}

TEST_CASE("a C++ constant takes the type of the other side, on either side") {
  std::string ir = text([](KernelBuilder &, Inputs in) {
    (void)(in.i + 7);
    (void)(0xFFFFFFFF - in.i);
    (void)(in.l * -3);
    (void)(in.f * 2);
    (void)(0.5 + in.f);
    (void)(in.v + 1.0f);
    (void)(in.iv * 4u);
    Value sum = in.i;
    sum += 5;
    sum -= 6;
    sum *= 8;
  });
  CHECK_THAT(ir, Contains("%c7_i32 = arith.constant 7 : i32"));
  CHECK_THAT(ir, Contains("arith.subi %c-1_i32, %arg0 : i32"));
  CHECK_THAT(ir, Contains("arith.constant -3 : i64"));
  CHECK_THAT(ir, Contains("arith.constant 2.000000e+00 : f32"));
  CHECK_THAT(ir, Contains("arith.constant 5.000000e-01 : f32"));
  CHECK_THAT(ir, Contains("arith.constant dense<1.000000e+00> : vector<8xf32>"));
  CHECK_THAT(ir, Contains("arith.constant dense<4> : vector<8xi32>"));
  CHECK_THAT(ir, Contains("arith.addi %arg0, %c5_i32 : i32"));
  CHECK_THAT(ir, Contains("%c6_i32 : i32"));
  CHECK_THAT(ir, Contains("%c8_i32 : i32"));
}

TEST_CASE("constants") {
  std::string ir = buildText([](KernelBuilder &b) {
    b.constant(f16, 1.5);
    b.constant(i64, -1);
    b.constant(bf16.x(4), 0);
    b.constant(i1, 1);
    b.iota(4);
  });
  CHECK_THAT(ir, Contains("arith.constant 1.500000e+00 : f16"));
  CHECK_THAT(ir, Contains("arith.constant -1 : i64"));
  CHECK_THAT(ir, Contains("arith.constant dense<0.000000e+00> : vector<4xbf16>"));
  CHECK_THAT(ir, Contains("arith.constant true"));
  CHECK_THAT(ir, Contains("arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>"));
}

TEST_CASE("arithmetic functions") {
  std::string ir = text([](KernelBuilder &b, Inputs in) {
    b.max(in.f, in.g);
    b.min(in.f, 0);
    b.max(in.i, in.j);
    b.min(in.i, in.j);
    b.fma(in.f, in.g, 1.0);
    b.exp2(in.v);
    b.rcp(in.f);
    b.select(in.c, in.f, 0);
    b.select(in.v < in.w, in.v, in.w);
    Value pair = b.cvtPkRtz(in.f, in.g);
    b.dot2(pair, pair, in.f);
    b.perm(in.i, in.j, 0x07060302);
  });
  for (const char *op :
       {"arith.maxnumf %arg3, %arg4 : f32", "arith.minnumf %arg3, %cst : f32",
        "arith.maxsi %arg0, %arg1 : i32", "arith.minsi %arg0, %arg1 : i32",
        "math.fma %arg3, %arg4, %cst_0 : f32", "rocke.exp2 %0 : vector<8xf32>",
        "rocke.rcp %arg3 : f32", "arith.select %3, %arg3, %cst_1 : f32",
        "arith.select %12, %0, %1 : vector<8xi1>, vector<8xf32>",
        "rocke.cvt_pkrtz %arg3, %arg4 : vector<2xf16>",
        "rocke.dot2 %14, %14, %arg3 : vector<2xf16>", "rocke.perm %arg0, %arg1, 0x7060302"})
    CHECK_THAT(ir, Contains(op));
}

TEST_CASE("conversions") {
  std::string ir = text([](KernelBuilder &b, Inputs in) {
    b.convert(in.i, i64);
    b.convertUnsigned(in.i, i64);
    b.convert(in.l, i32);
    b.convert(in.i, f32);
    b.convertUnsigned(in.i, f32);
    b.convert(in.f, i32);
    b.convertUnsigned(in.f, i32);
    b.convert(in.v, f16);
    b.convert(in.f, f64);
    b.convert(in.c, i32);
    b.convert(b.convert(in.f, f16), bf16);
    CHECK(b.convert(in.i, i32).type() == i32);
  });
  for (const char *op :
       {"arith.extsi %arg0 : i32 to i64", "arith.extui %arg0 : i32 to i64",
        "arith.trunci %arg2 : i64 to i32", "arith.sitofp %arg0 : i32 to f32",
        "arith.uitofp %arg0 : i32 to f32", "arith.fptosi %arg3 : f32 to i32",
        "arith.fptoui %arg3 : f32 to i32", "arith.truncf %0 : vector<8xf32> to vector<8xf16>",
        "arith.extf %arg3 : f32 to f64", "arith.extui %3 : i1 to i32",
        "arith.extf %14 : f16 to f32", "arith.truncf %15 : f32 to bf16"})
    CHECK_THAT(ir, Contains(op));
}

TEST_CASE("bit casts between scalars and vectors") {
  std::string ir = text([](KernelBuilder &b, Inputs in) {
    b.bitcast(in.f, i32);
    b.bitcast(in.v, i32.x(8));
    b.bitcast(in.v, f16.x(16));
    CHECK(b.bitcast(in.i, f16.x(2)).type() == f16.x(2));
    CHECK(b.bitcast(b.convert(b.slice(in.v, 0, 2), bf16), i32).type() == i32);
  });
  for (const char *op :
       {"arith.bitcast %arg3 : f32 to i32", "vector.bitcast %0 : vector<8xf32> to vector<8xi32>",
        "vector.bitcast %0 : vector<8xf32> to vector<16xf16>",
        "vector.from_elements %arg0 : vector<1xi32>",
        "vector.bitcast %7 : vector<1xi32> to vector<2xf16>", ": vector<2xbf16> to vector<1xi32>",
        "[0] : i32 from vector<1xi32>"})
    CHECK_THAT(ir, Contains(op));
}

TEST_CASE("vectors") {
  std::string ir = text([](KernelBuilder &b, Inputs in) {
    b.splat(in.i, 3);
    b.fromElements({in.f, in.g});
    b.extract(in.v, 5);
    b.insert(in.v, in.f, 6);
    b.slice(in.v, 2, 4);
    b.concat({in.v, in.w});
    CHECK(b.concat({in.v, in.v, b.slice(in.v, 0, 4)}).type() == f32.x(20));
    CHECK(b.concat({in.v}).type() == f32.x(8));
  });
  for (const char *op :
       {"vector.broadcast %arg0 : i32 to vector<3xi32>",
        "vector.from_elements %arg3, %arg4 : vector<2xf32>",
        "vector.extract %0[5] : f32 from vector<8xf32>",
        "vector.insert %arg3, %0 [6] : f32 into vector<8xf32>",
        "vector.extract_strided_slice %0 {offsets = [2], sizes = [4], strides = [1]}",
        "vector.shuffle %0, %1 [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]"})
    CHECK_THAT(ir, Contains(op));
}

TEST_CASE("memory") {
  std::string ir = text([](KernelBuilder &b, Inputs in) {
    Value x = b.globalLoad(in.globalF16, in.i, f16.x(8), 32, 16);
    b.globalStore(x, in.globalF16, 64, -16);
    b.globalStore(b.globalLoad(in.global, in.i, f32), b.advance(in.global, in.l), in.j);
    b.ifThen(in.c, [&] {
      Value buffer = b.ldsAlloc(f16, 256, 64);
      b.ldsStore(x, buffer, in.i, 512);
      b.ldsLoad(buffer, in.i, f16.x(4), 8, 2);
    });
    Value second = b.ldsAlloc(i32, 4);
    CHECK(second.type() == ValueType::lds(ElementType::I32, 4));
  });
  for (const char *op :
       {"rocke.global_load %arg6[%arg0 + 32] {align = 16 : i32} : !rocke.global<f16> -> "
        "vector<8xf16>",
        "rocke.global_store %6, %arg6[%c64_i32 - 16] : vector<8xf16>, !rocke.global<f16>",
        "rocke.global_load %arg5[%arg0] : !rocke.global<f32> -> f32",
        "rocke.advance %arg5, %arg2 : !rocke.global<f32>",
        "rocke.lds_store %6, %0[%arg0 + 512] : vector<8xf16>, !rocke.lds<256 x f16>",
        "rocke.lds_load %0[%arg0 + 8] {align = 2 : i32} : !rocke.lds<256 x f16> -> vector<4xf16>"})
    CHECK_THAT(ir, Contains(op));
  // Allocations stand first and in the order of the calls, wherever the calls are.
  size_t first = ir.find("%0 = rocke.lds_alloc {align = 64 : i32} : !rocke.lds<256 x f16>");
  size_t second = ir.find("%1 = rocke.lds_alloc : !rocke.lds<4 x i32>");
  CHECK(first < second);
  CHECK(second < ir.find("vector.broadcast"));
}

TEST_CASE("matrix and cross-lane operations") {
  std::string ir = text([](KernelBuilder &b, Inputs in) {
    const MatrixAtom *atom = findMatrixAtom("wmma_f32_16x16x16_f16");
    REQUIRE(atom);
    Value a = b.constant(f16.x(16), 0);
    b.mma(*atom, a, a, in.v);
    b.laneXor(in.f, 16);
    b.xorReduce(Reduction::Max, in.f, 16);
    b.xorReduce(Reduction::Add, in.i, 31);
    b.xorReduce(Reduction::Min, in.f, 1);
    b.readFirstLane(in.i);
    b.ballot(in.c);
  });
  for (const char *op :
       {"rocke.mma wmma_f32_16x16x16_f16 %cst, %cst, %0 : vector<16xf16>, vector<16xf16>, "
        "vector<8xf32>",
        "rocke.lane_xor %arg3, 16 : f32", "rocke.xor_reduce max %arg3, 16 : f32",
        "rocke.xor_reduce add %arg0, 31 : i32", "rocke.xor_reduce min %arg3, 1 : f32",
        "rocke.readfirstlane %arg0 : i32", "rocke.ballot %3 : i32"})
    CHECK_THAT(ir, Contains(op));
  CHECK_THAT(buildText([](KernelBuilder &b) { b.ballot(b.laneId() == 0); }, test::TextForm::Plain,
                       "gfx950"),
             Contains(": i64"));
}

TEST_CASE("synchronization and scheduling") {
  std::string ir = text([](KernelBuilder &b, Inputs in) {
    b.barrier();
    b.barrier(BarrierFence::All);
    b.barrier(BarrierFence::None);
    b.waveBarrier();
    b.wait(3);
    b.wait({}, 0);
    b.wait(1, 2);
    b.schedBarrier();
    b.schedBarrier(0x8);
    b.schedGroupBarrier(SchedClass::DsRead, 4, 1);
    b.iglpOpt(1);
    b.setPriority(2);
    b.pin(in.v);
  });
  for (const char *op : {"rocke.barrier lds", "rocke.barrier all", "rocke.barrier none",
                         "rocke.wave_barrier", "rocke.wait vmcnt(3)\n", "rocke.wait lgkmcnt(0)\n",
                         "rocke.wait vmcnt(1) lgkmcnt(2)", "rocke.sched_barrier 0x0",
                         "rocke.sched_barrier 0x8", "rocke.sched_group_barrier ds_read, 4, 1",
                         "rocke.iglp_opt 1", "rocke.setprio 2", "rocke.pin %0 : vector<8xf32>"})
    CHECK_THAT(ir, Contains(op));
}

TEST_CASE("loops carry numbers, vectors and pointers") {
  std::string ir = text([](KernelBuilder &b, Inputs in) {
    Values result =
        b.forLoop(0, in.i, 1, {in.global, in.f, in.v},
                  [&](Value iv, llvm::ArrayRef<Value> carried) -> Values {
                    CHECK(iv.type() == i32);
                    Value x = b.globalLoad(carried[0], iv * 4, f32);
                    return {b.advance(carried[0], 4), carried[1] + x, carried[2] * in.w};
                  });
    REQUIRE(result.size() == 3);
    CHECK(result[0].type() == ValueType::global(ElementType::F32));
    CHECK(result[2].type() == f32.x(8));
    b.globalStore(result[1], result[0], 0);
  });
  CHECK_THAT(ir, Contains("%4:3 = scf.for %arg7 = %c0_i32 to %arg0 step %c1_i32 iter_args(%arg8 = "
                          "%arg5, %arg9 = %arg3, %arg10 = %0) -> (!rocke.global<f32>, f32, "
                          "vector<8xf32>)  : i32"));
  CHECK_THAT(ir, Contains("scf.yield"));
  CHECK_THAT(ir, Contains("rocke.global_store %4#1, %4#0[%c0_i32_0]"));
}

TEST_CASE("branches, with and without results, nested") {
  std::string ir = text([](KernelBuilder &b, Inputs in) {
    Values result = b.ifThenElse(
        in.c, [&]() -> Values { return {in.f, in.i + 1}; },
        [&]() -> Values {
          b.ifThen(in.i < in.j, [&] { b.setPriority(1); });
          return {in.g, in.j};
        });
    REQUIRE(result.size() == 2);
    CHECK(result[1].type() == i32);
  });
  CHECK_THAT(ir, Contains("%4:2 = scf.if %3 -> (f32, i32)"));
  CHECK_THAT(ir, Contains("} else {"));
  CHECK_THAT(ir, Contains("rocke.setprio 1"));
}
