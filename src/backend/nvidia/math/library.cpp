#include "backend/nvidia/math/library.h"

#include <cmath>
#include <limits>

#include "backend/nvidia/math/doubles.h"
#include "backend/nvidia/math/special_functions.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::nvidia {

namespace {

constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

} // namespace

// 2^n e^r, |r| <= ln 2 / 2.
Reg Doubles::exp(Reg x) {
  Reg low = w.b.CreateFCmpOLT(x, k(-750)), high = w.b.CreateFCmpOGT(x, k(710));
  Reg inside = select(low, k(-750), select(high, k(710), x));
  Reg n = round(mul(inside, k(0x1.71547652b82fep+0)));
  Reg r = fma(n, k(-kLn2High), inside);
  r = fma(n, k(-kLn2Low), r);
  Reg power = series(r, 13, [](int i) { return 1 / std::tgamma(i + 1.0); });
  // In two steps, since 2^n itself may be no f64.
  Reg whole = w.b.CreateFPToSI(n, w.i32()), half = w.b.CreateAShr(whole, w.k(1));
  return mul(mul(power, powerOfTwo(half)), powerOfTwo(w.b.CreateSub(whole, half)));
}

// x = 2^n m, m in [sqrt(1/2), sqrt(2)); ln m = 2 atanh(s), s = (m - 1) / (m + 1).
Reg Doubles::log(Reg x) {
  Reg isDenormal = w.b.CreateFCmpOLT(x, k(0x1p-1022));
  Reg bits = w.toBits(select(isDenormal, mul(x, k(0x1p54)), x));
  Reg exponent = w.b.CreateAShr(w.b.CreateSub(bits, w.k64(0x3FE6A09E667F3BCD)), w.k64(52));
  Reg m = w.fromBits(w.b.CreateSub(bits, w.b.CreateShl(exponent, w.k64(52))), w.f64());
  Reg n = sub(w.b.CreateSIToFP(exponent, w.f64()), select(isDenormal, k(54), k(0)));
  Reg f = sub(m, k(1)), s = div(f, add(m, k(1))), square = mul(s, s);
  Reg rest = mul(square, series(square, 11, [](int i) { return 2.0 / (2 * i + 3); }));
  // ln m = f - s (f - rest): exact where m is near 1.
  Reg fraction = sub(f, mul(s, sub(f, rest)));
  Reg value = fma(n, k(kLn2High), fma(n, k(kLn2Low), fraction));
  value = select(w.b.CreateFCmpOEQ(x, k(kInfinity)), x, value);
  value = select(w.b.CreateFCmpULT(x, k(0)), llvm::ConstantFP::getNaN(w.f64()), value);
  return select(w.b.CreateFCmpOEQ(x, k(0)), k(-kInfinity), value);
}

// Kahan: what rounding 1 + x lost is made good by the quotient.
Reg Doubles::log1p(Reg x) {
  Reg u = add(k(1), x);
  Reg value = div(mul(log(u), x), sub(u, k(1)));
  Reg isPlain = w.b.CreateFCmpOGT(abs(x), k(0x1p60)); // infinity among them
  value = select(isPlain, log(u), value);
  return select(w.b.CreateFCmpOEQ(u, k(1)), x, value);
}

Reg Doubles::expm1(Reg x) {
  Reg u = exp(x), less = sub(u, k(1));
  Reg value = div(mul(less, x), log(u));
  Reg isLarge = w.b.CreateFCmpOGT(abs(x), k(36));
  value = select(isLarge, less, value);
  return select(w.b.CreateFCmpOEQ(u, k(1)), x, value);
}

