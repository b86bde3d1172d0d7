"""Random programs that are run before and after passes: reductions, single devices, padding.

`whole` makes the program for one device of a text, in which what SDY does to a value changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import prod
from random import Random

import sdyopt

MESHES = (
    '<["x"=8]>',
    '<["x"=2, "y"=4]>',
    '<["x"=4, "y"=2]>',
    '<["x"=2, "y"=2, "z"=2]>',
    '<["x"=2, "y"=4], device_ids=[3, 1, 0, 2, 7, 5, 4, 6]>',
)
"""Meshes of eight devices."""

Axes = tuple[str, ...]
Lists = tuple[Axes, ...]

LIMITS = {
    ("max", "f32"): "0xFF800000",
    ("min", "f32"): "0x7F800000",
    ("add", "f32"): "0.0",
    ("max", "i32"): "-2147483648",
    ("min", "i32"): "2147483647",
    ("add", "i32"): "0",
}
"""The initial values of reductions."""
OPERATIONS = {"max": "stablehlo.maximum", "min": "stablehlo.minimum", "add": "stablehlo.add"}
OPERATORS = {"max": "max", "min": "min", "add": ""}


class ExecutedProgram:
    """The text of a program that is being written: a main function over one mesh, and single devices."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.mesh = random.choice(MESHES)
        self.sizes = {name: int(size) for name, size in re.findall(r'"(\w)"=(\d)', self.mesh)}
        self.arguments: list[str] = []
        self.lines: list[str] = []
        self.results: list[tuple[str, str, str]] = []
        self._count = 0

    def argument(self, type: str, lists: Lists | None = None) -> str:
        """Adds an argument, and returns its name."""
        name = f"%arg{len(self.arguments)}"
        self.arguments.append(f"{name}: {type}{_noted(lists)}")
        return name

    def add(self, text: str) -> str:
        """Adds an operation, and returns the name of its result."""
        name = f"%v{self._count}"
        self._count += 1
        self.lines.append(f"{name} = {text}")
        return name

    def result(self, value: str, type: str, lists: Lists | None = None) -> None:
        """Returns a value from the main function."""
        self.results.append((value, type, _noted(lists)))

    def axes(self, count: int) -> list[str]:
        """Returns so many axes of the mesh at random, or all."""
        return self.random.sample(sorted(self.sizes), min(count, len(self.sizes)))

    def size(self, axes: Axes) -> int:
        """Returns the number of devices along axes."""
        return prod([self.sizes[axis] for axis in axes])

    def text(self) -> str:
        """Returns the program."""
        devices = [f"sdy.mesh @device{number} = <[], device_ids=[{number}]>" for number in range(8)]
        types = ", ".join(f"{type}{sharding}" for _, type, sharding in self.results)
        values = ", ".join(value for value, _, _ in self.results)
        plain = ", ".join(type for _, type, _ in self.results)
        body = "\n  ".join([*self.lines, f"return {values} : {plain}"])
        meshes = "\n".join([f"sdy.mesh @m = {self.mesh}", *devices])
        return f"{meshes}\nfunc.func public @main({', '.join(self.arguments)}) -> ({types}) {{\n  {body}\n}}\n"


def sharded(lists: Lists, unreduced: str = "") -> str:
    """Returns a sharding."""
    return f"<@m, {_listed(lists)}{unreduced}>"


def _noted(lists: Lists | None) -> str:
    """Returns the attributes of an argument or result."""
    return "" if lists is None else f" {{sdy.sharding = #sdy.sharding{sharded(lists)}}}"


def per_value(lists: Lists, unreduced: str = "") -> str:
    """Returns a sharding as an attribute of an operation with one result."""
    return f"{{sdy.sharding = #sdy.sharding_per_value<[{sharded(lists, unreduced)}]>}}"


def tensor(shape: tuple[int, ...], element: str = "f32") -> str:
    """Returns the type of a tensor."""
    return f"tensor<{'x'.join(map(str, shape))}x{element}>" if shape else f"tensor<{element}>"


# Reductions.


def reduction(program: ExecutedProgram) -> None:
    """Writes a reduction along a sharded dimension, each device's part of which a collective then reduces."""
    random = program.random
    axes = tuple(program.axes(random.choice((1, 1, 2))))
    rest = tuple(axis for axis in program.sizes if axis not in axes and random.random() < 0.4)
    kind, element = random.choice(("max", "max", "min", "min", "add")), random.choice(("f32", "i32"))
    kept, reduced = 8 * random.choice((1, 2)), program.size(axes) * random.choice((1, 2, 3))
    argument = program.argument(tensor((kept, reduced), element), (rest, axes))
    start = program.add(f"stablehlo.constant dense<{LIMITS[kind, element]}> : {tensor((), element)}")
    ordered = ", ".join(f'"{axis}"' for axis in program.sizes if axis in axes)
    unreduced = f", unreduced={OPERATORS[kind]}{{{ordered}}}"
    type = tensor((kept,), element)
    value = program.add(
        f"stablehlo.reduce({argument} init: {start}) applies {OPERATIONS[kind]} across dimensions = [1] "
        f"{per_value((rest,), unreduced)} : ({tensor((kept, reduced), element)}, {tensor((), element)}) -> {type}"
    )
    scattered: Axes = (*rest, *axes) if program.size((*rest, *axes)) <= 8 and random.random() < 0.5 else rest
    if random.random() < 0.5:
        value = program.add(f"sdy.reshard {value} {sharded((scattered,))} : {type}")
    program.result(value, type, (scattered,))


