#include "sema/language.h"

#include <gtest/gtest.h>

#include "eval/error.h"
#include "eval/operators.h"

namespace nereid::sema {
namespace {

using eval::Value;

Value member(std::string_view path) {
  Value value = languageModule();
  while (!path.empty()) {
    size_t dot = path.find('.');
    value = eval::getAttr(value, path.substr(0, dot));
    path = dot == std::string_view::npos ? "" : path.substr(dot + 1);
  }
  return value;
}

TEST(Dtype, KnowsItself) {
  Value half = member("float16"), word = member("int32");
  EXPECT_EQ(eval::repr(half), "triton.language.float16");
  EXPECT_EQ(eval::str(half), "fp16");
  EXPECT_EQ(eval::repr(member("float8e4nv")), "triton.language.float8e4nv");
  EXPECT_EQ(eval::repr(member("bfloat16")), "triton.language.bfloat16");
  EXPECT_EQ(eval::repr(member("int1")), "triton.language.int1");
  EXPECT_EQ(eval::getAttr(half, "primitive_bitwidth").asInt(), 16);
  EXPECT_EQ(eval::getAttr(half, "itemsize").asInt(), 2);
  EXPECT_EQ(eval::getAttr(half, "fp_mantissa_width").asInt(), 10);
  EXPECT_EQ(eval::getAttr(half, "exponent_bias").asInt(), 15);
  EXPECT_EQ(eval::getAttr(word, "int_bitwidth").asInt(), 32);
  EXPECT_TRUE(eval::call(eval::getAttr(half, "is_fp16"), {}).asBool());
  EXPECT_FALSE(eval::call(eval::getAttr(half, "is_int"), {}).asBool());
  EXPECT_TRUE(eval::call(eval::getAttr(member("int1"), "is_int_unsigned"), {}).asBool());
  EXPECT_EQ(eval::call(eval::getAttr(word, "get_int_max_value"), {}).asInt(), 2147483647);
  EXPECT_EQ(eval::call(eval::getAttr(word, "get_int_min_value"), {}).asInt(), -2147483648LL);
  EXPECT_EQ(eval::call(eval::getAttr(member("uint8"), "get_int_max_value"), {}).asInt(), 255);
}

TEST(Dtype, ComparesByNameAlsoThroughConstexpr) {
  Value half = member("float16");
  Value wrapped = eval::call(member("constexpr"), {half});
  EXPECT_TRUE(eval::equal(half, eval::make<Dtype>(Scalar::F16)));
  EXPECT_TRUE(eval::equal(half, wrapped));
  EXPECT_FALSE(eval::equal(half, member("float32")));
  EXPECT_EQ(eval::hashOf(half), eval::hashOf(eval::make<Dtype>(Scalar::F16)));
}

TEST(PointerType, PointsToItsElement) {
  Value pointer = eval::call(member("pointer_type"), {member("float32")});
  EXPECT_EQ(eval::repr(pointer), "pointer<fp32>");
  EXPECT_TRUE(eval::equal(eval::getAttr(pointer, "element_ty"), member("float32")));
  EXPECT_TRUE(eval::equal(member("pi32_t"), eval::call(member("pointer_type"), {member("int32")})));
}

TEST(Constexpr, ActsAsItsValue) {
  Value five = eval::call(member("constexpr"), {Value::integer(5)});
  Value again = eval::call(member("constexpr"), {five}); // wraps collapse
  EXPECT_EQ(eval::repr(again), "constexpr[5]");
  Value sum = eval::binary(syntax::BinaryOp::Add, Value::integer(2), five);
  EXPECT_EQ(eval::repr(sum), "constexpr[7]");
  EXPECT_EQ(eval::repr(eval::binary(syntax::BinaryOp::FloorDiv, five, Value::integer(-2))),
            "constexpr[-3]");
  EXPECT_TRUE(eval::truthy(eval::compare(syntax::CompareOp::Equal, five, Value::integer(5))));
  EXPECT_EQ(eval::getAttr(five, "value").asInt(), 5);
  Value text = eval::call(member("constexpr"), {Value::string("relu")});
  EXPECT_EQ(eval::str(eval::call(eval::getAttr(text, "upper"), {})), "RELU");
}

TEST(Language, HasItsModulesAndLibrary) {
  EXPECT_NE(member("load").as<Builtin>(), nullptr);
  EXPECT_NE(member("sigmoid").as<JitFunction>(), nullptr);
  EXPECT_NE(member("math.exp").as<Builtin>(), nullptr);
  EXPECT_NE(member("math.umulhi").as<Builtin>(), nullptr);
  EXPECT_EQ(member("extra.cuda.libdevice").object(), member("extra.libdevice").object());
  EXPECT_EQ(member("core").object(), languageModule().get());
  EXPECT_NE(member("random.rand").as<JitFunction>(), nullptr);
  EXPECT_EQ(eval::repr(member("TRITON_MAX_TENSOR_NUMEL")), "constexpr[1048576]");
}

TEST(Language, BuiltinsBelongToKernels) {
  EXPECT_THROW(eval::call(member("load"), {Value::integer(1)}), eval::Raised);
  EXPECT_THROW(eval::call(member("sigmoid"), {Value::integer(1)}), eval::Raised);
}

TEST(Language, HostFunctionsUnwrapConstants) {
  Value ten = eval::call(member("constexpr"), {Value::integer(10)});
  EXPECT_EQ(eval::call(cdivFunction(), {ten, Value::integer(4)}).asInt(), 3);
  EXPECT_EQ(eval::call(nextPowerOf2Function(), {ten}).asInt(), 16);
  EXPECT_EQ(eval::call(nextPowerOf2Function(), {Value::integer(0)}).asInt(), 0);
}

} // namespace
} // namespace nereid::sema
