"""Types of the values of random programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.dialects.stablehlo.attributes import TokenType
from sdyopt.ir import attribute
from sdyopt.ir.attributes import DYNAMIC, ComplexType, FloatType, IntegerType, RankedTensorType, TupleType
from tools.generator import literals

TOKEN = "!stablehlo.token"


class Size(int):
    """The size of a dimension that is sharded along axes; numbers computed from it are plain integers."""

    axes: tuple[AxisRef, ...]

    def __new__(cls, size: int, axes: Iterable[AxisRef] = ()) -> Size:
        made = super().__new__(cls, size)
        made.axes = tuple(axes)
        return made


def axes_of(size: int | None) -> tuple[AxisRef, ...]:
    """Returns the axes that a dimension of this size is sharded along."""
    return size.axes if isinstance(size, Size) else ()


Shape = tuple[int, ...]
Sizes = tuple[int | None, ...]
"""The sizes of dimensions; None for one that is not known."""


class Tensor(NamedTuple):
    """A tensor type. Without a shape its rank is not known; `bounds` are the encoding, if there are any."""

    shape: Sizes | None
    element: str = "f32"
    bounds: Sizes = ()

    def __str__(self) -> str:
        if self.shape is None:
            return f"tensor<*x{self.element}>"
        sizes = "".join(f"{'?' if size is None else int(size)}x" for size in self.shape)
        listed = ", ".join(["?" if bound is None else str(int(bound)) for bound in self.bounds])
        return f"tensor<{sizes}{self.element}{f', #stablehlo.bounds<{listed}>' if self.bounds else ''}>"

    @property
    def sizes(self) -> Shape:
        """The sizes of a static shape."""
        assert self.shape is not None
        return tuple([size for size in self.shape if size is not None])

    @property
    def is_static(self) -> bool:
        return self.shape is not None and None not in self.shape

    @property
    def is_float(self) -> bool:
        return self.element in literals.FLOATS


class Tuple(NamedTuple):
    """The type of a tuple."""

    types: tuple[Type, ...]

    def __str__(self) -> str:
        return f"tuple<{', '.join(map(str, self.types))}>"


Type = Tensor | Tuple | str


def function_type(inputs: Sequence[Type], results: Sequence[Type]) -> str:
    """Returns a type like `(tensor<2xf32>) -> tensor<2xf32>`."""
    return f"({', '.join(map(str, inputs))}) -> {literals.listed(results)}"


def _element(name: str) -> attribute.Type:
    if name.startswith("complex"):
        return ComplexType(FloatType(name[len("complex<") : -1]))
    if name.lstrip("u").startswith("i"):
        return IntegerType(literals.width(name), "u" if name.startswith("u") else "")
    return FloatType(name)


ELEMENT_TYPES = {name: _element(name) for name in literals.ELEMENTS}


@cache
def mlir(type: Type) -> attribute.Type | None:
    """Returns the type as shardings are verified against it; None for a type whose values cannot have shardings."""
    if isinstance(type, str):
        return TokenType() if type == TOKEN else None
    if isinstance(type, Tuple):
        inner = mlir(type.types[0]) if len(type.types) == 1 else None
        return TupleType((inner,)) if isinstance(inner, RankedTensorType) else None
    if type.shape is None or type.bounds or type.element not in ELEMENT_TYPES:
        return None
    shape = tuple([DYNAMIC if size is None else int(size) for size in type.shape])
    return RankedTensorType(shape, ELEMENT_TYPES[type.element])


def verified(type: Type) -> attribute.Type:
    """Returns the type as shardings are verified against it, for a type whose values can have shardings."""
    found = mlir(type)
    assert found is not None
    return found
