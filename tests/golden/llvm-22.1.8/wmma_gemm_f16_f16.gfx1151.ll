; ModuleID = 'rocke'
source_filename = "rocke"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @wmma_gemm_f16_f16(ptr addrspace(1) noalias noundef readonly %a, ptr addrspace(1) noalias noundef readonly %b, ptr addrspace(1) noalias noundef %c, i32 noundef %m, i32 noundef %n, i32 noundef %k, i32 noundef %a_stride, i32 noundef %b_stride, i32 noundef %c_stride) #0 !reqd_work_group_size !1 {
  %1 = call i32 @llvm.amdgcn.workitem.id.x()
  %2 = and i32 %1, 31
  %3 = urem i32 %2, 16
  %4 = udiv i32 %2, 16
  %5 = call i32 @llvm.amdgcn.workgroup.id.x()
  %6 = mul i32 %5, 16
  %7 = call i32 @llvm.amdgcn.workgroup.id.y()
  %8 = mul i32 %7, 16
  %9 = sext i32 %8 to i64
  %10 = sext i32 %a_stride to i64
  %11 = mul i64 %9, %10
  %12 = mul i64 %11, 2
  %13 = getelementptr inbounds i8, ptr addrspace(1) %a, i64 %12
  %14 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %13)
  %15 = sext i32 %6 to i64
  %16 = sext i32 %b_stride to i64
  %17 = mul i64 %15, %16
  %18 = mul i64 %17, 2
  %19 = getelementptr inbounds i8, ptr addrspace(1) %b, i64 %18
  %20 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %19)
  %21 = sub i32 %m, %8
  %22 = sub i32 %21, 1
  %23 = call i32 @llvm.smin.i32(i32 %3, i32 %22)
  %24 = and i32 %3, 1
  %25 = mul i32 %24, 8
  %26 = and i32 %3, 14
  %27 = udiv i32 %26, 2
  %28 = or i32 %25, %27
  %29 = sub i32 %n, %6
  %30 = sub i32 %29, 1
  %31 = call i32 @llvm.smin.i32(i32 %28, i32 %30)
  %32 = mul i32 %a_stride, %23
  %33 = mul i32 %32, 2
  %34 = mul i32 %b_stride, %31
  %35 = mul i32 %34, 2
  %36 = udiv i32 %k, 16
  br label %37

37:                                               ; preds = %43, %0
  %38 = phi i32 [ %55, %43 ], [ 0, %0 ]
  %39 = phi ptr addrspace(1) [ %51, %43 ], [ %14, %0 ]
  %40 = phi ptr addrspace(1) [ %53, %43 ], [ %20, %0 ]
  %41 = phi <8 x float> [ %54, %43 ], [ zeroinitializer, %0 ]
  %42 = icmp slt i32 %38, %36
  br i1 %42, label %43, label %56

43:                                               ; preds = %37
  %44 = zext i32 %33 to i64
  %45 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %44
  %46 = load <16 x half>, ptr addrspace(1) %45, align 2
  %47 = zext i32 %35 to i64
  %48 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %47
  %49 = load <16 x half>, ptr addrspace(1) %48, align 2
  %50 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 32
  %51 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %50)
  %52 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 32
  %53 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %52)
  %54 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %49, <16 x half> %46, <8 x float> %41)
  %55 = add i32 %38, 1
  br label %37, !llvm.loop !2

56:                                               ; preds = %37
  %57 = mul i32 %36, 16
  %58 = sub i32 %k, %57
  %59 = icmp sgt i32 %58, 0
  br i1 %59, label %60, label %350

