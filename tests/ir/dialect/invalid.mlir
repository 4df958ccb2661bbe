// Each verifier says what is wrong and what would be right.
// RUN: rocke-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{unknown arch 'gfx9999'; allowed are gfx1151, gfx950}}
rocke.kernel @k() attributes {arch = "gfx9999", workgroup_size = array<i32: 32, 1, 1>} {
  rocke.return
}

// -----

// expected-error @below {{name '' is no symbol of a kernel}}
rocke.kernel @""() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  rocke.return
}

// -----

// expected-error @below {{name 'llvm.memcpy' is no symbol of a kernel: letters, digits, '_', '.' and '$', not beginning with a digit or 'llvm.', not ending in '.kd'}}
rocke.kernel @llvm.memcpy() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  rocke.return
}

// -----

// expected-error @below {{name 'k.kd' is no symbol of a kernel}}
rocke.kernel @k.kd() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  rocke.return
}

// -----

// expected-error @below {{workgroup_size has 3 extents, not 2}}
rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1>} {
  rocke.return
}

// -----

// expected-error @below {{workgroup_size extent 0 is not within 1 and 1024}}
rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 0, 1>} {
  rocke.return
}

// -----

// expected-error @below {{a workgroup of 2048 work-items exceeds the 1024 of gfx1151}}
rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 1024, 2, 1>} {
  rocke.return
}

// -----

// expected-error @below {{waves_per_eu 17 is not within 1 and 16}}
rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>, waves_per_eu = 17 : i32} {
  rocke.return
}

// -----

// expected-error @below {{parameter 0 has type 'f16'; allowed are !rocke.global<...>, i32, i64, f32 and f64}}
rocke.kernel @k(%x: f16) attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  rocke.return
}

// -----

rocke.kernel @k(%n: i32) attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  // expected-error @below {{block with no terminator}}
  %l = rocke.lane_id
}

// -----

// expected-error @below {{must end with rocke.return}}
rocke.kernel @k(%n: i32) attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  llvm.unreachable
}

// -----

// expected-error @below {{allocates 65552 bytes of LDS; a workgroup of gfx1151 has 65536}}
rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  %a = rocke.lds_alloc : !rocke.lds<16384 x f32>
  %b = rocke.lds_alloc : !rocke.lds<4 x f32>
  rocke.return
}

// -----

rocke.kernel @k(%n: i32) attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  %zero = arith.constant 0 : i32
  scf.for %i = %zero to %n step %n : i32 {
    // expected-error @below {{must stand in the kernel's own block}}
    %a = rocke.lds_alloc : !rocke.lds<4 x f32>
  }
  rocke.return
}

// -----

// A loop with iter-args must yield them.
rocke.kernel @k(%n: i32, %f: f32) attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  %zero = arith.constant 0 : i32
  // expected-error @below {{along control flow edge from Operation scf.yield}}
  // expected-note @below {{region branch point}}
  %r = scf.for %i = %zero to %n step %n iter_args(%a = %f) -> (f32) : i32 {
  }
  rocke.return
}

// -----

rocke.kernel @k(%q: !rocke.global<f16>, %o: i32) attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  // expected-error @below {{'rocke.lds_load' op operand #0 must be a buffer in the workgroup's LDS}}
  %v = "rocke.lds_load"(%q, %o) <{imm = 0 : i32}> : (!rocke.global<f16>, i32) -> f16
  rocke.return
}

// -----

rocke.kernel @k(%o: i32) attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  %a = rocke.lds_alloc : !rocke.lds<4 x f32>
  // expected-error @below {{'rocke.global_load' op operand #0 must be a uniform pointer to global memory}}
  %v = "rocke.global_load"(%a, %o) <{imm = 0 : i32}> : (!rocke.lds<4 x f32>, i32) -> f32
  rocke.return
}

// -----

rocke.kernel @k(%q: !rocke.global<f16>, %o: i32) attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  // expected-error @below {{moves 'vector<4xbf16>' but the memory holds 'f16'}}
  %v = rocke.global_load %q[%o] : !rocke.global<f16> -> vector<4xbf16>
  rocke.return
}

// -----

rocke.kernel @k(%q: !rocke.global<f16>, %o: i32) attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  // expected-error @below {{align 3 is not one of 1, 2, 4, 8, 16}}
  %v = rocke.global_load %q[%o] {align = 3 : i32} : !rocke.global<f16> -> f16
  rocke.return
}

