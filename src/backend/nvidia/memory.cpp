// Loads and stores. Neighbours in a thread's registers that are neighbours in memory go together,
// up to 16 bytes. Under a mask the instruction itself is predicated: a branch around each would
// keep the loads from all being under way before the first is used.
#include "backend/nvidia/feed/supply.h"
#include "base/text.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

// How `bits` of memory are held: `count` words.
struct Words {
  unsigned bits, count;
  llvm::Type *type(Writer &w) const { return w.integer(bits); }
  std::string suffix() const {
    std::string vector = count == 1 ? "" : cat(".v", count);
    return cat(vector, ".b", bits);
  }
  char constraint() const { return bits <= 16 ? 'h' : bits == 32 ? 'r' : 'l'; }
};

Words wordsOf(unsigned elementBits, unsigned elements) {
  unsigned total = elementBits * elements;
  if (elementBits == 64)
    return {64, elements};
  return total <= 32 ? Words{total, 1} : Words{32, total / 32};
}

// Elements (as bits) in words, and back.
Regs pack(Writer &w, ArrayRef<Reg> elements, Words words) {
  if (elements.size() == words.count)
    return Regs(elements.begin(), elements.end());
  auto *vector = llvm::FixedVectorType::get(elements[0]->getType(), elements.size() / words.count);
  Regs packed;
  for (unsigned i = 0; i < words.count; ++i) {
    Reg whole = llvm::PoisonValue::get(vector);
    for (unsigned j = 0; j < vector->getNumElements(); ++j)
      whole =
          w.b.CreateInsertElement(whole, elements[i * vector->getNumElements() + j], uint64_t(j));
    packed.push_back(w.b.CreateBitCast(whole, words.type(w)));
  }
  return packed;
}

Regs unpack(Writer &w, ArrayRef<Reg> words, llvm::Type *element, unsigned elements) {
  if (words.size() == elements)
    return Regs(words.begin(), words.end());
  unsigned each = elements / words.size();
  auto *vector = llvm::FixedVectorType::get(element, each);
  Regs unpacked;
  for (Reg word : words) {
    Reg whole = w.b.CreateBitCast(word, vector);
    for (unsigned j = 0; j < each; ++j)
      unpacked.push_back(w.b.CreateExtractElement(whole, uint64_t(j)));
  }
  return unpacked;
}

std::string operandList(unsigned first, unsigned count) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < count; ++i)
    names.push_back(cat("$", first + i));
  std::string list = join(names, ", ");
  return count == 1 ? list : cat("{", list, "}");
}

// ".ca" and the like; what only hints at evictions is left to the machine, which does better.
std::string cacheOperator(StringRef cache, bool isVolatile) {
  if (isVolatile)
    return ".volatile";
  return cache.empty() ? "" : cache.starts_with(".") ? cache.str() : "." + cache.str();
}

// Words from `address` where `condition` (null: always) holds, else `otherwise`.
Regs loadWords(Writer &w, Reg address, Reg condition, ArrayRef<Reg> otherwise, Words words,
               const std::string &cache) {
  unsigned bytes = words.bits / 8 * words.count;
  if (!condition && cache.empty()) {
    auto *type =
        words.count == 1 ? words.type(w) : llvm::FixedVectorType::get(words.type(w), words.count);
    Reg whole = w.b.CreateAlignedLoad(type, w.globalPointer(address), llvm::Align(bytes));
    if (words.count == 1)
      return {whole};
    Regs loaded;
    for (unsigned i = 0; i < words.count; ++i)
      loaded.push_back(w.b.CreateExtractElement(whole, uint64_t(i)));
    return loaded;
  }
  // The results start as `otherwise`, in the same registers.
  bool isByte = words.bits == 8;
  llvm::Type *held = isByte ? w.i16() : words.type(w);
  std::vector<std::string> outputs, tied;
  Regs operands = {address, condition ? condition : w.truth(true)};
  for (unsigned i = 0; i < words.count; ++i) {
    outputs.push_back(cat("=", std::string(1, words.constraint())));
    tied.push_back(cat(i));
    Reg start = otherwise.empty() ? w.bits(held, 0) : w.resize(otherwise[i], held);
    operands.push_back(start);
  }
  std::string text = cat("@$", words.count + 1, " ld", cache == ".volatile" ? cache : "", ".global",
                         cache == ".volatile" ? "" : cache, words.suffix(), " ",
                         operandList(0, words.count), ", [$", words.count, "];");
  std::string constraints = cat(join(outputs, ","), ",l,b,", join(tied, ","));
  llvm::Type *result = held;
  if (words.count > 1)
    result = llvm::StructType::get(w.b.getContext(), SmallVector<llvm::Type *>(words.count, held));
  Reg whole = w.assembly(result, text, constraints, operands, true);
  if (words.count == 1)
    return {isByte ? w.b.CreateTrunc(whole, w.i8()) : whole};
  Regs loaded;
  for (unsigned i = 0; i < words.count; ++i)
    loaded.push_back(w.b.CreateExtractValue(whole, i));
  return loaded;
}

