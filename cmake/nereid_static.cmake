# The release links LLVM's and MLIR's static archives: the linker takes from the group only what is
# reached, and --gc-sections and --icf drop the rest. The result needs nothing but glibc.
file(GLOB mlir_archives ${LLVM_LIBRARY_DIRS}/libMLIR*.a)
file(GLOB llvm_archives ${LLVM_LIBRARY_DIRS}/libLLVM*.a)
# Wrappers around other programs and languages: never reached, and some need libraries of their own.
list(FILTER mlir_archives EXCLUDE REGEX "CAPI|MlirOptMain|MlirLspServer|MLIRTblgen|ReduceLib|Test")
list(FILTER llvm_archives EXCLUDE REGEX "LLVMPolly|LLVMExegesis|LLVMOptDriver")
target_link_libraries(
  nereid_llvm INTERFACE -Wl,--start-group ${mlir_archives} ${llvm_archives} -Wl,--end-group
                        -l:libz.a -l:libzstd.a dl m)
add_link_options(-static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,--icf=all -Wl,-O2
                 -Wl,--as-needed)
