#include "artifact/artifact.h"

#include <gtest/gtest.h>

namespace nereid {
namespace {

Artifact sample() {
  Artifact artifact;
  artifact.target = {"cpu", "znver4", "+avx2"};
  artifact.entry = "add";
  artifact.code = std::string("\x7f"
                              "ELF\0\1",
                              6);
  artifact.parameters = {{"x", "*f32"}, {"n", "i32"}};
  artifact.scratchBytes = 4096;
  artifact.formatVersion = "1";
  return artifact;
}

TEST(Artifact, SurvivesTheTripToDisk) {
  auto back = deserialize(serialize(sample()));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(serialize(back.value()), serialize(sample()));
  EXPECT_EQ(back.value().parameters[1].type, "i32");
}

TEST(Artifact, IsRefusedWhenCutAnywhereOrExtended) {
  std::string bytes = serialize(sample());
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(deserialize(bytes.substr(0, size)).ok()) << size;
  EXPECT_FALSE(deserialize(bytes + "x").ok());
}

} // namespace
} // namespace nereid
