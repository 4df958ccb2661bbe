#include "Execution.h"
#include "KernelText.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "rocke/compiler/Compiler.h"
#include "rocke/runtime/Random.h"
#include "rocke/runtime/Reference.h"
#include "rocke/runtime/Simulator.h"
#include <catch2/catch.hpp>
#include <cstring>

using namespace rocke;
using namespace rocke::test;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

runtime::FloatType Tensor::type() const {
  switch (argument.type) {
  case ElementType::F16:
    return runtime::FloatType::F16;
  case ElementType::BF16:
    return runtime::FloatType::BF16;
  default:
    REQUIRE(argument.type == ElementType::F32);
    return runtime::FloatType::F32;
  }
}

size_t Tensor::size() const {
  size_t count = 1;
  for (int64_t extent : argument.shape)
    count *= extent;
  return count;
}

size_t Tensor::offset(size_t place) const {
  size_t result = 0;
  for (size_t dim = argument.shape.size(); dim-- > 0;) {
    result += place % argument.shape[dim] * argument.strides[dim];
    place /= argument.shape[dim];
  }
  return result;
}

double Tensor::get(size_t place) const {
  size_t width = byteSize(type());
  return runtime::toDoubles(type(), {bytes.data() + offset(place) * width, width})[0];
}

void Tensor::set(size_t place, double value) {
  if (type() == runtime::FloatType::F32) {
    float rounded = static_cast<float>(value);
    std::memcpy(bytes.data() + offset(place) * 4, &rounded, 4);
  } else {
    uint16_t rounded = runtime::halfFromDouble(type(), value);
    std::memcpy(bytes.data() + offset(place) * 2, &rounded, 2);
  }
}

std::vector<uint16_t> Tensor::halves() const {
  std::vector<uint16_t> elements(bytes.size() / 2);
  std::memcpy(elements.data(), bytes.data(), bytes.size());
  return elements;
}

std::vector<uint8_t> Tensor::dense() const {
  size_t width = byteSize(type());
  std::vector<uint8_t> result;
  for (size_t place = 0; place < size(); ++place) {
    auto begin = bytes.begin() + offset(place) * width;
    result.insert(result.end(), begin, begin + width);
  }
  return result;
}

/// Random numbers in the places of the shape, NaN elsewhere.
static Tensor makeTensor(const TensorArgument &argument, uint64_t stream) {
  Tensor tensor{argument, {}};
  size_t places = tensor.size();
  size_t elements = places == 0 ? 0 : tensor.offset(places - 1) + 1;
  // All ones is a NaN in every format.
  tensor.bytes.assign(elements * byteSize(argument.type), 0xFF);
  if (argument.access != Access::Out) {
    runtime::NormalStream numbers(/*seed=*/1, stream);
    for (size_t place = 0; place < places; ++place)
      tensor.set(place, numbers.at(place));
  }
  return tensor;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

Execution::Execution(const std::string &kernel, const std::string &arch, const std::string &spec,
                     const std::string &problem)
    : kernelLaunch(makeLaunch(kernel, arch, spec, problem)), arguments(kernelLaunch->arguments()) {
  uint64_t stream = 0;
  for (const Argument &argument : arguments)
    if (const auto *tensor = std::get_if<TensorArgument>(&argument))
      tensors.emplace(tensor->name, makeTensor(*tensor, stream++));
}

template <typename T> static T check(llvm::Expected<T> value) {
  if (!value)
    FAIL(llvm::toString(value.takeError()));
  return std::move(*value);
}

static void check(llvm::Error error) {
  if (error)
    FAIL(llvm::toString(std::move(error)));
}

static CodeObject compileLaunch(const KernelLaunch &launch) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  mlir::OwningOpRef<mlir::ModuleOp> module = check(launch.build(context));
  CompileOptions options;
  options.debugInfo = true; // a fault then names the builder's line
  return check(compile(*module, options));
}

