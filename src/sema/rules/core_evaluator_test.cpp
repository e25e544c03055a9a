#include "sema/rules/core_evaluator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/check.h"
#include "base/text.h"

namespace nereid::sema {
namespace {

using core::OpKind;
using core::Predicate;

uint64_t truncate(Scalar type, uint64_t bits) {
  int width = bitWidth(type);
  return width == 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

int64_t extend(Scalar type, uint64_t bits) {
  int shift = 64 - bitWidth(type);
  return static_cast<int64_t>(bits << shift) >> shift;
}

bool compare(Predicate predicate, Scalar type, uint64_t a, uint64_t b) {
  int64_t x = extend(type, a), y = extend(type, b);
  switch (predicate) {
  case Predicate::Eq:
    return a == b;
  case Predicate::Ne:
    return a != b;
  case Predicate::LtS:
    return x < y;
  case Predicate::LeS:
    return x <= y;
  case Predicate::GtS:
    return x > y;
  case Predicate::GeS:
    return x >= y;
  case Predicate::LtU:
    return a < b;
  case Predicate::LeU:
    return a <= b;
  case Predicate::GtU:
    return a > b;
  case Predicate::GeU:
    return a >= b;
  default:
    return false;
  }
}

class Evaluator {
public:
  Evaluator(const core::Kernel &kernel, const std::vector<uint64_t> &parameters) : kernel_(kernel) {
    for (size_t i = 0; i < parameters.size(); ++i)
      values_[kernel.body.arguments[i]] = parameters[i];
  }

  std::vector<uint64_t> run() {
    for (const core::Stmt &stmt : kernel_.body.body) {
      if (stmt.op == OpKind::Store)
        stored_.push_back(in(stmt, 1));
      else
        values_[stmt.results[0]] = truncate(resultType(stmt), compute(stmt));
    }
    return stored_;
  }

private:
  uint64_t in(const core::Stmt &stmt, size_t i) { return values_.at(stmt.operands[i]); }
  Scalar operandType(const core::Stmt &stmt) { return kernel_.type(stmt.operands[0]).element; }
  Scalar resultType(const core::Stmt &stmt) {
    const core::Type &type = kernel_.type(stmt.results[0]);
    return type.isPointer ? Scalar::U64 : type.element;
  }

  uint64_t compute(const core::Stmt &stmt) {
    switch (stmt.op) {
    case OpKind::Constant:
      return stmt.attrs.bits;
    case OpKind::AddPtr:
    case OpKind::Bitcast:
    case OpKind::TruncI:
    case OpKind::ExtU:
      return in(stmt, 0);
    case OpKind::ExtS:
      return extend(operandType(stmt), in(stmt, 0));
    case OpKind::CompareI:
      return compare(static_cast<Predicate>(stmt.attrs.integer), operandType(stmt), in(stmt, 0),
                     in(stmt, 1));
    case OpKind::Select:
      return in(stmt, in(stmt, 0) ? 1 : 2);
    case OpKind::IntToFloatS:
      return encodeFloat(Scalar::F32, static_cast<float>(extend(operandType(stmt), in(stmt, 0))));
    case OpKind::FloatToFloat:
      return encodeFloat(resultType(stmt), decodeFloat(operandType(stmt), in(stmt, 0)));
    case OpKind::MulF:
      return encodeFloat(resultType(stmt), float(decodeFloat(resultType(stmt), in(stmt, 0))) *
                                               float(decodeFloat(resultType(stmt), in(stmt, 1))));
    default:
      return computeInteger(stmt);
    }
  }

  uint64_t computeInteger(const core::Stmt &stmt) {
    NEREID_CHECK(stmt.operands.size() == 2, cat("cannot evaluate ", nameOf(stmt.op)));
    uint64_t x = in(stmt, 0), y = in(stmt, 1);
    switch (stmt.op) {
    case OpKind::AddI:
      return x + y;
    case OpKind::SubI:
      return x - y;
    case OpKind::MulI:
      return x * y;
    case OpKind::AndI:
      return x & y;
    case OpKind::OrI:
      return x | y;
    case OpKind::XorI:
      return x ^ y;
    case OpKind::Shl:
      return x << y;
    case OpKind::ShrU:
      return x >> y;
    case OpKind::ShrS:
      return extend(operandType(stmt), x) >> y;
    case OpKind::MulHighU:
      return static_cast<uint64_t>((static_cast<unsigned __int128>(x) * y) >>
                                   bitWidth(operandType(stmt)));
    default:
      ADD_FAILURE() << "cannot evaluate " << nameOf(stmt.op);
      return 0;
    }
  }

  const core::Kernel &kernel_;
  std::map<core::ValueId, uint64_t> values_;
  std::vector<uint64_t> stored_;
};

} // namespace

std::vector<uint64_t> runScalarCore(const core::Kernel &kernel,
                                    const std::vector<uint64_t> &parameters) {
  return Evaluator(kernel, parameters).run();
}

} // namespace nereid::sema
