"""Where operations are written: types, blocks, and the values that are there to be used."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tools.generator import literals
from tools.generator.stablehlo import attributes

MESH = "@mesh"
"""The mesh that a module gets if something in it names this one."""

Sizes = tuple[int | None, ...]
"""The sizes of dimensions; None for one that is not known."""


class Tensor(NamedTuple):
    """A tensor type. Without a shape its rank is not known; `bounds` are the encoding, if there are any."""

    shape: Sizes | None
    element: str
    bounds: Sizes = ()

    def __str__(self) -> str:
        if self.shape is None:
            return f"tensor<*x{self.element}>"
        sizes = "".join(f"{'?' if size is None else size}x" for size in self.shape)
        listed = ", ".join(["?" if bound is None else str(bound) for bound in self.bounds])
        return f"tensor<{sizes}{self.element}{f', #stablehlo.bounds<{listed}>' if self.bounds else ''}>"


Type = Tensor | str


def function_type(inputs: Sequence[Type], results: Sequence[Type]) -> str:
    """`(tensor<2xf32>) -> tensor<2xf32>`."""
    return f"({', '.join(map(str, inputs))}) -> {literals.listed(results)}"


class Value(NamedTuple):
    """A value by its name."""

    name: str
    type: Type


OwnForm = Callable[[str], str]
"""An operation in its own format: what follows its name. Given its dictionary of attributes with a space before it."""


@dataclass
class Op:
    """An operation to be written. Properties that are `shown` stand elsewhere in its own format."""

    name: str
    operands: Sequence[Value] = ()
    results: Sequence[Type] = ()
    properties: Mapping[str, str] = field(default_factory=dict)
    regions: Sequence[str] = ()
    own: OwnForm | None = None
    shown: Sequence[str] = ()
    alias: str = ""
    """What may stand for the name in its own format, if anything may."""

    @property
    def uses(self) -> str:
        """`%0, %1`."""
        return ", ".join([value.name for value in self.operands])

    @property
    def functional(self) -> str:
        """`(tensor<2xf32>) -> tensor<2xf32>`."""
        return function_type([value.type for value in self.operands], self.results)

    def in_form(self, head: str, *shown: str, types: str | None = None) -> Op:
        """With a format of its own: `head`, the attributes, a colon and the types (by default a functional type)."""
        self.shown = shown
        self.own = lambda entries: f" {head}{entries} : {types or self.functional}"
        return self


def may_be_constant(type: Tensor) -> bool:
    """Not so lists of integers: of those that are known to be sizes operations take only the right ones."""
    if type.shape is None or None in type.shape or type.element not in literals.ELEMENTS:
        return False
    return len(type.shape) != 1 or type.element not in literals.INTEGERS


def source(block: Block, type: Type) -> Op:
    """An operation whose result has that type."""
    if block.program.has_constants and isinstance(type, Tensor) and may_be_constant(type):
        value = f"dense<{literals.number(block.chance, type.element)}> : {type}"
        op = Op("stablehlo.constant", (), [type], {"value": value}, shown=["value"])
        op.own = lambda entries: f"{entries} {value}"
        return op
    if "index" in str(type) or block.maybe(0.1):
        op = Op("builtin.unrealized_conversion_cast", (), [type])
        op.own = lambda entries: f" to {type}{entries}"
        return op
    op = Op("stablehlo.custom_call", (), [type], {"call_target_name": '"make"'})
    return op.in_form("@make()", "call_target_name")


class Program:
    """What all of a module shares: the source of chance, names, aliases, the functions that symbols need."""

    def __init__(self, seed: int | str, locations: bool = False, decorated: float = 0.15) -> None:
        self.chance = random.Random(seed)
        self.locations = locations
        self.decorated = decorated
        """The probability that an operation has unknown attributes."""
        self.declarations: list[str] = []
        self.aliases: list[str] = []
        self.names = 0
        self.symbols = 0
        self.sizes: Sequence[int] = range(1, 9)
        """Usual sizes of dimensions."""
        self.shapes: Sequence[tuple[int, ...]] = ()
        """Returns common shapes, if there are any, so that operations fit each other."""
        self.preferred: Container[str] = ()
        """Usual element types, if there are any."""
        self.meshes: Mapping[str, Sequence[tuple[str, int]]] = {MESH: (("x", 2), ("y", 4))}
        """The axes of meshes that collectives may name."""
        self.has_constants = False
        """Whether values that are missing are constants, if they can be."""
        self.all_generic = False
        """Whether the functions are in generic form, in which `func.` is required."""

    def operation(self, block: Block) -> None:
        """Writes an operation of any kind into a block."""
        raise NotImplementedError

    def value_name(self) -> str:
        """A name that no other value of the module has."""
        self.names += 1
        return f"%{self.chance.choice(['', '', '', 'v', 'arg', 'c_', 'cst_', 'a.b-', '_', 'x$'])}{self.names}"

    def symbol(self, stem: str) -> str:
        """A name that no other function has."""
        self.symbols += 1
        name = f"{stem}_{self.symbols}"
        return f'@"{name} x"' if self.chance.random() < 0.1 else f"@{name}"

    def declare(self, inputs: Sequence[Type], results: Sequence[Type]) -> str:
        """A private function of that type; gives its symbol."""
        symbol = self.symbol("declared")
        listed = ", ".join(map(str, results))
        outputs = f" -> ({listed})" if results else ""
        self.declarations.append(f"func.func private {symbol}({', '.join(map(str, inputs))}){outputs}")
        return symbol

    def dictionary(self, op: Op | None = None) -> str:
        """Discardable attributes for an operation, if it gets any: the entries of a dictionary. None is a function."""
        if self.chance.random() >= self.decorated:
            return ""
        if self.chance.random() < 0.15:
            alias = f"#alias{len(self.aliases)}"
            self.aliases.append(f"{alias} = {attributes.attribute(self.chance, 2)}")
            return f"aliased = {alias}"
        return attributes.entries(self.chance, 3, self.chance.choice([1, 1, 2, 3]))

    def written(self, op: Op, values: Sequence[Value]) -> None:
        """Told of each operation that has been written, with those of its results that have names."""

    def location(self) -> str:
        """` loc(…)`, or nothing."""
        if not self.locations or self.chance.random() < 0.3:
            return ""
        return f" {attributes.location(self.chance)}"


class Block:
    """A block that is being written."""

    def __init__(self, program: Program, parent: Block | None = None, isolated: bool = False, depth: int = 0) -> None:
        self.program = program
        self.chance = program.chance
        self.parent = parent
        self.isolated = isolated
        self.makes_arguments = parent is None
        """Whether values that are missing become arguments."""
        self.depth = depth
        self.values: list[Value] = []
        self.by_type: dict[Type, list[Value]] = {}
        self.arguments: list[Value] = []
        self.lines: list[str] = []

    def visible(self, type: Type) -> list[Value]:
        """All values of that type that may be used here."""
        outer = [] if self.isolated or self.parent is None else self.parent.visible(type)
        return outer + self.by_type.get(type, [])

    def define(self, values: Iterable[Value]) -> None:
        """From here on these values are there."""
        for value in values:
            self.values.append(value)
            self.by_type.setdefault(value.type, []).append(value)

    def argument(self, type: Type) -> Value:
        """A new argument of this block."""
        value = Value(self.program.value_name(), type)
        self.arguments.append(value)
        self.define([value])
        return value

    def value(self, type: Type) -> Value:
        """A value of that type: one that is there, or a new argument of the function, or a call's result."""
        same = self.visible(type)
        if same and self.chance.random() < 0.7:
            return self.chance.choice(same)
        block = self
        while block.parent is not None and not block.isolated:
            block = block.parent
        if block.makes_arguments and (block.isolated or self.maybe(0.9)):
            return block.argument(type)
        (value,) = self.add(source(self, type), named=True)
        return value

    def pick(self, *choices: str) -> str:
        """One of the choices, rather a usual one."""
        usual = [choice for choice in choices if choice in self.program.preferred]
        return self.chance.choice(usual if usual and self.maybe(0.8) else choices)

    def maybe(self, probability: float = 0.5) -> bool:
        """Whether something that is so probable is the case."""
        return self.chance.random() < probability

    def shape(self, least: int = 0, most: int = 4) -> tuple[int, ...]:
        """The sizes of a tensor of a rank in the range."""
        usual = [shape for shape in self.program.shapes if least <= len(shape) <= most]
        if usual and self.maybe(0.7):
            return self.chance.choice(usual)
        return tuple(self.size() for _ in range(self.chance.randint(least, most)))

    def size(self) -> int:
        """The size of a dimension."""
        return self.chance.choice(self.program.sizes) if self.maybe(8 / 9) else self.chance.randrange(70)

    def loosened(self, shape: Sizes, probability: float = 0.15) -> Sizes:
        """The shape with some sizes taken away, mostly none."""
        if not self.maybe(probability):
            return shape
        return tuple(None if self.maybe(0.4) else size for size in shape)

    # Writing.

    def add(self, op: Op, named: bool = False) -> list[Value]:
        """Writes an operation; gives its results, which now and then have no names unless they must."""
        names, values = self.result_names(op.results) if named or self.maybe(0.95) else ("", [])
        text = self.generic(op) if op.own is None or self.maybe(0.2) else self.own(op, op.own)
        self.lines.append(f"{names}{text}{self.program.location()}")
        self.program.written(op, values)
        self.define(values)
        return values

    def result_names(self, types: Sequence[Type]) -> tuple[str, list[Value]]:
        """`%0, %1:2 = ` and the values."""
        if not types:
            return "", []
        parts = []
        values = []
        rest = list(types)
        while rest:
            count = self.chance.choice([1, len(rest), len(rest)])
            name = self.program.value_name()
            parts.append(name if count == 1 and self.maybe(0.9) else f"{name}:{count}")
            if count == 1:
                values.append(Value(name, rest[0]))
            else:
                values += [Value(f"{name}#{index}", type) for index, type in enumerate(rest[:count])]
            rest = rest[count:]
        return f"{', '.join(parts)} = ", values

    def entry(self, name: str, value: str) -> str:
        """An entry of a dictionary."""
        if value == "unit" and self.maybe(0.7):
            return name
        return f'"{name}" = {value}' if self.maybe(0.05) else f"{name} = {value}"

    def entries(self, properties: Mapping[str, str]) -> list[str]:
        """The entries of a dictionary in any order."""
        listed = [self.entry(name, value) for name, value in properties.items()]
        self.chance.shuffle(listed)
        return listed

    def own(self, op: Op, form: OwnForm) -> str:
        """An operation in its own format."""
        hidden = {name: value for name, value in op.properties.items() if name not in op.shown}
        listed = self.entries(hidden)
        more = self.program.dictionary(op)
        text = ", ".join([*listed, more] if more else listed)
        return f"{op.alias or op.name}{form(f' {{{text}}}' if text else '')}"

    def generic(self, op: Op) -> str:
        """An operation in generic form; its properties stand with the other attributes in old texts."""
        listed = self.entries(op.properties)
        more = self.program.dictionary(op)
        inherent, others = (listed, []) if self.maybe(0.8) else ([], listed)
        if more:
            others = [*others, more]
        return (
            f'"{op.name}"({op.uses})'
            + (f" <{{{', '.join(inherent)}}}>" if inherent else "")
            + (f" ({', '.join(op.regions)})" if op.regions else "")
            + (f" {{{', '.join(others)}}}" if others else "")
            + f" : {op.functional}"
        )

    def child(self, arguments: Sequence[Type], isolated: bool = False) -> Block:
        """A block with these arguments, in a region of an operation of this one."""
        block = Block(self.program, self, isolated, self.depth + 1)
        for type in arguments:
            block.argument(type)
        return block

    def text(self, labelled: bool | None = None) -> str:
        """The block in braces; with a label if it needs one, unless told otherwise."""
        if labelled is None:
            labelled = bool(self.arguments) or self.maybe(0.1)
        indent = "  " * self.depth
        label = f"{indent}{self.label()}\n" if labelled else ""
        lines = "".join(f"{indent}  {line}\n" for line in self.lines)
        return f"{{\n{label}{lines}{indent}}}"

    def label(self) -> str:
        """`^bb0(%0: tensor<f32>):`."""
        listed = ", ".join([f"{name}: {type}{self.program.location()}" for name, type in self.arguments])
        return f"^bb0({listed}):" if self.arguments or self.maybe() else "^bb0:"

    def leave(self, values: Sequence[Value]) -> None:
        """`stablehlo.return` of the values."""
        op = Op("stablehlo.return", values)
        types = ", ".join([str(value.type) for value in values])
        op.own = lambda entries: f" {op.uses}{entries}{f' : {types}' if values else ''}"
        self.add(op)
