# cmake -DROOT=<tree> -DCLANG_FORMAT=<program> -P CheckFormat.cmake: every source file is as
# clang-format has it.
cmake_minimum_required(VERSION 3.25)

set(files "")
foreach(room ir lowering compiler kernels runtime tools tests docs)
  file(GLOB_RECURSE found ${ROOT}/${room}/*.h ${ROOT}/${room}/*.cpp)
  list(APPEND files ${found})
endforeach()
execute_process(COMMAND ${CLANG_FORMAT} --dry-run -Werror ${files}
  RESULT_VARIABLE result ERROR_VARIABLE text)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "not formatted:\n${text}")
endif()
