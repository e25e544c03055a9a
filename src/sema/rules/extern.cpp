// tl.core.extern_elementwise: a function of a machine library, by its symbol. No library is linked:
// a symbol of CUDA's math library means the function of tl.extra.libdevice that it is, on every
// target, and any other symbol is an error that names it.
#include "sema/rules/builtins.h"
#include "sema/rules/library_symbol.h"
#include "sema/rules/promote.h"
#include "sema/signature.h"

namespace nereid::sema {
namespace {

using Types = std::vector<Scalar>;

struct Declaration {
  Types arguments;
  std::string symbol;
  Scalar result;
};

std::string typesText(const Types &types) {
  std::vector<std::string> names;
  for (Scalar type : types)
    names.push_back(std::string(languageName(type)));
  return cat("(", join(names, ", "), ")");
}

std::optional<Declaration> readDeclaration(const eval::Value &key, const eval::Value &value) {
  auto *types = unwrap(key).as<eval::Tuple>();
  auto *meaning = unwrap(value).as<eval::Tuple>();
  if (!types || !meaning || meaning->items.size() != 2)
    return std::nullopt;
  const std::string *symbol = unwrap(meaning->items[0]).asString();
  const auto *result = unwrap(meaning->items[1]).as<Dtype>();
  if (!symbol || !result)
    return std::nullopt;
  Declaration declaration{{}, *symbol, result->scalar};
  for (const eval::Value &type : types->items) {
    const auto *dtype = unwrap(type).as<Dtype>();
    if (!dtype)
      return std::nullopt;
    declaration.arguments.push_back(dtype->scalar);
  }
  return declaration;
}

std::optional<std::vector<Declaration>> readDeclarations(Context &context, const Value &argument) {
  auto *table = argument.isConstant() ? unwrap(argument.constant).as<eval::Dict>() : nullptr;
  std::vector<Declaration> declarations;
  bool isGood = table && table->size() > 0;
  if (table)
    for (const auto &[key, value] : table->entries()) {
      auto declaration = readDeclaration(key, value);
      isGood = isGood && declaration;
      if (declaration)
        declarations.push_back(std::move(*declaration));
    }
  if (isGood)
    return declarations;
  failAtValue(context, argument, DiagKind::WrongArguments,
              "`arg_type_symbol_dict` does not say which symbol is for which types", {},
              {help("`{(tl.float32,): (\"__nv_sinf\", tl.float32)}`: types of the arguments, then "
                    "the symbol and its result's type")});
  return std::nullopt;
}

std::optional<Types> typesOf(Context &context, const std::vector<Value> &tiles) {
  Types types;
  for (const Value &tile : tiles) {
    if (tile.type.isPointer) {
      failAtValue(context, tile, DiagKind::TypeMismatch,
                  cat("this is ", typeText(tile), ", and library functions take numbers"));
      return std::nullopt;
    }
    types.push_back(tile.type.element);
  }
  return types;
}

const Declaration *find(const std::vector<Declaration> &declarations, const Types &types) {
  for (const Declaration &declaration : declarations)
    if (declaration.arguments == types)
      return &declaration;
  return nullptr;
}

// All to the type that they have in common, as arithmetic would bring them to.
bool promoteTogether(Context &context, std::vector<Value> &tiles) {
  for (size_t i = 1; i < tiles.size(); ++i) {
    auto operands = unify(context, tiles[0], tiles[i], {.keepsScalars = false});
    if (!operands)
      return false;
    tiles[0] = operands->x;
  }
  for (Value &tile : tiles) {
    tile = castTo(context, tile, tiles[0].type.element);
    if (tile.isError() || !broadcastTogether(context, tiles[0], tile))
      return false;
  }
  return true;
}

// The declaration for these tiles; they become what it says. Nothing after a report.
const Declaration *choose(Context &context, const std::vector<Declaration> &declarations,
                          std::vector<Value> &tiles) {
  auto types = typesOf(context, tiles);
  if (!types)
    return nullptr;
  if (const Declaration *exact = find(declarations, *types)) {
    for (size_t i = 1; i < tiles.size(); ++i)
      if (!broadcastTogether(context, tiles[0], tiles[i]))
        return nullptr;
    return exact;
  }
  std::vector<std::string> known;
  for (const Declaration &declaration : declarations)
    known.push_back(quoted(typesText(declaration.arguments)));
  if (tiles.size() == declarations[0].arguments.size()) {
    if (!promoteTogether(context, tiles))
      return nullptr;
    if (const Declaration *promoted = find(declarations, *typesOf(context, tiles)))
      return promoted;
  }
  context.fail(DiagKind::WrongArguments,
               cat("no symbol is declared for arguments of ", quoted(typesText(*types))), {},
               {help(cat("declared for ", join(known, ", ")))});
  return nullptr;
}

Value failSymbol(Context &context, const std::string &symbol) {
  std::vector<std::string> known;
  for (std::string_view each : librarySymbols())
    known.emplace_back(each);
  std::vector<std::string> near = nearestWords(symbol, known);
  std::vector<Help> helps;
  if (!near.empty())
    helps.push_back(help(cat("did you mean `", join(near, "` or `"), "`?")));
  helps.push_back(help(cat("known are the ", known.size(),
                           " symbols of `tl.extra.libdevice`, which begin with `__nv_`; "
                           "no other library is linked")));
  return context.fail(DiagKind::TargetLacks, cat("no library here has the symbol `", symbol, "`"),
                      {}, std::move(helps));
}

Value failSymbolType(Context &context, const Declaration &declaration, std::string_view what,
                     Scalar declared, Scalar real) {
  return context.fail(DiagKind::TypeMismatch,
                      cat("`", declaration.symbol, "` ", what, " ", quoted(languageName(real)),
                          ", and is declared with ", quoted(languageName(declared))));
}

// An argument in the type that the symbol means: its integers have a sign of their own.
Value asSymbolTakes(Context &context, const Declaration &declaration, const LibrarySymbol &symbol,
                    const Value &tile) {
  Scalar type = tile.type.element;
  std::optional<Scalar> wanted = isFloat(type) ? symbol.floats : symbol.integers;
  if (!wanted || *wanted == type)
    return tile;
  if (isFloat(type) || bitWidth(*wanted) != bitWidth(type))
    return failSymbolType(context, declaration, "takes", type, *wanted);
  return castTo(context, tile, *wanted, true);
}

Value asDeclared(Context &context, const Declaration &declaration, const Value &result) {
  Scalar real = result.type.element, declared = declaration.result;
  if (result.isError() || real == declared)
    return result;
  bool bothInts = !isFloat(real) && !isFloat(declared);
  if (bothInts && (real == Scalar::I1 || declared == Scalar::I1))
    return castTo(context, result, declared); // a question's answer, which C gives as an int
  if (bothInts && bitWidth(real) == bitWidth(declared))
    return castTo(context, result, declared, true);
  return failSymbolType(context, declaration, "gives", declared, real);
}

Value callBuiltin(Context &context, const std::string &name, std::vector<Value> tiles) {
  const BuiltinSpec *spec = findBuiltin(name);
  const BuiltinSignature &signature = signatureOf(*spec);
  BoundArguments bound{std::move(tiles), {}, {}};
  bound.given.assign(bound.values.size(), true);
  for (size_t i = bound.values.size(); i < signature.defaults.size(); ++i) {
    bound.values.push_back(signature.defaults[i]);
    bound.given.push_back(false);
  }
  return spec->apply(context, bound);
}

} // namespace

// extern_elementwise(lib_name, lib_path, args, arg_type_symbol_dict, is_pure)
Value applyExternElementwise(Context &context, const BoundArguments &arguments) {
  auto inputs = elementsOf(arguments[2]);
  auto declarations = readDeclarations(context, arguments[3]);
  if (!declarations)
    return Value::error();
  if (!inputs || inputs->empty())
    return failAtValue(context, arguments[2], DiagKind::WrongArguments,
                       cat("`args` is a list of tiles, but this is ", typeText(arguments[2])));
  std::vector<Value> tiles;
  for (const Value &input : *inputs) {
    tiles.push_back(toTile(context, input));
    if (tiles.back().isError())
      return Value::error();
  }
  const Declaration *declaration = choose(context, *declarations, tiles);
  if (!declaration)
    return Value::error();
  std::optional<LibrarySymbol> symbol = findLibrarySymbol(declaration->symbol);
  if (!symbol)
    return failSymbol(context, declaration->symbol);
  size_t wanted = 0;
  for (const auto &parameter : signatureOf(*findBuiltin(symbol->builtin)).parameters)
    wanted += !parameter.hasDefault;
  if (tiles.size() != wanted)
    return context.fail(DiagKind::WrongArguments, cat("`", declaration->symbol, "` takes ", wanted,
                                                      " arguments, and gets ", tiles.size()));
  for (Value &tile : tiles) {
    tile = asSymbolTakes(context, *declaration, *symbol, tile);
    if (tile.isError())
      return tile;
  }
  return asDeclared(context, *declaration, callBuiltin(context, symbol->builtin, tiles));
}

} // namespace nereid::sema
