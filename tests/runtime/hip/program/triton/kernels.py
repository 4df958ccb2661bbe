"""Kernels of the kind that Triton's users write."""

import triton
import triton.language as tl


@triton.jit
def softmax(x, out, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0) * columns
    i = tl.arange(0, BLOCK)
    value = tl.load(x + row + i, mask=i < columns, other=-float("inf"))
    power = tl.exp(value - tl.max(value, 0))
    tl.store(out + row + i, power / tl.sum(power, 0), mask=i < columns)


@triton.jit
def matmul(a, b, c, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, SUM: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    inner = tl.arange(0, K)
    total = tl.zeros((M, N), SUM)
    for start in range(0, k, K):
        left = tl.load(a + rows[:, None] * k + (start + inner)[None, :])
        right = tl.load(b + (start + inner)[:, None] * n + columns[None, :])
        total = tl.dot(left, right, total, out_dtype=SUM)
    tl.store(c + rows[:, None] * n + columns[None, :], total)


@triton.jit
def attention(q, k, v, out, length, scale, D: tl.constexpr, M: tl.constexpr, N: tl.constexpr,
              CAUSAL: tl.constexpr):
    block, base = tl.program_id(0), tl.program_id(1) * length * D
    rows, dims = block * M + tl.arange(0, M), tl.arange(0, D)
    query = tl.load(q + base + rows[:, None] * D + dims[None, :])
    highest = tl.full((M,), -float("inf"), tl.float32)
    weight = tl.zeros((M,), tl.float32)
    total = tl.zeros((M, D), tl.float32)
    for start in range(0, (block + 1) * M if CAUSAL else length, N):
        keys = start + tl.arange(0, N)
        scores = tl.dot(query, tl.load(k + base + keys[None, :] * D + dims[:, None])) * scale
        if CAUSAL:
            scores = tl.where(rows[:, None] >= keys[None, :], scores, -1e30)
        reference = tl.maximum(highest, tl.max(scores, 1))
        p = tl.exp2(scores - reference[:, None])
        correction = tl.exp2(highest - reference)
        weight = weight * correction + tl.sum(p, 1)
        value = tl.load(v + base + keys[:, None] * D + dims[None, :])
        total = tl.dot(p.to(value.dtype), value, total * correction[:, None])
        highest = reference
    tl.store(out + base + rows[:, None] * D + dims[None, :],
             (total / weight[:, None]).to(out.dtype.element_ty))


@triton.jit
def scaled_matmul(a, a_scale, b, b_scale, c, K: tl.constexpr, M: tl.constexpr, N: tl.constexpr,
                  FORMAT: tl.constexpr, PACKED: tl.constexpr):
    rows, columns = tl.arange(0, M), tl.arange(0, N)
    inner, groups = tl.arange(0, K // PACKED), tl.arange(0, K // 32)
    left = tl.load(a + rows[:, None] * (K // PACKED) + inner[None, :])
    right = tl.load(b + inner[:, None] * N + columns[None, :])
    left_scale = tl.load(a_scale + rows[:, None] * (K // 32) + groups[None, :])
    right_scale = tl.load(b_scale + columns[:, None] * (K // 32) + groups[None, :])
    total = tl.dot_scaled(left, left_scale, FORMAT, right, right_scale, FORMAT)
    tl.store(c + rows[:, None] * N + columns[None, :], total)


@triton.jit
def sort_and_scan(x, ordered, sums, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i)
    tl.store(ordered + i, tl.sort(value))
    tl.store(sums + i, tl.cumsum(value, 0))


@triton.jit
def histogram(x, counts, highest, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i, mask=i < n, other=0)
    tl.atomic_add(counts + tl.arange(0, BINS), tl.histogram(value, BINS, mask=i < n))
    tl.atomic_max(highest + i % 3, value)


@triton.jit
def functions(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + i)
    tl.store(out + i, tl.sin(value))
    tl.store(out + n + i, tl.exp(value))
    tl.store(out + 2 * n + i, tl.log(tl.abs(value) + 0.1))
    tl.store(out + 3 * n + i, tl.erf(value))
    tl.store(out + 4 * n + i, value / (tl.abs(value) + 1.0))
