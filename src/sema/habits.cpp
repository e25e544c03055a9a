#include "sema/habits.h"

#include <algorithm>

#include "base/text.h"
#include "sema/context.h"

namespace nereid::sema {

namespace {

struct Habit {
  std::string_view written;
  std::string_view instead;
};

constexpr Habit kNames[] = {
    {"threadIdx", "a kernel is one program over whole tiles, not one thread: `tl.arange(0, BLOCK)` "
                  "names the lanes"},
    {"blockIdx", "`tl.program_id(0)` is the index of this program"},
    {"blockDim", "a kernel has no threads; the size of its tiles is a `tl.constexpr` parameter"},
    {"gridDim", "`tl.num_programs(0)` is the size of the grid"},
    {"np", "NumPy runs on the host; in a kernel use `tl`"},
    {"numpy", "NumPy runs on the host; in a kernel use `tl`"},
    {"torch", "PyTorch runs on the host; in a kernel use `tl`"},
    {"sum", "`tl.sum(x, axis=0)` adds the lanes of a tile"},
    {"pow", "kernels have no `pow`; `tl.exp2(y * tl.log2(x))`, or `x * x` for a square"},
    {"enumerate", "count in the loop: `for i in range(n)`"},
    {"zip", "index in the loop: `for i in tl.static_range(len(a))`"},
    {"sorted", "`tl.sort(x)` sorts a tile"},
    {"round", "`tl.floor(x + 0.5)` rounds"},
    {"__syncthreads", "`tl.debug_barrier()` waits for the whole program; it is rarely needed"},
};

constexpr Habit kLanguage[] = {
    {"concat", "`tl.cat(a, b)` puts two tiles after one another"},
    {"concatenate", "`tl.cat(a, b)` puts two tiles after one another"},
    {"stack", "`tl.join(a, b)` makes a new last axis of two tiles"},
    {"matmul", "`tl.dot(a, b)` multiplies matrices"},
    {"mm", "`tl.dot(a, b)` multiplies matrices"},
    {"mean", "`tl.sum(x, axis=0) / n` is the mean"},
    {"var", "`tl.sum((x - mean) * (x - mean), axis=0) / n` is the variance"},
    {"pow", "kernels have no `pow`; `tl.exp2(y * tl.log2(x))`, or `x * x` for a square"},
    {"power", "kernels have no `pow`; `tl.exp2(y * tl.log2(x))`, or `x * x` for a square"},
    {"ones", "`tl.full(shape, 1, dtype)` fills a tile"},
    {"transpose", "`tl.trans(x)` transposes"},
    {"tanh", "`2 * tl.sigmoid(2 * x) - 1` is tanh; `tl.extra.libdevice.tanh(x)` too"},
    {"relu", "`tl.maximum(x, 0)` is relu"},
    {"thread_id", "a kernel has no threads: `tl.arange(0, BLOCK)` names the lanes"},
    {"syncthreads", "`tl.debug_barrier()` waits for the whole program; it is rarely needed"},
    {"float", "`tl.float32` is the usual float"},
    {"double", "`tl.float64` is the double"},
    {"half", "`tl.float16` is the half"},
    {"int", "`tl.int32` is the usual int"},
    {"bool", "`tl.int1` is the bool"},
    {"arrange", "`tl.arange(0, BLOCK)` counts"},
    {"concat_tensors", "`tl.cat(a, b)` puts two tiles after one another"},
};

constexpr Habit kTile[] = {
    {"astype", "`x.to(tl.float32)` converts"},
    {"type_as", "`x.to(y.dtype)` converts"},
    {"float", "`x.to(tl.float32)` converts"},
    {"half", "`x.to(tl.float16)` converts"},
    {"int", "`x.to(tl.int32)` converts"},
    {"long", "`x.to(tl.int64)` converts"},
    {"transpose", "`tl.trans(x)` transposes"},
    {"size", "`x.shape[0]` is the size of the first axis"},
    {"ndim", "`len(x.shape)` is the number of axes"},
    {"mean", "`tl.sum(x, axis=0) / n` is the mean"},
    {"unsqueeze", "`x[:, None]` adds an axis; so does `tl.expand_dims(x, axis)`"},
    {"squeeze", "`tl.reshape(x, shape)` drops an axis"},
    {"pow", "kernels have no `pow`; `tl.exp2(y * tl.log2(x))`, or `x * x` for a square"},
    {"matmul", "`tl.dot(a, b)` multiplies matrices"},
    {"tanh", "`2 * tl.sigmoid(2 * x) - 1` is tanh"},
    {"clamp", "`tl.clamp(x, low, high)` clamps"},
    {"masked_fill", "`tl.where(mask, value, x)` chooses lane by lane"},
    {"sort", "`tl.sort(x)` sorts"},
    {"load", "`tl.load(pointer)` loads"},
    {"device", "tiles live where the kernel runs"},
};

template <size_t N>
std::optional<std::string> find(const Habit (&habits)[N], std::string_view name) {
  for (const Habit &habit : habits)
    if (habit.written == name)
      return std::string(habit.instead);
  return std::nullopt;
}

constexpr std::string_view kHostPackages[] = {
    "numpy",    "torch",  "scipy", "pandas",  "cupy",   "jax",        "einops",
    "sympy",    "random", "time",  "os",      "sys",    "itertools",  "functools",
    "operator", "json",   "re",    "logging", "string", "statistics", "warnings"};

constexpr std::string_view kLibraryMethods[] = {
    "argmax", "argmin", "cdiv",      "cumprod", "cumsum",  "flip", "max",
    "min",    "ravel",  "reduce_or", "sigmoid", "softmax", "sum",  "xor_sum"};

} // namespace

std::optional<std::string> habitForName(std::string_view name) {
  return find(kNames, name);
}

std::optional<std::string> habitForAttribute(const Value &object, std::string_view name) {
  if (object.isTile())
    return find(kTile, name);
  const auto *module = object.isConstant() ? object.constant.as<eval::Module>() : nullptr;
  if (module && startsWith(module->name, "triton.language"))
    return find(kLanguage, name);
  return std::nullopt;
}

bool isHostPackage(std::string_view module) {
  std::string_view root = module.substr(0, module.find('.'));
  return std::find(std::begin(kHostPackages), std::end(kHostPackages), root) !=
         std::end(kHostPackages);
}

std::vector<std::string> tileAttributeNames() {
  std::vector<std::string> names = {"shape", "dtype", "type", "T", "numel", "to"};
  for (const BuiltinSpec &spec : builtinSpecs())
    if (spec.isMethod)
      names.emplace_back(spec.name);
  names.insert(names.end(), std::begin(kLibraryMethods), std::end(kLibraryMethods));
  return names;
}

bool isLibraryMethod(std::string_view name) {
  return std::find(std::begin(kLibraryMethods), std::end(kLibraryMethods), name) !=
         std::end(kLibraryMethods);
}

} // namespace nereid::sema
