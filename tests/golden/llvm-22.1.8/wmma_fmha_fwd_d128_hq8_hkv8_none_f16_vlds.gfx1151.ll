; ModuleID = 'rocke'
source_filename = "rocke"
target triple = "amdgcn-amd-amdhsa"

@wmma_fmha_fwd_d128_hq8_hkv8_none_f16_vlds.lds0 = internal addrspace(3) global [2560 x half] poison, align 16

define amdgpu_kernel void @wmma_fmha_fwd_d128_hq8_hkv8_none_f16_vlds(ptr addrspace(1) noalias noundef readonly %q, ptr addrspace(1) noalias noundef readonly %k, ptr addrspace(1) noalias noundef readonly %v, ptr addrspace(1) noalias noundef %o, i64 noundef %q_batch_stride, i32 noundef %q_seqlen_stride, i32 noundef %q_head_stride, i64 noundef %k_batch_stride, i32 noundef %k_seqlen_stride, i32 noundef %k_head_stride, i64 noundef %v_batch_stride, i32 noundef %v_seqlen_stride, i32 noundef %v_head_stride, i64 noundef %o_batch_stride, i32 noundef %o_seqlen_stride, i32 noundef %o_head_stride, i32 noundef %seqlen_q, i32 noundef %seqlen_k, float noundef %scale) #0 !reqd_work_group_size !1 {
  %1 = call i32 @llvm.amdgcn.workitem.id.x()
  %2 = and i32 %1, 31
  %3 = urem i32 %2, 16
  %4 = udiv i32 %2, 16
  %5 = fmul float %scale, 0x3FF7154760000000
  %6 = mul i32 %2, 16
  %7 = mul i32 %3, 16
  %8 = call <8 x float> asm "", "=v,0"(<8 x float> zeroinitializer)
  %9 = call i32 @llvm.amdgcn.workgroup.id.x()
  %10 = call i32 @llvm.amdgcn.workgroup.id.y()
  %11 = call i32 @llvm.amdgcn.workgroup.id.z()
  %12 = mul i32 %9, 16
  %13 = sext i32 %11 to i64
  %14 = mul i64 %13, %q_batch_stride
  %15 = sext i32 %10 to i64
  %16 = sext i32 %q_head_stride to i64
  %17 = mul i64 %15, %16
  %18 = add i64 %14, %17
  %19 = mul i64 %18, 2
  %20 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 %19
  %21 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %20)
  %22 = sext i32 %12 to i64
  %23 = sext i32 %q_seqlen_stride to i64
  %24 = mul i64 %22, %23
  %25 = mul i64 %24, 2
  %26 = getelementptr inbounds i8, ptr addrspace(1) %21, i64 %25
  %27 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %26)
  %28 = sub i32 %seqlen_q, %12
  %29 = sub i32 %28, 1
  %30 = call i32 @llvm.smin.i32(i32 %3, i32 %29)
  %31 = mul i32 %q_seqlen_stride, %30
  %32 = mul i32 %31, 2
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds i8, ptr addrspace(1) %27, i64 %33
  %35 = load <16 x half>, ptr addrspace(1) %34, align 16
  %36 = getelementptr inbounds i8, ptr addrspace(1) %34, i32 32
  %37 = load <16 x half>, ptr addrspace(1) %36, align 16
  %38 = getelementptr inbounds i8, ptr addrspace(1) %34, i32 64
  %39 = load <16 x half>, ptr addrspace(1) %38, align 16
  %40 = getelementptr inbounds i8, ptr addrspace(1) %34, i32 96
  %41 = load <16 x half>, ptr addrspace(1) %40, align 16
  %42 = getelementptr inbounds i8, ptr addrspace(1) %34, i32 128
  %43 = load <16 x half>, ptr addrspace(1) %42, align 16
  %44 = getelementptr inbounds i8, ptr addrspace(1) %34, i32 160
  %45 = load <16 x half>, ptr addrspace(1) %44, align 16
  %46 = getelementptr inbounds i8, ptr addrspace(1) %34, i32 192
  %47 = load <16 x half>, ptr addrspace(1) %46, align 16
  %48 = getelementptr inbounds i8, ptr addrspace(1) %34, i32 224
  %49 = load <16 x half>, ptr addrspace(1) %48, align 16
  %50 = mul i64 %13, %k_batch_stride
  %51 = sext i32 %k_head_stride to i64
  %52 = mul i64 %15, %51
  %53 = add i64 %50, %52
  %54 = mul i64 %53, 2
  %55 = getelementptr inbounds i8, ptr addrspace(1) %k, i64 %54
  %56 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %55)
  %57 = mul i64 %13, %v_batch_stride
  %58 = sext i32 %v_head_stride to i64
  %59 = mul i64 %15, %58
  %60 = add i64 %57, %59
  %61 = mul i64 %60, 2
  %62 = getelementptr inbounds i8, ptr addrspace(1) %v, i64 %61
  %63 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %62)
  %64 = add i32 %seqlen_k, 15
  %65 = udiv i32 %64, 16
  %66 = udiv i32 %seqlen_k, 16
  %67 = icmp sgt i32 %65, 4
  %68 = select i1 %67, i32 %66, i32 0
  %69 = and i32 %3, 1
  %70 = mul i32 %69, 8
  %71 = and i32 %3, 14
  %72 = udiv i32 %71, 2
  %73 = or i32 %70, %72
  %74 = mul i32 %k_seqlen_stride, %73
  %75 = mul i32 %74, 2
  %76 = mul i32 %4, 8
  %77 = mul i32 %3, 8
  %78 = mul i32 %v_seqlen_stride, %76
  %79 = add i32 %78, %77
  %80 = mul i32 %79, 2
  %81 = add i32 %76, 1
  %82 = mul i32 %v_seqlen_stride, %81
  %83 = add i32 %82, %77
  %84 = mul i32 %83, 2
  %85 = add i32 %76, 2
  %86 = mul i32 %v_seqlen_stride, %85
  %87 = add i32 %86, %77
  %88 = mul i32 %87, 2
  %89 = add i32 %76, 3
  %90 = mul i32 %v_seqlen_stride, %89
  %91 = add i32 %90, %77
  %92 = mul i32 %91, 2
  %93 = add i32 %76, 4
  %94 = mul i32 %v_seqlen_stride, %93
  %95 = add i32 %94, %77
  %96 = mul i32 %95, 2
  %97 = add i32 %76, 5
  %98 = mul i32 %v_seqlen_stride, %97
  %99 = add i32 %98, %77
  %100 = mul i32 %99, 2
  %101 = add i32 %76, 6
  %102 = mul i32 %v_seqlen_stride, %101
  %103 = add i32 %102, %77
  %104 = mul i32 %103, 2
  %105 = add i32 %76, 7
  %106 = mul i32 %v_seqlen_stride, %105
  %107 = add i32 %106, %77
  %108 = mul i32 %107, 2
  %109 = insertelement <8 x float> poison, float %5, i32 0
  %110 = shufflevector <8 x float> %109, <8 x float> poison, <8 x i32> zeroinitializer
  %111 = sext i32 %k_seqlen_stride to i64
  %112 = mul i64 %111, 32
  %113 = sext i32 %v_seqlen_stride to i64
  %114 = mul i64 %113, 32
  br label %115

115:                                              ; preds = %130, %0
  %116 = phi i32 [ %442, %130 ], [ 0, %0 ]
  %117 = phi ptr addrspace(1) [ %378, %130 ], [ %56, %0 ]
  %118 = phi ptr addrspace(1) [ %380, %130 ], [ %63, %0 ]
  %119 = phi float [ %200, %130 ], [ 0xC7EFFFFFE0000000, %0 ]
  %120 = phi float [ %250, %130 ], [ 0.000000e+00, %0 ]
  %121 = phi <8 x float> [ %392, %130 ], [ zeroinitializer, %0 ]
  %122 = phi <8 x float> [ %399, %130 ], [ zeroinitializer, %0 ]
  %123 = phi <8 x float> [ %406, %130 ], [ zeroinitializer, %0 ]
  %124 = phi <8 x float> [ %413, %130 ], [ zeroinitializer, %0 ]
  %125 = phi <8 x float> [ %420, %130 ], [ zeroinitializer, %0 ]
  %126 = phi <8 x float> [ %427, %130 ], [ zeroinitializer, %0 ]
  %127 = phi <8 x float> [ %434, %130 ], [ zeroinitializer, %0 ]
  %128 = phi <8 x float> [ %441, %130 ], [ zeroinitializer, %0 ]
  %129 = icmp slt i32 %116, %68
  br i1 %129, label %130, label %443

