// The accumulators of wgmma are where those of mma are, with four warps along M; so is A in
// registers. B is read from shared memory through a descriptor; so is A where it comes from there.
// Between the first wgmma and the wait the hardware owns the accumulators: both are assembly
// that reads and writes all of them, so that nothing that uses one comes between.
#include "backend/nvidia/products/wgmma.h"

#include "backend/nvidia/feed/supply.h"
#include "base/text.h"
#include "layout/instances.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// Text and operands of an assembly whose results are tied to its first operands.
class Assembly {
public:
  explicit Assembly(Writer &writer) : w(writer) {}

  // A register that is read and written: "$i".
  std::string tied(Reg value, const char *letter) {
    outputs_.push_back(cat("=", letter));
    ties_.push_back(value);
    types_.push_back(value->getType());
    return cat("$", outputs_.size() - 1);
  }
  // Only after every tied one.
  std::string input(Reg value, const char *letter) {
    inputs_.push_back(letter);
    values_.push_back(value);
    return cat("$", outputs_.size() + inputs_.size() - 1);
  }
  void line(std::string text) { text_ += cat("  ", text, "\n"); }

  Regs emit() {
    std::vector<std::string> constraints = outputs_;
    constraints.insert(constraints.end(), inputs_.begin(), inputs_.end());
    for (size_t i = 0; i < ties_.size(); ++i)
      constraints.push_back(cat(i));
    Regs operands = values_;
    operands.append(ties_);
    auto *type = llvm::StructType::get(w.b.getContext(), types_);
    Reg whole = w.assembly(type, cat("{\n", text_, "}"), join(constraints, ","), operands, true);
    Regs results;
    for (size_t i = 0; i < ties_.size(); ++i)
      results.push_back(w.b.CreateExtractValue(whole, i));
    return results;
  }

private:
  Writer &w;
  std::string text_;
  std::vector<std::string> outputs_, inputs_;
  Regs ties_, values_;
  SmallVector<llvm::Type *> types_;
};

bool isZeroTile(Value tile) {
  auto constant = tile.getDefiningOp<arith::ConstantOp>();
  auto splat = constant ? dyn_cast<SplatElementsAttr>(constant.getValue()) : SplatElementsAttr();
  return splat && isa<FloatType>(splat.getElementType()) &&
         splat.getSplatValue<APFloat>().isPosZero();
}

class Wgmma {
public:
  Wgmma(Emitter &emitter, tile::DotOp op)
      : e(emitter), w(e.w), op_(op), plan_(e.layouts.planDot(op)) {
    auto shape = tile::shapeOf(op.getType()), shapeA = tile::shapeOf(op.getA().getType());
    n_ = shape[1] >> plan_.warpBitsN;
    k_ = shapeA[1];
    warps_ = {plan_.warpBitsM, plan_.warpBitsN};
    c_ = e.layouts.intern(layout::wgmmaAccumulator(bits(op.getType()), warps_));
    left_ = operandA(op);
    right_ = operandB(op);
    startsAtZero_ = isZeroTile(op.getAcc());
  }
  void emit();
  // The steps of it: A's words, if it is in registers; the sums; the product under way.
  Regs bringWords() {
    bringA();
    return wordsOfA_;
  }
  Regs bringSums();
  Regs startWith(const Regs &words, const Regs &sums) {
    if (words.empty())
      bringA();
    wordsOfA_ = words;
    b_ = staged(right_);
    return start(sums);
  }
  Layout layout() const { return c_; }

private:
  static std::vector<int> bits(Type type) {
    auto shape = tile::shapeOf(type);
    return layout::bitsOf({shape.begin(), shape.end()});
  }
  // The matrix in shared memory: where a loop has put it, or written now.
  StagedMatrix staged(MatrixOperand operand);
  void bringA();
  std::string operandTypes();
  Reg descriptorOfA();
  Reg descriptorOfB();
  // Starts the product; gives the accumulators, which are the hardware's until it has waited.
  Regs start(const Regs &sums);

  Emitter &e;
  Writer &w;
  tile::DotOp op_;
  DotPlan plan_;
  int64_t n_, k_; // of a warpgroup
  layout::MatrixWarps warps_;
  Layout c_;
  MatrixOperand left_, right_;
  std::optional<StagedMatrix> a_, b_; // A is there, or in registers:
  Regs wordsOfA_;                     // four a slice of 64 rows and step of 32 bytes
  bool hasWritten_ = false;
  bool startsAtZero_ = false; // the first step overwrites the sums
};

