"""Which types may stand for one another: sizes that are not known fit any, as far as their bounds allow."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.dialects.stablehlo.attributes import TypeExtensions
from sdyopt.ir.attribute import Type
from sdyopt.ir.types import DYNAMIC, RankedTensorType, TupleType, UnrankedTensorType

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
    return all(
        bound is None or size == DYNAMIC or size <= bound
        for size, bound in zip(first.shape, bounds(second), strict=True)
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
        elif not _tensors_are_compatible(first, second):
            return False
    return True


def _tensors_are_compatible(first: Type, second: Type) -> bool:
    tensors = (RankedTensorType, UnrankedTensorType)
    if not isinstance(first, tensors) or not isinstance(second, tensors):
        return False
    if not elements_are_compatible(first.element_type, second.element_type):
        return False
    if not isinstance(first, RankedTensorType) or not isinstance(second, RankedTensorType):
        return True
    return shapes_fit(first.shape, second.shape) and _within_bounds(first, second) and _within_bounds(second, first)


def elements_are_compatible(first: Type, second: Type) -> bool:
    """Whether elements may have both types: quantized types may differ in how they are quantized."""
    if first is second:
        return True
    expressed, other = getattr(first, "expressed_type", None), getattr(second, "expressed_type", None)
    if expressed is None or other is None:
        return False
    return expressed is other and getattr(first, "storage_type", None) is getattr(second, "storage_type", None)
