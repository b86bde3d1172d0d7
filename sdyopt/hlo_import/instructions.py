"""An instruction that is being converted: its operands as values, its attributes, and what it makes."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.stablehlo.attributes import EnumAttr
from sdyopt.hlo.text import HloComputation, HloError, HloInstruction, unquoted
from sdyopt.hlo_import.syntax import ConvertedShape, fail
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import (
    I32,
    I64,
    NO_ATTRIBUTES,
    BoolAttr,
    DenseElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    RankedTensorType,
    StringAttr,
    TupleType,
    i64,
    i64_array,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.ir.region import Block, Region
from sdyopt.ir.value import OpResult, Value
from sdyopt.layout.reading import integer
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.literals.attributes import dense_elements

if TYPE_CHECKING:
    from sdyopt.hlo_import.computations import ModuleConverter

T = TypeVar("T")

# Blocks under construction: operations are appended, tuples made and taken apart.

TUPLE, ELEMENT = "stablehlo.tuple", "stablehlo.get_tuple_element"


@lru_cache(maxsize=512)
def definition(name: str) -> OpDef:
    """Returns the declaration of an operation."""
    found = REGISTRY.operation(name)
    assert found is not None, name
    return found


class BlockBuilder:
    """Appends operations to a block."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self._tuples: list[Operation] = []
        """The operations that make tuples, or take an element out of one, in their order."""

    def create(
        self,
        name: str,
        operands: Sequence[Value],
        types: Sequence[Type],
        properties: DictionaryAttr,
        attributes: DictionaryAttr,
        location: int,
        regions: Sequence[Region] = (),
    ) -> Operation:
        """Appends an operation, and returns it."""
        op = Operation.create(definition(name), operands, types, properties, attributes, regions, location)
        self.block.append(op)
        if name in (TUPLE, ELEMENT):
            self._tuples.append(op)
        return op

    def element(self, value: Value, index: int, location: int, attributes: DictionaryAttr = NO_ATTRIBUTES) -> OpResult:
        """Returns an element of a tuple."""
        assert isinstance(value.type, TupleType)
        properties = DictionaryAttr((("index", IntegerAttr(index, I32)),))
        return self.create(ELEMENT, [value], [value.type.types[index]], properties, attributes, location).result

    def flattened(self, value: Value, location: int) -> list[Value]:
        """Returns the parts of a value that are not tuples, from left to right."""
        if not isinstance(value.type, TupleType):
            return [value]
        found: list[Value] = []
        for index in range(len(value.type.types)):
            found += self.flattened(self.element(value, index, location), location)
        return found

    def tupled(self, values: Sequence[Value], type: Type, location: int) -> Value:
        """Returns a value of a type, of which `values` are the parts that are not tuples."""
        return self._tupled(iter(values), type, location)

    def _tupled(self, values: Iterator[Value], type: Type, location: int) -> Value:
        if not isinstance(type, TupleType):
            return next(values)
        elements = [self._tupled(values, element, location) for element in type.types]
        return self.create(TUPLE, elements, [type], NO_ATTRIBUTES, NO_ATTRIBUTES, location).result

    def clean_up(self) -> bool:
        """Takes tuples apart that were made in the program, as XLA does; returns whether any operation has changed.

        XLA does it again until the last element of a tuple cannot be simplified, so that unused tuples may be left.
        """
        has_changed, goes_on = False, True
        while goes_on:
            goes_on = False
            erased: list[Operation] = []
            for op in self._tuples:
                if op.name == ELEMENT:
                    found = _made_of(op)
                    goes_on = found is not None
                    if found is not None:
                        op.result.replace_all_uses_with(found)
                        erased.append(op)
                elif not op.result.is_used:
                    goes_on = True
                    erased.append(op)
            for op in erased:
                op.erase()
            dropped = set(map(id, erased))
            self._tuples = [op for op in self._tuples if id(op) not in dropped]
            has_changed |= bool(erased)
        return has_changed


def _made_of(op: Operation) -> Value | None:
    """Returns what a tuple has been made of at the index of `op`, which takes an element; None if it is unknown."""
    (operand,) = op.operands
    if not isinstance(operand, OpResult) or operand.owner.name != TUPLE:
        return None
    index = op.attribute_named("index", IntegerAttr).value
    return operand.owner.operands[index]


_INTEGERS = re.compile(r"[{\[(]\s*(?:-?\d+\s*(?:,\s*-?\d+\s*)*)?[}\])]")
_INTEGER = re.compile(r"-?\d+")


