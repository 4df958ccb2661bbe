; ModuleID = 'rocke'
source_filename = "rocke"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @wmma_gemm_bf16_bf16(ptr addrspace(1) noalias noundef readonly %a, ptr addrspace(1) noalias noundef readonly %b, ptr addrspace(1) noalias noundef %c, i32 noundef %m, i32 noundef %n, i32 noundef %k, i32 noundef %a_stride, i32 noundef %b_stride, i32 noundef %c_stride) #0 !reqd_work_group_size !1 {
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
  %38 = phi i32 [ %57, %43 ], [ 0, %0 ]
  %39 = phi ptr addrspace(1) [ %51, %43 ], [ %14, %0 ]
  %40 = phi ptr addrspace(1) [ %53, %43 ], [ %20, %0 ]
  %41 = phi <8 x float> [ %56, %43 ], [ zeroinitializer, %0 ]
  %42 = icmp slt i32 %38, %36
  br i1 %42, label %43, label %58

43:                                               ; preds = %37
  %44 = zext i32 %33 to i64
  %45 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %44
  %46 = load <16 x bfloat>, ptr addrspace(1) %45, align 2
  %47 = zext i32 %35 to i64
  %48 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %47
  %49 = load <16 x bfloat>, ptr addrspace(1) %48, align 2
  %50 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 32
  %51 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %50)
  %52 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 32
  %53 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %52)
  %54 = bitcast <16 x bfloat> %49 to <16 x i16>
  %55 = bitcast <16 x bfloat> %46 to <16 x i16>
  %56 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %54, <16 x i16> %55, <8 x float> %41)
  %57 = add i32 %38, 1
  br label %37, !llvm.loop !2

58:                                               ; preds = %37
  %59 = mul i32 %36, 16
  %60 = sub i32 %k, %59
  %61 = icmp sgt i32 %60, 0
  br i1 %61, label %62, label %354

