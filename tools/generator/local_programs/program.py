"""A program that is being written: meshes, parts of axes, values and their shardings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import prod
from random import Random
from typing import NamedTuple

from tools.generator import writing
from tools.generator.writing import Axes, Part, Value, axes_text, chain, joined, mesh_text, tensor

SIZES_OF_AXES = (
    (2, 2),
    (2, 2),
    (2, 4),
    (4, 2),
    (2, 2, 2),
    (2, 3),
    (3, 2),
    (4, 4),
    (8,),
    (1, 2, 2),
    (2, 2, 4),
    (6,),
    (5,),
)
"""The sizes of the axes of a mesh."""

ELEMENTS = ("f32", "f32", "f32", "i32", "i64", "bf16", "i1", "ui8", "f64", "complex<f32>")


class Factor(NamedTuple):
    """A dimension that may be one of several tensors: its size, and the parts of axes that it is sharded along."""

    size: int
    parts: tuple[Part, ...] = ()


class Program(writing.Program):
    """A module that is being written."""

    def __init__(self, seed: int) -> None:
        random = Random(f"local program {seed}")
        super().__init__(random)
        sizes = random.choice(SIZES_OF_AXES)
        self.axes = tuple(zip(("x", "y", "z"), sizes, strict=False))
        self.devices = prod(sizes)
        ids = list(range(self.devices))
        random.shuffle(ids)
        order = f", device_ids={ids}" if self.chance(0.3) and self.devices > 1 else ""
        self.meshes = [f"sdy.mesh @m = {mesh_text(self.axes, order)}"]
        other = [*ids]
        random.shuffle(other)
        self.has_other = self.chance(0.2) and other not in (ids, sorted(other)) and bool(order)
        if self.has_other:
            self.meshes.append(f"sdy.mesh @n = {mesh_text(self.axes, f', device_ids={other}')}")
        self.mesh_names = ("m",)
        self.share_of_sub_axes = random.choice((0, 0, 0.4, 0.8))
        self.share_of_strange = random.choice((0, 0, 0, 0, 0.02, 0.1))
        """How many shardings are not those that fit."""
        self.share_of_illegal = random.choice((0, 0, 0, 0, 0, 0.1))
        self.share_of_sharded = random.choice((0.3, 0.6, 0.9))
        self.is_inlined = self.chance(0.05)
        self.locations = self.chance(0.15)
        self.chains = {name: chain(random, size) for name, size in self.axes}
        self.functions: list[str] = []
        self.write: Callable[[Body, int], None]

    def parts(self, manual: Sequence[str] = ()) -> list[Part]:
        """All parts of axes that are not manual, whole or cut, in any order."""
        found: list[Part] = []
        for name, size in self.axes:
            if name not in manual:
                edges = self.chains[name] if self.chance(self.share_of_sub_axes) else [1, size]
                found += [(name, start, stop) for start, stop in pairwise(edges if size > 1 else [1, 1])]
        self.random.shuffle(found)
        return found

    def list_text(self, parts: Sequence[Part]) -> str:
        return f"{{{axes_text(parts, dict(self.axes))}}}"

    def lists_text(self, lists: Axes) -> str:
        return f"[{', '.join([self.list_text(parts) for parts in lists])}]"

    def sharding(self, lists: Axes, mesh: str = "m") -> str:
        """The text of a sharding with these axes; dimensions may be open, and there may be other axes."""
        texts: list[str] = []
        for parts in lists:
            text = self.list_text(parts)
            if self.chance(0.05):
                text = f"{text[:-1]}, ?}}" if parts else "{?}"
            texts.append(text)
        used = {part[0] for parts in lists for part in parts}
        unused = [name for name, _ in self.axes if name not in used]
        rest = ""
        if unused and self.chance(0.08):
            rest = f', {self.random.choice((*["replicated"] * 9, "unreduced"))}={{"{self.random.choice(unused)}"}}'
        name = f"@{mesh}"
        if self.is_inlined and self.chance(0.5):
            name = f"mesh{self.meshes[mesh == 'n'].split(' = ')[1]}"
        return f"<{name}, [{', '.join(texts)}]{rest}>"

    def random_lists(self, shape: Sequence[int], manual: Sequence[str] = (), fitting: bool = True) -> Axes:
        """Random axes for the dimensions of a shape, which they divide if they are `fitting`."""
        lists: list[list[Part]] = [[] for _ in shape]
        for part in self.parts(manual):
            if shape and self.chance(self.share_of_sharded):
                number = self.random.randrange(len(shape))
                size = part[2] // part[1]
                cut = prod([stop // start for _, start, stop in lists[number]]) * size
                if not fitting or shape[number] % cut == 0:
                    lists[number].append(part)
        return self.joined(lists)

    def joined(self, lists: Sequence[Sequence[Part]]) -> Axes:
        """The lists with neighbours that are one."""
        return tuple([tuple(joined(parts)) for parts in lists])

    def in_mesh_order(self, parts: Sequence[Part]) -> list[Part]:
        """The parts in the order of the mesh, with neighbours that are one."""
        order = [name for name, _ in self.axes]
        return joined(sorted(parts, key=lambda part: (order.index(part[0]), part[1])))

    def function(self, name: str, count: int) -> None:
        """Writes a function."""
        body = Body(self)
        body.has_arguments = True
        self.write(body, count)
        returned = [value for value in body.values if self.chance(0.2)] if body.values else []
        heads = [f"{value.name}: {value.type}" + self.dictionary(value) + self.location() for value in body.arguments]
        results = [value.type + self.dictionary(value) for value in returned]
        operands = ", ".join([value.name for value in returned])
        types = ", ".join([value.type for value in returned])
        end = f"return {operands} : {types}" if returned else "return"
        if self.chance(0.1):
            end = f"return {{k}} {operands} : {types}" if returned else "return {k}"
        shown = f" -> ({', '.join(results)})" if returned else ""
        lines = "\n".join([*body.lines, end + self.location()])
        self.functions.append(f"func.func @{name}({', '.join(heads)}){shown} {{\n{lines}\n}}{self.location()}")

    def dictionary(self, value: Value) -> str:
        """The attributes of an argument or result of a function."""
        return "" if value.axes is None else f" {{sdy.sharding = #sdy.sharding{self.sharding(value.axes)}}}"

    def text(self) -> str:
        return "\n".join([*self.meshes, *self.functions]) + "\n"


class Body(writing.Body[Program]):
    """A block that is being written, with the values that may be used in it."""

    def __init__(
        self, program: Program, values: Sequence[Value] = (), manual: Sequence[str] = (), depth: int = 0
    ) -> None:
        super().__init__(program, values, manual, depth)
        self.arguments: list[Value] = []
        self.has_arguments = False

    def attributes(self, *results: Axes | None, others: str = "") -> str:
        """The dictionary of an operation whose results have these axes."""
        program = self.program
        entries = ["k"] if program.chance(0.15) else []
        entries += [others] if others else []
        if results and not all(lists is None for lists in results):
            texts = [program.sharding(lists or ()) for lists in results]
            entries.append(f"sdy.sharding = #sdy.sharding_per_value<[{', '.join(texts)}]>")
        return f" {{{', '.join(entries)}}}" if entries else ""

    def result(self, factors: Sequence[Factor]) -> tuple[tuple[int, ...], Axes | None]:
        """The shape of a tensor with these dimensions, and its axes: nearly always those of the factors."""
        program = self.program
        shape = tuple([factor.size for factor in factors])
        lists: Axes | None = program.joined([factor.parts for factor in factors])
        if program.chance(program.share_of_strange):
            lists = program.random.choice((None, program.random_lists(shape, self.manual, program.chance(0.8))))
        if lists is not None and not any(lists) and program.chance(0.5):
            lists = None
        return shape, lists

    def input(self, factors: Sequence[Factor], element: str = "f32") -> Value:
        """A value with these dimensions: one that is there, an argument of the function, or a new one."""
        program = self.program
        shape, lists = self.result(factors)
        same = [value for value in self.values if value[1:3] == (shape, element) and (value.axes or lists) == lists]
        if same and program.chance(0.6):
            return program.random.choice(same)
        if self.has_arguments and program.chance(0.7):
            value = Value(program.new_name(), shape, element, lists)
            self.arguments.append(value)
            self.values.append(value)
            return value
        type = tensor(shape, element)
        return self.add(f"stablehlo.custom_call @make(){self.attributes(lists)} : () -> {type}", shape, element, lists)

    def factors(self, count: int, largest: int = 4, may_be_sharded: Sequence[bool] = ()) -> list[Factor]:
        """New dimensions, among which parts of axes are distributed."""
        program = self.program
        lists: list[list[Part]] = [[] for _ in range(count)]
        numbers = [number for number in range(count) if not may_be_sharded or may_be_sharded[number]]
        for part in program.parts(self.manual):
            if numbers and program.chance(program.share_of_sharded):
                lists[program.random.choice(numbers)].append(part)
        return [
            Factor(prod([stop // start for _, start, stop in parts]) * program.random.randint(1, largest), tuple(parts))
            for parts in map(joined, lists)
        ]
