"""Whether the configurations of an autotuned kernel compute the same.

Each runs once on what the arguments held before; those whose results agree form a group. Where one
group has more than half of the configurations, the others' results are taken to be wrong.

Two results agree if integers are equal and floats differ by no more than sums in another order do:
a few roundings of the element, or of the largest element divided by 16.
"""

import torch
import triton
import triton.language as tl

ROUNDINGS = 4
EPSILONS = {torch.float64: 2.0**-30, torch.float32: 2.0**-10, torch.float16: 2.0**-10,
            torch.bfloat16: 2.0**-7}  # float32: products may run in TF32
EPSILON_OF_FEW_BITS = 2.0**-2  # fp8


@triton.jit
def largest_kernel(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    value = tl.abs(tl.load(x + at, mask=at < n, other=0.0).to(tl.float32))
    tl.atomic_max(out, tl.max(tl.where(value < float("inf"), value, 0.0)))


@triton.jit
def count_kernel(x, y, largest, out, n, tolerance, IS_FLOAT: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    left = tl.load(x + at, mask=mask, other=0)
    right = tl.load(y + at, mask=mask, other=0)
    if IS_FLOAT:
        left, right = left.to(tl.float32), right.to(tl.float32)
        near = tl.abs(left - right) <= tolerance * (tl.abs(left) + tl.load(largest) / 16)
        same = near | (left == right) | ((left != left) & (right != right))
    else:
        same = left == right
    tl.atomic_add(out, tl.sum((mask & (same == 0)).to(tl.int32)))


def count_different(x, y):
    """Of two tensors of one shape: how many of their elements do not agree."""
    n = x.numel()
    if n == 0:
        return 0
    x, y = x.contiguous(), y.contiguous()
    if x.dtype == torch.bool:
        x, y = x.view(torch.uint8), y.view(torch.uint8)
    is_float = x.dtype.is_floating_point
    grid = (triton.cdiv(n, 1024),)
    largest = torch.zeros(1, device=x.device)
    if is_float:
        largest_kernel[grid](x, largest, n, BLOCK=1024)
    out = torch.zeros(1, dtype=torch.int32, device=x.device)
    tolerance = ROUNDINGS * EPSILONS.get(x.dtype, EPSILON_OF_FEW_BITS)
    count_kernel[grid](x, y, largest, out, n, tolerance, IS_FLOAT=is_float, BLOCK=1024)
    return out.item()


class Agreement:
    """Of the results of several configurations: `before_run()`, the run, `after_run(i)` for each."""

    def __init__(self, names, tensors, compares):
        self.names = names
        self.compares = compares
        self.tensors = [tensor.detach() for tensor in tensors]
        self.before = self._copies()
        self.groups = []  # [copies of the tensors, numbers of the configurations]

    def _copies(self):
        return [tensor.clone() for tensor in self.tensors]

    def before_run(self):
        for tensor, before in zip(self.tensors, self.before):
            tensor.copy_(before)

    def after_run(self, number):
        if not self.compares:
            return
        for copies, numbers in self.groups:
            if not any(count_different(x, y) for x, y in zip(self.tensors, copies)):
                numbers.append(number)
                return
        self.groups.append([self._copies(), [number]])

    def verdict(self, weights):
        """The numbers of refused configurations, and what to say of them; `weights` has how many
        configurations each number stands for."""
        if len(self.groups) < 2:
            return [], ""
        sizes = [sum(weights[number] for number in numbers) for _, numbers in self.groups]
        most = sizes.index(max(sizes))
        others = [group for place, group in enumerate(self.groups) if place != most]
        name, different, count = self._difference(self.groups[most][0], others[0][0])
        what = f"`{name}` differs in {different} of {count} elements"
        if 2 * sizes[most] <= sum(sizes):
            return [], what
        return [number for _, numbers in others for number in numbers], what

    def _difference(self, left, right):
        for name, x, y in zip(self.names, left, right):
            different = count_different(x, y)
            if different:
                return name, different, x.numel()
