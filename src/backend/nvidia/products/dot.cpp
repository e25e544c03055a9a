// Matrix products on the tensor cores (mma.sync), or without them.
//
// An mma instruction multiplies 16 x K by K x 8 held by one warp, in fragments whose places the
// layouts mmaAccumulator, mmaOperandA and mmaOperandB describe. So a product is: the operands
// brought into those layouts, then one instruction for every fragment of the result and step of K.
// Which registers are a fragment is asked of the layouts, never assumed here.
#include "backend/nvidia/emitter.h"

#include "backend/nvidia/lane_ops.h"
#include "backend/nvidia/products/wgmma.h"
#include "base/check.h"
#include "base/text.h"
#include "layout/instances.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

using layout::Flat;

// The number of the first register of the fragment whose element is at `flat` in the thread whose
// own place is zero.
class Fragments {
public:
  explicit Fragments(Layout layout) : span_(layout->bases(Place::Register)) {}
  unsigned at(Flat flat) const {
    auto found = span_.combination(flat);
    NEREID_CHECK(found, "a fragment that the layout does not hold");
    return static_cast<unsigned>(*found);
  }

private:
  layout::Span span_;
};

// Words of one operand: `registers` of a fragment, packed.
Regs packFragment(Writer &w, ArrayRef<Reg> registers, unsigned perWord) {
  Regs words;
  for (size_t i = 0; i < registers.size(); i += perWord)
    words.push_back(perWord == 1 ? w.toBits(registers[i])
                                 : joinWord(w, registers.slice(i, perWord)));
  return words;
}

struct Instruction {
  const char *shape;
  std::string types; // "f32.f16.f16.f32" after the shape "m16n8k16"
  bool isInteger;
};

// d = a * b + c for one fragment.
Regs multiply(Writer &w, const Instruction &instruction, ArrayRef<Reg> a, ArrayRef<Reg> b,
              ArrayRef<Reg> c) {
  std::string constraints;
  const char *result = instruction.isInteger ? "=r" : "=f";
  std::vector<std::string> parts(4, result);
  Regs operands;
  for (Reg word : a) {
    parts.push_back("r");
    operands.push_back(word);
  }
  for (Reg word : b) {
    parts.push_back("r");
    operands.push_back(word);
  }
  for (unsigned i = 0; i < 4; ++i) {
    parts.push_back(cat(i));
    operands.push_back(c[i]);
  }
  auto list = [](unsigned first, unsigned count) {
    std::vector<std::string> names;
    for (unsigned i = 0; i < count; ++i)
      names.push_back(cat("$", first + i));
    return cat("{", join(names, ","), "}");
  };
  unsigned nextB = 4 + a.size();
  std::string text =
      cat("mma.sync.aligned.", instruction.shape, ".row.col.", instruction.types, " ", list(0, 4),
          ", ", list(4, a.size()), ", ", list(nextB, b.size()), ", ", list(0, 4), ";");
  llvm::Type *number = c[0]->getType();
  auto *type = llvm::StructType::get(number, number, number, number);
  Reg whole = w.assembly(type, text, join(parts, ","), operands, false);
  Regs d;
  for (unsigned i = 0; i < 4; ++i)
    d.push_back(w.b.CreateExtractValue(whole, i));
  return d;
}

class Mma {
public:
  Mma(Emitter &emitter, tile::DotOp op)
      : e(emitter), w(e.w), op_(op), plan_(e.layouts.planDot(op)),
        c_(e.layouts.intern(layout::mmaAccumulator(bits(op.getType()), warps()))),
        a_(e.layouts.intern(
            layout::mmaOperandA(bits(op.getA().getType()), warps(), plan_.elementBits))),
        b_(e.layouts.intern(
            layout::mmaOperandB(bits(op.getB().getType()), warps(), plan_.elementBits))) {}

  void emit();

private:
  static std::vector<int> bits(Type type) {
    auto shape = tile::shapeOf(type);
    return layout::bitsOf({shape.begin(), shape.end()});
  }
  layout::MatrixWarps warps() const { return {plan_.warpBitsM, plan_.warpBitsN}; }
  Regs bring(Value value, Layout layout);
  Regs operand(Value value, Layout layout);
  Instruction instruction();
  void multiplyAll(const Regs &a, const Regs &b, Regs &c);

  Emitter &e;
  Writer &w;
  tile::DotOp op_;
  DotPlan plan_;
  Layout c_, a_, b_;
};

// From where a loop has put it, if it has.
Regs Mma::bring(Value value, Layout layout) {
  auto transpose = value.getDefiningOp<tile::TransposeOp>();
  Value source = transpose ? transpose.getSource() : value;
  auto staged = e.staged.find(source);
  if (staged == e.staged.end())
    return lanes(e, value, layout);
  if (transpose)
    layout = e.layouts.intern(layout->transposed({1, 0}));
  const StagedMatrix &matrix = *staged->second;
  llvm::Type *element = registerType(w, tile::elementOf(value.getType()));
  return readMatrix(e, matrix.memory, element, layout, matrix.base);
}

