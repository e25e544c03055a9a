// Grows a kernel line by line. Every line defines one new tile of the kernel's shape from earlier
// ones, so each stays simple, and what breaks is their combination: that is what fused loops,
// materialised tiles and loop-carried values are made of.
#include "generate.h"

#include "base/text.h"

namespace nereid::fuzz {
namespace {

class Generator {
public:
  explicit Generator(std::mt19937_64 &random) : random_(random) {}

  GeneratedKernel run() {
    rows_ = oneOf({1, 2, 4, 8, 16, 32});
    columns_ = oneOf({1, 2, 4, 8, 16, 32, 64});
    line("import triton");
    line("import triton.language as tl");
    line("");
    line("@triton.jit");
    line("def kernel(a_ptr, x_ptr, ints_ptr, floats_ptr, n):");
    depth_ = 1;
    line(cat("r = tl.arange(0, ", rows_, ")"));
    line(cat("c = tl.arange(0, ", columns_, ")"));
    line(cat("at = r[:, None] * ", columns_, " + c[None, :]"));
    line("pid = tl.program_id(0)");
    line("base = pid * " + cat(rows_ * columns_));
    ints_ = {"(at + pid)"};
    addLoad();
    int lines = 3 + static_cast<int>(random_() % 12);
    for (int i = 0; i < lines; ++i)
      addAnything();
    return finish();
  }

private:
  int oneOf(std::initializer_list<int> choices) {
    return *(choices.begin() + random_() % choices.size());
  }
  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }
  const std::string &pick(const std::vector<std::string> &from) {
    return from[random_() % from.size()];
  }
  void line(const std::string &text) { text_ += std::string(depth_ * 4, ' ') + text + "\n"; }
  std::string fresh() { return cat("v", next_++); }

  void defineInt(const std::string &expression) {
    std::string name = fresh();
    line(cat(name, " = ", expression));
    ints_.push_back(name);
  }
  // Float values are kept small whole numbers, so that any order of adding them is exact.
  void defineFloat(const std::string &expression) {
    std::string name = fresh();
    line(cat(name, " = ", expression));
    floats_.push_back(name);
  }

  std::string mask() {
    switch (random_() % 4) {
    case 0:
      return "at < n";
    case 1:
      return cat("(r[:, None] < n) & (c[None, :] < ", 1 + random_() % columns_, ")");
    case 2:
      return cat("(", pick(ints_), " & 1) == 0");
    default:
      return cat("(", pick(ints_), " > ", int(random_() % 7) - 3, ") & (at < n)");
    }
  }

  void addLoad() {
    defineInt(cat("tl.load(a_ptr + base + at, mask=", mask(), ", other=", random_() % 5, ")"));
    defineFloat(cat("tl.load(x_ptr + base + at, mask=", mask(), ", other=1.0)"));
  }

  void addIntOperation() {
    const std::string &a = pick(ints_), &b = pick(ints_);
    switch (random_() % 12) {
    case 0:
      return defineInt(cat(a, " + ", b));
    case 1:
      return defineInt(cat(a, " - ", b));
    case 2:
      return defineInt(cat(a, " * ", b));
    case 3:
      return defineInt(cat("(", a, " & 65535) // ((", b, " & 31) + 1)"));
    case 4:
      return defineInt(cat("(", a, " & 65535) % ((", b, " & 31) + 1)"));
    case 5:
      return defineInt(cat(a, " ^ (", b, " >> ", random_() % 31, ")"));
    case 6:
      return defineInt(cat(a, " << ", random_() % 9));
    case 7:
      return defineInt(cat("tl.minimum(", a, ", ", b, ")"));
    case 8:
      return defineInt(cat("tl.where(", a, " < ", b, ", ", pick(ints_), ", ", a, ")"));
    case 9:
      return defineInt(cat("(", a, " == ", b, ").to(tl.int32)"));
    case 10:
      return defineInt(cat(a, ".to(tl.int8).to(tl.int32)"));
    default:
      return defineInt(cat("(", a, ".to(tl.uint32) >> 3).to(tl.int32) | ", b));
    }
  }

  std::string smallFloat() { return cat("(", pick(ints_), " & 15).to(tl.float32)"); }

