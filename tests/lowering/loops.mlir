// Loops stay as they were written: LLVM may neither unroll nor vectorize them, nor hoist the
// zero-extension of an offset away from its address.
// RUN: rocke-opt --rocke-annotate-loops %s | FileCheck %s
// RUN: rocke-opt --rocke-to-llvm %s | FileCheck %s --check-prefix=LLVM

// CHECK: #[[LICM:.*]] = #llvm.loop_licm<disable = true>
// CHECK: #[[UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[LOOP:.*]] = #llvm.loop_annotation<{{.*}}unroll = #[[UNROLL]], licm = #[[LICM]]
// CHECK: scf.for
// CHECK: {llvm.loop_annotation = #[[LOOP]]}
// LLVM: #[[LOOP:.*]] = #llvm.loop_annotation
// LLVM: llvm.br ^bb1({{.*}}) {loop_annotation = #[[LOOP]]}
rocke.kernel @loop(%o: !rocke.global<f32>, %n: i32, %f: f32)
    attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %f) -> (f32) : i32 {
    %t = arith.addf %s, %f : f32
    scf.yield %t : f32
  }
  rocke.global_store %sum, %o[%c0] : f32, !rocke.global<f32>
  rocke.return
}
