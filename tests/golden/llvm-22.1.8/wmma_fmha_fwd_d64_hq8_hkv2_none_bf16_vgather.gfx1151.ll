; ModuleID = 'rocke'
source_filename = "rocke"
target triple = "amdgcn-amd-amdhsa"

@wmma_fmha_fwd_d64_hq8_hkv2_none_bf16_vgather.lds0 = internal addrspace(3) global [512 x bfloat] poison, align 16

define amdgpu_kernel void @wmma_fmha_fwd_d64_hq8_hkv2_none_bf16_vgather(ptr addrspace(1) noalias noundef readonly %q, ptr addrspace(1) noalias noundef readonly %k, ptr addrspace(1) noalias noundef readonly %v, ptr addrspace(1) noalias noundef %o, i64 noundef %q_batch_stride, i32 noundef %q_seqlen_stride, i32 noundef %q_head_stride, i64 noundef %k_batch_stride, i32 noundef %k_seqlen_stride, i32 noundef %k_head_stride, i64 noundef %v_batch_stride, i32 noundef %v_seqlen_stride, i32 noundef %v_head_stride, i64 noundef %o_batch_stride, i32 noundef %o_seqlen_stride, i32 noundef %o_head_stride, i32 noundef %seqlen_q, i32 noundef %seqlen_k, float noundef %scale) #0 !reqd_work_group_size !1 {
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
  %12 = udiv i32 %10, 4
  %13 = mul i32 %9, 16
  %14 = sext i32 %11 to i64
  %15 = mul i64 %14, %q_batch_stride
  %16 = sext i32 %10 to i64
  %17 = sext i32 %q_head_stride to i64
  %18 = mul i64 %16, %17
  %19 = add i64 %15, %18
  %20 = mul i64 %19, 2
  %21 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 %20
  %22 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %21)
  %23 = sext i32 %13 to i64
  %24 = sext i32 %q_seqlen_stride to i64
  %25 = mul i64 %23, %24
  %26 = mul i64 %25, 2
  %27 = getelementptr inbounds i8, ptr addrspace(1) %22, i64 %26
  %28 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %27)
  %29 = sub i32 %seqlen_q, %13
  %30 = sub i32 %29, 1
  %31 = call i32 @llvm.smin.i32(i32 %3, i32 %30)
  %32 = mul i32 %q_seqlen_stride, %31
  %33 = mul i32 %32, 2
  %34 = zext i32 %33 to i64
  %35 = getelementptr inbounds i8, ptr addrspace(1) %28, i64 %34
  %36 = load <16 x bfloat>, ptr addrspace(1) %35, align 16
  %37 = getelementptr inbounds i8, ptr addrspace(1) %35, i32 32
  %38 = load <16 x bfloat>, ptr addrspace(1) %37, align 16
  %39 = getelementptr inbounds i8, ptr addrspace(1) %35, i32 64
  %40 = load <16 x bfloat>, ptr addrspace(1) %39, align 16
  %41 = getelementptr inbounds i8, ptr addrspace(1) %35, i32 96
  %42 = load <16 x bfloat>, ptr addrspace(1) %41, align 16
  %43 = mul i64 %14, %k_batch_stride
  %44 = sext i32 %12 to i64
  %45 = sext i32 %k_head_stride to i64
  %46 = mul i64 %44, %45
  %47 = add i64 %43, %46
  %48 = mul i64 %47, 2
  %49 = getelementptr inbounds i8, ptr addrspace(1) %k, i64 %48
  %50 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %49)
  %51 = mul i64 %14, %v_batch_stride
  %52 = sext i32 %v_head_stride to i64
  %53 = mul i64 %44, %52
  %54 = add i64 %51, %53
  %55 = mul i64 %54, 2
  %56 = getelementptr inbounds i8, ptr addrspace(1) %v, i64 %55
  %57 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %56)
  %58 = add i32 %seqlen_k, 15
  %59 = udiv i32 %58, 16
  %60 = udiv i32 %seqlen_k, 16
  %61 = icmp sgt i32 %59, 4
  %62 = select i1 %61, i32 %60, i32 0
  %63 = and i32 %3, 1
  %64 = mul i32 %63, 8
  %65 = and i32 %3, 14
  %66 = udiv i32 %65, 2
  %67 = or i32 %64, %66
  %68 = mul i32 %k_seqlen_stride, %67
  %69 = mul i32 %68, 2
  %70 = mul i32 %3, 8
  %71 = mul i32 %3, 4
  %72 = add i32 %v_seqlen_stride, %71
  %73 = mul i32 %72, 2
  %74 = mul i32 %v_seqlen_stride, 2
  %75 = add i32 %74, %71
  %76 = mul i32 %75, 2
  %77 = mul i32 %v_seqlen_stride, 3
  %78 = add i32 %77, %71
  %79 = mul i32 %78, 2
  %80 = mul i32 %v_seqlen_stride, 4
  %81 = add i32 %80, %71
  %82 = mul i32 %81, 2
  %83 = mul i32 %v_seqlen_stride, 5
  %84 = add i32 %83, %71
  %85 = mul i32 %84, 2
  %86 = mul i32 %v_seqlen_stride, 6
  %87 = add i32 %86, %71
  %88 = mul i32 %87, 2
  %89 = mul i32 %v_seqlen_stride, 7
  %90 = add i32 %89, %71
  %91 = mul i32 %90, 2
  %92 = sext i32 %v_seqlen_stride to i64
  %93 = mul i64 %92, 16
  %94 = insertelement <8 x float> poison, float %5, i32 0
  %95 = shufflevector <8 x float> %94, <8 x float> poison, <8 x i32> zeroinitializer
  %96 = sext i32 %k_seqlen_stride to i64
  %97 = mul i64 %96, 32
  %98 = mul i64 %92, 32
  br label %99

99:                                               ; preds = %110, %0
  %100 = phi i32 [ %405, %110 ], [ 0, %0 ]
  %101 = phi ptr addrspace(1) [ %384, %110 ], [ %50, %0 ]
  %102 = phi ptr addrspace(1) [ %386, %110 ], [ %57, %0 ]
  %103 = phi float [ %194, %110 ], [ 0xC7EFFFFFE0000000, %0 ]
  %104 = phi float [ %260, %110 ], [ 0.000000e+00, %0 ]
  %105 = phi <8 x float> [ %395, %110 ], [ zeroinitializer, %0 ]
  %106 = phi <8 x float> [ %398, %110 ], [ zeroinitializer, %0 ]
  %107 = phi <8 x float> [ %401, %110 ], [ zeroinitializer, %0 ]
  %108 = phi <8 x float> [ %404, %110 ], [ zeroinitializer, %0 ]
  %109 = icmp slt i32 %100, %62
  br i1 %109, label %110, label %406

