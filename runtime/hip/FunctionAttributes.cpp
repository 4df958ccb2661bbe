#include "ModuleLoading.h"
#include "rocke/ir/Error.h"

namespace rocke::hip {

Error functionAttribute(const FunctionHandle &function, const Arch &arch,
                        FunctionAttribute attribute, int &value) {
  const KernelFacts &facts = *function.facts;
  switch (attribute) {
  case FunctionAttribute::MaxThreadsPerBlock:
    value = static_cast<int>(facts.maxWorkgroupSize);
    return Error::Success;
  case FunctionAttribute::SharedSizeBytes:
    value = static_cast<int>(facts.ldsBytes);
    return Error::Success;
  case FunctionAttribute::LocalSizeBytes:
    value = static_cast<int>(facts.scratchBytes);
    return Error::Success;
  case FunctionAttribute::NumRegs:
    value = static_cast<int>(facts.vgprs);
    return Error::Success;
  case FunctionAttribute::MaxDynamicSharedSizeBytes:
    value = static_cast<int>(arch.ldsBytesPerWorkgroup - facts.ldsBytes);
    return Error::Success;
  case FunctionAttribute::PtxVersion:
  case FunctionAttribute::BinaryVersion: {
    // 10 * major + minor, as HIP has it; "gfx1151" is 11.5.
    int version = 0;
    arch.name.drop_front(3).drop_back(1).getAsInteger(10, version);
    value = version;
    return Error::Success;
  }
  case FunctionAttribute::ConstSizeBytes:
  case FunctionAttribute::CacheModeCa:
  case FunctionAttribute::PreferredSharedMemoryCarveout:
    value = 0;
    return Error::Success;
  }
  return fail(Error::InvalidValue,
              fmt::format("unknown function attribute {}", static_cast<int>(attribute)));
}

} // namespace rocke::hip