Regs Mma::operand(Value value, Layout layout) {
  Type element = tile::elementOf(value.getType());
  Regs registers = bring(value, layout);
  if (isFloat8(element) && plan_.elementBits == 16)
    for (Reg &one : registers)
      one = w.b.CreateFPTrunc(decodeFloat8(e, one, element, false), w.b.getHalfTy());
  return registers;
}

Instruction Mma::instruction() {
  Type a = tile::elementOf(op_.getA().getType());
  if (a.isBF16())
    return {"m16n8k16", "f32.bf16.bf16.f32", false};
  if (plan_.elementBits == 16)
    return {"m16n8k16", "f32.f16.f16.f32", false};
  if (isFloat8(a)) {
    Type b = tile::elementOf(op_.getB().getType());
    return {"m16n8k32", cat("f32.", float8Name(a), ".", float8Name(b), ".f32"), false};
  }
  if (a.isF32())
    return {"m16n8k8", "f32.tf32.tf32.f32", false};
  return {"m16n8k32", "s32.s8.s8.s32", true};
}

void Mma::multiplyAll(const Regs &a, const Regs &b, Regs &c) {
  Instruction which = instruction();
  Fragments fragmentsA(a_), fragmentsB(b_);
  int rank = static_cast<int>(c_->axisBits().size());
  int stepBits = std::countr_zero(unsigned(256 / plan_.elementBits)); // of K
  unsigned perWord = 32 / plan_.elementBits, countA = 4 * perWord, countB = 2 * perWord;
  // Steps of K outside: a product does not wait for the one before it.
  for (int step = 0; step < 1 << (a_->axisBits().back() - stepBits); ++step) {
    Flat k = step << stepBits;
    for (unsigned first = 0; first < c.size(); first += 4) {
      Flat flat = c_->apply(Place::Register, first);
      Flat n = flat & c_->maskOf(rank - 1),
           m = (flat & c_->maskOf(rank - 2)) >> c_->shiftOf(rank - 2);
      Flat batch = flat >> (c_->shiftOf(rank - 2) + c_->axisBits()[rank - 2]);
      Flat flatA = (batch << a_->axisBits()[rank - 2] | m) << a_->shiftOf(rank - 2) | k;
      Flat flatB = (batch << b_->axisBits()[rank - 2] | k) << b_->shiftOf(rank - 2) | n;
      Regs wordsA = packFragment(w, ArrayRef(a).slice(fragmentsA.at(flatA), countA), perWord);
      Regs wordsB = packFragment(w, ArrayRef(b).slice(fragmentsB.at(flatB), countB), perWord);
      Regs d = multiply(w, which, wordsA, wordsB, ArrayRef(c).slice(first, 4));
      llvm::copy(d, c.begin() + first);
    }
  }
}

Reg roundedToTf32(Writer &w, Reg value) {
  Reg bits = w.pure(w.i32(), "cvt.rna.tf32.f32 $0, $1;", {value});
  return w.fromBits(bits, w.f32());
}

void Mma::emit() {
  if (e.whileMultiplying) // a later round's loads
    std::exchange(e.whileMultiplying, nullptr)();
  Regs a = operand(op_.getA(), a_), b = operand(op_.getB(), b_);
  Regs c = lanes(e, op_.getAcc(), c_);
  bool isHalf = c[0]->getType()->isHalfTy();
  if (isHalf)
    for (Reg &value : c)
      value = w.b.CreateFPExt(value, w.f32());
  if (plan_.elementBits == 32) {
    auto split = [&](Regs &values) { // into what tf32 holds, and the rest
      Regs rest;
      for (Reg &value : values) {
        Reg large = roundedToTf32(w, value);
        rest.push_back(roundedToTf32(w, w.b.CreateFSub(value, large)));
        value = large;
      }
      return rest;
    };
    Regs restA = split(a), restB = split(b);
    if (op_.getPrecision() == "tf32x3") {
      multiplyAll(restA, b, c);
      multiplyAll(a, restB, c);
    }
  }
  multiplyAll(a, b, c);
  if (isHalf)
    for (Reg &value : c)
      value = w.b.CreateFPTrunc(value, w.b.getHalfTy());
  Layout home = e.layouts.home(op_.getResult());
  e.define(op_.getResult(), convert(e, c, c[0]->getType(), c_, home));
}

// Any product: both operands in shared memory, a loop over K in which each thread computes the
// elements it holds.
class Fma {
public:
  Fma(Emitter &emitter, tile::DotOp op)
      : e(emitter), w(e.w), op_(op), home_(e.layouts.home(op.getResult())) {}

  void emit();

private:
  Regs widenedOperand(Value value);
  Reg product(Reg a, Reg b, Reg c);
  Reg placeOf(Layout layout, unsigned r, int skippedAxis, Reg k);
  void step(Reg k, Regs &sums);

  Emitter &e;
  Writer &w;
  tile::DotOp op_;
  Layout home_, layoutA_ = nullptr, layoutB_ = nullptr;
  uint32_t offsetA_ = 0, offsetB_ = 0;
  llvm::Type *type_ = nullptr;
};

