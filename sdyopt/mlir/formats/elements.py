"""The parts of assembly formats: how each is read, and how it is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import UNIT, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.mlir.declare.constraints import (
    SEGMENT_SIZES,
    UNIT_KIND,
    any_attribute,
    operand_range,
    result_range,
    unacceptable,
)
from sdyopt.mlir.formats.state import Directive, OperationState, Writer
from sdyopt.mlir.releases import since
from sdyopt.mlir.write.attributes import OTHER_TEXTS, text_of

if TYPE_CHECKING:
    from sdyopt.mlir.declare.definition import OpDef
    from sdyopt.mlir.read.parser import Parser


class Element:
    """One part of a format: how it is read, and how it is written."""

    def parse(self, parser: Parser, state: Any) -> None:
        """Reads it into the state of an operation, or into the parameters of an attribute."""
        raise NotImplementedError

    def begins(self, parser: Parser) -> bool:
        """Whether it begins with the parser's token; only the first part of a group matters."""
        raise NotImplementedError

    def write(self, op: Any, writer: Writer) -> None:
        """Writes what is there of an operation, or of an attribute."""
        raise NotImplementedError

    def is_present(self, op: Any) -> bool:
        """Whether there is anything to write."""
        return True


class Literal(Element):
    """Punctuation or a word; or, as nothing or a space, what says how much space there is in print."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_word = text[:1].isalpha() or text[:1] == "_"
        self.message = f"expected '{text}'"

    def parse(self, parser: Parser, state: Any) -> None:
        if parser.token != self.text:
            raise parser.missing_word(self.text) if self.is_word else parser.wrong_token(self.message)
        parser.consume()

    def begins(self, parser: Parser) -> bool:
        return parser.token == self.text


class OperandElement(Element):
    def __init__(self, definition: OpDef, index: int) -> None:
        self.definition = definition
        self.index = index
        operand = definition.operands[index]
        self.name, self.arity = operand.name, operand.arity

    def parse(self, parser: Parser, state: OperationState) -> None:
        if not self.arity or (self.arity == "?" and parser.kind == "VALUE"):
            state.uses[self.name] = [parser.parse_operand()]
            return
        uses = state.uses[self.name] = parser.parse_operand_list()
        if not uses:
            state.places[self.name] = parser.start

    def begins(self, parser: Parser) -> bool:
        return parser.kind == "VALUE"

    def write(self, op: Operation, writer: Writer) -> None:
        writer.operands(*operand_range(op, self.definition, self.index))

    def is_present(self, op: Operation) -> bool:
        start, stop = operand_range(op, self.definition, self.index)
        return stop > start


class AllOperandsElement(Element):
    def parse(self, parser: Parser, state: OperationState) -> None:
        state.operands_at = parser.start
        state.operands = parser.parse_operand_list()

    def write(self, op: Operation, writer: Writer) -> None:
        writer.operands(0, len(op.operands))

    def is_present(self, op: Operation) -> bool:
        return bool(op.operands)


class AttributeElement(Element):
    def __init__(self, definition: OpDef, name: str, is_qualified: bool = False) -> None:
        self.name = name
        declared = definition.attributes_by_name[name]
        self.constraint, self.default = declared.constraint, declared.default
        self.is_qualified = is_qualified
        self.is_implied = False
        """Whether it is a unit attribute that is there if its group is: its text is the rest of the group."""

    def parse(self, parser: Parser, state: OperationState) -> None:
        value = UNIT if self.is_implied else (any_attribute if self.is_qualified else self.constraint.parse)(parser)
        if self.name in state.properties:
            state.overridden = value
        else:
            state.properties[self.name] = value

    def begins(self, parser: Parser) -> bool:
        if (begins := self.constraint.begins) is None:
            raise ValueError(f"a group begins with {self.name}")
        return begins(parser)

    def write(self, op: Operation, writer: Writer) -> None:
        attribute = op.properties[self.name]
        write = None if self.is_qualified else self.constraint.write
        writer.text(text_of(attribute) if write is None else write(attribute))

    def is_present(self, op: Operation) -> bool:
        return op.properties.get(self.name, self.default) is not self.default


STRICT = {
    **dict.fromkeys(("arith", "cf", "complex", "math", "shape", "tensor"), "0.11.2"),
    **dict.fromkeys(("builtin", "func", "sdy"), "0.12.0.1"),
}
"""The dialects whose inherent attributes are not in `attr-dict`, and since which release that is so.