62:                                               ; preds = %58
  %63 = sub i32 %60, 1
  %64 = call i32 @llvm.smin.i32(i32 %63, i32 0)
  %65 = add i32 %32, %64
  %66 = mul i32 %65, 2
  %67 = zext i32 %66 to i64
  %68 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %67
  %69 = load <1 x bfloat>, ptr addrspace(1) %68, align 2
  %70 = extractelement <1 x bfloat> %69, i64 0
  %71 = select i1 %61, bfloat %70, bfloat 0xR0000
  %72 = call i32 @llvm.smin.i32(i32 %63, i32 1)
  %73 = add i32 %32, %72
  %74 = mul i32 %73, 2
  %75 = icmp sgt i32 %60, 1
  %76 = zext i32 %74 to i64
  %77 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %76
  %78 = load <1 x bfloat>, ptr addrspace(1) %77, align 2
  %79 = extractelement <1 x bfloat> %78, i64 0
  %80 = select i1 %75, bfloat %79, bfloat 0xR0000
  %81 = call i32 @llvm.smin.i32(i32 %63, i32 2)
  %82 = add i32 %32, %81
  %83 = mul i32 %82, 2
  %84 = icmp sgt i32 %60, 2
  %85 = zext i32 %83 to i64
  %86 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %85
  %87 = load <1 x bfloat>, ptr addrspace(1) %86, align 2
  %88 = extractelement <1 x bfloat> %87, i64 0
  %89 = select i1 %84, bfloat %88, bfloat 0xR0000
  %90 = call i32 @llvm.smin.i32(i32 %63, i32 3)
  %91 = add i32 %32, %90
  %92 = mul i32 %91, 2
  %93 = icmp sgt i32 %60, 3
  %94 = zext i32 %92 to i64
  %95 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %94
  %96 = load <1 x bfloat>, ptr addrspace(1) %95, align 2
  %97 = extractelement <1 x bfloat> %96, i64 0
  %98 = select i1 %93, bfloat %97, bfloat 0xR0000
  %99 = call i32 @llvm.smin.i32(i32 %63, i32 4)
  %100 = add i32 %32, %99
  %101 = mul i32 %100, 2
  %102 = icmp sgt i32 %60, 4
  %103 = zext i32 %101 to i64
  %104 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %103
  %105 = load <1 x bfloat>, ptr addrspace(1) %104, align 2
  %106 = extractelement <1 x bfloat> %105, i64 0
  %107 = select i1 %102, bfloat %106, bfloat 0xR0000
  %108 = call i32 @llvm.smin.i32(i32 %63, i32 5)
  %109 = add i32 %32, %108
  %110 = mul i32 %109, 2
  %111 = icmp sgt i32 %60, 5
  %112 = zext i32 %110 to i64
  %113 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %112
  %114 = load <1 x bfloat>, ptr addrspace(1) %113, align 2
  %115 = extractelement <1 x bfloat> %114, i64 0
  %116 = select i1 %111, bfloat %115, bfloat 0xR0000
  %117 = call i32 @llvm.smin.i32(i32 %63, i32 6)
  %118 = add i32 %32, %117
  %119 = mul i32 %118, 2
  %120 = icmp sgt i32 %60, 6
  %121 = zext i32 %119 to i64
  %122 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %121
  %123 = load <1 x bfloat>, ptr addrspace(1) %122, align 2
  %124 = extractelement <1 x bfloat> %123, i64 0
  %125 = select i1 %120, bfloat %124, bfloat 0xR0000
  %126 = call i32 @llvm.smin.i32(i32 %63, i32 7)
  %127 = add i32 %32, %126
  %128 = mul i32 %127, 2
  %129 = icmp sgt i32 %60, 7
  %130 = zext i32 %128 to i64
  %131 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %130
  %132 = load <1 x bfloat>, ptr addrspace(1) %131, align 2
  %133 = extractelement <1 x bfloat> %132, i64 0
  %134 = select i1 %129, bfloat %133, bfloat 0xR0000
  %135 = call i32 @llvm.smin.i32(i32 %63, i32 8)
  %136 = add i32 %32, %135
  %137 = mul i32 %136, 2
  %138 = icmp sgt i32 %60, 8
  %139 = zext i32 %137 to i64
  %140 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %139
  %141 = load <1 x bfloat>, ptr addrspace(1) %140, align 2
  %142 = extractelement <1 x bfloat> %141, i64 0
  %143 = select i1 %138, bfloat %142, bfloat 0xR0000
  %144 = call i32 @llvm.smin.i32(i32 %63, i32 9)
  %145 = add i32 %32, %144
  %146 = mul i32 %145, 2
  %147 = icmp sgt i32 %60, 9
  %148 = zext i32 %146 to i64
  %149 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %148
  %150 = load <1 x bfloat>, ptr addrspace(1) %149, align 2
  %151 = extractelement <1 x bfloat> %150, i64 0
  %152 = select i1 %147, bfloat %151, bfloat 0xR0000
  %153 = call i32 @llvm.smin.i32(i32 %63, i32 10)
  %154 = add i32 %32, %153
  %155 = mul i32 %154, 2
  %156 = icmp sgt i32 %60, 10
  %157 = zext i32 %155 to i64
  %158 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %157
  %159 = load <1 x bfloat>, ptr addrspace(1) %158, align 2
  %160 = extractelement <1 x bfloat> %159, i64 0
  %161 = select i1 %156, bfloat %160, bfloat 0xR0000
  %162 = call i32 @llvm.smin.i32(i32 %63, i32 11)
  %163 = add i32 %32, %162
  %164 = mul i32 %163, 2
  %165 = icmp sgt i32 %60, 11
  %166 = zext i32 %164 to i64
  %167 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %166
  %168 = load <1 x bfloat>, ptr addrspace(1) %167, align 2
  %169 = extractelement <1 x bfloat> %168, i64 0
  %170 = select i1 %165, bfloat %169, bfloat 0xR0000
  %171 = call i32 @llvm.smin.i32(i32 %63, i32 12)
  %172 = add i32 %32, %171
  %173 = mul i32 %172, 2
  %174 = icmp sgt i32 %60, 12
  %175 = zext i32 %173 to i64
  %176 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %175
  %177 = load <1 x bfloat>, ptr addrspace(1) %176, align 2
  %178 = extractelement <1 x bfloat> %177, i64 0
  %179 = select i1 %174, bfloat %178, bfloat 0xR0000
  %180 = call i32 @llvm.smin.i32(i32 %63, i32 13)
  %181 = add i32 %32, %180
  %182 = mul i32 %181, 2
  %183 = icmp sgt i32 %60, 13
  %184 = zext i32 %182 to i64
  %185 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %184
  %186 = load <1 x bfloat>, ptr addrspace(1) %185, align 2
  %187 = extractelement <1 x bfloat> %186, i64 0
  %188 = select i1 %183, bfloat %187, bfloat 0xR0000
  %189 = call i32 @llvm.smin.i32(i32 %63, i32 14)
  %190 = add i32 %32, %189
  %191 = mul i32 %190, 2
  %192 = icmp sgt i32 %60, 14
  %193 = zext i32 %191 to i64
  %194 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %193
  %195 = load <1 x bfloat>, ptr addrspace(1) %194, align 2
  %196 = extractelement <1 x bfloat> %195, i64 0
  %197 = select i1 %192, bfloat %196, bfloat 0xR0000
  %198 = call i32 @llvm.smin.i32(i32 %63, i32 15)
  %199 = add i32 %32, %198
  %200 = mul i32 %199, 2
  %201 = icmp sgt i32 %60, 15
  %202 = zext i32 %200 to i64
  %203 = getelementptr inbounds i8, ptr addrspace(1) %39, i64 %202
  %204 = load <1 x bfloat>, ptr addrspace(1) %203, align 2
  %205 = extractelement <1 x bfloat> %204, i64 0
  %206 = select i1 %201, bfloat %205, bfloat 0xR0000
  %207 = insertelement <16 x bfloat> poison, bfloat %71, i64 0
  %208 = insertelement <16 x bfloat> %207, bfloat %80, i64 1
  %209 = insertelement <16 x bfloat> %208, bfloat %89, i64 2
  %210 = insertelement <16 x bfloat> %209, bfloat %98, i64 3
  %211 = insertelement <16 x bfloat> %210, bfloat %107, i64 4
  %212 = insertelement <16 x bfloat> %211, bfloat %116, i64 5
  %213 = insertelement <16 x bfloat> %212, bfloat %125, i64 6
  %214 = insertelement <16 x bfloat> %213, bfloat %134, i64 7
  %215 = insertelement <16 x bfloat> %214, bfloat %143, i64 8
  %216 = insertelement <16 x bfloat> %215, bfloat %152, i64 9
  %217 = insertelement <16 x bfloat> %216, bfloat %161, i64 10
  %218 = insertelement <16 x bfloat> %217, bfloat %170, i64 11
  %219 = insertelement <16 x bfloat> %218, bfloat %179, i64 12
  %220 = insertelement <16 x bfloat> %219, bfloat %188, i64 13
  %221 = insertelement <16 x bfloat> %220, bfloat %197, i64 14
  %222 = insertelement <16 x bfloat> %221, bfloat %206, i64 15
  %223 = add i32 %34, %64
  %224 = mul i32 %223, 2
  %225 = zext i32 %224 to i64
  %226 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %225
  %227 = load <1 x bfloat>, ptr addrspace(1) %226, align 2
  %228 = extractelement <1 x bfloat> %227, i64 0
  %229 = select i1 %61, bfloat %228, bfloat 0xR0000
  %230 = add i32 %34, %72
  %231 = mul i32 %230, 2
  %232 = zext i32 %231 to i64
  %233 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %232
  %234 = load <1 x bfloat>, ptr addrspace(1) %233, align 2
  %235 = extractelement <1 x bfloat> %234, i64 0
  %236 = select i1 %75, bfloat %235, bfloat 0xR0000
  %237 = add i32 %34, %81
  %238 = mul i32 %237, 2
  %239 = zext i32 %238 to i64
  %240 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %239
  %241 = load <1 x bfloat>, ptr addrspace(1) %240, align 2
  %242 = extractelement <1 x bfloat> %241, i64 0
  %243 = select i1 %84, bfloat %242, bfloat 0xR0000
  %244 = add i32 %34, %90
  %245 = mul i32 %244, 2
  %246 = zext i32 %245 to i64
  %247 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %246
  %248 = load <1 x bfloat>, ptr addrspace(1) %247, align 2
  %249 = extractelement <1 x bfloat> %248, i64 0
  %250 = select i1 %93, bfloat %249, bfloat 0xR0000
  %251 = add i32 %34, %99
  %252 = mul i32 %251, 2
  %253 = zext i32 %252 to i64
  %254 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %253
  %255 = load <1 x bfloat>, ptr addrspace(1) %254, align 2
  %256 = extractelement <1 x bfloat> %255, i64 0
  %257 = select i1 %102, bfloat %256, bfloat 0xR0000
  %258 = add i32 %34, %108
  %259 = mul i32 %258, 2
  %260 = zext i32 %259 to i64
  %261 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %260
  %262 = load <1 x bfloat>, ptr addrspace(1) %261, align 2
  %263 = extractelement <1 x bfloat> %262, i64 0
  %264 = select i1 %111, bfloat %263, bfloat 0xR0000
  %265 = add i32 %34, %117
  %266 = mul i32 %265, 2
  %267 = zext i32 %266 to i64
  %268 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %267
  %269 = load <1 x bfloat>, ptr addrspace(1) %268, align 2
  %270 = extractelement <1 x bfloat> %269, i64 0
  %271 = select i1 %120, bfloat %270, bfloat 0xR0000
  %272 = add i32 %34, %126
  %273 = mul i32 %272, 2
  %274 = zext i32 %273 to i64
  %275 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %274
  %276 = load <1 x bfloat>, ptr addrspace(1) %275, align 2
  %277 = extractelement <1 x bfloat> %276, i64 0
  %278 = select i1 %129, bfloat %277, bfloat 0xR0000
  %279 = add i32 %34, %135
  %280 = mul i32 %279, 2
  %281 = zext i32 %280 to i64
  %282 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %281
  %283 = load <1 x bfloat>, ptr addrspace(1) %282, align 2
  %284 = extractelement <1 x bfloat> %283, i64 0
  %285 = select i1 %138, bfloat %284, bfloat 0xR0000
  %286 = add i32 %34, %144
  %287 = mul i32 %286, 2
  %288 = zext i32 %287 to i64
  %289 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %288
  %290 = load <1 x bfloat>, ptr addrspace(1) %289, align 2
  %291 = extractelement <1 x bfloat> %290, i64 0
  %292 = select i1 %147, bfloat %291, bfloat 0xR0000
  %293 = add i32 %34, %153
  %294 = mul i32 %293, 2
  %295 = zext i32 %294 to i64
  %296 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %295
  %297 = load <1 x bfloat>, ptr addrspace(1) %296, align 2
  %298 = extractelement <1 x bfloat> %297, i64 0
  %299 = select i1 %156, bfloat %298, bfloat 0xR0000
  %300 = add i32 %34, %162
  %301 = mul i32 %300, 2
  %302 = zext i32 %301 to i64
  %303 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %302
  %304 = load <1 x bfloat>, ptr addrspace(1) %303, align 2
  %305 = extractelement <1 x bfloat> %304, i64 0
  %306 = select i1 %165, bfloat %305, bfloat 0xR0000
  %307 = add i32 %34, %171
  %308 = mul i32 %307, 2
  %309 = zext i32 %308 to i64
  %310 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %309
  %311 = load <1 x bfloat>, ptr addrspace(1) %310, align 2
  %312 = extractelement <1 x bfloat> %311, i64 0
  %313 = select i1 %174, bfloat %312, bfloat 0xR0000
  %314 = add i32 %34, %180
  %315 = mul i32 %314, 2
  %316 = zext i32 %315 to i64
  %317 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %316
  %318 = load <1 x bfloat>, ptr addrspace(1) %317, align 2
  %319 = extractelement <1 x bfloat> %318, i64 0
  %320 = select i1 %183, bfloat %319, bfloat 0xR0000
  %321 = add i32 %34, %189
  %322 = mul i32 %321, 2
  %323 = zext i32 %322 to i64
  %324 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %323
  %325 = load <1 x bfloat>, ptr addrspace(1) %324, align 2
  %326 = extractelement <1 x bfloat> %325, i64 0
  %327 = select i1 %192, bfloat %326, bfloat 0xR0000
  %328 = add i32 %34, %198
  %329 = mul i32 %328, 2
  %330 = zext i32 %329 to i64
  %331 = getelementptr inbounds i8, ptr addrspace(1) %40, i64 %330
  %332 = load <1 x bfloat>, ptr addrspace(1) %331, align 2
  %333 = extractelement <1 x bfloat> %332, i64 0
  %334 = select i1 %201, bfloat %333, bfloat 0xR0000
  %335 = insertelement <16 x bfloat> poison, bfloat %229, i64 0
  %336 = insertelement <16 x bfloat> %335, bfloat %236, i64 1
  %337 = insertelement <16 x bfloat> %336, bfloat %243, i64 2
  %338 = insertelement <16 x bfloat> %337, bfloat %250, i64 3
  %339 = insertelement <16 x bfloat> %338, bfloat %257, i64 4
  %340 = insertelement <16 x bfloat> %339, bfloat %264, i64 5
  %341 = insertelement <16 x bfloat> %340, bfloat %271, i64 6
  %342 = insertelement <16 x bfloat> %341, bfloat %278, i64 7
  %343 = insertelement <16 x bfloat> %342, bfloat %285, i64 8
  %344 = insertelement <16 x bfloat> %343, bfloat %292, i64 9
  %345 = insertelement <16 x bfloat> %344, bfloat %299, i64 10
  %346 = insertelement <16 x bfloat> %345, bfloat %306, i64 11
  %347 = insertelement <16 x bfloat> %346, bfloat %313, i64 12
  %348 = insertelement <16 x bfloat> %347, bfloat %320, i64 13
  %349 = insertelement <16 x bfloat> %348, bfloat %327, i64 14
  %350 = insertelement <16 x bfloat> %349, bfloat %334, i64 15
  %351 = bitcast <16 x bfloat> %350 to <16 x i16>
  %352 = bitcast <16 x bfloat> %222 to <16 x i16>
  %353 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16> %351, <16 x i16> %352, <8 x float> %41)
  br label %355

