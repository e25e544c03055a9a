#include "layout/instances.h"

#include <algorithm>
#include <bit>

#include "base/check.h"

namespace nereid::layout {
namespace {

constexpr int kLaneBits = 5;

// Hands out the bits of a tile's axes, low ones first.
class Supply {
public:
  explicit Supply(LinearLayout &layout) : layout_(layout), taken_(layout.axisBits().size()) {}

  int left(int axis) const { return layout_.axisBits()[axis] - taken_[axis]; }

  // Up to `count` bits of `axis` to `place`; how many there were.
  int give(Place place, int axis, int count) {
    int given = std::min(count, left(axis));
    for (int i = 0; i < given; ++i)
      layout_.bases(place).push_back(layout_.unit(axis, taken_[axis]++));
    return given;
  }
  void repeat(Place place, int count) { // bits that choose among copies
    for (int i = 0; i < count; ++i)
      layout_.bases(place).push_back(0);
  }
  void fillRegisters(const std::vector<int> &order) {
    for (int axis : order)
      give(Place::Register, axis, left(axis));
  }

private:
  LinearLayout &layout_;
  std::vector<int> taken_;
};

std::vector<int> fastestFirst(size_t rank) {
  std::vector<int> order;
  for (size_t axis = rank; axis-- > 0;)
    order.push_back(static_cast<int>(axis));
  return order;
}

// A matrix whose `major` axis is spread over lanes by rows of 8 and whose other axis holds
// 2^packBits neighbours in a register word, four words a row.
void giveFragment(Supply &supply, int major, int minor, int packBits) {
  supply.give(Place::Register, minor, packBits);
  supply.give(Place::Lane, minor, 2);
  supply.give(Place::Lane, major, 3);
}

} // namespace

std::vector<int> bitsOf(const std::vector<int64_t> &shape) {
  std::vector<int> bits;
  for (int64_t size : shape) {
    NEREID_CHECK(std::has_single_bit(static_cast<uint64_t>(size)), "a size is no power of two");
    bits.push_back(std::countr_zero(static_cast<uint64_t>(size)));
  }
  return bits;
}

LinearLayout blocked(std::vector<int> axisBits, const std::vector<int> &order, int vectorBits,
                     int warpBits) {
  LinearLayout layout(std::move(axisBits));
  Supply supply(layout);
  if (!order.empty())
    supply.give(Place::Register, order[0], vectorBits);
  int lanes = kLaneBits, warps = warpBits;
  for (int axis : order)
    lanes -= supply.give(Place::Lane, axis, lanes);
  supply.repeat(Place::Lane, lanes);
  for (auto axis = order.rbegin(); axis != order.rend(); ++axis)
    warps -= supply.give(Place::Warp, *axis, warps);
  supply.repeat(Place::Warp, warps);
  supply.fillRegisters(order);
  return layout;
}

LinearLayout slice(const LinearLayout &parent, int axis) {
  return parent.withoutAxis(axis).distinctRegisters();
}

LinearLayout mmaAccumulator(std::vector<int> axisBits, MatrixWarps warps) {
  LinearLayout layout(std::move(axisBits));
  Supply supply(layout);
  int rank = static_cast<int>(layout.axisBits().size()), m = rank - 2, n = rank - 1;
  giveFragment(supply, m, n, 1);
  supply.give(Place::Register, m, 1);
  int forM = supply.give(Place::Warp, m, warps.m);
  supply.repeat(Place::Warp, warps.m - forM);
  int forN = supply.give(Place::Warp, n, warps.n);
  supply.repeat(Place::Warp, warps.n - forN);
  supply.fillRegisters(fastestFirst(rank));
  return layout;
}

LinearLayout wgmmaAccumulator(std::vector<int> axisBits, MatrixWarps warps) {
  LinearLayout layout(std::move(axisBits));
  Supply supply(layout);
  int rank = static_cast<int>(layout.axisBits().size()), m = rank - 2, n = rank - 1;
  giveFragment(supply, m, n, 1);
  supply.give(Place::Register, m, 1);
  supply.give(Place::Warp, m, warps.m);
  supply.give(Place::Register, n, supply.left(n) - warps.n);
  supply.give(Place::Warp, n, warps.n);
  supply.fillRegisters(fastestFirst(rank));
  return layout;
}

LinearLayout mmaOperandA(std::vector<int> axisBits, MatrixWarps warps, int elementBits) {
  LinearLayout layout(std::move(axisBits));
  Supply supply(layout);
  int rank = static_cast<int>(layout.axisBits().size()), m = rank - 2, k = rank - 1;
  giveFragment(supply, m, k, std::countr_zero(32u / elementBits));
  supply.give(Place::Register, m, 1);
  supply.give(Place::Register, k, 1);
  int forM = supply.give(Place::Warp, m, warps.m);
  supply.repeat(Place::Warp, warps.m - forM + warps.n);
  supply.fillRegisters(fastestFirst(rank));
  return layout;
}

LinearLayout mmaOperandB(std::vector<int> axisBits, MatrixWarps warps, int elementBits) {
  LinearLayout layout(std::move(axisBits));
  Supply supply(layout);
  int rank = static_cast<int>(layout.axisBits().size()), k = rank - 2, n = rank - 1;
  giveFragment(supply, n, k, std::countr_zero(32u / elementBits));
  supply.give(Place::Register, k, 1);
  supply.repeat(Place::Warp, warps.m);
  int forN = supply.give(Place::Warp, n, warps.n);
  supply.repeat(Place::Warp, warps.n - forN);
  std::vector<int> order = {k, n};
  for (int axis = rank - 3; axis >= 0; --axis)
    order.push_back(axis);
  supply.fillRegisters(order);
  return layout;
}

LinearLayout swizzled(std::vector<int> axisBits, int unitBits, int rowBits) {
  LinearLayout layout = LinearLayout::identity(std::move(axisBits));
  Bases &offset = layout.bases(Place::Offset);
  int units = rowBits - unitBits;
  for (int bit = 0; bit < units && rowBits + bit < static_cast<int>(offset.size()); ++bit)
    offset[rowBits + bit] |= Flat(1) << (unitBits + bit);
  return layout;
}

LinearLayout alongAxis(std::vector<int> axisBits, int axis, int warpBits) {
  LinearLayout layout(std::move(axisBits));
  Supply supply(layout);
  std::vector<int> order = {axis};
  for (int other : fastestFirst(layout.axisBits().size()))
    if (other != axis)
      order.push_back(other);
  int perThread = std::max(0, layout.axisBits()[axis] - kLaneBits - warpBits);
  supply.give(Place::Register, axis, perThread);
  int lanes = kLaneBits, warps = warpBits;
  for (int which : order)
    lanes -= supply.give(Place::Lane, which, lanes);
  supply.repeat(Place::Lane, lanes);
  for (int which : order)
    warps -= supply.give(Place::Warp, which, warps);
  supply.repeat(Place::Warp, warps);
  supply.fillRegisters(order);
  return layout;
}

} // namespace nereid::layout