namespace {

// The bits of 2 / pi behind the point, after 64 zeros.
constexpr uint64_t kTwoOverPiBits[] = {0,
                                       0xa2f9836e4e441529,
                                       0xfc2757d1f534ddc0,
                                       0xdb6295993c439041,
                                       0xfe5163abdebbc561,
                                       0xb7246e3a424dd2e0,
                                       0x06492eea09d1921c,
                                       0xfe1deb1cb129a73e,
                                       0xe88235f52ebb4484,
                                       0xe99c7026b45f7e41,
                                       0x3991d639835339f4,
                                       0x9c845f8bbdf9283b,
                                       0x1ff897ffde05980f,
                                       0xef2f118b5a0a6d1f,
                                       0x6d367ecf27cb09b7,
                                       0x4f463f669e5fea2d,
                                       0x7527bac7ebe5f17b,
                                       0x3d0739f78a5292ea,
                                       0x6bfb5fb11f8d5d08,
                                       0x56033046fc7b6bab,
                                       0xf0cfbc209af4361d};

} // namespace

// Payne and Hanek: x = m 2^e with m whole; of x * 2 / pi only what is left of multiples of 4
// counts, so the bits of 2 / pi from the (e - 2)nd on are enough, and 192 of them give 60 good ones
// even where the product is close to a whole number.
Doubles::Reduced Doubles::reduceLarge(Reg x) {
  llvm::Type *i128 = w.integer(128);
  Reg bits = w.toBits(abs(x));
  Reg exponent =
      w.b.CreateSub(w.b.CreateTrunc(w.b.CreateLShr(bits, w.k64(52)), w.i32()), w.k(1013));
  Reg m = w.b.CreateOr(w.b.CreateAnd(bits, w.k64((int64_t(1) << 52) - 1)), w.k64(int64_t(1) << 52));
  Reg first = w.b.CreateLShr(exponent, w.k(6));
  Reg shift = w.b.CreateZExt(w.b.CreateAnd(exponent, w.k(63)), w.i64());
  auto *table = llvm::ConstantDataArray::get(w.b.getContext(), ArrayRef(kTwoOverPiBits));
  auto *global =
      new llvm::GlobalVariable(w.module, table->getType(), true, llvm::GlobalValue::PrivateLinkage,
                               table, "two_over_pi", nullptr, llvm::GlobalValue::NotThreadLocal, 1);
  auto wordAt = [&](int64_t i) {
    Reg at = w.b.CreateAdd(first, w.k(i));
    Reg address = w.b.CreateGEP(w.i64(), global, at);
    return w.b.CreateAlignedLoad(w.i64(), address, llvm::Align(8));
  };
  Reg words[4];
  for (int64_t i = 0; i < 4; ++i)
    words[i] = wordAt(i);
  // 64 bits from `shift` of words i and i + 1 on.
  auto shifted = [&](int i) {
    Reg pair = w.b.CreateOr(w.b.CreateShl(w.b.CreateZExt(words[i], i128), w.bits(i128, 64)),
                            w.b.CreateZExt(words[i + 1], i128));
    Reg moved = w.b.CreateShl(pair, w.b.CreateZExt(shift, i128));
    return w.b.CreateTrunc(w.b.CreateLShr(moved, w.bits(i128, 64)), w.i64());
  };
  auto product = [&](Reg word) {
    return w.b.CreateMul(w.b.CreateZExt(m, i128), w.b.CreateZExt(word, i128));
  };
  // The upper two of the product's three words: 2 bits of quadrant and a fraction.
  Reg high = w.b.CreateShl(product(shifted(0)), w.bits(i128, 64));
  Reg middle = product(shifted(1));
  Reg low = w.b.CreateLShr(product(shifted(2)), w.bits(i128, 64));
  Reg sum = w.b.CreateAdd(w.b.CreateAdd(high, middle), low);
  Reg fraction = w.b.CreateShl(sum, w.bits(i128, 2));
  Reg quadrant = w.b.CreateTrunc(w.b.CreateLShr(sum, w.bits(i128, 126)), w.i64());
  Reg isUpper = w.b.CreateICmpSLT(fraction, w.bits(i128, 0)); // at least one half: round up
  quadrant = w.b.CreateAdd(quadrant, w.b.CreateZExt(isUpper, w.i64()));
  Reg magnitude = select(isUpper, w.b.CreateNeg(fraction), fraction);
  Reg zeros = w.intrinsic(llvm::Intrinsic::ctlz, {magnitude, w.truth(false)}, {i128});
  Reg places = w.b.CreateAnd(zeros, w.bits(i128, 127));
  Reg top =
      w.b.CreateTrunc(w.b.CreateLShr(w.b.CreateShl(magnitude, places), w.bits(i128, 64)), w.i64());
  Reg scale = w.b.CreateSub(w.k(-64), w.b.CreateTrunc(places, w.i32()));
  Reg part = mul(w.b.CreateUIToFP(top, w.f64()), powerOfTwo(scale));
  Reg r = mul(part, k(1.5707963267948966));
  r = select(isUpper, neg(r), r);
  Reg isNegative = w.b.CreateFCmpOLT(x, k(0));
  r = select(isNegative, neg(r), r);
  quadrant = select(isNegative, w.b.CreateNeg(quadrant), quadrant);
  Reg isFinite = w.b.CreateFCmpOLT(abs(x), k(kInfinity));
  return {select(isFinite, r, llvm::ConstantFP::getNaN(w.f64())), quadrant};
}

