#include "lower/lowering.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "lower/lower.h"

using namespace mlir;

namespace nereid::lower {
namespace {

Type convertElement(Scalar element, MLIRContext &context) {
  switch (element) {
  case Scalar::F8E4M3:
    return Float8E4M3FNType::get(&context);
  case Scalar::F8E5M2:
    return Float8E5M2Type::get(&context);
  case Scalar::F8E4B8:
    return Float8E4M3FNUZType::get(&context);
  case Scalar::F8E5B16:
    return Float8E5M2FNUZType::get(&context);
  case Scalar::F16:
    return Float16Type::get(&context);
  case Scalar::BF16:
    return BFloat16Type::get(&context);
  case Scalar::F32:
    return Float32Type::get(&context);
  case Scalar::F64:
    return Float64Type::get(&context);
  default: // integers, and F8E4B15's bits
    return IntegerType::get(&context, bitWidth(element));
  }
}

// What the function's signature tells engines about a parameter beyond its type.
DictionaryAttr describe(const core::Parameter &parameter, OpBuilder &builder) {
  SmallVector<NamedAttribute> facts = {
      builder.getNamedAttr("tile.name", builder.getStringAttr(parameter.name)),
      builder.getNamedAttr("tile.type", builder.getStringAttr(core::print(parameter.type)))};
  if (parameter.divisor > 1)
    facts.push_back(
        builder.getNamedAttr("tile.divisibility", builder.getI32IntegerAttr(parameter.divisor)));
  return builder.getDictionaryAttr(facts);
}

} // namespace

Type convertType(const core::Type &type, MLIRContext &context) {
  Scalar stored = type.isPointer && type.element == Scalar::I1 ? Scalar::I8 : type.element;
  Type element = convertElement(stored, context);
  if (type.isPointer)
    element = tile::PtrType::get(&context, element);
  return tile::tileOf(type.shape, element);
}

const LowerTable &lowerTable() {
  static const LowerTable table = [] {
    LowerTable t;
    addArithmetic(t);
    addMath(t);
    addConversions(t);
    addShape(t);
    addMemory(t);
    addAcrossLanes(t);
    addControl(t);
    addDebug(t);
    return t;
  }();
  return table;
}

Lowering::Lowering(const core::Kernel &theKernel, const SourceMap &sources, MLIRContext &context)
    : builder(&context), kernel(theKernel), context_(context), sources_(sources),
      values_(theKernel.typeOf.size()) {}

OwningOpRef<ModuleOp> Lowering::run() {
  Location loc = locate(kernel.span, 0);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());

  SmallVector<Type> types;
  SmallVector<DictionaryAttr> facts;
  for (const core::Parameter &parameter : kernel.parameters) {
    types.push_back(convertType(parameter.type, context_));
    facts.push_back(describe(parameter, builder));
  }
  auto function =
      func::FuncOp::create(builder, loc, kernel.name, builder.getFunctionType(types, {}));
  function.setAllArgAttrs(facts);

  Block *entry = function.addEntryBlock();
  for (auto [argument, id, parameter] :
       llvm::zip_equal(entry->getArguments(), kernel.body.arguments, kernel.parameters)) {
    argument.setLoc(locate(parameter.span, 0));
    define(id, argument);
  }
  builder.setInsertionPointToEnd(entry);
  lowerStatements(kernel.body);
  func::ReturnOp::create(builder, loc);
  return module;
}

Type Lowering::typeOf(core::ValueId id) const {
  return convertType(coreType(id), context_);
}

SmallVector<Type> Lowering::typesOf(ArrayRef<core::ValueId> ids) const {
  return llvm::map_to_vector(ids, [&](core::ValueId id) { return typeOf(id); });
}

Value Lowering::value(core::ValueId id) const {
  Value value = values_[static_cast<uint32_t>(id)];
  NEREID_CHECK(value, cat("%", static_cast<uint32_t>(id), " is used before it is defined"));
  return value;
}

SmallVector<Value> Lowering::values(ArrayRef<core::ValueId> ids) const {
  return llvm::map_to_vector(ids, [&](core::ValueId id) { return value(id); });
}

Value Lowering::optionalOperand(const Stmt &stmt, size_t index) const {
  return index < stmt.operands.size() ? operand(stmt, index) : Value();
}

void Lowering::define(core::ValueId id, Value value) {
  NEREID_CHECK(
      value.getType() == typeOf(id),
      cat("%", static_cast<uint32_t>(id), " became another type than ", core::print(coreType(id))));
  values_[static_cast<uint32_t>(id)] = value;
}

void Lowering::define(const Stmt &stmt, ValueRange results) {
  for (auto [id, result] : llvm::zip_equal(stmt.results, results))
    define(id, result);
}

// file:line:column, named "span:begin:end" so that a report can mark the very text; a call-site
// location for each call it was inlined through.
Location Lowering::locate(Span span, uint32_t frame) {
  Location here = builder.getUnknownLoc();
  if (span != Span() && sources_.contains(span)) {
    LineColumn start = sources_.start(span);
    StringRef path = sources_.path(span);
    here = NameLoc::get(builder.getStringAttr(cat("span:", span.begin, ":", span.end)),
                        FileLineColLoc::get(&context_, path, start.line, start.column));
  }
  if (frame == 0)
    return here;
  const core::Frame &call = kernel.frames[frame];
  return CallSiteLoc::get(here, locate(call.call, call.parent));
}

void Lowering::lowerStatements(const core::Block &block) {
  for (const Stmt &stmt : block.body) {
    Lower lower = lowerTable().find(stmt.op);
    NEREID_CHECK(lower, cat("no lowering for ", core::nameOf(stmt.op)));
    lower(*this, stmt);
  }
}

void Lowering::lowerRegion(const core::Block &block, Region &region, Location loc) {
  SmallVector<Type> types = typesOf(block.arguments);
  Block *body =
      builder.createBlock(&region, region.end(), types, SmallVector<Location>(types.size(), loc));
  for (auto [id, argument] : llvm::zip_equal(block.arguments, body->getArguments()))
    define(id, argument);
  lowerStatements(block);
}

} // namespace nereid::lower

namespace nereid {

OwningOpRef<ModuleOp> lowerToTileIr(const core::Kernel &kernel, const SourceMap &sources,
                                    MLIRContext &context) {
  tile::loadDialects(context);
  return lower::Lowering(kernel, sources, context).run();
}

} // namespace nereid
