// The file form of an Artifact: a magic word, then each field as a length and its bytes. Lengths
// are checked against what is left, so a cut or altered file is refused, never trusted.
#include "artifact/artifact.h"

#include <cstring>

namespace nereid {
namespace {

constexpr std::string_view kMagic = "nereid-artifact-1\n";

class Writer {
public:
  std::string bytes{kMagic};
  void number(uint64_t value) {
    char raw[8];
    std::memcpy(raw, &value, 8);
    bytes.append(raw, 8);
  }
  void text(std::string_view value) {
    number(value.size());
    bytes += value;
  }
};

class Reader {
public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  bool failed = false;

  uint64_t number() {
    uint64_t value = 0;
    if (rest_.size() < 8) {
      failed = true;
      return 0;
    }
    std::memcpy(&value, rest_.data(), 8);
    rest_.remove_prefix(8);
    return value;
  }
  std::string text() {
    uint64_t size = number();
    if (failed || size > rest_.size()) {
      failed = true;
      return {};
    }
    std::string value(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return value;
  }
  bool atEnd() const { return rest_.empty(); }

private:
  std::string_view rest_;
};

} // namespace

std::string serialize(const Artifact &artifact) {
  Writer writer;
  writer.text(artifact.target.backend);
  writer.text(artifact.target.arch);
  writer.text(artifact.target.features);
  writer.text(artifact.entry);
  writer.text(artifact.code);
  writer.number(artifact.parameters.size());
  for (const KernelParameter &parameter : artifact.parameters) {
    writer.text(parameter.name);
    writer.text(parameter.type);
  }
  writer.number(artifact.threadsPerProgram);
  writer.number(artifact.sharedBytes);
  writer.number(artifact.scratchBytes);
  writer.text(artifact.formatVersion);
  return std::move(writer.bytes);
}

Result<Artifact> deserialize(std::string_view bytes) {
  Status damaged(StatusCode::Io, "not an artifact of this version of Nereid, or damaged");
  if (bytes.substr(0, kMagic.size()) != kMagic)
    return damaged;
  Reader reader(bytes.substr(kMagic.size()));
  Artifact artifact;
  artifact.target.backend = reader.text();
  artifact.target.arch = reader.text();
  artifact.target.features = reader.text();
  artifact.entry = reader.text();
  artifact.code = reader.text();
  uint64_t count = reader.number();
  for (uint64_t i = 0; i < count && !reader.failed; ++i) {
    std::string name = reader.text();
    artifact.parameters.push_back({std::move(name), reader.text()});
  }
  artifact.threadsPerProgram = static_cast<uint32_t>(reader.number());
  artifact.sharedBytes = static_cast<uint32_t>(reader.number());
  artifact.scratchBytes = reader.number();
  artifact.formatVersion = reader.text();
  if (reader.failed || !reader.atEnd())
    return damaged;
  return artifact;
}

} // namespace nereid
