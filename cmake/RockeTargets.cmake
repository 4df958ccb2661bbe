# rocke_library(<name> ROOM <room> SOURCES ... [LINK ...] [PRIVATE_LINK ...] [COMPONENT])
# A static library of one room. Its public headers are <room>/include/rocke/<room>/*.h.
# COMPONENT marks an inner library of a room, which gets no rocke:: alias of its own.
function(rocke_library name)
  cmake_parse_arguments(ARG "COMPONENT" "ROOM" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/${ARG_ROOM}/include>
           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_LINK} PRIVATE ${ARG_PRIVATE_LINK})
  rocke_compile_options(${name})
  if(NOT ARG_COMPONENT)
    add_library(rocke::${ARG_ROOM} ALIAS ${name})
    set_target_properties(${name} PROPERTIES EXPORT_NAME ${ARG_ROOM})
  endif()
  set_property(GLOBAL APPEND PROPERTY ROCKE_LIBRARIES ${name})
endfunction()

# Warnings, and source paths relative to the tree: debug info and diagnostics must not depend on
# where the tree lies.
function(rocke_compile_options name)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wno-unused-parameter
    -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
  if(ROCKE_WERROR)
    target_compile_options(${name} PRIVATE -Werror)
  endif()
endfunction()

# rocke_tool(<name> SOURCES ... LINK ...): a command-line program in build/bin.
function(rocke_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  rocke_compile_options(${name})
  set_property(GLOBAL APPEND PROPERTY ROCKE_TOOLS ${name})
endfunction()