60:                                               ; preds = %56
  %61 = sub i32 %58, 1
  %62 = call i32 @llvm.smin.i32(i32 %61, i32 0)
  %63 = add i32 %32, %62
  %64 = mul i32 %63, 2
  %65 = zext i32 %64 to i64
  %66 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %65
  %67 = load <1 x half>, ptr addrspace(1) %66, align 2
  %68 = extractelement <1 x half> %67, i64 0
  %69 = select i1 %59, half %68, half 0xH0000
  %70 = call i32 @llvm.smin.i32(i32 %61, i32 1)
  %71 = add i32 %32, %70
  %72 = mul i32 %71, 2
  %73 = icmp sgt i32 %58, 1
  %74 = zext i32 %72 to i64
  %75 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %74
  %76 = load <1 x half>, ptr addrspace(1) %75, align 2
  %77 = extractelement <1 x half> %76, i64 0
  %78 = select i1 %73, half %77, half 0xH0000
  %79 = call i32 @llvm.smin.i32(i32 %61, i32 2)
  %80 = add i32 %32, %79
  %81 = mul i32 %80, 2
  %82 = icmp sgt i32 %58, 2
  %83 = zext i32 %81 to i64
  %84 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %83
  %85 = load <1 x half>, ptr addrspace(1) %84, align 2
  %86 = extractelement <1 x half> %85, i64 0
  %87 = select i1 %82, half %86, half 0xH0000
  %88 = call i32 @llvm.smin.i32(i32 %61, i32 3)
  %89 = add i32 %32, %88
  %90 = mul i32 %89, 2
  %91 = icmp sgt i32 %58, 3
  %92 = zext i32 %90 to i64
  %93 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %92
  %94 = load <1 x half>, ptr addrspace(1) %93, align 2
  %95 = extractelement <1 x half> %94, i64 0
  %96 = select i1 %91, half %95, half 0xH0000
  %97 = call i32 @llvm.smin.i32(i32 %61, i32 4)
  %98 = add i32 %32, %97
  %99 = mul i32 %98, 2
  %100 = icmp sgt i32 %58, 4
  %101 = zext i32 %99 to i64
  %102 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %101
  %103 = load <1 x half>, ptr addrspace(1) %102, align 2
  %104 = extractelement <1 x half> %103, i64 0
  %105 = select i1 %100, half %104, half 0xH0000
  %106 = call i32 @llvm.smin.i32(i32 %61, i32 5)
  %107 = add i32 %32, %106
  %108 = mul i32 %107, 2
  %109 = icmp sgt i32 %58, 5
  %110 = zext i32 %108 to i64
  %111 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %110
  %112 = load <1 x half>, ptr addrspace(1) %111, align 2
  %113 = extractelement <1 x half> %112, i64 0
  %114 = select i1 %109, half %113, half 0xH0000
  %115 = call i32 @llvm.smin.i32(i32 %61, i32 6)
  %116 = add i32 %32, %115
  %117 = mul i32 %116, 2
  %118 = icmp sgt i32 %58, 6
  %119 = zext i32 %117 to i64
  %120 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %119
  %121 = load <1 x half>, ptr addrspace(1) %120, align 2
  %122 = extractelement <1 x half> %121, i64 0
  %123 = select i1 %118, half %122, half 0xH0000
  %124 = call i32 @llvm.smin.i32(i32 %61, i32 7)
  %125 = add i32 %32, %124
  %126 = mul i32 %125, 2
  %127 = icmp sgt i32 %58, 7
  %128 = zext i32 %126 to i64
  %129 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %128
  %130 = load <1 x half>, ptr addrspace(1) %129, align 2
  %131 = extractelement <1 x half> %130, i64 0
  %132 = select i1 %127, half %131, half 0xH0000
  %133 = call i32 @llvm.smin.i32(i32 %61, i32 8)
  %134 = add i32 %32, %133
  %135 = mul i32 %134, 2
  %136 = icmp sgt i32 %58, 8
  %137 = zext i32 %135 to i64
  %138 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %137
  %139 = load <1 x half>, ptr addrspace(1) %138, align 2
  %140 = extractelement <1 x half> %139, i64 0
  %141 = select i1 %136, half %140, half 0xH0000
  %142 = call i32 @llvm.smin.i32(i32 %61, i32 9)
  %143 = add i32 %32, %142
  %144 = mul i32 %143, 2
  %145 = icmp sgt i32 %58, 9
  %146 = zext i32 %144 to i64
  %147 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %146
  %148 = load <1 x half>, ptr addrspace(1) %147, align 2
  %149 = extractelement <1 x half> %148, i64 0
  %150 = select i1 %145, half %149, half 0xH0000
  %151 = call i32 @llvm.smin.i32(i32 %61, i32 10)
  %152 = add i32 %32, %151
  %153 = mul i32 %152, 2
  %154 = icmp sgt i32 %58, 10
  %155 = zext i32 %153 to i64
  %156 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %155
  %157 = load <1 x half>, ptr addrspace(1) %156, align 2
  %158 = extractelement <1 x half> %157, i64 0
  %159 = select i1 %154, half %158, half 0xH0000
  %160 = call i32 @llvm.smin.i32(i32 %61, i32 11)
  %161 = add i32 %32, %160
  %162 = mul i32 %161, 2
  %163 = icmp sgt i32 %58, 11
  %164 = zext i32 %162 to i64
  %165 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %164
  %166 = load <1 x half>, ptr addrspace(1) %165, align 2
  %167 = extractelement <1 x half> %166, i64 0
  %168 = select i1 %163, half %167, half 0xH0000
  %169 = call i32 @llvm.smin.i32(i32 %61, i32 12)
  %170 = add i32 %32, %169
  %171 = mul i32 %170, 2
  %172 = icmp sgt i32 %58, 12
  %173 = zext i32 %171 to i64
  %174 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %173
  %175 = load <1 x half>, ptr addrspace(1) %174, align 2
  %176 = extractelement <1 x half> %175, i64 0
  %177 = select i1 %172, half %176, half 0xH0000
  %178 = call i32 @llvm.smin.i32(i32 %61, i32 13)
  %179 = add i32 %32, %178
  %180 = mul i32 %179, 2
  %181 = icmp sgt i32 %58, 13
  %182 = zext i32 %180 to i64
  %183 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %182
  %184 = load <1 x half>, ptr addrspace(1) %183, align 2
  %185 = extractelement <1 x half> %184, i64 0
  %186 = select i1 %181, half %185, half 0xH0000
  %187 = call i32 @llvm.smin.i32(i32 %61, i32 14)
  %188 = add i32 %32, %187
  %189 = mul i32 %188, 2
  %190 = icmp sgt i32 %58, 14
  %191 = zext i32 %189 to i64
  %192 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %191
  %193 = load <1 x half>, ptr addrspace(1) %192, align 2
  %194 = extractelement <1 x half> %193, i64 0
  %195 = select i1 %190, half %194, half 0xH0000
  %196 = call i32 @llvm.smin.i32(i32 %61, i32 15)
  %197 = add i32 %32, %196
  %198 = mul i32 %197, 2
  %199 = icmp sgt i32 %58, 15
  %200 = zext i32 %198 to i64
  %201 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %200
  %202 = load <1 x half>, ptr addrspace(1) %201, align 2
  %203 = extractelement <1 x half> %202, i64 0
  %204 = select i1 %199, half %203, half 0xH0000
  %205 = insertelement <16 x half> poison, half %69, i64 0
  %206 = insertelement <16 x half> %205, half %78, i64 1
  %207 = insertelement <16 x half> %206, half %87, i64 2
  %208 = insertelement <16 x half> %207, half %96, i64 3
  %209 = insertelement <16 x half> %208, half %105, i64 4
  %210 = insertelement <16 x half> %209, half %114, i64 5
  %211 = insertelement <16 x half> %210, half %123, i64 6
  %212 = insertelement <16 x half> %211, half %132, i64 7
  %213 = insertelement <16 x half> %212, half %141, i64 8
  %214 = insertelement <16 x half> %213, half %150, i64 9
  %215 = insertelement <16 x half> %214, half %159, i64 10
  %216 = insertelement <16 x half> %215, half %168, i64 11
  %217 = insertelement <16 x half> %216, half %177, i64 12
  %218 = insertelement <16 x half> %217, half %186, i64 13
  %219 = insertelement <16 x half> %218, half %195, i64 14
  %220 = insertelement <16 x half> %219, half %204, i64 15
  %221 = add i32 %34, %62
  %222 = mul i32 %221, 2
  %223 = zext i32 %222 to i64
  %224 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %223
  %225 = load <1 x half>, ptr addrspace(1) %224, align 2
  %226 = extractelement <1 x half> %225, i64 0
  %227 = select i1 %59, half %226, half 0xH0000
  %228 = add i32 %34, %70
  %229 = mul i32 %228, 2
  %230 = zext i32 %229 to i64
  %231 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %230
  %232 = load <1 x half>, ptr addrspace(1) %231, align 2
  %233 = extractelement <1 x half> %232, i64 0
  %234 = select i1 %73, half %233, half 0xH0000
  %235 = add i32 %34, %79
  %236 = mul i32 %235, 2
  %237 = zext i32 %236 to i64
  %238 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %237
  %239 = load <1 x half>, ptr addrspace(1) %238, align 2
  %240 = extractelement <1 x half> %239, i64 0
  %241 = select i1 %82, half %240, half 0xH0000
  %242 = add i32 %34, %88
  %243 = mul i32 %242, 2
  %244 = zext i32 %243 to i64
  %245 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %244
  %246 = load <1 x half>, ptr addrspace(1) %245, align 2
  %247 = extractelement <1 x half> %246, i64 0
  %248 = select i1 %91, half %247, half 0xH0000
  %249 = add i32 %34, %97
  %250 = mul i32 %249, 2
  %251 = zext i32 %250 to i64
  %252 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %251
  %253 = load <1 x half>, ptr addrspace(1) %252, align 2
  %254 = extractelement <1 x half> %253, i64 0
  %255 = select i1 %100, half %254, half 0xH0000
  %256 = add i32 %34, %106
  %257 = mul i32 %256, 2
  %258 = zext i32 %257 to i64
  %259 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %258
  %260 = load <1 x half>, ptr addrspace(1) %259, align 2
  %261 = extractelement <1 x half> %260, i64 0
  %262 = select i1 %109, half %261, half 0xH0000
  %263 = add i32 %34, %115
  %264 = mul i32 %263, 2
  %265 = zext i32 %264 to i64
  %266 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %265
  %267 = load <1 x half>, ptr addrspace(1) %266, align 2
  %268 = extractelement <1 x half> %267, i64 0
  %269 = select i1 %118, half %268, half 0xH0000
  %270 = add i32 %34, %124
  %271 = mul i32 %270, 2
  %272 = zext i32 %271 to i64
  %273 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %272
  %274 = load <1 x half>, ptr addrspace(1) %273, align 2
  %275 = extractelement <1 x half> %274, i64 0
  %276 = select i1 %127, half %275, half 0xH0000
  %277 = add i32 %34, %133
  %278 = mul i32 %277, 2
  %279 = zext i32 %278 to i64
  %280 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %279
  %281 = load <1 x half>, ptr addrspace(1) %280, align 2
  %282 = extractelement <1 x half> %281, i64 0
  %283 = select i1 %136, half %282, half 0xH0000
  %284 = add i32 %34, %142
  %285 = mul i32 %284, 2
  %286 = zext i32 %285 to i64
  %287 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %286
  %288 = load <1 x half>, ptr addrspace(1) %287, align 2
  %289 = extractelement <1 x half> %288, i64 0
  %290 = select i1 %145, half %289, half 0xH0000
  %291 = add i32 %34, %151
  %292 = mul i32 %291, 2
  %293 = zext i32 %292 to i64
  %294 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %293
  %295 = load <1 x half>, ptr addrspace(1) %294, align 2
  %296 = extractelement <1 x half> %295, i64 0
  %297 = select i1 %154, half %296, half 0xH0000
  %298 = add i32 %34, %160
  %299 = mul i32 %298, 2
  %300 = zext i32 %299 to i64
  %301 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %300
  %302 = load <1 x half>, ptr addrspace(1) %301, align 2
  %303 = extractelement <1 x half> %302, i64 0
  %304 = select i1 %163, half %303, half 0xH0000
  %305 = add i32 %34, %169
  %306 = mul i32 %305, 2
  %307 = zext i32 %306 to i64
  %308 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %307
  %309 = load <1 x half>, ptr addrspace(1) %308, align 2
  %310 = extractelement <1 x half> %309, i64 0
  %311 = select i1 %172, half %310, half 0xH0000
  %312 = add i32 %34, %178
  %313 = mul i32 %312, 2
  %314 = zext i32 %313 to i64
  %315 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %314
  %316 = load <1 x half>, ptr addrspace(1) %315, align 2
  %317 = extractelement <1 x half> %316, i64 0
  %318 = select i1 %181, half %317, half 0xH0000
  %319 = add i32 %34, %187
  %320 = mul i32 %319, 2
  %321 = zext i32 %320 to i64
  %322 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %321
  %323 = load <1 x half>, ptr addrspace(1) %322, align 2
  %324 = extractelement <1 x half> %323, i64 0
  %325 = select i1 %190, half %324, half 0xH0000
  %326 = add i32 %34, %196
  %327 = mul i32 %326, 2
  %328 = zext i32 %327 to i64
  %329 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %328
  %330 = load <1 x half>, ptr addrspace(1) %329, align 2
  %331 = extractelement <1 x half> %330, i64 0
  %332 = select i1 %199, half %331, half 0xH0000
  %333 = insertelement <16 x half> poison, half %227, i64 0
  %334 = insertelement <16 x half> %333, half %234, i64 1
  %335 = insertelement <16 x half> %334, half %241, i64 2
  %336 = insertelement <16 x half> %335, half %248, i64 3
  %337 = insertelement <16 x half> %336, half %255, i64 4
  %338 = insertelement <16 x half> %337, half %262, i64 5
  %339 = insertelement <16 x half> %338, half %269, i64 6
  %340 = insertelement <16 x half> %339, half %276, i64 7
  %341 = insertelement <16 x half> %340, half %283, i64 8
  %342 = insertelement <16 x half> %341, half %290, i64 9
  %343 = insertelement <16 x half> %342, half %297, i64 10
  %344 = insertelement <16 x half> %343, half %304, i64 11
  %345 = insertelement <16 x half> %344, half %311, i64 12
  %346 = insertelement <16 x half> %345, half %318, i64 13
  %347 = insertelement <16 x half> %346, half %325, i64 14
  %348 = insertelement <16 x half> %347, half %332, i64 15
  %349 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %348, <16 x half> %220, <8 x float> %41)
  br label %351

