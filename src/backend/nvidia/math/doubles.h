// Functions of f64 that the chip lacks, as LLVM IR.
//
// To a few units in the last place; functions of f32 go through them and are rounded once. What
// library.h does not list by name is built from these (special_functions.h).
//
//   Doubles d(writer);
//   Reg y = d.mul(d.exp(x), d.k(0.5));
#pragma once

#include "backend/nvidia/writer.h"

namespace nereid::nvidia {

class Doubles {
public:
  explicit Doubles(Writer &writer) : w(writer) {}

  // x as quadrants of pi / 2 and a rest of at most pi / 4.
  struct Reduced {
    Reg rest, quadrant;
  };

  Reg exp(Reg x);
  Reg log(Reg x);
  Reg expm1(Reg x);
  Reg log1p(Reg x);
  Reg sine(Reg x, int64_t quarter);
  Reg atan(Reg x);
  Reg atan2(Reg y, Reg x);
  Reg cbrt(Reg x);
  Reg pow(Reg x, Reg y, bool isSingle);
  Reg remainder(Reg x, Reg y); // fmod
  // A number as the sum of two.
  struct Pair {
    Reg high, low;
  };
  Pair preciseLog(Reg x);         // x positive
  Reg precisePower(Reg x, Reg y); // x positive
  Pair twoSum(Reg a, Reg b) {     // exact; |a| >= |b|, or a is 0
    Reg sum = add(a, b);
    return {sum, sub(b, sub(sum, a))};
  }

  Reg k(double value) { return w.number(w.f64(), value); }
  Reg add(Reg a, Reg b) { return w.b.CreateFAdd(a, b); }
  Reg sub(Reg a, Reg b) { return w.b.CreateFSub(a, b); }
  Reg mul(Reg a, Reg b) { return w.b.CreateFMul(a, b); }
  Reg div(Reg a, Reg b) { return w.b.CreateFDiv(a, b); }
  Reg neg(Reg a) { return w.b.CreateFNeg(a); }
  Reg fma(Reg a, Reg b, Reg c) { return call(llvm::Intrinsic::fma, {a, b, c}); }
  Reg sqrt(Reg a) { return call(llvm::Intrinsic::sqrt, {a}); }
  Reg abs(Reg a) { return call(llvm::Intrinsic::fabs, {a}); }
  Reg withSign(Reg a, Reg sign) { return call(llvm::Intrinsic::copysign, {a, sign}); }
  Reg select(Reg condition, Reg a, Reg b) { return w.b.CreateSelect(condition, a, b); }
  Reg call(llvm::Intrinsic::ID id, ArrayRef<Reg> operands) {
    return w.intrinsic(id, operands, {w.f64()});
  }
  Reg round(Reg a) { return call(llvm::Intrinsic::rint, {a}); }
  // coefficient(0) + coefficient(1) x + ... up to x^degree.
  Reg series(Reg x, int degree, llvm::function_ref<double(int)> coefficient) {
    Reg sum = k(coefficient(degree));
    for (int power = degree - 1; power >= 0; --power)
      sum = fma(sum, x, k(coefficient(power)));
    return sum;
  }

  Writer &w;

private:
  Reduced reduce(Reg x);
  Reduced reduceSmall(Reg x);
  Reduced reduceLarge(Reg x);
  Reg powerOfTwo(Reg n) { // of an i32 in [-1022, 1023]
    Reg bits = w.b.CreateShl(w.b.CreateSExt(w.b.CreateAdd(n, w.k(1023)), w.i64()), w.k64(52));
    return w.fromBits(bits, w.f64());
  }
};

} // namespace nereid::nvidia
