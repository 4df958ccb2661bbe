# Everything that rocke is built on comes from Debian; tools/setup installs it.
set(ROCKE_LLVM_ROOT /usr/lib/llvm-22 CACHE PATH "Prefix of LLVM, MLIR and LLD 22")
find_package(MLIR 22.1 REQUIRED CONFIG HINTS ${ROCKE_LLVM_ROOT}/lib/cmake/mlir NO_DEFAULT_PATH)
find_package(LLD REQUIRED CONFIG HINTS ${ROCKE_LLVM_ROOT}/lib/cmake/lld NO_DEFAULT_PATH)
find_package(fmt REQUIRED)
find_package(Threads REQUIRED)

list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

# One target for the headers and one for each shared library, so that a room states which it needs.
# They are found by name and linked dynamically: one copy of LLVM per process.
add_library(rocke_llvm INTERFACE)
target_include_directories(rocke_llvm SYSTEM INTERFACE
  $<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS}>)
target_link_libraries(rocke_llvm INTERFACE LLVM)
add_library(rocke_mlir INTERFACE)
target_include_directories(rocke_mlir SYSTEM INTERFACE
  $<BUILD_INTERFACE:${MLIR_INCLUDE_DIRS}>)
target_link_libraries(rocke_mlir INTERFACE rocke_llvm MLIR)

set(CMAKE_BUILD_RPATH ${LLVM_LIBRARY_DIRS})
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR};${LLVM_LIBRARY_DIRS}")

find_program(ROCKE_CCACHE ccache)
if(ROCKE_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${ROCKE_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ROCKE_CCACHE})
endif()
