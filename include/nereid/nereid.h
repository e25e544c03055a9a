// Nereid for C++20: Triton kernels from .py files on std::vector data, with errors as values.
//
//   auto session = nereid::Session::create();
//   auto add = session->load("vector_add.py", "add_kernel");
//   std::vector<float> x(n), y(n), out(n);
//   nereid::Grid grid{nereid::cdiv(n, 1024), 1, 1};
//   if (auto error = add->launch(grid, x, y, out, n, nereid::named("BLOCK_SIZE", 1024)))
//     std::cerr << error->report();
//
// Header-only over the C interface (nereid_c.h), so the library's ABI is C's. Vectors and spans
// carry their size, which checked runs (device "interp") hold every access against; raw pointers
// do not.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "nereid/nereid_c.h"

namespace nereid {

// What went wrong. message() is one line; report() is what the `nereid` program would print.
class Error {
public:
  explicit Error(nereid_error *error)
      : message_(nereid_error_message(error)), report_(nereid_error_report(error)) {
    nereid_error_free(error);
  }
  const std::string &message() const { return message_; }
  const std::string &report() const { return report_; }

private:
  std::string message_, report_;
};

// A value, or the Error that took its place. Asking for the wrong one is undefined, as with
// std::expected, which this becomes where the library has it.
template <typename T> class [[nodiscard]] Expected {
public:
  Expected(T value) : state_(std::move(value)) {}
  Expected(Error error) : state_(std::move(error)) {}
  explicit operator bool() const { return state_.index() == 0; }
  bool has_value() const { return state_.index() == 0; }
  T &value() { return *std::get_if<0>(&state_); }
  T &operator*() { return value(); }
  T *operator->() { return std::get_if<0>(&state_); }
  const Error &error() const { return *std::get_if<1>(&state_); }

private:
  std::variant<T, Error> state_;
};

using Grid = nereid_grid;

constexpr uint32_t cdiv(uint64_t a, uint64_t b) {
  return static_cast<uint32_t>((a + b - 1) / b);
}

// The language's element type for a C++ type. Specialize it for your own half-precision types:
//   template <> struct nereid::ElementType<MyHalf> { static constexpr auto value = NEREID_FLOAT16;
//   };
template <typename T> struct ElementType;
template <> struct ElementType<bool> {
  static constexpr auto value = NEREID_BOOL;
};
template <> struct ElementType<int8_t> {
  static constexpr auto value = NEREID_INT8;
};
template <> struct ElementType<int16_t> {
  static constexpr auto value = NEREID_INT16;
};
template <> struct ElementType<int32_t> {
  static constexpr auto value = NEREID_INT32;
};
template <> struct ElementType<int64_t> {
  static constexpr auto value = NEREID_INT64;
};
template <> struct ElementType<uint8_t> {
  static constexpr auto value = NEREID_UINT8;
};
template <> struct ElementType<uint16_t> {
  static constexpr auto value = NEREID_UINT16;
};
template <> struct ElementType<uint32_t> {
  static constexpr auto value = NEREID_UINT32;
};
template <> struct ElementType<uint64_t> {
  static constexpr auto value = NEREID_UINT64;
};
template <> struct ElementType<float> {
  static constexpr auto value = NEREID_FLOAT32;
};
template <> struct ElementType<double> {
  static constexpr auto value = NEREID_FLOAT64;
};

// One argument of a launch; made from what you pass.
class Argument {
public:
  template <typename T> Argument(std::vector<T> &data) : Argument(std::span<T>(data)) {}
  template <typename T> Argument(const std::vector<T> &data) : Argument(std::span<const T>(data)) {}
  template <typename T> Argument(std::span<T> data) {
    setPointer(data.data(), ElementType<std::remove_const_t<T>>::value);
    raw_.bytes = data.size_bytes();
  }
  template <typename T> Argument(T *data) {
    setPointer(data, ElementType<std::remove_const_t<T>>::value);
  }
  // Memory of a type that C++ has no name for (float16, bfloat16, float8).
  Argument(const void *data, nereid_type type, size_t bytes = 0) {
    setPointer(data, type);
    raw_.bytes = bytes;
  }
  template <typename T>
    requires(std::is_integral_v<T> && !std::is_same_v<T, bool>)
  Argument(T value) {
    raw_.kind = NEREID_INT;
    raw_.integer = static_cast<int64_t>(value);
  }
  template <typename T>
    requires std::is_floating_point_v<T>
  Argument(T value) {
    raw_.kind = NEREID_FLOAT;
    raw_.real = value;
  }
  Argument(bool value) {
    raw_.kind = NEREID_FLAG;
    raw_.integer = value;
  }
  Argument(std::nullptr_t) { raw_.kind = NEREID_NONE; }
  Argument(const char *text) {
    raw_.kind = NEREID_TEXT;
    raw_.text = text;
  }
  Argument(nereid_type dtype) {
    raw_.kind = NEREID_DTYPE;
    raw_.type = dtype;
  }