# Single devices.


def on_one_device(program: ExecutedProgram) -> None:
    """Writes operations that run on one device, perhaps on two devices one after the other."""
    random = program.random
    type = tensor((8 * random.choice((1, 2)), random.choice((3, 4))))
    first = random.choice(sorted(program.sizes))
    value = program.argument(type, ((first,), ()))
    value = program.add(f"sdy.reshard {value} <@m, [{{}}, {{}}]> : {type}")
    for _ in range(random.choice((1, 1, 2))):
        device = f"@device{random.randrange(8)}"
        here = f"{{sdy.sharding = #sdy.sharding_per_value<[<{device}, []>]>}}"
        inside = program.add(f"sdy.reshard {value} <{device}, []> : {type}")
        name = random.choice(("negate", "exponential", "add", "multiply", "sine"))
        operands = f"{inside}, {inside}" if name in ("add", "multiply") else inside
        inside = program.add(f"stablehlo.{name} {operands} {here} : {type}")
        value = program.add(f"sdy.reshard {inside} <@m, [{{}}, {{}}]> : {type}")
    program.result(value, type, (random.choice(((), (first,))), ()))


# Padding.


def resharded(program: ExecutedProgram) -> None:
    """Writes computations on tensors that are sharded unevenly, now in one dimension, now in another."""
    random = program.random
    rank = random.choice((1, 2, 2, 3))
    shape = tuple(random.choice((1, 2, 3, 5, 6, 7, 8, 9)) for _ in range(rank))
    type, lists = tensor(shape), _spread(program, rank)
    value = program.argument(type)
    for _ in range(random.choice((1, 2, 3))):
        value = program.add(f"sdy.reshard {value} {sharded(lists)} : {type}")
        for _ in range(random.choice((0, 1, 2))):
            name = random.choice(("exponential", "negate", "add"))
            operands = f"{value}, {value}" if name == "add" else value
            value = program.add(f"stablehlo.{name} {operands} {per_value(lists)} : {type}")
        lists = _moved(program, lists)
    value = program.add(f"sdy.reshard {value} {sharded(((),) * rank)} : {type}")
    program.result(value, type)


def product(program: ExecutedProgram) -> None:
    """Writes a product of unevenly sharded tensors, along the axes of which a reduce-scatter may follow."""
    random = program.random
    rows, inner, columns = (random.choice((1, 2, 3, 5, 6, 7, 8, 9)) for _ in range(3))
    axes = tuple(program.axes(1))
    other: Axes = tuple(axis for axis in program.sizes if axis not in axes)[:1] if random.random() < 0.5 else ()
    values = []
    for shape, lists in (((rows, inner), (other, axes)), ((inner, columns), (axes, ()))):
        value = program.argument(tensor(shape))
        value = program.add(f"sdy.reshard {value} {sharded(lists)} : {tensor(shape)}")
        if random.random() < 0.5 and inner % program.size(axes) == 0:  # Masks of local tensors are global still.
            value = program.add(f"stablehlo.exponential {value} {per_value(lists)} : {tensor(shape)}")
        values.append(value)
    type, scattered = tensor((rows, columns)), random.choice(((other, ()), (other, axes)))
    value = program.add(
        f"stablehlo.dot_general {', '.join(values)}, contracting_dims = [1] x [0] {per_value(scattered)} : "
        f"({tensor((rows, inner))}, {tensor((inner, columns))}) -> {type}"
    )
    if not scattered[1]:
        value = program.add(f"stablehlo.exponential {value} {per_value(scattered)} : {type}")
    value = program.add(f"sdy.reshard {value} {sharded(((), ()))} : {type}")
    program.result(value, type)


def padded(program: ExecutedProgram) -> None:
    """Writes a pad of an unevenly sharded tensor, whose own padding may hold anything. It runs on one device only."""
    random = program.random
    shape = tuple(random.choice((1, 2, 3, 5, 7, 8, 9)) for _ in range(random.choice((1, 2))))
    lists = _spread(program, len(shape))
    value = _sliced(program, shape, lists)
    low = [random.choice((-1, 0, 0, 1, 2)) for _ in shape]
    high = [random.choice((-2, -1, 0, 1, 3)) for _ in shape]
    interior = [random.choice((0, 0, 1, 2)) for _ in shape]
    result = tuple(
        size + a + b + max(0, size - 1) * c for size, a, b, c in zip(shape, low, high, interior, strict=True)
    )
    if any(size < 1 for size in result):
        high = [b + 4 for b in high]
        result = tuple(size + 4 for size in result)
    fill = program.add(f"stablehlo.constant dense<{random.choice(('0.0', '1.5'))}> : tensor<f32>")
    value = program.add(
        f"stablehlo.pad {value}, {fill}, low = {low}, high = {high}, interior = {interior} {per_value(lists)} : "
        f"({tensor(shape)}, tensor<f32>) -> {tensor(result)}"
    )
    _gathered(program, value, result, lists)


