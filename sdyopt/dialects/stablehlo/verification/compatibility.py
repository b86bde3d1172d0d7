"""Compatibility of types: dynamic sizes fit any size within their bounds."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.dialects.quant.types import QuantizedType
from sdyopt.dialects.stablehlo.attributes import TypeExtensions
from sdyopt.ir.attribute import Type
from sdyopt.ir.types import DYNAMIC, RankedTensorType, ShapedType, TupleType
from sdyopt.mlir.verify.type_relations import element_or_self

Shape = tuple[int, ...]


def sizes_fit(first: int, second: int) -> bool:
    return first == second or DYNAMIC in (first, second)


def shapes_fit(first: Shape, second: Shape) -> bool:
    """Whether two shapes may be the same at run time."""
    return first == second or (len(first) == len(second) and all(map(sizes_fit, first, second)))


def same_shapes(types: Iterable[Type]) -> bool:
    """Whether tensors may all have the same shape at run time."""
    shapes = [type.shape for type in types if isinstance(type, RankedTensorType)]
    if shapes.count(shapes[0] if shapes else ()) == len(shapes):
        return True
    if len(set(map(len, shapes))) > 1:
        return False
    return all(len(set(sizes) - {DYNAMIC}) <= 1 for sizes in zip(*shapes, strict=True))


def bounds(type: RankedTensorType) -> tuple[int | None, ...]:
    """The bound of each dimension, or None."""
    return type.encoding.bounds if isinstance(type.encoding, TypeExtensions) else (None,) * len(type.shape)


def _within_bounds(first: RankedTensorType, second: RankedTensorType) -> bool:
    """Whether no size is more than its bound; of what scans take apart there may be a bound too many."""
    return all(
        bound is None or size == DYNAMIC or size <= bound
        for size, bound in zip(first.shape, bounds(second), strict=False)
    )


def are_compatible(first: Type, second: Type) -> bool:
    """Whether a value may have both types."""
    if first is second:
        return True
    # Tuples may nest deeply, and hold the same tuple at many places: each pair is looked at once.
    work = [(first, second)]
    seen: set[tuple[Type, Type]] = set()
    while work:
        pair = first, second = work.pop()
        if first is second or pair in seen:
            continue
        seen.add(pair)
        if isinstance(first, TupleType) and isinstance(second, TupleType):
            if len(first.types) != len(second.types):
                return False
            work += zip(first.types, second.types, strict=True)
        elif not _shapes_are_compatible(first, second):
            return False
        else:
            elements = element_or_self(first), element_or_self(second)
            if not elements_are_compatible(*elements):
                return False
    return True


def _shapes_are_compatible(first: Type, second: Type) -> bool:
    """Whether shapes fit, bounds included; what has no shape, as a mere number, goes with any, as in the reference."""
    if not ranked_shapes_fit(first, second):
        return False
    if isinstance(first, RankedTensorType) and isinstance(second, RankedTensorType):
        return _within_bounds(first, second) and _within_bounds(second, first)
    return True


def ranked_shapes_fit(first: Type, second: Type) -> bool:
    """Whether two shapes may be the same at run time, if there are two."""
    if not isinstance(first, ShapedType) or not isinstance(second, ShapedType):
        return True
    shapes = first.dimensions, second.dimensions
    return shapes[0] is None or shapes[1] is None or shapes_fit(shapes[0], shapes[1])


def elements_are_compatible(first: Type, second: Type) -> bool:
    """Whether elements may have both types: quantized types may differ in scales, zero points and the axis."""
    if first is second:
        return True
    return isinstance(first, QuantizedType) and isinstance(second, QuantizedType) and first.family == second.family