350:                                              ; preds = %56
  br label %351

351:                                              ; preds = %60, %350
  %352 = phi <8 x float> [ %41, %350 ], [ %349, %60 ]
  br label %353

353:                                              ; preds = %351
  %354 = fptrunc <8 x float> %352 to <8 x half>
  %355 = sext i32 %c_stride to i64
  %356 = mul i64 %9, %355
  %357 = mul i64 %356, 2
  %358 = getelementptr inbounds i8, ptr addrspace(1) %c, i64 %357
  %359 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %358)
  %360 = mul i64 %15, 2
  %361 = getelementptr inbounds i8, ptr addrspace(1) %359, i64 %360
  %362 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %361)
  %363 = mul i32 %4, 8
  %364 = mul i32 %c_stride, %3
  %365 = add i32 %364, %363
  %366 = mul i32 %365, 2
  %367 = icmp slt i32 %3, %21
  br i1 %367, label %368, label %431

368:                                              ; preds = %353
  %369 = sub i32 %29, %363
  %370 = icmp sge i32 %369, 8
  br i1 %370, label %371, label %374

371:                                              ; preds = %368
  %372 = zext i32 %366 to i64
  %373 = getelementptr inbounds i8, ptr addrspace(1) %362, i64 %372
  store <8 x half> %354, ptr addrspace(1) %373, align 2
  br label %430