class InstructionConverter(Record):
    """An instruction, `operands` as values, and the `shape` of its result. `attributes` are those of any operation."""

    instruction: HloInstruction
    operands: list[Value]
    shape: ConvertedShape
    attributes: DictionaryAttr
    block: BlockBuilder
    computations: ModuleConverter

    @property
    def location(self) -> int:
        """Where its name begins."""
        return self.instruction.offset

    @property
    def type(self) -> Type:
        """The type of the result."""
        return self.shape.type

    @property
    def types(self) -> list[Type]:
        """The types of the parts of the result that are not tuples."""
        return [self.shape.type] if not isinstance(self.shape.type, TupleType) else flat_types(self.shape.type)

    # What it makes.

    def create(
        self,
        name: str,
        properties: Mapping[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
        operands: Sequence[Value] | None = None,
        types: Sequence[Type] | None = None,
        attributes: DictionaryAttr | None = None,
    ) -> Operation:
        """Appends an operation: by default with the operands, the type of the result and the attributes of this."""
        return self.block.create(
            name,
            self.operands if operands is None else operands,
            [self.shape.type] if types is None else types,
            NO_ATTRIBUTES if properties is None else DictionaryAttr.of(dict(properties)),
            self.attributes if attributes is None else attributes,
            self.location,
            regions,
        )

    def parts(self, values: Iterable[Value]) -> list[Value]:
        """Returns the parts of values that are not tuples."""
        return [part for value in values for part in self.block.flattened(value, self.location)]

    def tupled(self, op: Operation) -> Value:
        """Returns the results of an operation, as a tuple if this is of one."""
        return self.block.tupled(op.results, self.shape.type, self.location)

    # Attributes.

    def read(self, name: str, read: Callable[[HloInstruction], T]) -> T:
        """Returns what `read` reads in an attribute. Raises CompilationError."""
        try:
            return read(self.instruction)
        except HloError as error:
            self.fail_at(name, str(error))

    def text(self, name: str, default: str | None = None) -> str | None:
        """Returns the text of an attribute."""
        found = self.instruction.attributes.get(name)
        return default if found is None else found[0]

    def string(self, name: str, default: str = "") -> str:
        """Returns a string without its quotes and escapes."""
        return unquoted(self.text(name, default) or "")

    def integers(self, name: str) -> tuple[int, ...]:
        """Returns the integers in an attribute `{0,1}`; none if it is missing. Raises CompilationError."""
        if (text := self.text(name)) is None:
            return ()
        if not _INTEGERS.fullmatch(text):
            self.fail_at(name, f"expected a list of integers, as {{0,1}}, found '{text[:40]}'")
        return tuple([self._checked(name, number) for number in _INTEGER.findall(text)])

    def integer(self, name: str, default: int = 0) -> int:
        """Returns an integer. Raises CompilationError."""
        if (text := self.text(name)) is None:
            return default
        if not _INTEGER.fullmatch(text):
            self.fail_at(name, f"expected an integer, found '{text[:40]}'")
        return self._checked(name, text)

    def only_integer(self, name: str) -> int:
        """Returns the integer in an attribute `{0}`. Raises CompilationError."""
        found = self.integers(name)
        if len(found) != 1:
            self.fail_at(name, f"expected one integer, found {len(found)}")
        return found[0]

    def flag(self, name: str) -> bool:
        """Returns whether an attribute is true; it is not if it is missing. Raises CompilationError."""
        text = self.text(name, "false")
        if text not in ("true", "false"):
            self.fail_at(name, f"expected 'true' or 'false', found '{str(text)[:40]}'")
        return text == "true"

    def word(self, name: str, words: Mapping[str, str], default: str | None = None) -> str:
        """Returns what an attribute, one of `words`, is called in StableHLO. Raises CompilationError."""
        text = self.text(name, default)
        found = None if text is None else words.get(text)
        if found is None:
            self.fail_at(name, f"expected one of {', '.join(words)}, found '{str(text)[:40]}'")
        return found

    def computation(self, name: str) -> HloComputation:
        """Returns the computation that an attribute names. Raises CompilationError."""
        found = self.called(name)
        if len(found) != 1:
            self.fail_at(name, f"expected one computation, found {len(found)}")
        return found[0]

    def called(self, name: str) -> list[HloComputation]:
        """Returns the computations that an attribute names, none if it is missing. Raises CompilationError."""
        _, place, _ = self.instruction.attributes.get(name, ("", 0, 0))
        return [self.computations.named(each, place, self.instruction) for each in self.instruction.called(name)]

    def region(self, name: str) -> Region:
        """Returns a region with what the computation of an attribute does. Raises CompilationError."""
        return self.computations.region(self.computation(name), self.location)

    def _checked(self, name: str, text: str) -> int:
        found = integer(text)
        if found is None:
            self.fail_at(name, f"{text[:40]} does not fit into 64 bits")
        return found

    # Errors.

    def fail_at(self, name: str, message: str) -> NoReturn:
        """Raises CompilationError at an attribute."""
        found = self.instruction.attributes.get(name)
        fail(f"attribute '{name}': {message}", self.instruction.opcode_offset if found is None else found[1])

    def refuse(self, why: str) -> NoReturn:
        """Raises CompilationError for what has no form in StableHLO."""
        fail(f"'{self.instruction.opcode}' cannot be converted: {why}", self.instruction.opcode_offset)

    def rank(self, operand: int = 0) -> int:
        """Returns the rank of an operand. Raises CompilationError if it is not an array."""
        type = self.operands[operand].type
        if not isinstance(type, RankedTensorType):
            fail(f"'{self.instruction.opcode}' expects an array as operand {operand}", self.instruction.opcode_offset)
        return len(type.shape)


def flat_types(type: Type) -> list[Type]:
    """Returns the types in a tuple that are not tuples, from left to right."""
    if not isinstance(type, TupleType):
        return [type]
    return [leaf for element in type.types for leaf in flat_types(element)]


@lru_cache(maxsize=1024)
def i64_table(rows: tuple[tuple[int, ...], ...], width: int = 0) -> DenseElementsAttr:
    """Returns `dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>`; the rows are of one length, `width` if there are none."""
    shape = (len(rows), len(rows[0]) if rows else width)
    lists = [f"[{', '.join(map(str, row))}]" for row in rows]
    return dense_elements(f"[{', '.join(lists)}]" if shape[0] and shape[1] else "", RankedTensorType(shape, I64))


# The opcodes that can be converted, each with its number of operands, its attributes and its function.

_OF_ANY = frozenset(
    {
        "backend_config",
        "control-predecessors",
        "frontend_attributes",
        "metadata",
        "origin",
        "parameter_replication",
        "sharding",
        "statistics",
    }
)
"""The attributes that every instruction may have."""

_FAMILIES = ("collectives", "control_flow", "elementwise", "linear_algebra", "shapes")

Converter = Callable[[InstructionConverter], Value]


class Opcode(NamedTuple):
    """How an opcode is converted."""

    convert: Converter
    least: int
    """The number of operands at least."""
    most: int | None
    """And at most, if there is a limit."""
    required: Collection[str]
    optional: Collection[str]


_OPCODES: dict[str, Opcode] = {}


def opcode(
    name: str, operands: int | tuple[int, int | None], required: Collection[str] = (), optional: Collection[str] = ()
) -> Callable[[Converter], Converter]:
    """Declares the function that converts an opcode; `operands` is their number, or the least and most."""
    least, most = (operands, operands) if isinstance(operands, int) else operands

    def declare(convert: Converter) -> Converter:
        _OPCODES[name] = Opcode(convert, least, most, frozenset(required), frozenset(optional))
        return convert

    return declare


Reader = Callable[[InstructionConverter], Attribute]


class From(NamedTuple):
    """The source of a property: an attribute of the instruction, and how it is read."""

    name: str
    read: Reader
    is_required: bool = True


def numbers(name: str, is_required: bool = True) -> From:
    """An array of integers."""
    return From(name, lambda subject: i64_array(subject.integers(name)), is_required)


def number(name: str) -> From:
    """An integer."""
    return From(name, lambda subject: i64(subject.integer(name)))


def only_number(name: str) -> From:
    """The only integer of a list."""
    return From(name, lambda subject: i64(subject.only_integer(name)))


def truth(name: str) -> From:
    """Whether an attribute is true; it is not if it is missing."""
    return From(name, lambda subject: BoolAttr(subject.flag(name)), False)


def string(name: str) -> From:
    """A text, empty if it is missing."""
    return From(name, lambda subject: StringAttr(subject.string(name)), False)


def case(name: str, cls: type[EnumAttr], default: str | None = None) -> From:
    """A word that is the same in StableHLO."""
    cases = {word: word for word in cls.cases}
    return From(name, lambda subject: cls(subject.word(name, cases, default)), default is None)


def dimension_numbers(subject: InstructionConverter, cls: type[Any]) -> Attribute:
    """Returns the attribute whose fields are attributes of an instruction, of the same names."""
    *lists, number = cls.fields
    made: Attribute = cls(*map(subject.integers, lists), subject.integer(number))
    return made


def declared(
    name: str,
    operands: int | tuple[int, int | None],
    op: str = "",
    *,
    required: Collection[str] = (),
    optional: Collection[str] = (),
    regions: Collection[str] = (),
    others: Callable[[InstructionConverter], Mapping[str, Attribute]] = lambda _: {},
    takes_parts: bool = False,
    **properties: From,
) -> None:
    """Declares an opcode whose operation, of its name in StableHLO by default, has the same operands and results.

    Its regions are computations that attributes name, and `others` returns the properties that are not declared. Of
    tuples it may take the parts as operands.
    """
    op = op or f"stablehlo.{name.replace('-', '_')}"
    sources = {
        is_required: [each.name for each in properties.values() if each.is_required is is_required]
        for is_required in (True, False)
    }

    @opcode(name, operands, [*required, *regions, *sources[True]], [*optional, *sources[False]])
    def convert(subject: InstructionConverter) -> Value:
        found = {**others(subject), **{key: each.read(subject) for key, each in properties.items()}}
        values = subject.parts(subject.operands) if takes_parts else subject.operands
        bodies = list(map(subject.region, regions))
        return subject.tupled(subject.create(op, found, bodies, values, types=subject.types))


@cache
def _known() -> dict[str, Opcode]:
    for family in _FAMILIES:
        importlib.import_module(f"sdyopt.hlo_import.families.{family}")
    return _OPCODES


def convert(subject: InstructionConverter) -> Value:
    """Appends the operations for an instruction, and returns the value of its result. Raises CompilationError."""
    instruction = subject.instruction
    found = _known().get(instruction.opcode)
    if found is None:
        fail(f"instructions '{instruction.opcode}' cannot be converted to StableHLO", instruction.opcode_offset)
    if (count := len(subject.operands)) < found.least or (found.most is not None and count > found.most):
        expected = str(found.least) if found.most == found.least else f"at least {found.least}"
        fail(f"'{instruction.opcode}' expects {expected} operands, but has {count}", instruction.opcode_offset)
    for name, (_, place, _) in instruction.attributes.items():
        if name not in _OF_ANY and name not in found.required and name not in found.optional:
            fail(f"'{instruction.opcode}' has no attribute '{name}'", place)
    for name in found.required:
        if name not in instruction.attributes:
            fail(f"'{instruction.opcode}' expects an attribute '{name}'", instruction.opcode_offset)
    return found.convert(subject)


# Windows that slide over arrays: `window={size=3x3 stride=2x2 pad=1_1x0_1}`.

_FIELD = re.compile(r"\s*(\w+)=([-\w]+)")
_PAIR = re.compile(r"(-?\d{1,18})_(-?\d{1,18})")
_FIELDS = ("size", "stride", "pad", "lhs_dilate", "rhs_dilate", "rhs_reversal")

Sizes = tuple[int, ...]


class HloWindow(NamedTuple):
    """A window, with a number for each of its dimensions."""

    size: Sizes
    stride: Sizes
    pad: tuple[tuple[int, int], ...]
    lhs_dilate: Sizes
    rhs_dilate: Sizes
    reversal: tuple[bool, ...]


def window_of(subject: InstructionConverter, rank: int) -> HloWindow:
    """Returns an instruction's window, of size 1 in `rank` dimensions if it names none. Raises CompilationError."""
    text = (subject.text("window") or "{}").strip()
    fields: dict[str, str] = {}
    position = 1
    while match := _FIELD.match(text, position):
        if match[1] not in _FIELDS or match[1] in fields:
            subject.fail_at("window", f"unexpected '{match[1]}'")
        fields[match[1]] = match[2]
        position = match.end()
    if text[position:].strip() != "}":
        subject.fail_at("window", f"expected a field, as size=3x3, found '{text[position:][:40]}'")
    size = _sizes(subject, fields, "size", rank)
    count = len(size)
    pad = []
    for part in fields["pad"].split("x") if "pad" in fields else ["0_0"] * count:
        pair = _PAIR.fullmatch(part)
        if pair is None:
            subject.fail_at("window", f"expected the padding low_high, found '{part}'")
        pad.append((int(pair[1]), int(pair[2])))
    window = HloWindow(
        size,
        _sizes(subject, fields, "stride", count),
        tuple(pad),
        _sizes(subject, fields, "lhs_dilate", count),
        _sizes(subject, fields, "rhs_dilate", count),
        tuple([number != 0 for number in _sizes(subject, fields, "rhs_reversal", count, 0)]),
    )
    if any(len(each) != count for each in window):
        subject.fail_at("window", "the fields have not all as many dimensions as the size")
    return window


def _sizes(subject: InstructionConverter, fields: dict[str, str], name: str, count: int, default: int = 1) -> Sizes:
    if (text := fields.get(name)) is None:
        return (default,) * count
    parts = text.split("x")
    if not all(part.removeprefix("-").isdigit() and len(part) < 19 for part in parts):
        subject.fail_at("window", f"expected sizes, as 3x3, found '{text}'")
    return tuple(map(int, parts))