130:                                              ; preds = %115
  %131 = zext i32 %75 to i64
  %132 = getelementptr inbounds i8, ptr addrspace(1) %117, i64 %131
  %133 = load <16 x half>, ptr addrspace(1) %132, align 16
  %134 = getelementptr inbounds i8, ptr addrspace(1) %132, i32 32
  %135 = load <16 x half>, ptr addrspace(1) %134, align 16
  %136 = getelementptr inbounds i8, ptr addrspace(1) %132, i32 64
  %137 = load <16 x half>, ptr addrspace(1) %136, align 16
  %138 = getelementptr inbounds i8, ptr addrspace(1) %132, i32 96
  %139 = load <16 x half>, ptr addrspace(1) %138, align 16
  %140 = getelementptr inbounds i8, ptr addrspace(1) %132, i32 128
  %141 = load <16 x half>, ptr addrspace(1) %140, align 16
  %142 = getelementptr inbounds i8, ptr addrspace(1) %132, i32 160
  %143 = load <16 x half>, ptr addrspace(1) %142, align 16
  %144 = getelementptr inbounds i8, ptr addrspace(1) %132, i32 192
  %145 = load <16 x half>, ptr addrspace(1) %144, align 16
  %146 = getelementptr inbounds i8, ptr addrspace(1) %132, i32 224
  %147 = load <16 x half>, ptr addrspace(1) %146, align 16
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %148 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %133, <16 x half> %35, <8 x float> %8)
  %149 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %135, <16 x half> %37, <8 x float> %148)
  %150 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %137, <16 x half> %39, <8 x float> %149)
  %151 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %139, <16 x half> %41, <8 x float> %150)
  %152 = zext i32 %80 to i64
  %153 = getelementptr inbounds i8, ptr addrspace(1) %118, i64 %152
  %154 = load <8 x half>, ptr addrspace(1) %153, align 16
  %155 = zext i32 %84 to i64
  %156 = getelementptr inbounds i8, ptr addrspace(1) %118, i64 %155
  %157 = load <8 x half>, ptr addrspace(1) %156, align 16
  %158 = zext i32 %88 to i64
  %159 = getelementptr inbounds i8, ptr addrspace(1) %118, i64 %158
  %160 = load <8 x half>, ptr addrspace(1) %159, align 16
  %161 = zext i32 %92 to i64
  %162 = getelementptr inbounds i8, ptr addrspace(1) %118, i64 %161
  %163 = load <8 x half>, ptr addrspace(1) %162, align 16
  %164 = zext i32 %96 to i64
  %165 = getelementptr inbounds i8, ptr addrspace(1) %118, i64 %164
  %166 = load <8 x half>, ptr addrspace(1) %165, align 16
  %167 = zext i32 %100 to i64
  %168 = getelementptr inbounds i8, ptr addrspace(1) %118, i64 %167
  %169 = load <8 x half>, ptr addrspace(1) %168, align 16
  %170 = zext i32 %104 to i64
  %171 = getelementptr inbounds i8, ptr addrspace(1) %118, i64 %170
  %172 = load <8 x half>, ptr addrspace(1) %171, align 16
  %173 = zext i32 %108 to i64
  %174 = getelementptr inbounds i8, ptr addrspace(1) %118, i64 %173
  %175 = load <8 x half>, ptr addrspace(1) %174, align 16
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %176 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %141, <16 x half> %43, <8 x float> %151)
  %177 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %143, <16 x half> %45, <8 x float> %176)
  %178 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %145, <16 x half> %47, <8 x float> %177)
  %179 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %147, <16 x half> %49, <8 x float> %178)
  %180 = extractelement <8 x float> %179, i64 0
  %181 = extractelement <8 x float> %179, i64 1
  %182 = extractelement <8 x float> %179, i64 2
  %183 = extractelement <8 x float> %179, i64 3
  %184 = extractelement <8 x float> %179, i64 4
  %185 = extractelement <8 x float> %179, i64 5
  %186 = extractelement <8 x float> %179, i64 6
  %187 = extractelement <8 x float> %179, i64 7
  %188 = call float @llvm.maxnum.f32(float %180, float %181)
  %189 = call float @llvm.maxnum.f32(float %188, float %182)
  %190 = call float @llvm.maxnum.f32(float %183, float %184)
  %191 = call float @llvm.maxnum.f32(float %190, float %185)
  %192 = call float @llvm.maxnum.f32(float %186, float %187)
  %193 = call float @llvm.maxnum.f32(float %189, float %191)
  %194 = call float @llvm.maxnum.f32(float %193, float %192)
  %195 = bitcast float %194 to i32
  %196 = call i32 @llvm.amdgcn.permlanex16.i32(i32 poison, i32 %195, i32 1985229328, i32 -19088744, i1 true, i1 false)
  %197 = bitcast i32 %196 to float
  %198 = call float @llvm.maxnum.f32(float %194, float %197)
  %199 = call float @llvm.fma.f32(float %198, float %5, float 0xBF40A5E4A0000000)
  %200 = call float @llvm.maxnum.f32(float %119, float %199)
  %201 = insertelement <8 x float> poison, float %200, i32 0
  %202 = shufflevector <8 x float> %201, <8 x float> poison, <8 x i32> zeroinitializer
  %203 = fneg <8 x float> %202
  %204 = call <8 x float> @llvm.fma.v8f32(<8 x float> %179, <8 x float> %110, <8 x float> %203)
  %205 = extractelement <8 x float> %204, i32 0
  %206 = call float @llvm.amdgcn.exp2.f32(float %205)
  %207 = insertelement <8 x float> poison, float %206, i32 0
  %208 = extractelement <8 x float> %204, i32 1
  %209 = call float @llvm.amdgcn.exp2.f32(float %208)
  %210 = insertelement <8 x float> %207, float %209, i32 1
  %211 = extractelement <8 x float> %204, i32 2
  %212 = call float @llvm.amdgcn.exp2.f32(float %211)
  %213 = insertelement <8 x float> %210, float %212, i32 2
  %214 = extractelement <8 x float> %204, i32 3
  %215 = call float @llvm.amdgcn.exp2.f32(float %214)
  %216 = insertelement <8 x float> %213, float %215, i32 3
  %217 = extractelement <8 x float> %204, i32 4
  %218 = call float @llvm.amdgcn.exp2.f32(float %217)
  %219 = insertelement <8 x float> %216, float %218, i32 4
  %220 = extractelement <8 x float> %204, i32 5
  %221 = call float @llvm.amdgcn.exp2.f32(float %220)
  %222 = insertelement <8 x float> %219, float %221, i32 5
  %223 = extractelement <8 x float> %204, i32 6
  %224 = call float @llvm.amdgcn.exp2.f32(float %223)
  %225 = insertelement <8 x float> %222, float %224, i32 6
  %226 = extractelement <8 x float> %204, i32 7
  %227 = call float @llvm.amdgcn.exp2.f32(float %226)
  %228 = insertelement <8 x float> %225, float %227, i32 7
  %229 = fsub float %119, %200
  %230 = call float @llvm.amdgcn.exp2.f32(float %229)
  %231 = fmul float %120, %230
  %232 = extractelement <8 x float> %228, i64 0
  %233 = extractelement <8 x float> %228, i64 1
  %234 = extractelement <8 x float> %228, i64 2
  %235 = extractelement <8 x float> %228, i64 3
  %236 = extractelement <8 x float> %228, i64 4
  %237 = extractelement <8 x float> %228, i64 5
  %238 = extractelement <8 x float> %228, i64 6
  %239 = extractelement <8 x float> %228, i64 7
  %240 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %232, float %233)
  %241 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %234, float %235)
  %242 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %236, float %237)
  %243 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %238, float %239)
  %244 = shufflevector <2 x half> %240, <2 x half> %241, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %245 = shufflevector <2 x half> %242, <2 x half> %243, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %246 = shufflevector <4 x half> %244, <4 x half> %245, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %247 = call float @llvm.amdgcn.fdot2(<2 x half> %240, <2 x half> splat (half 0xH3C00), float %231, i1 false)
  %248 = call float @llvm.amdgcn.fdot2(<2 x half> %241, <2 x half> splat (half 0xH3C00), float %247, i1 false)
  %249 = call float @llvm.amdgcn.fdot2(<2 x half> %242, <2 x half> splat (half 0xH3C00), float %248, i1 false)
  %250 = call float @llvm.amdgcn.fdot2(<2 x half> %243, <2 x half> splat (half 0xH3C00), float %249, i1 false)
  fence syncscope("wavefront") release, !mmra !2
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire, !mmra !2
  %251 = getelementptr inbounds i8, ptr addrspace(3) @wmma_fmha_fwd_d128_hq8_hkv8_none_f16_vlds.lds0, i32 %6
  store <8 x half> %246, ptr addrspace(3) %251, align 16
  %252 = bitcast <8 x half> %154 to <4 x i32>
  %253 = bitcast <8 x half> %157 to <4 x i32>
  %254 = bitcast <8 x half> %160 to <4 x i32>
  %255 = bitcast <8 x half> %163 to <4 x i32>
  %256 = bitcast <8 x half> %166 to <4 x i32>
  %257 = bitcast <8 x half> %169 to <4 x i32>
  %258 = bitcast <8 x half> %172 to <4 x i32>
  %259 = bitcast <8 x half> %175 to <4 x i32>
  %260 = extractelement <4 x i32> %253, i64 0
  %261 = extractelement <4 x i32> %252, i64 0
  %262 = call i32 @llvm.amdgcn.perm(i32 %260, i32 %261, i32 84148480)
  %263 = extractelement <4 x i32> %255, i64 0
  %264 = extractelement <4 x i32> %254, i64 0
  %265 = call i32 @llvm.amdgcn.perm(i32 %263, i32 %264, i32 84148480)
  %266 = extractelement <4 x i32> %257, i64 0
  %267 = extractelement <4 x i32> %256, i64 0
  %268 = call i32 @llvm.amdgcn.perm(i32 %266, i32 %267, i32 84148480)
  %269 = extractelement <4 x i32> %259, i64 0
  %270 = extractelement <4 x i32> %258, i64 0
  %271 = call i32 @llvm.amdgcn.perm(i32 %269, i32 %270, i32 84148480)
  %272 = insertelement <4 x i32> poison, i32 %262, i64 0
  %273 = insertelement <4 x i32> %272, i32 %265, i64 1
  %274 = insertelement <4 x i32> %273, i32 %268, i64 2
  %275 = insertelement <4 x i32> %274, i32 %271, i64 3
  %276 = bitcast <4 x i32> %275 to <8 x half>
  %277 = call i32 @llvm.amdgcn.perm(i32 %260, i32 %261, i32 117834498)
  %278 = call i32 @llvm.amdgcn.perm(i32 %263, i32 %264, i32 117834498)
  %279 = call i32 @llvm.amdgcn.perm(i32 %266, i32 %267, i32 117834498)
  %280 = call i32 @llvm.amdgcn.perm(i32 %269, i32 %270, i32 117834498)
  %281 = insertelement <4 x i32> poison, i32 %277, i64 0
  %282 = insertelement <4 x i32> %281, i32 %278, i64 1
  %283 = insertelement <4 x i32> %282, i32 %279, i64 2
  %284 = insertelement <4 x i32> %283, i32 %280, i64 3
  %285 = bitcast <4 x i32> %284 to <8 x half>
  %286 = extractelement <4 x i32> %253, i64 1
  %287 = extractelement <4 x i32> %252, i64 1
  %288 = call i32 @llvm.amdgcn.perm(i32 %286, i32 %287, i32 84148480)
  %289 = extractelement <4 x i32> %255, i64 1
  %290 = extractelement <4 x i32> %254, i64 1
  %291 = call i32 @llvm.amdgcn.perm(i32 %289, i32 %290, i32 84148480)
  %292 = extractelement <4 x i32> %257, i64 1
  %293 = extractelement <4 x i32> %256, i64 1
  %294 = call i32 @llvm.amdgcn.perm(i32 %292, i32 %293, i32 84148480)
  %295 = extractelement <4 x i32> %259, i64 1
  %296 = extractelement <4 x i32> %258, i64 1
  %297 = call i32 @llvm.amdgcn.perm(i32 %295, i32 %296, i32 84148480)
  %298 = insertelement <4 x i32> poison, i32 %288, i64 0
  %299 = insertelement <4 x i32> %298, i32 %291, i64 1
  %300 = insertelement <4 x i32> %299, i32 %294, i64 2
  %301 = insertelement <4 x i32> %300, i32 %297, i64 3
  %302 = bitcast <4 x i32> %301 to <8 x half>
  %303 = call i32 @llvm.amdgcn.perm(i32 %286, i32 %287, i32 117834498)
  %304 = call i32 @llvm.amdgcn.perm(i32 %289, i32 %290, i32 117834498)
  %305 = call i32 @llvm.amdgcn.perm(i32 %292, i32 %293, i32 117834498)
  %306 = call i32 @llvm.amdgcn.perm(i32 %295, i32 %296, i32 117834498)
  %307 = insertelement <4 x i32> poison, i32 %303, i64 0
  %308 = insertelement <4 x i32> %307, i32 %304, i64 1
  %309 = insertelement <4 x i32> %308, i32 %305, i64 2
  %310 = insertelement <4 x i32> %309, i32 %306, i64 3
  %311 = bitcast <4 x i32> %310 to <8 x half>
  %312 = extractelement <4 x i32> %253, i64 2
  %313 = extractelement <4 x i32> %252, i64 2
  %314 = call i32 @llvm.amdgcn.perm(i32 %312, i32 %313, i32 84148480)
  %315 = extractelement <4 x i32> %255, i64 2
  %316 = extractelement <4 x i32> %254, i64 2
  %317 = call i32 @llvm.amdgcn.perm(i32 %315, i32 %316, i32 84148480)
  %318 = extractelement <4 x i32> %257, i64 2
  %319 = extractelement <4 x i32> %256, i64 2
  %320 = call i32 @llvm.amdgcn.perm(i32 %318, i32 %319, i32 84148480)
  %321 = extractelement <4 x i32> %259, i64 2
  %322 = extractelement <4 x i32> %258, i64 2
  %323 = call i32 @llvm.amdgcn.perm(i32 %321, i32 %322, i32 84148480)
  %324 = insertelement <4 x i32> poison, i32 %314, i64 0
  %325 = insertelement <4 x i32> %324, i32 %317, i64 1
  %326 = insertelement <4 x i32> %325, i32 %320, i64 2
  %327 = insertelement <4 x i32> %326, i32 %323, i64 3
  %328 = bitcast <4 x i32> %327 to <8 x half>
  %329 = call i32 @llvm.amdgcn.perm(i32 %312, i32 %313, i32 117834498)
  %330 = call i32 @llvm.amdgcn.perm(i32 %315, i32 %316, i32 117834498)
  %331 = call i32 @llvm.amdgcn.perm(i32 %318, i32 %319, i32 117834498)
  %332 = call i32 @llvm.amdgcn.perm(i32 %321, i32 %322, i32 117834498)
  %333 = insertelement <4 x i32> poison, i32 %329, i64 0
  %334 = insertelement <4 x i32> %333, i32 %330, i64 1
  %335 = insertelement <4 x i32> %334, i32 %331, i64 2
  %336 = insertelement <4 x i32> %335, i32 %332, i64 3
  %337 = bitcast <4 x i32> %336 to <8 x half>
  %338 = extractelement <4 x i32> %253, i64 3
  %339 = extractelement <4 x i32> %252, i64 3
  %340 = call i32 @llvm.amdgcn.perm(i32 %338, i32 %339, i32 84148480)
  %341 = extractelement <4 x i32> %255, i64 3
  %342 = extractelement <4 x i32> %254, i64 3
  %343 = call i32 @llvm.amdgcn.perm(i32 %341, i32 %342, i32 84148480)
  %344 = extractelement <4 x i32> %257, i64 3
  %345 = extractelement <4 x i32> %256, i64 3
  %346 = call i32 @llvm.amdgcn.perm(i32 %344, i32 %345, i32 84148480)
  %347 = extractelement <4 x i32> %259, i64 3
  %348 = extractelement <4 x i32> %258, i64 3
  %349 = call i32 @llvm.amdgcn.perm(i32 %347, i32 %348, i32 84148480)
  %350 = insertelement <4 x i32> poison, i32 %340, i64 0
  %351 = insertelement <4 x i32> %350, i32 %343, i64 1
  %352 = insertelement <4 x i32> %351, i32 %346, i64 2
  %353 = insertelement <4 x i32> %352, i32 %349, i64 3
  %354 = bitcast <4 x i32> %353 to <8 x half>
  %355 = call i32 @llvm.amdgcn.perm(i32 %338, i32 %339, i32 117834498)
  %356 = call i32 @llvm.amdgcn.perm(i32 %341, i32 %342, i32 117834498)
  %357 = call i32 @llvm.amdgcn.perm(i32 %344, i32 %345, i32 117834498)
  %358 = call i32 @llvm.amdgcn.perm(i32 %347, i32 %348, i32 117834498)
  %359 = insertelement <4 x i32> poison, i32 %355, i64 0
  %360 = insertelement <4 x i32> %359, i32 %356, i64 1
  %361 = insertelement <4 x i32> %360, i32 %357, i64 2
  %362 = insertelement <4 x i32> %361, i32 %358, i64 3
  %363 = bitcast <4 x i32> %362 to <8 x half>
  %364 = getelementptr inbounds i8, ptr addrspace(3) %251, i32 1024
  store <8 x half> %276, ptr addrspace(3) %364, align 16
  %365 = getelementptr inbounds i8, ptr addrspace(3) %251, i32 1536
  store <8 x half> %285, ptr addrspace(3) %365, align 16
  %366 = getelementptr inbounds i8, ptr addrspace(3) %251, i32 2048
  store <8 x half> %302, ptr addrspace(3) %366, align 16
  %367 = getelementptr inbounds i8, ptr addrspace(3) %251, i32 2560
  store <8 x half> %311, ptr addrspace(3) %367, align 16
  %368 = getelementptr inbounds i8, ptr addrspace(3) %251, i32 3072
  store <8 x half> %328, ptr addrspace(3) %368, align 16
  %369 = getelementptr inbounds i8, ptr addrspace(3) %251, i32 3584
  store <8 x half> %337, ptr addrspace(3) %369, align 16
  %370 = getelementptr inbounds i8, ptr addrspace(3) %251, i32 4096
  store <8 x half> %354, ptr addrspace(3) %370, align 16
  %371 = getelementptr inbounds i8, ptr addrspace(3) %251, i32 4608
  store <8 x half> %363, ptr addrspace(3) %371, align 16
  fence syncscope("wavefront") release, !mmra !2
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire, !mmra !2
  %372 = getelementptr inbounds i8, ptr addrspace(3) @wmma_fmha_fwd_d128_hq8_hkv8_none_f16_vlds.lds0, i32 %7
  %373 = load <8 x half>, ptr addrspace(3) %372, align 16
  %374 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 256
  %375 = load <8 x half>, ptr addrspace(3) %374, align 16
  %376 = shufflevector <8 x half> %373, <8 x half> %375, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %377 = getelementptr inbounds i8, ptr addrspace(1) %117, i64 %112
  %378 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %377)
  %379 = getelementptr inbounds i8, ptr addrspace(1) %118, i64 %114
  %380 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %379)
  %381 = insertelement <2 x float> poison, float %230, i32 0
  %382 = shufflevector <2 x float> %381, <2 x float> poison, <2 x i32> zeroinitializer
  %383 = call <2 x float> asm "", "=v,0"(<2 x float> %382)
  %384 = shufflevector <2 x float> %383, <2 x float> %383, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %385 = shufflevector <4 x float> %384, <4 x float> %384, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %386 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 1024
  %387 = load <8 x half>, ptr addrspace(3) %386, align 16
  %388 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 1280
  %389 = load <8 x half>, ptr addrspace(3) %388, align 16
  %390 = shufflevector <8 x half> %387, <8 x half> %389, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %391 = fmul <8 x float> %121, %385
  %392 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %390, <16 x half> %376, <8 x float> %391)
  %393 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 1536
  %394 = load <8 x half>, ptr addrspace(3) %393, align 16
  %395 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 1792
  %396 = load <8 x half>, ptr addrspace(3) %395, align 16
  %397 = shufflevector <8 x half> %394, <8 x half> %396, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %398 = fmul <8 x float> %122, %385
  %399 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %397, <16 x half> %376, <8 x float> %398)
  %400 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 2048
  %401 = load <8 x half>, ptr addrspace(3) %400, align 16
  %402 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 2304
  %403 = load <8 x half>, ptr addrspace(3) %402, align 16
  %404 = shufflevector <8 x half> %401, <8 x half> %403, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %405 = fmul <8 x float> %123, %385
  %406 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %404, <16 x half> %376, <8 x float> %405)
  %407 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 2560
  %408 = load <8 x half>, ptr addrspace(3) %407, align 16
  %409 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 2816
  %410 = load <8 x half>, ptr addrspace(3) %409, align 16
  %411 = shufflevector <8 x half> %408, <8 x half> %410, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %412 = fmul <8 x float> %124, %385
  %413 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %411, <16 x half> %376, <8 x float> %412)
  %414 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 3072
  %415 = load <8 x half>, ptr addrspace(3) %414, align 16
  %416 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 3328
  %417 = load <8 x half>, ptr addrspace(3) %416, align 16
  %418 = shufflevector <8 x half> %415, <8 x half> %417, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %419 = fmul <8 x float> %125, %385
  %420 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %418, <16 x half> %376, <8 x float> %419)
  %421 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 3584
  %422 = load <8 x half>, ptr addrspace(3) %421, align 16
  %423 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 3840
  %424 = load <8 x half>, ptr addrspace(3) %423, align 16
  %425 = shufflevector <8 x half> %422, <8 x half> %424, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %426 = fmul <8 x float> %126, %385
  %427 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %425, <16 x half> %376, <8 x float> %426)
  %428 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 4096
  %429 = load <8 x half>, ptr addrspace(3) %428, align 16
  %430 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 4352
  %431 = load <8 x half>, ptr addrspace(3) %430, align 16
  %432 = shufflevector <8 x half> %429, <8 x half> %431, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %433 = fmul <8 x float> %127, %385
  %434 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %432, <16 x half> %376, <8 x float> %433)
  %435 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 4608
  %436 = load <8 x half>, ptr addrspace(3) %435, align 16
  %437 = getelementptr inbounds i8, ptr addrspace(3) %372, i32 4864
  %438 = load <8 x half>, ptr addrspace(3) %437, align 16
  %439 = shufflevector <8 x half> %436, <8 x half> %438, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %440 = fmul <8 x float> %128, %385
  %441 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %439, <16 x half> %376, <8 x float> %440)
  %442 = add i32 %116, 1
  br label %115, !llvm.loop !3

