// Two methods serve for Bessel's functions. Up to 25, Miller's: from an order so high that the
// function is nothing there, J(k - 1) = 2 k / x J(k) - J(k + 1) downward gives all orders up to one
// factor, which J(0) + 2 J(2) + 2 J(4) + ... = 1 tells; Y(0) and Y(1) are series of the same
// numbers (Abramowitz and Stegun, 9.1.88). Beyond, Hankel's expansion, whose terms fall below 1e-17
// there.
#include "backend/nvidia/math/special_functions.h"

#include <cmath>
#include <limits>

#include "backend/nvidia/math/special_coefficients.h"

using namespace nereid::polynomials;

namespace nereid::nvidia {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPi = 3.141592653589793, kEuler = 0.5772156649015329;
constexpr double kBesselFar = 25;

template <size_t n> Reg polynomial(Doubles &d, const double (&coefficients)[n], Reg x) {
  return d.series(x, n - 1, [&](int i) { return coefficients[i]; });
}

Reg nan(Doubles &d) {
  return llvm::ConstantFP::getNaN(d.w.f64());
}

// For i = from, from - 1, ..., 1: values = body(i, i as a float, values).
Regs countDown(Doubles &d, Reg from, Regs values,
               llvm::function_ref<Regs(Reg i, Reg number, Regs values)> body) {
  Writer &w = d.w;
  llvm::BasicBlock *before = w.b.GetInsertBlock(), *head = w.newBlock("down");
  llvm::BasicBlock *inside = w.newBlock("term"), *after = w.newBlock("after");
  w.b.CreateBr(head);
  w.b.SetInsertPoint(head);
  SmallVector<llvm::PHINode *> phis;
  values.push_back(from);
  Regs current;
  for (Reg value : values) {
    phis.push_back(w.b.CreatePHI(value->getType(), 2));
    phis.back()->addIncoming(value, before);
    current.push_back(phis.back());
  }
  Reg i = current.pop_back_val();
  w.b.CreateCondBr(w.b.CreateICmpSGT(i, w.k(0)), inside, after);
  w.b.SetInsertPoint(inside);
  Regs next = body(i, w.b.CreateSIToFP(i, w.f64()), current);
  next.push_back(w.b.CreateSub(i, w.k(1)));
  for (auto [phi, value] : llvm::zip_equal(phis, next))
    phi->addIncoming(value, w.b.GetInsertBlock());
  w.b.CreateBr(head);
  w.b.SetInsertPoint(after);
  return current;
}

// -- The error function ---

Reg erfNear(Doubles &d, Reg x) {
  return d.fma(x, polynomial(d, kErfNear, d.mul(x, x)), x);
}

// erfc of x >= 0.
Reg erfcFar(Doubles &d, Reg x) {
  x = d.select(d.w.b.CreateFCmpOGT(x, d.k(28)), d.k(28), x); // it is 0 there
  Reg square = d.mul(x, x), low = d.fma(x, x, d.neg(square));
  Reg power = d.exp(d.neg(square));
  power = d.fma(power, d.neg(low), power);
  Reg t = d.div(d.sub(x, d.k(4)), d.add(x, d.k(4)));
  return d.div(d.mul(power, polynomial(d, kErfcFar, t)), d.fma(d.k(2), x, d.k(1)));
}

Reg erf(Doubles &d, Reg x) {
  Reg far = d.withSign(d.sub(d.k(1), erfcFar(d, d.abs(x))), x);
  return d.select(d.w.b.CreateFCmpOLT(d.abs(x), d.k(1)), erfNear(d, x), far);
}

Reg erfc(Doubles &d, Reg x) {
  Reg far = erfcFar(d, d.abs(x));
  far = d.select(d.w.b.CreateFCmpOLT(x, d.k(0)), d.sub(d.k(2), far), far);
  Reg near = d.sub(d.k(1), erfNear(d, x));
  return d.select(d.w.b.CreateFCmpOLT(d.abs(x), d.k(0.5)), near, far);
}

// -- Gamma ---

// sin(pi x), 0 at whole numbers.
Reg sineOfPi(Doubles &d, Reg x) {
  Reg rest = d.sub(x, d.round(x)), n = d.round(x);
  Reg sine = d.sine(d.mul(rest, d.k(kPi)), 0);
  Reg half = d.mul(n, d.k(0.5));
  Reg isOdd = d.w.b.CreateFCmpONE(d.call(llvm::Intrinsic::trunc, {half}), half);
  return d.select(isOdd, d.neg(sine), sine);
}

// Of x in (0, 8): ln Gamma(2 + z), and what Gamma(x) is that times.
struct NearTwo {
  Reg logGamma, factor;
};

NearTwo reduceGamma(Doubles &d, Reg x) {
  Reg y = x, factor = d.k(1);
  for (int i = 0; i < 6; ++i) {
    Reg isAbove = d.w.b.CreateFCmpOGT(y, d.k(2.5));
    y = d.select(isAbove, d.sub(y, d.k(1)), y);
    factor = d.select(isAbove, d.mul(factor, y), factor);
  }
  Reg isSmall = d.w.b.CreateFCmpOLT(x, d.k(1.5)), isTiny = d.w.b.CreateFCmpOLT(x, d.k(0.5));
  Reg z = d.select(isTiny, x, d.select(isSmall, d.sub(x, d.k(1)), d.sub(y, d.k(2))));
  Reg below = d.select(isTiny, d.mul(x, d.add(x, d.k(1))), x);
  factor = d.select(isSmall, d.div(d.k(1), below), factor);
  Reg sum = d.fma(z, polynomial(d, kLogGammaNear, z), d.k(1 - kEuler));
  return {d.mul(z, sum), factor};
}

Reg logGammaOfPositive(Doubles &d, Reg x) {
  Reg isFar = d.w.b.CreateFCmpOGE(x, d.k(8));
  Reg square = d.div(d.k(1), d.mul(x, x));
  Reg far = d.mul(d.sub(x, d.k(0.5)), d.sub(d.log(x), d.k(1)));
  far = d.add(
      far, d.add(d.k(0.5 * std::log(2 * kPi) - 0.5), d.div(polynomial(d, kStirling, square), x)));
  far = d.select(d.w.b.CreateFCmpOEQ(x, d.k(kInfinity)), x, far);
  NearTwo near = reduceGamma(d, d.select(isFar, d.k(2), x));
  Reg isTiny = d.w.b.CreateFCmpOLT(x, d.k(0x1p-1000)); // 1 / x may be no number
  Reg ofFactor = d.select(isTiny, d.neg(d.log(x)), d.log(near.factor));
  return d.select(isFar, far, d.add(near.logGamma, ofFactor));
}

Reg logGamma(Doubles &d, Reg x) {
  Reg a = d.abs(x), isNegative = d.w.b.CreateFCmpOLT(x, d.k(0));
  // Gamma(-a) Gamma(a) = -pi / (a sin(pi a)).
  Reg value = logGammaOfPositive(d, a);
  Reg product = d.mul(a, d.abs(sineOfPi(d, a)));
  Reg turned = d.sub(d.log(d.div(d.k(kPi), product)), value);
  // As near 0 as that, both are -ln a.
  Reg isTurned = d.w.b.CreateAnd(isNegative, d.w.b.CreateFCmpOGT(a, d.k(0x1p-100)));
  value = d.select(isTurned, turned, value);
  Reg isPole = d.w.b.CreateFCmpOLE(x, d.k(0));
  isPole = d.w.b.CreateAnd(isPole, d.w.b.CreateFCmpOEQ(d.round(x), x));
  Reg isInfinite = d.w.b.CreateOr(isPole, d.w.b.CreateFCmpOEQ(a, d.k(kInfinity)));
  return d.select(isInfinite, d.k(kInfinity), value);
}

// Of x > 0.
Reg gammaOfPositive(Doubles &d, Reg x) {
  Reg isFar = d.w.b.CreateFCmpOGE(x, d.k(8));
  NearTwo near = reduceGamma(d, d.select(isFar, d.k(2), x));
  Reg small = d.mul(d.exp(near.logGamma), near.factor);
  Reg y = d.select(d.w.b.CreateFCmpOGT(x, d.k(180)), d.k(180), x); // infinite
  Reg half = d.precisePower(y, d.fma(y, d.k(0.5), d.k(-0.25)));
  Reg square = d.div(d.k(1), d.mul(y, y));
  Reg rest = d.exp(d.div(polynomial(d, kStirling, square), y));
  Reg large =
      d.mul(d.mul(half, d.mul(d.exp(d.neg(y)), d.mul(rest, d.k(std::sqrt(2 * kPi))))), half);
  return d.select(isFar, large, small);
}

Reg gamma(Doubles &d, Reg x) {
  Reg a = d.abs(x), isNegative = d.w.b.CreateFCmpOLT(x, d.k(0));
  Reg value = gammaOfPositive(d, a);
  Reg turned = d.div(d.k(-kPi), d.mul(d.mul(a, sineOfPi(d, a)), value));
  value = d.select(isNegative, turned, value);
  value = d.select(d.w.b.CreateFCmpOLT(a, d.k(0x1p-100)), d.div(d.k(1), x), value);
  Reg isWhole = d.w.b.CreateFCmpOEQ(d.round(x), x); // infinities too
  value = d.select(d.w.b.CreateAnd(isNegative, isWhole), nan(d), value);
  value = d.select(d.w.b.CreateFCmpOEQ(x, d.k(0)), d.withSign(d.k(kInfinity), x), value);
  return d.select(d.w.b.CreateFCmpUNO(x, x), x, value);
}

// -- Bessel's functions ---

struct Bessel {
  Reg j0, j1, y0, y1;
};

// Of 0 < x <= 25.
Bessel besselNear(Doubles &d, Reg x) {
  Reg isSmall = d.w.b.CreateFCmpOLT(x, d.k(2));
  Reg from = d.w.b.CreateSelect(isSmall, d.w.k(24), d.w.k(80)); // both are multiples of 4
  Reg zero = d.k(0);
  // Orders i + 1 and i; the sums of even orders for 1, for Y(0), and of odd ones for Y(1).
  Regs sums = countDown(d, from, {zero, d.k(1e-80), zero, zero, zero}, [&](Reg i, Reg n, Regs v) {
    auto has = [&](int64_t bit) {
      return d.w.b.CreateICmpNE(d.w.b.CreateAnd(i, d.w.k(bit)), d.w.k(0));
    };
    Reg isOdd = has(1), order = v[1];
    Reg signedOrder = d.select(has(2), d.neg(order), order); // (-1)^(i / 2)
    Reg even = d.add(v[2], d.select(isOdd, zero, order));
    Reg ofY0 = d.add(v[3], d.select(isOdd, zero, d.div(signedOrder, d.mul(n, d.k(0.5)))));
    // Order 2 k + 1: (2 k + 1) / (k (k + 1)) = 4 n / (n^2 - 1); not for n = 1.
    Reg weight = d.div(d.mul(d.k(4), n), d.fma(n, n, d.k(-1)));
    Reg isTerm = d.w.b.CreateAnd(isOdd, d.w.b.CreateICmpNE(i, d.w.k(1)));
    Reg ofY1 = d.add(v[4], d.select(isTerm, d.mul(signedOrder, weight), zero));
    Reg next = d.sub(d.mul(d.div(d.mul(d.k(2), n), x), order), v[0]);
    return Regs{order, next, even, ofY0, ofY1};
  });
  Reg norm = d.fma(d.k(2), sums[2], sums[1]);
  Bessel values;
  values.j0 = d.div(sums[1], norm);
  values.j1 = d.div(sums[0], norm);
  constexpr double kLn2 = 0.6931471805599453; // half of x may be 0
  Reg logarithm = d.add(d.log(x), d.k(kEuler - kLn2)), twoOverPi = d.k(2 / kPi);
  values.y0 =
      d.mul(twoOverPi, d.sub(d.mul(logarithm, values.j0), d.div(d.mul(d.k(2), sums[3]), norm)));
  Reg inside = d.sub(d.mul(d.sub(logarithm, d.k(1)), values.j1), d.div(values.j0, x));
  values.y1 = d.mul(twoOverPi, d.sub(inside, d.div(sums[4], norm)));
  // Where higher orders are below every f64.
  Reg isTiny = d.w.b.CreateFCmpOLT(x, d.k(1e-8));
  values.j0 = d.select(isTiny, d.k(1), values.j0);
  values.j1 = d.select(isTiny, d.mul(x, d.k(0.5)), values.j1);
  values.y0 = d.select(isTiny, d.mul(twoOverPi, logarithm), values.y0);
  values.y1 = d.select(isTiny, d.div(d.k(-2 / kPi), x), values.y1);
  return values;
}

// Hankel's expansion of order 0 or 1: {J, Y}.
std::pair<Reg, Reg> besselFar(Doubles &d, Reg x, int order) {
  constexpr int kTerms = 13;
  double terms[2 * kTerms] = {1};
  for (int i = 1; i < 2 * kTerms; ++i)
    terms[i] = terms[i - 1] * (4.0 * order - (2.0 * i - 1) * (2 * i - 1)) / (8.0 * i);
  Reg square = d.div(d.k(1), d.mul(x, x));
  auto sumOf = [&](int first) {
    return d.series(square, kTerms - 1,
                    [&](int i) { return (i % 2 ? -1 : 1) * terms[2 * i + first]; });
  };
  Reg p = sumOf(0), q = d.div(sumOf(1), x), sine = d.sine(x, 0), cosine = d.sine(x, 1);
  Reg sum = d.add(sine, cosine), difference = d.sub(sine, cosine);
  // sqrt(2) times cos and sin of x - (order / 2 + 1 / 4) pi.
  Reg c = order == 0 ? sum : difference, s = order == 0 ? difference : d.neg(sum);
  Reg scale = d.sqrt(d.div(d.k(1 / kPi), x));
  return {d.mul(scale, d.sub(d.mul(p, c), d.mul(q, s))), d.mul(scale, d.fma(p, s, d.mul(q, c)))};
}

// Of x > 0.
Bessel bessel(Doubles &d, Reg x) {
  Reg isFar = d.w.b.CreateFCmpOGT(x, d.k(kBesselFar));
  Bessel near = besselNear(d, d.select(isFar, d.k(1), x));
  auto [j0, y0] = besselFar(d, x, 0);
  auto [j1, y1] = besselFar(d, x, 1);
  Bessel values{d.select(isFar, j0, near.j0), d.select(isFar, j1, near.j1),
                d.select(isFar, y0, near.y0), d.select(isFar, y1, near.y1)};
  Reg isInfinite = d.w.b.CreateFCmpOEQ(x, d.k(kInfinity));
  for (Reg *value : {&values.j0, &values.j1, &values.y0, &values.y1})
    *value = d.select(isInfinite, d.k(0), *value);
  return values;
}

// -infinity at 0 and no number below.
Reg outsideOfY(Doubles &d, Reg x, Reg value) {
  value = d.select(d.w.b.CreateFCmpOLT(x, d.k(0)), nan(d), value);
  return d.select(d.w.b.CreateFCmpOEQ(x, d.k(0)), d.k(-kInfinity), value);
}

Reg besselOfName(Doubles &d, StringRef name, Reg x) {
  Reg a = d.abs(x);
  Reg isZero = d.w.b.CreateFCmpOEQ(a, d.k(0));
  Bessel values = bessel(d, d.select(isZero, d.k(1), a));
  if (name == "j0")
    return d.select(isZero, d.k(1), values.j0);
  if (name == "j1") {
    Reg odd = d.select(d.w.b.CreateFCmpOLT(x, d.k(0)), d.neg(values.j1), values.j1);
    return d.select(isZero, x, odd);
  }
  return outsideOfY(d, x, name == "y0" ? values.y0 : values.y1);
}

// J(n, x) for n >= 2, x > 0: upward where that is stable (n < x), else Miller's method, with
// numbers made small again before they overflow. Near 0 the first term of the
// series is all there is.
Reg besselOfHighOrder(Doubles &d, Reg n, Reg x, const Bessel &low) {
  Writer &w = d.w;
  Reg order = w.b.CreateFPToSI(n, w.i32());
  Reg isUp = w.b.CreateFCmpOGT(x, n);
  Reg none = w.k(0), steps = w.b.CreateSub(order, w.k(1));
  Regs up = countDown(d, w.b.CreateSelect(isUp, steps, none), {low.j0, low.j1},
                      [&](Reg, Reg left, Regs v) {
                        Reg i = d.sub(n, left); // 1, 2, ..., n - 1
                        return Regs{v[1], d.sub(d.mul(d.div(d.mul(d.k(2), i), x), v[1]), v[0])};
                      });
  Reg isTiny = w.b.CreateFCmpOLT(x, d.k(1e-6)), half = d.mul(x, d.k(0.5));
  Regs tiny = countDown(d, w.b.CreateSelect(isTiny, order, none), {d.k(1)},
                        [&](Reg, Reg i, Regs v) { return Regs{d.div(d.mul(v[0], half), i)}; });
  isUp = w.b.CreateOr(isUp, isTiny); // nothing is to be done below
  // From an even order so far above that the result does not depend on it.
  Reg extra = w.b.CreateFPToSI(d.sqrt(d.mul(d.k(160), n)), w.i32());
  Reg from = w.b.CreateAnd(w.b.CreateAdd(w.b.CreateAdd(order, w.k(20)), extra), w.k(-2));
  Reg zero = d.k(0);
  Regs down = countDown(d, w.b.CreateSelect(isUp, none, from), {zero, d.k(1), zero, zero},
                        [&](Reg i, Reg number, Regs v) {
                          Reg isEven = w.b.CreateICmpEQ(w.b.CreateAnd(i, w.k(1)), w.k(0));
                          Reg sum = d.add(v[2], d.select(isEven, v[1], zero));
                          Reg wanted = d.select(w.b.CreateICmpEQ(i, order), v[1], v[3]);
                          Reg next = d.sub(d.mul(d.div(d.mul(d.k(2), number), x), v[1]), v[0]);
                          Reg isLarge = w.b.CreateFCmpOGT(d.abs(next), d.k(0x1p300));
                          Reg scale = d.select(isLarge, d.k(0x1p-600), d.k(1));
                          return Regs{d.mul(v[1], scale), d.mul(next, scale), d.mul(sum, scale),
                                      d.mul(wanted, scale)};
                        });
  Reg fromAbove = d.div(down[3], d.fma(d.k(2), down[2], down[1]));
  return d.select(isTiny, tiny[0], d.select(isUp, up[1], fromAbove));
}

Reg besselJOfOrder(Doubles &d, Reg n, Reg x) {
  Writer &w = d.w;
  Reg a = d.abs(x), orders = d.abs(n);
  Reg isZero = w.b.CreateFCmpOEQ(a, d.k(0));
  Reg inside = d.select(isZero, d.k(1), a);
  Bessel low = bessel(d, inside);
  Reg high = besselOfHighOrder(d, d.select(w.b.CreateFCmpOLT(orders, d.k(2)), d.k(2), orders),
                               inside, low);
  high = d.select(w.b.CreateFCmpOEQ(a, d.k(kInfinity)), d.k(0), high);
  Reg value = d.select(w.b.CreateFCmpOEQ(orders, d.k(0)), low.j0,
                       d.select(w.b.CreateFCmpOEQ(orders, d.k(1)), low.j1, high));
  Reg atZero = d.select(w.b.CreateFCmpOEQ(orders, d.k(0)), d.k(1), d.k(0));
  value = d.select(isZero, atZero, value);
  // Odd orders change sign with x, and with the order's own.
  Reg half = d.mul(orders, d.k(0.5));
  Reg isOdd = w.b.CreateFCmpONE(d.call(llvm::Intrinsic::trunc, {half}), half);
  Reg turns = w.b.CreateXor(w.b.CreateFCmpOLT(x, d.k(0)), w.b.CreateFCmpOLT(n, d.k(0)));
  value = d.select(w.b.CreateAnd(isOdd, turns), d.neg(value), value);
  return d.select(w.b.CreateFCmpUNO(x, x), x, value);
}

Reg besselYOfOrder(Doubles &d, Reg n, Reg x) {
  Writer &w = d.w;
  Reg orders = d.abs(n), isPositive = w.b.CreateFCmpOGT(x, d.k(0));
  Reg inside = d.select(isPositive, x, d.k(1));
  Bessel low = bessel(d, inside);
  Reg steps = w.b.CreateSub(w.b.CreateFPToSI(orders, w.i32()), w.k(1));
  Regs up = countDown(d, steps, {low.y0, low.y1}, [&](Reg, Reg left, Regs v) {
    Reg i = d.sub(orders, left);
    Reg next = d.sub(d.mul(d.div(d.mul(d.k(2), i), inside), v[1]), v[0]);
    Reg isInfinite = w.b.CreateFCmpOEQ(v[1], d.k(-kInfinity)); // it stays so
    return Regs{v[1], d.select(isInfinite, v[1], next)};
  });
  Reg value = d.select(w.b.CreateFCmpOEQ(orders, d.k(0)), low.y0, up[1]);
  Reg half = d.mul(orders, d.k(0.5));
  Reg isOdd = w.b.CreateFCmpONE(d.call(llvm::Intrinsic::trunc, {half}), half);
  Reg turns = w.b.CreateAnd(isOdd, w.b.CreateFCmpOLT(n, d.k(0)));
  value = outsideOfY(d, x, value);
  value = d.select(turns, d.neg(value), value);
  return d.select(w.b.CreateFCmpUNO(x, x), x, value);
}

// -- The rest ---

// The exponent, as a number.
Reg logb(Doubles &d, Reg x) {
  Writer &w = d.w;
  Reg a = d.abs(x), isDenormal = w.b.CreateFCmpOLT(a, d.k(0x1p-1022));
  Reg bits = w.toBits(d.select(isDenormal, d.mul(a, d.k(0x1p54)), a));
  Reg field = w.b.CreateSub(w.b.CreateLShr(bits, w.k64(52)), w.k64(1023));
  Reg value = d.sub(w.b.CreateSIToFP(field, w.f64()), d.select(isDenormal, d.k(54), d.k(0)));
  value = d.select(w.b.CreateFCmpUEQ(a, d.k(kInfinity)), a, value); // no number too
  return d.select(w.b.CreateFCmpOEQ(a, d.k(0)), d.k(-kInfinity), value);
}

Reg hypot(Doubles &d, Reg x, Reg y) {
  Writer &w = d.w;
  Reg a = d.abs(x), b = d.abs(y), isSwapped = w.b.CreateFCmpOLT(a, b);
  Reg large = d.select(isSwapped, b, a), small = d.select(isSwapped, a, b);
  // Their squares are numbers if the larger is about 1.
  Reg isAbove = w.b.CreateFCmpOGT(large, d.k(0x1p500));
  Reg isBelow = w.b.CreateFCmpOLT(large, d.k(0x1p-500));
  Reg down = d.select(isAbove, d.k(0x1p-600), d.select(isBelow, d.k(0x1p600), d.k(1)));
  Reg up = d.select(isAbove, d.k(0x1p600), d.select(isBelow, d.k(0x1p-600), d.k(1)));
  large = d.mul(large, down);
  small = d.mul(small, down);
  Reg value = d.mul(d.sqrt(d.fma(large, large, d.mul(small, small))), up);
  Reg isInfinite =
      w.b.CreateOr(w.b.CreateFCmpOEQ(a, d.k(kInfinity)), w.b.CreateFCmpOEQ(b, d.k(kInfinity)));
  return d.select(isInfinite, d.k(kInfinity), value);
}

// 10^x = 2^n e^(r ln 10), where r = x - n log10(2).
Reg exp10(Doubles &d, Reg x) {
  Reg isFar = d.w.b.CreateFCmpOGT(d.abs(x), d.k(400));
  Reg inside = d.select(isFar, d.withSign(d.k(400), x), x);
  Reg n = d.round(d.mul(inside, d.k(3.321928094887362)));
  Reg r = d.fma(n, d.k(-0x1.34413509f8p-2), inside); // 38 bits: exact
  r = d.fma(n, d.k(0x1.80433b83b532ap-44), r);
  Reg power = d.exp(d.mul(r, d.k(2.302585092994046)));
  Reg half = d.w.b.CreateAShr(d.w.b.CreateFPToSI(n, d.w.i32()), d.w.k(1));
  Reg rest = d.w.b.CreateSub(d.w.b.CreateFPToSI(n, d.w.i32()), half);
  auto scaled = [&](Reg value, Reg by) {
    return d.w.intrinsic(llvm::Intrinsic::ldexp, {value, by}, {d.w.f64(), d.w.i32()});
  };
  return scaled(scaled(power, half), rest);
}

// x less the multiple of y that is nearest, the even one of two.
Reg remainder(Doubles &d, Reg x, Reg y) {
  Writer &w = d.w;
  // Less than twice y, which from 2^1023 on is no number, and above every x.
  Reg p = d.abs(y), isHuge = w.b.CreateFCmpOGE(p, d.k(0x1p1023));
  Reg rest = d.abs(d.remainder(x, d.select(isHuge, p, d.mul(p, d.k(2)))));
  rest = d.select(isHuge, d.abs(x), rest);
  // Half of y may be no number: compared is what is left on the other side.
  Reg isOver = w.b.CreateFCmpOGT(rest, d.sub(p, rest));
  Reg once = d.select(isOver, d.sub(rest, p), rest);
  Reg isStillOver = w.b.CreateAnd(isOver, w.b.CreateFCmpOGE(once, d.sub(p, once)));
  Reg value = d.select(isStillOver, d.sub(once, p), once);
  Reg isNegative = w.b.CreateICmpSLT(w.toBits(x), w.k64(0));
  value = d.select(w.b.CreateFCmpOEQ(value, d.k(0)), d.k(0), value);
  value = d.select(isNegative, d.neg(value), value);
  Reg hasNone =
      w.b.CreateOr(w.b.CreateFCmpUEQ(d.abs(x), d.k(kInfinity)), w.b.CreateFCmpUEQ(y, d.k(0)));
  return d.select(hasNone, nan(d), value);
}

Reg positiveDifference(Doubles &d, Reg x, Reg y) {
  return d.select(d.w.b.CreateFCmpOLE(x, y), d.k(0), d.sub(x, y));
}

using Body = Reg (*)(Doubles &, StringRef name, ArrayRef<Reg>);

template <Reg (*of)(Doubles &, Reg)> Reg one(Doubles &d, StringRef, ArrayRef<Reg> v) {
  return of(d, v[0]);
}
template <Reg (*of)(Doubles &, Reg, Reg)> Reg two(Doubles &d, StringRef, ArrayRef<Reg> v) {
  return of(d, v[0], v[1]);
}
Reg ofName(Doubles &d, StringRef name, ArrayRef<Reg> v) {
  return besselOfName(d, name, v[0]);
}

constexpr std::pair<const char *, Body> kFunctions[] = {
    {"erf", one<erf>},
    {"erfc", one<erfc>},
    {"lgamma", one<logGamma>},
    {"tgamma", one<gamma>},
    {"j0", ofName},
    {"j1", ofName},
    {"y0", ofName},
    {"y1", ofName},
    {"jn", two<besselJOfOrder>},
    {"yn", two<besselYOfOrder>},
    {"logb", one<logb>},
    {"hypot", two<hypot>},
    {"exp10", one<exp10>},
    {"remainder", two<remainder>},
    {"fdim", two<positiveDifference>},
};

llvm::Function *define(Doubles &d, StringRef symbol, StringRef name, size_t count, Body body) {
  Writer &w = d.w;
  llvm::IRBuilderBase::InsertPointGuard guard(w.b);
  SmallVector<llvm::Type *> types(count, w.f64());
  auto *type = llvm::FunctionType::get(w.f64(), types, false);
  auto *function =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, symbol, w.module);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr(llvm::Attribute::NoInline);
  w.b.SetInsertPoint(llvm::BasicBlock::Create(w.b.getContext(), "entry", function));
  Regs parameters;
  for (llvm::Argument &parameter : function->args())
    parameters.push_back(&parameter);
  w.b.CreateRet(body(d, name, parameters));
  return function;
}

} // namespace

Reg evaluateSpecial(Doubles &d, StringRef name, ArrayRef<Reg> operands) {
  for (auto [known, body] : kFunctions) {
    if (name != known)
      continue;
    std::string symbol = "nereid_" + name.str();
    llvm::Function *function = d.w.module.getFunction(symbol);
    if (!function)
      function = define(d, symbol, name, operands.size(), body);
    return d.w.b.CreateCall(function, operands);
  }
  return nullptr;
}

} // namespace nereid::nvidia