// -----

rocke.kernel @k(%q: !rocke.global<f16>, %o: i32) attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  // expected-error @below {{must be an element, or a vector of 1, 2, 3, 4, 8 or 16 elements}}
  %v = rocke.global_load %q[%o] : !rocke.global<f16> -> vector<5xf16>
  rocke.return
}

// -----

// expected-error @below {{memory cannot hold elements of type 'i1'}}
rocke.kernel @k(%q: !rocke.global<i1>) attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  rocke.return
}

// -----

rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  %a = arith.constant dense<0.0> : vector<16xf16>
  %c = arith.constant dense<0.0> : vector<8xf32>
  // expected-error @below {{unknown matrix atom 'wmma_f32_32x32x32_f16'; known are wmma_f32_16x16x16_f16}}
  %d = rocke.mma wmma_f32_32x32x32_f16 %a, %a, %c : vector<16xf16>, vector<16xf16>, vector<8xf32>
  rocke.return
}

// -----

rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  %a = arith.constant dense<0.0> : vector<8xf16>
  %c = arith.constant dense<0.0> : vector<16xf32>
  // expected-error @below {{gfx1151 has no matrix atom mfma_f32_32x32x16_f16; it has wmma_f32_16x16x16_f16, wmma_f32_16x16x16_bf16}}
  %d = rocke.mma mfma_f32_32x32x16_f16 %a, %a, %c : vector<8xf16>, vector<8xf16>, vector<16xf32>
  rocke.return
}

// -----

rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  %a = arith.constant dense<0.0> : vector<16xf16>
  %b = arith.constant dense<0.0> : vector<16xbf16>
  %c = arith.constant dense<0.0> : vector<8xf32>
  // expected-error @below {{operand b of wmma_f32_16x16x16_f16 is a fragment of type 'vector<16xf16>', not 'vector<16xbf16>'}}
  %d = rocke.mma wmma_f32_16x16x16_f16 %a, %b, %c : vector<16xf16>, vector<16xbf16>, vector<8xf32>
  rocke.return
}

// -----

rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  %a = arith.constant dense<0.0> : vector<8xf16>
  %c = arith.constant dense<0.0> : vector<8xf32>
  // expected-error @below {{operand a of wmma_f32_16x16x16_f16 is a fragment of type 'vector<16xf16>', not 'vector<8xf16>'}}
  %d = rocke.mma wmma_f32_16x16x16_f16 %a, %a, %c : vector<8xf16>, vector<8xf16>, vector<8xf32>
  rocke.return
}

// -----

rocke.kernel @k(%v: f32) attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  // expected-error @below {{mask 32 is not within 1 and 31, the lane numbers of a wavefront}}
  %x = rocke.lane_xor %v, 32 : f32
  rocke.return
}

// -----

rocke.kernel @k(%v: f32) attributes {arch = "gfx950", workgroup_size = array<i32: 64, 1, 1>} {
  // expected-error @below {{mask 0 is not within 1 and 63, the lane numbers of a wavefront}}
  %x = rocke.xor_reduce max %v, 0 : f32
  rocke.return
}

// -----

rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  %true = arith.constant true
  // expected-error @below {{a wavefront of gfx1151 has 32 lanes: the result is i32, not 'i64'}}
  %b = rocke.ballot %true : i64
  rocke.return
}

// -----

rocke.kernel @k() attributes {arch = "gfx950", workgroup_size = array<i32: 64, 1, 1>} {
  // expected-error @below {{lgkmcnt(16) is not within 0 and 15}}
  rocke.wait lgkmcnt(16)
  rocke.return
}

// -----

rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  // expected-error @below {{names neither vmcnt nor lgkmcnt}}
  rocke.wait
  rocke.return
}

// -----

rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  // expected-error @below {{priority 4 is not within 0 and 3}}
  rocke.setprio 4
  rocke.return
}

// -----

rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  // expected-error @below {{mask has unknown bits 0x8000}}
  rocke.sched_barrier 0x8001
  rocke.return
}

// -----

rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  // expected-error @below {{size 0 is not positive}}
  rocke.sched_group_barrier mma, 0, 0
  rocke.return
}

// -----

rocke.kernel @k() attributes {arch = "gfx1151", workgroup_size = array<i32: 32, 1, 1>} {
  // expected-error @below {{variant 4 is not within 0 and 3}}
  rocke.iglp_opt 4
  rocke.return
}
