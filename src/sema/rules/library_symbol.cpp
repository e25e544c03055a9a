// Symbols follow three rules and have some thirty exceptions:
//
//   sin        __nv_sinf, __nv_sin            one letter more for fp32
//   add_rz     __nv_fadd_rz, __nv_dadd_rz     directed arithmetic: a letter before the name
//   ll2float_rn, fast_sinf, float_as_int      the name alone, where it names a type already
#include "sema/rules/library_symbol.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "base/text.h"
#include "sema/rules/libdevice.h"

namespace nereid::sema {
namespace {

struct Irregular {
  std::string_view symbol, builtin;
  std::optional<Scalar> floats = {}, integers = {};
};

constexpr Irregular kIrregular[] = {
    {"abs", "extra.libdevice.abs", {}, Scalar::I32},
    {"llabs", "extra.libdevice.abs", {}, Scalar::I64},
    {"fmaxf", "maximum", Scalar::F32},
    {"fmax", "maximum", Scalar::F64},
    {"fminf", "minimum", Scalar::F32},
    {"fmin", "minimum", Scalar::F64},
    {"max", "maximum", {}, Scalar::I32},
    {"umax", "maximum", {}, Scalar::U32},
    {"llmax", "maximum", {}, Scalar::I64},
    {"ullmax", "maximum", {}, Scalar::U64},
    {"min", "minimum", {}, Scalar::I32},
    {"umin", "minimum", {}, Scalar::U32},
    {"llmin", "minimum", {}, Scalar::I64},
    {"ullmin", "minimum", {}, Scalar::U64},
    {"mulhi", "extra.libdevice.mulhi", {}, Scalar::I32},
    {"umulhi", "extra.libdevice.mulhi", {}, Scalar::U32},
    {"mul64hi", "extra.libdevice.mulhi", {}, Scalar::I64},
    {"umul64hi", "extra.libdevice.mulhi", {}, Scalar::U64},
    {"popc", "extra.libdevice.popc", {}, Scalar::I32},
    {"popcll", "extra.libdevice.popc", {}, Scalar::I64},
    {"clz", "extra.libdevice.clz", {}, Scalar::I32},
    {"clzll", "extra.libdevice.clz", {}, Scalar::I64},
    {"ffs", "extra.libdevice.ffs", {}, Scalar::I32},
    {"ffsll", "extra.libdevice.ffs", {}, Scalar::I64},
    {"brev", "extra.libdevice.brev", {}, Scalar::I32},
    {"brevll", "extra.libdevice.brev", {}, Scalar::I64},
    {"mul24", "extra.libdevice.mul24", {}, Scalar::I32},
    {"umul24", "extra.libdevice.mul24", {}, Scalar::U32},
    {"hadd", "extra.libdevice.hadd", {}, Scalar::I32},
    {"uhadd", "extra.libdevice.hadd", {}, Scalar::U32},
    {"rhadd", "extra.libdevice.rhadd", {}, Scalar::I32},
    {"urhadd", "extra.libdevice.rhadd", {}, Scalar::U32},
    {"sad", "extra.libdevice.sad"},
    {"usad", "extra.libdevice.sad", {}, Scalar::U32},
    {"byte_perm", "extra.libdevice.byte_perm", {}, Scalar::I32},
    {"isnanf", "extra.libdevice.isnan", Scalar::F32},
    {"isnand", "extra.libdevice.isnan", Scalar::F64},
    {"isinff", "extra.libdevice.isinf", Scalar::F32},
    {"isinfd", "extra.libdevice.isinf", Scalar::F64},
    {"finitef", "extra.libdevice.finitef", Scalar::F32},
    {"isfinited", "extra.libdevice.isfinited", Scalar::F64},
    {"signbitf", "extra.libdevice.signbit", Scalar::F32},
    {"signbitd", "extra.libdevice.signbit", Scalar::F64},
    {"powif", "extra.libdevice.pow", Scalar::F32, Scalar::I32},
    {"powi", "extra.libdevice.pow", Scalar::F64, Scalar::I32},
    {"frsqrt_rn", "extra.libdevice.rsqrt_rn", Scalar::F32},
    {"fast_fdividef", "extra.libdevice.fast_dividef", Scalar::F32},
    {"saturatef", "extra.libdevice.saturatef", Scalar::F32},
    {"rcp64h", "extra.libdevice.rcp64h", Scalar::F64},
};

// ll2float_rn, float_as_int, fast_sinf, hiloint2double
bool namesItsTypes(std::string_view name) {
  size_t two = name.find('2');
  bool isConversion =
      two != std::string_view::npos && two + 1 < name.size() && std::isalpha(name[two + 1]);
  return isConversion || startsWith(name, "fast_") || name.find("_as_") != std::string_view::npos;
}

std::optional<Scalar> floatArgument(std::string_view name) {
  if (startsWith(name, "fast_") || startsWith(name, "float"))
    return Scalar::F32;
  if (startsWith(name, "double"))
    return Scalar::F64;
  return std::nullopt;
}

bool isDirected(std::string_view name) {
  return name.size() > 3 && name[name.size() - 3] == '_' && name[name.size() - 2] == 'r' &&
         std::string_view("nzdu").find(name.back()) != std::string_view::npos;
}

using Table = std::map<std::string, LibrarySymbol, std::less<>>;

void addByRule(Table &table, std::string_view name) {
  auto add = [&](std::string symbol, std::optional<Scalar> floats) {
    table.try_emplace(cat("__nv_", symbol),
                      LibrarySymbol{cat("extra.libdevice.", name), floats, std::nullopt});
  };
  if (namesItsTypes(name))
    return add(std::string(name), floatArgument(name));
  if (isDirected(name) && startsWith(name, "fma")) {
    add(cat("fmaf", name.substr(3)), Scalar::F32);
    return add(std::string(name), Scalar::F64);
  }
  if (isDirected(name)) {
    add(cat("f", name), Scalar::F32);
    return add(cat("d", name), Scalar::F64);
  }
  add(cat(name, "f"), Scalar::F32);
  add(std::string(name), Scalar::F64);
}

Table makeTable() {
  Table table;
  std::vector<std::string_view> placed;
  for (const Irregular &line : kIrregular) {
    table.emplace(cat("__nv_", line.symbol),
                  LibrarySymbol{std::string(line.builtin), line.floats, line.integers});
    placed.push_back(line.builtin);
  }
  constexpr std::string_view kHome = "extra.libdevice.";
  for (const BuiltinSpec &spec : libdeviceSpecs()) {
    bool isPlaced = std::find(placed.begin(), placed.end(), spec.name) != placed.end();
    bool isPow = spec.name == "extra.libdevice.pow"; // has both kinds of symbols
    if (startsWith(spec.name, kHome) && (!isPlaced || isPow))
      addByRule(table, spec.name.substr(kHome.size()));
  }
  return table;
}

const Table &table() {
  static const Table &table = *new Table(makeTable());
  return table;
}

} // namespace

std::optional<LibrarySymbol> findLibrarySymbol(std::string_view symbol) {
  auto found = table().find(symbol);
  return found == table().end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string_view> librarySymbols() {
  std::vector<std::string_view> symbols;
  for (const auto &[symbol, function] : table())
    symbols.push_back(symbol);
  return symbols;
}

} // namespace nereid::sema
