"""Random programs whose parts on several devices depend on how Shardy numbers, pads and exchanges blocks.

They slice, pad, reverse and reshape sharded tensors, reshard them along parts of axes, contract dimensions that are
padded, and compute on single devices. Each is written twice: for a mesh of at most eight devices, and for one device.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import prod
from random import Random
from typing import NamedTuple, cast

import sdyopt
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.ops import ALL_SLICE
from sdyopt.dialects.sdy.shardings.axes import axis_part, merged, sharded_size
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.sdy.syntax import axes_text
from sdyopt.dialects.stablehlo.ops.shapes import RESHAPE
from sdyopt.ir.attribute import checked
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.value import Value

REVISION = "0.12.0.1"

RESHARDS = "sdy-insert-explicit-reshards{enable-full-version=true}"

CHAIN = (
    RESHARDS,
    "sdy-resolve-permutation-factors",
    "sdy-reshard-to-collectives",
    "sdy-pad-for-divisibility",
    "sdy-resolve-single-device-sharding",
    "sdy-convert-global-to-local{enable-rgv3=false}",
)
"""The passes to the program of each device, as Shardy's own tests run them."""

MESHES: tuple[tuple[int, ...], ...] = ((8,), (4, 2), (2, 4), (2, 2, 2), (2, 2), (3,), (3, 2), (4,), (6,))
"""The sizes of axes; with at most eight devices."""

BELOW = 1000
"""Elements are integers below this number."""


Dimensions = list[list[AxisRef]]


class MovedType(NamedTuple):
    """A shape, and the axes of its dimensions."""

    shape: tuple[int, ...]
    axes: Dimensions

    @property
    def type(self) -> str:
        return f"tensor<{''.join([f'{size}x' for size in self.shape])}i32>"

    @property
    def dimensions(self) -> str:
        """The dimensions as a sharding has them."""
        return f"[{', '.join([axes_text(tuple(axes)) for axes in self.axes])}]"


class ElementMove(NamedTuple):
    """An operation that moves elements; its text has places for the value, the sharding and the types."""

    operand: MovedType
    result: MovedType
    text: str
    padding: str = ""
    """The name of the padding value, if it takes one."""
    before: Sequence[tuple[str, MovedType]] = ()
    """Operations before it, each on what the last one gives, and what they give; only devices reshard."""

    def written(self, number: int, value: str, is_sharded: bool) -> list[str]:
        """Returns the lines of the operation as `%moved` with a number, of a value."""
        lines = []
        for place, (text, tensor) in enumerate(self.before):
            if is_sharded or "sdy.reshard" not in text:
                lines.append(f"%before{number}_{place} = {_filled(text, value, tensor, is_sharded)} : {tensor.type}")
                value = f"%before{number}_{place}"
        value += f", {self.padding}" if self.padding else ""
        types = f"({self.operand.type}{', tensor<i32>' if self.padding else ''}) -> {self.result.type}"
        return [*lines, f"%moved{number} = {_filled(self.text, value, self.result, is_sharded, types)}"]


def _filled(text: str, value: str, tensor: MovedType, is_sharded: bool, types: str = "") -> str:
    """Returns the text of an operation on a value that gives `tensor`."""
    attribute = f"{{sdy.sharding = #sdy.sharding_per_value<[<@mesh, {tensor.dimensions}>]>}}" if is_sharded else ""
    on_device = "{sdy.sharding = #sdy.sharding_per_value<[<@device, []>]>}" if is_sharded else ""
    return text.format(value=value, types=types, sharding=attribute, on_device=on_device, dimensions=tensor.dimensions)


PADDINGS = {"zero": 0, "seven": 7}
"""The constants that pads take."""


