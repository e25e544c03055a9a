// Scalar code run once a lane: inline assembly, and map_elementwise for functions.
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"

namespace nereid::sema {
namespace {

constexpr int64_t kMaxPack = 128;

// Tiles of one shape; element types stay as they are.
std::optional<std::vector<Value>> alignedTiles(Context &context, const std::vector<Value> &values) {
  std::vector<Value> tiles;
  Value grown = Value::tile({}, tileType(Scalar::I32));
  for (const Value &value : values) {
    Value tile = toTile(context, value);
    if (tile.isError())
      return std::nullopt;
    auto shape = sharedShape(context, grown, tile, "map over");
    if (!shape)
      return std::nullopt;
    grown.type.shape = std::move(*shape);
    tiles.push_back(std::move(tile));
  }
  for (Value &tile : tiles)
    tile = stretchTo(context, tile, grown.type.shape);
  return tiles;
}

std::optional<int64_t> readPack(Context &context, const Value &argument) {
  auto pack = constantInt(context, argument, "`pack`");
  if (!pack || (isPowerOfTwo(*pack) && *pack <= kMaxPack))
    return pack;
  failAtValue(context, argument, DiagKind::ValueOutOfRange,
              cat("`pack` is a power of 2 up to ", kMaxPack, ", but this is ", *pack));
  return std::nullopt;
}

// "mov.b32 $0, $1;": a move between registers means the same everywhere, so it needs no assembly.
// Kernels write it to keep an optimizer from looking through.
bool isMove(std::string_view assembly) {
  std::string words;
  for (char c : assembly)
    if (c != ' ' && c != '\t' && c != '\n' && c != ';')
      words += c;
  if (!startsWith(words, "mov."))
    return false;
  size_t operands = words.find("$0,$1");
  return operands != std::string::npos && operands + 5 == words.size() && operands <= 7;
}

// Nothing at all, with the result in the register of the argument: a move, too.
bool isTied(std::string_view assembly, std::string_view constraints) {
  return assembly.find_first_not_of(" \t\n;") == std::string_view::npos && constraints.size() > 2 &&
         constraints.substr(constraints.size() - 2) == ",0";
}

// Assembly is that of NVIDIA GPUs, and means nothing elsewhere.
bool hasAssembler(Context &context) {
  return context.options().target.isCuda || context.isLint();
}

Value failNoAssembler(Context &context, std::string_view what, std::string_view instead) {
  return context.fail(DiagKind::TargetLacks,
                      cat(what, " needs an NVIDIA GPU; this target is a CPU"), {},
                      {help(std::string(instead))});
}

Value readRegister(Context &context, std::string_view assembly, std::string_view constraints,
                   Scalar type) {
  core::Attributes attrs = withTexts({std::string(assembly), std::string(constraints)});
  attrs.integers = {0, 1}; // not pure; one element at a time
  return emitOp(context, OpKind::InlineAsm, {}, tileType(type), std::move(attrs));
}

} // namespace

// extra.cuda.globaltimer(), extra.cuda.smid()
Value applyGlobalTimer(Context &context, const BoundArguments &) {
  if (!hasAssembler(context))
    return failNoAssembler(context, "`globaltimer`, the clock of a GPU,",
                           "time the launch from the host: `triton.testing.do_bench`");
  return readRegister(context, "mov.u64 $0, %globaltimer;", "=l", Scalar::I64);
}

// A CPU is one multiprocessor.
Value applySmid(Context &context, const BoundArguments &) {
  if (!hasAssembler(context))
    return toTile(context, integerConstant(0));
  return readRegister(context, "mov.u32 $0, %smid;", "=r", Scalar::I32);
}

// inline_asm_elementwise(asm, constraints, args, dtype, is_pure, pack)
Value applyInlineAsm(Context &context, const BoundArguments &arguments) {
  auto assembly = constantString(context, arguments[0], "the assembly");
  auto constraints = constantString(context, arguments[1], "the constraints");
  auto pure = constantBool(context, arguments[4], "`is_pure`");
  auto pack = readPack(context, arguments[5]);
  auto inputs = elementsOf(arguments[2]);
  if (!assembly || !constraints || !pure || !pack)
    return Value::error();
  if (!inputs)
    inputs = {arguments[2]};
  auto tiles = alignedTiles(context, *inputs);
  if (!tiles)
    return Value::error();
  Shape shape = tiles->empty() ? Shape{} : (*tiles)[0].type.shape;
  auto types = elementsOf(arguments[3]);
  bool isTuple = types.has_value();
  if (!types)
    types = {arguments[3]};
  std::vector<Type> results;
  for (const Value &type : *types) {
    auto result = constantType(context, type, "`dtype`");
    if (!result)
      return Value::error();
    results.push_back(result->withShape(shape));
  }
  bool isMoved = isMove(*assembly) || isTied(*assembly, *constraints);
  if (isMoved && tiles->size() == 1 && results.size() == 1 && !results[0].isPointer) {
    Value moved = castTo(context, (*tiles)[0], results[0].element, true);
    return isTuple ? Value::ofTuple({moved}) : moved;
  }
  if (!hasAssembler(context))
    return failNoAssembler(context,
                           cat("the assembly `", assembly->substr(0, assembly->find('\n', 1)), "`"),
                           "write it in the language, or in a branch under "
                           "`tl.target_info.is_cuda()`");
  core::Attributes attrs = withTexts({*assembly, *constraints});
  attrs.integers = {*pure, *pack};
  std::vector<Value> outputs =
      context.emitMany(OpKind::InlineAsm, *tiles, std::move(results), std::move(attrs), {});
  return isTuple ? Value::ofTuple(std::move(outputs)) : outputs[0];
}

// map_elementwise(scalar_fn, *args, pack=1)
Value applyMapElementwise(Context &context, const BoundArguments &arguments) {
  auto pack = readPack(context, arguments.values.back());
  auto tiles = alignedTiles(context, arguments.rest);
  if (!pack || !tiles)
    return Value::error();
  if (tiles->empty())
    return context.fail(DiagKind::WrongArguments, "`map_elementwise` has nothing to map over");
  const Shape shape = (*tiles)[0].type.shape;
  std::vector<Type> elements, results;
  for (const Value &tile : *tiles)
    elements.insert(elements.end(), *pack, tile.type.withShape({}));
  auto block = context.region(arguments[0], elements, results);
  if (!block)
    return Value::error();
  if (results.empty() || results.size() % *pack != 0)
    return failAtValue(
        context, arguments[0], DiagKind::BadCombine,
        cat("the mapped function returns ", results.size(), " values for `pack=", *pack, "`"));
  std::vector<Type> types;
  for (size_t i = 0; i < results.size(); i += *pack)
    types.push_back(results[i].withShape(shape));
  std::vector<core::Block> regions;
  regions.push_back(std::move(*block));
  std::vector<Value> outputs = context.emitMany(OpKind::MapElementwise, *tiles, std::move(types),
                                                withInteger(*pack), std::move(regions));
  return outputs.size() == 1 ? outputs[0] : Value::ofTuple(std::move(outputs));
}

} // namespace nereid::sema
