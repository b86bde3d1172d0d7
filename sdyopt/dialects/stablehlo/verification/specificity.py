"""What is known of a value that has several types at the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from sdyopt.dialects.stablehlo.attributes import TypeExtensions
from sdyopt.dialects.stablehlo.verification.compatibility import bounds
from sdyopt.dialects.stablehlo.verification.reading import with_bounds
from sdyopt.ir.attribute import Type
from sdyopt.ir.types import DYNAMIC, RankedTensorType

SizeAndBound = tuple[int, int | None]
"""A size, DYNAMIC if it is not known, and then the most that it may be, if that is known."""


def most_specific(types: Sequence[Type], fail: Callable[[str], NoReturn]) -> Type:
    """The type with all the sizes and bounds that any of these tensors of the same rank has; the elements of the first.

    `fail` is called where they contradict each other. Bounds are lost if the first tensor with a rank has none.
    """
    ranked = [type for type in types if isinstance(type, RankedTensorType)]
    if not ranked:
        return types[0]
    first, *others = ranked
    if first.encoding is None and types.count(first) == len(types):
        return first
    known: list[SizeAndBound] = list(zip(first.shape, bounds(first), strict=True))
    for other in others:
        known = [
            agreed(mine, theirs, dimension, fail)
            for dimension, (mine, theirs) in enumerate(
                zip(known, zip(other.shape, bounds(other), strict=True), strict=True)
            )
        ]
    limits = tuple([limit if isinstance(first.encoding, TypeExtensions) else None for _, limit in known])
    return with_bounds(tuple([size for size, _ in known]), types[0].element_type, limits)  # type: ignore[attr-defined]


def agreed(first: SizeAndBound, second: SizeAndBound, dimension: int, fail: Callable[[str], NoReturn]) -> SizeAndBound:
    """What is known of a dimension of which both is known."""
    (size, bound), (other, limit) = first, second
    if size == other == DYNAMIC:
        known = [most for most in (bound, limit) if most is not None]
        return DYNAMIC, min(known) if known else None
    if DYNAMIC not in (size, other):
        if size != other:
            fail(f"Mismatched dimension sizes {size} and {other} in dimension {dimension}")
        return size, None
    fixed, most = (other, bound) if size == DYNAMIC else (size, limit)
    if most is not None and fixed > most:
        fail(f"Mismatched dimension size {fixed} and bound {most} in dimension {dimension}")
    return fixed, None
