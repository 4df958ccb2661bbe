// Global memory: scalar base, zero-extended 32-bit offset, constant last. LDS: 32-bit addresses.
// RUN: rocke-opt --rocke-to-llvm %s | FileCheck %s

// CHECK-LABEL: llvm.mlir.global internal @memory.lds0() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x f16>
// CHECK: llvm.mlir.poison
// CHECK-LABEL: llvm.func @memory(
// CHECK-SAME: %[[Q:.*]]: !llvm.ptr<1> {llvm.noalias, llvm.noundef, llvm.readonly}, %{{.*}}: !llvm.ptr<1> {llvm.noundef}, %[[STRIDE:.*]]: i64
rocke.kernel @memory(%q: !rocke.global<f16> {rocke.readonly, rocke.noalias}, %o: !rocke.global<f16>, %stride: i64)
    attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  %lane = rocke.lane_id
  %lds = rocke.lds_alloc : !rocke.lds<64 x f16>
  // CHECK: %[[LDS:.*]] = llvm.mlir.addressof @memory.lds0
  // CHECK: %[[WIDE:.*]] = llvm.zext %[[LANE:.*]] : i32 to i64
  // CHECK: %[[PTR:.*]] = llvm.getelementptr inbounds %[[Q]][%[[WIDE]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  // CHECK: %[[IMM:.*]] = llvm.getelementptr inbounds %[[PTR]][48]
  // CHECK: llvm.load %[[IMM]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<16xf16>
  %a = rocke.global_load %q[%lane + 48] : !rocke.global<f16> -> vector<16xf16>
  // CHECK: %[[MOVED:.*]] = llvm.getelementptr inbounds %[[Q]][%[[STRIDE]]]
  // CHECK: %[[BASE:.*]] = llvm.inline_asm "", "=s,0" %[[MOVED]]
  %base = rocke.advance %q, %stride : !rocke.global<f16>
  // CHECK: llvm.getelementptr inbounds %[[BASE]]
  // CHECK: llvm.load {{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> vector<3xf16>
  %b = rocke.global_load %base[%lane] {align = 2 : i32} : !rocke.global<f16> -> vector<3xf16>
  // CHECK: %[[SLOT:.*]] = llvm.getelementptr inbounds %[[LDS]][%{{.*}}] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  // CHECK: llvm.store %{{.*}}, %[[SLOT]] {alignment = 4 : i64} : vector<3xf16>, !llvm.ptr<3>
  rocke.global_store %a, %o[%lane] : vector<16xf16>, !rocke.global<f16>
  rocke.lds_store %b, %lds[%lane] : vector<3xf16>, !rocke.lds<64 x f16>
  rocke.return
}
