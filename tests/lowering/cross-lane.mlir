// RUN: rocke-opt --rocke-expand-reductions --split-input-file %s | FileCheck %s --check-prefix=EXPAND
// RUN: rocke-opt --rocke-to-llvm --split-input-file %s | FileCheck %s

// EXPAND-LABEL: @wave32
// EXPAND: %[[A:.*]] = rocke.lane_xor %[[V:.*]], 4 : f32
// EXPAND: %[[M:.*]] = arith.maxnumf %[[V]], %[[A]]
// EXPAND: %[[B:.*]] = rocke.lane_xor %[[M]], 16 : f32
// EXPAND: arith.maxnumf %[[M]], %[[B]]
// EXPAND-NOT: xor_reduce
// CHECK-LABEL: llvm.func @wave32
rocke.kernel @wave32(%o: !rocke.global<f32>, %v: f32, %i: i32)
    attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : i32
  // 0x160 | 4 = 356, DPP row_xmask:4
  // CHECK: llvm.mlir.constant(356 : i32)
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.update.dpp"
  // CHECK: llvm.intr.maxnum
  // 0x76543210 and 0xfedcba98
  // CHECK: llvm.mlir.constant(1985229328 : i32)
  // CHECK: llvm.mlir.constant(-19088744 : i32)
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.permlanex16"
  %m = rocke.xor_reduce max %v, 20 : f32
  // One instruction for a mask over both rows: 0x67452301 and 0xefcdab89.
  // CHECK: llvm.mlir.constant(1732584193 : i32)
  // CHECK: llvm.mlir.constant(-271733879 : i32)
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.permlanex16"
  %x = rocke.lane_xor %i, 17 : i32
  rocke.global_store %m, %o[%x] : f32, !rocke.global<f32>
  rocke.return
}

// -----

// EXPAND-LABEL: @wave64
// CHECK-LABEL: llvm.func @wave64
rocke.kernel @wave64(%o: !rocke.global<i32>, %i: i32)
    attributes {arch = "gfx950", workgroup_size = array<i32: 64, 1, 1>} {
  // quad_perm:[1,0,3,2] is 0xb1
  // CHECK: llvm.mlir.constant(177 : i32)
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.update.dpp"
  %a = rocke.lane_xor %i, 1 : i32
  // row_mirror
  // CHECK: llvm.mlir.constant(320 : i32)
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.update.dpp"
  %b = rocke.lane_xor %a, 15 : i32
  // 4 << 10 | 31
  // CHECK: llvm.mlir.constant(4127 : i32)
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.ds.swizzle"
  %c = rocke.lane_xor %b, 4 : i32
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.permlane32.swap"
  %d = rocke.lane_xor %c, 32 : i32
  rocke.global_store %d, %o[%i] : i32, !rocke.global<i32>
  rocke.return
}
