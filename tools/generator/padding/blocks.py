"""Values, modules and blocks that are being written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import TypeAlias

from tools.generator import writing
from tools.generator.writing import Axes, Part, Program, Value, axes_text, chain, count_of, tensor

AXIS_SIZES = (2, 2, 3, 3, 4, 5, 6)
SIZES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17)
ELEMENTS = (*["f32"] * 8, "i32", "bf16", "i1", "ui8", "f64")

Step: TypeAlias = "Callable[[Body], None]"
"""Writes what comes next in a block."""


class Module(Program):
    """A module that is being written."""

    location_count = 99

    def __init__(self, random: Random, steps: Mapping[Step, float], first: Step) -> None:
        super().__init__(random)
        self.steps = steps
        self.first = first
        names = random.sample("xyzabw", random.choice((1, 2, 2, 3, 3, 4)))
        self.axes = {name: random.choice(AXIS_SIZES) for name in names}
        self.with_sub_axes = random.random() < 0.4
        self.is_faulty = random.random() < 0.15
        """Whether shardings of results need not be those of the operands."""
        self.locations = random.random() < 0.2
        self.declarations: list[str] = []

    def sharding(self, axes: Axes) -> str:
        dimensions = ", ".join([f"{{{axes_text(parts, self.axes)}}}" for parts in axes])
        return f"<@mesh, [{dimensions}]>"

    def per_value(self, *axes: Axes | None) -> str:
        if any(each is None for each in axes):
            return ""
        entries = ", ".join([self.sharding(each) for each in axes if each is not None])
        return f"sdy.sharding = #sdy.sharding_per_value<[{entries}]>"

    def parts(self) -> list[Part]:
        """All parts of axes, whole or cut."""
        found: list[Part] = []
        for name, size in self.axes.items():
            edges = chain(self.random, size) if self.with_sub_axes and self.chance(0.6) else [1, size]
            found += [(name, start, stop) for start, stop in pairwise(edges)]
        return found

    def random_axes(self, rank: int) -> Axes:
        dimensions: list[list[Part]] = [[] for _ in range(rank)]
        for part in self.parts():
            if rank and self.chance(0.4):
                self.random.choice(dimensions).append(part)
        return tuple(map(tuple, dimensions))

    def function(self, name: str) -> str:
        random = self.random
        arguments: list[str] = []
        body = Body(self, [])
        for _ in range(random.choice((1, 2, 3))):
            shape = tuple([random.choice(SIZES) for _ in range(random.choice((1, 2, 2, 2, 3)))])
            element = random.choice(ELEMENTS)
            if self.chance(0.03):
                shape = (-1, *shape[1:])
            axes, attribute = None, ""
            if self.chance(0.2):
                axes = self.random_axes(len(shape))
                if all(size % count_of(parts) == 0 for size, parts in zip(shape, axes, strict=True)) or self.chance(
                    0.03
                ):
                    attribute = f" {{sdy.sharding = #sdy.sharding{self.sharding(axes)}}}"
                else:
                    axes = None
            value = Value(f"%arg{len(arguments)}", shape, element, axes)
            arguments.append(f"{value.name}: {value.type}{attribute}")
            body.values.append(value)
        self.first(body)
        body.write(random.choice((2, 4, 6, 10, 14)))
        results = random.sample(body.values, min(len(body.values), random.choice((0, 1, 1, 2))))
        types = []
        for value in results:
            attribute = ""
            if self.chance(0.02):
                attribute = f" {{sdy.sharding = #sdy.sharding{self.sharding(self.random_axes(len(value.shape)))}}}"
            types.append(f"{value.type}{attribute}")
        lines = "\n".join(body.lines)
        returned = "return"
        if results:
            names = ", ".join([value.name for value in results])
            returned += f" {names} : {', '.join([value.type for value in results])}"
        return f"func.func {name}({', '.join(arguments)}) -> ({', '.join(types)}) {{\n{lines}\n{returned}\n}}"

    def text(self) -> str:
        axes = ", ".join([f'"{name}"={size}' for name, size in self.axes.items()])
        functions = [self.function(name) for name in ("@main", "@other")[: self.random.choice((1, 1, 1, 2))]]
        return "\n".join([f"sdy.mesh @mesh = <[{axes}]>", *functions, *self.declarations]) + "\n"


class Body(writing.Body[Module]):
    """A block that is being written."""

    def write(self, count: int) -> None:
        steps = list(self.program.steps)
        for _ in range(count):
            self.random.choices(steps, list(self.program.steps.values()))[0](self)

    def value(self, accept: Callable[[Value], bool] = lambda value: True) -> Value | None:
        """A value, most likely one of the newest."""
        found = [value for value in self.values if accept(value)]
        if not found:
            return None
        return self.random.choice(found[-3:] if self.program.chance(0.7) else found)

    def compute(
        self,
        head: str,
        operands: Sequence[Value],
        shape: Sequence[int],
        element: str,
        axes: Axes | None,
        attribute: str = "",
    ) -> Value:
        """Adds an operation whose text ends with the types of operands and result."""
        types = ", ".join([operand.type for operand in operands])
        tail = f"({types}) -> {tensor(shape, element)}"
        return self.add(f"{head}{self.attributes(axes, attribute)} : {tail}", tuple(shape), element, axes)

    def axes_for_result(self, axes: Axes | None) -> Axes | None:
        """The sharding of a result that would be sharded like this."""
        if axes is not None and self.program.is_faulty and self.program.chance(0.4):
            return self.program.random_axes(len(axes))
        return None if self.program.chance(0.15) else axes

    def attributes(self, axes: Axes | None, *more: str) -> str:
        parts = [part for part in (self.program.per_value(axes), *more) if part]
        return f" {{{', '.join(parts)}}}" if parts else ""