354:                                              ; preds = %58
  br label %355

355:                                              ; preds = %62, %354
  %356 = phi <8 x float> [ %41, %354 ], [ %353, %62 ]
  br label %357

357:                                              ; preds = %355
  %358 = fptrunc <8 x float> %356 to <8 x bfloat>
  %359 = sext i32 %c_stride to i64
  %360 = mul i64 %9, %359
  %361 = mul i64 %360, 2
  %362 = getelementptr inbounds i8, ptr addrspace(1) %c, i64 %361
  %363 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %362)
  %364 = mul i64 %15, 2
  %365 = getelementptr inbounds i8, ptr addrspace(1) %363, i64 %364
  %366 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %365)
  %367 = mul i32 %4, 8
  %368 = mul i32 %c_stride, %3
  %369 = add i32 %368, %367
  %370 = mul i32 %369, 2
  %371 = icmp slt i32 %3, %21
  br i1 %371, label %372, label %435

372:                                              ; preds = %357
  %373 = sub i32 %29, %367
  %374 = icmp sge i32 %373, 8
  br i1 %374, label %375, label %378

375:                                              ; preds = %372
  %376 = zext i32 %370 to i64
  %377 = getelementptr inbounds i8, ptr addrspace(1) %366, i64 %376
  store <8 x bfloat> %358, ptr addrspace(1) %377, align 2
  br label %434

