"""torch's functions that are written in its others: what they need of gradients comes with those."""

import torch
import torch.nn.functional as F


def einsum(equation, *operands):
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    inputs, arrow, result = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if "." in equation:
        raise NotImplementedError("einsum with `...` is not available here")
    if len(terms) != len(operands):
        raise ValueError(f"einsum(): {len(operands)} operands for {len(terms)} subscripts")
    if not arrow:
        letters = "".join(terms)
        result = "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    term, value = _single(terms[0], operands[0])
    for i in range(1, len(terms)):
        later = "".join(terms[i + 1:]) + result
        other, operand = _single(terms[i], operands[i])
        term, value = _pair(term, value, other, operand, later)
    return _summed(term, value, result).permute(tuple(_kept(term, result).index(c) for c in result))


def _single(term, operand):
    """The operand without letters that it has twice: their diagonal."""
    for letter in set(term):
        while term.count(letter) > 1:
            first = term.index(letter)
            second = term.index(letter, first + 1)
            operand = operand.diagonal(0, first, second)
            term = term[:first] + term[first + 1:second] + term[second + 1:] + letter
    return term, operand


def _kept(term, wanted):
    return "".join(letter for letter in term if letter in wanted)


def _summed(term, value, wanted):
    axes = tuple(i for i, letter in enumerate(term) if letter not in wanted)
    return value.sum(axes) if axes else value


def _pair(left, a, right, b, later):
    """Their product, as one batched matrix product, summed over the letters that nobody else has."""
    a, left = _summed(left, a, right + later), _kept(left, right + later)
    b, right = _summed(right, b, left + later), _kept(right, left + later)
    batch = [c for c in left if c in right and c in later]
    summed = [c for c in left if c in right and c not in later]
    rows = [c for c in left if c not in right]
    columns = [c for c in right if c not in left]
    sizes = dict(zip(left, a.shape))
    sizes.update(zip(right, b.shape))

    def shaped(term, value, *groups):
        order = tuple(term.index(c) for group in groups for c in group)
        value = value.permute(order) if order else value
        return value.reshape([_product(sizes, group) for group in groups])

    product = shaped(left, a, batch, rows, summed) @ shaped(right, b, batch, summed, columns)
    letters = batch + rows + columns
    return "".join(letters), product.reshape([sizes[c] for c in letters])


def _product(sizes, letters):
    count = 1
    for letter in letters:
        count *= sizes[letter]
    return count
