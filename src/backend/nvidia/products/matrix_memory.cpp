#include "backend/nvidia/products/matrix_memory.h"

#include "base/text.h"
#include "layout/instances.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

constexpr int64_t kStepBytes = 32; // of a product

uint32_t sizeOf(Type type, int axis) {
  return static_cast<uint32_t>(tile::shapeOf(type)[axis]);
}

LinearLayout shapeBits(Type type) {
  auto shape = tile::shapeOf(type);
  return LinearLayout(layout::bitsOf({shape.begin(), shape.end()}));
}

} // namespace

MatrixMemory::MatrixMemory(Type type, int contiguous)
    : contiguous_(contiguous), elementBytes_(tile::byteSizeOf(tile::elementOf(type))),
      rows_(sizeOf(type, 1 - contiguous)),
      rowBytes_(std::min(128u, sizeOf(type, contiguous) * elementBytes_)),
      bytes_(sizeOf(type, 0) * sizeOf(type, 1) * elementBytes_), shape_(shapeBits(type)) {}

bool MatrixMemory::isReadable(Type type, int contiguous) {
  auto shape = tile::shapeOf(type);
  Type element = tile::elementOf(type);
  bool isMultiplied = element.isF16() || element.isBF16() || isHardwareFloat8(element);
  return shape.size() == 2 && isMultiplied &&
         shape[contiguous] * tile::byteSizeOf(element) >= kStepBytes && shape[1 - contiguous] >= 8;
}

bool MatrixMemory::isHeld(Type type, int contiguous) {
  auto shape = tile::shapeOf(type);
  int64_t bytes = tile::byteSizeOf(tile::elementOf(type));
  return shape.size() == 2 && bytes <= 4 && shape[contiguous] * bytes >= kStepBytes;
}

uint32_t MatrixMemory::offsetOf(layout::Flat flat) const {
  auto coordinate = [&](int axis) { return (flat & shape_.maskOf(axis)) >> shape_.shiftOf(axis); };
  uint32_t along = coordinate(contiguous_) * elementBytes_, row = coordinate(1 - contiguous_);
  uint32_t linear = along / rowBytes_ * rows_ * rowBytes_ + row * rowBytes_ + along % rowBytes_;
  return linear ^ ((linear >> 7) & (rowBytes_ / 16 - 1)) << 4;
}

Reg MatrixMemory::threadOffset(Emitter &e, Layout layout) const {
  LinearLayout addresses({static_cast<int>(std::bit_width(bytes_ - 1))});
  for (Place place : {Place::Lane, Place::Warp})
    for (layout::Flat base : layout->bases(place))
      addresses.bases(place).push_back(offsetOf(base));
  return e.threadPlace(e.layouts.intern(addresses));
}

Reg MatrixMemory::descriptor(Writer &w, Reg address, int contractedAxis) const {
  bool isMajor = isContractedContiguous(contractedAxis);
  uint64_t swizzle = rowBytes_ == 128 ? 1 : rowBytes_ == 64 ? 2 : 3;
  uint64_t groups = 8 * rowBytes_ / 16; // from 8 rows to the next
  uint64_t boxes = isMajor ? 1 : uint64_t(rows_) * rowBytes_ / 16;
  uint64_t fixed = swizzle << 62 | groups << 32 | boxes << 16;
  Reg start = w.b.CreateLShr(w.b.CreateAnd(address, w.k(0x3FFFF)), w.k(4));
  return w.b.CreateOr(w.b.CreateZExt(start, w.i64()), w.k64(static_cast<int64_t>(fixed)));
}

uint32_t MatrixMemory::stepUnits(int contractedAxis, uint32_t contracted, uint32_t other) const {
  bool isMajor = isContractedContiguous(contractedAxis);
  uint32_t along = (isMajor ? contracted : other) * elementBytes_;
  uint32_t row = isMajor ? other : contracted;
  return (along / rowBytes_ * rows_ * rowBytes_ + row * rowBytes_ + along % rowBytes_) / 16;
}

void writeMatrix(Emitter &e, const MatrixMemory &memory, const Regs &registers, Layout layout,
                 Reg base) {
  Writer &w = e.w;
  Reg thread = memory.threadOffset(e, layout);
  uint32_t bytes = memory.elementBytes();
  // Neighbours in registers that are neighbours in memory, up to 16 bytes.
  unsigned vector = 1;
  for (layout::Flat flat : layout->bases(Place::Register)) {
    if (vector * bytes == 16 || memory.offsetOf(flat) != vector * bytes)
      break;
    vector *= 2;
  }
  for (unsigned r = 0; r < registers.size(); r += vector) {
    uint32_t own = memory.offsetOf(layout->apply(Place::Register, r));
    Reg address = w.b.CreateAdd(base, w.b.CreateXor(thread, w.k(own)));
    Regs words;
    for (unsigned i = 0; i < vector; ++i)
      words.push_back(w.toBits(registers[r + i]));
    Reg value = words[0];
    if (vector > 1) {
      value = llvm::PoisonValue::get(llvm::FixedVectorType::get(words[0]->getType(), vector));
      for (unsigned i = 0; i < vector; ++i)
        value = w.b.CreateInsertElement(value, words[i], uint64_t(i));
    }
    w.storeShared(value, address, vector * bytes);
  }
}

