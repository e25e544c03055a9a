// Any bytes: the parser ends with a tree, which can be printed, and with messages whose places are
// in the text and which can be rendered in every format.

#include "base/check.h"
#include "diag/render.h"
#include "syntax/parse.h"

using namespace nereid;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  SourceMap sources;
  Arena arena;
  DiagSink sink;
  Span file = sources.add("fuzz.py", {reinterpret_cast<const char *>(bytes), size});
  const syntax::Module *module = syntax::parse(sources, file, arena, sink);
  NEREID_CHECK(module, "no tree");
  syntax::print(*module);

  auto inFile = [&](Span span) { return span.begin >= file.begin && span.end <= file.end; };
  for (const Diagnostic &diagnostic : sink.sorted()) {
    NEREID_CHECK(inFile(diagnostic.primary.span), "a message is about no place in the text");
    NEREID_CHECK(!diagnostic.headline.empty(), "a message says nothing");
    for (const Label &label : diagnostic.labels)
      NEREID_CHECK(inFile(label.span), "a label is at no place in the text");
  }
  for (DiagFormat format : {DiagFormat::Human, DiagFormat::Short, DiagFormat::Json}) {
    RenderOptions options;
    options.format = format;
    renderAll(sink, sources, options);
  }
  return 0;
}
