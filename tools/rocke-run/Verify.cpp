//===- Verify.cpp - A kernel's result against its reference ---------------===//
#include "Verify.h"
#include "rocke/ir/Error.h"
#include "rocke/runtime/Reference.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>
#include <cstring>

using namespace rocke;
using namespace rocke::tools;

namespace {

class Verifier {
public:
  explicit Verifier(llvm::ArrayRef<HostTensor> tensors) : tensors(tensors) {}

  llvm::Expected<runtime::GateResult> operator()(const VectorAddReference &reference) const {
    return compare(runtime::vectorAddReference(doubles(reference.a), doubles(reference.b)),
                   reference.c);
  }

  llvm::Expected<runtime::GateResult> operator()(const GemmReference &reference) const {
    const std::vector<int64_t> &a = shape(reference.a), &b = shape(reference.b);
    runtime::GemmProblem problem;
    problem.m = a[0];
    problem.n = b[0];
    problem.k = a[1];
    problem.lda = problem.ldb = problem.k;
    problem.type = floatType(reference.a);
    return compare(runtime::gemmReference(problem, halves(reference.a), halves(reference.b)),
                   reference.c);
  }

  llvm::Expected<runtime::GateResult> operator()(const AttentionReference &reference) const {
    const std::vector<int64_t> &q = shape(reference.q), &k = shape(reference.k);
    runtime::AttentionProblem problem;
    problem.batch = q[0];
    problem.seqlenQ = q[1];
    problem.headsQ = q[2];
    problem.headSize = q[3];
    problem.seqlenK = k[1];
    problem.headsKv = k[2];
    problem.scale = reference.scale;
    problem.mask =
        reference.mask == AttentionMask::None ? runtime::MaskMode::None : runtime::MaskMode::Causal;
    problem.alignment = reference.mask == AttentionMask::CausalBottomRight
                            ? runtime::CausalAlignment::BottomRight
                            : runtime::CausalAlignment::TopLeft;
    problem.type = floatType(reference.q);
    problem.contiguousStrides();
    return compare(runtime::attentionReference(problem, halves(reference.q), halves(reference.k),
                                               halves(reference.v)),
                   reference.o);
  }

private:
  const HostTensor &tensor(llvm::StringRef name) const {
    const auto *it = llvm::find_if(
        tensors, [&](const HostTensor &tensor) { return tensor.argument().name == name; });
    assert(it != tensors.end() && "a reference to a tensor that the kernel does not have");
    return *it;
  }
  const std::vector<int64_t> &shape(llvm::StringRef name) const {
    return tensor(name).argument().shape;
  }
  runtime::FloatType floatType(llvm::StringRef name) const {
    std::optional<runtime::FloatType> type = floatTypeOf(tensor(name).argument().type);
    if (!type)
      llvm_unreachable("a reference to a tensor that is not of floating point");
    return *type;
  }
  std::vector<double> doubles(llvm::StringRef name) const {
    return runtime::toDoubles(floatType(name), tensor(name).dense());
  }
  std::vector<uint16_t> halves(llvm::StringRef name) const {
    std::vector<uint8_t> bytes = tensor(name).dense();
    std::vector<uint16_t> elements(bytes.size() / sizeof(uint16_t));
    std::memcpy(elements.data(), bytes.data(), elements.size() * sizeof(uint16_t));
    return elements;
  }

  llvm::Expected<runtime::GateResult> compare(llvm::Expected<std::vector<double>> expected,
                                              llvm::StringRef output) const {
    if (!expected)
      return expected.takeError();
    return runtime::compareWithReference(*expected, tensor(output).dense(), floatType(output));
  }

  llvm::ArrayRef<HostTensor> tensors;
};

} // namespace

llvm::Expected<runtime::GateResult> tools::verify(const Reference &reference,
                                                  llvm::ArrayRef<HostTensor> tensors) {
  return std::visit(Verifier(tensors), reference);
}