def convolved(program: ExecutedProgram) -> None:
    """Writes a convolution of unevenly sharded tensors. It runs on one device only."""
    random = program.random
    batch, size, features, window, outputs = (
        random.choice((1, 2, 3)),
        random.choice((5, 6, 7, 9)),
        random.choice((1, 3, 5)),
        random.choice((1, 2, 3)),
        random.choice((1, 2, 3)),
    )
    axes = [*program.axes(2), *[""] * 3]
    random.shuffle(axes)
    lists: list[Axes] = [(axis,) if axis else () for axis in axes[:3]]
    kernel: list[Axes] = [(), lists[2], ()]
    left, right, stride = random.choice((0, 1)), random.choice((0, 1, 2)), random.choice((1, 1, 2))
    dilation = random.choice((1, 1, 2))
    extent, reach = size + left + right, (window - 1) * dilation + 1
    result = (batch, (extent - reach) // stride + 1, outputs)
    lhs = _sliced(program, (batch, size, features), tuple(lists))
    rhs = _sliced(program, (window, features, outputs), tuple(kernel))
    of_result: Lists = (lists[0], (), ())
    value = program.add(
        f"stablehlo.convolution({lhs}, {rhs}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = "
        f"{{stride = [{stride}], pad = [[{left}, {right}]], rhs_dilate = [{dilation}]}} "
        f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64, {per_value(of_result)[1:]} : "
        f"({tensor((batch, size, features))}, {tensor((window, features, outputs))}) -> {tensor(result)}"
    )
    _gathered(program, value, result, of_result)


def _sliced(program: ExecutedProgram, shape: tuple[int, ...], lists: Lists) -> str:
    """Returns a new argument, sliced along axes, with padding that may not be zero any more."""
    type = tensor(shape)
    value = program.argument(type)
    if any(lists):
        value = program.add(f"sdy.all_slice {_listed(lists)} {value} out_sharding={sharded(lists)} : {type}")
    if program.random.random() < 0.5:
        value = program.add(f"stablehlo.exponential {value} {per_value(lists)} : {type}")
    return value


def _gathered(program: ExecutedProgram, value: str, shape: tuple[int, ...], lists: Lists) -> None:
    type, none = tensor(shape), ((),) * len(shape)
    if any(lists):
        value = program.add(f"sdy.all_gather {_listed(lists)} {value} out_sharding={sharded(none)} : {type}")
    program.result(value, type)


def _listed(lists: Lists) -> str:
    return "[" + ", ".join("{" + ", ".join(f'"{axis}"' for axis in axes) + "}" for axes in lists) + "]"


def _spread(program: ExecutedProgram, rank: int) -> Lists:
    """Returns axes for dimensions."""
    lists: list[Axes] = [()] * rank
    for axis in program.axes(program.random.choice((1, 1, 2))):
        index = program.random.randrange(rank)
        lists[index] = (*lists[index], axis)
    return tuple(lists)


def _moved(program: ExecutedProgram, lists: Lists) -> Lists:
    """Returns axes for dimensions, after the axes of one have moved to another one."""
    moved = list(lists)
    source, target = program.random.randrange(len(moved)), program.random.randrange(len(moved))
    if source != target:
        moved[target] = (*moved[target], *moved[source])
        moved[source] = ()
    return tuple(moved)


KINDS: dict[str, tuple[tuple[Callable[[ExecutedProgram], None], ...], int]] = {
    "reductions": ((reduction,), 8),
    "single devices": ((on_one_device,), 4),
    "resharded": ((resharded, product), 1),
    "padded": ((padded, convolved), 1),
}
"""The parts of programs of each kind, and their number."""


def module(kind: str, seed: int) -> str:
    """Returns a program; the same for the same seed."""
    program = ExecutedProgram(Random(f"{kind} {seed}"))
    parts, count = KINDS[kind]
    for _ in range(count):
        program.random.choice(parts)(program)
    return program.text()


SDY_OPERATION = re.compile(r"^(\s*%\w+) = sdy\.\w+ .*?(%[\w#]+) .* : (tensor<.*>)$", re.MULTILINE)


def whole(text: str) -> sdyopt.Module:
    """Returns the program without what only changes shardings."""
    plain = SDY_OPERATION.sub(r"\1 = stablehlo.reshape \2 : (\3) -> \3", text)
    return sdyopt.parse(plain).run("sdy-drop-sharding-and-mesh")
