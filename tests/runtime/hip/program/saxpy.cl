// y[i] = a * x[i] + y[i] for i < n, in workgroups of 64.
__attribute__((reqd_work_group_size(64, 1, 1))) kernel void
saxpy(global float *y, global const float *x, float a, uint n) {
  uint i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
  if (i < n)
    y[i] = __builtin_fmaf(a, x[i], y[i]);
}