  void addFloatOperation() {
    const std::string &x = pick(floats_), &y = pick(floats_);
    switch (random_() % 7) {
    case 0:
      return defineFloat(smallFloat());
    case 1:
      return defineFloat(cat("tl.maximum(", x, ", ", y, ")"));
    case 2:
      return defineFloat(cat("tl.where(", x, " > ", y, ", ", x, ", ", smallFloat(), ")"));
    case 3:
      return defineFloat(cat("tl.floor(", x, " * 0.5)"));
    case 4:
      return defineFloat(cat("tl.abs(", x, " - ", y, ")"));
    case 5:
      return defineFloat(cat(x, ".to(tl.float16).to(tl.float32)"));
    default:
      return defineFloat(cat("tl.minimum(", x, " * ", 1 + random_() % 3, ", 64.0)"));
    }
  }

  // Along an axis and back to the whole shape.
  void addAcross() {
    int axis = static_cast<int>(random_() % 2);
    std::string index = axis == 0 ? "[None, :]" : "[:, None]";
    std::string shape = cat("(", rows_, ", ", columns_, ")");
    const std::string &a = pick(ints_);
    switch (random_() % 14) {
    case 8:
      return defineInt(cat("tl.cumsum(", a, ", axis=", axis, ", reverse=True)"));
    case 9:
      return defineInt(cat("tl.flip(", a, ", ", axis, ")"));
    case 10:
      return defineInt(cat("tl.sort(", a, ")"));
    case 11:
      return defineInt(cat("tl.argmin(", a, ", axis=", axis, ")", index, " - ", a));
    case 12:
      return defineInt(
          cat("tl.sum((", a, ").to(tl.int64) * 3, axis=", axis, ")", index, ".to(tl.int32) ^ ", a));
    case 13:
      return defineFloat(cat("tl.minimum(tl.max((", smallFloat(), ").to(tl.bfloat16), axis=", axis,
                             ")", index, " + ", pick(floats_), ", 64.0)"));
    case 0:
      return defineInt(cat("tl.sum(", a, ", axis=", axis, ")", index, " + at"));
    case 1:
      return defineInt(cat("tl.max(", a, ", axis=", axis, ", keep_dims=True) - ", a));
    case 2:
      return defineInt(cat("tl.argmax(", a, ", axis=", axis, ")", index, " * 3 + ", a));
    case 3:
      return defineInt(cat("tl.cumsum(", a, ", axis=", axis, ")"));
    case 4:
      return defineInt(
          cat("tl.broadcast_to(tl.xor_sum(", a, ", axis=", axis, ")", index, ", ", shape, ")"));
    case 5:
      return defineFloat(cat("tl.minimum(tl.sum(", smallFloat(), ", axis=", axis, ")", index,
                             ", 64.0) + 0.0 * ", pick(floats_)));
    case 6:
      return defineInt(cat("tl.trans(tl.reshape(", a, ", (", columns_, ", ", rows_, ")))"));
    default:
      return defineInt(cat("tl.reshape(tl.trans(tl.reshape(", a, ", (", columns_, ", ", rows_,
                           "))), ", shape, ") + tl.min(", a, ")"));
    }
  }

  void addLoop() {
    std::string total = fresh(), bound = chance(50) ? "n % 5" : cat(random_() % 4);
    line(cat(total, " = ", pick(ints_), " + 0"));
    std::string index = fresh();
    line(cat("for ", index, " in range(", bound, "):"));
    ++depth_;
    addLoopBody(total, index);
    --depth_;
    ints_.push_back(total);
  }

  // What a loop does to the tile it carries. Names made inside end with it.
  void addLoopBody(const std::string &total, const std::string &index) {
    size_t ints = ints_.size(), floats = floats_.size();
    switch (random_() % 6) {
    case 0:
      line(cat(total, " += tl.load(a_ptr + base + (at + ", index, ") % ", rows_ * columns_, ")"));
      break;
    case 1: // a reduction of what is carried
      line(cat(total, " = ", total, " - tl.sum(", total, " & 255, axis=", random_() % 2,
               ", keep_dims=True) * ", index));
      break;
    case 2: // a branch that the index decides
      line(cat("if (", index, " + n) % 2 == 0:"));
      line(cat("    ", total, " = ", total, " ^ ", pick(ints_)));
      break;
    case 3: { // a loop inside
      std::string inner = fresh();
      line(cat("for ", inner, " in range(", index, " + 1):"));
      line(cat("    ", total, " = ", total, " * 5 + ", inner, " + ", pick(ints_)));
      break;
    }
    case 4: // masked, and stored by this program alone
      line(cat(total, " += tl.load(a_ptr + base + at, mask=(at + ", index,
               ") < n, other=", random_() % 7, ")"));
      break;
    default:
      for (int i = static_cast<int>(random_() % 3); i > 0; --i)
        addIntOperation();
      line(cat(total, " = ", total, " * 3 + ", index, " - ", pick(ints_)));
    }
    ints_.resize(ints);
    floats_.resize(floats);
  }