374:                                              ; preds = %368
  %375 = icmp sgt i32 %369, 0
  br i1 %375, label %376, label %380

376:                                              ; preds = %374
  %377 = shufflevector <8 x half> %354, <8 x half> %354, <1 x i32> zeroinitializer
  %378 = zext i32 %366 to i64
  %379 = getelementptr inbounds i8, ptr addrspace(1) %362, i64 %378
  store <1 x half> %377, ptr addrspace(1) %379, align 2
  br label %380

380:                                              ; preds = %376, %374
  %381 = icmp sgt i32 %369, 1
  br i1 %381, label %382, label %387

382:                                              ; preds = %380
  %383 = shufflevector <8 x half> %354, <8 x half> %354, <1 x i32> <i32 1>
  %384 = zext i32 %366 to i64
  %385 = getelementptr inbounds i8, ptr addrspace(1) %362, i64 %384
  %386 = getelementptr inbounds i8, ptr addrspace(1) %385, i32 2
  store <1 x half> %383, ptr addrspace(1) %386, align 2
  br label %387

387:                                              ; preds = %382, %380
  %388 = icmp sgt i32 %369, 2
  br i1 %388, label %389, label %394

389:                                              ; preds = %387
  %390 = shufflevector <8 x half> %354, <8 x half> %354, <1 x i32> <i32 2>
  %391 = zext i32 %366 to i64
  %392 = getelementptr inbounds i8, ptr addrspace(1) %362, i64 %391
  %393 = getelementptr inbounds i8, ptr addrspace(1) %392, i32 4
  store <1 x half> %390, ptr addrspace(1) %393, align 2
  br label %394

