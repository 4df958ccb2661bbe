module {
  rocke.kernel @vector_add_f32_b256(%arg0: !rocke.global<f32> {rocke.name = "a", rocke.noalias, rocke.readonly}, %arg1: !rocke.global<f32> {rocke.name = "b", rocke.noalias, rocke.readonly}, %arg2: !rocke.global<f32> {rocke.name = "c", rocke.noalias}, %arg3: i64 {rocke.name = "n"}) attributes {arch = "gfx1151", workgroup_size = array<i32: 256, 1, 1>} {
    %0 = rocke.workgroup_id x
    %1 = arith.extsi %0 : i32 to i64
    %c1024_i64 = arith.constant 1024 : i64
    %2 = arith.muli %1, %c1024_i64 : i64
    %3 = arith.subi %arg3, %2 : i64
    %c1024_i64_0 = arith.constant 1024 : i64
    %4 = arith.minsi %3, %c1024_i64_0 : i64
    %5 = arith.trunci %4 : i64 to i32
    %c4_i64 = arith.constant 4 : i64
    %6 = arith.muli %2, %c4_i64 : i64
    %7 = rocke.advance %arg0, %6 : !rocke.global<f32>
    %c4_i64_1 = arith.constant 4 : i64
    %8 = arith.muli %2, %c4_i64_1 : i64
    %9 = rocke.advance %arg1, %8 : !rocke.global<f32>
    %c4_i64_2 = arith.constant 4 : i64
    %10 = arith.muli %2, %c4_i64_2 : i64
    %11 = rocke.advance %arg2, %10 : !rocke.global<f32>
    %12 = rocke.workitem_id x
    %c4_i32 = arith.constant 4 : i32
    %13 = arith.muli %12, %c4_i32 : i32
    %c4_i32_3 = arith.constant 4 : i32
    %14 = arith.addi %13, %c4_i32_3 : i32
    %15 = arith.cmpi sle, %14, %5 : i32
    scf.if %15 {
      %c4_i32_4 = arith.constant 4 : i32
      %16 = arith.muli %13, %c4_i32_4 : i32
      %17 = rocke.global_load %7[%16] {align = 16 : i32} : !rocke.global<f32> -> vector<4xf32>
      %18 = rocke.global_load %9[%16] {align = 16 : i32} : !rocke.global<f32> -> vector<4xf32>
      %19 = arith.addf %17, %18 : vector<4xf32>
      rocke.global_store %19, %11[%16] {align = 16 : i32} : vector<4xf32>, !rocke.global<f32>
    } else {
      %c1_i32 = arith.constant 1 : i32
      scf.for %arg4 = %13 to %5 step %c1_i32  : i32 {
        %c4_i32_4 = arith.constant 4 : i32
        %16 = arith.muli %arg4, %c4_i32_4 : i32
        %17 = rocke.global_load %7[%16] {align = 4 : i32} : !rocke.global<f32> -> f32
        %18 = rocke.global_load %9[%16] {align = 4 : i32} : !rocke.global<f32> -> f32
        %19 = arith.addf %17, %18 : f32
        rocke.global_store %19, %11[%16] {align = 4 : i32} : f32, !rocke.global<f32>
      }
    }
    rocke.return
  }
}
