// Attributes that save registers, and ids.
// RUN: rocke-opt --rocke-to-llvm --split-input-file %s | FileCheck %s

// CHECK-LABEL: llvm.func @flat(
// CHECK-SAME: "amdgpu-no-implicitarg-ptr"
// CHECK-SAME: "amdgpu-no-workitem-id-y", "amdgpu-no-workitem-id-z", "amdgpu-no-workgroup-id-y", "amdgpu-no-workgroup-id-z"
// CHECK-SAME: ["amdgpu-ieee", "false"]
// CHECK-SAME: rocdl.flat_work_group_size = "128,128", rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 128, 1, 1>, rocdl.waves_per_eu = 4 : i32
rocke.kernel @flat(%o: !rocke.global<i32>)
    attributes {arch = "gfx1151", workgroup_size = array<i32: 128, 1, 1>, waves_per_eu = 4 : i32} {
  // CHECK: %[[X:.*]] = llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"()
  // CHECK: %[[LANE:.*]] = llvm.and %[[X]], %{{.*}} : i32
  %lane = rocke.lane_id
  // CHECK: %[[WAVE:.*]] = llvm.lshr
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.readfirstlane"(%[[WAVE]])
  %wave = rocke.wave_id
  // CHECK: llvm.call_intrinsic "llvm.amdgcn.workgroup.id.x"()
  %wg = rocke.workgroup_id x
  rocke.global_store %wave, %o[%lane] : i32, !rocke.global<i32>
  rocke.global_store %wg, %o[%lane] : i32, !rocke.global<i32>
  // CHECK: llvm.return
  rocke.return
}

// -----

// A workgroup of several dimensions: lanes are counted over x, then y, then z.
// CHECK-LABEL: llvm.func @deep(
// CHECK-NOT: "amdgpu-no-workitem-id
rocke.kernel @deep(%o: !rocke.global<i32>)
    attributes {arch = "gfx950", workgroup_size = array<i32: 16, 4, 2>} {
  // CHECK: %[[Z:.*]] = llvm.call_intrinsic "llvm.amdgcn.workitem.id.z"()
  // CHECK: %[[FOUR:.*]] = llvm.mlir.constant(4 : i32)
  // CHECK: %[[ZY:.*]] = llvm.mul %[[Z]], %[[FOUR]]
  // CHECK: %[[Y:.*]] = llvm.call_intrinsic "llvm.amdgcn.workitem.id.y"()
  // CHECK: %[[SUM:.*]] = llvm.add %[[ZY]], %[[Y]]
  // CHECK: %[[SIXTEEN:.*]] = llvm.mlir.constant(16 : i32)
  // CHECK: llvm.mul %[[SUM]], %[[SIXTEEN]]
  // CHECK: %[[MASK:.*]] = llvm.mlir.constant(63 : i32)
  // CHECK: llvm.and %{{.*}}, %[[MASK]]
  %lane = rocke.lane_id
  rocke.global_store %lane, %o[%lane] : i32, !rocke.global<i32>
  rocke.return
}