394:                                              ; preds = %389, %387
  %395 = icmp sgt i32 %369, 3
  br i1 %395, label %396, label %401

396:                                              ; preds = %394
  %397 = shufflevector <8 x half> %354, <8 x half> %354, <1 x i32> <i32 3>
  %398 = zext i32 %366 to i64
  %399 = getelementptr inbounds i8, ptr addrspace(1) %362, i64 %398
  %400 = getelementptr inbounds i8, ptr addrspace(1) %399, i32 6
  store <1 x half> %397, ptr addrspace(1) %400, align 2
  br label %401

401:                                              ; preds = %396, %394
  %402 = icmp sgt i32 %369, 4
  br i1 %402, label %403, label %408

403:                                              ; preds = %401
  %404 = shufflevector <8 x half> %354, <8 x half> %354, <1 x i32> <i32 4>
  %405 = zext i32 %366 to i64
  %406 = getelementptr inbounds i8, ptr addrspace(1) %362, i64 %405
  %407 = getelementptr inbounds i8, ptr addrspace(1) %406, i32 8
  store <1 x half> %404, ptr addrspace(1) %407, align 2
  br label %408

408:                                              ; preds = %403, %401
  %409 = icmp sgt i32 %369, 5
  br i1 %409, label %410, label %415

410:                                              ; preds = %408
  %411 = shufflevector <8 x half> %354, <8 x half> %354, <1 x i32> <i32 5>
  %412 = zext i32 %366 to i64
  %413 = getelementptr inbounds i8, ptr addrspace(1) %362, i64 %412
  %414 = getelementptr inbounds i8, ptr addrspace(1) %413, i32 10
  store <1 x half> %411, ptr addrspace(1) %414, align 2
  br label %415