443:                                              ; preds = %115
  br label %444

444:                                              ; preds = %459, %443
  %445 = phi i32 [ %870, %459 ], [ %68, %443 ]
  %446 = phi ptr addrspace(1) [ %798, %459 ], [ %117, %443 ]
  %447 = phi ptr addrspace(1) [ %800, %459 ], [ %118, %443 ]
  %448 = phi float [ %588, %459 ], [ %119, %443 ]
  %449 = phi float [ %664, %459 ], [ %120, %443 ]
  %450 = phi <8 x float> [ %813, %459 ], [ %121, %443 ]
  %451 = phi <8 x float> [ %821, %459 ], [ %122, %443 ]
  %452 = phi <8 x float> [ %829, %459 ], [ %123, %443 ]
  %453 = phi <8 x float> [ %837, %459 ], [ %124, %443 ]
  %454 = phi <8 x float> [ %845, %459 ], [ %125, %443 ]
  %455 = phi <8 x float> [ %853, %459 ], [ %126, %443 ]
  %456 = phi <8 x float> [ %861, %459 ], [ %127, %443 ]
  %457 = phi <8 x float> [ %869, %459 ], [ %128, %443 ]
  %458 = icmp slt i32 %445, %65
  br i1 %458, label %459, label %871

459:                                              ; preds = %444
  %460 = mul i32 %445, 16
  %461 = sub i32 %seqlen_k, %460
  %462 = sub i32 %461, 1
  %463 = call i32 @llvm.smin.i32(i32 %73, i32 %462)
  %464 = mul i32 %k_seqlen_stride, %463
  %465 = mul i32 %464, 2
  %466 = zext i32 %465 to i64
  %467 = getelementptr inbounds i8, ptr addrspace(1) %446, i64 %466
  %468 = load <16 x half>, ptr addrspace(1) %467, align 16
  %469 = getelementptr inbounds i8, ptr addrspace(1) %467, i32 32
  %470 = load <16 x half>, ptr addrspace(1) %469, align 16
  %471 = getelementptr inbounds i8, ptr addrspace(1) %467, i32 64
  %472 = load <16 x half>, ptr addrspace(1) %471, align 16
  %473 = getelementptr inbounds i8, ptr addrspace(1) %467, i32 96
  %474 = load <16 x half>, ptr addrspace(1) %473, align 16
  %475 = getelementptr inbounds i8, ptr addrspace(1) %467, i32 128
  %476 = load <16 x half>, ptr addrspace(1) %475, align 16
  %477 = getelementptr inbounds i8, ptr addrspace(1) %467, i32 160
  %478 = load <16 x half>, ptr addrspace(1) %477, align 16
  %479 = getelementptr inbounds i8, ptr addrspace(1) %467, i32 192
  %480 = load <16 x half>, ptr addrspace(1) %479, align 16
  %481 = getelementptr inbounds i8, ptr addrspace(1) %467, i32 224
  %482 = load <16 x half>, ptr addrspace(1) %481, align 16
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %483 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %468, <16 x half> %35, <8 x float> %8)
  %484 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %470, <16 x half> %37, <8 x float> %483)
  %485 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %472, <16 x half> %39, <8 x float> %484)
  %486 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %474, <16 x half> %41, <8 x float> %485)
  %487 = call i32 @llvm.smin.i32(i32 %76, i32 %462)
  %488 = mul i32 %v_seqlen_stride, %487
  %489 = add i32 %488, %77
  %490 = mul i32 %489, 2
  %491 = zext i32 %490 to i64
  %492 = getelementptr inbounds i8, ptr addrspace(1) %447, i64 %491
  %493 = load <8 x half>, ptr addrspace(1) %492, align 16
  %494 = icmp slt i32 %76, %461
  %495 = select i1 %494, <8 x half> %493, <8 x half> zeroinitializer
  %496 = call i32 @llvm.smin.i32(i32 %81, i32 %462)
  %497 = mul i32 %v_seqlen_stride, %496
  %498 = add i32 %497, %77
  %499 = mul i32 %498, 2
  %500 = zext i32 %499 to i64
  %501 = getelementptr inbounds i8, ptr addrspace(1) %447, i64 %500
  %502 = load <8 x half>, ptr addrspace(1) %501, align 16
  %503 = icmp slt i32 %81, %461
  %504 = select i1 %503, <8 x half> %502, <8 x half> zeroinitializer
  %505 = call i32 @llvm.smin.i32(i32 %85, i32 %462)
  %506 = mul i32 %v_seqlen_stride, %505
  %507 = add i32 %506, %77
  %508 = mul i32 %507, 2
  %509 = zext i32 %508 to i64
  %510 = getelementptr inbounds i8, ptr addrspace(1) %447, i64 %509
  %511 = load <8 x half>, ptr addrspace(1) %510, align 16
  %512 = icmp slt i32 %85, %461
  %513 = select i1 %512, <8 x half> %511, <8 x half> zeroinitializer
  %514 = call i32 @llvm.smin.i32(i32 %89, i32 %462)
  %515 = mul i32 %v_seqlen_stride, %514
  %516 = add i32 %515, %77
  %517 = mul i32 %516, 2
  %518 = zext i32 %517 to i64
  %519 = getelementptr inbounds i8, ptr addrspace(1) %447, i64 %518
  %520 = load <8 x half>, ptr addrspace(1) %519, align 16
  %521 = icmp slt i32 %89, %461
  %522 = select i1 %521, <8 x half> %520, <8 x half> zeroinitializer
  %523 = call i32 @llvm.smin.i32(i32 %93, i32 %462)
  %524 = mul i32 %v_seqlen_stride, %523
  %525 = add i32 %524, %77
  %526 = mul i32 %525, 2
  %527 = zext i32 %526 to i64
  %528 = getelementptr inbounds i8, ptr addrspace(1) %447, i64 %527
  %529 = load <8 x half>, ptr addrspace(1) %528, align 16
  %530 = icmp slt i32 %93, %461
  %531 = select i1 %530, <8 x half> %529, <8 x half> zeroinitializer
  %532 = call i32 @llvm.smin.i32(i32 %97, i32 %462)
  %533 = mul i32 %v_seqlen_stride, %532
  %534 = add i32 %533, %77
  %535 = mul i32 %534, 2
  %536 = zext i32 %535 to i64
  %537 = getelementptr inbounds i8, ptr addrspace(1) %447, i64 %536
  %538 = load <8 x half>, ptr addrspace(1) %537, align 16
  %539 = icmp slt i32 %97, %461
  %540 = select i1 %539, <8 x half> %538, <8 x half> zeroinitializer
  %541 = call i32 @llvm.smin.i32(i32 %101, i32 %462)
  %542 = mul i32 %v_seqlen_stride, %541
  %543 = add i32 %542, %77
  %544 = mul i32 %543, 2
  %545 = zext i32 %544 to i64
  %546 = getelementptr inbounds i8, ptr addrspace(1) %447, i64 %545
  %547 = load <8 x half>, ptr addrspace(1) %546, align 16
  %548 = icmp slt i32 %101, %461
  %549 = select i1 %548, <8 x half> %547, <8 x half> zeroinitializer
  %550 = call i32 @llvm.smin.i32(i32 %105, i32 %462)
  %551 = mul i32 %v_seqlen_stride, %550
  %552 = add i32 %551, %77
  %553 = mul i32 %552, 2
  %554 = zext i32 %553 to i64
  %555 = getelementptr inbounds i8, ptr addrspace(1) %447, i64 %554
  %556 = load <8 x half>, ptr addrspace(1) %555, align 16
  %557 = icmp slt i32 %105, %461
  %558 = select i1 %557, <8 x half> %556, <8 x half> zeroinitializer
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %559 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %476, <16 x half> %43, <8 x float> %486)
  %560 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %478, <16 x half> %45, <8 x float> %559)
  %561 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %480, <16 x half> %47, <8 x float> %560)
  %562 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %482, <16 x half> %49, <8 x float> %561)
  %563 = sub i32 %461, %76
  %564 = insertelement <8 x i32> poison, i32 %563, i32 0
  %565 = shufflevector <8 x i32> %564, <8 x i32> poison, <8 x i32> zeroinitializer
  %566 = icmp sgt <8 x i32> %565, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %567 = select <8 x i1> %566, <8 x float> %562, <8 x float> splat (float 0xC7EFFFFFE0000000)
  %568 = extractelement <8 x float> %567, i64 0
  %569 = extractelement <8 x float> %567, i64 1
  %570 = extractelement <8 x float> %567, i64 2
  %571 = extractelement <8 x float> %567, i64 3
  %572 = extractelement <8 x float> %567, i64 4
  %573 = extractelement <8 x float> %567, i64 5
  %574 = extractelement <8 x float> %567, i64 6
  %575 = extractelement <8 x float> %567, i64 7
  %576 = call float @llvm.maxnum.f32(float %568, float %569)
  %577 = call float @llvm.maxnum.f32(float %576, float %570)
  %578 = call float @llvm.maxnum.f32(float %571, float %572)
  %579 = call float @llvm.maxnum.f32(float %578, float %573)
  %580 = call float @llvm.maxnum.f32(float %574, float %575)
  %581 = call float @llvm.maxnum.f32(float %577, float %579)
  %582 = call float @llvm.maxnum.f32(float %581, float %580)
  %583 = bitcast float %582 to i32
  %584 = call i32 @llvm.amdgcn.permlanex16.i32(i32 poison, i32 %583, i32 1985229328, i32 -19088744, i1 true, i1 false)
  %585 = bitcast i32 %584 to float
  %586 = call float @llvm.maxnum.f32(float %582, float %585)
  %587 = call float @llvm.fma.f32(float %586, float %5, float 0xBF40A5E4A0000000)
  %588 = call float @llvm.maxnum.f32(float %448, float %587)
  %589 = fadd float %588, 0x3F40A5E4A0000000
  %590 = insertelement <8 x float> poison, float %589, i32 0
  %591 = shufflevector <8 x float> %590, <8 x float> poison, <8 x i32> zeroinitializer
  %592 = fneg <8 x float> %591
  %593 = call <8 x float> @llvm.fma.v8f32(<8 x float> %562, <8 x float> %110, <8 x float> %592)
  %594 = extractelement <8 x float> %593, i32 0
  %595 = call float @llvm.amdgcn.exp2.f32(float %594)
  %596 = insertelement <8 x float> poison, float %595, i32 0
  %597 = extractelement <8 x float> %593, i32 1
  %598 = call float @llvm.amdgcn.exp2.f32(float %597)
  %599 = insertelement <8 x float> %596, float %598, i32 1
  %600 = extractelement <8 x float> %593, i32 2
  %601 = call float @llvm.amdgcn.exp2.f32(float %600)
  %602 = insertelement <8 x float> %599, float %601, i32 2
  %603 = extractelement <8 x float> %593, i32 3
  %604 = call float @llvm.amdgcn.exp2.f32(float %603)
  %605 = insertelement <8 x float> %602, float %604, i32 3
  %606 = extractelement <8 x float> %593, i32 4
  %607 = call float @llvm.amdgcn.exp2.f32(float %606)
  %608 = insertelement <8 x float> %605, float %607, i32 4
  %609 = extractelement <8 x float> %593, i32 5
  %610 = call float @llvm.amdgcn.exp2.f32(float %609)
  %611 = insertelement <8 x float> %608, float %610, i32 5
  %612 = extractelement <8 x float> %593, i32 6
  %613 = call float @llvm.amdgcn.exp2.f32(float %612)
  %614 = insertelement <8 x float> %611, float %613, i32 6
  %615 = extractelement <8 x float> %593, i32 7
  %616 = call float @llvm.amdgcn.exp2.f32(float %615)
  %617 = insertelement <8 x float> %614, float %616, i32 7
  %618 = select <8 x i1> %566, <8 x float> %617, <8 x float> zeroinitializer
  %619 = fsub float %448, %588
  %620 = call float @llvm.amdgcn.exp2.f32(float %619)
  %621 = fmul float %449, %620
  %622 = extractelement <8 x float> %618, i64 0
  %623 = extractelement <8 x float> %618, i64 1
  %624 = extractelement <8 x float> %618, i64 2
  %625 = extractelement <8 x float> %618, i64 3
  %626 = extractelement <8 x float> %618, i64 4
  %627 = extractelement <8 x float> %618, i64 5
  %628 = extractelement <8 x float> %618, i64 6
  %629 = extractelement <8 x float> %618, i64 7
  %630 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %622, float %623)
  %631 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %624, float %625)
  %632 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %626, float %627)
  %633 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %628, float %629)
  %634 = shufflevector <2 x half> %630, <2 x half> %631, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %635 = shufflevector <2 x half> %632, <2 x half> %633, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %636 = shufflevector <4 x half> %634, <4 x half> %635, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %637 = call float @llvm.amdgcn.fdot2(<2 x half> %630, <2 x half> splat (half 0xH3C00), float %621, i1 false)
  %638 = call float @llvm.amdgcn.fdot2(<2 x half> %631, <2 x half> splat (half 0xH3C00), float %637, i1 false)
  %639 = call float @llvm.amdgcn.fdot2(<2 x half> %632, <2 x half> splat (half 0xH3C00), float %638, i1 false)
  %640 = call float @llvm.amdgcn.fdot2(<2 x half> %633, <2 x half> splat (half 0xH3C00), float %639, i1 false)
  %641 = fpext <8 x half> %636 to <8 x float>
  %642 = fsub <8 x float> %618, %641
  %643 = call <8 x float> @llvm.maxnum.v8f32(<8 x float> %642, <8 x float> splat (float 0x3E70000000000000))
  %644 = fcmp ogt <8 x float> %618, zeroinitializer
  %645 = select <8 x i1> %644, <8 x float> %643, <8 x float> zeroinitializer
  %646 = extractelement <8 x float> %645, i64 0
  %647 = extractelement <8 x float> %645, i64 1
  %648 = extractelement <8 x float> %645, i64 2
  %649 = extractelement <8 x float> %645, i64 3
  %650 = extractelement <8 x float> %645, i64 4
  %651 = extractelement <8 x float> %645, i64 5
  %652 = extractelement <8 x float> %645, i64 6
  %653 = extractelement <8 x float> %645, i64 7
  %654 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %646, float %647)
  %655 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %648, float %649)
  %656 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %650, float %651)
  %657 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %652, float %653)
  %658 = shufflevector <2 x half> %654, <2 x half> %655, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %659 = shufflevector <2 x half> %656, <2 x half> %657, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %660 = shufflevector <4 x half> %658, <4 x half> %659, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %661 = call float @llvm.amdgcn.fdot2(<2 x half> %654, <2 x half> splat (half 0xH3C00), float %640, i1 false)
  %662 = call float @llvm.amdgcn.fdot2(<2 x half> %655, <2 x half> splat (half 0xH3C00), float %661, i1 false)
  %663 = call float @llvm.amdgcn.fdot2(<2 x half> %656, <2 x half> splat (half 0xH3C00), float %662, i1 false)
  %664 = call float @llvm.amdgcn.fdot2(<2 x half> %657, <2 x half> splat (half 0xH3C00), float %663, i1 false)
  fence syncscope("wavefront") release, !mmra !2
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire, !mmra !2
  %665 = getelementptr inbounds i8, ptr addrspace(3) @wmma_fmha_fwd_d128_hq8_hkv8_none_f16_vlds.lds0, i32 %6
  store <8 x half> %636, ptr addrspace(3) %665, align 16
  %666 = getelementptr inbounds i8, ptr addrspace(3) %665, i32 512
  store <8 x half> %660, ptr addrspace(3) %666, align 16
  %667 = bitcast <8 x half> %495 to <4 x i32>
  %668 = bitcast <8 x half> %504 to <4 x i32>
  %669 = bitcast <8 x half> %513 to <4 x i32>
  %670 = bitcast <8 x half> %522 to <4 x i32>
  %671 = bitcast <8 x half> %531 to <4 x i32>
  %672 = bitcast <8 x half> %540 to <4 x i32>
  %673 = bitcast <8 x half> %549 to <4 x i32>
  %674 = bitcast <8 x half> %558 to <4 x i32>
  %675 = extractelement <4 x i32> %668, i64 0
  %676 = extractelement <4 x i32> %667, i64 0
  %677 = call i32 @llvm.amdgcn.perm(i32 %675, i32 %676, i32 84148480)
  %678 = extractelement <4 x i32> %670, i64 0
  %679 = extractelement <4 x i32> %669, i64 0
  %680 = call i32 @llvm.amdgcn.perm(i32 %678, i32 %679, i32 84148480)
  %681 = extractelement <4 x i32> %672, i64 0
  %682 = extractelement <4 x i32> %671, i64 0
  %683 = call i32 @llvm.amdgcn.perm(i32 %681, i32 %682, i32 84148480)
  %684 = extractelement <4 x i32> %674, i64 0
  %685 = extractelement <4 x i32> %673, i64 0
  %686 = call i32 @llvm.amdgcn.perm(i32 %684, i32 %685, i32 84148480)
  %687 = insertelement <4 x i32> poison, i32 %677, i64 0
  %688 = insertelement <4 x i32> %687, i32 %680, i64 1
  %689 = insertelement <4 x i32> %688, i32 %683, i64 2
  %690 = insertelement <4 x i32> %689, i32 %686, i64 3
  %691 = bitcast <4 x i32> %690 to <8 x half>
  %692 = call i32 @llvm.amdgcn.perm(i32 %675, i32 %676, i32 117834498)
  %693 = call i32 @llvm.amdgcn.perm(i32 %678, i32 %679, i32 117834498)
  %694 = call i32 @llvm.amdgcn.perm(i32 %681, i32 %682, i32 117834498)
  %695 = call i32 @llvm.amdgcn.perm(i32 %684, i32 %685, i32 117834498)
  %696 = insertelement <4 x i32> poison, i32 %692, i64 0
  %697 = insertelement <4 x i32> %696, i32 %693, i64 1
  %698 = insertelement <4 x i32> %697, i32 %694, i64 2
  %699 = insertelement <4 x i32> %698, i32 %695, i64 3
  %700 = bitcast <4 x i32> %699 to <8 x half>
  %701 = extractelement <4 x i32> %668, i64 1
  %702 = extractelement <4 x i32> %667, i64 1
  %703 = call i32 @llvm.amdgcn.perm(i32 %701, i32 %702, i32 84148480)
  %704 = extractelement <4 x i32> %670, i64 1
  %705 = extractelement <4 x i32> %669, i64 1
  %706 = call i32 @llvm.amdgcn.perm(i32 %704, i32 %705, i32 84148480)
  %707 = extractelement <4 x i32> %672, i64 1
  %708 = extractelement <4 x i32> %671, i64 1
  %709 = call i32 @llvm.amdgcn.perm(i32 %707, i32 %708, i32 84148480)
  %710 = extractelement <4 x i32> %674, i64 1
  %711 = extractelement <4 x i32> %673, i64 1
  %712 = call i32 @llvm.amdgcn.perm(i32 %710, i32 %711, i32 84148480)
  %713 = insertelement <4 x i32> poison, i32 %703, i64 0
  %714 = insertelement <4 x i32> %713, i32 %706, i64 1
  %715 = insertelement <4 x i32> %714, i32 %709, i64 2
  %716 = insertelement <4 x i32> %715, i32 %712, i64 3
  %717 = bitcast <4 x i32> %716 to <8 x half>
  %718 = call i32 @llvm.amdgcn.perm(i32 %701, i32 %702, i32 117834498)
  %719 = call i32 @llvm.amdgcn.perm(i32 %704, i32 %705, i32 117834498)
  %720 = call i32 @llvm.amdgcn.perm(i32 %707, i32 %708, i32 117834498)
  %721 = call i32 @llvm.amdgcn.perm(i32 %710, i32 %711, i32 117834498)
  %722 = insertelement <4 x i32> poison, i32 %718, i64 0
  %723 = insertelement <4 x i32> %722, i32 %719, i64 1
  %724 = insertelement <4 x i32> %723, i32 %720, i64 2
  %725 = insertelement <4 x i32> %724, i32 %721, i64 3
  %726 = bitcast <4 x i32> %725 to <8 x half>
  %727 = extractelement <4 x i32> %668, i64 2
  %728 = extractelement <4 x i32> %667, i64 2
  %729 = call i32 @llvm.amdgcn.perm(i32 %727, i32 %728, i32 84148480)
  %730 = extractelement <4 x i32> %670, i64 2
  %731 = extractelement <4 x i32> %669, i64 2
  %732 = call i32 @llvm.amdgcn.perm(i32 %730, i32 %731, i32 84148480)
  %733 = extractelement <4 x i32> %672, i64 2
  %734 = extractelement <4 x i32> %671, i64 2
  %735 = call i32 @llvm.amdgcn.perm(i32 %733, i32 %734, i32 84148480)
  %736 = extractelement <4 x i32> %674, i64 2
  %737 = extractelement <4 x i32> %673, i64 2
  %738 = call i32 @llvm.amdgcn.perm(i32 %736, i32 %737, i32 84148480)
  %739 = insertelement <4 x i32> poison, i32 %729, i64 0
  %740 = insertelement <4 x i32> %739, i32 %732, i64 1
  %741 = insertelement <4 x i32> %740, i32 %735, i64 2
  %742 = insertelement <4 x i32> %741, i32 %738, i64 3
  %743 = bitcast <4 x i32> %742 to <8 x half>
  %744 = call i32 @llvm.amdgcn.perm(i32 %727, i32 %728, i32 117834498)
  %745 = call i32 @llvm.amdgcn.perm(i32 %730, i32 %731, i32 117834498)
  %746 = call i32 @llvm.amdgcn.perm(i32 %733, i32 %734, i32 117834498)
  %747 = call i32 @llvm.amdgcn.perm(i32 %736, i32 %737, i32 117834498)
  %748 = insertelement <4 x i32> poison, i32 %744, i64 0
  %749 = insertelement <4 x i32> %748, i32 %745, i64 1
  %750 = insertelement <4 x i32> %749, i32 %746, i64 2
  %751 = insertelement <4 x i32> %750, i32 %747, i64 3
  %752 = bitcast <4 x i32> %751 to <8 x half>
  %753 = extractelement <4 x i32> %668, i64 3
  %754 = extractelement <4 x i32> %667, i64 3
  %755 = call i32 @llvm.amdgcn.perm(i32 %753, i32 %754, i32 84148480)
  %756 = extractelement <4 x i32> %670, i64 3
  %757 = extractelement <4 x i32> %669, i64 3
  %758 = call i32 @llvm.amdgcn.perm(i32 %756, i32 %757, i32 84148480)
  %759 = extractelement <4 x i32> %672, i64 3
  %760 = extractelement <4 x i32> %671, i64 3
  %761 = call i32 @llvm.amdgcn.perm(i32 %759, i32 %760, i32 84148480)
  %762 = extractelement <4 x i32> %674, i64 3
  %763 = extractelement <4 x i32> %673, i64 3
  %764 = call i32 @llvm.amdgcn.perm(i32 %762, i32 %763, i32 84148480)
  %765 = insertelement <4 x i32> poison, i32 %755, i64 0
  %766 = insertelement <4 x i32> %765, i32 %758, i64 1
  %767 = insertelement <4 x i32> %766, i32 %761, i64 2
  %768 = insertelement <4 x i32> %767, i32 %764, i64 3
  %769 = bitcast <4 x i32> %768 to <8 x half>
  %770 = call i32 @llvm.amdgcn.perm(i32 %753, i32 %754, i32 117834498)
  %771 = call i32 @llvm.amdgcn.perm(i32 %756, i32 %757, i32 117834498)
  %772 = call i32 @llvm.amdgcn.perm(i32 %759, i32 %760, i32 117834498)
  %773 = call i32 @llvm.amdgcn.perm(i32 %762, i32 %763, i32 117834498)
  %774 = insertelement <4 x i32> poison, i32 %770, i64 0
  %775 = insertelement <4 x i32> %774, i32 %771, i64 1
  %776 = insertelement <4 x i32> %775, i32 %772, i64 2
  %777 = insertelement <4 x i32> %776, i32 %773, i64 3
  %778 = bitcast <4 x i32> %777 to <8 x half>
  %779 = getelementptr inbounds i8, ptr addrspace(3) %665, i32 1024
  store <8 x half> %691, ptr addrspace(3) %779, align 16
  %780 = getelementptr inbounds i8, ptr addrspace(3) %665, i32 1536
  store <8 x half> %700, ptr addrspace(3) %780, align 16
  %781 = getelementptr inbounds i8, ptr addrspace(3) %665, i32 2048
  store <8 x half> %717, ptr addrspace(3) %781, align 16
  %782 = getelementptr inbounds i8, ptr addrspace(3) %665, i32 2560
  store <8 x half> %726, ptr addrspace(3) %782, align 16
  %783 = getelementptr inbounds i8, ptr addrspace(3) %665, i32 3072
  store <8 x half> %743, ptr addrspace(3) %783, align 16
  %784 = getelementptr inbounds i8, ptr addrspace(3) %665, i32 3584
  store <8 x half> %752, ptr addrspace(3) %784, align 16
  %785 = getelementptr inbounds i8, ptr addrspace(3) %665, i32 4096
  store <8 x half> %769, ptr addrspace(3) %785, align 16
  %786 = getelementptr inbounds i8, ptr addrspace(3) %665, i32 4608
  store <8 x half> %778, ptr addrspace(3) %786, align 16
  fence syncscope("wavefront") release, !mmra !2
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire, !mmra !2
  %787 = getelementptr inbounds i8, ptr addrspace(3) @wmma_fmha_fwd_d128_hq8_hkv8_none_f16_vlds.lds0, i32 %7
  %788 = load <8 x half>, ptr addrspace(3) %787, align 16
  %789 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 256
  %790 = load <8 x half>, ptr addrspace(3) %789, align 16
  %791 = shufflevector <8 x half> %788, <8 x half> %790, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %792 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 512
  %793 = load <8 x half>, ptr addrspace(3) %792, align 16
  %794 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 768
  %795 = load <8 x half>, ptr addrspace(3) %794, align 16
  %796 = shufflevector <8 x half> %793, <8 x half> %795, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %797 = getelementptr inbounds i8, ptr addrspace(1) %446, i64 %112
  %798 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %797)
  %799 = getelementptr inbounds i8, ptr addrspace(1) %447, i64 %114
  %800 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %799)
  %801 = insertelement <2 x float> poison, float %620, i32 0
  %802 = shufflevector <2 x float> %801, <2 x float> poison, <2 x i32> zeroinitializer
  %803 = call <2 x float> asm "", "=v,0"(<2 x float> %802)
  %804 = shufflevector <2 x float> %803, <2 x float> %803, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %805 = shufflevector <4 x float> %804, <4 x float> %804, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %806 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 1024
  %807 = load <8 x half>, ptr addrspace(3) %806, align 16
  %808 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 1280
  %809 = load <8 x half>, ptr addrspace(3) %808, align 16
  %810 = shufflevector <8 x half> %807, <8 x half> %809, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %811 = fmul <8 x float> %450, %805
  %812 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %810, <16 x half> %791, <8 x float> %811)
  %813 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %810, <16 x half> %796, <8 x float> %812)
  %814 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 1536
  %815 = load <8 x half>, ptr addrspace(3) %814, align 16
  %816 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 1792
  %817 = load <8 x half>, ptr addrspace(3) %816, align 16
  %818 = shufflevector <8 x half> %815, <8 x half> %817, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %819 = fmul <8 x float> %451, %805
  %820 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %818, <16 x half> %791, <8 x float> %819)
  %821 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %818, <16 x half> %796, <8 x float> %820)
  %822 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 2048
  %823 = load <8 x half>, ptr addrspace(3) %822, align 16
  %824 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 2304
  %825 = load <8 x half>, ptr addrspace(3) %824, align 16
  %826 = shufflevector <8 x half> %823, <8 x half> %825, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %827 = fmul <8 x float> %452, %805
  %828 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %826, <16 x half> %791, <8 x float> %827)
  %829 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %826, <16 x half> %796, <8 x float> %828)
  %830 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 2560
  %831 = load <8 x half>, ptr addrspace(3) %830, align 16
  %832 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 2816
  %833 = load <8 x half>, ptr addrspace(3) %832, align 16
  %834 = shufflevector <8 x half> %831, <8 x half> %833, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %835 = fmul <8 x float> %453, %805
  %836 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %834, <16 x half> %791, <8 x float> %835)
  %837 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %834, <16 x half> %796, <8 x float> %836)
  %838 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 3072
  %839 = load <8 x half>, ptr addrspace(3) %838, align 16
  %840 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 3328
  %841 = load <8 x half>, ptr addrspace(3) %840, align 16
  %842 = shufflevector <8 x half> %839, <8 x half> %841, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %843 = fmul <8 x float> %454, %805
  %844 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %842, <16 x half> %791, <8 x float> %843)
  %845 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %842, <16 x half> %796, <8 x float> %844)
  %846 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 3584
  %847 = load <8 x half>, ptr addrspace(3) %846, align 16
  %848 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 3840
  %849 = load <8 x half>, ptr addrspace(3) %848, align 16
  %850 = shufflevector <8 x half> %847, <8 x half> %849, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %851 = fmul <8 x float> %455, %805
  %852 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %850, <16 x half> %791, <8 x float> %851)
  %853 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %850, <16 x half> %796, <8 x float> %852)
  %854 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 4096
  %855 = load <8 x half>, ptr addrspace(3) %854, align 16
  %856 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 4352
  %857 = load <8 x half>, ptr addrspace(3) %856, align 16
  %858 = shufflevector <8 x half> %855, <8 x half> %857, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %859 = fmul <8 x float> %456, %805
  %860 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %858, <16 x half> %791, <8 x float> %859)
  %861 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %858, <16 x half> %796, <8 x float> %860)
  %862 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 4608
  %863 = load <8 x half>, ptr addrspace(3) %862, align 16
  %864 = getelementptr inbounds i8, ptr addrspace(3) %787, i32 4864
  %865 = load <8 x half>, ptr addrspace(3) %864, align 16
  %866 = shufflevector <8 x half> %863, <8 x half> %865, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %867 = fmul <8 x float> %457, %805
  %868 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %866, <16 x half> %791, <8 x float> %867)
  %869 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %866, <16 x half> %796, <8 x float> %868)
  %870 = add i32 %445, 1
  br label %444, !llvm.loop !3

