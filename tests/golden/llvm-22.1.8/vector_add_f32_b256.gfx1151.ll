; ModuleID = 'rocke'
source_filename = "rocke"
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @vector_add_f32_b256(ptr addrspace(1) noalias noundef readonly %a, ptr addrspace(1) noalias noundef readonly %b, ptr addrspace(1) noalias noundef %c, i64 noundef %n) #0 !reqd_work_group_size !1 {
  %1 = call i32 @llvm.amdgcn.workgroup.id.x()
  %2 = sext i32 %1 to i64
  %3 = mul i64 %2, 1024
  %4 = sub i64 %n, %3
  %5 = call i64 @llvm.smin.i64(i64 %4, i64 1024)
  %6 = trunc i64 %5 to i32
  %7 = mul i64 %2, 4096
  %8 = getelementptr inbounds i8, ptr addrspace(1) %a, i64 %7
  %9 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %8)
  %10 = getelementptr inbounds i8, ptr addrspace(1) %b, i64 %7
  %11 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %10)
  %12 = getelementptr inbounds i8, ptr addrspace(1) %c, i64 %7
  %13 = call ptr addrspace(1) asm "", "=s,0"(ptr addrspace(1) %12)
  %14 = call i32 @llvm.amdgcn.workitem.id.x()
  %15 = mul i32 %14, 4
  %16 = add i32 %15, 4
  %17 = icmp sle i32 %16, %6
  br i1 %17, label %18, label %27

18:                                               ; preds = %0
  %19 = mul i32 %14, 16
  %20 = zext i32 %19 to i64
  %21 = getelementptr inbounds i8, ptr addrspace(1) %9, i64 %20
  %22 = load <4 x float>, ptr addrspace(1) %21, align 16
  %23 = getelementptr inbounds i8, ptr addrspace(1) %11, i64 %20
  %24 = load <4 x float>, ptr addrspace(1) %23, align 16
  %25 = fadd <4 x float> %22, %24
  %26 = getelementptr inbounds i8, ptr addrspace(1) %13, i64 %20
  store <4 x float> %25, ptr addrspace(1) %26, align 16
  br label %42

27:                                               ; preds = %0
  br label %28

28:                                               ; preds = %31, %27
  %29 = phi i32 [ %40, %31 ], [ %15, %27 ]
  %30 = icmp slt i32 %29, %6
  br i1 %30, label %31, label %41

31:                                               ; preds = %28
  %32 = mul i32 %29, 4
  %33 = zext i32 %32 to i64
  %34 = getelementptr inbounds i8, ptr addrspace(1) %9, i64 %33
  %35 = load float, ptr addrspace(1) %34, align 4
  %36 = getelementptr inbounds i8, ptr addrspace(1) %11, i64 %33
  %37 = load float, ptr addrspace(1) %36, align 4
  %38 = fadd float %35, %37
  %39 = getelementptr inbounds i8, ptr addrspace(1) %13, i64 %33
  store float %38, ptr addrspace(1) %39, align 4
  %40 = add i32 %29, 1
  br label %28, !llvm.loop !2

41:                                               ; preds = %28
  br label %42

42:                                               ; preds = %18, %41
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.workgroup.id.x() #1

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #1

attributes #0 = { "amdgpu-flat-work-group-size"="256,256" "amdgpu-ieee"="false" "amdgpu-no-completion-action" "amdgpu-no-default-queue" "amdgpu-no-dispatch-id" "amdgpu-no-dispatch-ptr" "amdgpu-no-flat-scratch-init" "amdgpu-no-heap-ptr" "amdgpu-no-hostcall-ptr" "amdgpu-no-implicitarg-ptr" "amdgpu-no-lds-kernel-id" "amdgpu-no-multigrid-sync-arg" "amdgpu-no-queue-ptr" "amdgpu-no-workgroup-id-y" "amdgpu-no-workgroup-id-z" "amdgpu-no-workitem-id-y" "amdgpu-no-workitem-id-z" "uniform-work-group-size"="true" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i32 256, i32 1, i32 1}
!2 = distinct !{!2, !3, !4, !5, !6}
!3 = !{!"llvm.loop.mustprogress"}
!4 = !{!"llvm.loop.vectorize.enable", i1 false}
!5 = !{!"llvm.loop.unroll.disable"}
!6 = !{!"llvm.licm.disable"}
