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
  TensorMap::Axis columns{{LaunchTerm{2, {}}}, {}, 64};
  TensorMap::Axis rows{{LaunchTerm{2, {1}}}, {LaunchTerm{1, {1}}}, 128};
  artifact.tensorMaps.push_back({0, 2, 128, {columns, rows}});
  artifact.conditions.push_back({{LaunchTerm{-3, {1, 1}}}, 16});
  artifact.ranges.push_back({LaunchRange::Kind::Program, 1, {}});
  artifact.ranges.push_back({LaunchRange::Kind::Constant, -7, {}});
  artifact.ranges.push_back({LaunchRange::Kind::Add, 0, {0, 1}});
  artifact.notNegative = {2};
  artifact.scales = {1};
  artifact.walksGrid = true;
  artifact.drawsPrograms = true;
  artifact.programsPerBlock = 4;
  artifact.otherwise = "more";
  artifact.ofFew = "less";
  return artifact;
}

TEST(Artifact, SurvivesTheTripToDisk) {
  auto back = deserialize(serialize(sample()));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(serialize(back.value()), serialize(sample()));
  EXPECT_EQ(back.value().parameters[1].type, "i32");
  EXPECT_EQ(back.value().tensorMaps[0].axes[1].box, 128u);
  EXPECT_EQ(back.value().conditions[0].sum[0].factor, -3);
  EXPECT_EQ(back.value().ranges, sample().ranges);
  EXPECT_EQ(back.value().scales, sample().scales);
  EXPECT_TRUE(back.value().drawsPrograms);
  EXPECT_EQ(back.value().programsPerBlock, 4u);
}

TEST(Artifact, IsRefusedWhenCutAnywhereOrExtended) {
  std::string bytes = serialize(sample());
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(deserialize(bytes.substr(0, size)).ok()) << size;
  EXPECT_FALSE(deserialize(bytes + "x").ok());
}

TEST(Artifact, ScalesAreParameters) {
  Artifact artifact = sample();
  artifact.scales = {2};
  EXPECT_FALSE(deserialize(serialize(artifact)).ok());
}

TEST(Artifact, RangesReferToEarlierOnes) {
  Artifact artifact = sample();
  artifact.ranges[2].operands[1] = 2;
  EXPECT_FALSE(deserialize(serialize(artifact)).ok());
  artifact = sample();
  artifact.notNegative = {3};
  EXPECT_FALSE(deserialize(serialize(artifact)).ok());
}

} // namespace
} // namespace nereid
