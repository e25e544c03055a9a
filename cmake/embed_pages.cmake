# Writes OUTPUT, a source file that holds every Markdown page of FOLDER as cli::errorPages().
file(GLOB pages ${FOLDER}/NR*.md)
list(SORT pages)
set(text "#include \"pages.h\"\n\nnamespace nereid::cli {\n\nstatic constexpr Page kPages[] = {\n")
foreach(page ${pages})
  get_filename_component(code ${page} NAME_WE)
  file(READ ${page} body)
  string(APPEND text "    {\"${code}\", R\"PAGE(${body})PAGE\"},\n")
endforeach()
string(APPEND text
       "};\n\nstd::span<const Page> errorPages() { return kPages; }\n\n} // namespace nereid::cli\n")
file(WRITE ${OUTPUT} "${text}")
