"""Blocks of a random module: what has been written into them, and the values that may be used next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from textwrap import indent
from typing import NamedTuple

from sdyopt.dialects.sdy import printing
from sdyopt.dialects.sdy.attributes import Sharding, ShardingPerValue
from sdyopt.dialects.stablehlo.types import TokenType
from sdyopt.ir.attribute import Type
from sdyopt.ir.types import FloatType, IntegerType, RankedTensorType, ShapedType, TupleType
from sdyopt.mlir.write.attributes import text_of
from tools.generator.sdy.locations import Locations
from tools.generator.sdy.shardings import NOTHING, Shardings

F32, BF16, I32, I1 = FloatType("f32"), FloatType("bf16"), IntegerType(32), IntegerType(1)
SCALAR, INDEX, PREDICATE = (RankedTensorType((), element) for element in (F32, I32, I1))
TOKEN = TokenType()
SHAPES = ((8,), (16,), (8, 8), (16, 8), (8, 16), (4, 8, 2), (12, 4), (1, 8), (7,), (16, 16))


class Value(NamedTuple):
    """A value of the program. `sharding` is what `sharding_of` gives for it before any pass has run."""

    name: str
    type: Type
    sharding: Sharding | None = None


class Edge(NamedTuple):
    """An `sdy.data_flow_edge` that is to stand on a value, or an `sdy.func_data_flow_edge`, which has no sharding."""

    sharding: Sharding | None
    of_function: bool = False


def can_have_sharding(value: Value) -> bool:
    """Tuples of several values cannot."""
    return not isinstance(value.type, TupleType) or len(value.type.types) == 1


@dataclass(frozen=True)
class Function:
    """A function that can be called."""

    name: str
    inputs: tuple[Type, ...]
    results: tuple[Type, ...]


@dataclass
class Program:
    """What the blocks of a module share."""

    random: Random
    shardings: Shardings
    locations: Locations
    steps: Mapping[Callable[[Block], None], float]
    """What may come next in a block, and how often."""
    types: Sequence[Type]
    """The types that most values have."""
    size: int
    """How many ops may still come, more or less."""
    functions: list[Function] = field(default_factory=list)
    groups: dict[int, tuple[object, tuple[int, ...]]] = field(default_factory=dict)
    """For each sharding group its manual computation, and the shape of its members."""
    edge_share: float = 0.15
    """How many of the edges of data-flow ops have an `sdy.data_flow_edge`."""
    stray_edges: bool = True
    """Whether other values may have one, too."""
    record_share: float = 0
    """How many edges, and arguments and results of functions, have records of propagation."""
    function_edge_share: float = 0
    """How many arguments of functions, and results of calls, have an `sdy.func_data_flow_edge`."""
    declarations: list[str] = field(default_factory=list)
    """Functions without bodies that ops of the module name."""
    aliases: list[str] = field(default_factory=list)
    """The text before the module."""
    groups_agree: bool = True
    """Whether the members of a group are what `sdy-sharding-group-import` demands."""
    values: int = 0

    def name(self) -> str:
        """A name for a value, that no other has."""
        self.values += 1
        return f"%v{self.values}"

    def chance(self, share: float) -> bool:
        """True in this share of all cases."""
        return self.random.random() < share


class Block:
    """A block that is being written. `manual` are the axes that are manual in it, within `computation`."""

    def __init__(
        self,
        program: Program,
        values: Iterable[Value] = (),
        manual: frozenset[str] = NOTHING,
        computation: object = None,
        depth: int = 0,
    ) -> None:
        self.program = program
        self.random = program.random
        self.values = list(values)
        self.manual = manual
        self.computation = computation
        self.depth = depth
        self.lines: list[str] = []

    def inner(self, arguments: Iterable[Value] = ()) -> Block:
        """A block of a region that may use the values of this one, besides its `arguments`."""
        return Block(self.program, [*self.values, *arguments], self.manual, self.computation, self.depth + 1)

    def isolated(self, manual: frozenset[str] = NOTHING, computation: object = None) -> Block:
        """A block of a region that sees nothing of this one."""
        return Block(self.program, (), self.manual | manual, computation or self.computation, self.depth + 1)

    @property
    def text(self) -> str:
        """The ops, indented."""
        return indent("".join([f"{line}\n" for line in self.lines]), "  ")

    # Choosing.

    def chance(self, share: float) -> bool:
        """True in this share of all cases."""
        return self.program.chance(share)

    def type(self) -> Type:
        """One of the usual types."""
        return self.random.choice(self.program.types)

    def tensor_type(self) -> RankedTensorType:
        """One of the usual types of tensors with a static shape."""
        types = [type for type in self.program.types if isinstance(type, RankedTensorType) and type.has_static_shape]
        return self.random.choice(types)

    def find(self, wanted: Callable[[Value], bool]) -> Value | None:
        """A value that is `wanted`, later ones more often; None if there is none."""
        found = [value for value in self.values if wanted(value)]
        if not found:
            return None
        return self.random.choice(found[-4:] if self.chance(0.6) else found)

    def any_value(self) -> Value:
        """Any value that can have a sharding; a new one of a usual type if there is none."""
        return self.find(can_have_sharding) or self.value(self.type())

    def unsharded_value(self) -> Value:
        """As `any_value`, but rather one that has no sharding."""
        return self.find(lambda value: value.sharding is None and can_have_sharding(value)) or self.any_value()

    def tensor(self, wanted: Callable[[RankedTensorType], bool] = lambda type: True) -> Value:
        """A value that is a tensor with a static shape that is `wanted`, or one of a usual type."""
        found = self.find(
            lambda value: (
                isinstance(value.type, RankedTensorType) and value.type.has_static_shape and wanted(value.type)
            )
        )
        return found or self.value(self.tensor_type())

    def value(self, type: Type) -> Value:
        """A value of `type`: one that there is, or a new one."""
        found = self.find(lambda value: value.type is type)
        if found is not None and self.chance(0.95):
            return found
        (made,) = self.op(
            f"stablehlo.custom_call @make{self.program.random.randrange(3)}()",
            f": () -> {result_types_text([type])}",
            [type],
        )
        return made

    # Writing.

    def fill(self, steps: int) -> None:
        """Adds about `steps` ops, more if they are not alone."""
        table = self.program.steps
        for step in self.random.choices(list(table), list(table.values()), k=steps):
            if self.program.size > 0:
                step(self)

    def write(self, text: str) -> None:
        """Adds an op without results."""
        self.lines.append(text + self.program.locations.suffix())
        self.program.size -= 1

    def op(
        self,
        head: str,
        tail: str,
        types: Sequence[Type],
        shardings: Sequence[Sharding | None] | None = None,
        attributes: Mapping[str, str] | None = None,
        edges: Sequence[Edge | None] = (),
        keyword: str = "",
    ) -> list[Value]:
        """Adds an op, and gives its results: `head`, attributes after `keyword`, `tail`.

        The results have `shardings`. `edges` are edges on them, through which they are used.
        """
        name = self.program.name()
        results = [
            Value(f"{name}#{number}" if len(types) > 1 else name, type, sharding)
            for number, (type, sharding) in enumerate(zip(types, shardings or [None] * len(types), strict=True))
        ]
        bound = f"{name}{f':{len(types)}' if len(types) > 1 else ''} = " if types else ""
        self.write(f"{bound}{head}{dictionary(attributes or {}, keyword)} {tail}".rstrip())
        if edges:
            results = [
                self.edge(value, edge) if edge is not None else value
                for value, edge in zip(results, edges, strict=True)
            ]
        self.values += results
        return results

    def edge(self, value: Value, edge: Edge) -> Value:
        """Puts a data-flow edge on `value`, which is not used otherwise; gives the edge's result."""
        sharding = "" if edge.sharding is None else f" sharding={printing.sharding(edge.sharding)}"
        name = self.program.name()
        kind = "func_data_flow_edge" if edge.of_function else "data_flow_edge"
        records = {} if edge.of_function else self.records(edge.sharding)
        self.write(f"{name} = sdy.{kind} {value.name}{sharding}{dictionary(records)} : {text_of(value.type)}")
        return Value(name, value.type, edge.sharding)

    def records(self, sharding: Sharding | None) -> dict[str, str]:
        """The records that propagation leaves on the edge of a value with that sharding."""
        records: dict[str, str] = {}
        share = self.program.record_share
        if share and self.chance(share):
            records["sdy.sharding_origins"] = self.random.choice(('{a = "input: 0"}', '{b = "self"}', "{}", '"x"'))
        axes = [axis for dimension in sharding.dimensions for axis in dimension.axes] if sharding else []
        if axes and share and self.chance(share):
            step = f"{{step-0 = [{{{printing.axis_ref(axes[0])} = operand-0 -> [result-0]}}]}}"
            records["sdy.propagation_edges"] = f"#sdy.propagation_edges<[{step}]>"
        return records

    def plan_edges(self, types: Sequence[Type], share: float | None = None) -> list[Edge | None]:
        """For each value, of a data-flow op if no `share` is given, the edge that is to be on it."""
        if share is None:
            share = self.program.edge_share
        elif not self.program.stray_edges:
            share = 0
        edges: list[Edge | None] = []
        for type in types:
            if not _has_static_shape(type) or not self.chance(share):
                edges.append(None)
            else:
                edges.append(Edge(self.sharding(type) if self.chance(0.5) else None))
        return edges

    def plan_function_edges(self, types: Sequence[Type]) -> list[Edge | None]:
        """For each argument of a function, or result of a call, the edge that is to be on it."""
        share = self.program.function_edge_share
        edge = Edge(None, of_function=True)
        return [edge if _has_static_shape(type) and self.chance(share) else None for type in types]

    # Shardings.

    def sharding(self, type: Type) -> Sharding:
        """A sharding for a value of `type` in this block."""
        return self.program.shardings.of(type, self.manual)

    def shardings(self, types: Sequence[Type], share: float = 0.3) -> list[Sharding | None]:
        """Shardings for all results of an op, or for none."""
        can_have = types and not any(isinstance(type, TupleType) for type in types)
        if not can_have or not self.chance(share):
            return [None] * len(types)
        reference = self.program.shardings.meshes.reference()
        return [self.program.shardings.of(type, self.manual, None if self.chance(0.2) else reference) for type in types]


