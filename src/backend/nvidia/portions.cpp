#include "backend/nvidia/portions.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

constexpr size_t kPortionBits = 5; // of the register: a portion is 32 elements a thread

Layout portionOf(Emitter &e, Layout whole) {
  LinearLayout portion = *whole;
  auto &registers = portion.bases(Place::Register);
  portion.bases(Place::Portion).assign(registers.begin() + kPortionBits, registers.end());
  registers.resize(kPortionBits);
  return e.layouts.intern(std::move(portion));
}

// The portions' numbers as the high bits of the register again.
LinearLayout joined(const LinearLayout &portion) {
  LinearLayout whole = portion;
  auto &numbers = whole.bases(Place::Portion), &registers = whole.bases(Place::Register);
  registers.insert(registers.end(), numbers.begin(), numbers.end());
  numbers.clear();
  return whole;
}

} // namespace

LocalArray arrayFor(Emitter &e, Value tile) {
  llvm::Type *type = registerType(e.w, tile::elementOf(tile.getType()));
  return LocalArray(e.w, type, e.layouts.home(tile)->registers());
}

void copyInPortions(Emitter &e, Value from, Layout layout, const LocalArray &to) {
  Portions loop(e, layout, {});
  loop.writeTo(to, lanes(e, from, loop.portion()));
  loop.end();
}

void copyInPortions(Emitter &e, const LocalArray &from, Layout layout, const LocalArray &to) {
  Portions loop(e, layout, {});
  loop.writeTo(to, loop.readFrom(from));
  loop.end();
}

Portions::Portions(Emitter &emitter, Layout whole, Members members)
    : e(emitter), w(emitter.w), whole_(whole), portion_(portionOf(emitter, whole)),
      members_(std::move(members)), before_(w.b.GetInsertBlock()), start_(w.newBlock("portion")) {
  w.b.SetInsertPoint(start_);
  number_ = w.b.CreatePHI(w.i32(), 2);
  scope_.emplace(e);
  e.portions = this;
}

void Portions::end() {
  e.portions = nullptr;
  scope_.reset();
  Reg next = w.b.CreateAdd(number_, w.k(1));
  Reg isMore = w.b.CreateICmpULT(next, w.k(portion_->sizeOf(Place::Portion)));
  llvm::BasicBlock *end = w.b.GetInsertBlock(), *after = w.newBlock("whole");
  auto *back = w.b.CreateCondBr(isMore, start_, after);
  // Unrolled, it would be what it is there to avoid.
  llvm::LLVMContext &context = w.b.getContext();
  auto *disabled =
      llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.disable"));
  auto *loop = llvm::MDNode::getDistinct(context, {nullptr, disabled});
  loop->replaceOperandWith(0, loop);
  back->setMetadata(llvm::LLVMContext::MD_loop, loop);
  w.b.SetInsertPoint(before_);
  w.b.CreateBr(start_);
  number_->addIncoming(w.k(0), before_);
  number_->addIncoming(next, end);
  w.b.SetInsertPoint(after);
  for (auto &write : afterwards_)
    write();
}

Reg Portions::moved(Reg place, Layout layout) {
  return placeOf(w, number_, layout->bases(Place::Portion), place);
}

Reg Portions::numberOf(const layout::Bases &steps) {
  Reg number = placeOf(w, number_, steps, nullptr);
  return number ? number : w.k(0);
}

bool Portions::isReadLater(Value tile) const {
  return llvm::any_of(tile.getUsers(), [&](Operation *user) { return !members_.contains(user); });
}

void Portions::define(Value tile, Regs registers) {
  if (isReadLater(tile)) {
    LocalArray &array = e.kept[tile];
    array = arrayFor(e, tile);
    writeTo(array, registers);
  }
  e.remember(tile, portion_) = std::move(registers);
}

Regs Portions::readFrom(const LocalArray &array) {
  Regs registers;
  Reg first = w.b.CreateMul(number_, w.k(portion_->registers()));
  for (unsigned r = 0; r < portion_->registers(); ++r)
    registers.push_back(array.read(w, w.b.CreateAdd(first, w.k(r))));
  return registers;
}

void Portions::writeTo(const LocalArray &array, const Regs &registers) {
  Reg first = w.b.CreateMul(number_, w.k(registers.size()));
  for (auto [r, value] : llvm::enumerate(registers))
    array.write(w, w.b.CreateAdd(first, w.k(r)), value);
}

void Portions::before(llvm::function_ref<void()> write) {
  llvm::BasicBlock *here = w.b.GetInsertBlock();
  w.b.SetInsertPoint(before_);
  e.portions = nullptr;
  {
    FreshPulls fresh(e); // what the loop has found is not there yet
    write();
  }
  e.portions = this;
  before_ = w.b.GetInsertBlock();
  w.b.SetInsertPoint(here);
}

Portions::Source Portions::prepare(Value tile, Layout layout, const LinearLayout &whole) {
  Source source;
  Layout distinct = e.layouts.intern(whole.distinctRegisters());
  size_t bits = layout->bases(Place::Register).size();
  bool moves = false;
  for (auto [bit, base] : llvm::enumerate(layout->bases(Place::Portion))) {
    source.steps.push_back(base == 0 ? 0 : whole.distinctRegister(1u << (bits + bit)));
    moves |= base != 0;
  }
  if (!moves)
    source.steps.clear();
  auto kept = e.kept.find(tile);
  if (moves && kept != e.kept.end() && e.layouts.home(tile) == distinct) {
    source.array = kept->second;
    return source;
  }
  before([&] {
    source.registers = lanes(e, tile, distinct);
    if (!moves)
      return;
    source.array = LocalArray(w, source.registers[0]->getType(), distinct->registers());
    for (auto [r, value] : llvm::enumerate(source.registers))
      source.array.write(w, w.k(r), value);
  });
  return source;
}

Regs Portions::read(Value tile, Layout layout) {
  LinearLayout whole = joined(*layout);
  Source source = prepare(tile, layout, whole);
  Regs portion;
  for (unsigned r = 0; r < layout->registers(); ++r) {
    unsigned own = whole.distinctRegister(r);
    portion.push_back(source.steps.empty()
                          ? source.registers[own]
                          : source.array.read(w, w.b.CreateAdd(numberOf(source.steps), w.k(own))));
  }
  return portion;
}

} // namespace nereid::nvidia
