"""Code objects of another compiler: compiles kernels with Triton and compares what the simulator
makes of them with NumPy. Usage: run.py <gpu>, with the simulator as libamdhip64.so."""

import ctypes
import sys

import kernels
import numpy as np
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

gpu = sys.argv[1]
lanes = 64 if gpu.startswith("gfx9") else 32
hip = ctypes.CDLL("libamdhip64.so")
hip.hipGetErrorString.restype = ctypes.c_char_p
random = np.random.default_rng(1)


def check(error):
    if error:
        raise RuntimeError(hip.hipGetErrorString(error).decode())


class Buffer:
    """An array's copy on the device; `triton_type` names what it points at."""

    def __init__(self, array, triton_type):
        self.array, self.triton_type = np.ascontiguousarray(array), "*" + triton_type
        self.pointer = ctypes.c_void_p()
        self.host = ctypes.c_void_p(self.array.ctypes.data)
        self.size = ctypes.c_size_t(self.array.nbytes)
        check(hip.hipMalloc(ctypes.byref(self.pointer), self.size))
        check(hip.hipMemcpy(self.pointer, self.host, self.size, 1))

    def read(self):
        check(hip.hipMemcpy(self.host, self.pointer, self.size, 2))
        return self.array


def launch(function, grid, arguments, constants, warps=4):
    """`arguments` by name: buffers, integers (i32) and floats (f32)."""
    types, values = {}, []
    for name, argument in arguments.items():
        if isinstance(argument, Buffer):
            types[name], value = argument.triton_type, argument.pointer
        elif isinstance(argument, float):
            types[name], value = "fp32", ctypes.c_float(argument)
        else:
            types[name], value = "i32", ctypes.c_int32(argument)
        values.append(value)
    types.update((name, "constexpr") for name in constants)
    kernel = triton.compile(ASTSource(function, types, constants),
                            target=GPUTarget("hip", gpu, lanes), options={"num_warps": warps})
    values += [ctypes.c_void_p(), ctypes.c_void_p()]  # Triton's scratch memories, which nothing uses
    pointers = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
    module, entry = ctypes.c_void_p(), ctypes.c_void_p()
    check(hip.hipModuleLoadData(ctypes.byref(module), kernel.asm["hsaco"]))
    check(hip.hipModuleGetFunction(ctypes.byref(entry), module, kernel.metadata.name.encode()))
    check(hip.hipModuleLaunchKernel(entry, *grid, warps * lanes, 1, 1, kernel.metadata.shared, None,
                                    pointers, None))
    check(hip.hipDeviceSynchronize())
    check(hip.hipModuleUnload(module))


def bf16_bits(x):
    word = x.astype(np.float32).view(np.uint32)
    return ((word + 0x7FFF + (word >> 16 & 1)) >> 16).astype(np.uint16)


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)


def small_float_values(exponent_bits, mantissa_bits):
    """The numbers of OCP's 8-bit formats; infinities and NaNs as NaN."""
    code = np.arange(256)
    exponent = code >> mantissa_bits & ((1 << exponent_bits) - 1)
    mantissa = (code & ((1 << mantissa_bits) - 1)) / 2.0**mantissa_bits
    bias = 2 ** (exponent_bits - 1) - 1
    value = np.where(exponent == 0, mantissa * 2.0 ** (1 - bias),
                     (1 + mantissa) * 2.0 ** (exponent - bias))
    if exponent_bits == 5:
        value[exponent == 31] = np.nan
    else:
        value[code & 127 == 127] = np.nan
    return np.where(code & 128, -value, value)


SMALL_FLOATS = {"fp8e4nv": small_float_values(4, 3), "fp8e5": small_float_values(5, 2)}


def numbers(kind, shape):
    """Random ones as they lie in memory, and as doubles."""
    if kind == "i8":
        stored = random.integers(-128, 128, shape).astype(np.int8)
        return stored, stored.astype(np.float64)
    if kind in SMALL_FLOATS:
        stored = random.integers(0, 256, shape).astype(np.uint8)
        stored[np.isnan(SMALL_FLOATS[kind][stored])] = 0
        return stored, SMALL_FLOATS[kind][stored]
    normal = random.standard_normal(shape)
    if kind == "bf16":
        stored = bf16_bits(normal)
        return stored, from_bf16(stored)
    stored = normal.astype({"fp16": np.float16, "fp32": np.float32, "fp64": np.float64}[kind])
    return stored, stored.astype(np.float64)


def assert_close(got, expected, tolerance):
    error = np.abs(got - expected).max() / max(np.abs(expected).max(), 1)
    assert error <= tolerance, f"off by {error}, allowed {tolerance}"


def softmax():
    x, exact = numbers("fp32", (5, 300))
    out = Buffer(np.zeros_like(x), "fp32")
    launch(kernels.softmax, (5, 1, 1), {"x": Buffer(x, "fp32"), "out": out, "columns": 300},
           {"BLOCK": 512})
    power = np.exp(exact - exact.max(1, keepdims=True))
    assert_close(out.read(), power / power.sum(1, keepdims=True), 1e-6)


