"""The quantized types, integers in storage that express floats: https://mlir.llvm.org/docs/Dialects/QuantDialect/."""

from __future__ import annotations

import math

from sdyopt.ir.attribute import Type
from sdyopt.ir.types import DYNAMIC, FloatType, IntegerType
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.literals.numbers import float_text, float_value

SMALLEST_STORAGE, LARGEST_STORAGE = 2, 32
"""How many bits storage may have."""

_DOUBLE = FLOAT_FORMATS["f64"]


def number_text(bits: int) -> str:
    """A scale or a bound, which are held as the bits of a double."""
    return float_text(bits, _DOUBLE)


def default_range(storage: IntegerType) -> tuple[int, int]:
    """The smallest and the largest number of a storage type."""
    if storage.signedness == "u":
        return 0, (1 << storage.width) - 1
    return -(1 << storage.width - 1), (1 << storage.width - 1) - 1


class AnyQuantizedType(Type):
    """`!quant.any<i8<-8:7>:f32>`: how it is quantized is not known; what it expresses may not be, either."""

    storage_type: IntegerType
    storage_range: tuple[int, int]
    expressed_type: Type | None = None

    def check(self) -> None:
        check_expressed(self.expressed_type)


class CalibratedQuantizedType(Type):
    """`!quant.calibrated<f32<-0.998:1.23>>`: floats of which it is known how small and large they get, as bits."""

    expressed_type: Type
    bounds: tuple[int, int]

    def check(self) -> None:
        check_expressed(self.expressed_type)
        low, high = self.bounds
        if not float_value(low, _DOUBLE) < float_value(high, _DOUBLE):
            raise ValueError(f"illegal min and max: ({number_text(low)}:{number_text(high)})")


class UniformQuantizedType(Type):
    """`!quant.uniform<i8:f32, 2.0:15>`: what is expressed is (stored - zero point) * scale.

    There is one scale and zero point for the whole tensor; or one for each index along an axis, `axes` then is that
    axis, and the size of its blocks None; or one for each block, of the sizes that `axes` gives. The scales, as bits,
    and the zero points are in row-major order; `shape` is that of their nested lists, () for the whole tensor.
    """

    storage_type: IntegerType
    storage_range: tuple[int, int]
    expressed_type: Type
    axes: tuple[tuple[int, int | None], ...]
    shape: tuple[int, ...]
    scales: tuple[int, ...]
    zero_points: tuple[int, ...]

    @property
    def granularity(self) -> str:
        """What the constraints of operations call it."""
        if not self.shape:
            return "per-tensor"
        return "per-axis" if any(size is None for _, size in self.axes) else "per-block"

    def check(self) -> None:
        check_expressed(self.expressed_type)
        for bits in self.scales:
            scale = float_value(bits, _DOUBLE)
            if not 0 < scale < math.inf:
                raise ValueError(f"illegal scale: {number_text(bits)}")
        low, high = self.storage_range
        for zero_point in self.zero_points:
            if not low <= zero_point <= high:
                raise ValueError(f"illegal zero point: {zero_point} is not in the storage range ({low}:{high})")
        for axis, size in self.axes:
            if axis < 0:
                raise ValueError(f"illegal quantized dimension: {axis}")
            if size is not None and size <= 0:
                raise ValueError(f"illegal block size: {size}")
        if len({axis for axis, _ in self.axes}) != len(self.axes):
            raise ValueError("quantized dimensions must be unique")
        if self.granularity == "per-block":
            for axis, _ in self.axes:
                if axis >= len(self.shape):
                    raise ValueError(f"illegal quantized dimension: {axis}")

    def check_shape(self, shape: tuple[int, ...]) -> None:
        """Raises ValueError unless a tensor of this shape may have such elements."""
        granularity = self.granularity
        if granularity == "per-axis":
            ((axis, _),) = self.axes
            if axis >= len(shape):
                raise ValueError(f"quantized dimension {axis} must be less than the tensor's rank {len(shape)}")
            if shape[axis] not in (DYNAMIC, len(self.scales)):
                raise ValueError(
                    f"quantized dimension {axis} has size {shape[axis]}, but there are {len(self.scales)} scales"
                )
        elif granularity == "per-block":
            if len(shape) != len(self.shape):
                raise ValueError(f"scales have rank {len(self.shape)}, but the tensor has rank {len(shape)}")
            sizes = dict(self.axes)
            for axis, (size, scales) in enumerate(zip(shape, self.shape, strict=True)):
                block = sizes.get(axis, size)
                if size == DYNAMIC or block is None:
                    continue
                if block and size % block:
                    raise ValueError(f"dimension {axis} has size {size}, which blocks of {block} do not divide")
                if block and scales != size // block:
                    raise ValueError(
                        f"dimension {axis} has {size // block} blocks of {block}, but there are {scales} scales"
                    )


def check_expressed(type: Type | None) -> None:
    """Raises ValueError unless quantized values may express this type."""
    if type is not None and not isinstance(type, FloatType):
        raise ValueError("expressed type must be floating point")