871:                                              ; preds = %444
  %872 = mul i64 %13, %o_batch_stride
  %873 = sext i32 %o_head_stride to i64
  %874 = mul i64 %15, %873
  %875 = add i64 %872, %874
  %876 = mul i64 %875, 2
  %877 = getelementptr inbounds i8, ptr addrspace(1) %o, i64 %876
  %878 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %877)
  %879 = sext i32 %o_seqlen_stride to i64
  %880 = mul i64 %22, %879
  %881 = mul i64 %880, 2
  %882 = getelementptr inbounds i8, ptr addrspace(1) %878, i64 %881
  %883 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %882)
  %884 = bitcast float %449 to i32
  %885 = call i32 @llvm.amdgcn.permlanex16.i32(i32 poison, i32 %884, i32 1985229328, i32 -19088744, i1 true, i1 false)
  %886 = bitcast i32 %885 to float
  %887 = fadd float %449, %886
  %888 = icmp sgt i32 %seqlen_k, 0
  %889 = call float @llvm.amdgcn.rcp.f32(float %887)
  %890 = select i1 %888, float %889, float 0.000000e+00
  %891 = insertelement <2 x float> poison, float %890, i32 0
  %892 = shufflevector <2 x float> %891, <2 x float> poison, <2 x i32> zeroinitializer
  %893 = call <2 x float> asm "", "=v,0"(<2 x float> %892)
  %894 = shufflevector <2 x float> %893, <2 x float> %893, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %895 = shufflevector <4 x float> %894, <4 x float> %894, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %896 = fmul <8 x float> %450, %895
  %897 = fmul <8 x float> %451, %895
  %898 = fmul <8 x float> %452, %895
  %899 = fmul <8 x float> %453, %895
  %900 = fmul <8 x float> %454, %895
  %901 = fmul <8 x float> %455, %895
  %902 = fmul <8 x float> %456, %895
  %903 = fmul <8 x float> %457, %895
  %904 = mul i32 %o_seqlen_stride, %3
  %905 = add i32 %904, %76
  %906 = mul i32 %905, 2
  %907 = icmp slt i32 %3, %28
  br i1 %907, label %908, label %1054

