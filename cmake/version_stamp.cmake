# Writes OUTPUT, a source file that defines compilerVersion(): VERSION and a hash of every file in
# ROOT's FOLDERS that decides what code a kernel becomes.
set(hashes "")
foreach(folder ${FOLDERS})
  file(GLOB_RECURSE files ${ROOT}/${folder}/*)
  list(FILTER files EXCLUDE REGEX "_test\\.cpp$")
  list(SORT files)
  foreach(file ${files})
    file(SHA256 ${file} hash)
    string(APPEND hashes ${hash})
  endforeach()
endforeach()
string(SHA256 all "${hashes}")
string(SUBSTRING ${all} 0 12 short)
file(WRITE ${OUTPUT}
     "#include \"compiler/compile.h\"\n\nnamespace nereid {\n\n"
     "std::string_view compilerVersion() { return \"${VERSION}-${short}\"; }\n\n"
     "} // namespace nereid\n")