void storeWords(Writer &w, Reg address, Reg condition, ArrayRef<Reg> values, Words words,
                const std::string &cache) {
  unsigned bytes = words.bits / 8 * words.count;
  if (!condition && cache.empty()) {
    Reg whole = values[0];
    if (words.count > 1) {
      whole = llvm::PoisonValue::get(llvm::FixedVectorType::get(words.type(w), words.count));
      for (unsigned i = 0; i < words.count; ++i)
        whole = w.b.CreateInsertElement(whole, values[i], uint64_t(i));
    }
    w.b.CreateAlignedStore(whole, w.globalPointer(address), llvm::Align(bytes));
    return;
  }
  Regs operands = {address, condition ? condition : w.truth(true)};
  std::string constraints = "l,b";
  for (Reg value : values) {
    operands.push_back(words.bits == 8 ? w.b.CreateZExt(value, w.i16()) : value);
    constraints += cat(",", std::string(1, words.constraint()));
  }
  std::string text =
      cat("@$1 st.global", cache, words.suffix(), " [$0], ", operandList(2, words.count), ";");
  w.assembly(w.b.getVoidTy(), text, constraints, operands, true);
}

void loadTile(Emitter &e, tile::LoadOp op) {
  Writer &w = e.w;
  Value pointer = op.getPointer(), result = op.getResult();
  Layout home = e.current(e.layouts.home(result));
  Type element = tile::elementOf(result.getType());
  unsigned bits = storedBits(element);
  unsigned vector = e.layouts.vectorLength(pointer, op.getMask(), home);
  Words words = wordsOf(bits, vector);
  std::string cache = cacheOperator(op.getCache(), op.getIsVolatile());
  Regs registers;
  for (unsigned r = 0; r < home->registers(); r += vector) {
    Reg address = lane(e, pointer, home, r);
    Reg condition = op.getMask() ? lane(e, op.getMask(), home, r) : nullptr;
    Regs otherwise;
    if (op.getOther()) {
      for (unsigned i = 0; i < vector; ++i)
        otherwise.push_back(toStored(w, lane(e, op.getOther(), home, r + i), element));
      otherwise = pack(w, otherwise, words);
    }
    Regs loaded = loadWords(w, address, condition, otherwise, words, cache);
    for (Reg value : unpack(w, loaded, w.integer(bits), vector))
      registers.push_back(fromStored(w, value, element));
  }
  e.define(result, std::move(registers));
}

void loadScalar(Emitter &e, tile::LoadOp op) {
  Writer &w = e.w;
  Type element = op.getType();
  Words words = wordsOf(storedBits(element), 1);
  Regs otherwise;
  if (op.getOther())
    otherwise.push_back(toStored(w, e.scalar(op.getOther()), element));
  Reg condition = op.getMask() ? e.scalar(op.getMask()) : nullptr;
  Regs loaded = loadWords(w, e.scalar(op.getPointer()), condition, otherwise, words,
                          cacheOperator(op.getCache(), op.getIsVolatile()));
  e.scalars[op.getResult()] = fromStored(w, loaded[0], element);
}

void storeTile(Emitter &e, tile::StoreOp op) {
  Writer &w = e.w;
  Value pointer = op.getPointer();
  Layout layout = e.current(e.layouts.forStore(op));
  Type element = tile::elementOf(op.getValue().getType());
  unsigned vector = e.layouts.vectorLength(pointer, op.getMask(), layout);
  Words words = wordsOf(storedBits(element), vector);
  Reg isFirst = e.isFirstHolder(layout);
  std::string cache = cacheOperator(op.getCache(), false);
  auto storePiece = [&](ArrayRef<unsigned> piece, const Regs &all) {
    for (size_t i = 0; i < piece.size(); i += vector) {
      unsigned r = piece[i];
      Reg address = lane(e, pointer, layout, r);
      Reg condition = op.getMask() ? lane(e, op.getMask(), layout, r) : nullptr;
      Regs values;
      for (unsigned j = 0; j < vector; ++j)
        values.push_back(toStored(w, all[r + j], element));
      storeWords(w, address, w.both(condition, isFirst), pack(w, values, words), words, cache);
    }
  };
  // What is converted is kept for others that want it, which takes all of it first.
  auto held = e.tiles.find(op.getValue());
  if (held == e.tiles.end() || !op.getValue().hasOneUse())
    return storePiece(llvm::to_vector(llvm::seq(layout->registers())),
                      lanes(e, op.getValue(), layout));
  Regs own = held->second;
  convertInPieces(e, own, own[0]->getType(), e.layouts.home(op.getValue()), layout, storePiece);
}

void storeScalar(Emitter &e, tile::StoreOp op) {
  Writer &w = e.w;
  Type element = op.getValue().getType();
  Reg condition = w.b.CreateICmpEQ(w.threadId(), w.k(0));
  if (op.getMask())
    condition = w.both(condition, e.scalar(op.getMask()));
  Reg value = toStored(w, e.scalar(op.getValue()), element);
  storeWords(w, e.scalar(op.getPointer()), condition, {value}, wordsOf(storedBits(element), 1),
             cacheOperator(op.getCache(), false));
}

} // namespace

void emitLoad(Emitter &e, tile::LoadOp op) {
  if (e.supply)
    if (Delivery *delivery = e.supply->of(op.getResult()))
      return receive(e, *delivery);
  if (e.staged.count(op.getResult()))
    return; // it came ahead (pipeline.h)
  orderAccess(e, op);
  if (isTile(op.getResult()))
    loadTile(e, op);
  else
    loadScalar(e, op);
  noteAccess(e, op);
}

void emitStore(Emitter &e, tile::StoreOp op) {
  orderAccess(e, op);
  if (isTile(op.getPointer()))
    storeTile(e, op);
  else
    storeScalar(e, op);
  noteAccess(e, op);
}

} // namespace nereid::nvidia
