//===- Checks.h - What the checks of the kernels have in common -*- C++ -*-===//
#ifndef ROCKE_KERNELS_COMMON_CHECKS_H
#define ROCKE_KERNELS_COMMON_CHECKS_H

#include "rocke/kernels/Registry.h"

namespace rocke {

/// Values of an enum with their spellings, as FieldTable::enumeration takes them.
template <typename Enum> using Names = std::vector<std::pair<std::string, Enum>>;

/// Element types with their spellings.
Names<ElementType> elementTypeNames(std::initializer_list<ElementType> types);

/// An error unless the spec field `field` has one of the allowed values; it names all three.
llvm::Error checkOneOf(llvm::StringRef field, int64_t value, llvm::ArrayRef<int64_t> allowed);
llvm::Error checkOneOf(llvm::StringRef field, ElementType value, const Names<ElementType> &allowed);
/// An error unless the spec field lies within the limits.
llvm::Error checkRange(llvm::StringRef field, int64_t value, int64_t min, int64_t max);

/// An error if the tensor reaches further than a GPU can address (2^47 bytes).
llvm::Error checkExtent(const TensorArgument &tensor);
/// An error if two places of the tensor may be one element of memory.
llvm::Error checkNoOverlap(const TensorArgument &tensor);

} // namespace rocke

#endif // ROCKE_KERNELS_COMMON_CHECKS_H