// Up to 2^30: pi / 2 in three parts.
Doubles::Reduced Doubles::reduceSmall(Reg x) {
  Reg n = round(mul(x, k(0x1.45f306dc9c883p-1)));
  Reg r = fma(n, k(-0x1.921fb54442d18p+0), x);
  r = fma(n, k(-0x1.1a62633145c07p-54), r);
  r = fma(n, k(0x1.f1976b7ed8fbcp-110), r);
  return {r, w.b.CreateFPToSI(n, w.i64())};
}

// x = quadrant pi / 2 + rest.
Doubles::Reduced Doubles::reduce(Reg x) {
  Reg isSmall = w.b.CreateFCmpOLE(abs(x), k(0x1p30));
  Reduced small = reduceSmall(select(isSmall, x, k(0)));
  llvm::BasicBlock *before = w.b.GetInsertBlock();
  llvm::BasicBlock *slow = w.newBlock("large"), *after = w.newBlock("after");
  w.b.CreateCondBr(isSmall, after, slow);
  w.b.SetInsertPoint(slow);
  Reduced large = reduceLarge(x);
  llvm::BasicBlock *slowEnd = w.b.GetInsertBlock();
  w.b.CreateBr(after);
  w.b.SetInsertPoint(after);
  auto join = [&](Reg a, Reg b2) -> Reg {
    llvm::PHINode *phi = w.b.CreatePHI(a->getType(), 2);
    phi->addIncoming(a, before);
    phi->addIncoming(b2, slowEnd);
    return phi;
  };
  Reg rest = join(small.rest, large.rest);
  return {rest, join(small.quadrant, large.quadrant)};
}

// sin of x + quarter * pi / 2.
Reg Doubles::sine(Reg x, int64_t quarter) {
  Reduced reduced = reduce(x);
  Reg r = reduced.rest, quadrant = w.b.CreateAdd(reduced.quadrant, w.k64(quarter));
  Reg square = mul(r, r);
  auto alternating = [](int n) { return (n / 2 % 2 ? -1 : 1) / std::tgamma(n + 1.0); };
  Reg sine =
      fma(mul(r, square), series(square, 7, [&](int i) { return alternating(2 * i + 3); }), r);
  Reg cosine = fma(square, series(square, 8, [&](int i) { return alternating(2 * i + 2); }), k(1));
  auto has = [&](int64_t bit) {
    return w.b.CreateICmpNE(w.b.CreateAnd(quadrant, w.k64(bit)), w.k64(0));
  };
  Reg value = select(has(1), cosine, sine);
  return select(has(2), neg(value), value);
}