415:                                              ; preds = %410, %408
  %416 = icmp sgt i32 %369, 6
  br i1 %416, label %417, label %422

417:                                              ; preds = %415
  %418 = shufflevector <8 x half> %354, <8 x half> %354, <1 x i32> <i32 6>
  %419 = zext i32 %366 to i64
  %420 = getelementptr inbounds i8, ptr addrspace(1) %362, i64 %419
  %421 = getelementptr inbounds i8, ptr addrspace(1) %420, i32 12
  store <1 x half> %418, ptr addrspace(1) %421, align 2
  br label %422

422:                                              ; preds = %417, %415
  %423 = icmp sgt i32 %369, 7
  br i1 %423, label %424, label %429

424:                                              ; preds = %422
  %425 = shufflevector <8 x half> %354, <8 x half> %354, <1 x i32> <i32 7>
  %426 = zext i32 %366 to i64
  %427 = getelementptr inbounds i8, ptr addrspace(1) %362, i64 %426
  %428 = getelementptr inbounds i8, ptr addrspace(1) %427, i32 14
  store <1 x half> %425, ptr addrspace(1) %428, align 2
  br label %429

429:                                              ; preds = %424, %422
  br label %430

430:                                              ; preds = %371, %429
  br label %431

431:                                              ; preds = %430, %353
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.y() #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half>, <16 x half>, <8 x float>) #3

attributes #0 = { "amdgpu-flat-work-group-size"="32,32" "amdgpu-ieee"="false" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 32, i32 1, i32 1}
!2 = distinct !{!2, !3, !4, !5, !6}
!3 = !{!"llvm.loop.mustprogress"}
!4 = !{!"llvm.loop.vectorize.enable", i1 false}
!5 = !{!"llvm.loop.unroll.disable"}
!6 = !{!"llvm.licm.disable"}
