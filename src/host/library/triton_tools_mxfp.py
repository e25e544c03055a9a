"""triton.tools.mxfp: the OCP microscaling formats on torch tensors.

MXFP4Tensor holds 4-bit floats (E2M1: a sign, two bits of exponent, one of mantissa), one a byte of
`data`; MXScaleTensor holds scales, which are powers of two (E8M0: the exponent plus 127).
"""

import torch

# What the eight codes without a sign stand for. Among two that are equally near, a number becomes
# the one with an even code.
_MAGNITUDES = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]
_BIAS = 127
_NAN = 255


class _Encoded:
    def __init__(self, data=None, size=None, device=None):
        self.device = device
        if data is not None:
            assert isinstance(data, torch.Tensor), "Parameter data must be a torch tensor"
            self.device = data.device
            self.data = self._from_float(data)
        elif size is not None:
            self.size = size if isinstance(size, tuple) else (size,)
        else:
            raise ValueError("Either parameter data or size must be provided")

    def _random(self, low, high):
        return torch.randint(low, high, size=self.size, dtype=torch.uint8, device=self.device)


class MXFP4Tensor(_Encoded):
    def random(self):
        sign, exponent, mantissa = self._random(0, 2), self._random(0, 4), self._random(0, 2)
        self.data = (sign << 3) | (exponent << 1) | mantissa
        return self

    def to(self, dtype):
        assert dtype == torch.float32, \
            "Currently only float32 is supported for fp4e2m1 to float conversion"
        table = torch.tensor(_MAGNITUDES + [-x for x in _MAGNITUDES], device=self.data.device)
        return table[self.data.to(torch.int64)]

    def _from_float(self, values):
        magnitudes = torch.where(torch.isfinite(values), torch.abs(values), _MAGNITUDES[-1])
        codes = torch.zeros_like(values, dtype=torch.uint8)
        for code in range(1, 8):
            middle = (_MAGNITUDES[code - 1] + _MAGNITUDES[code]) / 2
            reached = magnitudes >= middle if code % 2 == 0 else magnitudes > middle
            codes += reached.to(torch.uint8)
        return (torch.signbit(values).to(torch.uint8) << 3) | codes

    def to_packed_tensor(self, dim):
        """Two codes a byte along `dim`, the first in the low half; an odd end is filled up with 0."""
        data = self.data
        assert 0 <= dim < data.ndim, \
            "The dimension to pack along is not within the range of tensor dimensions"
        if data.size(dim) % 2 != 0:
            end = list(data.shape)
            end[dim] = 1
            data = torch.cat([data, torch.zeros(end, dtype=data.dtype, device=data.device)], dim)
        shape = list(data.shape)
        pairs = data.reshape(shape[:dim] + [shape[dim] // 2, 2] + shape[dim + 1:])
        return (pairs.select(dim + 1, 1) << 4) | pairs.select(dim + 1, 0)

    def unpack_packed_tensor(self, packed_tensor, dim, original_shape):
        pairs = torch.stack((packed_tensor & 0xF, (packed_tensor >> 4) & 0xF), dim=dim + 1)
        shape = list(packed_tensor.shape)
        data = pairs.reshape(shape[:dim] + [shape[dim] * 2] + shape[dim + 1:])
        return data.narrow(dim, 0, original_shape[dim]).to(torch.uint8)


class MXScaleTensor(_Encoded):
    def random(self, low=None, high=None):
        def exponent_of(value):
            return int(torch.log2(torch.tensor(value))) + _BIAS

        least = 0 if low is None else max(0, exponent_of(low))
        most = 254 if high is None else min(254, max(0, exponent_of(high)))
        assert least <= most, "Low must be less than or equal to high"
        self.data = self._random(least, most + 1)
        return self

    def to(self, dtype):
        assert dtype == torch.float32, \
            "Currently only float32 is supported for f8e8m0 to float conversion"
        values = torch.pow(2.0, self.data.to(torch.float32) - _BIAS)
        return torch.where(self.data == _NAN, float("nan"), values)

    def _from_float(self, values):
        is_scale = torch.isfinite(values) & (values > 0)
        exponents = torch.floor(torch.log2(torch.where(is_scale, values, 1.0))) + _BIAS
        return torch.where(is_scale, torch.clamp(exponents, 0, 254), _NAN).to(torch.uint8)
