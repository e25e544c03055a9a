#include <gtest/gtest.h>

#include "sema/core.h"

namespace nereid::core {
namespace {

const Type kInt{.element = Scalar::I32, .shape = {}};
const Type kFloat{.element = Scalar::F32, .shape = {}};
const Type kFlag{.element = Scalar::I1, .shape = {}};
const Type kPointer{.element = Scalar::F32, .isPointer = true, .shape = {}};

Type tileOf(const Type &element, std::vector<int64_t> shape) {
  return element.withShape(std::move(shape));
}

// Builds kernels by hand.
class KernelBuilder {
public:
  KernelBuilder() { kernel_.name = "k"; }
  ValueId value(Type type) {
    kernel_.typeOf.push_back(std::move(type));
    return ValueId(kernel_.typeOf.size() - 1);
  }
  ValueId parameter(std::string name, Type type) {
    ValueId id = value(type);
    kernel_.parameters.push_back({std::move(name), type, false, {}});
    kernel_.body.arguments.push_back(id);
    return id;
  }
  Stmt &add(Block &block, OpKind op, std::vector<ValueId> operands, std::vector<Type> results) {
    Stmt stmt;
    stmt.op = op;
    stmt.operands = std::move(operands);
    for (Type &type : results)
      stmt.results.push_back(value(std::move(type)));
    block.body.push_back(std::move(stmt));
    return block.body.back();
  }
  Stmt &add(OpKind op, std::vector<ValueId> operands, std::vector<Type> results) {
    return add(kernel_.body, op, std::move(operands), std::move(results));
  }
  std::string verify() const { return core::verify(kernel_); }
  std::string print() const { return core::print(kernel_); }
  Kernel kernel_;
};

TEST(CoreType, PrintsAsInDumpsAndAsInTriton) {
  EXPECT_EQ(print(tileOf(kFloat, {128, 64})), "f32[128, 64]");
  EXPECT_EQ(print(tileOf(kPointer, {8})), "*f32[8]");
  EXPECT_EQ(languageName(tileOf(kFloat, {128, 64})), "fp32[128, 64]");
  EXPECT_EQ(languageName(kPointer), "pointer<fp32>");
  EXPECT_EQ(tileOf(kFloat, {128, 64}).lanes(), 128 * 64);
  EXPECT_EQ(kInt.lanes(), 1);
}

TEST(CorePrint, ShowsStatementsRegionsAndAttributes) {
  KernelBuilder b;
  ValueId n = b.parameter("n", kInt);
  Block body;
  body.arguments = {b.value(kInt), b.value(kInt)};
  ValueId sum =
      b.add(body, OpKind::AddI, {body.arguments[0], body.arguments[1]}, {kInt}).results[0];
  body.yields = {sum};
  ValueId minusOne = b.value(kInt);
  Stmt constant;
  constant.op = OpKind::Constant;
  constant.results = {minusOne};
  constant.attrs.bits = 0xFFFFFFFF;
  b.kernel_.body.body.push_back(constant);
  Stmt &loop = b.add(OpKind::For, {n, n, n, minusOne}, {kInt});
  loop.regions.push_back(body);
  loop.attrs.texts = {"num_stages=3"};
  EXPECT_EQ(b.print(), "kernel k(%0 n: i32)\n"
                       "  %4 = Constant -1 : i32\n"
                       "  %5 = For %0, %0, %0, %4 {\"num_stages=3\"} : i32\n"
                       "    (%1: i32, %2: i32)\n"
                       "      %3 = AddI %1, %2 : i32\n"
                       "      yield %3\n");
  EXPECT_EQ(b.verify(), "");
}

TEST(CoreVerify, WantsDefinitionsBeforeUses) {
  KernelBuilder b;
  ValueId later = b.value(kInt);
  b.add(OpKind::AddI, {later, later}, {kInt});
  EXPECT_EQ(b.verify(), "AddI uses %0, which is not defined before it");
}

TEST(CoreVerify, KeepsValuesInsideTheirRegion) {
  KernelBuilder b;
  ValueId flag = b.parameter("flag", kFlag);
  Block then, orElse;
  ValueId inside = b.add(then, OpKind::ProgramId, {}, {kInt}).results[0];
  Stmt &branch = b.add(OpKind::If, {flag}, {});
  branch.regions.push_back(then);
  branch.regions.push_back(orElse);
  b.add(OpKind::AddI, {inside, inside}, {kInt});
  EXPECT_EQ(b.verify(), "AddI uses %1, which is not defined before it");
}

TEST(CoreVerify, RefusesTheSameValueTwice) {
  KernelBuilder b;
  Stmt &first = b.add(OpKind::ProgramId, {}, {kInt});
  Stmt again = first;
  b.kernel_.body.body.push_back(again);
  EXPECT_EQ(b.verify(), "%0 is defined twice");
}

TEST(CoreVerify, ChecksElementwiseTypes) {
  KernelBuilder b;
  ValueId n = b.parameter("n", kInt), x = b.parameter("x", kFloat);
  b.add(OpKind::AddI, {n, x}, {kInt});
  EXPECT_EQ(b.verify(), "AddI %2: an operand's type differs from the result's");
}

TEST(CoreVerify, ChecksThatFloatsDoNotAddAsIntegers) {
  KernelBuilder b;
  ValueId x = b.parameter("x", kFloat);
  b.add(OpKind::AddI, {x, x}, {kFloat});
  EXPECT_EQ(b.verify(), "AddI %1: an operand is not an integer");
}

TEST(CoreVerify, ChecksStoresAgainstThePointee) {
  KernelBuilder b;
  ValueId p = b.parameter("p", kPointer), n = b.parameter("n", kInt);
  b.add(OpKind::Store, {p, n}, {});
  EXPECT_EQ(b.verify(), "Store: the values are not what the pointers point to");
}

TEST(CoreVerify, LoadsABoolAsAByte) {
  KernelBuilder b;
  ValueId p = b.parameter("p", Type{.element = Scalar::I1, .isPointer = true, .shape = {}});
  b.add(OpKind::Load, {p}, {Type{.element = Scalar::I8, .shape = {}}});
  EXPECT_EQ(b.verify(), "");
  b.add(OpKind::Load, {p}, {kFlag});
  EXPECT_EQ(b.verify(), "Load %2: the result is not what the pointers point to");
}

TEST(CoreVerify, ChecksShapes) {
  KernelBuilder b;
  ValueId n = b.parameter("n", kInt);
  ValueId line = b.add(OpKind::Splat, {n}, {tileOf(kInt, {8})}).results[0];
  Stmt &column = b.add(OpKind::ExpandDims, {line}, {tileOf(kInt, {8, 1})});
  column.attrs.integer = 1;
  EXPECT_EQ(b.verify(), "");
  b.add(OpKind::Broadcast, {line}, {tileOf(kInt, {16})});
  EXPECT_EQ(b.verify(), "Broadcast %3: an axis other than of size 1 is stretched");
}

TEST(CoreVerify, ChecksBranchYields) {
  KernelBuilder b;
  ValueId flag = b.parameter("flag", kFlag), n = b.parameter("n", kInt);
  Block then, orElse;
  then.yields = {n};
  orElse.yields = {flag};
  Stmt &branch = b.add(OpKind::If, {flag}, {kInt});
  branch.regions = {then, orElse};
  EXPECT_EQ(b.verify(), "If %2: a branch yields other types than the results");
}

TEST(CoreVerify, ChecksLoopCarriedTypes) {
  KernelBuilder b;
  ValueId n = b.parameter("n", kInt), x = b.parameter("x", kFloat);
  Block body;
  body.arguments = {b.value(kInt), b.value(kFloat)};
  body.yields = {body.arguments[0]};
  Stmt &loop = b.add(OpKind::For, {n, n, n, x}, {kFloat});
  loop.regions.push_back(body);
  EXPECT_EQ(b.verify(), "For %4: a carried value changes its type");
}

TEST(CoreVerify, ChecksTheShapeOfAReduction) {
  KernelBuilder b;
  ValueId x = b.parameter("x", tileOf(kFloat, {8, 4}));
  Block combine;
  combine.arguments = {b.value(kFloat), b.value(kFloat)};
  combine.yields = {combine.arguments[0]};
  Stmt &reduce = b.add(OpKind::Reduce, {x}, {tileOf(kFloat, {8})});
  reduce.attrs.integer = 1;
  reduce.regions.push_back(combine);
  EXPECT_EQ(b.verify(), "");
  b.kernel_.body.body.back().attrs.integer = 0;
  EXPECT_EQ(b.verify(), "Reduce %3: a result's type");
}

TEST(CoreVerify, WantsOneArgumentPerParameter) {
  KernelBuilder b;
  b.parameter("n", kInt);
  b.kernel_.body.arguments.clear();
  EXPECT_EQ(b.verify(), "the body's arguments are not the parameters");
}

} // namespace
} // namespace nereid::core
