// The file form of an Artifact: a magic word, then each field as a length and its bytes. Lengths
// are checked against what is left, so a cut or altered file is refused, never trusted.
#include "artifact/artifact.h"

#include <cstring>

namespace nereid {
namespace {

constexpr std::string_view kMagic = "nereid-artifact-6\n";

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

void writeSum(Writer &writer, const LaunchSum &sum) {
  writer.number(sum.size());
  for (const LaunchTerm &term : sum) {
    writer.number(static_cast<uint64_t>(term.factor));
    writer.number(term.parameters.size());
    for (uint32_t parameter : term.parameters)
      writer.number(parameter);
  }
}

LaunchSum readSum(Reader &reader) {
  LaunchSum sum;
  for (uint64_t i = 0, count = reader.number(); i < count && !reader.failed; ++i) {
    LaunchTerm term{static_cast<int64_t>(reader.number()), {}};
    for (uint64_t j = 0, factors = reader.number(); j < factors && !reader.failed; ++j)
      term.parameters.push_back(static_cast<uint32_t>(reader.number()));
    sum.push_back(std::move(term));
  }
  return sum;
}

void writeLaunch(Writer &writer, const Artifact &artifact) {
  writer.number(artifact.tensorMaps.size());
  for (const TensorMap &map : artifact.tensorMaps) {
    writer.number(map.base);
    writer.number(map.elementBytes);
    writer.number(map.swizzleBytes);
    writer.number(map.axes.size());
    for (const TensorMap::Axis &axis : map.axes) {
      writeSum(writer, axis.strideBytes);
      writeSum(writer, axis.extent);
      writer.number(axis.box);
    }
  }
  writer.number(artifact.conditions.size());
  for (const LaunchCondition &condition : artifact.conditions) {
    writeSum(writer, condition.sum);
    writer.number(condition.multiple);
  }
  writer.number(artifact.ranges.size());
  for (const LaunchRange &range : artifact.ranges) {
    writer.number(static_cast<uint64_t>(range.kind));
    writer.number(static_cast<uint64_t>(range.number));
    for (uint32_t operand : range.operands)
      writer.number(operand);
  }
  writer.number(artifact.notNegative.size());
  for (uint32_t range : artifact.notNegative)
    writer.number(range);
  writer.number(artifact.scales.size());
  for (uint32_t scale : artifact.scales)
    writer.number(scale);
  writer.number(artifact.walksGrid);
  writer.number(artifact.drawsPrograms);
  writer.number(artifact.programsPerBlock);
  writer.text(artifact.otherwise);
  writer.text(artifact.ofFew);
}

// A range's operands come before it.
void readRanges(Reader &reader, Artifact &artifact) {
  for (uint64_t i = 0, count = reader.number(); i < count && !reader.failed; ++i) {
    uint64_t kind = reader.number();
    LaunchRange range{static_cast<LaunchRange::Kind>(kind), int64_t(reader.number()), {}};
    bool isPlace =
        range.kind == LaunchRange::Kind::Program || range.kind == LaunchRange::Kind::Programs;
    bool isArgument = range.kind == LaunchRange::Kind::Parameter;
    uint64_t numbers = isPlace ? 3 : artifact.parameters.size();
    reader.failed |= kind > uint64_t(LaunchRange::Kind::Rounds) ||
                     ((isPlace || isArgument) && uint64_t(range.number) >= numbers);
    for (uint32_t &operand : range.operands) {
      operand = static_cast<uint32_t>(reader.number());
      reader.failed |= operand > i || (operand == i && i > 0);
    }
    artifact.ranges.push_back(range);
  }
  for (uint64_t i = 0, count = reader.number(); i < count && !reader.failed; ++i) {
    artifact.notNegative.push_back(static_cast<uint32_t>(reader.number()));
    reader.failed |= artifact.notNegative.back() >= artifact.ranges.size();
  }
}

void readLaunch(Reader &reader, Artifact &artifact) {
  for (uint64_t i = 0, count = reader.number(); i < count && !reader.failed; ++i) {
    TensorMap map;
    map.base = static_cast<uint32_t>(reader.number());
    map.elementBytes = static_cast<uint32_t>(reader.number());
    map.swizzleBytes = static_cast<uint32_t>(reader.number());
    for (uint64_t j = 0, axes = reader.number(); j < axes && !reader.failed; ++j) {
      TensorMap::Axis axis;
      axis.strideBytes = readSum(reader);
      axis.extent = readSum(reader);
      axis.box = static_cast<uint32_t>(reader.number());
      map.axes.push_back(std::move(axis));
    }
    artifact.tensorMaps.push_back(std::move(map));
  }
  for (uint64_t i = 0, count = reader.number(); i < count && !reader.failed; ++i) {
    LaunchSum sum = readSum(reader);
    artifact.conditions.push_back({std::move(sum), reader.number()});
  }
  readRanges(reader, artifact);
  for (uint64_t i = 0, count = reader.number(); i < count && !reader.failed; ++i) {
    artifact.scales.push_back(static_cast<uint32_t>(reader.number()));
    reader.failed |= artifact.scales.back() >= artifact.parameters.size();
  }
  artifact.walksGrid = reader.number() != 0;
  artifact.drawsPrograms = reader.number() != 0;
  artifact.programsPerBlock = static_cast<uint32_t>(reader.number());
  reader.failed |= artifact.programsPerBlock > Artifact::kMostProgramsPerBlock;
  artifact.otherwise = reader.text();
  artifact.ofFew = reader.text();
}

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
  writeLaunch(writer, artifact);
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
  readLaunch(reader, artifact);
  if (reader.failed || !reader.atEnd())
    return damaged;
  return artifact;
}

} // namespace nereid
