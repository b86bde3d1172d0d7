"""Random programs that move elements between the blocks of sharded dimensions: slices, pads, reversals, reshapes.

Each has one such operation, on tensors of integers: once sharded on a mesh of eight devices, and once not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import prod
from random import Random
from typing import NamedTuple

import sdyopt
from sdyopt.dialects.sdy.attributes import AxisRef, Mesh, MeshAxis
from sdyopt.dialects.sdy.printing import axes_text
from sdyopt.dialects.sdy.shardings.axes import axis_part, merged, sharded_size

REVISION = "2026-08"

CHAIN = (
    "sdy-insert-explicit-reshards{enable-full-version=true}",
    "sdy-resolve-permutation-factors",
    "sdy-reshard-to-collectives",
    "sdy-pad-for-divisibility",
    "sdy-convert-global-to-local",
)
"""The passes to the program of each device, as Shardy's own tests run them."""

MESHES: tuple[tuple[int, ...], ...] = ((8,), (4, 2), (2, 4), (2, 2, 2), (2, 2), (3,), (3, 2), (4,), (6,))
"""The sizes of axes; with at most eight devices."""

BELOW = 1000
"""Elements are integers below this number."""


class MovingProgram(NamedTuple):
    """A program for several devices, the same without shardings, and the number of devices."""

    sharded: str
    whole: str
    devices: int


Dimensions = list[list[AxisRef]]


def program(kind: str, seed: int) -> MovingProgram:
    """Returns a random program with an operation of a kind in `KINDS`."""
    random = Random(f"{kind} {seed}")
    mesh = _mesh(random)
    operand, result, operation, constants = KINDS[kind](random, mesh)
    ids = f", device_ids={list(mesh.device_ids)}" if mesh.device_ids else ""
    axes = ", ".join([f'"{axis.name}"={axis.size}' for axis in mesh.axes])
    types = f"({_type(operand.shape)}{constants}) -> {_type(result.shape)}"
    given = ", %c" if constants else ""
    literal = "    %c = stablehlo.constant dense<0> : tensor<i32>\n" if constants else ""
    head = f"  func.func public @main(%arg0: {_type(operand.shape)}) -> {_type(result.shape)} {{\n{literal}"
    sharded = (
        f"module {{\n  sdy.mesh @mesh = <[{axes}]{ids}>\n{head}"
        f"    %0 = sdy.reshard %arg0 <@mesh, {operand.text}> : {_type(operand.shape)}\n"
        f"    %1 = {operation.format(value='%0' + given, types=types, sharding=_of(result.text))}\n"
        f"    %2 = sdy.reshard %1 <@mesh, [{', '.join(['{}'] * len(result.shape))}]> : {_type(result.shape)}\n"
        f"    return %2 : {_type(result.shape)}\n  }}\n}}\n"
    )
    whole = (
        f"module {{\n{head}    %1 = {operation.format(value='%arg0' + given, types=types, sharding='')}\n"
        f"    return %1 : {_type(result.shape)}\n  }}\n}}\n"
    )
    return MovingProgram(sharded, whole, mesh.device_count)


class Tensor(NamedTuple):
    """A shape, and the axes of its dimensions."""

    shape: tuple[int, ...]
    axes: Dimensions

    @property
    def text(self) -> str:
        """The dimensions as a sharding has them."""
        return f"[{', '.join([axes_text(tuple(axes)) for axes in self.axes])}]"


Made = tuple[Tensor, Tensor, str, str]
"""The operand, the result, the operation, and the types of further operands."""


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


def _operand(random: Random, mesh: Mesh) -> Tensor:
    axes = _sharded(random, mesh, random.choice((1, 1, 2)))
    return Tensor(tuple([_size(random, each, mesh) for each in axes]), axes)


def _slice(random: Random, mesh: Mesh) -> Made:
    operand = _operand(random, mesh)
    parts, sizes = [], []
    for size in operand.shape:
        start = random.choice((0, random.randrange(size)))
        limit = random.choice((size, random.randint(start + 1, size)))
        stride = random.choice((1, 1, 1, 1, 2))
        parts.append(f"{start}:{limit}:{stride}")
        sizes.append(-(-(limit - start) // stride))
    text = f"stablehlo.slice {{value}} [{', '.join(parts)}] {{sharding}} : {{types}}"
    return operand, Tensor(tuple(sizes), operand.axes), text, ""


def _pad(random: Random, mesh: Mesh) -> Made:
    operand = _operand(random, mesh)
    sizes: list[int] = []
    paddings: list[tuple[int, int, int]] = []
    while len(sizes) < len(operand.shape):
        size = operand.shape[len(sizes)]
        low, high = [random.choice((0, random.randint(-2, size + 2))) for _ in range(2)]
        interior = random.choice((0, 0, 0, 1, 2))
        padded = low + size + (size - 1) * interior + high
        if padded > 0:
            sizes.append(padded)
            paddings.append((low, high, interior))
    low_list, high_list, interior_list = [list(each) for each in zip(*paddings, strict=True)]
    text = (
        f"stablehlo.pad {{value}}, low = {low_list}, high = {high_list}, interior = {interior_list} "
        "{sharding} : {types}"
    )
    return operand, Tensor(tuple(sizes), operand.axes), text, ", tensor<i32>"


def _reverse(random: Random, mesh: Mesh) -> Made:
    operand = _operand(random, mesh)
    dimensions = [number for number in range(len(operand.shape)) if random.random() < 0.8]
    type = _type(operand.shape)
    return operand, operand, f"stablehlo.reverse {{value}}, dims = {dimensions} {{sharding}} : {type}", ""


def _reshape(random: Random, mesh: Mesh) -> Made:
    """A reshape whose operand and result have the same axes in the same order, if it fits its sharding rule."""
    sizes = [random.choice((1, 2, 2, 3, 3, 4, 5, 6)) for _ in range(random.randint(1, 4))]
    shapes = [_joined(random, sizes) for _ in range(2)]
    atoms = _atoms(random, mesh)[: random.randint(1, 3)]
    operand, result = [Tensor(shape, _spread(random, atoms, shape, mesh)) for shape in shapes]
    return operand, result, "stablehlo.reshape {value} {sharding} : {types}", ""


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


KINDS: dict[str, Callable[[Random, Mesh], Made]] = {
    "pad": _pad,
    "reshape": _reshape,
    "reverse": _reverse,
    "slice": _slice,
}


def _type(shape: Sequence[int]) -> str:
    return f"tensor<{''.join([f'{size}x' for size in shape])}i32>"


def _of(dimensions: str) -> str:
    return f"{{sdy.sharding = #sdy.sharding_per_value<[<@mesh, {dimensions}>]>}}"


def local_program(moving: MovingProgram) -> sdyopt.Module:
    """Returns the program of each device. Raises sdyopt.Error if a pass refuses it."""
    return sdyopt.parse(moving.sharded).run(*CHAIN, shardy=REVISION)