Those that have no other place are between `<` and `>` in front of it.
"""


class AttrDictElement(Element):
    def __init__(self, definition: OpDef, with_keyword: bool) -> None:
        self.definition = definition
        self.with_keyword = with_keyword
        self.written: frozenset[str] = frozenset()
        self.written_if_strict: frozenset[str] = frozenset()
        """The attributes that the format has elsewhere where this is strict."""

    @property
    def is_strict(self) -> bool:
        """Whether inherent attributes are not among the others in the release that is followed."""
        strict_since = STRICT.get(self.definition.dialect)
        return strict_since is not None and since(strict_since)

    def parse(self, parser: Parser, state: OperationState) -> None:
        if parser.token == "<" and self.definition.dialect in ("builtin", "func") and self.is_strict:
            units = [each.name for each in self.definition.attributes if each.constraint is UNIT_KIND]
            state.properties |= parser.parse_properties(self.definition.inherent_names - self.written, units)
        at = parser.start
        entries = parser.parse_optional_dictionary("attributes" if self.with_keyword else "")
        inherent = self.definition.inherent_names
        for name, value in entries.items():
            (state.properties if name in inherent else state.attributes)[name] = value
        wrong = unacceptable(self.definition, entries) if entries else None
        misplaced = min(inherent & entries.keys(), default=None) if self.is_strict else None
        if misplaced is not None:
            rest = "cannot be parsed from attr-dict when strict properties in assembly format is enabled"
            wrong = f"inherent attribute '{misplaced}' {rest}"
        if wrong is not None:
            raise parser.say(wrong, at)

    def write(self, op: Operation, writer: Writer) -> None:
        written = self.written
        if self.written_if_strict and self.is_strict:
            written |= self.written_if_strict
        entries = attributes_outside_format(op, self.definition, written)
        if entries is not op.signature.attributes and self.is_strict:
            own = [entry for entry in entries.entries if entry[0] not in op.signature.attributes]
            writer.text(f" <{text_of(DictionaryAttr(tuple(own)))[1:-1]}>")
            entries = op.signature.attributes
        if entries:
            writer.text(f" attributes {text_of(entries)}" if self.with_keyword else f" {text_of(entries)}")


class TypeElement(Element):
    """`type($name)`, of an operand or a result."""

    def __init__(self, definition: OpDef, name: str) -> None:
        self.definition = definition
        self.name = name
        operands = [operand.name for operand in definition.operands]
        results = [result.name for result in definition.results]
        self.is_operand = name in operands
        self.index = (operands if self.is_operand else results).index(name)
        declared = (definition.operands if self.is_operand else definition.results)[self.index]
        self.arity, self.constraint = declared.arity, declared.constraint
        self.key = f": {name}"

    def parse(self, parser: Parser, state: OperationState) -> None:
        if self.arity == "?":
            found = parser.parse_optional_type()
            state.types[self.name] = [] if found is None else [found]
            return
        if self.arity:
            state.types[self.name] = parser.parse_types()
            return
        at = state.places[self.key] = parser.start
        if not isinstance(type := parser.parse_type(), self.constraint.cls):
            expected = self.constraint.cls_name
            told = f": expected {expected}, but found '{text_of(type)}'" if expected else ""
            raise parser.say(f"invalid kind of type specified{told}", at)
        state.types[self.name] = [type]

    def types_of(self, op: Operation) -> tuple[Type, ...]:
        """The types that stand here."""
        if self.is_operand:
            start, stop = operand_range(op, self.definition, self.index)
            return op.signature.operand_types[start:stop]
        start, stop = result_range(op, self.definition, self.index)
        return op.signature.result_types[start:stop]

    def write(self, op: Operation, writer: Writer) -> None:
        writer.types(self.types_of(op))

    def is_present(self, op: Operation) -> bool:
        return bool(self.types_of(op))


class FunctionalTypeElement(Element):
    """`functional-type(a, b)`: both sides names of one operand or result, or `operands` and `results`.

    `is_one_operand` distinguishes the first from the last, for an operand may be called `operands`.
    """

    def __init__(self, definition: OpDef, inputs: str, is_one_operand: bool) -> None:
        self.operand = inputs if is_one_operand else None
        self.definition = definition

    def parse(self, parser: Parser, state: OperationState) -> None:
        type = parser.parse_function_type()
        state.operand_types = list(type.inputs)
        state.result_types = list(type.results)
        if self.operand is not None:
            state.operands_at = state.place_of(self.operand)
        if not state.operands:
            state.operands = [use for operand in self.definition.operands for use in state.uses.get(operand.name, ())]

    def write(self, op: Operation, writer: Writer) -> None:
        writer.text(functional_type(op))


class OneTypeListElement(Element):
    """`type(operands)` or `type(results)`."""

    def __init__(self, which: str) -> None:
        self.which = which

    def parse(self, parser: Parser, state: OperationState) -> None:
        if self.which == "operands":
            state.operand_types = parser.parse_types()
        else:
            state.result_types = parser.parse_types()

    def write(self, op: Operation, writer: Writer) -> None:
        writer.types(op.signature.operand_types if self.which == "operands" else op.signature.result_types)


class RegionElement(Element):
    def __init__(self, definition: OpDef, index: int) -> None:
        self.index, self.arity = index, definition.regions[index].arity
        self.may_imply = any(trait.startswith("SingleBlockImplicitTerminator<") for trait in definition.traits)
        self.has_one_block = definition.regions[index].max_blocks == 1

    def parse(self, parser: Parser, state: OperationState) -> None:
        regions = parser.parse_regions() if self.arity else [parser.parse_region()]
        for region in regions:
            if self.has_one_block and not region.blocks:
                region.add_block()
            state.add_region(region)

    def is_present(self, op: Operation) -> bool:
        return len(op.regions) > self.index

    def write(self, op: Operation, writer: Writer) -> None:
        for index in range(self.index, len(op.regions) if self.arity else self.index + 1):
            if index > self.index:
                writer.text(", ")
            writer.region(index, with_terminator=not (self.may_imply and _says_nothing(op.regions[index])))


def _says_nothing(region: Region) -> bool:
    """Whether a region ends in an operation with neither operands, results nor attributes."""
    last = region.blocks[0].last if region.blocks else None
    return last is not None and not (
        last.operands or last.results or last.attributes.entries or last.properties.entries
    )


class SuccessorElement(Element):
    def __init__(self, index: int) -> None:
        self.index = index

    def parse(self, parser: Parser, state: OperationState) -> None:
        state.successors.append(parser.parse_successor())

    def write(self, op: Operation, writer: Writer) -> None:
        writer.successors(self.index, self.index + 1)


class CustomElement(Element):
    def __init__(self, directive: type[Directive], arguments: Sequence[str]) -> None:
        self.directive = directive
        self.arguments = tuple(arguments)

    def parse(self, parser: Parser, state: OperationState) -> None:
        self.directive.parse(parser, state, self.arguments)

    def write(self, op: Operation, writer: Writer) -> None:
        self.directive.write(writer, op, *self.arguments)


class Group(Element):
    """`(…)?`: all or nothing, as `anchor` is there or not; `(…) : (…)?`: otherwise the second half.

    The anchor matters in print, and may be in either half. A text has the first half if it begins with its first part.
    """

    def __init__(self, halves: list[list[Element]], anchor: Element) -> None:
        self.elements = halves[0]
        self.otherwise = halves[1] if len(halves) > 1 else []
        self.anchor = anchor
        if isinstance(anchor, AttributeElement) and anchor.constraint is UNIT_KIND and anchor is not self.elements[0]:
            anchor.is_implied = True
        self.anchor_is_first = anchor in self.elements
        self.read = [element for element in self.elements if not is_space(element)]
        self.read_otherwise = [element for element in self.otherwise if not is_space(element)]

    def parse(self, parser: Parser, state: Any) -> None:
        for element in self.read if self.read[0].begins(parser) else self.read_otherwise:
            element.parse(parser, state)

    def written(self, is_anchor_present: bool) -> list[Element]:
        """Returns what is to be written of one half."""
        half = self.elements if is_anchor_present == self.anchor_is_first else self.otherwise
        return [element for element in half if not (isinstance(element, AttributeElement) and element.is_implied)]


class AnyOrder(Element):
    """`oilist(`a` $x | `b` $y)`: clauses that begin with a literal each, in any order, each once or not at all.

    They are printed in the order of the declaration, where what follows the literal is there.
    """

    def __init__(self, clauses: list[list[Element]]) -> None:
        self.clauses: dict[str, Group] = {}
        for clause in clauses:
            read = [element for element in clause if not is_space(element)]
            if not read or not isinstance(read[0], Literal):
                raise ValueError("a clause of oilist begins with no literal")
            anchor = next((element for element in read if not isinstance(element, Literal)), None)
            if anchor is None:
                raise ValueError(f"a clause of oilist has nothing after `{read[0].text}`")
            self.clauses[read[0].text] = Group([clause], anchor)

    def parse(self, parser: Parser, state: Any) -> None:
        missing = dict(self.clauses)
        while parser.token in self.clauses:
            if (group := missing.pop(parser.token, None)) is None:
                message = "clause can appear at most once in the expansion of the oilist directive"
                raise parser.say(f"`{parser.token}` {message}")
            group.parse(parser, state)

    def begins(self, parser: Parser) -> bool:
        return parser.token in self.clauses


def is_space(element: Element) -> bool:
    """Whether a part of a format only says how much space there is in print."""
    return isinstance(element, Literal) and not element.text.strip()


def attributes_outside_format(op: Operation, definition: OpDef, written: frozenset[str]) -> DictionaryAttr:
    """Returns what an operation's `attr-dict` shows: all attributes except `written` ones and defaults."""
    signature = op.signature
    if not signature.properties.entries:
        return signature.attributes
    inherent = [
        (name, value)
        for name, value in signature.properties.entries
        if name not in written
        and name not in SEGMENT_SIZES
        and not (name in definition.attributes_by_name and definition.attributes_by_name[name].default is value)
    ]
    return DictionaryAttr.of([*inherent, *signature.attributes.entries]) if inherent else signature.attributes


def functional_type(op: Operation) -> str:
    """`(operand types) -> result types`, the result types in parentheses unless there is just one plain type."""
    signature = op.signature
    inputs = ", ".join([(not OTHER_TEXTS and type.printed) or text_of(type) for type in signature.operand_types])
    outputs = ", ".join([(not OTHER_TEXTS and type.printed) or text_of(type) for type in signature.result_types])
    if len(signature.result_types) != 1 or outputs.startswith("("):
        outputs = f"({outputs})"
    return f"({inputs}) -> {outputs}"
