// y = a * x + y on gfx1151: a kernel, its code object, and its result, in one program.
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/ir/KernelBuilder.h"
#include "rocke/runtime/Device.h"
#include <cstdio>
#include <vector>

using namespace rocke;
using namespace rocke::types;

// A kernel is a C++ program that builds IR: each call below appends one operation, and remembers
// its line.
static llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> buildKernel(mlir::MLIRContext &context) {
  KernelBuilder b(context, {.name = "axpy", .arch = "gfx1151", .workgroupSize = {64, 1, 1}});
  Value x = b.globalParam("x", f32, {.readOnly = true, .noAlias = true});
  Value y = b.globalParam("y", f32, {.noAlias = true});
  Value a = b.scalarParam("a", f32);
  Value count = b.scalarParam("count", i32);

  Value i = b.workgroupId() * 64 + b.workitemId();
  b.ifThen(i < count, [&] {
    Value offset = i * 4; // bytes
    Value sum = b.fma(a, b.globalLoad(x, offset, f32), b.globalLoad(y, offset, f32));
    b.globalStore(sum, y, offset);
  });
  return b.finish();
}

static llvm::Error run() {
  mlir::MLIRContext context;
  llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> module = buildKernel(context);
  if (!module)
    return module.takeError();
  llvm::Expected<CodeObject> object = compile(**module);
  if (!object)
    return object.takeError();
  std::printf("VGPRs %u, SGPRs %u\n", object->kernel("axpy")->vgprs, object->kernel("axpy")->sgprs);

  std::vector<float> x(1000), y(1000);
  for (int i = 0; i < 1000; ++i) {
    x[i] = static_cast<float>(i);
    y[i] = 1.0f;
  }
  auto bytes = [](std::vector<float> &values) {
    return llvm::MutableArrayRef(reinterpret_cast<uint8_t *>(values.data()),
                                 values.size() * sizeof(float));
  };

  // The same calls launch on a GPU: there the kind is DeviceKind::Hip.
  llvm::Expected<runtime::Device> device =
      runtime::Device::open(runtime::DeviceKind::Sim, "gfx1151");
  if (!device)
    return device.takeError();
  llvm::Expected<runtime::Buffer> xBuffer = device->allocate(bytes(x).size());
  if (!xBuffer)
    return xBuffer.takeError();
  llvm::Expected<runtime::Buffer> yBuffer = device->allocate(bytes(y).size());
  if (!yBuffer)
    return yBuffer.takeError();
  if (llvm::Error error = xBuffer->write(bytes(x)))
    return error;
  if (llvm::Error error = yBuffer->write(bytes(y)))
    return error;

  llvm::Expected<runtime::Module> loaded = device->load(std::move(*object));
  if (!loaded)
    return loaded.takeError();
  llvm::Expected<runtime::Kernel> kernel = loaded->kernel("axpy");
  if (!kernel)
    return kernel.takeError();
  runtime::KernelArgs args;
  args.buffer(*xBuffer).buffer(*yBuffer).f32(0.5f).i32(1000);
  if (llvm::Error error = kernel->launch({.grid = {16, 1, 1}, .block = {64, 1, 1}}, args))
    return error;
  if (llvm::Error error = device->synchronize())
    return error;
  if (llvm::Error error = yBuffer->read(bytes(y)))
    return error;

  std::printf("y[0] = %g, y[999] = %g\n", y[0], y[999]);
  return llvm::Error::success();
}

int main() {
  if (llvm::Error error = run()) {
    std::fprintf(stderr, "%s\n", llvm::toString(std::move(error)).c_str());
    return 1;
  }
}