908:                                              ; preds = %871
  %909 = extractelement <8 x float> %896, i64 0
  %910 = extractelement <8 x float> %897, i64 0
  %911 = extractelement <8 x float> %898, i64 0
  %912 = extractelement <8 x float> %899, i64 0
  %913 = extractelement <8 x float> %900, i64 0
  %914 = extractelement <8 x float> %901, i64 0
  %915 = extractelement <8 x float> %902, i64 0
  %916 = extractelement <8 x float> %903, i64 0
  %917 = insertelement <8 x float> poison, float %909, i64 0
  %918 = insertelement <8 x float> %917, float %910, i64 1
  %919 = insertelement <8 x float> %918, float %911, i64 2
  %920 = insertelement <8 x float> %919, float %912, i64 3
  %921 = insertelement <8 x float> %920, float %913, i64 4
  %922 = insertelement <8 x float> %921, float %914, i64 5
  %923 = insertelement <8 x float> %922, float %915, i64 6
  %924 = insertelement <8 x float> %923, float %916, i64 7
  %925 = fptrunc <8 x float> %924 to <8 x half>
  %926 = zext i32 %906 to i64
  %927 = getelementptr inbounds i8, ptr addrspace(1) %883, i64 %926
  store <8 x half> %925, ptr addrspace(1) %927, align 16
  %928 = extractelement <8 x float> %896, i64 1
  %929 = extractelement <8 x float> %897, i64 1
  %930 = extractelement <8 x float> %898, i64 1
  %931 = extractelement <8 x float> %899, i64 1
  %932 = extractelement <8 x float> %900, i64 1
  %933 = extractelement <8 x float> %901, i64 1
  %934 = extractelement <8 x float> %902, i64 1
  %935 = extractelement <8 x float> %903, i64 1
  %936 = insertelement <8 x float> poison, float %928, i64 0
  %937 = insertelement <8 x float> %936, float %929, i64 1
  %938 = insertelement <8 x float> %937, float %930, i64 2
  %939 = insertelement <8 x float> %938, float %931, i64 3
  %940 = insertelement <8 x float> %939, float %932, i64 4
  %941 = insertelement <8 x float> %940, float %933, i64 5
  %942 = insertelement <8 x float> %941, float %934, i64 6
  %943 = insertelement <8 x float> %942, float %935, i64 7
  %944 = fptrunc <8 x float> %943 to <8 x half>
  %945 = getelementptr inbounds i8, ptr addrspace(1) %927, i32 32
  store <8 x half> %944, ptr addrspace(1) %945, align 16
  %946 = extractelement <8 x float> %896, i64 2
  %947 = extractelement <8 x float> %897, i64 2
  %948 = extractelement <8 x float> %898, i64 2
  %949 = extractelement <8 x float> %899, i64 2
  %950 = extractelement <8 x float> %900, i64 2
  %951 = extractelement <8 x float> %901, i64 2
  %952 = extractelement <8 x float> %902, i64 2
  %953 = extractelement <8 x float> %903, i64 2
  %954 = insertelement <8 x float> poison, float %946, i64 0
  %955 = insertelement <8 x float> %954, float %947, i64 1
  %956 = insertelement <8 x float> %955, float %948, i64 2
  %957 = insertelement <8 x float> %956, float %949, i64 3
  %958 = insertelement <8 x float> %957, float %950, i64 4
  %959 = insertelement <8 x float> %958, float %951, i64 5
  %960 = insertelement <8 x float> %959, float %952, i64 6
  %961 = insertelement <8 x float> %960, float %953, i64 7
  %962 = fptrunc <8 x float> %961 to <8 x half>
  %963 = getelementptr inbounds i8, ptr addrspace(1) %927, i32 64
  store <8 x half> %962, ptr addrspace(1) %963, align 16
  %964 = extractelement <8 x float> %896, i64 3
  %965 = extractelement <8 x float> %897, i64 3
  %966 = extractelement <8 x float> %898, i64 3
  %967 = extractelement <8 x float> %899, i64 3
  %968 = extractelement <8 x float> %900, i64 3
  %969 = extractelement <8 x float> %901, i64 3
  %970 = extractelement <8 x float> %902, i64 3
  %971 = extractelement <8 x float> %903, i64 3
  %972 = insertelement <8 x float> poison, float %964, i64 0
  %973 = insertelement <8 x float> %972, float %965, i64 1
  %974 = insertelement <8 x float> %973, float %966, i64 2
  %975 = insertelement <8 x float> %974, float %967, i64 3
  %976 = insertelement <8 x float> %975, float %968, i64 4
  %977 = insertelement <8 x float> %976, float %969, i64 5
  %978 = insertelement <8 x float> %977, float %970, i64 6
  %979 = insertelement <8 x float> %978, float %971, i64 7
  %980 = fptrunc <8 x float> %979 to <8 x half>
  %981 = getelementptr inbounds i8, ptr addrspace(1) %927, i32 96
  store <8 x half> %980, ptr addrspace(1) %981, align 16
  %982 = extractelement <8 x float> %896, i64 4
  %983 = extractelement <8 x float> %897, i64 4
  %984 = extractelement <8 x float> %898, i64 4
  %985 = extractelement <8 x float> %899, i64 4
  %986 = extractelement <8 x float> %900, i64 4
  %987 = extractelement <8 x float> %901, i64 4
  %988 = extractelement <8 x float> %902, i64 4
  %989 = extractelement <8 x float> %903, i64 4
  %990 = insertelement <8 x float> poison, float %982, i64 0
  %991 = insertelement <8 x float> %990, float %983, i64 1
  %992 = insertelement <8 x float> %991, float %984, i64 2
  %993 = insertelement <8 x float> %992, float %985, i64 3
  %994 = insertelement <8 x float> %993, float %986, i64 4
  %995 = insertelement <8 x float> %994, float %987, i64 5
  %996 = insertelement <8 x float> %995, float %988, i64 6
  %997 = insertelement <8 x float> %996, float %989, i64 7
  %998 = fptrunc <8 x float> %997 to <8 x half>
  %999 = getelementptr inbounds i8, ptr addrspace(1) %927, i32 128
  store <8 x half> %998, ptr addrspace(1) %999, align 16
  %1000 = extractelement <8 x float> %896, i64 5
  %1001 = extractelement <8 x float> %897, i64 5
  %1002 = extractelement <8 x float> %898, i64 5
  %1003 = extractelement <8 x float> %899, i64 5
  %1004 = extractelement <8 x float> %900, i64 5
  %1005 = extractelement <8 x float> %901, i64 5
  %1006 = extractelement <8 x float> %902, i64 5
  %1007 = extractelement <8 x float> %903, i64 5
  %1008 = insertelement <8 x float> poison, float %1000, i64 0
  %1009 = insertelement <8 x float> %1008, float %1001, i64 1
  %1010 = insertelement <8 x float> %1009, float %1002, i64 2
  %1011 = insertelement <8 x float> %1010, float %1003, i64 3
  %1012 = insertelement <8 x float> %1011, float %1004, i64 4
  %1013 = insertelement <8 x float> %1012, float %1005, i64 5
  %1014 = insertelement <8 x float> %1013, float %1006, i64 6
  %1015 = insertelement <8 x float> %1014, float %1007, i64 7
  %1016 = fptrunc <8 x float> %1015 to <8 x half>
  %1017 = getelementptr inbounds i8, ptr addrspace(1) %927, i32 160
  store <8 x half> %1016, ptr addrspace(1) %1017, align 16
  %1018 = extractelement <8 x float> %896, i64 6
  %1019 = extractelement <8 x float> %897, i64 6
  %1020 = extractelement <8 x float> %898, i64 6
  %1021 = extractelement <8 x float> %899, i64 6
  %1022 = extractelement <8 x float> %900, i64 6
  %1023 = extractelement <8 x float> %901, i64 6
  %1024 = extractelement <8 x float> %902, i64 6
  %1025 = extractelement <8 x float> %903, i64 6
  %1026 = insertelement <8 x float> poison, float %1018, i64 0
  %1027 = insertelement <8 x float> %1026, float %1019, i64 1
  %1028 = insertelement <8 x float> %1027, float %1020, i64 2
  %1029 = insertelement <8 x float> %1028, float %1021, i64 3
  %1030 = insertelement <8 x float> %1029, float %1022, i64 4
  %1031 = insertelement <8 x float> %1030, float %1023, i64 5
  %1032 = insertelement <8 x float> %1031, float %1024, i64 6
  %1033 = insertelement <8 x float> %1032, float %1025, i64 7
  %1034 = fptrunc <8 x float> %1033 to <8 x half>
  %1035 = getelementptr inbounds i8, ptr addrspace(1) %927, i32 192
  store <8 x half> %1034, ptr addrspace(1) %1035, align 16
  %1036 = extractelement <8 x float> %896, i64 7
  %1037 = extractelement <8 x float> %897, i64 7
  %1038 = extractelement <8 x float> %898, i64 7
  %1039 = extractelement <8 x float> %899, i64 7
  %1040 = extractelement <8 x float> %900, i64 7
  %1041 = extractelement <8 x float> %901, i64 7
  %1042 = extractelement <8 x float> %902, i64 7
  %1043 = extractelement <8 x float> %903, i64 7
  %1044 = insertelement <8 x float> poison, float %1036, i64 0
  %1045 = insertelement <8 x float> %1044, float %1037, i64 1
  %1046 = insertelement <8 x float> %1045, float %1038, i64 2
  %1047 = insertelement <8 x float> %1046, float %1039, i64 3
  %1048 = insertelement <8 x float> %1047, float %1040, i64 4
  %1049 = insertelement <8 x float> %1048, float %1041, i64 5
  %1050 = insertelement <8 x float> %1049, float %1042, i64 6
  %1051 = insertelement <8 x float> %1050, float %1043, i64 7
  %1052 = fptrunc <8 x float> %1051 to <8 x half>
  %1053 = getelementptr inbounds i8, ptr addrspace(1) %927, i32 224
  store <8 x half> %1052, ptr addrspace(1) %1053, align 16
  br label %1054