// Arguments up to tan(pi / 8) by the series; larger ones are turned by pi / 4 or pi / 2.
Reg Doubles::atan(Reg x) {
  Reg a = abs(x);
  Reg isLarge = w.b.CreateFCmpOGT(a, k(2.414213562373095));
  Reg isMiddle = w.b.CreateFCmpOGT(a, k(0.41421356237309503));
  Reg turned = select(isLarge, div(k(-1), a), div(sub(a, k(1)), add(a, k(1))));
  Reg t = select(isMiddle, turned, a), square = mul(t, t);
  Reg tail = series(square, 20, [](int i) { return (i % 2 ? 1 : -1) / (2.0 * i + 3); });
  Reg small = fma(mul(t, square), tail, t);
  Reg base = select(isLarge, k(1.5707963267948966), select(isMiddle, k(0.7853981633974483), k(0)));
  Reg rest =
      select(isLarge, k(6.123233995736766e-17), select(isMiddle, k(3.061616997868383e-17), k(0)));
  return withSign(add(base, add(small, rest)), x);
}

Reg Doubles::atan2(Reg y, Reg x) {
  Reg ratio = div(abs(y), abs(x));
  Reg bothInfinite = w.b.CreateAnd(w.b.CreateFCmpOEQ(abs(x), k(kInfinity)),
                                   w.b.CreateFCmpOEQ(abs(y), k(kInfinity)));
  ratio = select(bothInfinite, k(1), ratio);
  Reg bothZero = w.b.CreateAnd(w.b.CreateFCmpOEQ(x, k(0)), w.b.CreateFCmpOEQ(y, k(0)));
  ratio = select(bothZero, k(0), ratio);
  Reg angle = atan(ratio);
  Reg isLeft = w.b.CreateICmpSLT(w.toBits(x), w.k64(0));
  angle = select(isLeft, sub(k(3.141592653589793), sub(angle, k(1.2246467991473532e-16))), angle);
  return withSign(angle, y);
}

Reg Doubles::cbrt(Reg x) {
  Reg a = abs(x), root = exp(div(log(a), k(3)));
  // One step of Newton's method.
  Reg better = sub(root, div(sub(root, div(a, mul(root, root))), k(3)));
  Reg isPlain = w.b.CreateOr(w.b.CreateFCmpOEQ(a, k(0)), w.b.CreateFCmpUEQ(a, k(kInfinity)));
  return withSign(select(isPlain, a, better), x);
}

// x = 2^n m as in log(), to twice the digits: where exp() comes after it, the logarithm of 1e300
// needs ten bits more than f64 has.
Doubles::Pair Doubles::preciseLog(Reg x) {
  Reg isDenormal = w.b.CreateFCmpOLT(x, k(0x1p-1022));
  Reg bits = w.toBits(select(isDenormal, mul(x, k(0x1p54)), x));
  Reg exponent = w.b.CreateAShr(w.b.CreateSub(bits, w.k64(0x3FE6A09E667F3BCD)), w.k64(52));
  Reg m = w.fromBits(w.b.CreateSub(bits, w.b.CreateShl(exponent, w.k64(52))), w.f64());
  Reg n = sub(w.b.CreateSIToFP(exponent, w.f64()), select(isDenormal, k(54), k(0)));
  // s = (m - 1) / (m + 1); ln m = 2 s + 2/3 s^3 + ...
  Reg f = sub(m, k(1)), over = add(m, k(1)), overLow = sub(m, sub(over, k(1)));
  Reg s = div(f, over);
  Reg sLow = div(fma(neg(s), overLow, fma(neg(s), over, f)), over);
  Reg square = mul(s, s), squareLow = fma(mul(k(2), s), sLow, fma(s, s, neg(square)));
  Reg tail = mul(mul(square, square), series(square, 10, [](int i) { return 2.0 / (2 * i + 5); }));
  Reg third = mul(square, k(0x1.5555555555555p-1));
  Reg thirdLow =
      fma(square, k(0x1.5555555555555p-55), fma(square, k(0x1.5555555555555p-1), neg(third)));
  thirdLow = add(thirdLow, fma(squareLow, k(0x1.5555555555555p-1), tail));
  // 2 s (1 + (third + tail) / 2), then n ln 2 before it.
  Reg twice = mul(k(2), s), cube = mul(s, third), cubeLow = fma(s, third, neg(cube));
  cubeLow = add(cubeLow, fma(s, thirdLow, mul(sLow, third)));
  Pair sum = twoSum(twice, cube);
  Reg low = add(sum.low, fma(k(2), sLow, cubeLow));
  Reg whole = mul(n, k(kLn2High));
  Pair total = twoSum(whole, sum.high);
  low = add(total.low, fma(n, k(kLn2Low), low));
  return twoSum(total.high, low);
}

