//===- Body.cpp - The builder program of vector_add -----------------------===//
#include "rocke/ir/KernelBuilder.h"
#include "rocke/kernels/VectorAdd.h"

using namespace rocke;
using namespace rocke::types;

void vector_add::buildBody(KernelBuilder &b, const VectorAddSpec &spec) {
  Value a = b.globalParam("a", spec.dtype, {.readOnly = true, .noAlias = true});
  Value addend = b.globalParam("b", spec.dtype, {.readOnly = true, .noAlias = true});
  Value c = b.globalParam("c", spec.dtype, {.noAlias = true});
  Value n = b.scalarParam("n", i64);

  // A workgroup's part begins at a 64-bit address in scalar registers; offsets within it are short.
  int64_t perItem = elementsPerItem(spec), perBlock = perItem * spec.blockSize;
  unsigned elementBytes = byteSize(spec.dtype);
  Value begin = b.convert(b.workgroupId(), i64) * perBlock;
  Value count = b.convert(b.min(n - begin, perBlock), i32);
  a = b.advance(a, begin * elementBytes);
  addend = b.advance(addend, begin * elementBytes);
  c = b.advance(c, begin * elementBytes);

  Value first = b.workitemId() * perItem;
  auto add = [&](ValueType type, Value element, unsigned align) {
    Value offset = element * elementBytes;
    Value sum =
        b.globalLoad(a, offset, type, 0, align) + b.globalLoad(addend, offset, type, 0, align);
    b.globalStore(sum, c, offset, 0, align);
  };
  b.ifThenElse(
      first + perItem <= count,
      [&] {
        add(ValueType(spec.dtype).x(perItem), first, 16);
        return Values();
      },
      [&] {
        b.forLoop(first, count, 1, {}, [&](Value element, llvm::ArrayRef<Value>) {
          add(spec.dtype, element, elementBytes);
          return Values();
        });
        return Values();
      });
}