1054:                                             ; preds = %908, %871
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.z() #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #2

; Function Attrs: convergent nocallback nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.permlanex16.i32(i32, i32, i32, i32, i1 immarg, i1 immarg) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.rcp.f32(float) #2

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.sched.barrier(i32 immarg) #4

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half>, <16 x half>, <8 x float>) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.exp2.f32(float) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <2 x half> @llvm.amdgcn.cvt.pkrtz(float, float) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.fdot2(<2 x half>, <2 x half>, float, i1 immarg) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x float> @llvm.maxnum.v8f32(<8 x float>, <8 x float>) #2

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.wave.barrier() #4

; Function Attrs: nocallback nofree nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.perm(i32, i32, i32) #6

attributes #0 = { "amdgpu-flat-work-group-size"="32,32" "amdgpu-ieee"="false" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nofree nounwind willreturn memory(none) }
attributes #4 = { convergent nocallback nofree nounwind willreturn }
attributes #5 = { convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #6 = { nocallback nofree nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 32, i32 1, i32 1}
!2 = !{!"amdgpu-synchronize-as", !"local"}
!3 = distinct !{!3, !4, !5, !6, !7}
!4 = !{!"llvm.loop.mustprogress"}
!5 = !{!"llvm.loop.vectorize.enable", i1 false}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = !{!"llvm.licm.disable"}
