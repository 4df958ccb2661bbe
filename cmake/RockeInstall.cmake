# cmake --install: headers as rocke/<room>/<Header>.h, libraries, tools, librocke_hip.so (its own
# CMakeLists.txt installs it), and the package that find_package(rocke) reads.
include(CMakePackageConfigHelpers)

get_property(ROCKE_LIBRARY_TARGETS GLOBAL PROPERTY ROCKE_LIBRARIES)
get_property(ROCKE_TOOL_TARGETS GLOBAL PROPERTY ROCKE_TOOLS)
set(ROCKE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/rocke)

# LLVM's and MLIR's targets keep their names: rockeConfig.cmake finds them.
install(TARGETS ${ROCKE_LIBRARY_TARGETS} rocke_llvm rocke_mlir EXPORT rockeTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT rockeTargets NAMESPACE rocke:: DESTINATION ${ROCKE_PACKAGE_DIR})
install(TARGETS ${ROCKE_TOOL_TARGETS} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

foreach(room ir lowering compiler kernels runtime)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${room}/include/rocke
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN *.h PATTERN *.td PATTERN *.def)
endforeach()
install(DIRECTORY ${PROJECT_BINARY_DIR}/ir/include/rocke DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN *.h.inc)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/rockeConfig.cmake.in
  ${PROJECT_BINARY_DIR}/rockeConfig.cmake
  INSTALL_DESTINATION ${ROCKE_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/rockeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
    ${PROJECT_BINARY_DIR}/rockeConfig.cmake
    ${PROJECT_BINARY_DIR}/rockeConfigVersion.cmake
  DESTINATION ${ROCKE_PACKAGE_DIR})