StagedMatrix Wgmma::staged(MatrixOperand operand) {
  if (auto known = e.staged.find(operand.tile); known != e.staged.end())
    return *known->second;
  Type type = operand.tile.getType();
  Layout layout = e.layouts.home(operand.tile);
  int contiguous = e.layouts.contiguousAxis(operand.tile);
  if (plan_.elementBits == 8)
    contiguous = operand.contractedAxis;
  else if (!MatrixMemory::isReadable(type, contiguous))
    contiguous = 1 - contiguous;
  MatrixMemory memory(type, contiguous);
  uint32_t offset = e.shared.hold(memory.bytes(), 1024);
  if (!hasWritten_)
    w.barrier(); // the last product may still read there
  writeMatrix(e, memory, lanes(e, operand.tile, layout), layout, w.k(offset));
  hasWritten_ = true;
  return {memory, w.k(offset)};
}

void Wgmma::bringA() {
  if (e.staged.count(left_.tile) || e.layouts.isInMemory(left_.tile)) {
    a_ = staged(left_);
  } else {
    Layout layout = e.layouts.intern(
        layout::mmaOperandA(bits(op_.getA().getType()), warps_, plan_.elementBits));
    Regs registers = lanes(e, op_.getA(), layout);
    unsigned perWord = 32 / plan_.elementBits;
    for (unsigned r = 0; r < registers.size(); r += perWord)
      wordsOfA_.push_back(joinWord(w, ArrayRef(registers).slice(r, perWord)));
  }
}

// As f32.
Regs Wgmma::bringSums() {
  llvm::Type *type = registerType(w, tile::elementOf(op_.getType()));
  if (startsAtZero_)
    return Regs(c_->registers(), llvm::PoisonValue::get(w.f32()));
  Regs sums = lanes(e, op_.getAcc(), c_);
  if (type->isHalfTy())
    for (Reg &value : sums)
      value = w.b.CreateFPExt(value, w.f32());
  return sums;
}

// Each warpgroup begins at 64 rows of its own.
Reg Wgmma::descriptorOfA() {
  Reg descriptor = a_->memory.descriptor(w, w.sharedAddress(a_->base), left_.contractedAxis);
  if (plan_.warpBitsM == 2)
    return descriptor;
  Reg group = w.b.CreateLShr(w.warpId(), w.k(2));
  if (plan_.warpBitsN > 0)
    group = w.b.CreateAnd(group, w.k((1 << (plan_.warpBitsM - 2)) - 1));
  uint32_t units = a_->memory.stepUnits(left_.contractedAxis, 0, 64);
  return w.b.CreateAdd(descriptor, w.b.CreateMul(w.b.CreateZExt(group, w.i64()), w.k64(units)));
}

// And at columns of its own.
Reg Wgmma::descriptorOfB() {
  Reg descriptor = b_->memory.descriptor(w, w.sharedAddress(b_->base), right_.contractedAxis);
  if (plan_.warpBitsN == 0)
    return descriptor;
  Reg group = w.b.CreateZExt(w.b.CreateLShr(w.warpId(), w.k(plan_.warpBitsM)), w.i64());
  uint32_t units = b_->memory.stepUnits(right_.contractedAxis, 0, n_);
  return w.b.CreateAdd(descriptor, w.b.CreateMul(group, w.k64(units)));
}

std::string Wgmma::operandTypes() {
  Type a = tile::elementOf(op_.getA().getType()), b = tile::elementOf(op_.getB().getType());
  if (plan_.elementBits == 8)
    return cat(float8Name(a), ".", float8Name(b));
  return a.isBF16() ? "bf16.bf16" : "f16.f16";
}

