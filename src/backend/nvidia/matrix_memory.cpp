#include "backend/nvidia/matrix_memory.h"

#include "layout/instances.h"

using namespace mlir;

namespace nereid::nvidia {
namespace {

constexpr uint32_t kElementBytes = 2;

uint32_t sizeOf(Type type, int axis) {
  return static_cast<uint32_t>(tile::shapeOf(type)[axis]);
}

LinearLayout shapeBits(Type type) {
  auto shape = tile::shapeOf(type);
  return LinearLayout(layout::bitsOf({shape.begin(), shape.end()}));
}

} // namespace

MatrixMemory::MatrixMemory(Type type, int contiguous)
    : contiguous_(contiguous), rows_(sizeOf(type, 1 - contiguous)),
      rowBytes_(std::min(128u, sizeOf(type, contiguous) * kElementBytes)),
      bytes_(sizeOf(type, 0) * sizeOf(type, 1) * kElementBytes), shape_(shapeBits(type)) {}

bool MatrixMemory::isReadable(Type type, int contiguous) {
  auto shape = tile::shapeOf(type);
  Type element = tile::elementOf(type);
  return shape.size() == 2 && (element.isF16() || element.isBF16()) && shape[contiguous] >= 16 &&
         shape[1 - contiguous] >= 8;
}

uint32_t MatrixMemory::offsetOf(layout::Flat flat) const {
  auto coordinate = [&](int axis) { return (flat & shape_.maskOf(axis)) >> shape_.shiftOf(axis); };
  uint32_t along = coordinate(contiguous_) * kElementBytes, row = coordinate(1 - contiguous_);
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
  uint32_t along = (isMajor ? contracted : other) * kElementBytes;
  uint32_t row = isMajor ? other : contracted;
  return (along / rowBytes_ * rows_ * rowBytes_ + row * rowBytes_ + along % rowBytes_) / 16;
}

void writeMatrix(Emitter &e, const MatrixMemory &memory, const Regs &registers, Layout layout,
                 Reg base) {
  Writer &w = e.w;
  Reg thread = memory.threadOffset(e, layout);
  // Neighbours in registers that are neighbours in memory, up to 16 bytes.
  unsigned vector = 1;
  for (layout::Flat flat : layout->bases(Place::Register)) {
    if (vector == 8 || memory.offsetOf(flat) != vector * kElementBytes)
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
      value = llvm::PoisonValue::get(llvm::FixedVectorType::get(w.i16(), vector));
      for (unsigned i = 0; i < vector; ++i)
        value = w.b.CreateInsertElement(value, words[i], uint64_t(i));
    }
    w.storeShared(value, address, vector * kElementBytes);
  }
}

} // namespace nereid::nvidia
