"""Random modules with many reshards: `module(seed)`.

Sub-axes, also ones that cannot coexist; meshes with the same axes and other devices, with other axes, maximal and empty
ones; chains of reshards and propagation barriers; unreduced and replicated axes; dynamic sizes, and sizes that axes do
not divide.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import prod
from random import Random

from tools.generator import writing
from tools.generator.writing import (
    MeshAxes,
    Part,
    Program,
    Value,
    axes_text,
    chain,
    computation,
    mesh_text,
    tensor,
    while_loop,
)

PASS = "sdy-reshard-to-collectives"
KEEP = f"{PASS}{{keep-redundant-reshards=true}}"

SIZES_OF_AXES = (
    (2,),
    (2, 4),
    (2, 4, 8),
    (2, 2, 4, 16),
    (2, 3),
    (2, 3, 4, 6),
    (4, 12),
    (1, 2, 4),
    (1, 2, 3),
    (8, 16, 32),
)
"""From which the sizes of a mesh's axes come."""

NAMES = ("x", "y", "z", "a", "b", "w")
SIZES = (8, 8, 16, 16, 32, 64, 4, 2, 1, 12, 24, 6, 3, 5, 0)
MOST_DEVICES = 256
"""The most devices of a mesh that lists them."""

KINDS = (*["reshard"] * 5, "barrier", "call", "use", "named", "while", "manual", "cast", "commutative")
"""What may come next in a block."""


class Module(Program):
    """A module that is being written."""

    def __init__(self, seed: int) -> None:
        random = Random(f"resharding {seed}")
        super().__init__(random)
        self.axes = self._new_axes()
        self.meshes: dict[str, MeshAxes] = {"m": self.axes}
        self.mesh_lines = [f"sdy.mesh @m = {mesh_text(self.axes)}"]
        self.is_strange = random.random() < 0.15
        """Whether there are meshes that reshards cannot always lead to."""
        self.has_other_devices = random.random() < 0.4
        self.share_of_sub_axes = random.choice((0, 0.3, 0.7, 1))
        self.share_of_axes = random.choice((0.5, 0.8, 1))
        self.is_dynamic = random.random() < 0.1
        self.is_small = random.random() < 0.3
        self.locations = random.random() < 0.2
        self._chains = {name: chain(random, size) for name, size in self.axes}
        self._add_meshes()

    def _new_axes(self) -> MeshAxes:
        sizes = self.random.choice(SIZES_OF_AXES)
        names = self.random.sample(NAMES, self.random.choice((1, 2, 2, 3, 3, 3, 4, 5)))
        return tuple([(name, self.random.choice(sizes)) for name in names])

    def _add_meshes(self) -> None:
        devices = prod([size for _, size in self.axes])
        if self.has_other_devices and devices <= MOST_DEVICES:
            for name in ("n", "o")[: self.random.choice((1, 2))]:
                ids = list(range(devices))
                self.random.shuffle(ids)
                self._add_mesh(name, self.axes, f", device_ids={ids}")
        if self.is_strange:
            self._add_mesh("same", self.axes)
            self._add_mesh("other", self._new_axes())
            self._add_mesh("max", (), ", device_ids=[0]")
            self._add_mesh("max2", (), ", device_ids=[1]")
            self._add_mesh("empty", ())

    def _add_mesh(self, name: str, axes: MeshAxes, device_ids: str = "") -> None:
        self.meshes[name] = axes
        self.mesh_lines.append(f"sdy.mesh @{name} = {mesh_text(axes, device_ids)}")

    def type(self) -> tuple[int, ...]:
        """A shape; -1 is a dynamic size."""
        rank = self.random.choice((0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4))
        sizes = SIZES if self.is_small else (512, 1024, 4096)
        shape = [self.random.choice(sizes) for _ in range(rank)]
        return tuple([-1 if self.is_dynamic and self.chance(0.4) else size for size in shape])

    def sharding(self, shape: Sequence[int], manual: Sequence[str] = ()) -> str:
        """A sharding of a value of that shape, without the axes that are `manual`."""
        random = self.random
        name = "m"
        if len(self.meshes) > 1 and self.chance(0.5):
            name = random.choice([*self.meshes])
        axes = tuple([axis for axis in self.meshes[name] if axis[0] not in manual])
        if name.startswith("max"):
            return f"<@{name}, []>"
        lists: list[list[Part]] = [[] for _ in shape]
        rest: dict[str, list[Part]] = {"replicated": [], "unreduced": []}
        share = 0.15 if self.chance(0.15) else self.share_of_axes
        for part in self._parts(axes):
            if shape and self.chance(share):
                random.choice(lists).append(part)
            elif self.chance(0.15):
                rest[random.choice(("replicated", "unreduced", "unreduced"))].append(part)
        sizes = dict(self.meshes[name])
        dimensions = [self._dimension(self._shuffled(parts), sizes) for parts in lists]
        order = [axis for axis, _ in self.meshes[name]]
        others = [
            f", {kind}={{{axes_text(sorted(parts, key=lambda part: (order.index(part[0]), part[1])), sizes)}}}"
            for kind, parts in rest.items()
            if parts
        ]
        return f"<@{name}, [{', '.join(dimensions)}]{''.join(others)}>"

    def _parts(self, axes: MeshAxes) -> list[Part]:
        """All parts of axes, whole or cut, most of them at the same places in the whole module."""
        parts: list[Part] = []
        for name, size in axes:
            edges = [1, size]
            if self.chance(self.share_of_sub_axes):
                edges = self._chains[name] if name in self._chains and self.chance(0.8) else chain(self.random, size)
                if edges[-1] != size:
                    edges = chain(self.random, size)
            if size == 1:
                parts.append((name, 1, 1))
            parts += [(name, start, stop) for start, stop in pairwise(edges) if stop > start]
        return parts

    def _shuffled(self, parts: list[Part]) -> list[Part]:
        if self.chance(0.6):
            self.random.shuffle(parts)
        return parts

    def _dimension(self, parts: list[Part], sizes: dict[str, int]) -> str:
        text = axes_text(parts, sizes)
        if self.chance(0.2):
            text = f"{text}, ?" if text else "?"
            return f"{{{text}}}{self._priority()}"
        return f"{{{text}}}{self._priority() if text else ''}"

    def _priority(self) -> str:
        return f"p{self.random.randrange(3)}" if self.chance(0.05) else ""

    def text(self) -> str:
        functions = [self.function(number) for number in range(self.random.choice((1, 1, 1, 2, 3)))]
        return "\n".join([*self.mesh_lines, *functions]) + "\n"

    def function(self, number: int) -> str:
        types = [self.type() for _ in range(self.random.choice((1, 2)))]
        arguments = [Value(self.new_name(), shape) for shape in types for _ in range(self.random.choice((1, 2)))]
        heads = []
        for value in arguments:
            attribute = f" {{sdy.sharding = #sdy.sharding{self.sharding(value.shape)}}}" if self.chance(0.8) else ""
            heads.append(f"{value.name}: {value.type}{attribute}")
        body = Body(self, arguments)
        body.write(self.random.choice((1, 2, 4, 8, 12)))
        body.lines.append("return")
        lines = "\n".join(body.lines)
        return f"func.func @f{number}({', '.join(heads)}) {{\n{lines}\n}}{self.location()}"


