// The IR prints, parses and prints again to the same text.
// RUN: rocke-opt %s > %t.1
// RUN: rocke-opt %t.1 > %t.2
// RUN: diff %t.1 %t.2
// RUN: FileCheck %s < %t.1
// RUN: rocke-opt --mlir-print-op-generic %s | rocke-opt > %t.3
// RUN: diff %t.1 %t.3

// CHECK-LABEL: rocke.kernel @everything
// CHECK-SAME: (%[[Q:.*]]: !rocke.global<f16> {rocke.name = "q", rocke.noalias, rocke.readonly},
// CHECK-SAME: %[[O:.*]]: !rocke.global<f32>, %[[N:.*]]: i32, %[[STRIDE:.*]]: i64, %{{.*}}: f32)
// CHECK-SAME: attributes {arch = "gfx1151", waves_per_eu = 4 : i32, workgroup_size = array<i32: 64, 2, 1>}
rocke.kernel @everything(
    %q: !rocke.global<f16> {rocke.name = "q", rocke.readonly, rocke.noalias},
    %o: !rocke.global<f32>, %n: i32, %stride: i64, %scale: f32)
    attributes {arch = "gfx1151", workgroup_size = array<i32: 64, 2, 1>, waves_per_eu = 4 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: rocke.workitem_id x
  %x = rocke.workitem_id x
  // CHECK: rocke.workitem_id y
  %y = rocke.workitem_id y
  // CHECK: rocke.workgroup_id z
  %z = rocke.workgroup_id z
  // CHECK: %[[LANE:.*]] = rocke.lane_id
  %lane = rocke.lane_id
  // CHECK: rocke.wave_id
  %wave = rocke.wave_id
  // CHECK: rocke.lds_alloc : !rocke.lds<2048 x f16>
  %lds = rocke.lds_alloc : !rocke.lds<2048 x f16>
  // CHECK: rocke.lds_alloc {align = 64 : i32} : !rocke.lds<4 x f32>
  %lds2 = rocke.lds_alloc {align = 64 : i32} : !rocke.lds<4 x f32>
  // CHECK: rocke.advance %[[Q]], %[[STRIDE]] : !rocke.global<f16>
  %base = rocke.advance %q, %stride : !rocke.global<f16>
  %zero = arith.constant dense<0.0> : vector<8xf32>
  // CHECK: scf.for {{.*}} iter_args
  %acc, %sum, %count = scf.for %i = %c0 to %n step %c1
      iter_args(%a = %zero, %s = %scale, %c = %c0) -> (vector<8xf32>, f32, i32) : i32 {
    // CHECK: rocke.global_load %{{.*}}[%[[LANE]]] : !rocke.global<f16> -> vector<16xf16>
    %fa = rocke.global_load %base[%lane] : !rocke.global<f16> -> vector<16xf16>
    // CHECK: rocke.global_load %{{.*}}[%[[LANE]] + 32] {align = 2 : i32} : !rocke.global<f16> -> vector<16xf16>
    %fb = rocke.global_load %base[%lane + 32] {align = 2 : i32} : !rocke.global<f16> -> vector<16xf16>
    // CHECK: rocke.mma wmma_f32_16x16x16_f16 %{{.*}}, %{{.*}}, %{{.*}} : vector<16xf16>, vector<16xf16>, vector<8xf32>
    %d = rocke.mma wmma_f32_16x16x16_f16 %fa, %fb, %a
        : vector<16xf16>, vector<16xf16>, vector<8xf32>
    %s2 = arith.addf %s, %scale : f32
    %c2 = arith.addi %c, %c1 : i32
    scf.yield %d, %s2, %c2 : vector<8xf32>, f32, i32
  }
  // CHECK: rocke.exp2 %{{.*}} : vector<8xf32>
  %e = rocke.exp2 %acc : vector<8xf32>
  // CHECK: rocke.rcp %{{.*}} : f32
  %r = rocke.rcp %sum : f32
  // CHECK: rocke.cvt_pkrtz %{{.*}}, %{{.*}} : vector<2xf16>
  %p = rocke.cvt_pkrtz %r, %sum : vector<2xf16>
  // CHECK: rocke.perm %{{.*}}, %{{.*}}, 0x7060302
  %perm = rocke.perm %count, %c1, 0x07060302
  // CHECK: rocke.perm %{{.*}}, %{{.*}}, 0xC0C0302
  %perm2 = rocke.perm %count, %c1, 0x0C0C0302
  // CHECK: rocke.dot2 %{{.*}}, %{{.*}}, %{{.*}} : vector<2xf16>
  %dot = rocke.dot2 %p, %p, %sum : vector<2xf16>
  // CHECK: rocke.pin %{{.*}} : vector<8xf32>
  %pinned = rocke.pin %e : vector<8xf32>
  // CHECK: rocke.lane_xor %{{.*}}, 16 : vector<2xf16>
  %lx = rocke.lane_xor %p, 16 : vector<2xf16>
  // CHECK: rocke.xor_reduce max %{{.*}}, 31 : f32
  %m = rocke.xor_reduce max %r, 31 : f32
  // CHECK: rocke.readfirstlane %{{.*}} : i32
  %first = rocke.readfirstlane %count : i32
  %positive = arith.cmpi sgt, %count, %c0 : i32
  // CHECK: rocke.ballot %{{.*}} : i32
  %ballot = rocke.ballot %positive : i32
  // CHECK: rocke.lds_store %{{.*}}, %{{.*}}[%[[LANE]] - 4] : vector<2xf16>, !rocke.lds<2048 x f16>
  rocke.lds_store %p, %lds[%lane - 4] : vector<2xf16>, !rocke.lds<2048 x f16>
  // CHECK: rocke.wave_barrier
  rocke.wave_barrier
  // CHECK: rocke.barrier lds
  rocke.barrier lds
  // CHECK: rocke.barrier all
  rocke.barrier all
  // CHECK: rocke.barrier none
  rocke.barrier none
  // CHECK: rocke.wait vmcnt(3)
  rocke.wait vmcnt(3)
  // CHECK: rocke.wait vmcnt(0) lgkmcnt(1)
  rocke.wait vmcnt(0) lgkmcnt(1)
  // CHECK: rocke.sched_barrier 0x0
  rocke.sched_barrier 0x0
  // CHECK: rocke.sched_group_barrier ds_read, 4, 0
  rocke.sched_group_barrier ds_read, 4, 0
  // CHECK: rocke.iglp_opt 1
  rocke.iglp_opt 1
  // CHECK: rocke.setprio 3
  rocke.setprio 3
  // CHECK: rocke.lds_load %{{.*}}[%[[LANE]]] : !rocke.lds<2048 x f16> -> f16
  %h = rocke.lds_load %lds[%lane] : !rocke.lds<2048 x f16> -> f16
  // CHECK: scf.if
  scf.if %positive {
    // CHECK: rocke.global_store %{{.*}}, %[[O]][%[[LANE]]] : f32, !rocke.global<f32>
    rocke.global_store %m, %o[%lane] : f32, !rocke.global<f32>
  }
  // CHECK: rocke.return
  rocke.return
}

// CHECK-LABEL: rocke.kernel @wave64
rocke.kernel @wave64() attributes {arch = "gfx950", workgroup_size = array<i32: 64, 1, 1>} {
  %true = arith.constant true
  // CHECK: rocke.ballot %{{.*}} : i64
  %b = rocke.ballot %true : i64
  %z = arith.constant dense<0.0> : vector<16xf32>
  %a = arith.constant dense<0.0> : vector<8xbf16>
  // CHECK: rocke.mma mfma_f32_32x32x16_bf16
  %d = rocke.mma mfma_f32_32x32x16_bf16 %a, %a, %z : vector<8xbf16>, vector<8xbf16>, vector<16xf32>
  rocke.return
}
