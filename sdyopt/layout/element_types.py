"""The element types of XLA's arrays."""

from __future__ import annotations

from sdyopt.ir.named_tuple import NamedTuple


class ElementType(NamedTuple):
    """`bytes` is what one element takes where the layout does not say otherwise by `E(bits)`: at least one, so types
    narrower than a byte are packed only on request.
    """

    name: str
    bytes: int
    integral: bool = False

    def __str__(self) -> str:
        return self.name


_INTEGERS = {f"{sign}{bits}": max(1, bits // 8) for sign in "su" for bits in (1, 2, 4, 8, 16, 32, 64)}

_OTHERS = {
    "pred": 1,
    "f4e2m1fn": 1,
    "f6e2m3fn": 1,
    "f6e3m2fn": 1,
    "f8e3m4": 1,
    "f8e4m3": 1,
    "f8e4m3b11fnuz": 1,
    "f8e4m3fn": 1,
    "f8e4m3fnuz": 1,
    "f8e5m2": 1,
    "f8e5m2fnuz": 1,
    "f8e8m0fnu": 1,
    "bf16": 2,
    "f16": 2,
    "f32": 4,
    "f64": 8,
    "c64": 8,
    "c128": 16,
}

ELEMENT_TYPES: dict[str, ElementType] = {
    **{name: ElementType(name, size) for name, size in _OTHERS.items()},
    **{name: ElementType(name, size, integral=True) for name, size in _INTEGERS.items()},
}
"""By name, in lower case."""

OPAQUE_TYPES = ("token", "opaque")
"""Types of values that are not arrays: they have no elements, and are written `token[]`."""
