#include "diag/render_json.h"

#include "base/text.h"
#include "diag/display_text.h"
#include "diag/severity_name.h"

namespace nereid {
namespace {

void appendString(std::string &to, std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  to += '"';
  while (!text.empty()) {
    CodePoint c = firstCodePoint(text);
    std::string_view bytes = text.substr(0, c.size);
    text.remove_prefix(c.size);
    if (!c.valid)
      to += "\\ufffd";
    else if (c.value == '"' || c.value == '\\')
      to += cat('\\', bytes);
    else if (c.value == '\n')
      to += "\\n";
    else if (c.value == '\t')
      to += "\\t";
    else if (c.value < 0x20 || c.value == 0x7F)
      to += cat("\\u00", kDigits[c.value >> 4], kDigits[c.value & 15]);
    else
      to += bytes;
  }
  to += '"';
}

void appendMember(std::string &to, std::string_view key, std::string_view text) {
  if (to.back() != '{')
    to += ',';
  to += cat('"', key, "\":");
  appendString(to, text);
}

void appendPlace(std::string &to, std::string_view key, LineColumn place) {
  to += cat(",\"", key, "\":{\"line\":", place.line, ",\"column\":", place.column, '}');
}

void appendSpan(std::string &to, Span span, const SourceMap &sources) {
  if (span == Span{})
    return;
  appendMember(to, "path", sources.path(span));
  appendPlace(to, "start", sources.start(span));
  appendPlace(to, "end", sources.end(span));
}

void appendLabel(std::string &to, const Label &label, const SourceMap &sources) {
  to += '{';
  appendSpan(to, label.span, sources);
  appendMember(to, "text", label.text);
  to += '}';
}

void appendHelp(std::string &to, const Help &help, const SourceMap &sources) {
  to += '{';
  appendMember(to, "text", help.text);
  if (help.edit) {
    to += ",\"edit\":{";
    appendSpan(to, help.edit->span, sources);
    appendMember(to, "replacement", help.edit->replacement);
    to += '}';
  }
  to += '}';
}

template <typename T, typename Append>
void appendList(std::string &to, std::string_view key, const std::vector<T> &items,
                const SourceMap &sources, Append append) {
  to += cat(",\"", key, "\":[");
  for (size_t i = 0; i < items.size(); ++i) {
    if (i != 0)
      to += ',';
    append(to, items[i], sources);
  }
  to += ']';
}

} // namespace

std::string renderJson(const Diagnostic &diagnostic, const SourceMap &sources) {
  std::string json = "{";
  appendMember(json, "code", codeOf(diagnostic.kind));
  appendMember(json, "name", nameOf(diagnostic.kind));
  appendMember(json, "severity", severityName(severityOf(diagnostic.kind)));
  appendMember(json, "headline", diagnostic.headline);
  json += ",\"primary\":";
  appendLabel(json, diagnostic.primary, sources);
  appendList(json, "labels", diagnostic.labels, sources, appendLabel);
  appendList(json, "helps", diagnostic.helps, sources, appendHelp);
  appendList(json, "calls", diagnostic.calls, sources, appendLabel);
  return json + "}\n";
}

} // namespace nereid
