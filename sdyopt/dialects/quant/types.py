"""The quantized types, integers in storage that express floats: https://mlir.llvm.org/docs/Dialects/QuantDialect/."""

from __future__ import annotations

from sdyopt.ir.attribute import Type
from sdyopt.ir.types import DYNAMIC, FloatType, IntegerType, RankedTensorType
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.literals.numbers import float_text, float_value

LARGEST_STORAGE = 32
"""The number of bits that storage may have."""

STORED_FLOATS: dict[Type, int] = {FloatType("f8E5M2"): 57344, FloatType("f8E4M3FN"): 448, FloatType("f4E2M1FN"): 6}
"""The floating-point types that storage may have, with their largest numbers."""

PER_TENSOR, PER_AXIS, PER_BLOCK = "per-tensor", "per-axis", "per-block"
"""What has a scale and a zero point of its own, as the constraints of operations call it."""

_STORED_BY_OPERATIONS = (2, 4, 8, 16, 32)
"""The widths of the storage that operations accept."""

_DOUBLE = FLOAT_FORMATS["f64"]


def number_text(bits: int) -> str:
    """Returns the text of a scale or a bound, which are held as the bits of a double."""
    return float_text(bits, _DOUBLE)


def number(bits: int) -> float:
    """Returns the scale or bound with these bits."""
    return float_value(bits, _DOUBLE)


def message_text(value: float) -> str:
    """Returns a number as messages show it: with six digits after the point."""
    return f"{value:e}".replace("inf", "INF")


def width_of(storage: Type) -> int:
    """Returns the number of bits of a storage type."""
    if isinstance(storage, FloatType):
        return FLOAT_FORMATS[storage.name].width
    assert isinstance(storage, IntegerType)
    return storage.width


def default_range(storage: Type, is_signed: bool) -> tuple[int, int]:
    """Returns the smallest and the largest number of a storage type."""
    if storage in STORED_FLOATS:
        return -STORED_FLOATS[storage], STORED_FLOATS[storage]
    assert isinstance(storage, IntegerType)
    if not is_signed:
        return 0, (1 << storage.width) - 1
    return -(1 << storage.width - 1), (1 << storage.width - 1) - 1


class QuantizedType(Type):
    """The base of quantized types."""

    __slots__ = ()

    @property
    def family(self) -> tuple[object, ...]:
        """Returns what compatible types have in common: all but scales, zero points and the axis."""
        raise NotImplementedError


def stored(type: RankedTensorType) -> RankedTensorType:
    """Returns the type of a tensor whose elements are what `type` stores, which is `type` unless it is quantized."""
    element = type.element_type
    return type.replace(element_type=element.storage_type) if isinstance(element, UniformQuantizedType) else type


class AnyQuantizedType(QuantizedType):
    """`!quant.any<i8<-8:7>:f32>`: how it is quantized is not known; what it expresses may not be, either.

    `u8` is stored as `i8`, but not signed. `ui8` and `si8` are stored as they are.
    """

    storage_type: Type
    storage_range: tuple[int, int]
    expressed_type: Type | None = None
    is_signed: bool = True

    @property
    def family(self) -> tuple[object, ...]:
        return self.storage_type, self.storage_range, self.expressed_type, False

    def check(self) -> None:
        _check_range(self.storage_range)


class CalibratedQuantizedType(QuantizedType):
    """`!quant.calibrated<f32<-0.998:1.23>>`: floats whose smallest and largest values are known, as bits."""

    expressed_type: Type
    bounds: tuple[int, int]

    @property
    def family(self) -> tuple[object, ...]:
        return None, (0, 0), self.expressed_type, False

    def check(self) -> None:
        low, high = [number(bits) for bits in self.bounds]
        if high <= low:
            raise ValueError(f"illegal min and max: ({message_text(low)}:{message_text(high)})")


class UniformQuantizedType(QuantizedType):
    """`!quant.uniform<i8:f32, 2.0:15>`: what is expressed is (stored - zero point) * scale.

    There is one scale and zero point for the whole tensor; or one for each index along an axis, `axes` then is that
    axis, and the size of its blocks None; or one for each block, of the sizes that `axes` gives. The scales, as bits,
    and the zero points are in row-major order; `shape` is that of their nested lists, () for the whole tensor. The
    storage is that of `AnyQuantizedType`.
    """

    storage_type: Type
    storage_range: tuple[int, int]
    expressed_type: Type
    axes: tuple[tuple[int, int | None], ...]
    shape: tuple[int, ...]
    scales: tuple[int, ...]
    zero_points: tuple[int, ...]
    is_signed: bool = True

    @property
    def granularity(self) -> str:
        """Returns what has a scale and a zero point of its own."""
        if not self.shape:
            return PER_TENSOR
        return PER_AXIS if any(size is None for _, size in self.axes) else PER_BLOCK

    @property
    def axis(self) -> int | None:
        """Returns the quantized dimension of a type that has a scale for each index along one."""
        return self.axes[0][0] if self.granularity == PER_AXIS else None

    @property
    def family(self) -> tuple[object, ...]:
        return self.storage_type, self.storage_range, self.expressed_type, self.granularity == PER_AXIS

    @property
    def is_legal_element(self) -> bool:
        """Whether operations accept its storage and its zero points. These are not checked where a type is read."""
        storage = self.storage_type
        if not isinstance(storage, IntegerType) or storage.width not in _STORED_BY_OPERATIONS:
            return False
        low, high = self.storage_range
        is_plain = not (storage.signedness and self.is_signed)
        return is_plain and all(low <= zero_point <= high for zero_point in self.zero_points)

    def fits(self, shape: tuple[int, ...]) -> bool:
        """Whether operations accept tensors of this shape: the quantized dimension is one with as many scales."""
        axis = self.axis
        return axis is None or (axis < len(shape) and shape[axis] in (DYNAMIC, len(self.scales)))

    def check(self) -> None:
        _check_range(self.storage_range)
        for axis, _ in self.axes:
            if axis < 0:
                raise ValueError(f"illegal quantized dimension: {axis}")
        for _, size in self.axes:
            if size is not None and size <= 0:
                raise ValueError(f"illegal block size: {size}")


def _check_range(storage_range: tuple[int, int]) -> None:
    low, high = storage_range
    if low >= high:
        raise ValueError(f"illegal storage min and storage max: ({low}:{high})")