class MovingProgram(NamedTuple):
    """Operations on one mesh, each of an argument of its own."""

    mesh: Mesh
    moves: tuple[ElementMove, ...]

    @property
    def sharded(self) -> str:
        """The program for all devices: arguments are resharded before, and what is returned is replicated."""
        mesh = self.mesh
        ids = f", device_ids={list(mesh.device_ids)}" if mesh.device_ids else ""
        axes = ", ".join([f'"{axis.name}"={axis.size}' for axis in mesh.axes])
        lines = []
        for number, move in enumerate(self.moves):
            operand, result = move.operand, move.result
            replicated = f"[{', '.join(['{}'] * len(result.shape))}]"
            lines += [
                f"%held{number} = sdy.reshard %in{number} <@mesh, {operand.dimensions}> : {operand.type}",
                *move.written(number, f"%held{number}", True),
                f"%out{number} = sdy.reshard %moved{number} <@mesh, {replicated}> : {result.type}",
            ]
        device = f"sdy.mesh @device = <[], device_ids=[{mesh.device_count - 1}]>"
        return self._module(f"sdy.mesh @mesh = <[{axes}]{ids}>\n  {device}", lines, "%out")

    @property
    def whole(self) -> str:
        """The program for one device."""
        lines = [line for number, move in enumerate(self.moves) for line in move.written(number, f"%in{number}", False)]
        return self._module("", lines, "%moved")

    def _module(self, head: str, lines: Sequence[str], returned: str) -> str:
        arguments = ", ".join([f"%in{number}: {move.operand.type}" for number, move in enumerate(self.moves)])
        types = ", ".join([move.result.type for move in self.moves])
        values = ", ".join([f"{returned}{number}" for number in range(len(self.moves))])
        constants = [f"%{name} = stablehlo.constant dense<{value}> : tensor<i32>" for name, value in PADDINGS.items()]
        body = "\n    ".join([*constants, *lines])
        end = f"return {values} : {types}"
        function = f"func.func public @main({arguments}) -> ({types}) {{\n    {body}\n    {end}\n  }}"
        return f"module {{\n  {head}\n  {function}\n}}\n"

    def exchanged(self) -> sdyopt.Module:
        """Returns the program in which devices exchange elements. Raises sdyopt.Error if a pass refuses it."""
        return sdyopt.parse(self.sharded).run(*CHAIN[:2], shardy=REVISION)

    def accepted(self) -> tuple[MovingProgram, sdyopt.Module]:
        """Returns the program without the operations that a pass refuses, and that as the program of each device."""
        try:
            return self, localized(self.exchanged())
        except (sdyopt.Error, BlocksGrow):
            moves = [move for move in self.moves if self._replace(moves=(move,)).is_accepted()]
            found = self._replace(moves=tuple(moves))
            return found, localized(found.exchanged())

    def is_accepted(self) -> bool:
        """Whether no pass refuses the program."""
        try:
            localized(self.exchanged())
        except (sdyopt.Error, BlocksGrow):
            return False
        return True


class BlocksGrow(Exception):
    """The padding of an all-slice would move elements, so that Shardy makes a program that computes wrong numbers."""


