#include "source/source.h"

#include <algorithm>

#include "base/check.h"

namespace nereid {

Span SourceMap::add(std::string path, std::string_view text) {
  std::lock_guard lock(mutex_);
  uint64_t base = files_.empty() ? 1 : uint64_t(files_.back().base) + files_.back().text.size() + 1;
  NEREID_CHECK(base + text.size() < UINT32_MAX, "more than 4 GiB of source text");
  File &file = files_.emplace_back();
  file.path = std::move(path);
  file.text = std::string(text);
  file.base = static_cast<uint32_t>(base);
  file.lineStarts.push_back(0);
  for (uint32_t i = 0; i < text.size(); ++i) {
    bool loneReturn = text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
    if (text[i] == '\n' || loneReturn)
      file.lineStarts.push_back(i + 1);
  }
  return {file.base, file.base + static_cast<uint32_t>(text.size())};
}

const SourceMap::File *SourceMap::find(uint32_t offset) const {
  std::lock_guard lock(mutex_);
  auto after = std::upper_bound(files_.begin(), files_.end(), offset,
                                [](uint32_t o, const File &file) { return o < file.base; });
  if (after == files_.begin())
    return nullptr;
  const File &file = *std::prev(after);
  return offset <= file.base + file.text.size() ? &file : nullptr;
}

bool SourceMap::contains(Span span) const {
  return find(span.begin) != nullptr;
}

std::string_view SourceMap::text(Span span) const {
  const File *file = find(span.begin);
  if (!file)
    return {};
  return std::string_view(file->text).substr(span.begin - file->base, span.end - span.begin);
}

std::string_view SourceMap::path(Span span) const {
  const File *file = find(span.begin);
  return file ? std::string_view(file->path) : std::string_view();
}

LineColumn SourceMap::place(uint32_t offset) const {
  const File *file = find(offset);
  if (!file)
    return {};
  uint32_t at = offset - file->base;
  auto after = std::upper_bound(file->lineStarts.begin(), file->lineStarts.end(), at);
  uint32_t line = static_cast<uint32_t>(after - file->lineStarts.begin());
  uint32_t column = 1;
  for (uint32_t i = file->lineStarts[line - 1]; i < at; ++i)
    column += (static_cast<unsigned char>(file->text[i]) & 0xC0) != 0x80; // not a continuation byte
  return {line, column};
}

LineColumn SourceMap::start(Span span) const {
  return place(span.begin);
}
LineColumn SourceMap::end(Span span) const {
  return place(span.end);
}

std::string_view SourceMap::line(Span span, uint32_t line) const {
  const File *file = find(span.begin);
  if (!file || line == 0 || line > file->lineStarts.size())
    return {};
  uint32_t begin = file->lineStarts[line - 1];
  uint32_t end = line < file->lineStarts.size() ? file->lineStarts[line]
                                                : static_cast<uint32_t>(file->text.size());
  std::string_view text = std::string_view(file->text).substr(begin, end - begin);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

uint32_t SourceMap::lineCount(Span span) const {
  const File *file = find(span.begin);
  return file ? static_cast<uint32_t>(file->lineStarts.size()) : 0;
}

} // namespace nereid