378:                                              ; preds = %372
  %379 = icmp sgt i32 %373, 0
  br i1 %379, label %380, label %384

380:                                              ; preds = %378
  %381 = shufflevector <8 x bfloat> %358, <8 x bfloat> %358, <1 x i32> zeroinitializer
  %382 = zext i32 %370 to i64
  %383 = getelementptr inbounds i8, ptr addrspace(1) %366, i64 %382
  store <1 x bfloat> %381, ptr addrspace(1) %383, align 2
  br label %384

384:                                              ; preds = %380, %378
  %385 = icmp sgt i32 %373, 1
  br i1 %385, label %386, label %391

386:                                              ; preds = %384
  %387 = shufflevector <8 x bfloat> %358, <8 x bfloat> %358, <1 x i32> <i32 1>
  %388 = zext i32 %370 to i64
  %389 = getelementptr inbounds i8, ptr addrspace(1) %366, i64 %388
  %390 = getelementptr inbounds i8, ptr addrspace(1) %389, i32 2
  store <1 x bfloat> %387, ptr addrspace(1) %390, align 2
  br label %391

391:                                              ; preds = %386, %384
  %392 = icmp sgt i32 %373, 2
  br i1 %392, label %393, label %398

393:                                              ; preds = %391
  %394 = shufflevector <8 x bfloat> %358, <8 x bfloat> %358, <1 x i32> <i32 2>
  %395 = zext i32 %370 to i64
  %396 = getelementptr inbounds i8, ptr addrspace(1) %366, i64 %395
  %397 = getelementptr inbounds i8, ptr addrspace(1) %396, i32 4
  store <1 x bfloat> %394, ptr addrspace(1) %397, align 2
  br label %398