def matmul():
    sums = {"i8": (tl.int32, "i32", np.int32, 0), "fp64": (tl.float64, "fp64", np.float64, 1e-14)}
    for kind in ("fp16", "bf16", "fp32", "fp64", "i8", *SMALL_FLOATS):
        sum_type, out_type, dtype, tolerance = sums.get(kind, (tl.float32, "fp32", np.float32, 1e-6))
        a, left = numbers(kind, (64, 128))
        b, right = numbers(kind, (128, 32))
        out = Buffer(np.zeros((64, 32), dtype), out_type)
        launch(kernels.matmul, (2, 1, 1),
               {"a": Buffer(a, kind), "b": Buffer(b, kind), "c": out, "n": 32, "k": 128},
               {"M": 32, "N": 32, "K": 32, "SUM": sum_type})
        assert_close(out.read(), left @ right, tolerance)


def attention():
    heads, length, size = 2, 128, 64
    for kind, causal, tolerance in (("fp16", False, 1e-3), ("bf16", True, 1e-2)):
        (q, query), (k, key), (v, value) = (numbers(kind, (heads, length, size)) for _ in range(3))
        out = Buffer(np.zeros_like(q), kind)
        launch(kernels.attention, (length // 64, heads, 1),
               {"q": Buffer(q, kind), "k": Buffer(k, kind), "v": Buffer(v, kind), "out": out,
                "length": length, "scale": 1.4426950408889634 / size**0.5},
               {"D": size, "M": 64, "N": 32, "CAUSAL": causal})
        scores = query @ key.transpose(0, 2, 1) / size**0.5
        if causal:
            scores = np.where(np.tril(np.ones((length, length))) > 0, scores, -np.inf)
        p = np.exp(scores - scores.max(2, keepdims=True))
        got = from_bf16(out.read()) if kind == "bf16" else out.read()
        assert_close(got, p / p.sum(2, keepdims=True) @ value, tolerance)


def scaled_matmul():
    size = 128
    fp4 = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6])
    for name, kind in (("e4m3", "fp8e4nv"), ("e5m2", "fp8e5"), ("e2m1", "u8")):
        packed = 2 if name == "e2m1" else 1
        if packed == 2:
            a, b = (random.integers(0, 256, s).astype(np.uint8) for s in ((32, 64), (64, 32)))
            left = np.stack([fp4[a & 15], fp4[a >> 4]], 2).reshape(32, size)
            right = np.stack([fp4[b & 15], fp4[b >> 4]], 1).reshape(size, 32)
        else:
            (a, left), (b, right) = numbers(kind, (32, size)), numbers(kind, (size, 32))
        scales = random.integers(124, 131, (2, 32, size // 32)).astype(np.uint8)
        factors = np.repeat(2.0 ** (scales.astype(np.float64) - 127), 32, 2)
        out = Buffer(np.zeros((32, 32), np.float32), "fp32")
        launch(kernels.scaled_matmul, (1, 1, 1),
               {"a": Buffer(a, kind), "a_scale": Buffer(scales[0], "u8"), "b": Buffer(b, kind),
                "b_scale": Buffer(scales[1], "u8"), "c": out},
               {"K": size, "M": 32, "N": 32, "FORMAT": name, "PACKED": packed})
        # GPUs without scaled instructions round to bf16 first, which these numbers survive.
        assert_close(out.read(), (left * factors[0]) @ (right * factors[1].T), 1e-6)


def sort_and_scan():
    x = random.integers(-1000, 1000, (4, 256)).astype(np.int32)
    ordered, sums = (Buffer(np.zeros_like(x), "i32") for _ in range(2))
    launch(kernels.sort_and_scan, (4, 1, 1),
           {"x": Buffer(x, "i32"), "ordered": ordered, "sums": sums}, {"BLOCK": 256})
    assert (ordered.read() == np.sort(x, 1)).all()
    assert (sums.read() == np.cumsum(x, 1)).all()


def histogram():
    x = random.integers(0, 64, 2500).astype(np.int32)
    counts, highest = Buffer(np.zeros(64, np.int32), "i32"), Buffer(np.zeros(3, np.int32), "i32")
    launch(kernels.histogram, (3, 1, 1),
           {"x": Buffer(x, "i32"), "counts": counts, "highest": highest, "n": 2500},
           {"BLOCK": 1024, "BINS": 64})
    assert (counts.read() == np.bincount(x, minlength=64)).all()
    assert (highest.read() == [x[i::3].max() for i in range(3)]).all()


def functions():
    x = numbers("fp32", 1024)[0] * 3
    out = Buffer(np.zeros((5, 1024), np.float32), "fp32")
    launch(kernels.functions, (4, 1, 1), {"x": Buffer(x, "fp32"), "out": out, "n": 1024},
           {"BLOCK": 256})
    exact = x.astype(np.float64)
    # Abramowitz and Stegun, 7.1.26, is good to 1.5e-7.
    t = 1 / (1 + 0.3275911 * np.abs(exact))
    tail = np.polyval([1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592, 0], t)
    erf = np.sign(exact) * (1 - tail * np.exp(-exact * exact))
    expected = [np.sin(exact), np.exp(exact), np.log(np.abs(exact) + 0.1), erf,
                exact / (np.abs(exact) + 1)]
    for got, reference in zip(out.read(), expected):
        assert_close(got / np.maximum(np.abs(reference), 1),
                     reference / np.maximum(np.abs(reference), 1), 1e-6)


for test in (softmax, matmul, attention, scaled_matmul, sort_and_scan, histogram, functions):
    test()
    print(f"{gpu}: {test.__name__} agrees", flush=True)
