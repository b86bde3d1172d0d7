"""Types, values and operations of random programs, and how they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import NamedTuple

from sdyopt import parse_type
from sdyopt.dialects.sdy.attributes import AxisRef, Sharding
from sdyopt.dialects.stablehlo.attributes import TokenType
from sdyopt.ir import attribute
from sdyopt.ir.attributes import DYNAMIC, RankedTensorType, TupleType
from tools.generator import attributes, literals

# Types of the values of random programs.


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


ELEMENT_TYPES = {name: parse_type(name) for name in literals.ELEMENTS}


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
    return attribute.checked(attribute.Type, mlir(type))


# Operations and values of random programs, and how they are written.


class Value(NamedTuple):
    """A value; `sharding` is what it has before any pass has run."""

    name: str
    type: Type
    sharding: Sharding | None = None


class Edge(NamedTuple):
    """An `sdy.data_flow_edge` on a value, or an `sdy.func_data_flow_edge`, which has no sharding."""

    sharding: Sharding | None
    of_function: bool = False


class OpPlan(NamedTuple):
    """The attributes of an operation, the shardings of its results, and the edges through which these are used."""

    shardings: Sequence[Sharding | None] = ()
    attributes: Mapping[str, str] = {}
    edges: Sequence[Edge | None] = ()

    def seen(self, types: Sequence[Type]) -> list[Sharding | None]:
        """Returns the shardings that values inside a region have, which edges on the results may change."""
        shardings = self.shardings or [None] * len(types)
        edges = self.edges or [None] * len(types)
        return [given if edge is None else edge.sharding for given, edge in zip(shardings, edges, strict=True)]


OwnForm = Callable[[str], str]
"""Returns an operation in its own format without its name, for its dictionary of attributes after a space."""


@dataclass
class Op:
    """An operation to be written. Properties that are `shown` are elsewhere in its own format."""

    name: str
    operands: Sequence[Value] = ()
    results: Sequence[Type] = ()
    properties: Mapping[str, str] = field(default_factory=dict)
    regions: Sequence[str] = ()
    own: OwnForm | None = None
    shown: Sequence[str] = ()
    alias: str = ""
    """An alternative to the name in its own format."""
    is_always_own: bool = False
    """Whether it is never written in generic form."""

    @property
    def uses(self) -> str:
        """The operands, as in `%0, %1`."""
        return names_of(self.operands)

    @property
    def functional(self) -> str:
        """The types, as in `(tensor<2xf32>) -> tensor<2xf32>`."""
        return function_type([value.type for value in self.operands], self.results)

    def in_form(self, head: str, *shown: str, types: object = None) -> Op:
        """Sets an own format: `head`, the attributes, a colon and the types (by default a functional type)."""
        self.shown = shown
        self.own = lambda entries: f" {head}{entries} : {types or self.functional}"
        return self


class RandomLocations:
    """The locations of a module, in a share of its operations; a part of them are aliases after the module."""

    def __init__(self, random: Random, share: float = 0, share_of_aliases: float = 0.3) -> None:
        self._random = random
        self._share = share
        self._share_of_aliases = share_of_aliases
        self._aliases: list[str] = []

    def suffix(self) -> str:
        """Returns ` loc(…)`, or nothing."""
        random = self._random
        if not self._share or random.random() >= self._share:
            return ""
        if random.random() >= self._share_of_aliases:
            return f" {attributes.location(random)}"
        if len(self._aliases) < 8 and random.random() < 0.5:
            self._aliases.append(attributes.location(random))
        return f" loc(#loc{random.randrange(len(self._aliases))})" if self._aliases else " loc(unknown)"

    def definitions(self) -> list[str]:
        """Returns the aliases."""
        return [f"#loc{number} = {text}" for number, text in enumerate(self._aliases)]


# Values.


def names_of(values: Sequence[Value]) -> str:
    """Returns the names, separated by commas."""
    return ", ".join([value.name for value in values])


def types_of(values: Sequence[Value]) -> str:
    """Returns the types, separated by commas."""
    return ", ".join([str(value.type) for value in values])


def signature(operands: Sequence[Value], results: Sequence[Type]) -> str:
    """Returns the type of a function."""
    return function_type([value.type for value in operands], results)


def tensor_of(value: Value) -> Tensor:
    """Returns the type of a value that is a tensor."""
    return attribute.checked(Tensor, value.type)


def is_ranked(value: Value) -> bool:
    """Whether a value is a tensor of known rank that may have a sharding."""
    return isinstance(value.type, Tensor) and mlir(value.type) is not None


def is_static(value: Value) -> bool:
    """Whether a value is a tensor of static shape that may have a sharding."""
    return is_ranked(value) and tensor_of(value).is_static


def can_have_sharding(value: Value) -> bool:
    """Whether a value can have a sharding, which tuples of several values cannot."""
    return mlir(value.type) is not None
