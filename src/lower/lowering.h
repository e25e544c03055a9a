// Private to lower/: one kernel on its way from Core to tile IR.
//
// Lowering holds what every operation's lowering needs: the builder, the value each Core value
// became, types and locations. What an operation becomes is a function in the file of its family,
// entered in a LowerTable:
//
//   table.set(OpKind::AddI, elementwise<arith::AddIOp>);
#pragma once

#include <array>
#include <vector>

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include "base/check.h"
#include "base/text.h"
#include "ir/tile.h"
#include "sema/core.h"
#include "source/source.h"

namespace nereid::lower {

using core::OpKind;
using core::Stmt;
using mlir::Location;
using mlir::Type;
using mlir::Value;

// The tile IR type of a Core type. F8E4B15, which MLIR lacks, is carried as i8; pointers to I1
// point at i8, its form in memory.
Type convertType(const core::Type &type, mlir::MLIRContext &context);

class Lowering {
public:
  Lowering(const core::Kernel &kernel, const SourceMap &sources, mlir::MLIRContext &context);
  mlir::OwningOpRef<mlir::ModuleOp> run();

  mlir::OpBuilder builder;
  const core::Kernel &kernel;

  const core::Type &coreType(core::ValueId id) const { return kernel.type(id); }
  Type typeOf(core::ValueId id) const;
  llvm::SmallVector<Type> typesOf(llvm::ArrayRef<core::ValueId> ids) const;
  Value value(core::ValueId id) const;
  llvm::SmallVector<Value> values(llvm::ArrayRef<core::ValueId> ids) const;
  Value operand(const Stmt &stmt, size_t index) const { return value(stmt.operands[index]); }
  // The operand, or null where the statement has fewer.
  Value optionalOperand(const Stmt &stmt, size_t index) const;

  void define(core::ValueId id, Value value);
  void define(const Stmt &stmt, mlir::ValueRange results);

  Location locate(Span span, uint32_t frame);
  Location locate(const Stmt &stmt) { return locate(stmt.span, stmt.frame); }

  // Lowers the statements of `block` where the builder stands; its arguments must be defined.
  void lowerStatements(const core::Block &block);
  // A block in `region` with arguments for `block`'s, filled with its statements; the builder is
  // left at its end, before a terminator.
  void lowerRegion(const core::Block &block, mlir::Region &region, Location loc);

private:
  mlir::MLIRContext &context_;
  const SourceMap &sources_;
  std::vector<Value> values_; // by ValueId
};

using Lower = void (*)(Lowering &lowering, const Stmt &stmt);

class LowerTable {
public:
  void set(OpKind op, Lower lower) { entries_[static_cast<size_t>(op)] = lower; }
  Lower find(OpKind op) const { return entries_[static_cast<size_t>(op)]; } // null: not lowered

private:
  std::array<Lower, size_t(OpKind::While) + 1> entries_ = {};
};

// The table of all operations.
const LowerTable &lowerTable();

// One per family; each file says what its operations become.
void addArithmetic(LowerTable &table);
void addMath(LowerTable &table);
void addConversions(LowerTable &table);
void addShape(LowerTable &table);
void addMemory(LowerTable &table);
void addAcrossLanes(LowerTable &table);
void addControl(LowerTable &table);
void addDebug(LowerTable &table);

// An operation whose operands and results are the statement's, one to one.
template <typename Op> void elementwise(Lowering &lowering, const Stmt &stmt) {
  auto op = Op::create(lowering.builder, lowering.locate(stmt), lowering.typesOf(stmt.results),
                       mlir::ValueRange(lowering.values(stmt.operands)));
  lowering.define(stmt, op->getResults());
}

// fp8 values are stored and converted; arithmetic on them is arithmetic on f32, rounded back.
bool isNarrowFloat(const core::Type &type);
// The operand, fp8 widened to f32.
Value computable(Lowering &lowering, const Stmt &stmt, size_t index);
// Defines the statement's one result as `computed`, rounded to fp8 if that is what it is.
void defineComputed(Lowering &lowering, const Stmt &stmt, Value computed);
// The type to compute the statement's result in.
Type computedType(Lowering &lowering, const Stmt &stmt);
llvm::SmallVector<Value> computableOperands(Lowering &lowering, const Stmt &stmt);

// An elementwise operation on floats.
template <typename Op> void floatElementwise(Lowering &lowering, const Stmt &stmt) {
  auto op = Op::create(lowering.builder, lowering.locate(stmt),
                       mlir::TypeRange(computedType(lowering, stmt)),
                       mlir::ValueRange(computableOperands(lowering, stmt)));
  defineComputed(lowering, stmt, op->getResult(0));
}

} // namespace nereid::lower