110:                                              ; preds = %99
  %111 = zext i32 %69 to i64
  %112 = getelementptr inbounds i8, ptr addrspace(1) %101, i64 %111
  %113 = load <16 x bfloat>, ptr addrspace(1) %112, align 16
  %114 = getelementptr inbounds i8, ptr addrspace(1) %112, i32 32
  %115 = load <16 x bfloat>, ptr addrspace(1) %114, align 16
  %116 = getelementptr inbounds i8, ptr addrspace(1) %112, i32 64
  %117 = load <16 x bfloat>, ptr addrspace(1) %116, align 16
  %118 = getelementptr inbounds i8, ptr addrspace(1) %112, i32 96
  %119 = load <16 x bfloat>, ptr addrspace(1) %118, align 16
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %120 = bitcast <16 x bfloat> %113 to <16 x i16>
  %121 = bitcast <16 x bfloat> %36 to <16 x i16>
  %122 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %120, <16 x i16> %121, <8 x float> %8)
  %123 = bitcast <16 x bfloat> %115 to <16 x i16>
  %124 = bitcast <16 x bfloat> %38 to <16 x i16>
  %125 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %123, <16 x i16> %124, <8 x float> %122)
  %126 = bitcast <16 x bfloat> %117 to <16 x i16>
  %127 = bitcast <16 x bfloat> %40 to <16 x i16>
  %128 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %126, <16 x i16> %127, <8 x float> %125)
  %129 = bitcast <16 x bfloat> %119 to <16 x i16>
  %130 = bitcast <16 x bfloat> %42 to <16 x i16>
  %131 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %129, <16 x i16> %130, <8 x float> %128)
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %132 = zext i32 %70 to i64
  %133 = getelementptr inbounds i8, ptr addrspace(1) %102, i64 %132
  %134 = load <4 x bfloat>, ptr addrspace(1) %133, align 8
  %135 = zext i32 %73 to i64
  %136 = getelementptr inbounds i8, ptr addrspace(1) %102, i64 %135
  %137 = load <4 x bfloat>, ptr addrspace(1) %136, align 8
  %138 = zext i32 %76 to i64
  %139 = getelementptr inbounds i8, ptr addrspace(1) %102, i64 %138
  %140 = load <4 x bfloat>, ptr addrspace(1) %139, align 8
  %141 = zext i32 %79 to i64
  %142 = getelementptr inbounds i8, ptr addrspace(1) %102, i64 %141
  %143 = load <4 x bfloat>, ptr addrspace(1) %142, align 8
  %144 = zext i32 %82 to i64
  %145 = getelementptr inbounds i8, ptr addrspace(1) %102, i64 %144
  %146 = load <4 x bfloat>, ptr addrspace(1) %145, align 8
  %147 = zext i32 %85 to i64
  %148 = getelementptr inbounds i8, ptr addrspace(1) %102, i64 %147
  %149 = load <4 x bfloat>, ptr addrspace(1) %148, align 8
  %150 = zext i32 %88 to i64
  %151 = getelementptr inbounds i8, ptr addrspace(1) %102, i64 %150
  %152 = load <4 x bfloat>, ptr addrspace(1) %151, align 8
  %153 = zext i32 %91 to i64
  %154 = getelementptr inbounds i8, ptr addrspace(1) %102, i64 %153
  %155 = load <4 x bfloat>, ptr addrspace(1) %154, align 8
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %156 = getelementptr inbounds i8, ptr addrspace(1) %102, i64 %93
  %157 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %156)
  %158 = getelementptr inbounds i8, ptr addrspace(1) %157, i64 %132
  %159 = load <4 x bfloat>, ptr addrspace(1) %158, align 8
  %160 = getelementptr inbounds i8, ptr addrspace(1) %157, i64 %135
  %161 = load <4 x bfloat>, ptr addrspace(1) %160, align 8
  %162 = getelementptr inbounds i8, ptr addrspace(1) %157, i64 %138
  %163 = load <4 x bfloat>, ptr addrspace(1) %162, align 8
  %164 = getelementptr inbounds i8, ptr addrspace(1) %157, i64 %141
  %165 = load <4 x bfloat>, ptr addrspace(1) %164, align 8
  %166 = getelementptr inbounds i8, ptr addrspace(1) %157, i64 %144
  %167 = load <4 x bfloat>, ptr addrspace(1) %166, align 8
  %168 = getelementptr inbounds i8, ptr addrspace(1) %157, i64 %147
  %169 = load <4 x bfloat>, ptr addrspace(1) %168, align 8
  %170 = getelementptr inbounds i8, ptr addrspace(1) %157, i64 %150
  %171 = load <4 x bfloat>, ptr addrspace(1) %170, align 8
  %172 = getelementptr inbounds i8, ptr addrspace(1) %157, i64 %153
  %173 = load <4 x bfloat>, ptr addrspace(1) %172, align 8
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %174 = extractelement <8 x float> %131, i64 0
  %175 = extractelement <8 x float> %131, i64 1
  %176 = extractelement <8 x float> %131, i64 2
  %177 = extractelement <8 x float> %131, i64 3
  %178 = extractelement <8 x float> %131, i64 4
  %179 = extractelement <8 x float> %131, i64 5
  %180 = extractelement <8 x float> %131, i64 6
  %181 = extractelement <8 x float> %131, i64 7
  %182 = call float @llvm.maxnum.f32(float %174, float %175)
  %183 = call float @llvm.maxnum.f32(float %182, float %176)
  %184 = call float @llvm.maxnum.f32(float %177, float %178)
  %185 = call float @llvm.maxnum.f32(float %184, float %179)
  %186 = call float @llvm.maxnum.f32(float %180, float %181)
  %187 = call float @llvm.maxnum.f32(float %183, float %185)
  %188 = call float @llvm.maxnum.f32(float %187, float %186)
  %189 = bitcast float %188 to i32
  %190 = call i32 @llvm.amdgcn.permlanex16.i32(i32 poison, i32 %189, i32 1985229328, i32 -19088744, i1 true, i1 false)
  %191 = bitcast i32 %190 to float
  %192 = call float @llvm.maxnum.f32(float %188, float %191)
  %193 = call float @llvm.fma.f32(float %192, float %5, float 0xBF70A0A640000000)
  %194 = call float @llvm.maxnum.f32(float %103, float %193)
  %195 = insertelement <8 x float> poison, float %194, i32 0
  %196 = shufflevector <8 x float> %195, <8 x float> poison, <8 x i32> zeroinitializer
  %197 = fneg <8 x float> %196
  %198 = call <8 x float> @llvm.fma.v8f32(<8 x float> %131, <8 x float> %95, <8 x float> %197)
  %199 = extractelement <8 x float> %198, i32 0
  %200 = call float @llvm.amdgcn.exp2.f32(float %199)
  %201 = insertelement <8 x float> poison, float %200, i32 0
  %202 = extractelement <8 x float> %198, i32 1
  %203 = call float @llvm.amdgcn.exp2.f32(float %202)
  %204 = insertelement <8 x float> %201, float %203, i32 1
  %205 = extractelement <8 x float> %198, i32 2
  %206 = call float @llvm.amdgcn.exp2.f32(float %205)
  %207 = insertelement <8 x float> %204, float %206, i32 2
  %208 = extractelement <8 x float> %198, i32 3
  %209 = call float @llvm.amdgcn.exp2.f32(float %208)
  %210 = insertelement <8 x float> %207, float %209, i32 3
  %211 = extractelement <8 x float> %198, i32 4
  %212 = call float @llvm.amdgcn.exp2.f32(float %211)
  %213 = insertelement <8 x float> %210, float %212, i32 4
  %214 = extractelement <8 x float> %198, i32 5
  %215 = call float @llvm.amdgcn.exp2.f32(float %214)
  %216 = insertelement <8 x float> %213, float %215, i32 5
  %217 = extractelement <8 x float> %198, i32 6
  %218 = call float @llvm.amdgcn.exp2.f32(float %217)
  %219 = insertelement <8 x float> %216, float %218, i32 6
  %220 = extractelement <8 x float> %198, i32 7
  %221 = call float @llvm.amdgcn.exp2.f32(float %220)
  %222 = insertelement <8 x float> %219, float %221, i32 7
  %223 = fsub float %103, %194
  %224 = call float @llvm.amdgcn.exp2.f32(float %223)
  %225 = fmul float %104, %224
  %226 = extractelement <8 x float> %222, i64 0
  %227 = extractelement <8 x float> %222, i64 1
  %228 = extractelement <8 x float> %222, i64 2
  %229 = extractelement <8 x float> %222, i64 3
  %230 = extractelement <8 x float> %222, i64 4
  %231 = extractelement <8 x float> %222, i64 5
  %232 = extractelement <8 x float> %222, i64 6
  %233 = extractelement <8 x float> %222, i64 7
  %234 = bitcast float %227 to i32
  %235 = bitcast float %226 to i32
  %236 = call i32 @llvm.amdgcn.perm(i32 %234, i32 %235, i32 117834498)
  %237 = insertelement <1 x i32> poison, i32 %236, i32 0
  %238 = bitcast <1 x i32> %237 to <2 x bfloat>
  %239 = bitcast float %229 to i32
  %240 = bitcast float %228 to i32
  %241 = call i32 @llvm.amdgcn.perm(i32 %239, i32 %240, i32 117834498)
  %242 = insertelement <1 x i32> poison, i32 %241, i32 0
  %243 = bitcast <1 x i32> %242 to <2 x bfloat>
  %244 = bitcast float %231 to i32
  %245 = bitcast float %230 to i32
  %246 = call i32 @llvm.amdgcn.perm(i32 %244, i32 %245, i32 117834498)
  %247 = insertelement <1 x i32> poison, i32 %246, i32 0
  %248 = bitcast <1 x i32> %247 to <2 x bfloat>
  %249 = bitcast float %233 to i32
  %250 = bitcast float %232 to i32
  %251 = call i32 @llvm.amdgcn.perm(i32 %249, i32 %250, i32 117834498)
  %252 = insertelement <1 x i32> poison, i32 %251, i32 0
  %253 = bitcast <1 x i32> %252 to <2 x bfloat>
  %254 = shufflevector <2 x bfloat> %238, <2 x bfloat> %243, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %255 = shufflevector <2 x bfloat> %248, <2 x bfloat> %253, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %256 = shufflevector <4 x bfloat> %254, <4 x bfloat> %255, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %257 = call float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat> %238, <2 x bfloat> splat (bfloat 0xR3F80), float %225, i1 false)
  %258 = call float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat> %243, <2 x bfloat> splat (bfloat 0xR3F80), float %257, i1 false)
  %259 = call float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat> %248, <2 x bfloat> splat (bfloat 0xR3F80), float %258, i1 false)
  %260 = call float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat> %253, <2 x bfloat> splat (bfloat 0xR3F80), float %259, i1 false)
  fence syncscope("wavefront") release, !mmra !2
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire, !mmra !2
  %261 = getelementptr inbounds i8, ptr addrspace(3) @wmma_fmha_fwd_d64_hq8_hkv2_none_bf16_vgather.lds0, i32 %6
  store <8 x bfloat> %256, ptr addrspace(3) %261, align 16
  %262 = bitcast <4 x bfloat> %134 to <2 x i32>
  %263 = bitcast <4 x bfloat> %137 to <2 x i32>
  %264 = bitcast <4 x bfloat> %140 to <2 x i32>
  %265 = bitcast <4 x bfloat> %143 to <2 x i32>
  %266 = bitcast <4 x bfloat> %146 to <2 x i32>
  %267 = bitcast <4 x bfloat> %149 to <2 x i32>
  %268 = bitcast <4 x bfloat> %152 to <2 x i32>
  %269 = bitcast <4 x bfloat> %155 to <2 x i32>
  %270 = bitcast <4 x bfloat> %159 to <2 x i32>
  %271 = bitcast <4 x bfloat> %161 to <2 x i32>
  %272 = bitcast <4 x bfloat> %163 to <2 x i32>
  %273 = bitcast <4 x bfloat> %165 to <2 x i32>
  %274 = bitcast <4 x bfloat> %167 to <2 x i32>
  %275 = bitcast <4 x bfloat> %169 to <2 x i32>
  %276 = bitcast <4 x bfloat> %171 to <2 x i32>
  %277 = bitcast <4 x bfloat> %173 to <2 x i32>
  %278 = extractelement <2 x i32> %263, i64 0
  %279 = extractelement <2 x i32> %262, i64 0
  %280 = call i32 @llvm.amdgcn.perm(i32 %278, i32 %279, i32 84148480)
  %281 = extractelement <2 x i32> %265, i64 0
  %282 = extractelement <2 x i32> %264, i64 0
  %283 = call i32 @llvm.amdgcn.perm(i32 %281, i32 %282, i32 84148480)
  %284 = extractelement <2 x i32> %267, i64 0
  %285 = extractelement <2 x i32> %266, i64 0
  %286 = call i32 @llvm.amdgcn.perm(i32 %284, i32 %285, i32 84148480)
  %287 = extractelement <2 x i32> %269, i64 0
  %288 = extractelement <2 x i32> %268, i64 0
  %289 = call i32 @llvm.amdgcn.perm(i32 %287, i32 %288, i32 84148480)
  %290 = extractelement <2 x i32> %271, i64 0
  %291 = extractelement <2 x i32> %270, i64 0
  %292 = call i32 @llvm.amdgcn.perm(i32 %290, i32 %291, i32 84148480)
  %293 = extractelement <2 x i32> %273, i64 0
  %294 = extractelement <2 x i32> %272, i64 0
  %295 = call i32 @llvm.amdgcn.perm(i32 %293, i32 %294, i32 84148480)
  %296 = extractelement <2 x i32> %275, i64 0
  %297 = extractelement <2 x i32> %274, i64 0
  %298 = call i32 @llvm.amdgcn.perm(i32 %296, i32 %297, i32 84148480)
  %299 = extractelement <2 x i32> %277, i64 0
  %300 = extractelement <2 x i32> %276, i64 0
  %301 = call i32 @llvm.amdgcn.perm(i32 %299, i32 %300, i32 84148480)
  %302 = insertelement <8 x i32> poison, i32 %280, i64 0
  %303 = insertelement <8 x i32> %302, i32 %283, i64 1
  %304 = insertelement <8 x i32> %303, i32 %286, i64 2
  %305 = insertelement <8 x i32> %304, i32 %289, i64 3
  %306 = insertelement <8 x i32> %305, i32 %292, i64 4
  %307 = insertelement <8 x i32> %306, i32 %295, i64 5
  %308 = insertelement <8 x i32> %307, i32 %298, i64 6
  %309 = insertelement <8 x i32> %308, i32 %301, i64 7
  %310 = bitcast <8 x i32> %309 to <16 x bfloat>
  %311 = call i32 @llvm.amdgcn.perm(i32 %278, i32 %279, i32 117834498)
  %312 = call i32 @llvm.amdgcn.perm(i32 %281, i32 %282, i32 117834498)
  %313 = call i32 @llvm.amdgcn.perm(i32 %284, i32 %285, i32 117834498)
  %314 = call i32 @llvm.amdgcn.perm(i32 %287, i32 %288, i32 117834498)
  %315 = call i32 @llvm.amdgcn.perm(i32 %290, i32 %291, i32 117834498)
  %316 = call i32 @llvm.amdgcn.perm(i32 %293, i32 %294, i32 117834498)
  %317 = call i32 @llvm.amdgcn.perm(i32 %296, i32 %297, i32 117834498)
  %318 = call i32 @llvm.amdgcn.perm(i32 %299, i32 %300, i32 117834498)
  %319 = insertelement <8 x i32> poison, i32 %311, i64 0
  %320 = insertelement <8 x i32> %319, i32 %312, i64 1
  %321 = insertelement <8 x i32> %320, i32 %313, i64 2
  %322 = insertelement <8 x i32> %321, i32 %314, i64 3
  %323 = insertelement <8 x i32> %322, i32 %315, i64 4
  %324 = insertelement <8 x i32> %323, i32 %316, i64 5
  %325 = insertelement <8 x i32> %324, i32 %317, i64 6
  %326 = insertelement <8 x i32> %325, i32 %318, i64 7
  %327 = bitcast <8 x i32> %326 to <16 x bfloat>
  %328 = extractelement <2 x i32> %263, i64 1
  %329 = extractelement <2 x i32> %262, i64 1
  %330 = call i32 @llvm.amdgcn.perm(i32 %328, i32 %329, i32 84148480)
  %331 = extractelement <2 x i32> %265, i64 1
  %332 = extractelement <2 x i32> %264, i64 1
  %333 = call i32 @llvm.amdgcn.perm(i32 %331, i32 %332, i32 84148480)
  %334 = extractelement <2 x i32> %267, i64 1
  %335 = extractelement <2 x i32> %266, i64 1
  %336 = call i32 @llvm.amdgcn.perm(i32 %334, i32 %335, i32 84148480)
  %337 = extractelement <2 x i32> %269, i64 1
  %338 = extractelement <2 x i32> %268, i64 1
  %339 = call i32 @llvm.amdgcn.perm(i32 %337, i32 %338, i32 84148480)
  %340 = extractelement <2 x i32> %271, i64 1
  %341 = extractelement <2 x i32> %270, i64 1
  %342 = call i32 @llvm.amdgcn.perm(i32 %340, i32 %341, i32 84148480)
  %343 = extractelement <2 x i32> %273, i64 1
  %344 = extractelement <2 x i32> %272, i64 1
  %345 = call i32 @llvm.amdgcn.perm(i32 %343, i32 %344, i32 84148480)
  %346 = extractelement <2 x i32> %275, i64 1
  %347 = extractelement <2 x i32> %274, i64 1
  %348 = call i32 @llvm.amdgcn.perm(i32 %346, i32 %347, i32 84148480)
  %349 = extractelement <2 x i32> %277, i64 1
  %350 = extractelement <2 x i32> %276, i64 1
  %351 = call i32 @llvm.amdgcn.perm(i32 %349, i32 %350, i32 84148480)
  %352 = insertelement <8 x i32> poison, i32 %330, i64 0
  %353 = insertelement <8 x i32> %352, i32 %333, i64 1
  %354 = insertelement <8 x i32> %353, i32 %336, i64 2
  %355 = insertelement <8 x i32> %354, i32 %339, i64 3
  %356 = insertelement <8 x i32> %355, i32 %342, i64 4
  %357 = insertelement <8 x i32> %356, i32 %345, i64 5
  %358 = insertelement <8 x i32> %357, i32 %348, i64 6
  %359 = insertelement <8 x i32> %358, i32 %351, i64 7
  %360 = bitcast <8 x i32> %359 to <16 x bfloat>
  %361 = call i32 @llvm.amdgcn.perm(i32 %328, i32 %329, i32 117834498)
  %362 = call i32 @llvm.amdgcn.perm(i32 %331, i32 %332, i32 117834498)
  %363 = call i32 @llvm.amdgcn.perm(i32 %334, i32 %335, i32 117834498)
  %364 = call i32 @llvm.amdgcn.perm(i32 %337, i32 %338, i32 117834498)
  %365 = call i32 @llvm.amdgcn.perm(i32 %340, i32 %341, i32 117834498)
  %366 = call i32 @llvm.amdgcn.perm(i32 %343, i32 %344, i32 117834498)
  %367 = call i32 @llvm.amdgcn.perm(i32 %346, i32 %347, i32 117834498)
  %368 = call i32 @llvm.amdgcn.perm(i32 %349, i32 %350, i32 117834498)
  %369 = insertelement <8 x i32> poison, i32 %361, i64 0
  %370 = insertelement <8 x i32> %369, i32 %362, i64 1
  %371 = insertelement <8 x i32> %370, i32 %363, i64 2
  %372 = insertelement <8 x i32> %371, i32 %364, i64 3
  %373 = insertelement <8 x i32> %372, i32 %365, i64 4
  %374 = insertelement <8 x i32> %373, i32 %366, i64 5
  %375 = insertelement <8 x i32> %374, i32 %367, i64 6
  %376 = insertelement <8 x i32> %375, i32 %368, i64 7
  %377 = bitcast <8 x i32> %376 to <16 x bfloat>
  fence syncscope("wavefront") release, !mmra !2
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire, !mmra !2
  %378 = getelementptr inbounds i8, ptr addrspace(3) @wmma_fmha_fwd_d64_hq8_hkv2_none_bf16_vgather.lds0, i32 %7
  %379 = load <8 x bfloat>, ptr addrspace(3) %378, align 16
  %380 = getelementptr inbounds i8, ptr addrspace(3) %378, i32 256
  %381 = load <8 x bfloat>, ptr addrspace(3) %380, align 16
  %382 = shufflevector <8 x bfloat> %379, <8 x bfloat> %381, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %383 = getelementptr inbounds i8, ptr addrspace(1) %101, i64 %97
  %384 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %383)
  %385 = getelementptr inbounds i8, ptr addrspace(1) %102, i64 %98
  %386 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %385)
  %387 = insertelement <2 x float> poison, float %224, i32 0
  %388 = shufflevector <2 x float> %387, <2 x float> poison, <2 x i32> zeroinitializer
  %389 = call <2 x float> asm "", "=v,0"(<2 x float> %388)
  %390 = shufflevector <2 x float> %389, <2 x float> %389, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %391 = shufflevector <4 x float> %390, <4 x float> %390, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %392 = fmul <8 x float> %105, %391
  %393 = bitcast <16 x bfloat> %310 to <16 x i16>
  %394 = bitcast <16 x bfloat> %382 to <16 x i16>
  %395 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %393, <16 x i16> %394, <8 x float> %392)
  %396 = fmul <8 x float> %106, %391
  %397 = bitcast <16 x bfloat> %327 to <16 x i16>
  %398 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %397, <16 x i16> %394, <8 x float> %396)
  %399 = fmul <8 x float> %107, %391
  %400 = bitcast <16 x bfloat> %360 to <16 x i16>
  %401 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %400, <16 x i16> %394, <8 x float> %399)
  %402 = fmul <8 x float> %108, %391
  %403 = bitcast <16 x bfloat> %377 to <16 x i16>
  %404 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %403, <16 x i16> %394, <8 x float> %402)
  %405 = add i32 %100, 1
  br label %99, !llvm.loop !3

