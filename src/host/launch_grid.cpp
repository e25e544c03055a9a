#include "host/launch_grid.h"

#include <limits>

#include "base/text.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/launch_match.h"

namespace nereid::host {

namespace {

eval::Value callGrid(const KernelObject &kernel, const eval::Value &grid,
                     std::span<const eval::Value *const> arguments) {
  auto meta = eval::make<eval::Dict>();
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i])
      meta->set(kernel.parameterNames()[i], unwrapped(*arguments[i]));
  return eval::call(grid, {eval::Value(meta)});
}

[[noreturn]] void raiseNoGrid(const KernelObject &kernel, const eval::Value &grid,
                              bool fromCallable) {
  std::string what = cat(fromCallable ? "the grid callable of `" : "the grid of `", kernel.name(),
                         fromCallable ? "` returned " : "` is ");
  if (grid.isInt())
    eval::raise("TypeError",
                cat(what, "the int ", eval::repr(grid),
                    "; a grid is a tuple of one to three ints: (", eval::repr(grid), ",)"));
  eval::raise("TypeError", cat(what, "a ", eval::typeName(grid),
                               "; a grid is a tuple of one to three ints, or a callable that "
                               "makes one from the launch's arguments"));
}

uint32_t sizeOf(const KernelObject &kernel, const eval::Value &item, size_t axis) {
  std::optional<eval::Int> size;
  if (item.isInt() || item.isBool())
    size = item.asInt();
  else if (item.isObject())
    size = item.object()->index();
  if (!size)
    eval::raise("TypeError", cat("grid[", axis, "] of `", kernel.name(), "` is ", eval::repr(item),
                                 ", a ", eval::typeName(item), ", and must be an int",
                                 item.isFloat() ? ": divide with // or triton.cdiv" : ""));
  if (*size < 0 || *size > std::numeric_limits<int32_t>::max())
    eval::raise("ValueError", cat("grid[", axis, "] of `", kernel.name(), "` is ",
                                  eval::formatInt(*size), ", and must be between 0 and 2**31 - 1"));
  return static_cast<uint32_t>(*size);
}

} // namespace

Grid evaluateGrid(const KernelObject &kernel, const eval::Value &value,
                  std::span<const eval::Value *const> arguments) {
  eval::Value grid = unwrapped(value);
  bool isCallable = eval::isCallable(grid);
  if (isCallable)
    grid = unwrapped(callGrid(kernel, grid, arguments));
  std::span<const eval::Value> items;
  if (const auto *tuple = grid.as<eval::Tuple>())
    items = tuple->items;
  else if (const auto *list = grid.as<eval::List>())
    items = list->items;
  else
    raiseNoGrid(kernel, grid, isCallable);
  if (items.empty() || items.size() > 3)
    eval::raise("ValueError", cat("the grid of `", kernel.name(), "` has ", items.size(),
                                  " sizes; a grid has one to three"));
  uint32_t sizes[3] = {1, 1, 1};
  for (size_t axis = 0; axis < items.size(); ++axis)
    sizes[axis] = sizeOf(kernel, unwrapped(items[axis]), axis);
  return {sizes[0], sizes[1], sizes[2]};
}

} // namespace nereid::host