  // Until a scalar that halves is gone.
  void addWhile() {
    std::string total = fresh(), left = fresh();
    line(cat(total, " = ", pick(ints_), " + 0"));
    line(cat(left, " = n + ", random_() % 9));
    line(cat("while ", left, " > ", random_() % 3, ":"));
    ++depth_;
    line(cat(total, " = ", total, " * 7 + ", left, " - ", pick(ints_)));
    line(cat(left, " = ", left, " // 2"));
    --depth_;
    ints_.push_back(total);
    defineInt(cat(pick(ints_), " + ", left));
  }

  // A product accumulated over a loop: whole numbers, exact in any order.
  void addDotLoop() {
    std::string total = fresh(), index = fresh();
    line(cat(total, " = tl.zeros([", rows_, ", ", rows_, "], tl.float32)"));
    line(cat("for ", index, " in range(n % 4):"));
    ++depth_;
    std::string type = chance(50) ? ".to(tl.float16)" : ".to(tl.float32)";
    line(cat(total, " = tl.dot(((", pick(ints_), " + ", index, ") & 3)", type, ", tl.trans((",
             pick(ints_), " & 3)", type, "), ", total, ", input_precision=\"ieee\")"));
    --depth_;
    defineInt(cat("tl.max(", total, ", axis=1).to(tl.int32)[:, None] + ", pick(ints_)));
  }

  void addBranch() {
    std::string result = fresh();
    line(cat(result, " = ", pick(ints_), " + 0"));
    line(cat("if (pid + n) % 3 == ", random_() % 3, ":"));
    ++depth_;
    line(cat(result, " = ", result, " ^ ", pick(ints_)));
    --depth_;
    if (chance(50)) {
      line("else:");
      ++depth_;
      line(cat(result, " = ", result, " + tl.max(", pick(ints_), ")"));
      --depth_;
    }
    ints_.push_back(result);
  }

  void addDot() {
    std::string left = cat("(", pick(ints_), " & 3).to(tl.float32)");
    std::string right = cat("tl.trans((", pick(ints_), " & 3).to(tl.float32))");
    std::string name = fresh();
    line(cat(name, " = tl.dot(", left, ", ", right, ", input_precision=\"ieee\")"));
    defineInt(cat("tl.sum(", name, ", axis=1).to(tl.int32)[:, None] + ", pick(ints_)));
  }

  void addAnything() {
    int kind = static_cast<int>(random_() % 100);
    if (kind < 35)
      addIntOperation();
    else if (kind < 55)
      addFloatOperation();
    else if (kind < 80)
      addAcross();
    else if (kind < 86)
      addLoop();
    else if (kind < 88)
      addWhile();
    else if (kind < 92)
      addBranch();
    else if (kind < 96)
      addLoad();
    else if (kind < 98)
      addDot();
    else
      addDotLoop();
  }

  GeneratedKernel finish() {
    GeneratedKernel kernel;
    kernel.lanes = int64_t(rows_) * columns_;
    auto store = [&](const char *pointer, const std::string &value, int &count) {
      line(cat("tl.store(", pointer, " + (pid * 8 + ", count++, ") * ", kernel.lanes, " + at, ",
               value, chance(20) ? ", mask=at < n)" : ")"));
    };
    for (int i = 0; i < 1 + static_cast<int>(random_() % 3); ++i)
      store("ints_ptr", chance(50) ? ints_.back() : pick(ints_), kernel.storedInts);
    store("floats_ptr", pick(floats_), kernel.storedFloats);
    kernel.text = std::move(text_);
    return kernel;
  }

  std::mt19937_64 &random_;
  std::string text_;
  int depth_ = 0, next_ = 0;
  int rows_ = 1, columns_ = 1;
  std::vector<std::string> ints_, floats_;
};

} // namespace

GeneratedKernel generateKernel(std::mt19937_64 &random) {
  return Generator(random).run();
}

} // namespace nereid::fuzz
