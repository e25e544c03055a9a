// dot(a, b): the matrix product of two tiles, accumulated.
//
// Core multiplies [.., M, K] by [.., K, N] with at most one batch axis; more are folded into one
// and restored. Upstream refuses sizes below what one tensor-core instruction takes; here any power
// of two works, and `portable` elaboration warns.
#include <algorithm>
#include <array>

#include "eval/operators.h"
#include "sema/rules/broadcast.h"
#include "sema/rules/builtins.h"
#include "sema/rules/promote.h"
#include "sema/rules/shape.h"

namespace nereid::sema {
namespace {

struct DotShape {
  Shape batch;
  int64_t m = 0, n = 0, k = 0;
};

Value failDot(Context &context, const Value &a, const Value &b, std::string headline,
              std::string why, std::vector<Help> helps = {}) {
  return context.failAt(
      context.currentSpan(), DiagKind::BadDot, std::move(headline), std::move(why),
      originLabels({{&a, cat("this is ", typeText(a))}, {&b, cat("this is ", typeText(b))}}),
      std::move(helps));
}

std::optional<DotShape> dotShape(Context &context, const Value &a, const Value &b) {
  const Shape &x = a.type.shape, &y = b.type.shape;
  std::string headline = cat("cannot multiply ", shapeText(x), " by ", shapeText(y));
  if (x.size() < 2 || y.size() < 2) {
    failDot(context, a, b, headline, "a matrix has at least two axes",
            {help("make a row `x[None, :]` or a column `x[:, None]` of a line")});
    return std::nullopt;
  }
  if (x.size() != y.size()) {
    failDot(context, a, b, headline, cat("the ranks are ", x.size(), " and ", y.size()),
            {help("give both the same batch axes: `tl.broadcast_to(x[None, :, :], ...)`")});
    return std::nullopt;
  }
  DotShape shape{Shape(x.begin(), x.end() - 2), x[x.size() - 2], y.back(), x.back()};
  if (shape.k != y[y.size() - 2]) {
    std::vector<Help> helps;
    if (shape.k == shape.n)
      helps.push_back(help("did you mean `tl.dot(a, tl.trans(b))`?"));
    failDot(context, a, b, headline,
            cat("the equal reduction dimensions would be ", shape.k, " and ", y[y.size() - 2]),
            std::move(helps));
    return std::nullopt;
  }
  if (!std::equal(shape.batch.begin(), shape.batch.end(), y.begin())) {
    failDot(context, a, b, headline, "`dot` needs equal batch shapes");
    return std::nullopt;
  }
  return shape;
}

bool checkOperandTypes(Context &context, const Value &a, const Value &b) {
  Scalar x = a.type.element, y = b.type.element;
  std::string headline = cat("cannot multiply ", typeText(a), " by ", typeText(b));
  if (a.type.isPointer || b.type.isPointer) {
    failDot(context, a, b, headline, "a pointer is no matrix",
            {help("load it first: `tl.dot(tl.load(a_ptrs), tl.load(b_ptrs))`")});
    return false;
  }
  if (isFloat8(x) && isFloat8(y))
    return true;
  if (x != y) {
    failDot(context, a, b, headline, "`dot` takes two tiles of one element type",
            {help("cast one: `tl.dot(a, b.to(a.dtype))`")});
    return false;
  }
  if (isFloat(x) || x == Scalar::I8)
    return true;
  failDot(context, a, b, headline, "of the integers only int8 is supported",
          {help("cast to `tl.int8` if the values fit, or to `tl.float32`")});
  return false;
}

// The element type of the product: fixed by most operand types, free for fp16 and fp8.
std::optional<Scalar> resultType(Context &context, const Value &a, const Value &b,
                                 const Value &accumulator, const Value &wanted) {
  Scalar out = Scalar::F32;
  if (!wanted.isNone()) {
    auto type = constantType(context, wanted, "`out_dtype`");
    if (!type)
      return std::nullopt;
    out = type->element;
  } else if (accumulator.isTile()) {
    out = accumulator.type.element;
  }
  Scalar operand = a.type.element;
  if (out == Scalar::BF16) {
    failDot(context, a, b, "`dot` cannot accumulate in `bf16`", "`out_dtype` is `bf16`",
            {help("accumulate in fp32 and cast the result: `tl.dot(a, b).to(tl.bfloat16)`")});
    return std::nullopt;
  }
  if (operand == Scalar::I8)
    return Scalar::I32;
  if (operand == Scalar::F64)
    return Scalar::F64;
  if (operand == Scalar::F32 || operand == Scalar::BF16)
    return Scalar::F32;
  if (out == Scalar::F16 || out == Scalar::F32)
    return out;
  failDot(context, a, b,
          cat("`dot` of ", typeText(a), " cannot accumulate in ", quoted(languageName(out))),
          "fp16 and fp8 accumulate in fp16 or fp32");
  return std::nullopt;
}

// "tf32", "ieee", ...: meaningful for fp32 operands, "ieee" for all others.
std::optional<std::string> precisionOf(Context &context, Scalar operand, const Value &precision,
                                       const Value &allowTf32) {
  static constexpr std::array<std::string_view, 5> kPrecisions = {"tf32", "tf32x3", "ieee",
                                                                  "bf16x3", "bf16x6"};
  if (!precision.isNone() && !allowTf32.isNone()) {
    failAtValue(context, allowTf32, DiagKind::BadOption,
                "both `input_precision` and `allow_tf32` are given", {},
                {help("leave out `allow_tf32`, the older of the two")});
    return std::nullopt;
  }
  std::string chosen = context.options().target.hasTf32 ? "tf32" : "ieee";
  if (!allowTf32.isNone()) {
    auto allowed = constantBool(context, allowTf32, "`allow_tf32`");
    if (!allowed)
      return std::nullopt;
    chosen = *allowed ? chosen : "ieee";
  }
  if (!precision.isNone()) {
    auto text = constantString(context, precision, "`input_precision`");
    if (!text)
      return std::nullopt;
    for (char &c : *text)
      c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (std::find(kPrecisions.begin(), kPrecisions.end(), *text) == kPrecisions.end()) {
      failAtValue(context, precision, DiagKind::BadOption,
                  cat("`input_precision` cannot be `\"", *text, "\"`"), {},
                  {help("one of `\"ieee\"`, `\"tf32\"`, `\"tf32x3\"`, `\"bf16x3\"`, "
                        "`\"bf16x6\"`")});
      return std::nullopt;
    }
    chosen = *text;
  }
  return operand == Scalar::F32 ? chosen : "ieee";
}

std::optional<int64_t> impreciseSteps(Context &context, const Value &value, Scalar operand,
                                      int64_t k) {
  if (value.isNone())
    return 0;
  auto steps = constantInt(context, value, "`max_num_imprecise_acc`");
  if (steps && isFloat8(operand) && *steps > k) {
    failAtValue(context, value, DiagKind::BadDot,
                cat("max_num_imprecise_acc (", *steps, ") must be <= K (", k, ")"));
    return std::nullopt;
  }
  return steps;
}

// The matrix that products are added to.
std::optional<Value> accumulatorOf(Context &context, const Value &given, const Type &result) {
  if (given.isNone())
    return zeroTile(context, result);
  Value tile = toTile(context, given);
  if (tile.isError())
    return std::nullopt;
  if (tile.type.shape != result.shape) {
    failAtValue(context, given, DiagKind::BadDot,
                cat("the accumulator shape is incompatible: ", shapeText(tile.type.shape),
                    " where the product is ", shapeText(result.shape)),
                cat("this is ", typeText(tile)));
    return std::nullopt;
  }
  if (!tile.type.isPointer && tile.type.element == result.element)
    return tile;
  failAtValue(context, given, DiagKind::BadDot,
              cat("the accumulator is ", typeText(tile), " where the product is ", quoted(result)),
              {},
              {help("pass `out_dtype=` to use this accumulator dtype, or cast the accumulator")});
  return std::nullopt;
}

void warnSmall(Context &context, const DotShape &shape, Scalar operand) {
  if (!context.options().portable)
    return;
  int64_t leastK = 256 / bitWidth(operand);
  if (shape.k >= leastK)
    return;
  context.warn(DiagKind::NotPortable, cat("`dot` along an axis of ", shape.k, ": upstream takes ",
                                          leastK, " or more of `", languageName(operand), "`"));
}

// [b0, b1, .., M, N] as [b0 * b1 * .., M, N].
Value foldBatch(Context &context, const Value &tile) {
  const Shape &shape = tile.type.shape;
  if (shape.size() <= 3)
    return tile;
  int64_t batch = 1;
  for (size_t i = 0; i + 2 < shape.size(); ++i)
    batch *= shape[i];
  return reshapeTo(context, tile, {batch, shape[shape.size() - 2], shape.back()});
}

// fp8e4b15 is no operand of any multiplier.
void replaceOddFloat8(Context &context, Value &a, Value &b) {
  if (a.type.element != Scalar::F8E4B15 && b.type.element != Scalar::F8E4B15)
    return;
  a = castTo(context, a, Scalar::F16);
  b = castTo(context, b, Scalar::F16);
}

// Kernels for Triton 1 transpose by a flag.
Value readOperand(Context &context, const Value &argument, const Value &transposed) {
  Value tile = toTile(context, argument);
  auto flag = constantBool(context, transposed, "`trans_a` and `trans_b`");
  if (tile.isError() || !flag)
    return Value::error();
  return *flag && tile.type.shape.size() >= 2 ? transposeLast(context, tile) : tile;
}

} // namespace

// dot(input, other, acc=None, input_precision=None, allow_tf32=None, max_num_imprecise_acc=None,
//     out_dtype=None, trans_a=False, trans_b=False)
Value applyDot(Context &context, const BoundArguments &arguments) {
  Value a = readOperand(context, arguments[0], arguments[7]);
  Value b = readOperand(context, arguments[1], arguments[8]);
  if (a.isError() || b.isError())
    return Value::error();
  auto shape = dotShape(context, a, b);
  if (!shape || !checkOperandTypes(context, a, b))
    return Value::error();
  Scalar operand = a.type.element;
  auto type = resultType(context, a, b, arguments[2], arguments[6]);
  auto precision = precisionOf(context, operand, arguments[3], arguments[4]);
  auto imprecise = impreciseSteps(context, arguments[5], operand, shape->k);
  if (!type || !precision || !imprecise)
    return Value::error();
  Shape product = shape->batch;
  product.insert(product.end(), {shape->m, shape->n});
  if (!checkLanes(context, product))
    return Value::error();
  auto accumulator = accumulatorOf(context, arguments[2], tileType(*type, product));
  if (!accumulator)
    return Value::error();
  warnSmall(context, *shape, operand);

  replaceOddFloat8(context, a, b);
  Value folded = foldBatch(context, *accumulator);
  core::Attributes attrs = withTexts({*precision});
  attrs.integer = *imprecise;
  Value result =
      emitOp(context, OpKind::Dot, {foldBatch(context, a), foldBatch(context, b), folded},
             folded.type, std::move(attrs));
  return reshapeTo(context, result, product);
}

} // namespace nereid::sema
