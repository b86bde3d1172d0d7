"""Blocks of random programs that are being written as text, and the recipes that fill them.

A recipe is a function that writes an operation, and what it needs, into a block. A program has a table of recipes, and
a policy for shardings. The recipes of all dialects work with every policy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import indent
from typing import TYPE_CHECKING, TypeVar

from sdyopt.dialects.sdy import syntax as printing
from sdyopt.dialects.sdy.attributes import Sharding
from tools.generator import literals
from tools.generator.operations import (
    Edge,
    Op,
    OpPlan,
    Shape,
    Sizes,
    Tensor,
    Type,
    Value,
    axes_of,
    can_have_sharding,
    is_static,
    tensor_of,
    types_of,
)
from tools.generator.program import Program

if TYPE_CHECKING:
    from tools.generator.sdy.shardings import Shardings

MAX_NESTED = 3
"""The deepest block that is filled with operations."""


class Block:
    """A block that is being written. `manual` are the axes that are manual in it, within `computation`."""

    def __init__(self, program: Program, parent: Block | None = None, isolated: bool = False, depth: int = 1) -> None:
        self.program = program
        self.random = program.random
        self.parent = parent
        self.isolated = isolated
        self.makes_arguments = parent is None
        """Whether values that are missing become arguments."""
        self.depth = depth
        self.manual: frozenset[str] = parent.manual if parent else frozenset()
        self.computation: object = parent.computation if parent else None
        self.arguments: list[Value] = []
        self.lines: list[str] = []
        self._values: list[Value] = []
        self._by_type: dict[Type, list[Value]] = {}

    # Values.

    @property
    def values(self) -> list[Value]:
        """All values that may be used here, those of blocks around this one first."""
        outer = [] if self.isolated or self.parent is None else self.parent.values
        return outer + self._values

    @property
    def own_values(self) -> list[Value]:
        """The values that this block defines."""
        return self._values

    def define(self, values: Iterable[Value]) -> None:
        """Makes values usable."""
        for value in values:
            self._values.append(value)
            self._by_type.setdefault(value.type, []).append(value)

    def forget(self, values: Iterable[Value]) -> None:
        """Makes values of this block unusable."""
        for value in values:
            if value in self._values:
                self._values.remove(value)
                self._by_type[value.type].remove(value)

    @property
    def root(self) -> Block:
        """The outermost block whose values may be used here."""
        block = self
        while block.parent is not None and not block.isolated:
            block = block.parent
        return block

    def _visible(self, type: Type) -> list[Value]:
        outer = [] if self.isolated or self.parent is None else self.parent._visible(type)
        return outer + self._by_type.get(type, [])

    def argument(self, type: Type, sharding: Sharding | None = None) -> Value:
        """Returns a new argument of this block."""
        value = Value(self.program.name(), self.program.policy.tagged(type, sharding), sharding)
        self.arguments.append(value)
        self.define([value])
        return value

    def value(self, type: Type) -> Value:
        """Returns a value of that type: one that exists, a new argument of the function, or the result of a source."""
        policy = self.program.policy
        same = [value for value in self._visible(type) if policy.fits(value, type)]
        if same and self.chance(self.program.reuse):
            return self._recent(same)
        block = self.root
        is_free = block.isolated or self.chance(self.program.argument_share)
        if block.makes_arguments and is_free and policy.may_be_argument(type):
            return block.argument(type, policy.of_argument(block, type))
        return self.new(type)

    def new(self, type: Type) -> Value:
        """Returns the result of a new operation, mostly one without operands."""
        if (made := self.program.policy.made(self, type)) is not None:
            return made
        self.program.size += 1
        (value,) = self.add(_source(self, type), named=True)
        return value

    def _recent(self, found: Sequence[Value]) -> Value:
        return self.random.choice(found[-4:] if self.chance(0.6) else found)

    def find(self, wanted: Callable[[Value], bool]) -> Value | None:
        """Returns a value that is `wanted`, later ones more often; None if there is none."""
        found = [value for value in self.values if wanted(value)]
        return self._recent(found) if found else None

    def any_value(self) -> Value:
        """Returns any value that can have a sharding; a new one of a usual type if there is none."""
        return self.find(can_have_sharding) or self.new_value()

    def new_value(self) -> Value:
        """Returns a value of a usual type, or of any other if there are none."""
        return self.value(self.type() if self.program.types else Tensor(self.shape(1, 2), self.pick("f32")))

    def unsharded_value(self) -> Value:
        """Returns a value as `any_value` does, but rather one that has no sharding."""
        return self.find(lambda value: value.sharding is None and can_have_sharding(value)) or self.any_value()

    def tensor(self, wanted: Callable[[Tensor], bool] = lambda type: True) -> Value:
        """Returns a static tensor that is `wanted`, or one of a usual type."""
        return self.find(lambda value: is_static(value) and wanted(tensor_of(value))) or self.value(self.tensor_type())

    # Choosing.

    def chance(self, share: float = 0.5) -> bool:
        """Returns true in this share of all cases."""
        return self.program.chance(share)

    def pick(self, *choices: str) -> str:
        """Returns one of the choices, rather a usual one."""
        usual = [choice for choice in choices if choice in self.program.preferred]
        return self.random.choice(usual if usual and self.chance(0.8) else choices)

    def type(self) -> Type:
        """Returns one of the usual types."""
        return self.random.choice(self.program.types)

    def tensor_type(self) -> Tensor:
        """Returns one of the usual types of tensors with a static shape."""
        types = [type for type in self.program.types if isinstance(type, Tensor) and type.is_static]
        return self.random.choice(types) if types else Tensor(self.shape(1, 2), self.pick("f32"))

    def shape(self, least: int = 0, most: int = 4) -> Shape:
        """Returns the sizes of a tensor of a rank in the range."""
        if self.program.following and self.chance(self.program.following):
            value = self.find(lambda value: is_static(value) and least <= len(tensor_of(value).sizes) <= most)
            if value is not None:
                return tensor_of(value).sizes
        usual = [shape for shape in self.program.shapes if least <= len(shape) <= most]
        if usual and self.chance(0.7):
            return self.random.choice(usual)
        return tuple(self.size() for _ in range(self.random.randint(least, most)))

    def size(self, most: int = 0) -> int:
        """Returns the size of a dimension, not much larger than `most` if that is given."""
        if most:
            return self.program.policy.size(self, self.random.randint(1, most))
        size = self.random.choice(self.program.sizes) if self.chance(8 / 9) else self.random.randrange(70)
        return self.program.policy.size(self, size)

    def plain_size(self, most: int = 0) -> int:
        """Returns the size of a dimension that is not sharded."""
        return int(self.size(most))

    def part(self, size: int, least: int = 0) -> int:
        """Returns the size of a part of a dimension."""
        return self.program.policy.part(self, size, least)

    def like(self, size: int, wanted: int) -> int:
        """Returns a size that is sharded as a dimension of another size is, of about the wanted number."""
        return self.program.policy.like(size, wanted)

    def dimension(self, shape: Sizes) -> int:
        """Returns a dimension, rather one that is not sharded."""
        free = [place for place, size in enumerate(shape) if not axes_of(size)]
        return self.random.choice(free) if free and self.chance(0.95) else self.random.randrange(len(shape))

    def loosened(self, shape: Sizes, probability: float = 0.15) -> Sizes:
        """Returns the shape with some sizes taken away, mostly none."""
        if not self.chance(probability * self.program.looseness):
            return shape
        return tuple(None if self.chance(0.4) else size for size in shape)

    # Writing.

    def fill(self, count: int) -> None:
        """Writes that many operations, more if they are not alone, as far as the program has room."""
        table = self.program.steps
        for recipe in self.random.choices(list(table), list(table.values()), k=count):
            if self.program.size > 0:
                self.program.policy.begin(self)
                recipe(self)

    def fill_some(self) -> None:
        """Writes a few operations into a region, unless it is nested deeply."""
        if self.depth <= MAX_NESTED + 1 and self.program.size > 0:
            self.fill(self.random.choice(self.program.fillings))

    def line(self, text: str) -> None:
        """Writes an operation without results."""
        self.lines.append(text + self.program.location())
        self.program.size -= 1

    def add(self, op: Op, plan: OpPlan | None = None, named: bool = False) -> list[Value]:
        """Writes an operation; returns its results, which now and then have no names unless they must."""
        if self.program.faults is not None:
            op = self.program.faults.applied(self, op)
        if plan is None:
            plan = self.program.policy.plan(self, op.operands, op.results, not op.regions)
        is_named = named or any(plan.edges) or not self.program.has_fancy_names or self.chance(0.95)
        bound, values = self._results(op.results, plan) if is_named else ("", [])
        is_own = op.own is not None and (op.is_always_own or self.chance(0.8))
        self.line(bound + (self._own(op, plan) if is_own else self._generic(op, plan)))
        values = [value if edge is None else self.edge(value, edge) for value, edge in _paired(values, plan.edges)]
        self.define(values)
        self.program.policy.after(self, op, values)
        return values

    def emit(
        self,
        name: str,
        operands: Sequence[Type],
        results: Sequence[Type],
        properties: Mapping[str, str] = {},
        tail: str | None = None,
        shown: Sequence[str] | None = None,
        regions: Sequence[str] = (),
    ) -> None:
        """Writes an operation on values of some types.

        Its own format has the operands, `tail` with the properties that are `shown`, by default all, and a functional
        type; without a tail it is generic.
        """
        op = Op(name, [self.value(type) for type in operands], results, properties, regions)
        self.add(op if tail is None else op.in_form(op.uses + tail, *(properties if shown is None else shown)))

    def op(
        self,
        head: str,
        tail: str,
        types: Sequence[Type],
        shardings: Sequence[Sharding | None] = (),
        attributes: Mapping[str, str] | None = None,
        edges: Sequence[Edge | None] = (),
    ) -> list[Value]:
        """Writes an operation in its own format, of which the attributes come between `head` and `tail`."""
        op = Op(head, (), types, own=lambda entries: f"{entries} {tail}".rstrip(), is_always_own=True)
        return self.add(op, OpPlan(shardings, attributes or {}, edges), named=True)

    def any_of(self, *types: Type) -> Value:
        """Returns a value of one of the types, rather of one of which there are values."""
        return self.value(self.random.choice([type for type in types if self._visible(type)] or types))

    def several(self, text: str, types: Sequence[Type]) -> list[Value]:
        """Writes an operation as it is; returns its results."""
        return self.add(Op(text, (), types, own=lambda entries: "", is_always_own=True), OpPlan(), named=True)

    def made(self, text: str, type: Type) -> Value:
        """Writes an operation with one result as it is; returns the result."""
        (value,) = self.several(text, [type])
        return value

    def last(self, type: Type) -> Value:
        """Returns the newest value of a type."""
        return (self._visible(type) or [self.value(type)])[-1]

    def _results(self, types: Sequence[Type], plan: OpPlan) -> tuple[str, list[Value]]:
        """Returns a text like `%0, %1:2 = `, and the values."""
        if not types:
            return "", []
        parts: list[str] = []
        values: list[Value] = []
        rest = [*_paired(types, plan.shardings)]
        while rest:
            count = self.random.choice([1, len(rest), len(rest)]) if self.program.has_fancy_names else len(rest)
            name = self.program.name()
            parts.append(name if count == 1 and (len(types) == 1 or self.chance(0.9)) else f"{name}:{count}")
            for index, (type, sharding) in enumerate(rest[:count]):
                type = self.program.policy.tagged(type, sharding)
                values.append(Value(name if count == 1 else f"{name}#{index}", type, sharding))
            rest = rest[count:]
        return f"{', '.join(parts)} = ", values

    def _entry(self, name: str, value: str) -> str:
        if value in ("unit", "") and (not value or self.chance(0.7)):
            return name
        return f'"{name}" = {value}' if self.program.has_fancy_names and self.chance(0.05) else f"{name} = {value}"

    def entries(self, properties: Mapping[str, str]) -> list[str]:
        """Returns the entries of a dictionary in any order."""
        listed = [self._entry(name, value) for name, value in properties.items()]
        self.random.shuffle(listed)
        return listed

    def _more(self, plan: OpPlan) -> list[str]:
        more = self.program.dictionary()
        return [*([more] if more else []), *[self._entry(name, text) for name, text in plan.attributes.items()]]

    def _own(self, op: Op, plan: OpPlan) -> str:
        assert op.own is not None
        hidden = {name: value for name, value in op.properties.items() if name not in op.shown}
        listed = [*self.entries(hidden), *self._more(plan)]
        entries = ", ".join(listed)
        return f"{op.alias or op.name}{op.own(f' {{{entries}}}' if listed else '')}"

    def _generic(self, op: Op, plan: OpPlan) -> str:
        """Returns an operation in generic form; its properties are with the other attributes in old texts."""
        listed, more = self.entries(op.properties), self._more(plan)
        inherent, others = (listed, more) if self.chance(0.8) else ([], [*listed, *more])
        is_listed = inherent or (op.regions and self.program.faults is not None and self.chance(0.3))
        return (
            f'"{op.name}"({op.uses})'
            + (f" <{{{', '.join(inherent)}}}>" if is_listed else "")
            + (f" ({', '.join(op.regions)})" if op.regions else "")
            + (f" {{{', '.join(others)}}}" if others else "")
            + f" : {op.functional}"
        )

    def edge(self, value: Value, edge: Edge) -> Value:
        """Writes an edge on a value, which is not used otherwise; returns the edge's result."""
        sharding = "" if edge.sharding is None else f" sharding={printing.sharding(edge.sharding)}"
        name, kind = self.program.name(), "func_data_flow_edge" if edge.of_function else "data_flow_edge"
        records = self.program.policy.records(value, edge.sharding) if not edge.of_function else {}
        listed = ", ".join([f"{key} = {text}" for key, text in records.items()])
        self.line(f"{name} = sdy.{kind} {value.name}{sharding}{f' {{{listed}}}' if listed else ''} : {value.type}")
        return Value(name, value.type, edge.sharding)

    # Blocks inside.

    def child(self, arguments: Sequence[Type], isolated: bool = False, seen: Sequence[Sharding | None] = ()) -> Block:
        """Returns a block with these arguments, in a region of an operation of this one."""
        block = Block(self.program, self, isolated, self.depth + 1)
        for type, sharding in _paired(arguments, seen):
            block.argument(type, sharding)
        return block

    def alone(self, value: Value) -> Block:
        """Returns a block that continues this one, but whose only value is this one."""
        block = Block(self.program, self, True, self.depth)
        block.define([value])
        block.lines = self.lines
        return block

    def text(self, labelled: bool | None = None) -> str:
        """Returns the block in braces; with a label if it needs one, unless `labelled` says otherwise."""
        if labelled is None:
            labelled = bool(self.arguments) or self.chance(0.1)
        label = f"{self.label()}\n" if labelled else ""
        return f"{{\n{label}{self.body}}}"

    @property
    def body(self) -> str:
        """The operations, indented."""
        return indent("".join([f"{line}\n" for line in self.lines]), "  ")

    @property
    def parameters(self) -> str:
        """The arguments with their types, as in `%0: tensor<f32>`."""
        return ", ".join([f"{value.name}: {value.type}{self.program.location()}" for value in self.arguments])

    def label(self) -> str:
        """Returns a label like `^bb0(%0: tensor<f32>):`."""
        return f"^bb0({self.parameters}):" if self.arguments or self.chance() else "^bb0:"

    def leave(self, values: Sequence[Value], name: str = "stablehlo.return") -> None:
        """Writes the operation that returns values from the block."""
        op = Op(name, values)
        types = types_of(values)
        shown = f" : {types}" if values else ""
        is_last = name == "stablehlo.return"
        op.own = lambda entries: (f" {op.uses}{entries}" if is_last else f"{entries} {op.uses}").rstrip() + shown
        self.add(op, OpPlan())

    # Shardings.

    @property
    def shardings(self) -> Shardings:
        """Returns what makes shardings for the module."""
        assert self.program.shardings is not None
        return self.program.shardings

    def sharding(self, type: Type) -> Sharding:
        """Returns a sharding for a value of a type in this block."""
        return self.shardings.of_type(type, self.manual)