398:                                              ; preds = %393, %391
  %399 = icmp sgt i32 %373, 3
  br i1 %399, label %400, label %405

400:                                              ; preds = %398
  %401 = shufflevector <8 x bfloat> %358, <8 x bfloat> %358, <1 x i32> <i32 3>
  %402 = zext i32 %370 to i64
  %403 = getelementptr inbounds i8, ptr addrspace(1) %366, i64 %402
  %404 = getelementptr inbounds i8, ptr addrspace(1) %403, i32 6
  store <1 x bfloat> %401, ptr addrspace(1) %404, align 2
  br label %405

405:                                              ; preds = %400, %398
  %406 = icmp sgt i32 %373, 4
  br i1 %406, label %407, label %412

407:                                              ; preds = %405
  %408 = shufflevector <8 x bfloat> %358, <8 x bfloat> %358, <1 x i32> <i32 4>
  %409 = zext i32 %370 to i64
  %410 = getelementptr inbounds i8, ptr addrspace(1) %366, i64 %409
  %411 = getelementptr inbounds i8, ptr addrspace(1) %410, i32 8
  store <1 x bfloat> %408, ptr addrspace(1) %411, align 2
  br label %412

412:                                              ; preds = %407, %405
  %413 = icmp sgt i32 %373, 5
  br i1 %413, label %414, label %419

