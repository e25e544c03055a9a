// Rows: a tensor seen as the rows along some of its dims, each a plain array in a compute type.
//
// Everything that works along dims (reductions, softmax, sorting, running sums) is a function of
// one row. asRows() brings the dims innermost, copying only if they do not lie densely already;
// RowReader and RowWriter give rows as arrays of T, in place where memory allows.
//
//   NEREID_ATTEMPT(Tensor rows, asRows(x, {1}));      // [rows, length]
//   RowReader<float> reader(rows);
//   for (int64_t r = 0; r < rows.size(0); ++r)
//     use(reader.read(r), rows.size(1));
#pragma once

#include <vector>

#include "tensor/cast.h"
#include "tensor/tensor.h"

namespace nereid::tensor {

// x as a matrix whose rows run over `dims` (each in [0, rank), in order) and whose row numbers run
// over the dims that are left, both in row-major order. Rows are dense. A view of x if possible.
Result<Tensor> asRows(const Tensor &x, const Dims &dims);

// The shape of a result that has one element for each row of asRows(x, dims).
Dims reducedShape(const Tensor &x, const Dims &dims, bool keepDims);

template <typename T> class RowReader {
public:
  explicit RowReader(const Tensor &rows) : rows_(rows) {}

  int64_t length() const { return rows_.size(1); }
  const T *read(int64_t row) { return read(row, 0, length()); }
  // Lanes [start, start + count) of a row; valid until the next read.
  const T *read(int64_t row, int64_t start, int64_t count) {
    if (count == 0)
      return nullptr;
    int64_t size = rows_.elementSize();
    const std::byte *from = rows_.data() + (row * rows_.stride(0) + start) * size;
    if (isNative<T>(rows_.dtype()))
      return reinterpret_cast<const T *>(from);
    buffer_.resize(count);
    loadLanes(rows_.dtype(), from, size, count, buffer_.data());
    return buffer_.data();
  }

private:
  const Tensor rows_;
  std::vector<T> buffer_;
};

template <typename T> class RowWriter {
public:
  explicit RowWriter(const Tensor &rows) : rows_(rows) {}

  // Where to put a row, and then that it is there.
  T *begin(int64_t row) {
    if (isNative<T>(rows_.dtype()))
      return reinterpret_cast<T *>(at(row));
    buffer_.resize(rows_.size(1));
    return buffer_.data();
  }
  void end(int64_t row) {
    if (!isNative<T>(rows_.dtype()) && rows_.size(1) > 0)
      storeLanes(rows_.dtype(), buffer_.data(), rows_.size(1), at(row), rows_.elementSize());
  }

private:
  std::byte *at(int64_t row) const {
    return rows_.data() + row * rows_.stride(0) * rows_.elementSize();
  }
  const Tensor rows_;
  std::vector<T> buffer_;
};

// A result of x's shape that is written by rows along `dims`: allocate, write `rows`, finish().
class RowOutput {
public:
  static Result<RowOutput> allocate(Dtype dtype, const Tensor &like, const Dims &dims);
  const Tensor &rows() const { return rows_; }
  Result<Tensor> finish() const; // contiguous, in the order of dims that x has

private:
  Tensor rows_;   // [rows, length], dense
  Dims shape_;    // kept dims, then `dims`
  Dims original_; // where each dim of x went
};

} // namespace nereid::tensor
