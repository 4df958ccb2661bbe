# cmake -DBUILD=<build folder> -DSOURCE=<tree> -DWORK=<folder> -DCXX=<compiler> -DC=<compiler>
#   -DEXPECTED=<regex> -P InstallTest.cmake
# Installs rocke, moves it, builds the example against it as somebody else's project, and runs both the
# example and the installed tools.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${result}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first)
file(RENAME ${WORK}/first ${WORK}/prefix)

run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE}/docs/examples -B ${WORK}/example
  -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=${C}
  -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld)
run(${CMAKE_COMMAND} --build ${WORK}/example)
run(${WORK}/example/first-kernel)
if(NOT output MATCHES "${EXPECTED}")
  message(FATAL_ERROR "first-kernel said:\n${output}")
endif()

run(${WORK}/prefix/bin/rocke-run --kernel vector_add --arch gfx1151 --device sim --problem n=100
  --verify)
if(NOT output MATCHES "max_abs: .* \\(pass\\)")
  message(FATAL_ERROR "rocke-run said:\n${output}")
endif()
run(${WORK}/prefix/bin/rocke-compile --list)
run(${WORK}/prefix/bin/rocke-opt --version)
file(REMOVE_RECURSE ${WORK})
