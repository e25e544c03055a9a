// Prints, assertions and promises.
#include <cinttypes>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "interp/lanewise.h"
#include "interp/report.h"
#include "interp/semantics.h"

using namespace mlir;

namespace nereid::interp {
namespace {

// -- device_print: one line per lane,
//
//   pid (0, 0, 0) idx ( 3, 17) x: (operand 1) 2.500000

template <typename... Arguments> std::string formatted(const char *format, Arguments... arguments) {
  char text[512]; // %f of the largest f64 has 317 characters
  int length = std::snprintf(text, sizeof text, format, arguments...);
  return std::string(text, std::min<size_t>(length, sizeof text - 1));
}

using LaneText = std::function<std::string(Machine &machine, int64_t lane)>;

LaneText pointerText(Slot slot) {
  return [=](Machine &machine, int64_t lane) {
    return formatted("0x%016" PRIx64, machine.lanes<uint64_t>(slot)[lane]);
  };
}

LaneText floatText(Slot slot, Type element, bool isHex) {
  return visitFloat(element, [&](auto type) -> LaneText {
    using T = typename decltype(type)::type;
    return [=](Machine &machine, int64_t lane) {
      return formatted(isHex ? "%a" : "%f", double(widen(machine.lanes<T>(slot)[lane])));
    };
  });
}

LaneText integerText(Slot slot, Type element, bool isHex, bool isSigned) {
  return visitInteger(element, [&](auto type) -> LaneText {
    using T = typename decltype(type)::type;
    return [=](Machine &machine, int64_t lane) {
      T number = machine.lanes<T>(slot)[lane];
      uint64_t bits = asUnsigned(number);
      if (isHex)
        return formatted("0x%0*" PRIx64, int(2 * sizeof(T)), bits);
      return isSigned ? formatted("%" PRId64, asSigned(number)) : formatted("%" PRIu64, bits);
    };
  });
}

LaneText laneTextOf(tile::PrintOp print, unsigned index, Slot slot) {
  Type element = operandElement(print, index);
  if (isa<tile::PtrType>(element))
    return pointerText(slot);
  if (isa<FloatType>(element))
    return floatText(slot, element, print.getHex());
  return integerText(slot, element, print.getHex(), print.getIsSigned()[index] != 0);
}

// " idx (i, j)", each index as wide as the largest of its axis.
std::string indexText(int64_t lane, llvm::ArrayRef<int64_t> shape) {
  std::vector<std::string> places(shape.size());
  for (size_t axis = shape.size(); axis-- > 0; lane /= shape[axis]) {
    int width = int(std::ceil(std::log10(double(shape[axis]))));
    places[axis] = formatted("%*d", width, int(lane % shape[axis]));
  }
  return cat(" idx (", join(places, ", "), ")");
}

std::string programText(const Machine &machine) {
  auto [x, y, z] = machine.program();
  return cat("pid (", x, ", ", y, ", ", z, ")");
}

struct Printed {
  LaneText text;
  llvm::ArrayRef<int64_t> shape;
  int64_t lanes;
};

Step preparePrint(Operation *op, Preparation &prepare) {
  auto print = cast<tile::PrintOp>(op);
  std::string prefix = print.getPrefix().str();
  std::vector<Printed> operands;
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    operands.push_back({laneTextOf(print, i, prepare.operand(operand)),
                        tile::shapeOf(operand.getType()), prepare.lanesOf(operand)});
  return [=](Machine &machine) {
    std::string program = programText(machine), lines;
    if (operands.empty())
      lines = cat(program, prefix, "\n");
    for (size_t i = 0; i < operands.size(); ++i) {
      std::string which = operands.size() > 1 ? cat("(operand ", i, ") ") : "";
      for (int64_t lane = 0; lane < operands[i].lanes; ++lane)
        lines += cat(program, indexText(lane, operands[i].shape), prefix, which,
                     operands[i].text(machine, lane), "\n");
    }
    machine.print(lines);
  };
}

Step prepareAssert(Operation *op, Preparation &prepare) {
  auto assertion = cast<tile::AssertOp>(op);
  Slot condition = prepare.operand(assertion.getCondition());
  bool hasMask = bool(assertion.getMask());
  Slot mask = hasMask ? prepare.operand(assertion.getMask()) : Slot();
  int64_t lanes = prepare.lanesOf(assertion.getCondition());
  std::string message = assertion.getMessage().str();
  return [=](Machine &machine) {
    const bool *holds = machine.lanes<bool>(condition);
    const bool *keep = hasMask ? machine.lanes<bool>(mask) : nullptr;
    for (int64_t i = 0; i < lanes; ++i)
      if ((!keep || keep[i]) && !holds[i])
        return machine.stop(assertFailed(op, i, message, machine));
  };
}

// A promise that does not hold would let engines do anything: said here.
Step prepareAssume(Operation *op, Preparation &prepare) {
  Slot condition = prepare.operand(op->getOperand(0));
  return [=](Machine &machine) {
    if (!*machine.lanes<bool>(condition))
      machine.stop(assumptionFailed(op, machine));
  };
}

Step prepareHint(Operation *op, Preparation &prepare) {
  prepare.alias(op->getResult(0), op->getOperand(0));
  return {};
}

// Stores are seen at once.
Step prepareBarrier(Operation *, Preparation &) {
  return {};
}

Step prepareInlineAsm(Operation *op, Preparation &prepare) {
  prepare.refuse("inline assembly");
  for (Value result : op->getResults())
    prepare.result(result);
  return {};
}

} // namespace

void addDebug(SemanticsTable &table) {
  table.set("tile.print", preparePrint);
  table.set("tile.assert", prepareAssert);
  table.set("tile.assume", prepareAssume);
  table.set("tile.hint", prepareHint);
  table.set("tile.barrier", prepareBarrier);
  table.set("tile.inline_asm", prepareInlineAsm);
}

} // namespace nereid::interp