406:                                              ; preds = %99
  %407 = mul i32 %4, 8
  br label %408

408:                                              ; preds = %419, %406
  %409 = phi i32 [ %880, %419 ], [ %62, %406 ]
  %410 = phi ptr addrspace(1) [ %854, %419 ], [ %101, %406 ]
  %411 = phi ptr addrspace(1) [ %856, %419 ], [ %102, %406 ]
  %412 = phi float [ %616, %419 ], [ %103, %406 ]
  %413 = phi float [ %724, %419 ], [ %104, %406 ]
  %414 = phi <8 x float> [ %867, %419 ], [ %105, %406 ]
  %415 = phi <8 x float> [ %871, %419 ], [ %106, %406 ]
  %416 = phi <8 x float> [ %875, %419 ], [ %107, %406 ]
  %417 = phi <8 x float> [ %879, %419 ], [ %108, %406 ]
  %418 = icmp slt i32 %409, %59
  br i1 %418, label %419, label %881

419:                                              ; preds = %408
  %420 = mul i32 %409, 16
  %421 = sub i32 %seqlen_k, %420
  %422 = sub i32 %421, 1
  %423 = call i32 @llvm.smin.i32(i32 %67, i32 %422)
  %424 = mul i32 %k_seqlen_stride, %423
  %425 = mul i32 %424, 2
  %426 = zext i32 %425 to i64
  %427 = getelementptr inbounds i8, ptr addrspace(1) %410, i64 %426
  %428 = load <16 x bfloat>, ptr addrspace(1) %427, align 16
  %429 = getelementptr inbounds i8, ptr addrspace(1) %427, i32 32
  %430 = load <16 x bfloat>, ptr addrspace(1) %429, align 16
  %431 = getelementptr inbounds i8, ptr addrspace(1) %427, i32 64
  %432 = load <16 x bfloat>, ptr addrspace(1) %431, align 16
  %433 = getelementptr inbounds i8, ptr addrspace(1) %427, i32 96
  %434 = load <16 x bfloat>, ptr addrspace(1) %433, align 16
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %435 = bitcast <16 x bfloat> %428 to <16 x i16>
  %436 = bitcast <16 x bfloat> %36 to <16 x i16>
  %437 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %435, <16 x i16> %436, <8 x float> %8)
  %438 = bitcast <16 x bfloat> %430 to <16 x i16>
  %439 = bitcast <16 x bfloat> %38 to <16 x i16>
  %440 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %438, <16 x i16> %439, <8 x float> %437)
  %441 = bitcast <16 x bfloat> %432 to <16 x i16>
  %442 = bitcast <16 x bfloat> %40 to <16 x i16>
  %443 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %441, <16 x i16> %442, <8 x float> %440)
  %444 = bitcast <16 x bfloat> %434 to <16 x i16>
  %445 = bitcast <16 x bfloat> %42 to <16 x i16>
  %446 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %444, <16 x i16> %445, <8 x float> %443)
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %447 = call i32 @llvm.smin.i32(i32 %422, i32 0)
  %448 = mul i32 %v_seqlen_stride, %447
  %449 = add i32 %448, %71
  %450 = mul i32 %449, 2
  %451 = zext i32 %450 to i64
  %452 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %451
  %453 = load <4 x bfloat>, ptr addrspace(1) %452, align 8
  %454 = icmp sgt i32 %421, 0
  %455 = select i1 %454, <4 x bfloat> %453, <4 x bfloat> zeroinitializer
  %456 = call i32 @llvm.smin.i32(i32 %422, i32 1)
  %457 = mul i32 %v_seqlen_stride, %456
  %458 = add i32 %457, %71
  %459 = mul i32 %458, 2
  %460 = zext i32 %459 to i64
  %461 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %460
  %462 = load <4 x bfloat>, ptr addrspace(1) %461, align 8
  %463 = icmp sgt i32 %421, 1
  %464 = select i1 %463, <4 x bfloat> %462, <4 x bfloat> zeroinitializer
  %465 = call i32 @llvm.smin.i32(i32 %422, i32 2)
  %466 = mul i32 %v_seqlen_stride, %465
  %467 = add i32 %466, %71
  %468 = mul i32 %467, 2
  %469 = zext i32 %468 to i64
  %470 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %469
  %471 = load <4 x bfloat>, ptr addrspace(1) %470, align 8
  %472 = icmp sgt i32 %421, 2
  %473 = select i1 %472, <4 x bfloat> %471, <4 x bfloat> zeroinitializer
  %474 = call i32 @llvm.smin.i32(i32 %422, i32 3)
  %475 = mul i32 %v_seqlen_stride, %474
  %476 = add i32 %475, %71
  %477 = mul i32 %476, 2
  %478 = zext i32 %477 to i64
  %479 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %478
  %480 = load <4 x bfloat>, ptr addrspace(1) %479, align 8
  %481 = icmp sgt i32 %421, 3
  %482 = select i1 %481, <4 x bfloat> %480, <4 x bfloat> zeroinitializer
  %483 = call i32 @llvm.smin.i32(i32 %422, i32 4)
  %484 = mul i32 %v_seqlen_stride, %483
  %485 = add i32 %484, %71
  %486 = mul i32 %485, 2
  %487 = zext i32 %486 to i64
  %488 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %487
  %489 = load <4 x bfloat>, ptr addrspace(1) %488, align 8
  %490 = icmp sgt i32 %421, 4
  %491 = select i1 %490, <4 x bfloat> %489, <4 x bfloat> zeroinitializer
  %492 = call i32 @llvm.smin.i32(i32 %422, i32 5)
  %493 = mul i32 %v_seqlen_stride, %492
  %494 = add i32 %493, %71
  %495 = mul i32 %494, 2
  %496 = zext i32 %495 to i64
  %497 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %496
  %498 = load <4 x bfloat>, ptr addrspace(1) %497, align 8
  %499 = icmp sgt i32 %421, 5
  %500 = select i1 %499, <4 x bfloat> %498, <4 x bfloat> zeroinitializer
  %501 = call i32 @llvm.smin.i32(i32 %422, i32 6)
  %502 = mul i32 %v_seqlen_stride, %501
  %503 = add i32 %502, %71
  %504 = mul i32 %503, 2
  %505 = zext i32 %504 to i64
  %506 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %505
  %507 = load <4 x bfloat>, ptr addrspace(1) %506, align 8
  %508 = icmp sgt i32 %421, 6
  %509 = select i1 %508, <4 x bfloat> %507, <4 x bfloat> zeroinitializer
  %510 = call i32 @llvm.smin.i32(i32 %422, i32 7)
  %511 = mul i32 %v_seqlen_stride, %510
  %512 = add i32 %511, %71
  %513 = mul i32 %512, 2
  %514 = zext i32 %513 to i64
  %515 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %514
  %516 = load <4 x bfloat>, ptr addrspace(1) %515, align 8
  %517 = icmp sgt i32 %421, 7
  %518 = select i1 %517, <4 x bfloat> %516, <4 x bfloat> zeroinitializer
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %519 = call i32 @llvm.smin.i32(i32 %422, i32 8)
  %520 = mul i32 %v_seqlen_stride, %519
  %521 = add i32 %520, %71
  %522 = mul i32 %521, 2
  %523 = zext i32 %522 to i64
  %524 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %523
  %525 = load <4 x bfloat>, ptr addrspace(1) %524, align 8
  %526 = icmp sgt i32 %421, 8
  %527 = select i1 %526, <4 x bfloat> %525, <4 x bfloat> zeroinitializer
  %528 = call i32 @llvm.smin.i32(i32 %422, i32 9)
  %529 = mul i32 %v_seqlen_stride, %528
  %530 = add i32 %529, %71
  %531 = mul i32 %530, 2
  %532 = zext i32 %531 to i64
  %533 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %532
  %534 = load <4 x bfloat>, ptr addrspace(1) %533, align 8
  %535 = icmp sgt i32 %421, 9
  %536 = select i1 %535, <4 x bfloat> %534, <4 x bfloat> zeroinitializer
  %537 = call i32 @llvm.smin.i32(i32 %422, i32 10)
  %538 = mul i32 %v_seqlen_stride, %537
  %539 = add i32 %538, %71
  %540 = mul i32 %539, 2
  %541 = zext i32 %540 to i64
  %542 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %541
  %543 = load <4 x bfloat>, ptr addrspace(1) %542, align 8
  %544 = icmp sgt i32 %421, 10
  %545 = select i1 %544, <4 x bfloat> %543, <4 x bfloat> zeroinitializer
  %546 = call i32 @llvm.smin.i32(i32 %422, i32 11)
  %547 = mul i32 %v_seqlen_stride, %546
  %548 = add i32 %547, %71
  %549 = mul i32 %548, 2
  %550 = zext i32 %549 to i64
  %551 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %550
  %552 = load <4 x bfloat>, ptr addrspace(1) %551, align 8
  %553 = icmp sgt i32 %421, 11
  %554 = select i1 %553, <4 x bfloat> %552, <4 x bfloat> zeroinitializer
  %555 = call i32 @llvm.smin.i32(i32 %422, i32 12)
  %556 = mul i32 %v_seqlen_stride, %555
  %557 = add i32 %556, %71
  %558 = mul i32 %557, 2
  %559 = zext i32 %558 to i64
  %560 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %559
  %561 = load <4 x bfloat>, ptr addrspace(1) %560, align 8
  %562 = icmp sgt i32 %421, 12
  %563 = select i1 %562, <4 x bfloat> %561, <4 x bfloat> zeroinitializer
  %564 = call i32 @llvm.smin.i32(i32 %422, i32 13)
  %565 = mul i32 %v_seqlen_stride, %564
  %566 = add i32 %565, %71
  %567 = mul i32 %566, 2
  %568 = zext i32 %567 to i64
  %569 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %568
  %570 = load <4 x bfloat>, ptr addrspace(1) %569, align 8
  %571 = icmp sgt i32 %421, 13
  %572 = select i1 %571, <4 x bfloat> %570, <4 x bfloat> zeroinitializer
  %573 = call i32 @llvm.smin.i32(i32 %422, i32 14)
  %574 = mul i32 %v_seqlen_stride, %573
  %575 = add i32 %574, %71
  %576 = mul i32 %575, 2
  %577 = zext i32 %576 to i64
  %578 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %577
  %579 = load <4 x bfloat>, ptr addrspace(1) %578, align 8
  %580 = icmp sgt i32 %421, 14
  %581 = select i1 %580, <4 x bfloat> %579, <4 x bfloat> zeroinitializer
  %582 = call i32 @llvm.smin.i32(i32 %422, i32 15)
  %583 = mul i32 %v_seqlen_stride, %582
  %584 = add i32 %583, %71
  %585 = mul i32 %584, 2
  %586 = zext i32 %585 to i64
  %587 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %586
  %588 = load <4 x bfloat>, ptr addrspace(1) %587, align 8
  %589 = icmp sgt i32 %421, 15
  %590 = select i1 %589, <4 x bfloat> %588, <4 x bfloat> zeroinitializer
  call void @llvm.amdgcn.sched.barrier(i32 0)
  %591 = sub i32 %421, %407
  %592 = insertelement <8 x i32> poison, i32 %591, i32 0
  %593 = shufflevector <8 x i32> %592, <8 x i32> poison, <8 x i32> zeroinitializer
  %594 = icmp sgt <8 x i32> %593, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %595 = select <8 x i1> %594, <8 x float> %446, <8 x float> splat (float 0xC7EFFFFFE0000000)
  %596 = extractelement <8 x float> %595, i64 0
  %597 = extractelement <8 x float> %595, i64 1
  %598 = extractelement <8 x float> %595, i64 2
  %599 = extractelement <8 x float> %595, i64 3
  %600 = extractelement <8 x float> %595, i64 4
  %601 = extractelement <8 x float> %595, i64 5
  %602 = extractelement <8 x float> %595, i64 6
  %603 = extractelement <8 x float> %595, i64 7
  %604 = call float @llvm.maxnum.f32(float %596, float %597)
  %605 = call float @llvm.maxnum.f32(float %604, float %598)
  %606 = call float @llvm.maxnum.f32(float %599, float %600)
  %607 = call float @llvm.maxnum.f32(float %606, float %601)
  %608 = call float @llvm.maxnum.f32(float %602, float %603)
  %609 = call float @llvm.maxnum.f32(float %605, float %607)
  %610 = call float @llvm.maxnum.f32(float %609, float %608)
  %611 = bitcast float %610 to i32
  %612 = call i32 @llvm.amdgcn.permlanex16.i32(i32 poison, i32 %611, i32 1985229328, i32 -19088744, i1 true, i1 false)
  %613 = bitcast i32 %612 to float
  %614 = call float @llvm.maxnum.f32(float %610, float %613)
  %615 = call float @llvm.fma.f32(float %614, float %5, float 0xBF70A0A640000000)
  %616 = call float @llvm.maxnum.f32(float %412, float %615)
  %617 = fadd float %616, 0x3F70A0A640000000
  %618 = insertelement <8 x float> poison, float %617, i32 0
  %619 = shufflevector <8 x float> %618, <8 x float> poison, <8 x i32> zeroinitializer
  %620 = fneg <8 x float> %619
  %621 = call <8 x float> @llvm.fma.v8f32(<8 x float> %446, <8 x float> %95, <8 x float> %620)
  %622 = extractelement <8 x float> %621, i32 0
  %623 = call float @llvm.amdgcn.exp2.f32(float %622)
  %624 = insertelement <8 x float> poison, float %623, i32 0
  %625 = extractelement <8 x float> %621, i32 1
  %626 = call float @llvm.amdgcn.exp2.f32(float %625)
  %627 = insertelement <8 x float> %624, float %626, i32 1
  %628 = extractelement <8 x float> %621, i32 2
  %629 = call float @llvm.amdgcn.exp2.f32(float %628)
  %630 = insertelement <8 x float> %627, float %629, i32 2
  %631 = extractelement <8 x float> %621, i32 3
  %632 = call float @llvm.amdgcn.exp2.f32(float %631)
  %633 = insertelement <8 x float> %630, float %632, i32 3
  %634 = extractelement <8 x float> %621, i32 4
  %635 = call float @llvm.amdgcn.exp2.f32(float %634)
  %636 = insertelement <8 x float> %633, float %635, i32 4
  %637 = extractelement <8 x float> %621, i32 5
  %638 = call float @llvm.amdgcn.exp2.f32(float %637)
  %639 = insertelement <8 x float> %636, float %638, i32 5
  %640 = extractelement <8 x float> %621, i32 6
  %641 = call float @llvm.amdgcn.exp2.f32(float %640)
  %642 = insertelement <8 x float> %639, float %641, i32 6
  %643 = extractelement <8 x float> %621, i32 7
  %644 = call float @llvm.amdgcn.exp2.f32(float %643)
  %645 = insertelement <8 x float> %642, float %644, i32 7
  %646 = select <8 x i1> %594, <8 x float> %645, <8 x float> zeroinitializer
  %647 = fsub float %412, %616
  %648 = call float @llvm.amdgcn.exp2.f32(float %647)
  %649 = fmul float %413, %648
  %650 = extractelement <8 x float> %646, i64 0
  %651 = extractelement <8 x float> %646, i64 1
  %652 = extractelement <8 x float> %646, i64 2
  %653 = extractelement <8 x float> %646, i64 3
  %654 = extractelement <8 x float> %646, i64 4
  %655 = extractelement <8 x float> %646, i64 5
  %656 = extractelement <8 x float> %646, i64 6
  %657 = extractelement <8 x float> %646, i64 7
  %658 = bitcast float %651 to i32
  %659 = bitcast float %650 to i32
  %660 = call i32 @llvm.amdgcn.perm(i32 %658, i32 %659, i32 117834498)
  %661 = insertelement <1 x i32> poison, i32 %660, i32 0
  %662 = bitcast <1 x i32> %661 to <2 x bfloat>
  %663 = bitcast float %653 to i32
  %664 = bitcast float %652 to i32
  %665 = call i32 @llvm.amdgcn.perm(i32 %663, i32 %664, i32 117834498)
  %666 = insertelement <1 x i32> poison, i32 %665, i32 0
  %667 = bitcast <1 x i32> %666 to <2 x bfloat>
  %668 = bitcast float %655 to i32
  %669 = bitcast float %654 to i32
  %670 = call i32 @llvm.amdgcn.perm(i32 %668, i32 %669, i32 117834498)
  %671 = insertelement <1 x i32> poison, i32 %670, i32 0
  %672 = bitcast <1 x i32> %671 to <2 x bfloat>
  %673 = bitcast float %657 to i32
  %674 = bitcast float %656 to i32
  %675 = call i32 @llvm.amdgcn.perm(i32 %673, i32 %674, i32 117834498)
  %676 = insertelement <1 x i32> poison, i32 %675, i32 0
  %677 = bitcast <1 x i32> %676 to <2 x bfloat>
  %678 = shufflevector <2 x bfloat> %662, <2 x bfloat> %667, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %679 = shufflevector <2 x bfloat> %672, <2 x bfloat> %677, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %680 = shufflevector <4 x bfloat> %678, <4 x bfloat> %679, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %681 = call float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat> %662, <2 x bfloat> splat (bfloat 0xR3F80), float %649, i1 false)
  %682 = call float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat> %667, <2 x bfloat> splat (bfloat 0xR3F80), float %681, i1 false)
  %683 = call float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat> %672, <2 x bfloat> splat (bfloat 0xR3F80), float %682, i1 false)
  %684 = call float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat> %677, <2 x bfloat> splat (bfloat 0xR3F80), float %683, i1 false)
  %685 = fpext <8 x bfloat> %680 to <8 x float>
  %686 = fsub <8 x float> %646, %685
  %687 = call <8 x float> @llvm.maxnum.v8f32(<8 x float> %686, <8 x float> splat (float 0x3810000000000000))
  %688 = fcmp ogt <8 x float> %646, zeroinitializer
  %689 = select <8 x i1> %688, <8 x float> %687, <8 x float> zeroinitializer
  %690 = extractelement <8 x float> %689, i64 0
  %691 = extractelement <8 x float> %689, i64 1
  %692 = extractelement <8 x float> %689, i64 2
  %693 = extractelement <8 x float> %689, i64 3
  %694 = extractelement <8 x float> %689, i64 4
  %695 = extractelement <8 x float> %689, i64 5
  %696 = extractelement <8 x float> %689, i64 6
  %697 = extractelement <8 x float> %689, i64 7
  %698 = bitcast float %691 to i32
  %699 = bitcast float %690 to i32
  %700 = call i32 @llvm.amdgcn.perm(i32 %698, i32 %699, i32 117834498)
  %701 = insertelement <1 x i32> poison, i32 %700, i32 0
  %702 = bitcast <1 x i32> %701 to <2 x bfloat>
  %703 = bitcast float %693 to i32
  %704 = bitcast float %692 to i32
  %705 = call i32 @llvm.amdgcn.perm(i32 %703, i32 %704, i32 117834498)
  %706 = insertelement <1 x i32> poison, i32 %705, i32 0
  %707 = bitcast <1 x i32> %706 to <2 x bfloat>
  %708 = bitcast float %695 to i32
  %709 = bitcast float %694 to i32
  %710 = call i32 @llvm.amdgcn.perm(i32 %708, i32 %709, i32 117834498)
  %711 = insertelement <1 x i32> poison, i32 %710, i32 0
  %712 = bitcast <1 x i32> %711 to <2 x bfloat>
  %713 = bitcast float %697 to i32
  %714 = bitcast float %696 to i32
  %715 = call i32 @llvm.amdgcn.perm(i32 %713, i32 %714, i32 117834498)
  %716 = insertelement <1 x i32> poison, i32 %715, i32 0
  %717 = bitcast <1 x i32> %716 to <2 x bfloat>
  %718 = shufflevector <2 x bfloat> %702, <2 x bfloat> %707, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %719 = shufflevector <2 x bfloat> %712, <2 x bfloat> %717, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %720 = shufflevector <4 x bfloat> %718, <4 x bfloat> %719, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %721 = call float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat> %702, <2 x bfloat> splat (bfloat 0xR3F80), float %684, i1 false)
  %722 = call float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat> %707, <2 x bfloat> splat (bfloat 0xR3F80), float %721, i1 false)
  %723 = call float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat> %712, <2 x bfloat> splat (bfloat 0xR3F80), float %722, i1 false)
  %724 = call float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat> %717, <2 x bfloat> splat (bfloat 0xR3F80), float %723, i1 false)
  fence syncscope("wavefront") release, !mmra !2
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire, !mmra !2
  %725 = getelementptr inbounds i8, ptr addrspace(3) @wmma_fmha_fwd_d64_hq8_hkv2_none_bf16_vgather.lds0, i32 %6
  store <8 x bfloat> %680, ptr addrspace(3) %725, align 16
  %726 = getelementptr inbounds i8, ptr addrspace(3) %725, i32 512
  store <8 x bfloat> %720, ptr addrspace(3) %726, align 16
  %727 = bitcast <4 x bfloat> %455 to <2 x i32>
  %728 = bitcast <4 x bfloat> %464 to <2 x i32>
  %729 = bitcast <4 x bfloat> %473 to <2 x i32>
  %730 = bitcast <4 x bfloat> %482 to <2 x i32>
  %731 = bitcast <4 x bfloat> %491 to <2 x i32>
  %732 = bitcast <4 x bfloat> %500 to <2 x i32>
  %733 = bitcast <4 x bfloat> %509 to <2 x i32>
  %734 = bitcast <4 x bfloat> %518 to <2 x i32>
  %735 = bitcast <4 x bfloat> %527 to <2 x i32>
  %736 = bitcast <4 x bfloat> %536 to <2 x i32>
  %737 = bitcast <4 x bfloat> %545 to <2 x i32>
  %738 = bitcast <4 x bfloat> %554 to <2 x i32>
  %739 = bitcast <4 x bfloat> %563 to <2 x i32>
  %740 = bitcast <4 x bfloat> %572 to <2 x i32>
  %741 = bitcast <4 x bfloat> %581 to <2 x i32>
  %742 = bitcast <4 x bfloat> %590 to <2 x i32>
  %743 = extractelement <2 x i32> %728, i64 0
  %744 = extractelement <2 x i32> %727, i64 0
  %745 = call i32 @llvm.amdgcn.perm(i32 %743, i32 %744, i32 84148480)
  %746 = extractelement <2 x i32> %730, i64 0
  %747 = extractelement <2 x i32> %729, i64 0
  %748 = call i32 @llvm.amdgcn.perm(i32 %746, i32 %747, i32 84148480)
  %749 = extractelement <2 x i32> %732, i64 0
  %750 = extractelement <2 x i32> %731, i64 0
  %751 = call i32 @llvm.amdgcn.perm(i32 %749, i32 %750, i32 84148480)
  %752 = extractelement <2 x i32> %734, i64 0
  %753 = extractelement <2 x i32> %733, i64 0
  %754 = call i32 @llvm.amdgcn.perm(i32 %752, i32 %753, i32 84148480)
  %755 = extractelement <2 x i32> %736, i64 0
  %756 = extractelement <2 x i32> %735, i64 0
  %757 = call i32 @llvm.amdgcn.perm(i32 %755, i32 %756, i32 84148480)
  %758 = extractelement <2 x i32> %738, i64 0
  %759 = extractelement <2 x i32> %737, i64 0
  %760 = call i32 @llvm.amdgcn.perm(i32 %758, i32 %759, i32 84148480)
  %761 = extractelement <2 x i32> %740, i64 0
  %762 = extractelement <2 x i32> %739, i64 0
  %763 = call i32 @llvm.amdgcn.perm(i32 %761, i32 %762, i32 84148480)
  %764 = extractelement <2 x i32> %742, i64 0
  %765 = extractelement <2 x i32> %741, i64 0
  %766 = call i32 @llvm.amdgcn.perm(i32 %764, i32 %765, i32 84148480)
  %767 = insertelement <8 x i32> poison, i32 %745, i64 0
  %768 = insertelement <8 x i32> %767, i32 %748, i64 1
  %769 = insertelement <8 x i32> %768, i32 %751, i64 2
  %770 = insertelement <8 x i32> %769, i32 %754, i64 3
  %771 = insertelement <8 x i32> %770, i32 %757, i64 4
  %772 = insertelement <8 x i32> %771, i32 %760, i64 5
  %773 = insertelement <8 x i32> %772, i32 %763, i64 6
  %774 = insertelement <8 x i32> %773, i32 %766, i64 7
  %775 = bitcast <8 x i32> %774 to <16 x bfloat>
  %776 = call i32 @llvm.amdgcn.perm(i32 %743, i32 %744, i32 117834498)
  %777 = call i32 @llvm.amdgcn.perm(i32 %746, i32 %747, i32 117834498)
  %778 = call i32 @llvm.amdgcn.perm(i32 %749, i32 %750, i32 117834498)
  %779 = call i32 @llvm.amdgcn.perm(i32 %752, i32 %753, i32 117834498)
  %780 = call i32 @llvm.amdgcn.perm(i32 %755, i32 %756, i32 117834498)
  %781 = call i32 @llvm.amdgcn.perm(i32 %758, i32 %759, i32 117834498)
  %782 = call i32 @llvm.amdgcn.perm(i32 %761, i32 %762, i32 117834498)
  %783 = call i32 @llvm.amdgcn.perm(i32 %764, i32 %765, i32 117834498)
  %784 = insertelement <8 x i32> poison, i32 %776, i64 0
  %785 = insertelement <8 x i32> %784, i32 %777, i64 1
  %786 = insertelement <8 x i32> %785, i32 %778, i64 2
  %787 = insertelement <8 x i32> %786, i32 %779, i64 3
  %788 = insertelement <8 x i32> %787, i32 %780, i64 4
  %789 = insertelement <8 x i32> %788, i32 %781, i64 5
  %790 = insertelement <8 x i32> %789, i32 %782, i64 6
  %791 = insertelement <8 x i32> %790, i32 %783, i64 7
  %792 = bitcast <8 x i32> %791 to <16 x bfloat>
  %793 = extractelement <2 x i32> %728, i64 1
  %794 = extractelement <2 x i32> %727, i64 1
  %795 = call i32 @llvm.amdgcn.perm(i32 %793, i32 %794, i32 84148480)
  %796 = extractelement <2 x i32> %730, i64 1
  %797 = extractelement <2 x i32> %729, i64 1
  %798 = call i32 @llvm.amdgcn.perm(i32 %796, i32 %797, i32 84148480)
  %799 = extractelement <2 x i32> %732, i64 1
  %800 = extractelement <2 x i32> %731, i64 1
  %801 = call i32 @llvm.amdgcn.perm(i32 %799, i32 %800, i32 84148480)
  %802 = extractelement <2 x i32> %734, i64 1
  %803 = extractelement <2 x i32> %733, i64 1
  %804 = call i32 @llvm.amdgcn.perm(i32 %802, i32 %803, i32 84148480)
  %805 = extractelement <2 x i32> %736, i64 1
  %806 = extractelement <2 x i32> %735, i64 1
  %807 = call i32 @llvm.amdgcn.perm(i32 %805, i32 %806, i32 84148480)
  %808 = extractelement <2 x i32> %738, i64 1
  %809 = extractelement <2 x i32> %737, i64 1
  %810 = call i32 @llvm.amdgcn.perm(i32 %808, i32 %809, i32 84148480)
  %811 = extractelement <2 x i32> %740, i64 1
  %812 = extractelement <2 x i32> %739, i64 1
  %813 = call i32 @llvm.amdgcn.perm(i32 %811, i32 %812, i32 84148480)
  %814 = extractelement <2 x i32> %742, i64 1
  %815 = extractelement <2 x i32> %741, i64 1
  %816 = call i32 @llvm.amdgcn.perm(i32 %814, i32 %815, i32 84148480)
  %817 = insertelement <8 x i32> poison, i32 %795, i64 0
  %818 = insertelement <8 x i32> %817, i32 %798, i64 1
  %819 = insertelement <8 x i32> %818, i32 %801, i64 2
  %820 = insertelement <8 x i32> %819, i32 %804, i64 3
  %821 = insertelement <8 x i32> %820, i32 %807, i64 4
  %822 = insertelement <8 x i32> %821, i32 %810, i64 5
  %823 = insertelement <8 x i32> %822, i32 %813, i64 6
  %824 = insertelement <8 x i32> %823, i32 %816, i64 7
  %825 = bitcast <8 x i32> %824 to <16 x bfloat>
  %826 = call i32 @llvm.amdgcn.perm(i32 %793, i32 %794, i32 117834498)
  %827 = call i32 @llvm.amdgcn.perm(i32 %796, i32 %797, i32 117834498)
  %828 = call i32 @llvm.amdgcn.perm(i32 %799, i32 %800, i32 117834498)
  %829 = call i32 @llvm.amdgcn.perm(i32 %802, i32 %803, i32 117834498)
  %830 = call i32 @llvm.amdgcn.perm(i32 %805, i32 %806, i32 117834498)
  %831 = call i32 @llvm.amdgcn.perm(i32 %808, i32 %809, i32 117834498)
  %832 = call i32 @llvm.amdgcn.perm(i32 %811, i32 %812, i32 117834498)
  %833 = call i32 @llvm.amdgcn.perm(i32 %814, i32 %815, i32 117834498)
  %834 = insertelement <8 x i32> poison, i32 %826, i64 0
  %835 = insertelement <8 x i32> %834, i32 %827, i64 1
  %836 = insertelement <8 x i32> %835, i32 %828, i64 2
  %837 = insertelement <8 x i32> %836, i32 %829, i64 3
  %838 = insertelement <8 x i32> %837, i32 %830, i64 4
  %839 = insertelement <8 x i32> %838, i32 %831, i64 5
  %840 = insertelement <8 x i32> %839, i32 %832, i64 6
  %841 = insertelement <8 x i32> %840, i32 %833, i64 7
  %842 = bitcast <8 x i32> %841 to <16 x bfloat>
  fence syncscope("wavefront") release, !mmra !2
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire, !mmra !2
  %843 = getelementptr inbounds i8, ptr addrspace(3) @wmma_fmha_fwd_d64_hq8_hkv2_none_bf16_vgather.lds0, i32 %7
  %844 = load <8 x bfloat>, ptr addrspace(3) %843, align 16
  %845 = getelementptr inbounds i8, ptr addrspace(3) %843, i32 256
  %846 = load <8 x bfloat>, ptr addrspace(3) %845, align 16
  %847 = shufflevector <8 x bfloat> %844, <8 x bfloat> %846, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %848 = getelementptr inbounds i8, ptr addrspace(3) %843, i32 512
  %849 = load <8 x bfloat>, ptr addrspace(3) %848, align 16
  %850 = getelementptr inbounds i8, ptr addrspace(3) %843, i32 768
  %851 = load <8 x bfloat>, ptr addrspace(3) %850, align 16
  %852 = shufflevector <8 x bfloat> %849, <8 x bfloat> %851, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %853 = getelementptr inbounds i8, ptr addrspace(1) %410, i64 %97
  %854 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %853)
  %855 = getelementptr inbounds i8, ptr addrspace(1) %411, i64 %98
  %856 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %855)
  %857 = insertelement <2 x float> poison, float %648, i32 0
  %858 = shufflevector <2 x float> %857, <2 x float> poison, <2 x i32> zeroinitializer
  %859 = call <2 x float> asm "", "=v,0"(<2 x float> %858)
  %860 = shufflevector <2 x float> %859, <2 x float> %859, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %861 = shufflevector <4 x float> %860, <4 x float> %860, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %862 = fmul <8 x float> %414, %861
  %863 = bitcast <16 x bfloat> %775 to <16 x i16>
  %864 = bitcast <16 x bfloat> %847 to <16 x i16>
  %865 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %863, <16 x i16> %864, <8 x float> %862)
  %866 = bitcast <16 x bfloat> %852 to <16 x i16>
  %867 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %863, <16 x i16> %866, <8 x float> %865)
  %868 = fmul <8 x float> %415, %861
  %869 = bitcast <16 x bfloat> %792 to <16 x i16>
  %870 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %869, <16 x i16> %864, <8 x float> %868)
  %871 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %869, <16 x i16> %866, <8 x float> %870)
  %872 = fmul <8 x float> %416, %861
  %873 = bitcast <16 x bfloat> %825 to <16 x i16>
  %874 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %873, <16 x i16> %864, <8 x float> %872)
  %875 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %873, <16 x i16> %866, <8 x float> %874)
  %876 = fmul <8 x float> %417, %861
  %877 = bitcast <16 x bfloat> %842 to <16 x i16>
  %878 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %877, <16 x i16> %864, <8 x float> %876)
  %879 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %877, <16 x i16> %866, <8 x float> %878)
  %880 = add i32 %409, 1
  br label %408, !llvm.loop !3

