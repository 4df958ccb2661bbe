"""AMD's Python bindings of HIP against the simulator: module load, launch, memory, events."""

import ctypes
import sys

from rocm.bindings import hip


def check(result):
    """The values of a call that succeeded."""
    error, *values = result
    if error != hip.hipError_t.hipSuccess:
        raise RuntimeError(f"{error!r}: {hip.hipGetErrorString(error)}")
    return values[0] if len(values) == 1 else values


def main(code_object, arch):
    check(hip.hipInit(0))
    assert check(hip.hipGetDeviceCount()) == 1
    properties = check(hip.hipGetDeviceProperties(0))
    assert properties.gcnArchName.split(":")[0] == arch, properties.gcnArchName
    assert check(hip.hipRuntimeGetVersion()) // 10000000 >= 6

    n = 1000
    x = (ctypes.c_float * n)(*range(n))
    y = (ctypes.c_float * n)(*([1.0] * n))
    size = ctypes.sizeof(x)
    free_before, _ = check(hip.hipMemGetInfo())
    device_x = check(hip.hipMalloc(size))
    device_y = check(hip.hipMalloc(size))
    free, total = check(hip.hipMemGetInfo())
    assert free_before - free == 2 * size and free < total
    kinds = hip.hipMemcpyKind
    check(hip.hipMemcpy(device_x, x, size, kinds.hipMemcpyHostToDevice))
    stream = check(hip.hipStreamCreate())
    check(hip.hipMemcpyAsync(device_y, y, size, kinds.hipMemcpyHostToDevice, stream))
    attributes = check(hip.hipPointerGetAttributes(int(device_x)))
    assert attributes.type == hip.hipMemoryType.hipMemoryTypeDevice, attributes.type

    with open(code_object, "rb") as file:
        module = check(hip.hipModuleLoadData(file.read()))
    saxpy = check(hip.hipModuleGetFunction(module, b"saxpy"))
    start, stop = check(hip.hipEventCreate()), check(hip.hipEventCreate())
    check(hip.hipEventRecord(start, stream))
    check(
        hip.hipModuleLaunchKernel(
            saxpy, (n + 63) // 64, 1, 1, 64, 1, 1, 0, stream, None,
            (device_y, device_x, ctypes.c_float(2.0), ctypes.c_uint32(n)),
        )
    )
    check(hip.hipEventRecord(stop, stream))
    check(hip.hipEventSynchronize(stop))
    assert check(hip.hipEventElapsedTime(start, stop)) > 0
    check(hip.hipMemcpyAsync(y, device_y, size, kinds.hipMemcpyDeviceToHost, stream))
    check(hip.hipStreamSynchronize(stream))
    wrong = sum(y[i] != 2.0 * i + 1.0 for i in range(n))
    assert wrong == 0, f"{wrong} of {n} values are wrong"

    # What HIP refuses arrives as HIP's error.
    assert hip.hipModuleGetFunction(module, b"daxpy")[0] == hip.hipError_t.hipErrorNotFound
    assert hip.hipModuleLoadData(b"nothing of the kind")[0] == hip.hipError_t.hipErrorInvalidImage

    for event in (start, stop):
        check(hip.hipEventDestroy(event))
    check(hip.hipStreamDestroy(stream))
    check(hip.hipModuleUnload(module))
    check(hip.hipFree(device_x))
    check(hip.hipFree(device_y))
    assert check(hip.hipMemGetInfo())[0] == free_before


main(sys.argv[1], sys.argv[2])