Regs Fma::widenedOperand(Value value) {
  Type element = tile::elementOf(value.getType());
  Regs registers = lanes(e, value, e.layouts.home(value));
  for (Reg &one : registers) {
    if (isFloat8(element))
      one = decodeFloat8(e, one, element, false);
    one = widened(w, one);
    if (one->getType()->isFloatTy() && type_->isDoubleTy())
      one = w.b.CreateFPExt(one, type_);
    else if (one->getType()->isIntegerTy())
      one = w.b.CreateSExtOrTrunc(one, type_);
  }
  return registers;
}

Reg Fma::product(Reg a, Reg b, Reg c) {
  if (type_->isIntegerTy())
    return w.b.CreateAdd(c, w.b.CreateMul(a, b));
  return w.intrinsic(llvm::Intrinsic::fma, {a, b, c}, {type_});
}

// Row-major, of the result's coordinates with `k` in the place of one axis.
Reg Fma::placeOf(Layout layout, unsigned r, int kAxis, Reg k) {
  Reg flat = w.k(0);
  for (int axis = 0; axis < static_cast<int>(layout->axisBits().size()); ++axis) {
    Reg place = axis == kAxis ? k : e.coordinate(home_, r, axis);
    flat = w.b.CreateAdd(flat, w.b.CreateShl(place, w.k(layout->shiftOf(axis))));
  }
  return flat;
}

void Fma::step(Reg k, Regs &sums) {
  int rank = static_cast<int>(home_->axisBits().size());
  // Registers that differ in a coordinate that an operand lacks read the same.
  llvm::DenseMap<Flat, Reg> fromA, fromB;
  auto read = [&](llvm::DenseMap<Flat, Reg> &known, Layout layout, unsigned r, int kAxis,
                  uint32_t offset) {
    Flat key = home_->apply(Place::Register, r) & ~home_->maskOf(kAxis);
    Reg &value = known[key];
    if (!value)
      value = readRowMajor(e, offset, placeOf(layout, r, kAxis, k), type_);
    return value;
  };
  for (unsigned r = 0; r < sums.size(); ++r) {
    Reg a = read(fromA, layoutA_, r, rank - 1, offsetA_);
    Reg b = read(fromB, layoutB_, r, rank - 2, offsetB_);
    sums[r] = product(a, b, sums[r]);
  }
}

void Fma::emit() {
  Type element = tile::elementOf(op_.getType());
  llvm::Type *result = registerType(w, element);
  type_ = result->isHalfTy() || result->isBFloatTy() ? w.f32() : result;
  layoutA_ = e.layouts.home(op_.getA());
  layoutB_ = e.layouts.home(op_.getB());
  Regs a = widenedOperand(op_.getA()), b = widenedOperand(op_.getB());
  Regs sums;
  for (Reg value : lanes(e, op_.getAcc(), home_))
    sums.push_back(value->getType() == type_ ? value : w.b.CreateFPExt(value, type_));

  uint32_t bytes = sharedBytesOf(type_);
  uint32_t sizeA = std::max(16u, bytes << layoutA_->tileBits());
  offsetA_ = beginExchange(e, sizeA + (bytes << layoutB_->tileBits()));
  offsetB_ = offsetA_ + sizeA;
  writeRowMajorAt(e, a, layoutA_, offsetA_);
  writeRowMajorAt(e, b, layoutB_, offsetB_);
  e.barrier();

  // for k = 0, 1, ...
  llvm::BasicBlock *before = w.b.GetInsertBlock(), *loop = w.newBlock("k"),
                   *after = w.newBlock("sum");
  w.b.CreateBr(loop);
  w.b.SetInsertPoint(loop);
  llvm::PHINode *k = w.b.CreatePHI(w.i32(), 2);
  k->addIncoming(w.k(0), before);
  SmallVector<llvm::PHINode *> phis;
  Regs next;
  for (Reg sum : sums) {
    phis.push_back(w.b.CreatePHI(type_, 2));
    phis.back()->addIncoming(sum, before);
    next.push_back(phis.back());
  }
  step(k, next);
  Reg following = w.b.CreateAdd(k, w.k(1));
  k->addIncoming(following, loop);
  for (auto [phi, value] : llvm::zip_equal(phis, next))
    phi->addIncoming(value, loop);
  w.b.CreateCondBr(w.b.CreateICmpULT(following, w.k(1 << layoutA_->axisBits().back())), loop,
                   after);
  w.b.SetInsertPoint(after);

  for (Reg &value : next)
    if (type_ != result)
      value = narrowed(w, value, result);
  e.define(op_.getResult(), std::move(next));
}

} // namespace

void emitDot(Emitter &e, tile::DotOp op) {
  if (e.layouts.planDot(op).kind == DotPlan::Kind::Wgmma)
    emitWgmma(e, op);
  else if (e.layouts.planDot(op).kind == DotPlan::Kind::Mma)
    Mma(e, op).emit();
  else
    Fma(e, op).emit();
}

} // namespace nereid::nvidia