void Execution::run() {
  CodeObject object = compileLaunch(*kernelLaunch);
  const KernelFacts *facts = object.kernel(kernelLaunch->kernelName());
  REQUIRE(facts);
  REQUIRE(facts->args.size() == arguments.size());
  sim::Machine::Options options;
  options.arch = kernelLaunch->arch().name.str();
  auto machine = check(sim::Machine::create(options));

  std::vector<uint8_t> kernarg(facts->kernargBytes);
  std::map<std::string, uint64_t> addresses;
  for (size_t i = 0; i < arguments.size(); ++i) {
    auto put = [&](auto value) {
      REQUIRE(facts->args[i].size == sizeof(value));
      std::memcpy(kernarg.data() + facts->args[i].offset, &value, sizeof(value));
    };
    if (const auto *scalar = std::get_if<ScalarArgument>(&arguments[i])) {
      std::visit(put, scalar->value);
      continue;
    }
    const Tensor &tensor = tensors.at(std::get<TensorArgument>(arguments[i]).name);
    uint64_t address = 0; // of a tensor without elements
    if (!tensor.bytes.empty()) {
      address = check(machine->allocate(tensor.bytes.size()));
      check(machine->write(address, tensor.bytes.data(), tensor.bytes.size()));
    }
    addresses[tensor.argument.name] = address;
    put(address);
  }

  LaunchShape shape = kernelLaunch->launchShape();
  sim::LaunchConfig config;
  config.grid = shape.grid;
  config.block = shape.block;
  config.dynamicLdsBytes = shape.dynamicLdsBytes;
  sim::LoadedModule *module = check(machine->load(object.bytes()));
  check(machine->launch(module, facts->symbol, config, kernarg));

  for (auto &[name, tensor] : tensors) {
    if (tensor.bytes.empty())
      continue;
    std::vector<uint8_t> after(tensor.bytes.size());
    check(machine->read(after.data(), addresses[name], after.size()));
    // Only the places of an output may have changed.
    std::vector<uint8_t> unchanged = after;
    if (tensor.argument.access == Access::Out) {
      size_t width = byteSize(tensor.type());
      for (size_t place = 0; place < tensor.size(); ++place)
        std::fill_n(unchanged.begin() + tensor.offset(place) * width, width, 0xFF);
    }
    INFO("tensor " << name);
    CHECK(unchanged == tensor.bytes);
    tensor.bytes = std::move(after);
  }
}

std::vector<double> Execution::expected() {
  Reference reference = kernelLaunch->reference();
  if (const auto *add = std::get_if<VectorAddReference>(&reference)) {
    const Tensor &a = tensor(add->a), &b = tensor(add->b);
    return runtime::vectorAddReference(runtime::toDoubles(a.type(), a.bytes),
                                       runtime::toDoubles(b.type(), b.bytes));
  }
  if (const auto *gemm = std::get_if<GemmReference>(&reference)) {
    const Tensor &a = tensor(gemm->a), &b = tensor(gemm->b);
    runtime::GemmProblem problem;
    problem.m = a.argument.shape[0];
    problem.n = b.argument.shape[0];
    problem.k = a.argument.shape[1];
    problem.lda = a.argument.strides[0];
    problem.ldb = b.argument.strides[0];
    problem.type = a.type();
    return check(runtime::gemmReference(problem, a.halves(), b.halves()));
  }
  const auto &attention = std::get<AttentionReference>(reference);
  const Tensor &q = tensor(attention.q), &k = tensor(attention.k), &v = tensor(attention.v);
  auto strides = [](const Tensor &tensor) {
    const std::vector<int64_t> &s = tensor.argument.strides;
    return runtime::TensorStrides{s[0], s[1], s[2]};
  };
  runtime::AttentionProblem problem;
  problem.batch = q.argument.shape[0];
  problem.seqlenQ = q.argument.shape[1];
  problem.headsQ = q.argument.shape[2];
  problem.headSize = q.argument.shape[3];
  problem.seqlenK = k.argument.shape[1];
  problem.headsKv = k.argument.shape[2];
  problem.scale = attention.scale;
  problem.mask =
      attention.mask == AttentionMask::None ? runtime::MaskMode::None : runtime::MaskMode::Causal;
  problem.type = q.type();
  problem.q = strides(q);
  problem.k = strides(k);
  problem.v = strides(v);
  return check(runtime::attentionReference(problem, q.halves(), k.halves(), v.halves()));
}

runtime::GateResult Execution::verify() {
  std::vector<double> reference = expected();
  run();
  for (const auto &[name, tensor] : tensors)
    if (tensor.argument.access == Access::Out)
      return check(runtime::compareWithReference(reference, tensor.dense(), tensor.type()));
  FAIL("the kernel has no output");
  return {};
}

void test::checkExecution(const std::string &kernel, const std::string &arch,
                          const std::string &spec, const std::string &problem) {
  runtime::GateResult result = Execution(kernel, arch, spec, problem).verify();
  INFO(kernel << " " << arch << " " << spec << " " << problem << ": " << result.str());
  CHECK(result.pass);
}
