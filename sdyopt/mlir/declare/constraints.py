"""Constraints of a definition on operands, results and attributes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I32, UNIT, DenseArrayAttr, DictionaryAttr, UnitAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import Record
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.mlir.declare.definition import OpDef
    from sdyopt.mlir.read.parser import Parser
    from sdyopt.mlir.verify.verification import Verification


def any_attribute(parser: Parser) -> Attribute:
    """Reads an attribute in full."""
    return parser.parse_attribute()


class TypeConstraint(Record):
    """A set of types. `summary` completes the sentence "must be …, but got 'i32'".

    Where a format gives such a type, it must be of the class that MLIR holds it in, if that is not just any type's:
    `cls`, which MLIR's messages call `cls_name` (if they name it). `only` is the one type in the set, if there is just
    one: formats need not give it.
    """

    summary: str
    accepts: Callable[[Type], bool]
    cls: type[Type] | tuple[type[Type], ...] = Type
    cls_name: str = ""
    only: Type | None = None


class AttrConstraint(Record):
    """A set of attributes, and how an assembly format writes them.

    `summary` completes "failed to satisfy constraint: …". `parse` reads the attribute where a format says `$name`, and
    `write` gives its text there (None: it is printed in full). `is_kind` returns whether an attribute is of the class
    that MLIR holds such attributes in, which may be wider than what is accepted (None: it is not). `names` is the class
    of attributes that are the names of symbols (None: they are none). `begins` returns whether such an attribute begins
    with the parser's token, where a group of a format begins with one.
    """

    summary: str
    accepts: Callable[[Attribute], bool]
    parse: Callable[[Parser], Attribute] = any_attribute
    write: Callable[[Any], str] | None = None
    is_kind: Callable[[Attribute], bool] | None = None
    names: type[Attribute] | None = None
    begins: Callable[[Parser], bool] | None = None
    cls: type[Attribute] | tuple[type[Attribute], ...] = Attribute
    """The class, or classes, of what is accepted."""

    def holds(self, attribute: Attribute) -> bool:
        """Whether an attribute is of the class that MLIR holds such attributes in."""
        return (self.is_kind or self.accepts)(attribute)


UNIT_KIND = AttrConstraint("unit attribute", lambda attribute: attribute is UNIT, cls=UnitAttr)


class Operand(Record):
    """A named operand. `arity` is "" for exactly one, "?" for at most one, "*" for any number."""

    name: str
    constraint: TypeConstraint
    arity: str = ""
    since: str = ""
    """The release since which there may be any number; before, there is exactly one."""


class Result(Operand):
    """A named result, with the same arities."""


class Attr(Record):
    """A named inherent attribute. With a `default` it may be missing and is then that; else only if `optional`.

    If it `is_filled_in`, a default that the text omits is there afterwards. If it `is_shown`, the generic and
    binary forms of an operation without it have the default. `since` is the release of the reference that first has it,
    if in some that are followed it is discardable.
    """

    name: str
    constraint: AttrConstraint
    optional: bool = False
    default: Attribute | None = None
    is_filled_in: bool = False
    is_shown: Callable[[], bool] | None = None
    since: str = ""

    @property
    def is_optional(self) -> bool:
        """Whether it may be missing."""
        return self.optional or self.default is not None


class Successor(Record):
    """A named block that the operation may branch to. `arity` is "" for exactly one, "*" for any number.

    It gets the operands with the name `operands`. If there may be several blocks, the attribute `segments` says how
    many of these each gets.
    """

    name: str
    arity: str = ""
    operands: str = ""
    segments: str = ""


class RegionDef(Record):
    """A named region. `arity` as for operands; `max_blocks` is 1 for a region of a single block."""

    name: str
    arity: str = ""
    max_blocks: int | None = None


# Which operands and results belong to which name of the declaration.


def operand_range(op: Operation, definition: OpDef, index: int) -> tuple[int, int]:
    """Start and stop of the operands that belong to declared operand number `index`."""
    if definition.has_fixed_operands:
        return index, index + 1
    return _range(op, definition.operands, index, len(op.operands), "operandSegmentSizes")


def result_range(op: Operation, definition: OpDef, index: int) -> tuple[int, int]:
    """Start and stop of the results that belong to declared result number `index`."""
    if definition.has_fixed_results:
        return index, index + 1
    return _range(op, definition.results, index, len(op.results), "resultSegmentSizes")


def _range(op: Operation, declared: Sequence[Operand], index: int, count: int, sizes: str) -> tuple[int, int]:
    if isinstance(segments := op.properties.get(sizes), DenseArrayAttr):
        start = sum(segments.values[:index])
        return start, start + segments.values[index]
    if len(declared) == 1:
        return 0, count
    variadic = [position for position, operand in enumerate(declared) if operand.arity]
    extent = 0
    if variadic:
        # Without segment sizes all variadic groups have the same length.
        extent = (count - (len(declared) - len(variadic))) // len(variadic)
    start = sum(extent if operand.arity else 1 for operand in declared[:index])
    return start, start + (extent if declared[index].arity else 1)


def successor_operands(op: Operation) -> list[tuple[int, int]]:
    """Start and stop of the operands that each successor gets. The operation is valid otherwise."""
    definition: Any = op.definition
    groups: list[tuple[int, int]] = []
    for successor in definition.successors:
        if not successor.operands:
            end = len(op.operands)
            groups += [(end, end)] * (len(op.successors) if successor.arity else 1)
            continue
        start, stop = definition.operand_range(op, successor.operands)
        if not successor.arity:
            groups.append((start, stop))
            continue
        sizes: Any = op.properties[successor.segments]
        for size in sizes.values:
            groups.append((start, start + size))
            start += size
    return groups


def check_successor_segments(op: Operation, context: Verification) -> None:
    """The sizes of the groups of operands that go to the successors of one name add up to how many these are."""
    definition: Any = op.definition
    for successor in definition.successors:
        if successor.segments:
            _check_segments(
                op, len(op.operands_named(successor.operands)), successor.operands, successor.segments, context
            )


def operand_segments(op: Operation, context: Verification) -> None:
    """The sizes of the groups of operands add up to how many operands there are."""
    _check_segments(op, len(op.operands), "operand", "operandSegmentSizes", context)


def result_segments(op: Operation, context: Verification) -> None:
    """The sizes of the groups of results add up to how many results there are."""
    _check_segments(op, len(op.results), "result", "resultSegmentSizes", context)


def _check_segments(op: Operation, count: int, what: str, name: str, context: Verification) -> None:
    segments = op.properties.get(name)
    sizes = segments.values if isinstance(segments, DenseArrayAttr) else ()
    if any(size < 0 for size in sizes):
        context.error(op, f"'{name}' attribute cannot have negative elements")
    if sum(sizes) != count:
        context.error(
            op,
            f"{what} count ({count}) does not match with the total size ({sum(sizes)}) specified in attribute '{name}'",
        )


# What a text may give as inherent attributes: some are refused as they are read, before anything is verified.

SEGMENT_SIZES = {"operandSegmentSizes": "operands", "resultSegmentSizes": "results"}
"""The inherent attributes that say how many values belong to each name of the declaration, and what these are."""

_FORMER_NAMES = {"operand_segment_sizes": "operandSegmentSizes", "result_segment_sizes": "resultSegmentSizes"}
"""How these were called in older programs."""


def unacceptable(definition: OpDef, attributes: Mapping[str, Attribute]) -> str | None:
    """Returns what is wrong with inherent attributes among the discardable ones."""
    inherent = definition.inherent_names
    for attribute in definition.sorted_attributes:
        value = attributes.get(attribute.name)
        is_right = value is None or attribute.name not in inherent or attribute.constraint.accepts(value)
        if not is_right:
            return (
                f"'{definition.name}' op attribute '{attribute.name}' failed to satisfy constraint: "
                f"{attribute.constraint.summary}"
            )
    return None


def held(definition: OpDef, attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """The inherent ones of some attributes. Those of another kind than declared are as if they were not there."""
    return {name: value for name, value in attributes.items() if _misfit(definition, name, value) is None}


def assigned(
    definition: OpDef, properties: dict[str, Attribute], attributes: dict[str, Attribute]
) -> tuple[DictionaryAttr, DictionaryAttr]:
    """Returns properties and discardable attributes after `attributes` have been set on an operation, one by one.

    One with the name of a property becomes that property; if it is of another kind than declared, the property is gone.
    """
    if definition.attributes_by_name.keys().isdisjoint(attributes):
        return DictionaryAttr.of(properties), DictionaryAttr.of(attributes)
    known, others = dict(properties), dict(attributes)
    for name in definition.attributes_by_name.keys() & definition.inherent_names & others.keys():
        value = others.pop(name)
        known.pop(name, None)
        if definition.attributes_by_name[name].constraint.holds(value):
            known[name] = value
    return DictionaryAttr.of(known), DictionaryAttr.of(others)


def converted(definition: OpDef, given: Attribute) -> dict[str, Attribute]:
    """The properties that are given as such. Raises ValueError for attributes of another kind than declared."""
    problem: str | None = None
    properties: dict[str, Attribute] = {}
    if not definition.inherent_names:
        problem = "this operation has empty properties"
    elif not isinstance(given, DictionaryAttr):
        problem = "expected DictionaryAttr to set properties"
    else:
        properties = {_FORMER_NAMES.get(name, name): value for name, value in given.items()}
        names = [*[attribute.name for attribute in definition.sorted_attributes], *SEGMENT_SIZES]
        problems = [_misfit(definition, name, properties[name]) for name in names if name in properties]
        problem = next((problem for problem in problems if problem), None)
    if problem is not None:
        raise ValueError(f"invalid properties {text_of(given)} for op {definition.name}: {problem}")
    return held(definition, properties)


def _misfit(definition: OpDef, name: str, value: Attribute) -> str | None:
    """Why an attribute cannot be that property; "" if there is no such property."""
    if name not in definition.inherent_names:
        return ""
    if (attribute := definition.attributes_by_name.get(name)) is not None:
        if attribute.constraint.holds(value):
            return None
        return f"Invalid attribute `{name}` in property conversion: {text_of(value)}"
    if not isinstance(value, DenseArrayAttr) or value.element_type is not I32:
        return f"for `{name}`: expected DenseI32ArrayAttr"
    count = len(getattr(definition, SEGMENT_SIZES[name]))
    if len(value.values) != count:
        return f"for `{name}`: size mismatch in attribute conversion: {len(value.values)} vs {count}"
    return None