881:                                              ; preds = %408
  %882 = mul i64 %14, %o_batch_stride
  %883 = sext i32 %o_head_stride to i64
  %884 = mul i64 %16, %883
  %885 = add i64 %882, %884
  %886 = mul i64 %885, 2
  %887 = getelementptr inbounds i8, ptr addrspace(1) %o, i64 %886
  %888 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %887)
  %889 = sext i32 %o_seqlen_stride to i64
  %890 = mul i64 %23, %889
  %891 = mul i64 %890, 2
  %892 = getelementptr inbounds i8, ptr addrspace(1) %888, i64 %891
  %893 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %892)
  %894 = bitcast float %413 to i32
  %895 = call i32 @llvm.amdgcn.permlanex16.i32(i32 poison, i32 %894, i32 1985229328, i32 -19088744, i1 true, i1 false)
  %896 = bitcast i32 %895 to float
  %897 = fadd float %413, %896
  %898 = icmp sgt i32 %seqlen_k, 0
  %899 = call float @llvm.amdgcn.rcp.f32(float %897)
  %900 = select i1 %898, float %899, float 0.000000e+00
  %901 = insertelement <2 x float> poison, float %900, i32 0
  %902 = shufflevector <2 x float> %901, <2 x float> poison, <2 x i32> zeroinitializer
  %903 = call <2 x float> asm "", "=v,0"(<2 x float> %902)
  %904 = shufflevector <2 x float> %903, <2 x float> %903, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %905 = shufflevector <4 x float> %904, <4 x float> %904, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %906 = fmul <8 x float> %414, %905
  %907 = fmul <8 x float> %415, %905
  %908 = fmul <8 x float> %416, %905
  %909 = fmul <8 x float> %417, %905
  %910 = mul i32 %4, 4
  %911 = mul i32 %o_seqlen_stride, %3
  %912 = add i32 %911, %910
  %913 = mul i32 %912, 2
  %914 = icmp slt i32 %3, %29
  br i1 %914, label %915, label %997