def _has_static_shape(type: Type) -> bool:
    return isinstance(type, ShapedType) and type.has_static_shape


def dictionary(attributes: Mapping[str, str], keyword: str = "") -> str:
    """A dictionary of attributes as it stands in an op; nothing if it is empty."""
    return f" {keyword}{{{', '.join(entries_of(attributes))}}}" if attributes else ""


def entries_of(attributes: Mapping[str, str]) -> list[str]:
    """The entries of a dictionary of attributes; those without a value are unit attributes."""
    return [f"{name} = {text}" if text else name for name, text in attributes.items()]


def per_value(shardings: Sequence[Sharding | None]) -> dict[str, str]:
    """The attribute `sdy.sharding` of an op whose results have `shardings`, all or none."""
    given = [sharding for sharding in shardings if sharding is not None]
    if not given:
        return {}
    return {"sdy.sharding": f"#sdy.sharding_per_value<{printing.sharding_list(ShardingPerValue(tuple(given)))}>"}


def names_of(values: Sequence[Value]) -> str:
    """The names, separated by commas."""
    return ", ".join([value.name for value in values])


def types_of(values: Sequence[Value]) -> str:
    """The types, separated by commas."""
    return ", ".join([text_of(value.type) for value in values])


def result_types_text(types: Sequence[Type]) -> str:
    """The result types of a function type."""
    texts = [text_of(type) for type in types]
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def signature_text(operands: Sequence[Value], results: Sequence[Type]) -> str:
    """`(…) -> …`."""
    return f"({types_of(operands)}) -> {result_types_text(results)}"