414:                                              ; preds = %412
  %415 = shufflevector <8 x bfloat> %358, <8 x bfloat> %358, <1 x i32> <i32 5>
  %416 = zext i32 %370 to i64
  %417 = getelementptr inbounds i8, ptr addrspace(1) %366, i64 %416
  %418 = getelementptr inbounds i8, ptr addrspace(1) %417, i32 10
  store <1 x bfloat> %415, ptr addrspace(1) %418, align 2
  br label %419

419:                                              ; preds = %414, %412
  %420 = icmp sgt i32 %373, 6
  br i1 %420, label %421, label %426

421:                                              ; preds = %419
  %422 = shufflevector <8 x bfloat> %358, <8 x bfloat> %358, <1 x i32> <i32 6>
  %423 = zext i32 %370 to i64
  %424 = getelementptr inbounds i8, ptr addrspace(1) %366, i64 %423
  %425 = getelementptr inbounds i8, ptr addrspace(1) %424, i32 12
  store <1 x bfloat> %422, ptr addrspace(1) %425, align 2
  br label %426

426:                                              ; preds = %421, %419
  %427 = icmp sgt i32 %373, 7
  br i1 %427, label %428, label %433

428:                                              ; preds = %426
  %429 = shufflevector <8 x bfloat> %358, <8 x bfloat> %358, <1 x i32> <i32 7>
  %430 = zext i32 %370 to i64
  %431 = getelementptr inbounds i8, ptr addrspace(1) %366, i64 %430
  %432 = getelementptr inbounds i8, ptr addrspace(1) %431, i32 14
  store <1 x bfloat> %429, ptr addrspace(1) %432, align 2
  br label %433

433:                                              ; preds = %428, %426
  br label %434

434:                                              ; preds = %375, %433
  br label %435

435:                                              ; preds = %434, %357
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
declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.bf16.v8f32.v16i16(<16 x i16>, <16 x i16>, <8 x float>) #3

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