namespace {

// How ldmatrix brings a layout's registers: four (or two, or one) matrices of 8 rows of 16 bytes,
// of which a thread gets a word each.
//
//   as they lie:  lanes 4 r ... 4 r + 3 get the words of row r
//   transposed:   they get columns r of rows 2 (l % 4) and 2 (l % 4) + 1, elements of 2 bytes
//
// Lanes 8 m to 8 m + 7 say where the rows of matrix m begin.
struct MatrixLoad {
  bool isTransposed;
  unsigned words;    // registers of 32 bits at once
  LinearLayout rows; // where the row begins that a lane names
};

std::optional<MatrixLoad> planLoad(const MatrixMemory &memory, Layout layout) {
  const auto &registers = layout->bases(Place::Register), &lanes = layout->bases(Place::Lane);
  unsigned packed = std::countr_zero(4 / memory.elementBytes()); // register bits of a word
  if (registers.size() < packed || lanes.size() != 5)
    return std::nullopt;
  auto bytesOf = [&](layout::Flat flat) { return memory.offsetOf(flat); };
  MatrixLoad load{false, 1, LinearLayout(layout->axisBits())};
  auto &rows = load.rows.bases(Place::Lane);
  // The bits of a word's place, then those of its row.
  layout::Bases inWord(registers.begin(), registers.begin() + packed), across;
  bool lies = bytesOf(lanes[0]) == 4 && bytesOf(lanes[1]) == 8;
  for (unsigned bit = 0; bit < packed; ++bit)
    lies &= bytesOf(inWord[bit]) == memory.elementBytes() << bit;
  load.isTransposed = !lies;
  if (lies)
    across.assign(lanes.begin() + 2, lanes.end());
  else if (memory.elementBytes() == 2 && bytesOf(lanes[2]) == 2 && bytesOf(lanes[3]) == 4 &&
           bytesOf(lanes[4]) == 8)
    across = {inWord[0], lanes[0], lanes[1]};
  else
    return std::nullopt;
  for (layout::Flat flat : across)
    if (bytesOf(flat) % 16 != 0) // a row begins there
      return std::nullopt;
  rows = across;
  for (unsigned bit = packed; bit < registers.size() && rows.size() < 5; ++bit) {
    rows.push_back(registers[bit]);
    load.words *= 2;
    if (bytesOf(registers[bit]) % 16 != 0)
      return std::nullopt;
  }
  rows.resize(5, 0);
  load.rows.bases(Place::Warp) = layout->bases(Place::Warp);
  return load;
}

Regs loadMatrices(Writer &w, Reg address, const MatrixLoad &load) {
  std::vector<std::string> names, outputs(load.words, "=r");
  for (unsigned i = 0; i < load.words; ++i)
    names.push_back(cat("$", i));
  std::string text =
      cat("ldmatrix.sync.aligned.m8n8.x", load.words, load.isTransposed ? ".trans" : "",
          ".shared.b16 {", join(names, ", "), "}, [$", load.words, "];");
  llvm::Type *type = w.i32();
  if (load.words > 1)
    type = llvm::StructType::get(w.b.getContext(), SmallVector<llvm::Type *>(load.words, w.i32()));
  Reg whole = w.assembly(type, text, cat(join(outputs, ","), ",r,~{memory}"), {address}, true);
  if (load.words == 1)
    return {whole};
  Regs words;
  for (unsigned i = 0; i < load.words; ++i)
    words.push_back(w.b.CreateExtractValue(whole, i));
  return words;
}

} // namespace

Regs readMatrix(Emitter &e, const MatrixMemory &memory, llvm::Type *element, Layout layout,
                Reg base) {
  Writer &w = e.w;
  uint32_t bytes = memory.elementBytes();
  Regs registers;
  if (auto load = planLoad(memory, layout)) {
    Reg thread = memory.threadOffset(e, &load->rows);
    unsigned perWord = 4 / bytes, atOnce = load->words * perWord;
    for (unsigned r = 0; r < layout->registers(); r += atOnce) {
      uint32_t own = memory.offsetOf(layout->apply(Place::Register, r));
      Reg place = w.b.CreateAdd(base, w.b.CreateXor(thread, w.k(own)));
      for (Reg word : loadMatrices(w, w.sharedAddress(place), *load)) {
        if (perWord == 1)
          registers.push_back(w.fromBits(word, element));
        else
          registers.append(splitWord(w, word, element, perWord));
      }
    }
    return registers;
  }
  Reg thread = memory.threadOffset(e, layout);
  for (unsigned r = 0; r < layout->registers(); ++r) {
    uint32_t own = memory.offsetOf(layout->apply(Place::Register, r));
    Reg place = w.b.CreateAdd(base, w.b.CreateXor(thread, w.k(own)));
    registers.push_back(w.fromBits(w.loadShared(w.integer(8 * bytes), place, bytes), element));
  }
  return registers;
}

} // namespace nereid::nvidia
