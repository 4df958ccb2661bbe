// One operation, one intrinsic.
// RUN: rocke-opt --rocke-to-llvm --split-input-file %s | FileCheck %s

// CHECK-LABEL: llvm.func @rdna
rocke.kernel @rdna(%q: !rocke.global<f16>, %b: !rocke.global<bf16>, %o: !rocke.global<f32>, %off: i32)
    attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  %fa = rocke.global_load %q[%off] : !rocke.global<f16> -> vector<16xf16>
  %ba = rocke.global_load %b[%off] : !rocke.global<bf16> -> vector<16xbf16>
  %zero = arith.constant dense<0.0> : vector<8xf32>
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.wmma.f32.16x16x16.f16"({{.*}}) : (vector<16xf16>, vector<16xf16>, vector<8xf32>)
  %d = rocke.mma wmma_f32_16x16x16_f16 %fa, %fa, %zero : vector<16xf16>, vector<16xf16>, vector<8xf32>
  // CHECK: llvm.bitcast %{{.*}} : vector<16xbf16> to vector<16xi16>
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.wmma.f32.16x16x16.bf16"({{.*}}) : (vector<16xi16>, vector<16xi16>, vector<8xf32>)
  %e = rocke.mma wmma_f32_16x16x16_bf16 %ba, %ba, %d : vector<16xbf16>, vector<16xbf16>, vector<8xf32>
  // CHECK-COUNT-8: llvm.call_intrinsic "llvm.amdgcn.exp2"
  %x = rocke.exp2 %e : vector<8xf32>
  %s = vector.extract %x[3] : f32 from vector<8xf32>
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.rcp"
  %r = rocke.rcp %s : f32
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.cvt.pkrtz"({{.*}}) : (f32, f32) -> vector<2xf16>
  %p = rocke.cvt_pkrtz %r, %s : vector<2xf16>
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.fdot2"({{.*}}) : (vector<2xf16>, vector<2xf16>, f32, i1) -> f32
  %dot = rocke.dot2 %p, %p, %s : vector<2xf16>
  %bp = vector.extract_strided_slice %ba {offsets = [0], sizes = [2], strides = [1]} : vector<16xbf16> to vector<2xbf16>
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.fdot2.f32.bf16"({{.*}}) : (vector<2xbf16>, vector<2xbf16>, f32, i1) -> f32
  %bdot = rocke.dot2 %bp, %bp, %dot : vector<2xbf16>
  // CHECK: llvm.inline_asm "", "=v,0" %{{.*}} : (f32) -> f32
  %pinned = rocke.pin %bdot : f32
  rocke.global_store %pinned, %o[%off] : f32, !rocke.global<f32>
  %i = vector.bitcast %p : vector<2xf16> to vector<1xi32>
  %j = vector.extract %i[0] : i32 from vector<1xi32>
  // CHECK: llvm.mlir.constant(117834498 : i32)
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.perm"
  %k = rocke.perm %j, %off, 0x07060302
  // CHECK: llvm.fence syncscope("wavefront") release {llvm.mmra = #{{.*}}}
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.wave.barrier"
  rocke.wave_barrier
  // CHECK: llvm.fence syncscope("workgroup") release {llvm.mmra = #{{.*}}}
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.s.barrier"
  // CHECK: llvm.fence syncscope("workgroup") acquire {llvm.mmra = #{{.*}}}
  rocke.barrier lds
  // CHECK: llvm.fence syncscope("workgroup") release{{ *$}}
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.s.barrier"
  rocke.barrier all
  // CHECK: llvm.fence syncscope("workgroup") acquire{{ *$}}
  // CHECK-NOT: llvm.fence
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.s.barrier"
  // CHECK-NOT: llvm.fence
  // vmcnt(0), others not waited for: 63 << 4 | 7
  // CHECK: llvm.mlir.constant(1015 : i32)
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.s.waitcnt"
  rocke.barrier none
  rocke.wait vmcnt(0)
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.sched.barrier"
  rocke.sched_barrier 0x8
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.sched.group.barrier"
  rocke.sched_group_barrier mma, 2, 0
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.iglp.opt"
  rocke.iglp_opt 0
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.s.setprio"
  rocke.setprio 1
  rocke.global_store %s, %o[%k] : f32, !rocke.global<f32>
  rocke.return
}

// -----

// CHECK-LABEL: llvm.func @cdna
rocke.kernel @cdna(%b: !rocke.global<bf16>, %o: !rocke.global<f32>, %off: i32)
    attributes {arch = "gfx950", workgroup_size = array<i32: 64, 1, 1>} {
  %a = rocke.global_load %b[%off] : !rocke.global<bf16> -> vector<8xbf16>
  %zero = arith.constant dense<0.0> : vector<16xf32>
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.mfma.f32.32x32x16.bf16"({{.*}}) : (vector<8xbf16>, vector<8xbf16>, vector<16xf32>, i32, i32, i32)
  %d = rocke.mma mfma_f32_32x32x16_bf16 %a, %a, %zero : vector<8xbf16>, vector<8xbf16>, vector<16xf32>
  // lgkmcnt(1): vmcnt 63, expcnt 7
  // CHECK: llvm.mlir.constant(49535 : i32)
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.s.waitcnt"
  rocke.wait lgkmcnt(1)
  // CHECK: llvm.store {{.*}} : vector<16xf32>
  rocke.global_store %d, %o[%off] : vector<16xf32>, !rocke.global<f32>
  rocke.return
}