915:                                              ; preds = %881
  %916 = extractelement <8 x float> %906, i64 0
  %917 = extractelement <8 x float> %907, i64 0
  %918 = extractelement <8 x float> %908, i64 0
  %919 = extractelement <8 x float> %909, i64 0
  %920 = insertelement <4 x float> poison, float %916, i64 0
  %921 = insertelement <4 x float> %920, float %917, i64 1
  %922 = insertelement <4 x float> %921, float %918, i64 2
  %923 = insertelement <4 x float> %922, float %919, i64 3
  %924 = fptrunc <4 x float> %923 to <4 x bfloat>
  %925 = zext i32 %913 to i64
  %926 = getelementptr inbounds i8, ptr addrspace(1) %893, i64 %925
  store <4 x bfloat> %924, ptr addrspace(1) %926, align 8
  %927 = extractelement <8 x float> %906, i64 1
  %928 = extractelement <8 x float> %907, i64 1
  %929 = extractelement <8 x float> %908, i64 1
  %930 = extractelement <8 x float> %909, i64 1
  %931 = insertelement <4 x float> poison, float %927, i64 0
  %932 = insertelement <4 x float> %931, float %928, i64 1
  %933 = insertelement <4 x float> %932, float %929, i64 2
  %934 = insertelement <4 x float> %933, float %930, i64 3
  %935 = fptrunc <4 x float> %934 to <4 x bfloat>
  %936 = getelementptr inbounds i8, ptr addrspace(1) %926, i32 16
  store <4 x bfloat> %935, ptr addrspace(1) %936, align 8
  %937 = extractelement <8 x float> %906, i64 2
  %938 = extractelement <8 x float> %907, i64 2
  %939 = extractelement <8 x float> %908, i64 2
  %940 = extractelement <8 x float> %909, i64 2
  %941 = insertelement <4 x float> poison, float %937, i64 0
  %942 = insertelement <4 x float> %941, float %938, i64 1
  %943 = insertelement <4 x float> %942, float %939, i64 2
  %944 = insertelement <4 x float> %943, float %940, i64 3
  %945 = fptrunc <4 x float> %944 to <4 x bfloat>
  %946 = getelementptr inbounds i8, ptr addrspace(1) %926, i32 32
  store <4 x bfloat> %945, ptr addrspace(1) %946, align 8
  %947 = extractelement <8 x float> %906, i64 3
  %948 = extractelement <8 x float> %907, i64 3
  %949 = extractelement <8 x float> %908, i64 3
  %950 = extractelement <8 x float> %909, i64 3
  %951 = insertelement <4 x float> poison, float %947, i64 0
  %952 = insertelement <4 x float> %951, float %948, i64 1
  %953 = insertelement <4 x float> %952, float %949, i64 2
  %954 = insertelement <4 x float> %953, float %950, i64 3
  %955 = fptrunc <4 x float> %954 to <4 x bfloat>
  %956 = getelementptr inbounds i8, ptr addrspace(1) %926, i32 48
  store <4 x bfloat> %955, ptr addrspace(1) %956, align 8
  %957 = extractelement <8 x float> %906, i64 4
  %958 = extractelement <8 x float> %907, i64 4
  %959 = extractelement <8 x float> %908, i64 4
  %960 = extractelement <8 x float> %909, i64 4
  %961 = insertelement <4 x float> poison, float %957, i64 0
  %962 = insertelement <4 x float> %961, float %958, i64 1
  %963 = insertelement <4 x float> %962, float %959, i64 2
  %964 = insertelement <4 x float> %963, float %960, i64 3
  %965 = fptrunc <4 x float> %964 to <4 x bfloat>
  %966 = getelementptr inbounds i8, ptr addrspace(1) %926, i32 64
  store <4 x bfloat> %965, ptr addrspace(1) %966, align 8
  %967 = extractelement <8 x float> %906, i64 5
  %968 = extractelement <8 x float> %907, i64 5
  %969 = extractelement <8 x float> %908, i64 5
  %970 = extractelement <8 x float> %909, i64 5
  %971 = insertelement <4 x float> poison, float %967, i64 0
  %972 = insertelement <4 x float> %971, float %968, i64 1
  %973 = insertelement <4 x float> %972, float %969, i64 2
  %974 = insertelement <4 x float> %973, float %970, i64 3
  %975 = fptrunc <4 x float> %974 to <4 x bfloat>
  %976 = getelementptr inbounds i8, ptr addrspace(1) %926, i32 80
  store <4 x bfloat> %975, ptr addrspace(1) %976, align 8
  %977 = extractelement <8 x float> %906, i64 6
  %978 = extractelement <8 x float> %907, i64 6
  %979 = extractelement <8 x float> %908, i64 6
  %980 = extractelement <8 x float> %909, i64 6
  %981 = insertelement <4 x float> poison, float %977, i64 0
  %982 = insertelement <4 x float> %981, float %978, i64 1
  %983 = insertelement <4 x float> %982, float %979, i64 2
  %984 = insertelement <4 x float> %983, float %980, i64 3
  %985 = fptrunc <4 x float> %984 to <4 x bfloat>
  %986 = getelementptr inbounds i8, ptr addrspace(1) %926, i32 96
  store <4 x bfloat> %985, ptr addrspace(1) %986, align 8
  %987 = extractelement <8 x float> %906, i64 7
  %988 = extractelement <8 x float> %907, i64 7
  %989 = extractelement <8 x float> %908, i64 7
  %990 = extractelement <8 x float> %909, i64 7
  %991 = insertelement <4 x float> poison, float %987, i64 0
  %992 = insertelement <4 x float> %991, float %988, i64 1
  %993 = insertelement <4 x float> %992, float %989, i64 2
  %994 = insertelement <4 x float> %993, float %990, i64 3
  %995 = fptrunc <4 x float> %994 to <4 x bfloat>
  %996 = getelementptr inbounds i8, ptr addrspace(1) %926, i32 112
  store <4 x bfloat> %995, ptr addrspace(1) %996, align 8
  br label %997

997:                                              ; preds = %915, %881
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
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16>, <16 x i16>, <8 x float>) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.maxnum.f32(float, float) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.fma.f32(float, float, float) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.exp2.f32(float) #2

; Function Attrs: nocallback nofree nounwind speculatable willreturn memory(none)
declare i32 @llvm.amdgcn.perm(i32, i32, i32) #6

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare float @llvm.amdgcn.fdot2.f32.bf16(<2 x bfloat>, <2 x bfloat>, float, i1 immarg) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare <8 x float> @llvm.maxnum.v8f32(<8 x float>, <8 x float>) #2

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.wave.barrier() #4

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