def _source(block: Block, type: Type) -> Op:
    """Returns an operation whose result has that type."""
    if block.program.has_constants and isinstance(type, Tensor) and _may_be_constant(type):
        value = f"dense<{literals.number(block.random, type.element)}> : {type}"
        op = Op("stablehlo.constant", (), [type], {"value": value}, shown=["value"])
        op.own = lambda entries: f"{entries} {value}"
        return op
    may_be_called = str(type).startswith(("tensor", "tuple", "!stablehlo")) and "index" not in str(type)
    if not may_be_called or block.chance(block.program.cast_share):
        op = Op("builtin.unrealized_conversion_cast", (), [type])
        op.own = lambda entries: f" to {type}{entries}"
        return op
    op = Op("stablehlo.custom_call", (), [type], {"call_target_name": '"make"'})
    return op.in_form("@make()", "call_target_name")


def _may_be_constant(type: Tensor) -> bool:
    """Whether a constant may have the type.

    Not so lists of integers: of those that are known to be sizes, operations take only the right ones.
    """
    if not type.is_static or type.element not in literals.ELEMENTS:
        return False
    return len(type.sizes) != 1 or type.element not in literals.INTEGERS


First = TypeVar("First")
Second = TypeVar("Second")


def _paired(values: Sequence[First], others: Sequence[Second | None]) -> Iterable[tuple[First, Second | None]]:
    return zip(values, others or [None] * len(values), strict=False)
