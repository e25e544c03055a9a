#include "interp/report.h"

#include "mlir/IR/Location.h"

#include "base/text.h"
#include "ir/tile.h"

using namespace mlir;

namespace nereid::interp {
namespace {

std::optional<Span> spanFromName(StringRef name) {
  Span span;
  if (!name.consume_front("span:") || name.consumeInteger(10, span.begin) ||
      !name.consume_front(":") || name.consumeInteger(10, span.end))
    return std::nullopt;
  return span;
}

// The calls an operation was inlined through, innermost first.
std::vector<Label> callsOf(Location location) {
  std::vector<Label> calls;
  while (auto call = dyn_cast<CallSiteLoc>(location)) {
    location = call.getCaller();
    calls.push_back({spanOf(location), "called from here"});
  }
  return calls;
}

std::string programText(const Machine &machine) {
  auto [x, y, z] = machine.program();
  return cat("program (", x, ", ", y, ", ", z, ")");
}

// "3", or "(1, 5)" in a tile of rank 2 and more.
std::string laneText(int64_t lane, llvm::ArrayRef<int64_t> shape) {
  if (shape.size() < 2)
    return cat(lane);
  std::vector<std::string> places(shape.size());
  for (size_t axis = shape.size(); axis-- > 0; lane /= shape[axis])
    places[axis] = cat(lane % shape[axis]);
  return cat("(", join(places, ", "), ")");
}

// ", lane 3" for an operation on a tile, nothing for one on scalars.
std::string atLane(Type type, int64_t lane) {
  auto shape = tile::shapeOf(type);
  return shape.empty() ? std::string() : cat(", lane ", laneText(lane, shape));
}

Diagnostic faultAt(Operation *op, DiagKind kind, std::string headline, std::string label) {
  Diagnostic diagnostic{kind, std::move(headline), {spanOf(op->getLoc()), std::move(label)}};
  diagnostic.calls = callsOf(op->getLoc());
  return diagnostic;
}

// -- Out of bounds.

// The lanes that may not go ahead.
std::vector<int64_t> badLanes(const Access &access, Machine &machine) {
  std::vector<int64_t> bad;
  for (int64_t i = 0; i < access.lanes; ++i)
    if ((!access.mask || access.mask[i]) &&
        !machine.memory().allows(access.addresses[i], access.bytes, access.roots))
      bad.push_back(i);
  return bad;
}

// The parameter whose buffer the access missed: the one that the pointer was computed from, or else
// the one whose buffer is nearest.
const PointerArgument *missedBuffer(const Access &access, uint64_t address, Machine &machine) {
  const auto &arguments = machine.memory().arguments();
  if (access.roots.size() == 1)
    for (const PointerArgument &argument : arguments)
      if (argument.position == access.roots.front())
        return &argument;
  auto nearest = MemoryMap::find(address);
  for (const PointerArgument &argument : arguments)
    if (nearest && argument.allocation && argument.allocation->begin == nearest->begin)
      return &argument;
  return nullptr;
}

// How far an address is from what the parameter points at, in elements.
int64_t elementIndex(const PointerArgument &argument, uint64_t address) {
  int64_t bytes = int64_t(address - argument.address);
  int64_t size = int64_t(argument.elementBytes);
  return bytes >= 0 ? bytes / size : (bytes - size + 1) / size;
}

// "lanes 253 to 255 read x[1021] to x[1023]"
std::string lanesText(const Access &access, const std::vector<int64_t> &bad,
                      const PointerArgument *argument) {
  auto shape = tile::shapeOf(access.pointerType);
  int64_t first = bad.front(), last = bad.back();
  bool isRun = shape.size() < 2 && last - first + 1 == int64_t(bad.size());
  bool isOne = bad.size() == 1;
  std::string does(isOne ? access.does : access.does.substr(0, access.does.size() - 1));

  std::string who;
  if (shape.empty())
    who = "";
  else if (isOne)
    who = cat("lane ", laneText(first, shape), " ");
  else if (isRun)
    who = cat("lanes ", first, " to ", last, " ");
  else
    who = cat("lane ", laneText(first, shape), " and ", bad.size() - 1, " more ");

  if (!argument)
    return who + cat(does, " outside every buffer");
  auto element = [&](int64_t lane) {
    return cat(argument->name, "[", elementIndex(*argument, access.addresses[lane]), "]");
  };
  return who + cat(does, " ", element(first), isRun && !isOne ? cat(" to ", element(last)) : "");
}

} // namespace

Span spanOf(Location location) {
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return spanOf(call.getCallee());
  if (auto name = dyn_cast<NameLoc>(location))
    if (auto span = spanFromName(name.getName().getValue()))
      return *span;
  if (auto fused = dyn_cast<FusedLoc>(location)) // operations that a pass merged
    for (Location part : fused.getLocations())
      if (Span span = spanOf(part); span != Span())
        return span;
  return {};
}

Diagnostic outOfBounds(const Access &access, Machine &machine) {
  std::vector<int64_t> bad = badLanes(access, machine);
  uint64_t address = access.addresses[bad.front()];
  const PointerArgument *argument = missedBuffer(access, address, machine);
  std::string where =
      cat(programText(machine), tile::shapeOf(access.pointerType).empty() ? " " : ", ",
          lanesText(access, bad, argument));
  if (!argument)
    return faultAt(access.op, DiagKind::OutOfBounds,
                   cat(access.verb, " ", access.does, " memory that no argument holds"), where);

  const Allocation &buffer = *argument->allocation;
  bool isPastEnd = address + access.bytes > buffer.begin + buffer.size;
  Diagnostic diagnostic =
      faultAt(access.op, DiagKind::OutOfBounds,
              cat(access.verb, " ", access.does,
                  isPastEnd ? " past the end of `" : " before the start of `", argument->name, "`"),
              where);
  uint64_t elements = (buffer.begin + buffer.size - argument->address) / argument->elementBytes;
  diagnostic.labels.push_back(
      {argument->declared,
       cat("`", argument->name, "` holds ", elements, elements == 1 ? " element" : " elements",
           " (argument ", argument->position + 1, ")")});
  diagnostic.helps.push_back({access.mask
                                  ? "let the mask be false for lanes that do not exist"
                                  : "mask the lanes that do not exist: `mask=offsets < n`"});
  return diagnostic;
}

Diagnostic divisionByZero(Operation *op, int64_t lane, const Machine &machine) {
  return faultAt(op, DiagKind::DivisionByZero, "division by zero",
                 cat(programText(machine), atLane(op->getResult(0).getType(), lane)));
}

Diagnostic indexOutOfRange(Operation *op, int64_t lane, int64_t index, int64_t size,
                           const Machine &machine) {
  Diagnostic diagnostic =
      faultAt(op, DiagKind::IndexOutOfRange,
              cat("gather picks index ", index, " of an axis of size ", size),
              cat(programText(machine), atLane(op->getResult(0).getType(), lane)));
  diagnostic.helps.push_back({cat("indices go from 0 to ", size - 1)});
  return diagnostic;
}

Diagnostic assertFailed(Operation *op, int64_t lane, std::string_view message,
                        const Machine &machine) {
  std::string headline =
      message.empty() ? "device_assert failed" : cat("device_assert failed: ", message);
  return faultAt(op, DiagKind::DeviceAssertFailed, std::move(headline),
                 cat(programText(machine), atLane(op->getOperand(0).getType(), lane)));
}

Diagnostic assumptionFailed(Operation *op, const Machine &machine) {
  return faultAt(op, DiagKind::DeviceAssertFailed, "what tl.assume promises does not hold",
                 programText(machine));
}

} // namespace nereid::interp
