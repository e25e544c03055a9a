#include "backend/cpu/writer.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace nereid::cpu {

Type vectorOf(Type element, int64_t lanes) {
  return lanes == 1 ? element : VectorType::get({lanes}, element);
}

Type scalarOf(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getElementType();
  return type;
}

Type withScalar(Type type, Type element) {
  return vectorOf(element, lanesOf(type));
}

int64_t lanesOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getDimSize(0) : 1;
}

std::optional<int64_t> constantOf(Value value) {
  APInt constant;
  // MLIR's matcher would take a vector of equal lanes for a number, too.
  bool isScalar = value && !isa<VectorType>(value.getType());
  if (isScalar && matchPattern(value, m_ConstantInt(&constant)))
    return constant.getSExtValue();
  return std::nullopt;
}

Value Writer::bits(Type type, uint64_t pattern) {
  Type element = scalarOf(type);
  APInt raw(element.getIntOrFloatBitWidth(), pattern, false, /*implicitTrunc=*/true);
  TypedAttr lane;
  if (auto floatType = dyn_cast<FloatType>(element))
    lane = FloatAttr::get(floatType, APFloat(floatType.getFloatSemantics(), raw));
  else
    lane = IntegerAttr::get(element, raw);
  if (auto vector = dyn_cast<VectorType>(type))
    lane = DenseElementsAttr::get(vector, ArrayRef<Attribute>(lane));
  return make<arith::ConstantOp>(lane);
}

Value Writer::integer(Type type, int64_t value) {
  return bits(type, static_cast<uint64_t>(value));
}

Value Writer::floating(Type type, double value) {
  auto element = cast<FloatType>(scalarOf(type));
  APFloat lane(value);
  bool lost = false;
  lane.convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven, &lost);
  return bits(type, lane.bitcastToAPInt().getZExtValue());
}

Value Writer::lanes(Type vector) {
  auto type = cast<VectorType>(vector);
  SmallVector<Attribute> values;
  for (int64_t i = 0; i < type.getDimSize(0); ++i)
    values.push_back(IntegerAttr::get(type.getElementType(), i));
  return make<arith::ConstantOp>(DenseElementsAttr::get(type, values));
}

Value Writer::resizeS(Value value, Type element) {
  Type to = withScalar(value.getType(), element);
  unsigned from = scalarOf(value.getType()).getIntOrFloatBitWidth();
  if (from == element.getIntOrFloatBitWidth())
    return value;
  return from < element.getIntOrFloatBitWidth() ? fold<arith::ExtSIOp>(to, value)
                                                : fold<arith::TruncIOp>(to, value);
}

Value Writer::resizeU(Value value, Type element) {
  Type to = withScalar(value.getType(), element);
  unsigned from = scalarOf(value.getType()).getIntOrFloatBitWidth();
  if (from == element.getIntOrFloatBitWidth())
    return value;
  return from < element.getIntOrFloatBitWidth() ? fold<arith::ExtUIOp>(to, value)
                                                : fold<arith::TruncIOp>(to, value);
}

Value Writer::bitcast(Value value, Type element) {
  Type to = withScalar(value.getType(), element);
  return value.getType() == to ? value : fold<arith::BitcastOp>(to, value);
}

Value Writer::broadcast(Value scalar, int64_t lanes) {
  if (lanes == 1)
    return scalar;
  Attribute constant;
  Type type = vectorOf(scalar.getType(), lanes);
  if (matchPattern(scalar, m_Constant(&constant)))
    return make<arith::ConstantOp>(
        DenseElementsAttr::get(cast<VectorType>(type), ArrayRef<Attribute>(constant)));
  return make<vector::BroadcastOp>(type, scalar);
}

Value Writer::shuffle(Value a, Value b, ArrayRef<int64_t> lanes) {
  return make<vector::ShuffleOp>(a, b, lanes);
}

Value Writer::reverse(Value vector) {
  SmallVector<int64_t> lanes;
  for (int64_t i = lanesOf(vector.getType()) - 1; i >= 0; --i)
    lanes.push_back(i);
  return lanes.size() < 2 ? vector : shuffle(vector, vector, lanes);
}

