// The accumulators of wgmma are where those of mma are, with four warps along M; so is A in
// registers. B is read from shared memory through a descriptor; so is A where it comes from there.
// Between the first wgmma and the wait the hardware owns the accumulators: both are assembly
// that reads and writes all of them, so that nothing that uses one comes between.
#include "backend/nvidia/wgmma.h"

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
    n_ = shape[1];
    k_ = shapeA[1];
    warps_ = {plan_.warpBitsM, 0};
    c_ = e.layouts.intern(layout::mmaAccumulator(bits(op.getType()), warps_));
  }
  void emit();

private:
  static std::vector<int> bits(Type type) {
    auto shape = tile::shapeOf(type);
    return layout::bitsOf({shape.begin(), shape.end()});
  }
  // The matrix in shared memory: where a loop has put it, or written now.
  StagedMatrix staged(MatrixOperand operand);

  Emitter &e;
  Writer &w;
  tile::DotOp op_;
  DotPlan plan_;
  int64_t n_, k_;
  layout::MatrixWarps warps_;
  Layout c_;
  bool hasWritten_ = false;
};

StagedMatrix Wgmma::staged(MatrixOperand operand) {
  if (auto known = e.staged.find(operand.tile); known != e.staged.end())
    return *known->second;
  Type type = operand.tile.getType();
  Layout layout = e.layouts.home(operand.tile);
  int contiguous = e.layouts.contiguousAxis(operand.tile);
  if (!MatrixMemory::isReadable(type, contiguous))
    contiguous = 1 - contiguous;
  MatrixMemory memory(type, contiguous);
  uint32_t offset = e.shared.hold(memory.bytes(), 1024);
  if (!hasWritten_)
    w.barrier(); // the last product may still read there
  writeMatrix(e, memory, lanes(e, operand.tile, layout), layout, w.k(offset));
  hasWritten_ = true;
  return {memory, w.k(offset)};
}