Regs Wgmma::start(const Regs &sums) {
  Assembly code(w);
  std::vector<std::string> names, wordNames;
  std::string types = operandTypes();
  for (Reg value : sums)
    names.push_back(code.tied(value, "f"));
  std::string nameB = code.input(descriptorOfB(), "l"), nameA;
  if (a_)
    nameA = code.input(descriptorOfA(), "l");
  for (Reg word : wordsOfA_)
    wordNames.push_back(code.input(word, "r"));

  uint32_t piece = static_cast<uint32_t>(std::min<int64_t>(n_, 256)), perSlice = n_ / 2;
  uint32_t depth = 256 / plan_.elementBits; // of an instruction
  uint32_t slices = sums.size() / perSlice, steps = k_ / depth,
           groups = 1u << (plan_.warpBitsM - 2);
  std::string turnsB = plan_.elementBits == 8                                     ? ""
                       : b_->memory.isContractedContiguous(right_.contractedAxis) ? ", 0"
                                                                                  : ", 1";
  std::string turnsA;
  if (a_ && plan_.elementBits == 16)
    turnsA = a_->memory.isContractedContiguous(left_.contractedAxis) ? ", 0" : ", 1";
  code.line(".reg .b64 a, b; .reg .pred adds, sets;");
  code.line("setp.ne.b32 adds, 1, 0;");
  code.line("setp.ne.b32 sets, 0, 0;");
  code.line("wgmma.fence.sync.aligned;");
  auto operandAt = [&](uint32_t slice, uint32_t step) {
    if (!a_) {
      auto word = wordNames.begin() + 4 * (slice * steps + step);
      return cat("{", join(std::vector<std::string>(word, word + 4), ","), "}");
    }
    uint32_t units = a_->memory.stepUnits(left_.contractedAxis, depth * step, 64 * groups * slice);
    code.line(cat("add.s64 a, ", nameA, ", ", units, ";"));
    return std::string("a");
  };
  for (uint32_t slice = 0; slice < slices; ++slice)
    for (uint32_t n = 0; n < n_; n += piece)
      for (uint32_t step = 0; step < steps; ++step) {
        auto first = names.begin() + slice * perSlice + n / 2;
        std::string d = join(std::vector<std::string>(first, first + piece / 2), ",");
        std::string left = operandAt(slice, step);
        uint32_t units = b_->memory.stepUnits(right_.contractedAxis, depth * step, n);
        code.line(cat("add.s64 b, ", nameB, ", ", units, ";"));
        code.line(cat("wgmma.mma_async.sync.aligned.m64n", piece, "k", depth, ".f32.", types, " {",
                      d, "}, ", left, ", b, ", startsAtZero_ && step == 0 ? "sets" : "adds",
                      ", 1, 1", turnsA, turnsB, ";"));
      }
  code.line("wgmma.commit_group.sync.aligned;");
  return code.emit();
}

void Wgmma::emit() {
  uint32_t floor = e.shared.floor();
  bringA();
  b_ = staged(right_);
  Regs sums = bringSums();
  if (hasWritten_) {
    w.assembly(w.b.getVoidTy(), "fence.proxy.async.shared::cta;", "~{memory}", {}, true);
    w.barrier();
    e.shared.sawBarrier();
  }
  sums = start(sums);
  // While the tensor cores work, the next loads can start.
  if (e.whileMultiplying)
    std::exchange(e.whileMultiplying, nullptr)();
  if (e.supply && e.supply->overlappedBy(op_)) {
    // The round before is done; its slot may be filled anew.
    w.assembly(w.b.getVoidTy(), "wgmma.wait_group.sync.aligned 1;", "~{memory}", {}, true);
    giveBack(e, op_);
    e.define(op_.getResult(), sums);
    return;
  }
  sums = waitForSums(w, sums);
  if (e.supply)
    giveBack(e, op_);
  if (registerType(w, tile::elementOf(op_.getType()))->isHalfTy())
    for (Reg &value : sums)
      value = w.b.CreateFPTrunc(value, w.b.getHalfTy());
  if (e.shared.floor() != floor)
    e.shared.release(floor);
  Layout home = e.layouts.home(op_.getResult());
  e.define(op_.getResult(), convert(e, sums, sums[0]->getType(), c_, home));
}

// Through a transposition the other axis is contracted.
MatrixOperand operandOf(Value operand, int contractedAxis) {
  if (auto transpose = operand.getDefiningOp<tile::TransposeOp>())
    return {transpose.getSource(), 1 - contractedAxis};
  return {operand, contractedAxis};
}

} // namespace

const char *float8Name(Type element) {
  return isa<Float8E5M2Type>(element) ? "e5m2" : "e4m3";
}

MatrixOperand operandA(tile::DotOp dot) {
  return operandOf(dot.getA(), 1);
}

MatrixOperand operandB(tile::DotOp dot) {
  return operandOf(dot.getB(), 0);
}

Regs waitForSums(Writer &w, const Regs &sums, int pending) {
  Assembly wait(w);
  for (Reg value : sums)
    wait.tied(value, "f");
  wait.line(cat("wgmma.wait_group.sync.aligned ", pending, ";"));
  return wait.emit();
}

Regs wordsOfProduct(Emitter &e, tile::DotOp dot) {
  return Wgmma(e, dot).bringWords();
}

Regs sumsOfProduct(Emitter &e, tile::DotOp dot) {
  return Wgmma(e, dot).bringSums();
}

Regs startProduct(Emitter &e, tile::DotOp dot, const Regs &words, const Regs &sums) {
  return Wgmma(e, dot).startWith(words, sums);
}

Layout layoutOfSums(Emitter &e, tile::DotOp dot) {
  return Wgmma(e, dot).layout();
}

void emitWgmma(Emitter &e, tile::DotOp op) {
  Wgmma(e, op).emit();
}

} // namespace nereid::nvidia