  nereid_argument raw() const { return raw_; }

private:
  friend Argument named(const char *name, Argument value);
  void setPointer(const void *data, nereid_type type) {
    raw_.kind = NEREID_POINTER;
    raw_.pointer = data;
    raw_.type = type;
  }
  nereid_argument raw_ = {};
};

// An argument for the parameter called `name`, which must outlive the launch.
inline Argument named(const char *name, Argument value) {
  value.raw_.name = name;
  return value;
}

// One @triton.jit function. Cheap to copy; must not outlive its Session.
class Function {
public:
  template <typename... Arguments>
  std::optional<Error> launch(Grid grid, Arguments &&...arguments) const {
    nereid_argument raw[] = {Argument(std::forward<Arguments>(arguments)).raw()...};
    return wrap(nereid_function_launch(handle_.get(), grid, raw, sizeof...(arguments), nullptr));
  }
  std::optional<Error> launchWith(const nereid_launch_options &options, Grid grid,
                                  std::span<const nereid_argument> arguments) const {
    return wrap(
        nereid_function_launch(handle_.get(), grid, arguments.data(), arguments.size(), &options));
  }
  // Compiles for arguments like these without running, so that the first launch is a fast one.
  template <typename... Arguments> std::optional<Error> prepare(Arguments &&...arguments) const {
    nereid_argument raw[] = {Argument(std::forward<Arguments>(arguments)).raw()...};
    return wrap(nereid_function_prepare(handle_.get(), raw, sizeof...(arguments), nullptr));
  }

private:
  friend class Session;
  explicit Function(nereid_function *handle) : handle_(handle, nereid_function_free) {}
  static std::optional<Error> wrap(nereid_error *error) {
    return error ? std::optional<Error>(Error(error)) : std::nullopt;
  }
  std::shared_ptr<nereid_function> handle_;
};

struct SessionOptions {
  std::string device = "cpu"; // or "interp", "cuda", "cuda:1"
  std::string cacheDirectory; // empty: nothing is kept on disk
  int threads = 0;            // 0: one per core
};

// A device and the kernels compiled for it. Cheap to copy.
class Session {
public:
  static Expected<Session> create(const SessionOptions &options = {}) {
    nereid_session_options raw = {};
    raw.device = options.device.c_str();
    raw.cache_directory = options.cacheDirectory.empty() ? nullptr : options.cacheDirectory.c_str();
    raw.threads = options.threads;
    nereid_session *handle = nullptr;
    if (nereid_error *error = nereid_session_create(&raw, &handle))
      return Error(error);
    return Session(handle);
  }

  Expected<Function> load(const std::string &path, const std::string &kernel) const {
    nereid_function *function = nullptr;
    if (nereid_error *error =
            nereid_session_load(handle_.get(), path.c_str(), kernel.c_str(), &function))
      return Error(error);
    return Function(function);
  }

  Expected<Function> loadText(const std::string &text, const std::string &kernel,
                              const std::string &path = "kernel.py") const {
    nereid_function *function = nullptr;
    if (nereid_error *error = nereid_session_load_text(handle_.get(), path.c_str(), text.c_str(),
                                                       kernel.c_str(), &function))
      return Error(error);
    return Function(function);
  }

  // Waits for every launch; only launches on a GPU's own memory can be under way.
  std::optional<Error> synchronize() const {
    nereid_error *error = nereid_session_synchronize(handle_.get());
    return error ? std::optional<Error>(Error(error)) : std::nullopt;
  }

private:
  explicit Session(nereid_session *handle) : handle_(handle, nereid_session_free) {}
  std::shared_ptr<nereid_session> handle_;
};

} // namespace nereid
