"""A random program that is being written as text: what the generators of sharded programs share.

A generator derives its program and its block, which choose what is written; shardings are a generator's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from random import Random
from typing import ClassVar, Generic, NamedTuple, TypeVar

MeshAxes = tuple[tuple[str, int], ...]
"""The names and sizes of a mesh's axes."""

Part = tuple[str, int, int]
"""A part of an axis, between two sizes."""

Axes = tuple[tuple[Part, ...], ...]
"""The parts of axes of each dimension."""


class Value(NamedTuple):
    """A value: its name, its global shape, its elements and, if it has a sharding, the axes of its dimensions."""

    name: str
    shape: tuple[int, ...]
    element: str = "f32"
    axes: Axes | None = None

    @property
    def type(self) -> str:
        return tensor(self.shape, self.element)


class Program:
    """A module that is being written."""

    location_count: ClassVar[int] = 1000

    def __init__(self, random: Random) -> None:
        self.random = random
        self.locations = False
        self._count = 0

    def chance(self, share: float) -> bool:
        """Returns true in this share of all cases."""
        return self.random.random() < share

    def new_name(self) -> str:
        """Returns a name that no other value has."""
        self._count += 1
        return f"%v{self._count}"

    def location(self) -> str:
        """Returns a location, or nothing if the program has none."""
        return f' loc("{self.random.randrange(self.location_count)}")' if self.locations else ""


AnyProgram = TypeVar("AnyProgram", bound=Program)


class Body(Generic[AnyProgram]):
    """A block that is being written, with the values that may be used in it; the axes `manual` are not free."""

    def __init__(
        self, program: AnyProgram, values: Sequence[Value] = (), manual: Sequence[str] = (), depth: int = 0
    ) -> None:
        self.program = program
        self.random = program.random
        self.values = list(values)
        self.manual = tuple(manual)
        self.depth = depth
        self.lines: list[str] = []

    def line(self, text: str) -> None:
        """Adds an operation without results that are named."""
        self.lines.append(text + self.program.location())

    def add(
        self, text: str, shape: Sequence[int], element: str = "f32", axes: Axes | None = None, keep: bool = True
    ) -> Value:
        """Adds an operation with one result, which later operations use if `keep` is set."""
        value = Value(self.program.new_name(), tuple(shape), element, axes)
        self.line(f"{value.name} = {text}")
        if keep:
            self.values.append(value)
        return value


# --- axes ------------------------------------------------------------------------------------------------------------


def joined(parts: Sequence[Part]) -> list[Part]:
    """The parts, with neighbours in one axis that follow each other made one."""
    found: list[Part] = []
    for name, start, stop in parts:
        if found and found[-1][0] == name and found[-1][2] == start and start > 1:
            found[-1] = (name, found[-1][1], stop)
        else:
            found.append((name, start, stop))
    return found


def count_of(parts: Sequence[Part]) -> int:
    """The number of pieces that parts of axes cut a dimension into."""
    return prod([stop // start for _, start, stop in parts])


def axes_text(parts: Sequence[Part], sizes: dict[str, int]) -> str:
    """The text of a list of axes, in which neighbours that belong together are one."""
    return ", ".join(
        [
            f'"{name}"' if (start, stop) == (1, sizes[name]) else f'"{name}":({start}){stop // start}'
            for name, start, stop in joined(parts)
        ]
    )


def chain(random: Random, size: int) -> list[int]:
    """The places where an axis of a size is cut, from 1 to `size`: each divides the next one."""
    edges = [1]
    while edges[-1] < size:
        rest = size // edges[-1]
        edges.append(edges[-1] * random.choice([number for number in range(2, rest + 1) if rest % number == 0]))
    return edges


def mesh_text(axes: MeshAxes, device_ids: str = "") -> str:
    listed_axes = ", ".join([f'"{name}"={size}' for name, size in axes])
    return f"<[{listed_axes}]{device_ids}>"


# --- operations ------------------------------------------------------------------------------------------------------


def tensor(shape: Sequence[int], element: str = "f32") -> str:
    """The type of a tensor; a negative size is dynamic."""
    sizes = "".join([f"{'?' if size < 0 else size}x" for size in shape])
    return f"tensor<{sizes}{element}>"


def while_loop(
    program: Program, argument: str, start: str, type: str, lines: Sequence[str], last: str, attributes: str = ""
) -> str:
    """A loop without end with one value, which is `start` and then `last`."""
    condition = program.new_name()
    body = "\n".join(lines)
    return (
        f"stablehlo.while({argument} = {start}) : {type}{' attributes' if attributes else ''}{attributes}\ncond {{\n"
        f"{condition} = stablehlo.constant dense<true> : tensor<i1>\nstablehlo.return {condition} : tensor<i1>\n}} "
        f"do {{\n{body}\nstablehlo.return {last} : {type}\n}}"
    )


def computation(
    head: str, arguments: Sequence[Value], lines: Sequence[str], last: Value, types: str, attributes: str = ""
) -> str:
    """A named or manual computation, whose text begins with `head`, and which returns `last`."""
    listed = ", ".join([f"{value.name}: {value.type}" for value in arguments])
    body = "\n".join(lines)
    return f"{head} ({listed}) {{\n{body}\nsdy.return {last.name} : {last.type}\n}}{attributes} : {types}"