void Wgmma::emit() {
  uint32_t floor = e.shared.floor();
  MatrixOperand left = operandA(op_), right = operandB(op_);
  bool isLeftShared = e.staged.count(left.tile) || e.layouts.isInMemory(left.tile);
  Regs wordsA; // 4 a slice and step
  if (!isLeftShared) {
    Layout layout = e.layouts.intern(layout::mmaOperandA(bits(op_.getA().getType()), warps_, 16));
    Regs registers = lanes(e, op_.getA(), layout);
    for (unsigned r = 0; r < registers.size(); r += 2)
      wordsA.push_back(joinWord(w, ArrayRef(registers).slice(r, 2)));
  }
  std::optional<StagedMatrix> a;
  if (isLeftShared)
    a = staged(left);
  StagedMatrix b = staged(right);
  // A sum that starts at zero needs no registers set: the first step overwrites them.
  bool startsAtZero = isZeroTile(op_.getAcc());
  Regs c;
  if (startsAtZero)
    c.assign(c_->registers(),
             llvm::PoisonValue::get(registerType(w, tile::elementOf(op_.getType()))));
  else
    c = lanes(e, op_.getAcc(), c_);
  bool isHalf = c[0]->getType()->isHalfTy();
  if (isHalf)
    for (Reg &value : c)
      value = w.b.CreateFPExt(value, w.f32());
  if (hasWritten_) {
    w.assembly(w.b.getVoidTy(), "fence.proxy.async.shared::cta;", "~{memory}", {}, true);
    w.barrier();
    e.shared.sawBarrier();
  }

  Assembly code(w);
  std::vector<std::string> sums;
  for (Reg value : c)
    sums.push_back(code.tied(value, "f"));
  Reg descriptorB = b.memory.descriptor(w, w.sharedAddress(b.base), right.contractedAxis);
  std::string nameB = code.input(descriptorB, "l"), nameA;
  std::vector<std::string> namesA;
  if (a) {
    Reg group = w.b.CreateLShr(w.warpId(), w.k(2));
    uint32_t units = a->memory.stepUnits(left.contractedAxis, 0, 64);
    Reg descriptor = a->memory.descriptor(w, w.sharedAddress(a->base), left.contractedAxis);
    Reg moved = w.b.CreateMul(w.b.CreateZExt(group, w.i64()), w.k64(units));
    if (plan_.warpBitsM > 2)
      descriptor = w.b.CreateAdd(descriptor, moved);
    nameA = code.input(descriptor, "l");
  }
  for (Reg word : wordsA)
    namesA.push_back(code.input(word, "r"));

  uint32_t pieceN = static_cast<uint32_t>(std::min<int64_t>(n_, 256)), perSlice = n_ / 2;
  uint32_t slices = c.size() / perSlice, steps = k_ / 16, groups = 1u << (plan_.warpBitsM - 2);
  std::string type = tile::elementOf(op_.getA().getType()).isBF16() ? "bf16" : "f16";
  code.line(".reg .b64 a, b; .reg .pred p, q;");
  code.line("setp.ne.b32 p, 1, 0;");
  code.line("setp.ne.b32 q, 0, 0;");
  code.line("wgmma.fence.sync.aligned;");
  int tnspA = a && !a->memory.isContractedContiguous(left.contractedAxis);
  int tnspB = !b.memory.isContractedContiguous(right.contractedAxis);
  for (uint32_t slice = 0; slice < slices; ++slice)
    for (uint32_t n = 0; n < n_; n += pieceN)
      for (uint32_t step = 0; step < steps; ++step) {
        uint32_t first = slice * perSlice + n / 2;
        std::vector<std::string> d(sums.begin() + first, sums.begin() + first + pieceN / 2);
        std::string left_;
        if (a) {
          uint32_t units = a->memory.stepUnits(left.contractedAxis, 16 * step, 64 * groups * slice);
          code.line(cat("add.s64 a, ", nameA, ", ", units, ";"));
          left_ = "a";
        } else {
          auto word = namesA.begin() + 4 * (slice * steps + step);
          left_ = cat("{", join(std::vector<std::string>(word, word + 4), ","), "}");
        }
        code.line(cat("add.s64 b, ", nameB, ", ",
                      b.memory.stepUnits(right.contractedAxis, 16 * step, n), ";"));
        code.line(cat("wgmma.mma_async.sync.aligned.m64n", pieceN, "k16.f32.", type, ".", type,
                      " {", join(d, ","), "}, ", left_, ", b, ",
                      startsAtZero && step == 0 ? "q" : "p", ", 1, 1",
                      a ? cat(", ", tnspA) : std::string(), ", ", tnspB, ";"));
      }
  code.line("wgmma.commit_group.sync.aligned;");
  c = code.emit();
  // While the tensor cores work, the next loads can start.
  if (e.whileMultiplying)
    std::exchange(e.whileMultiplying, nullptr)();
  Assembly wait(w);
  for (Reg value : c)
    wait.tied(value, "f");
  wait.line("wgmma.wait_group.sync.aligned 0;");
  c = wait.emit();
  if (isHalf)
    for (Reg &value : c)
      value = w.b.CreateFPTrunc(value, w.b.getHalfTy());
  if (e.shared.floor() != floor)
    e.shared.release(floor);
  Layout home = e.layouts.home(op_.getResult());
  e.define(op_.getResult(), convert(e, c, c[0]->getType(), c_, home));
}

// Through a transposition the other axis is contracted.
MatrixOperand operandOf(Value operand, int contractedAxis) {
  if (auto transpose = operand.getDefiningOp<tile::TransposeOp>())
    return {transpose.getSource(), 1 - contractedAxis};
  return {operand, contractedAxis};
}

} // namespace

MatrixOperand operandA(tile::DotOp dot) {
  return operandOf(dot.getA(), 1);
}

MatrixOperand operandB(tile::DotOp dot) {
  return operandOf(dot.getB(), 0);
}

void emitWgmma(Emitter &e, tile::DotOp op) {
  Wgmma(e, op).emit();
}

} // namespace nereid::nvidia
