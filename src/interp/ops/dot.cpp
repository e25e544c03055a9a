// Products of matrices.
//
// acc + a[m, 0] * b[0, n] + a[m, 1] * b[1, n] + ..., in that order, in the type of sums: i32 for
// integers, f64 for f64, f32 for all other floats. Each product and each sum is rounded on its own.
// `precision` only allows engines to be less exact; here it changes nothing.
#include <algorithm>

#include "interp/lanewise.h"
#include "interp/semantics.h"

using namespace mlir;

namespace nereid::interp {
namespace {

struct Sizes {
  int64_t batches, m, n, k;
};

Sizes sizesOf(tile::DotOp dot) {
  auto a = tile::shapeOf(dot.getA().getType()), acc = tile::shapeOf(dot.getAcc().getType());
  size_t rank = a.size();
  return {rank == 3 ? a[0] : 1, a[rank - 2], acc[rank - 1], a[rank - 1]};
}

// c[m, n] += a[m, k] * b[k, n], every sum in order of k.
template <typename Sum> void multiplyAdd(const Sum *a, const Sum *b, Sum *c, const Sizes &sizes) {
  for (int64_t m = 0; m < sizes.m; ++m)
    for (int64_t k = 0; k < sizes.k; ++k)
      for (int64_t n = 0; n < sizes.n; ++n)
        c[m * sizes.n + n] += a[m * sizes.k + k] * b[k * sizes.n + n];
}

// Lanes in the type of sums, and back: chosen once for a tile's type.
template <typename Sum> using Read = void (*)(const std::byte *lanes, int64_t count, Sum *to);
template <typename Sum> using Write = void (*)(const Sum *from, int64_t count, std::byte *lanes);

template <typename Sum> Read<Sum> readerOf(Type element) {
  if constexpr (std::is_floating_point_v<Sum>)
    return visitFloat(element, [](auto type) -> Read<Sum> {
      using T = typename decltype(type)::type;
      return [](const std::byte *lanes, int64_t count, Sum *to) {
        const T *from = reinterpret_cast<const T *>(lanes);
        std::transform(from, from + count, to, [](T lane) { return Sum(widen(lane)); });
      };
    });
  else
    return visitInteger(element, [](auto type) -> Read<Sum> {
      using T = typename decltype(type)::type;
      return [](const std::byte *lanes, int64_t count, Sum *to) {
        const T *from = reinterpret_cast<const T *>(lanes);
        std::transform(from, from + count, to, [](T lane) { return Sum(asSigned(lane)); });
      };
    });
}

template <typename Sum> Write<Sum> writerOf(Type element) {
  if constexpr (std::is_floating_point_v<Sum>)
    return visitFloat(element, [](auto type) -> Write<Sum> {
      using T = typename decltype(type)::type;
      return [](const Sum *from, int64_t count, std::byte *lanes) {
        std::transform(from, from + count, reinterpret_cast<T *>(lanes),
                       [](Sum sum) { return narrow<T>(sum); });
      };
    });
  else
    return [](const Sum *from, int64_t count, std::byte *lanes) {
      std::copy_n(from, count, reinterpret_cast<Sum *>(lanes));
    };
}

template <typename Sum> Step multiply(tile::DotOp dot, Preparation &prepare) {
  Slot a = prepare.operand(dot.getA()), b = prepare.operand(dot.getB());
  Slot acc = prepare.operand(dot.getAcc()), result = prepare.result(dot.getResult());
  Sizes sizes = sizesOf(dot);
  int64_t lanesA = sizes.m * sizes.k, lanesB = sizes.k * sizes.n, lanesC = sizes.m * sizes.n;
  auto readA = readerOf<Sum>(operandElement(dot, 0)), readB = readerOf<Sum>(operandElement(dot, 1));
  auto readAcc = readerOf<Sum>(operandElement(dot, 2));
  auto write = writerOf<Sum>(resultElement(dot));
  return [=](Machine &machine) {
    std::vector<Sum> left(lanesA * sizes.batches), right(lanesB * sizes.batches);
    std::vector<Sum> sums(lanesC * sizes.batches);
    readA(machine.lanes<std::byte>(a), left.size(), left.data());
    readB(machine.lanes<std::byte>(b), right.size(), right.data());
    readAcc(machine.lanes<std::byte>(acc), sums.size(), sums.data());
    for (int64_t batch = 0; batch < sizes.batches; ++batch)
      multiplyAdd(&left[batch * lanesA], &right[batch * lanesB], &sums[batch * lanesC], sizes);
    write(sums.data(), sums.size(), machine.lanes<std::byte>(result));
  };
}

Step prepareDot(Operation *op, Preparation &prepare) {
  auto dot = cast<tile::DotOp>(op);
  Type sum = resultElement(op);
  if (!isa<FloatType>(sum))
    return multiply<uint32_t>(dot, prepare); // unsigned, so that sums wrap
  return sum.isF64() ? multiply<double>(dot, prepare) : multiply<float>(dot, prepare);
}

} // namespace

void addDot(SemanticsTable &table) {
  table.set("tile.dot", prepareDot);
}

} // namespace nereid::interp