// e^(y ln x), x positive; `simple` where the product is no plain number.
Reg Doubles::precisePower(Reg x, Reg y) {
  Pair log2 = preciseLog(x);
  Reg product = mul(y, log2.high);
  Reg low = fma(y, log2.low, fma(y, log2.high, neg(product)));
  Reg value = exp(product);
  low = select(w.b.CreateFCmpOLT(abs(low), k(1)), low, k(0)); // else the product is no number
  Reg better = fma(value, low, value);
  auto isPlain = [&](Reg v) { return w.b.CreateFCmpOLT(abs(v), k(kInfinity)); };
  Reg isUsual = w.b.CreateAnd(w.b.CreateFCmpOGT(x, k(0)), isPlain(y));
  isUsual =
      w.b.CreateAnd(isUsual, w.b.CreateAnd(w.b.CreateFCmpOLT(x, k(kInfinity)), isPlain(value)));
  return select(isUsual, better, exp(mul(y, log(x))));
}

Reg Doubles::pow(Reg x, Reg y, bool isSingle) {
  Reg value = isSingle ? exp(mul(y, log(abs(x)))) : precisePower(abs(x), y);
  // 1 to any power and anything to 0 are 1; below zero the exponent must be whole.
  Reg whole = w.intrinsic(llvm::Intrinsic::trunc, {y}, {w.f64()});
  Reg isWhole = w.b.CreateFCmpOEQ(whole, y);
  Reg half = mul(y, k(0.5));
  Reg isOdd = w.b.CreateAnd(
      isWhole, w.b.CreateFCmpONE(w.intrinsic(llvm::Intrinsic::trunc, {half}, {w.f64()}), half));
  Reg isNegative = w.b.CreateICmpSLT(w.toBits(x), w.k64(0));
  Reg isBelow = w.b.CreateFCmpOLT(x, k(0));
  Reg isFinite = w.b.CreateFCmpONE(x, k(-kInfinity));
  Reg hasNone = w.b.CreateAnd(w.b.CreateAnd(isBelow, isFinite), w.b.CreateNot(isWhole));
  value = select(w.b.CreateAnd(isNegative, isOdd), neg(value), value);
  value = select(hasNone, llvm::ConstantFP::getNaN(w.f64()), value);
  Reg isOne = w.b.CreateFCmpOEQ(x, k(1));
  Reg ofUnit = w.b.CreateAnd(w.b.CreateFCmpOEQ(x, k(-1)), w.b.CreateFCmpOEQ(abs(y), k(kInfinity)));
  isOne = w.b.CreateOr(w.b.CreateOr(isOne, ofUnit), w.b.CreateFCmpOEQ(y, k(0)));
  return select(isOne, k(1), value);
}

