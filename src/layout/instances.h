// The layouts that the GPU back end uses, as instances of LinearLayout.
#pragma once

#include "layout/linear_layout.h"

namespace nereid::layout {

// Bits of the sizes of a shape of powers of two.
std::vector<int> bitsOf(const std::vector<int64_t> &shape);

// For reading and writing memory: 2^vectorBits neighbours along order[0] in a thread's registers,
// then lanes along order[0], order[1], ..., then warps along the slowest axis first (so that
// reducing a fast one needs no exchange between them), and what is left in registers again.
LinearLayout blocked(std::vector<int> axisBits, const std::vector<int> &order, int vectorBits,
                     int warpBits);

// As reducing `axis` of `parent` leaves it: each element in every thread that had a part in it.
LinearLayout slice(const LinearLayout &parent, int axis);

// Where the tensor cores' matrices are, for M x N products (and batches: leading axes lie in
// registers). `warpBitsM` and `warpBitsN` say how warps divide the result.
struct MatrixWarps {
  int m = 0, n = 0;
};
// Results of mma.m16n8, and of wgmma.m64nN, whose four warps divide M: warps that divide N take
// every so-manieth eight columns of the one, and a part in one piece of the other.
LinearLayout mmaAccumulator(std::vector<int> axisBits, MatrixWarps warps);
LinearLayout wgmmaAccumulator(std::vector<int> axisBits, MatrixWarps warps);
// Operands of mma.m16n8: `elementBits` is 8, 16 or 32. `a` is M x K, `b` K x N.
LinearLayout mmaOperandA(std::vector<int> axisBits, MatrixWarps warps, int elementBits);
LinearLayout mmaOperandB(std::vector<int> axisBits, MatrixWarps warps, int elementBits);

// Shared memory that reads rows and columns without bank conflicts: Offset counts elements; within
// `rowBits` of offset, units of 2^unitBits elements are exchanged by the number of the row.
LinearLayout swizzled(std::vector<int> axisBits, int unitBits, int rowBits);

// For scanning `axis`: its low bits in registers, then lanes, then warps; other axes after it.
LinearLayout alongAxis(std::vector<int> axisBits, int axis, int warpBits);

} // namespace nereid::layout