Value Writer::extract(Value vector, int64_t lane) {
  return isa<VectorType>(vector.getType()) ? Value(make<vector::ExtractOp>(vector, lane)) : vector;
}

Value Writer::extractAt(Value vector, Value lane) {
  if (!isa<VectorType>(vector.getType()))
    return vector;
  return make<LLVM::ExtractElementOp>(vector, lane);
}

Value Writer::insert(Value scalar, Value vector, int64_t lane) {
  return isa<VectorType>(vector.getType()) ? Value(make<vector::InsertOp>(scalar, vector, lane))
                                           : scalar;
}

Value Writer::offsetBy(Value ptr, Value index, int64_t unit) {
  std::optional<int64_t> constant = constantOf(index);
  if (constant == 0)
    return ptr;
  bool hasType = unit == 1 || unit == 2 || unit == 4 || unit == 8;
  if (!hasType) {
    index = mulI(index, integer(index.getType(), unit));
    unit = 1;
  }
  Type pointee = builder.getIntegerType(unit * 8);
  if (constant && hasType)
    return make<LLVM::GEPOp>(ptrType(), pointee, ptr,
                             ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(*constant)});
  Type result = isa<VectorType>(index.getType())
                    ? Type(VectorType::get({lanesOf(index.getType())}, ptrType()))
                    : ptrType();
  return make<LLVM::GEPOp>(result, pointee, ptr, ArrayRef<LLVM::GEPArg>{index});
}

Value Writer::load(Type type, Value ptr, int64_t alignment, bool isVolatile) {
  return make<LLVM::LoadOp>(type, ptr, alignment, isVolatile);
}

void Writer::store(Value value, Value ptr, int64_t alignment, bool isVolatile) {
  make<LLVM::StoreOp>(value, ptr, alignment, isVolatile);
}

void Writer::loop(Value lower, Value upper, int64_t step, Body body) {
  loop(lower, upper, step, {}, [&](Value index, ValueRange) {
    body(index);
    return Values();
  });
}

Values Writer::loop(Value lower, Value upper, int64_t step, ValueRange initial, CarryingBody body) {
  std::optional<int64_t> from = constantOf(lower), to = constantOf(upper);
  if (from && to && *to <= *from)
    return Values(initial);
  if (from && to && *to - *from <= step)
    return body(lower, initial);
  auto loop = make<scf::ForOp>(lower, upper, integer(lower.getType(), step), initial);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Values yields = body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!yields.empty())
    make<scf::YieldOp>(yields);
  return Values(loop.getResults());
}

void Writer::ifThen(Value condition, llvm::function_ref<void()> then) {
  if (std::optional<int64_t> known = constantOf(condition)) {
    if (*known)
      then();
    return;
  }
  auto op = make<scf::IfOp>(condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(op.thenBlock());
  then();
}

Values Writer::ifElse(Value condition, llvm::function_ref<Values()> then,
                      llvm::function_ref<Values()> otherwise) {
  if (std::optional<int64_t> known = constantOf(condition))
    return *known ? then() : otherwise();
  OpBuilder::InsertionGuard guard(builder);
  auto writeBlock = [&](Block *block, llvm::function_ref<Values()> body) {
    builder.setInsertionPointToEnd(block);
    Values yields = body();
    make<scf::YieldOp>(yields);
    return yields;
  };
  // The result types are known only after a branch has been written.
  auto region = std::make_unique<Region>(), other = std::make_unique<Region>();
  Block *outer = builder.getInsertionBlock();
  auto place = builder.getInsertionPoint();
  Values yields = writeBlock(&region->emplaceBlock(), then);
  writeBlock(&other->emplaceBlock(), otherwise);
  builder.setInsertionPoint(outer, place);
  auto op = make<scf::IfOp>(ValueRange(yields).getTypes(), condition, /*addThenBlock=*/false,
                            /*addElseBlock=*/false);
  op.getThenRegion().takeBody(*region);
  op.getElseRegion().takeBody(*other);
  return Values(op.getResults());
}

} // namespace nereid::cpu