// Exact: the divisor, as often doubled as fits, is taken away until less than it is left.
Reg Doubles::remainder(Reg x, Reg y) {
  Reg divisor = abs(y), start = abs(x);
  Reg isPossible =
      w.b.CreateAnd(w.b.CreateFCmpOLT(start, k(kInfinity)), w.b.CreateFCmpOGT(divisor, k(0)));
  start = select(isPossible, start, k(0));
  divisor = select(isPossible, divisor, k(1)); // 0 would never be used up
  auto exponentOf = [&](Reg value) {
    Reg isDenormal = w.b.CreateFCmpOLT(value, k(0x1p-1022));
    Reg bits = w.toBits(select(isDenormal, mul(value, k(0x1p54)), value));
    Reg field = w.b.CreateTrunc(w.b.CreateLShr(bits, w.k64(52)), w.i32());
    return w.b.CreateSub(field, w.b.CreateSelect(isDenormal, w.k(54), w.k(0)));
  };
  Reg ofDivisor = exponentOf(divisor);
  llvm::BasicBlock *before = w.b.GetInsertBlock(), *header = w.newBlock("remainder");
  llvm::BasicBlock *body = w.newBlock("subtract"), *after = w.newBlock("after");
  w.b.CreateBr(header);
  w.b.SetInsertPoint(header);
  llvm::PHINode *rest = w.b.CreatePHI(w.f64(), 2);
  rest->addIncoming(start, before);
  w.b.CreateCondBr(w.b.CreateFCmpOGE(rest, divisor), body, after);
  w.b.SetInsertPoint(body);
  Reg doublings = w.b.CreateSub(exponentOf(rest), ofDivisor);
  auto timesPower = [&](Reg count) {
    return w.intrinsic(llvm::Intrinsic::ldexp, {divisor, count}, {w.f64(), w.i32()});
  };
  Reg most = timesPower(doublings);
  Reg fits = w.b.CreateFCmpOLE(most, rest);
  most = select(fits, most, timesPower(w.b.CreateSub(doublings, w.k(1))));
  rest->addIncoming(sub(rest, most), body);
  w.b.CreateBr(header);
  w.b.SetInsertPoint(after);
  return select(isPossible, withSign(rest, x), llvm::ConstantFP::getNaN(w.f64()));
}