def localized(module: sdyopt.Module) -> sdyopt.Module:
    """Makes a program in which devices exchange elements that of each device, and returns it.

    Raises sdyopt.Error if a pass refuses it, and BlocksGrow.
    """
    module = module.run(CHAIN[2], shardy=REVISION)
    for op in module.walk():
        if op.definition is not ALL_SLICE:
            continue
        before, after = sharding_of(op.operands[0]), sharding_of(op.result)
        if before is not None and after is not None:
            mesh, shape = module.mesh_of(after), cast(RankedTensorType, op.result.type).shape
            counts = [[sharded_size(each.axes, mesh) for each in sharding.dimensions] for sharding in (before, after)]
            for size, old, new in zip(shape, *counts, strict=True):
                if 1 < old < new and -(-size // old) * old < -(-size // new) * new:
                    raise BlocksGrow
    known = [each for each in CHAIN[3:] if REVISION != "0.10.2" or each != "sdy-resolve-single-device-sharding"]
    return module.run(*known, shardy=REVISION)


def program(kind: str, seed: int, count: int) -> MovingProgram:
    """Returns a program with `count` random operations of a kind in `KINDS`."""
    random = Random(f"{kind} {seed}")
    mesh = _mesh(random)
    moves = [KINDS[kind](random, mesh) for _ in range(count)]
    if kind == "reshape":
        moves = [_fitting(move, mesh) for move in moves]
    return MovingProgram(mesh, tuple(moves))


def _fitting(move: ElementMove, mesh: Mesh) -> ElementMove:
    """Returns an operation whose tensors are sharded so that it needs no reshards."""
    module = sdyopt.parse(MovingProgram(mesh, (move,)).sharded).run(RESHARDS)
    (op,) = [op for op in module.walk() if op.definition is RESHAPE]
    operand, result = move.operand, move.result
    return move._replace(
        operand=operand._replace(axes=_axes_of(op.operands[0])), result=result._replace(axes=_axes_of(op.results[0]))
    )


def _axes_of(value: Value) -> Dimensions:
    return [list(dimension.axes) for dimension in checked(Sharding, sharding_of(value)).dimensions]


def _mesh(random: Random) -> Mesh:
    sizes = random.choice(MESHES)
    mesh = Mesh(tuple([MeshAxis(name, size) for name, size in zip("abc", sizes, strict=False)]))
    ids = list(range(mesh.device_count))
    random.shuffle(ids)
    return Mesh.of(mesh.axes, tuple(ids)) if random.random() < 0.3 else mesh


def _atoms(random: Random, mesh: Mesh) -> list[AxisRef]:
    """Returns parts that make up the axes of a mesh, in any order."""
    found: list[AxisRef] = []
    for axis in mesh.axes:
        edges = [1, axis.size]
        if random.random() < 0.4:
            edges = [1, *[each for each in (2, 4) if axis.size % each == 0 and each < axis.size], axis.size]
        found += [axis_part(axis.name, start, stop, mesh) for start, stop in pairwise(edges)]
    random.shuffle(found)
    return found


def _sharded(random: Random, mesh: Mesh, rank: int) -> Dimensions:
    """Returns random axes of dimensions, at least one of them."""
    dimensions: Dimensions = [[] for _ in range(rank)]
    for number, atom in enumerate(_atoms(random, mesh)):
        if number == 0 or random.random() < 0.6:
            random.choice(dimensions).append(atom)
    return [list(merged(axes, mesh)) for axes in dimensions]


def _size(random: Random, axes: Sequence[AxisRef], mesh: Mesh) -> int:
    return random.randint(1, 4 * sharded_size(axes, mesh) + 2)


def _operand(random: Random, mesh: Mesh) -> MovedType:
    axes = _sharded(random, mesh, random.choice((1, 1, 2)))
    return MovedType(tuple([_size(random, each, mesh) for each in axes]), axes)


def _slice(random: Random, mesh: Mesh) -> ElementMove:
    operand = _operand(random, mesh)
    parts, sizes = [], []
    for size in operand.shape:
        start = random.choice((0, random.randrange(size)))
        limit = random.choice((size, random.randint(start + 1, size)))
        parts.append(f"{start}:{limit}")
        sizes.append(limit - start)
    text = f"stablehlo.slice {{value}} [{', '.join(parts)}] {{sharding}} : {{types}}"
    return ElementMove(operand, MovedType(tuple(sizes), operand.axes), text)


def _pad(random: Random, mesh: Mesh) -> ElementMove:
    """A pad. Where elements move in a dimension whose size stays, its sharding rule does not show that they do."""
    operand = _operand(random, mesh)
    sizes: list[int] = []
    paddings: list[tuple[int, int, int]] = []
    while len(sizes) < len(operand.shape):
        size = operand.shape[len(sizes)]
        low, high = [random.choice((0, random.randint(-2, size + 2))) for _ in range(2)]
        interior = random.choice((0, 0, 0, 1, 2))
        padded = low + size + (size - 1) * interior + high
        if padded > 0 and (padded != size or (low, interior) == (0, 0)):
            sizes.append(padded)
            paddings.append((low, high, interior))
    low_list, high_list, interior_list = [list(each) for each in zip(*paddings, strict=True)]
    text = (
        f"stablehlo.pad {{value}}, low = {low_list}, high = {high_list}, interior = {interior_list} "
        "{sharding} : {types}"
    )
    return ElementMove(
        operand, MovedType(tuple(sizes), operand.axes), text, random.choice(("%zero", "%zero", "%seven"))
    )


def _reverse(random: Random, mesh: Mesh) -> ElementMove:
    operand = _operand(random, mesh)
    dimensions = [number for number in range(len(operand.shape)) if random.random() < 0.8]
    return ElementMove(
        operand, operand, f"stablehlo.reverse {{value}}, dims = {dimensions} {{sharding}} : {operand.type}"
    )


def _reshape(random: Random, mesh: Mesh) -> ElementMove:
    """A reshape, often one that splits a dimension; operand and result have the same axes in the same order."""
    if random.random() < 0.5:
        return _split(random, mesh)
    sizes = [random.choice((1, 2, 2, 3, 3, 4, 5, 6)) for _ in range(random.randint(1, 4))]
    shapes = [_joined(random, sizes) for _ in range(2)]
    atoms = _atoms(random, mesh)[: random.randint(1, 3)]
    operand, result = [MovedType(shape, _spread(random, atoms, shape, mesh)) for shape in shapes]
    return ElementMove(operand, result, "stablehlo.reshape {value} {sharding} : {types}")


def _split(random: Random, mesh: Mesh) -> ElementMove:
    """A reshape that splits an uneven dimension in two, perhaps beside another dimension."""
    atoms = sorted(_atoms(random, mesh), key=lambda axis: (axis.name, axis.sub_axis.pre_size if axis.sub_axis else 1))
    first, second = random.choice((2, 2, 3, 4)), random.randint(2, 9)
    major, minor = atoms[:1], atoms[1 : random.choice((2, 3))]
    other, other_axes = ((random.randint(1, 9),), [atoms[3:]]) if random.random() < 0.3 else ((), [])
    operand = MovedType((first * second, *other), [list(merged([*major, *minor], mesh)), *other_axes])
    result = MovedType((first, second, *other), [major, list(merged(minor, mesh)), *other_axes])
    return ElementMove(operand, result, "stablehlo.reshape {value} {sharding} : {types}")


def _joined(random: Random, sizes: Sequence[int]) -> tuple[int, ...]:
    """Returns a shape of which some neighbours are joined."""
    groups = [[sizes[0]]]
    for size in sizes[1:]:
        if random.random() < 0.5:
            groups.append([])
        groups[-1].append(size)
    return tuple(map(prod, groups))


def _spread(random: Random, axes: Sequence[AxisRef], shape: Sequence[int], mesh: Mesh) -> Dimensions:
    """Returns axes in their order, over some dimensions that have more than one element."""
    long = [number for number, size in enumerate(shape) if size > 1]
    places = sorted([random.choice(long) for _ in axes]) if long else []
    found: Dimensions = [[] for _ in shape]
    for place, axis in zip(places, axes, strict=False):
        found[place].append(axis)
    return [list(merged(each, mesh)) for each in found]


def _resharded(random: Random, mesh: Mesh) -> ElementMove:
    """A chain of reshards along parts of axes, which divide the tensor."""
    shape = tuple([mesh.device_count * random.choice((1, 2)) for _ in range(random.choice((1, 2)))])
    tensors = [MovedType(shape, _sharded(random, mesh, len(shape))) for _ in range(random.randint(2, 4))]
    reshards = [("sdy.reshard {value} <@mesh, {dimensions}>", tensor) for tensor in tensors[1:]]
    return ElementMove(
        tensors[0], tensors[-1], f"stablehlo.not {{value}} {{sharding}} : {tensors[0].type}", before=reshards
    )


def _contracted(random: Random, mesh: Mesh) -> ElementMove:
    """A product of a tensor with itself, in a dimension that is padded with zeros, or with something else."""
    first, second = _sharded(random, mesh, 1)[0], list[AxisRef]()
    shape = _size(random, first, mesh), random.randint(1, 5)
    free = [axis for axis in _atoms(random, mesh) if all(axis.name != other.name for other in first)]
    held, both = MovedType(shape, [first, second]), MovedType(shape, [first, free[:1]])
    steps = [("stablehlo.not {value} {sharding}", held)] if random.random() < 0.5 else []
    if free and random.random() < 0.6:
        steps += [("sdy.reshard {value} <@mesh, {dimensions}>", tensor) for tensor in (both, held)]
    result = MovedType((shape[1], shape[1]), [[], []])
    text = "stablehlo.dot_general {value}, {value}, contracting_dims = [0] x [0] {sharding}"
    return ElementMove(held, result, f"{text} : ({held.type}, {held.type}) -> {result.type}", before=steps)


def _on_one_device(random: Random, mesh: Mesh) -> ElementMove:
    """Operations on a single device, of a sharded tensor."""
    operand = _operand(random, mesh)
    steps = [("stablehlo.not {value} {on_device}", operand)] if random.random() < 0.5 else []
    return ElementMove(operand, operand, f"stablehlo.negate {{value}} {{on_device}} : {operand.type}", before=steps)


KINDS: dict[str, Callable[[Random, Mesh], ElementMove]] = {
    "contraction": _contracted,
    "device": _on_one_device,
    "pad": _pad,
    "reshard": _resharded,
    "reshape": _reshape,
    "reverse": _reverse,
    "slice": _slice,
}
