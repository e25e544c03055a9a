#include "backend/nvidia/portions.h"

#include "base/check.h"

using namespace mlir;

namespace nereid::nvidia {

Reg Emitter::scalar(Value value) const {
  auto found = scalars.find(value);
  NEREID_CHECK(found != scalars.end(), "a scalar is used before it is written");
  return found->second;
}

void Emitter::define(Value value, Regs registers) {
  if (isTile(value) && portions && layouts.home(value) == portions->whole()) {
    portions->define(value, std::move(registers));
  } else if (isTile(value)) {
    NEREID_CHECK(registers.size() == layouts.home(value)->registers(),
                 "a tile's registers are not its layout's");
    tiles[value] = std::move(registers);
  } else {
    scalars[value] = registers[0];
  }
}

Layout Emitter::current(Layout home) const {
  return portions && portions->whole() == home ? portions->portion() : home;
}

Regs *Emitter::found(Value tile, Layout layout) {
  auto known = found_.find({tile, layout});
  return known == found_.end() ? nullptr : &known->second;
}

Regs &Emitter::remember(Value tile, Layout layout) {
  order_.push_back({tile, layout});
  Regs &registers = found_[{tile, layout}];
  registers.assign(layout->registers(), nullptr);
  return registers;
}

// Both ways of a branch have what came before it: added up, that would double with every branch.
void Emitter::alsoAccessed(ArrayRef<Access> others) {
  for (const Access &access : others)
    if (!llvm::is_contained(accesses, access))
      accesses.push_back(access);
}

PullScope::~PullScope() {
  while (emitter_.order_.size() > size_)
    emitter_.found_.erase(emitter_.order_.pop_back_val());
}

// Bits that follow each other and stand for bits that do are moved together.
Reg placeOf(Writer &w, Reg number, const layout::Bases &bases, Reg place) {
  for (size_t bit = 0; bit < bases.size();) {
    if (bases[bit] == 0) {
      ++bit;
      continue;
    }
    size_t end = bit + 1;
    while (end < bases.size() && bases[end] == bases[bit] << (end - bit))
      ++end;
    Reg part = w.b.CreateAnd(number, w.k(((1 << (end - bit)) - 1) << bit));
    int shift = llvm::countr_zero(bases[bit]) - static_cast<int>(bit);
    bool isUnit = llvm::isPowerOf2_32(bases[bit]);
    if (isUnit && shift > 0)
      part = w.b.CreateShl(part, w.k(shift));
    else if (isUnit && shift < 0)
      part = w.b.CreateLShr(part, w.k(-shift));
    else if (!isUnit) {
      end = bit + 1;
      Reg one = w.b.CreateAnd(w.b.CreateLShr(number, w.k(bit)), w.k(1));
      part = w.b.CreateMul(one, w.k(bases[bit]));
    }
    place = place ? w.b.CreateXor(place, part) : part;
    bit = end;
  }
  return place;
}

Reg Emitter::threadPlace(Layout layout) {
  Reg &place = places_[layout];
  if (!place)
    place = w.inPrologue([&] {
      Reg flat = placeOf(w, w.laneId(), layout->bases(Place::Lane), nullptr);
      if (machine.warps > 1)
        flat = placeOf(w, w.warpId(), layout->bases(Place::Warp), flat);
      return flat ? flat : w.k(0);
    });
  return isPortion(layout) ? portions->moved(place, layout) : place;
}

Reg Emitter::coordinate(Layout layout, unsigned r, int axis) {
  Reg place = threadPlace(layout);
  auto along = [&] {
    Reg part = w.b.CreateAnd(place, w.k(layout->maskOf(axis)));
    return w.b.CreateLShr(part, w.k(layout->shiftOf(axis)));
  };
  Reg ofThread = isPortion(layout) ? along() : coordinates_.lookup({layout, axis});
  if (!ofThread)
    ofThread = coordinates_[{layout, axis}] = w.inPrologue(along);
  layout::Flat own = layout->apply(Place::Register, r) & layout->maskOf(axis);
  // Registers' bits are no other places' bits, so that adding them is the same.
  return w.b.CreateAdd(ofThread, w.k(own >> layout->shiftOf(axis)), "", true, true);
}

bool Emitter::isHeldOnce(Layout layout) const {
  return !llvm::is_contained(layout->bases(Place::Lane), 0u) &&
         !llvm::is_contained(layout->bases(Place::Warp), 0u);
}

Reg Emitter::isFirstHolder(Layout layout) {
  if (isHeldOnce(layout))
    return nullptr;
  auto idle = [](const layout::Bases &bases) {
    uint32_t mask = 0;
    for (size_t bit = 0; bit < bases.size(); ++bit)
      mask |= uint32_t(bases[bit] == 0) << bit;
    return mask;
  };
  uint32_t mask = idle(layout->bases(Place::Lane)) | idle(layout->bases(Place::Warp)) << 5;
  return w.b.CreateICmpEQ(w.b.CreateAnd(w.threadId(), w.k(mask)), w.k(0));
}

void Emitter::fail(StatusCode code, std::string what, std::string nextStep) {
  if (failure.ok())
    failure = Status(code, std::move(what), std::move(nextStep));
}

llvm::Type *registerType(Writer &w, Type element) {
  if (isa<tile::PtrType>(element))
    return w.i64();
  if (element.isF16())
    return w.b.getHalfTy();
  if (element.isBF16())
    return w.b.getBFloatTy();
  if (element.isF32())
    return w.f32();
  if (element.isF64())
    return w.f64();
  if (element.isIndex())
    return w.i64();
  return w.integer(element.getIntOrFloatBitWidth());
}

unsigned storedBits(Type element) {
  return 8 * tile::byteSizeOf(element);
}

Reg toStored(Writer &w, Reg value, Type element) {
  Reg bits = w.toBits(value);
  return element.isInteger(1) ? w.b.CreateZExt(bits, w.i8()) : bits;
}

Reg fromStored(Writer &w, Reg bits, Type element) {
  if (element.isInteger(1))
    return w.b.CreateICmpNE(bits, w.bits(bits->getType(), 0));
  return w.fromBits(bits, registerType(w, element));
}

Reg joinWord(Writer &w, ArrayRef<Reg> elements) {
  llvm::Type *type = elements[0]->getType();
  Reg whole = llvm::PoisonValue::get(llvm::FixedVectorType::get(type, elements.size()));
  for (auto [i, element] : llvm::enumerate(elements))
    whole = w.b.CreateInsertElement(whole, element, uint64_t(i));
  return w.b.CreateBitCast(whole, w.integer(elements.size() * type->getPrimitiveSizeInBits()));
}

Regs splitWord(Writer &w, Reg word, llvm::Type *element, unsigned count) {
  Reg whole = w.b.CreateBitCast(word, llvm::FixedVectorType::get(element, count));
  Regs elements;
  for (unsigned i = 0; i < count; ++i)
    elements.push_back(w.b.CreateExtractElement(whole, uint64_t(i)));
  return elements;
}

} // namespace nereid::nvidia