class Body(writing.Body[Module]):
    """A block that is being written, with the values that may be used in it."""

    def write(self, count: int) -> None:
        """Writes so many operations, most of them reshards."""
        program = self.program
        for _ in range(count):
            kind = program.random.choice(KINDS)
            getattr(self, f"_{kind}")()

    def _value(self) -> tuple[str, tuple[int, ...]]:
        return (self.values[-1] if self.program.chance(0.5) else self.random.choice(self.values))[:2]

    def _reshard(self) -> None:
        name, shape = self._value()
        attributes = ' {k, mhlo.note = "1"}' if self.program.chance(0.05) else ""
        self.add(f"sdy.reshard {name} {self.program.sharding(shape, self.manual)}{attributes} : {tensor(shape)}", shape)

    def _barrier(self) -> None:
        name, shape = self._value()
        direction = self.program.random.choice(("NONE", "FORWARD", "BACKWARD"))
        self.add(f"sdy.propagation_barrier {name} allowed_direction={direction} : {tensor(shape)}", shape)

    def _call(self) -> None:
        """An operation with results that may have shardings."""
        shape = self._value()[1]
        count = self.program.random.choice((1, 2))
        attributes = ""
        if self.program.chance(0.8):
            shardings = ", ".join([self.program.sharding(shape, self.manual) for _ in range(count)])
            attributes = f" {{sdy.sharding = #sdy.sharding_per_value<[{shardings}]>}}"
        name = self.program.new_name()
        results = ", ".join([tensor(shape)] * count)
        head = name if count == 1 else f"{name}:{count}"
        line = f"{head} = stablehlo.custom_call @f(){attributes} : () -> {results if count == 1 else f'({results})'}"
        self.line(line)
        names = [name] if count == 1 else [f"{name}#{number}" for number in range(count)]
        self.values += [Value(name, shape) for name in names]

    def _use(self) -> None:
        (one, shape), (other, other_shape) = self._value(), self._value()
        operands, types = f"{one}, {other}", f"{tensor(shape)}, {tensor(other_shape)}"
        self.lines.append(f"stablehlo.custom_call @use({operands}) : ({types}) -> ()")

    def _cast(self) -> None:
        """A cast to the same type, or to another one and back."""
        name, shape = self._value()
        type, other = tensor(shape), tensor((*shape, 1))
        cast = "builtin.unrealized_conversion_cast"
        if self.program.chance(0.5):
            self.add(f"{cast} {name} : {type} to {type}", shape)
        else:
            between = self.program.new_name()
            self.lines.append(f"{between} = {cast} {name} : {type} to {other}")
            self.add(f"{cast} {between} : {other} to {type}", shape)

    def _commutative(self) -> None:
        """An operation of CHLO, with a constant first."""
        name, shape = self._value()
        constant = self.program.new_name()
        if min(shape, default=0) >= 0:
            dialect = self.program.random.choice(("stablehlo", "sdy", "chlo"))
            self.lines.append(f"{constant} = {dialect}.constant dense<1.0> : {tensor(shape)}")
            types = f"({tensor(shape)}, {tensor(shape)}) -> {tensor(shape)}"
            self.add(f"chlo.broadcast_add {constant}, {name} : {types}", shape)

    def _while(self) -> None:
        """A loop; what is resharded in it may come from outside."""
        if self.depth > 1:
            return
        program = self.program
        name, shape = self._value()
        argument = program.new_name()
        inner = Body(program, [*self.values, Value(argument, shape)], self.manual, self.depth + 1)
        last = inner.filled(shape)
        self.add(while_loop(program, argument, name, tensor(shape), inner.lines, last.name), shape)

    def _named(self) -> None:
        """A named computation with shardings."""
        if self.depth > 1:
            return
        program = self.program
        name, shape = self._value()
        argument = Value(program.new_name(), shape)
        inner = Body(program, [argument], self.manual, self.depth + 1)
        last = inner.filled(shape)
        shardings = ""
        if program.chance(0.7):
            outside, result = program.sharding(shape, self.manual), program.sharding(shape, self.manual)
            shardings = f" in_shardings=[{outside}] out_shardings=[{result}]"
        head = f'sdy.named_computation<"g">({name}){shardings}'
        self.add(computation(head, [argument], inner.lines, last, f"({last.type}) -> {last.type}"), shape)

    def _manual(self) -> None:
        """A manual computation over one whole axis, which stands before the others of the first dimension."""
        program = self.program
        name, shape = self._value()
        if self.depth or not shape or shape[0] <= 0:
            return
        axis, size = program.random.choice(program.axes)
        if shape[0] % size:
            return
        local = (shape[0] // size, *shape[1:])
        argument = Value(program.new_name(), local)
        inner = Body(program, [argument], (axis,), 2)
        last = inner.filled(local)
        dimensions = ", ".join([f'{{"{axis}", ?}}', *["{?}"] * (len(shape) - 1)])
        sharding = f"[<@m, [{dimensions}]>]"
        shardings = f"in_shardings={sharding} out_shardings={sharding}"
        head = f'sdy.manual_computation({name}) {shardings} manual_axes={{"{axis}"}}'
        type = tensor(shape)
        self.add(computation(head, [argument], inner.lines, last, f"({type}) -> {type}"), shape)

    def filled(self, shape: tuple[int, ...]) -> Value:
        """Writes a few operations, and returns the last value of that shape."""
        self.write(self.random.randrange(1, 4))
        return next(value for value in reversed(self.values) if value.shape == shape)


def passes(random: Random) -> tuple[str, ...]:
    """The pass, with or without its option, or with a canonicalization of the collectives after it."""
    return random.choice(((PASS,), (PASS,), (PASS,), (KEEP,), (PASS, "canonicalize")))


def module(seed: int) -> str:
    """The text of a module, which is valid; the same for the same seed."""
    return Module(seed).text()