namespace {

// The next number after x on the way to y.
Reg nextAfter(Writer &w, Reg x, Reg y) {
  llvm::Type *type = x->getType();
  Reg zero = w.number(type, 0), bits = w.toBits(x);
  Reg one = w.bits(bits->getType(), 1);
  Reg grows = w.b.CreateICmpEQ(w.b.CreateFCmpOGT(y, x), w.b.CreateFCmpOGT(x, zero));
  Reg moved = w.b.CreateSelect(grows, w.b.CreateAdd(bits, one), w.b.CreateSub(bits, one));
  Reg least = w.intrinsic(llvm::Intrinsic::copysign, {w.fromBits(one, type), y}, {type});
  Reg value = w.b.CreateSelect(w.b.CreateFCmpOEQ(x, zero), least, w.fromBits(moved, type));
  value = w.b.CreateSelect(w.b.CreateFCmpOEQ(x, y), y, value);
  return w.b.CreateSelect(w.b.CreateFCmpUNO(x, y), llvm::ConstantFP::getNaN(type), value);
}

// Each of these gives null where the name is none of its functions.
Reg exponential(Doubles &d, StringRef name, Reg x) {
  constexpr double kLog2E = 1.4426950408889634, kLog10E = 0.4342944819032518;
  if (name == "exp")
    return d.exp(x);
  if (name == "exp2") { // of the whole part exactly
    Reg n = d.w.intrinsic(llvm::Intrinsic::rint, {x}, {d.w.f64()});
    Reg isInside = d.w.b.CreateFCmpOLT(d.abs(x), d.k(1100));
    Reg rest = d.exp(d.mul(d.select(isInside, d.sub(x, n), d.k(0)), d.k(0.6931471805599453)));
    Reg whole = d.w.b.CreateFPToSI(d.select(isInside, n, d.k(0)), d.w.i32());
    Reg scaled = d.w.intrinsic(llvm::Intrinsic::ldexp, {rest, whole}, {d.w.f64(), d.w.i32()});
    Reg outside = d.exp(d.mul(x, d.k(0.6931471805599453)));
    return d.select(isInside, scaled, outside);
  }
  if (name == "log")
    return d.log(x);
  if (name == "log2")
    return d.mul(d.log(x), d.k(kLog2E));
  if (name == "log10")
    return d.mul(d.log(x), d.k(kLog10E));
  if (name == "log1p")
    return d.log1p(x);
  if (name == "expm1")
    return d.expm1(x);
  return nullptr;
}

Reg hyperbolic(Doubles &d, StringRef name, Reg x) {
  if (name == "sinh")
    return d.mul(d.k(0.5), d.sub(d.expm1(x), d.expm1(d.neg(x))));
  if (name == "cosh")
    return d.mul(d.k(0.5), d.add(d.exp(x), d.exp(d.neg(x))));
  if (name == "tanh") {
    Reg isFar = d.w.b.CreateFCmpOGT(d.abs(x), d.k(20));
    Reg grown = d.expm1(d.mul(d.k(2), d.select(isFar, d.withSign(d.k(20), x), x)));
    return d.div(grown, d.add(grown, d.k(2)));
  }
  if (name == "asinh") {
    Reg a = d.abs(x), square = d.mul(a, a);
    Reg inner = d.add(a, d.div(square, d.add(d.k(1), d.sqrt(d.add(d.k(1), square)))));
    Reg isFar = d.w.b.CreateFCmpOGT(a, d.k(0x1p500));
    Reg far = d.add(d.log(a), d.k(0.6931471805599453));
    return d.withSign(d.select(isFar, far, d.log1p(inner)), x);
  }
  if (name == "acosh") {
    Reg near = d.log(d.add(x, d.mul(d.sqrt(d.sub(x, d.k(1))), d.sqrt(d.add(x, d.k(1))))));
    Reg isFar = d.w.b.CreateFCmpOGT(x, d.k(0x1p500));
    return d.select(isFar, d.add(d.log(x), d.k(0.6931471805599453)), near);
  }
  if (name == "atanh") { // near -1 the quotient would lose digits
    Reg a = d.abs(x);
    return d.withSign(d.mul(d.k(0.5), d.log1p(d.div(d.mul(d.k(2), a), d.sub(d.k(1), a)))), x);
  }
  return nullptr;
}

// Null: the library lacks it.
Reg evaluateDouble(Doubles &d, StringRef name, ArrayRef<Reg> v, bool isSingle) {
  Reg x = v[0];
  if (Reg value = exponential(d, name, x))
    return value;
  if (Reg value = hyperbolic(d, name, x))
    return value;
  if (name == "sin")
    return d.sine(x, 0);
  if (name == "cos")
    return d.sine(x, 1);
  if (name == "tan")
    return d.div(d.sine(x, 0), d.sine(x, 1));
  if (name == "atan")
    return d.atan(x);
  if (name == "atan2")
    return d.atan2(x, v[1]);
  auto leg = [&] { return d.sqrt(d.mul(d.sub(d.k(1), x), d.add(d.k(1), x))); };
  if (name == "asin")
    return d.atan2(x, leg());
  if (name == "acos")
    return d.atan2(leg(), x);
  if (name == "cbrt")
    return d.cbrt(x);
  if (name == "pow")
    return d.pow(x, v[1], isSingle);
  if (name == "fmod")
    return d.remainder(x, v[1]);
  return evaluateSpecial(d, name, v);
}

} // namespace

Reg callLibrary(Emitter &e, StringRef name, ArrayRef<Reg> operands, llvm::Type *result) {
  Writer &w = e.w;
  bool isSingle = operands[0]->getType()->isFloatTy();
  bool areFloats = llvm::all_of(operands, [](Reg v) { return v->getType()->isFloatingPointTy(); });
  if (name == "nextafter" && areFloats)
    return nextAfter(w, operands[0], operands[1]);
  if (areFloats && result->isFloatingPointTy()) {
    Regs wide;
    for (Reg operand : operands)
      wide.push_back(isSingle ? w.b.CreateFPExt(operand, w.f64()) : operand);
    Doubles doubles(w);
    if (Reg value = evaluateDouble(doubles, name, wide, isSingle))
      return result->isFloatTy() ? w.b.CreateFPTrunc(value, result) : value;
  }
  e.fail(StatusCode::Unavailable,
         cat("`", name.str(), "` of ", operands[0]->getType()->isDoubleTy() ? "fp64" : "fp32",
             " has no code for NVIDIA GPUs yet"),
         "the CPU and the interpreter compute it");
  return e.w.bits(result, 0);
}

} // namespace nereid::nvidia
