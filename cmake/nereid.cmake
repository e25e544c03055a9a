# How every folder of Nereid is built: one static library of its sources, one test program of its
# *_test.cpp files, and link lines that repeat src/LAYERS, so that a wrong include does not even
# find its header.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_DEV "-O1 -g1")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
add_compile_options(-Wall -Wextra -Wno-unused-parameter -Wswitch -ffunction-sections
                    -fdata-sections)
add_link_options(-fuse-ld=lld)
if(NEREID_SANITIZE)
  add_compile_options(-fsanitize=${NEREID_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${NEREID_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # Precompiled headers are cached by what is in them, not by when they were made.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

find_package(Threads REQUIRED)
if(NEREID_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()

# LLVM hangs on one INTERFACE target that the front-end folders do not link: a leak of an LLVM
# header into them fails to compile.
find_package(MLIR 22.1 REQUIRED CONFIG)
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)
add_library(nereid_llvm INTERFACE)
target_include_directories(nereid_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
if(NEREID_STATIC)
  include(nereid_static)
else()
  target_link_libraries(nereid_llvm INTERFACE MLIR LLVM)
endif()

# The headers of LLVM and MLIR, precompiled once for all folders below the line.
add_library(nereid_llvm_headers STATIC ${CMAKE_SOURCE_DIR}/cmake/llvm_headers.cpp)
target_link_libraries(nereid_llvm_headers PUBLIC nereid_llvm)
target_compile_options(nereid_llvm_headers PRIVATE -fPIC -Xclang -fno-pch-timestamp)
target_precompile_headers(nereid_llvm_headers PRIVATE ${CMAKE_SOURCE_DIR}/cmake/llvm_headers.h)

# Lets `target` use them: flags must be the same as the owner's.
function(nereid_use_llvm_headers target)
  target_compile_options(${target} PRIVATE -fPIC -Xclang -fno-pch-timestamp)
  target_precompile_headers(${target} REUSE_FROM nereid_llvm_headers)
endfunction()

# nereid_folder(NAME [LLVM] [DEPENDS folder...] [LIBRARIES target...])
#
# Declares the library nereid_NAME from this folder's .cpp files (and those of its subfolders) and,
# where tests are on, the program NAME_test from its *_test.cpp files.
function(nereid_folder name)
  cmake_parse_arguments(arg "LLVM" "" "DEPENDS;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(TRANSFORM arg_DEPENDS PREPEND nereid_)

  if(sources)
    add_library(nereid_${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(nereid_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(nereid_${name} ${scope} ${CMAKE_SOURCE_DIR}/src
                             ${CMAKE_BINARY_DIR}/src)
  target_link_libraries(nereid_${name} ${scope} ${arg_DEPENDS} ${arg_LIBRARIES} Threads::Threads)
  if(arg_LLVM)
    target_link_libraries(nereid_${name} ${scope} nereid_llvm)
    if(sources)
      nereid_use_llvm_headers(nereid_${name})
    endif()
  endif()

  if(NEREID_TESTS AND tests)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE nereid_${name} GTest::gtest_main)
    if(arg_LLVM)
      nereid_use_llvm_headers(${name}_test)
    endif()
    gtest_discover_tests(${name}_test TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60)
  endif()
endfunction()
