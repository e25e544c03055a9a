// Writer: short spellings for the operations the CPU backend writes.
//
// Every function takes scalars or vectors and folds what is constant, so that an index of zero or a
// factor of one costs nothing:
//
//   Value offset = w.addI(w.mulI(row, w.i64(64)), column);
//   Value x = w.load(f32x16, w.offsetBy(base, offset, 4), 4);
//   w.loop(w.i64(0), rows, w.i64(1), [&](Value row) { ... });
//
// Pointers are `!llvm.ptr`, indices i64. The writer owns nothing; it writes where the builder
// stands.
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"

namespace nereid::cpu {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using mlir::Location;
using mlir::Type;
using mlir::Value;
using mlir::ValueRange;

using Values = SmallVector<Value>;

// `element` itself for one lane, else a vector of it.
Type vectorOf(Type element, int64_t lanes);
// The element of a vector; any other type itself.
Type scalarOf(Type type);
// `type` with another element.
Type withScalar(Type type, Type element);
int64_t lanesOf(Type type);

// The value of a scalar integer constant.
std::optional<int64_t> constantOf(Value value);

class Writer {
public:
  explicit Writer(mlir::MLIRContext &context) : builder(&context), loc(builder.getUnknownLoc()) {}

  mlir::OpBuilder builder;
  Location loc; // of what is written next

  template <typename Op, typename... Args> Value fold(Args &&...args) {
    return builder.createOrFold<Op>(loc, std::forward<Args>(args)...);
  }
  template <typename Op, typename... Args> Op make(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...);
  }

  Type i1Type() { return builder.getI1Type(); }
  Type i8Type() { return builder.getI8Type(); }
  Type i16Type() { return builder.getI16Type(); }
  Type i32Type() { return builder.getI32Type(); }
  Type i64Type() { return builder.getI64Type(); }
  Type f32Type() { return builder.getF32Type(); }
  Type f64Type() { return builder.getF64Type(); }
  Type ptrType() { return mlir::LLVM::LLVMPointerType::get(builder.getContext()); }

  // Constants, in every lane of `type`.
  Value integer(Type type, int64_t value);
  Value floating(Type type, double value);
  Value bits(Type type, uint64_t pattern); // an integer's or a float's bits
  Value i64(int64_t value) { return integer(i64Type(), value); }
  Value i32(int64_t value) { return integer(i32Type(), value); }
  Value truth(bool value) { return integer(i1Type(), value); }
  Value lanes(Type vector); // 0, 1, 2, ... in a vector of integers

  // Integers.
  Value addI(Value a, Value b) { return fold<mlir::arith::AddIOp>(a, b); }
  Value subI(Value a, Value b) { return fold<mlir::arith::SubIOp>(a, b); }
  Value mulI(Value a, Value b) { return fold<mlir::arith::MulIOp>(a, b); }
  Value andI(Value a, Value b) { return fold<mlir::arith::AndIOp>(a, b); }
  Value orI(Value a, Value b) { return fold<mlir::arith::OrIOp>(a, b); }
  Value xorI(Value a, Value b) { return fold<mlir::arith::XOrIOp>(a, b); }
  Value shiftLeft(Value a, Value b) { return fold<mlir::arith::ShLIOp>(a, b); }
  Value shiftRight(Value a, Value b) { return fold<mlir::arith::ShRUIOp>(a, b); }
  Value shiftRightSigned(Value a, Value b) { return fold<mlir::arith::ShRSIOp>(a, b); }
  Value minS(Value a, Value b) { return fold<mlir::arith::MinSIOp>(a, b); }
  Value maxS(Value a, Value b) { return fold<mlir::arith::MaxSIOp>(a, b); }
  Value compareI(mlir::arith::CmpIPredicate predicate, Value a, Value b) {
    return fold<mlir::arith::CmpIOp>(predicate, a, b);
  }
  Value compareF(mlir::arith::CmpFPredicate predicate, Value a, Value b) {
    return fold<mlir::arith::CmpFOp>(predicate, a, b);
  }
  Value select(Value condition, Value a, Value b) {
    return fold<mlir::arith::SelectOp>(condition, a, b);
  }
  // `value` as an integer of `element`'s width: sign extended or cut off.
  Value resizeS(Value value, Type element);
  Value resizeU(Value value, Type element);

  // Floats.
  Value addF(Value a, Value b) { return fold<mlir::arith::AddFOp>(a, b); }
  Value subF(Value a, Value b) { return fold<mlir::arith::SubFOp>(a, b); }
  Value mulF(Value a, Value b) { return fold<mlir::arith::MulFOp>(a, b); }
  Value divF(Value a, Value b) { return fold<mlir::arith::DivFOp>(a, b); }
  Value fma(Value a, Value b, Value c) { return make<mlir::math::FmaOp>(a, b, c); }
  Value bitcast(Value value, Type element); // lanes keep their width

  // Vectors.
  Value broadcast(Value scalar, int64_t lanes);
  Value shuffle(Value a, Value b, ArrayRef<int64_t> lanes);
  Value reverse(Value vector);
  Value extract(Value vector, int64_t lane);
  Value extractAt(Value vector, Value lane);
  Value insert(Value scalar, Value vector, int64_t lane);

  // Memory. `unit` is the size of what `index` counts.
  Value offsetBy(Value ptr, Value index, int64_t unit);
  Value load(Type type, Value ptr, int64_t alignment, bool isVolatile = false);
  void store(Value value, Value ptr, int64_t alignment, bool isVolatile = false);

  // Control flow. Loops count up by a positive step; a loop that runs once is written in place.
  using Body = llvm::function_ref<void(Value index)>;
  using CarryingBody = llvm::function_ref<Values(Value index, ValueRange carried)>;
  void loop(Value lower, Value upper, int64_t step, Body body);
  Values loop(Value lower, Value upper, int64_t step, ValueRange initial, CarryingBody body);
  void ifThen(Value condition, llvm::function_ref<void()> then);
  Values ifElse(Value condition, llvm::function_ref<Values()> then,
                llvm::function_ref<Values()> otherwise);
};

} // namespace nereid::cpu
