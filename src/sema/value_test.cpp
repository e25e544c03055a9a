#include "sema/value.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sema/binding.h"
#include "sema/scope.h"

namespace nereid::sema {
namespace {

Value tile(uint32_t id, Scalar element, std::vector<int64_t> shape = {}) {
  return Value::tile(core::ValueId(id), {.element = element, .shape = std::move(shape)});
}

Value number(int64_t value) {
  return Value::ofConstant(eval::Value::integer(value));
}

Value blockPointer(uint32_t firstId) {
  BlockPointerValue pointer;
  pointer.base =
      Value::tile(core::ValueId(firstId), {.element = Scalar::F16, .isPointer = true, .shape = {}});
  pointer.shape = {tile(firstId + 1, Scalar::I64), tile(firstId + 2, Scalar::I64)};
  pointer.strides = {tile(firstId + 3, Scalar::I64), tile(firstId + 4, Scalar::I64)};
  pointer.offsets = {tile(firstId + 5, Scalar::I64), tile(firstId + 6, Scalar::I64)};
  pointer.blockShape = {16, 32};
  pointer.order = {1, 0};
  Value value;
  value.kind = Value::Kind::BlockPointer;
  value.blockPointer = std::make_shared<BlockPointerValue>(std::move(pointer));
  return value;
}

TEST(Value, DescribesItselfAsTheAuthorKnowsIt) {
  EXPECT_EQ(describe(tile(1, Scalar::F32, {128, 64})), "fp32[128, 64]");
  EXPECT_EQ(describe(number(4)), "constexpr 4");
  EXPECT_EQ(describe(Value::ofConstant({})), "None");
  EXPECT_EQ(describe(Value::ofTuple({tile(1, Scalar::I32), number(2)})),
            "tuple of (int32, constexpr 2)");
  EXPECT_EQ(describe(blockPointer(0)), "block pointer to pointer<fp16>[16, 32]");
}

TEST(Value, TypesIncludeShapesAndConstants) {
  EXPECT_TRUE(sameType(tile(1, Scalar::F32, {8}), tile(2, Scalar::F32, {8})));
  EXPECT_FALSE(sameType(tile(1, Scalar::F32, {8}), tile(2, Scalar::F32)));
  EXPECT_TRUE(sameType(number(3), number(3)));
  EXPECT_FALSE(sameType(number(3), number(4)));
  EXPECT_FALSE(sameType(number(1), Value::ofConstant(eval::Value::boolean(true))));
  EXPECT_FALSE(sameType(number(3), tile(1, Scalar::I32)));
  Value nan = Value::ofConstant(eval::Value::real(NAN));
  EXPECT_TRUE(sameType(nan, nan));
  EXPECT_TRUE(sameType(blockPointer(0), blockPointer(10)));
}

TEST(Value, SamenessIsMoreThanType) {
  EXPECT_TRUE(isSameValue(blockPointer(0), blockPointer(0)));
  EXPECT_FALSE(isSameValue(blockPointer(0), blockPointer(10)));
  EXPECT_FALSE(isSameValue(tile(1, Scalar::F32), tile(2, Scalar::F32)));
}

TEST(Value, FlattensAndRebuilds) {
  Value value =
      Value::ofTuple({number(1), blockPointer(0), Value::ofTuple({tile(9, Scalar::F32)})});
  std::vector<Value> leaves = flatten(value);
  ASSERT_EQ(leaves.size(), 8u);
  std::vector<Value> others;
  for (const Value &leaf : leaves)
    others.push_back(Value::tile(core::ValueId(static_cast<uint32_t>(leaf.id) + 100), leaf.type));
  size_t next = 0;
  Value rebuilt = rebuild(value, others, next);
  EXPECT_EQ(next, 8u);
  EXPECT_TRUE(sameType(value, rebuilt));
  EXPECT_EQ(static_cast<uint32_t>(flatten(rebuilt)[7].id), 109u);
}

TEST(Value, IsUnknownIfAPartIs) {
  EXPECT_TRUE(isUnknown(Value::error()));
  EXPECT_TRUE(isUnknown(Value::ofTuple({number(1), Value::ofTuple({Value::error()})})));
  EXPECT_FALSE(isUnknown(Value::ofTuple({number(1)})));
}

TEST(LocalScope, RemembersWhereALostNameWasBound) {
  LocalScope scope;
  scope.bind("x", {number(1), Span{1, 2}});
  scope.lose("x", {Span{1, 2}, "why", "help"});
  EXPECT_EQ(scope.find("x"), nullptr);
  ASSERT_NE(scope.lossOf("x"), nullptr);
  scope.bind("x", {number(2), Span{3, 4}});
  EXPECT_EQ(scope.lossOf("x"), nullptr);
  EXPECT_EQ(scope.find("x")->boundAt, (Span{3, 4}));
}

TEST(LocalScope, ExpectsAConstantOnce) {
  LocalScope scope;
  scope.expectConstexpr("x");
  EXPECT_TRUE(scope.takeExpectation("x"));
  EXPECT_FALSE(scope.takeExpectation("x"));
}

TEST(Binding, FollowsPython) {
  using Kind = FormalParameter::Kind;
  std::vector<FormalParameter> parameters = {
      {"a"}, {"b", Kind::Normal, true}, {"rest", Kind::Star}, {"c", Kind::KeywordOnly, true}};
  Binding binding;
  CallArguments arguments;
  arguments.positional = {number(1), number(2), number(3), number(4)};
  arguments.keywords = {{"c", {}, {}, number(5)}};
  EXPECT_FALSE(bindArguments("f", parameters, arguments, binding));
  EXPECT_EQ(binding.rest.size(), 2u);
  EXPECT_TRUE(binding.values[0] && binding.values[1] && binding.values[3]);
  EXPECT_FALSE(binding.values[2]);
  arguments.positional.clear();
  EXPECT_EQ(bindArguments("f", parameters, arguments, binding)->headline,
            "`f` is called without `a`");
}

} // namespace
} // namespace nereid::sema
