"""An operation while it is being read: what the parts of its text have said so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import I32, NO_ATTRIBUTES, DenseArrayAttr, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.mlir.declare.constraints import held
from sdyopt.mlir.write.attributes import OTHER_TEXTS, text_of

if TYPE_CHECKING:
    from sdyopt.mlir.declare.constraints import Operand
    from sdyopt.mlir.declare.definition import OpDef
    from sdyopt.mlir.read.parser import Parser


class ValueUse(NamedTuple):
    """A value's name where it is used (`%a`, `%a#1`), and where that stands in the text."""

    name: str
    offset: int


UNNAMED = ""
"""The name of the arguments of functions without a body."""


class EntryArgument(Record):
    """An argument of a region's entry block that the operation's format declares before the region."""

    name: str
    type: Type
    location: Location | None
    offset: int
    attributes: DictionaryAttr = NO_ATTRIBUTES


class FormatError(ValueError):
    """An error in an operation's own format, at `offset`."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


def wrong_count(operands: int, types: int) -> str:
    """Returns the message about another number of types than of operands."""
    return f"number of operands and types do not match: got {operands} operands and {types} types"


class OperationState:
    """Operands, types, attributes and regions of an operation as its text gives them.

    `uses` and `types` are by the names of the definition's operands and results (a generic form has no such names
    and fills `operands`, `operand_types` and `result_types` itself). `complete` brings the first into the last.
    """

    def __init__(self, definition: OpDefinition, offset: int) -> None:
        self.definition = definition
        self.offset = offset
        self.uses: dict[str, list[ValueUse]] = {}
        self.types: dict[str, list[Type]] = {}
        self.operands: list[ValueUse] = []
        self.operand_types: list[Type] | None = None
        self.result_types: list[Type] | None = None
        self.properties: dict[str, Attribute] = {}
        self.attributes: dict[str, Attribute] = {}
        self.regions: list[Region] = []
        self.successors: list[Block] = []
        self.places: dict[str, int] = {}
        """Where lists of operands without any would stand, by their names; and where types stand, after a colon."""
        self.operands_at = offset
        """Where the operands stand to which alone `operand_types` belong, if the format says so."""
        self.given: Attribute | None = None
        """Properties that the text gives as such."""
        self.duplicate = ""
        """An attribute that the text gives twice."""
        self.overridden: Attribute | None = None
        """An attribute that stands in the format where the dictionary before it has given another."""
        self.bare_properties: DictionaryAttr = NO_ATTRIBUTES
        """The properties if there are none in `properties`."""

    def complete(self, definition: OpDef) -> None:
        """Puts operands and types in the order of the declaration, and infers those that the text omits.

        There are no `result_types` afterwards if the text does not give them; they may follow from the operands.
        Raises FormatError where the text gives more or fewer types than operands.
        """
        if definition.infer is not None:
            definition.infer(self)
        if self.uses and "AttrSizedOperandSegments" in definition.traits:
            sizes = tuple([len(self.uses.get(operand.name, ())) for operand in definition.operands])
            self.properties["operandSegmentSizes"] = DenseArrayAttr(I32, sizes)
        if self.operand_types is None:
            if not self.operands:
                self.operands = [use for operand in definition.operands for use in self.uses.get(operand.name, ())]
            self.operand_types = [type for operand in definition.operands for type in self._types_of(operand)]
        if self.result_types is None and all(
            result.name in self.types or result.constraint.only is not None for result in definition.results
        ):
            self.result_types = [type for result in definition.results for type in self._types_of(result)]
        if len(self.operands) != len(self.operand_types):
            self._check_counts(self.operands, self.operand_types, self.operands_at)

    def in_format(self, name: str) -> Any:
        """The attribute that stands in the format, which may have but one such beside a dictionary."""
        return self.properties[name] if self.overridden is None else self.overridden

    def add_attributes(self, attributes: dict[str, Attribute]) -> None:
        """Adds a dictionary: inherent attributes are properties."""
        definition: Any = self.definition
        for name, value in attributes.items():
            if name in self.properties and not self.duplicate:
                self.duplicate = name
            if name not in definition.inherent_names:
                self.attributes[name] = value
        self.properties.update(held(definition, attributes))

    def add_region(self, region: Region) -> None:
        """Adds a region, which gets the terminator that its operation implies if its text does not end in one."""
        definition: Any = self.definition
        if (terminator := definition.implied_terminator) is not None:
            last = region.blocks[-1].last if region.blocks else None
            if last is None or "IsTerminator" not in last.definition.traits:
                block = region.blocks[-1] if region.blocks else region.add_block()
                block.append(Operation.create(terminator, location=self.offset))
        self.regions.append(region)

    def signature(self) -> Signature:
        """Everything read so far except values, regions and successors. The operation is complete."""
        assert self.operand_types is not None and self.result_types is not None
        return Signature.of(
            self.definition,
            tuple(self.operand_types),
            tuple(self.result_types),
            DictionaryAttr.of(self.properties) if self.properties else self.bare_properties,
            DictionaryAttr.of(self.attributes) if self.attributes else NO_ATTRIBUTES,
        )

    def _types_of(self, operand: Operand) -> list[Type]:
        if (types := self.types.get(operand.name)) is None and operand.constraint.only is not None:
            count = len(self.uses.get(operand.name, ())) if operand.arity else 1
            types = [operand.constraint.only] * count
        if types is None and operand.arity and not any(self.types.values()):
            types = []
        if types is None:
            types = [self.any_type()] if not operand.arity or self.uses.get(operand.name) else []
        if (uses := self.uses.get(operand.name)) is not None:
            self._check_counts(uses, types, self.place_of(operand.name))
        return types

    def place_of(self, name: str) -> int:
        """Returns the place of the operands of that name, also if there are none."""
        uses = self.uses.get(name)
        return self.places.get(name, uses[0].offset if uses else self.offset)

    def _check_counts(self, uses: list[ValueUse], types: list[Type], at: int) -> None:
        if len(uses) != len(types):
            raise FormatError(wrong_count(len(uses), len(types)), at)

    def any_type(self) -> Type:
        """A type that the text gives, for operations all of whose values have the same type."""
        for types in self.types.values():
            if types:
                return types[0]
        raise FormatError("the type of a value cannot be inferred", self.offset)


# What an assembly format writes into: text, with marks where names of values and whole regions go.

OPERAND = "\ud801"
"""The placeholder of an operand's name in a text: a surrogate, which no text has."""


class ArgumentMark(NamedTuple):
    """Here goes the name of an argument of a region's entry block."""

    region: int
    argument: int


class ArgumentLocationMark(NamedTuple):
    """Here goes the location of such an argument, where locations are printed."""

    region: int
    argument: int


class RegionMark(NamedTuple):
    """Here goes a region, braces included."""

    region: int
    with_arguments: bool
    with_terminator: bool
    with_empty_label: bool


class SuccessorsMark(NamedTuple):
    """Here go the names of the blocks that the operation may branch to, from `start` to before `stop`."""

    start: int
    stop: int


class NewlineMark(NamedTuple):
    """Here a new line begins, as far in as the operation's first."""


class Quiet(str):
    """Text; whatever in it may have an alias does not get one because of it."""

    __slots__ = ()


Mark = NewlineMark | ArgumentMark | ArgumentLocationMark | RegionMark | SuccessorsMark


class Writer:
    """Collects the parts of one operation's text. The caller writes the spaces between the parts."""

    __slots__ = ("order", "parts")

    def __init__(self) -> None:
        self.parts: list[str | Mark] = []
        self.order: list[int] = []
        """Whose names go where the text has OPERAND."""

    def text(self, text: str) -> None:
        self.parts.append(text)

    def attribute(self, attribute: Attribute) -> None:
        self.parts.append(text_of(attribute))

    def attributes_without(self, op: Operation, *written: str, keyword: str = "") -> None:
        """The attributes of `op` that are not in `written`, with a space before them; nothing if there are none."""
        entries = DictionaryAttr.of([*op.properties.without(*written).items(), *op.attributes.items()])
        if entries.entries:
            self.parts.append(f" {keyword}{text_of(entries)}")

    def type(self, type: Type) -> None:
        self.parts.append(text_of(type))

    def types(self, types: tuple[Type, ...] | list[Type]) -> None:
        self.parts.append(", ".join([(not OTHER_TEXTS and type.printed) or text_of(type) for type in types]))

    def operand(self, index: int) -> None:
        """The name of operand number `index`."""
        self.parts.append(OPERAND)
        self.order.append(index)

    def operands(self, start: int, stop: int) -> None:
        """The names of the operands from `start` to before `stop`, with commas."""
        self.parts.append(", ".join([OPERAND] * (stop - start)))
        self.order += range(start, stop)

    def argument(self, region: int, index: int) -> None:
        """The name of an argument of a region's entry block."""
        self.parts.append(ArgumentMark(region, index))

    def argument_location(self, region: int, index: int) -> None:
        """` loc(…)` of such an argument if locations are printed, else nothing."""
        self.parts.append(ArgumentLocationMark(region, index))

    def successors(self, start: int, stop: int) -> None:
        """The names of the successors from `start` to before `stop`, with commas."""
        self.parts.append(SuccessorsMark(start, stop))

    def newline(self) -> None:
        """The rest goes on a new line. Only for operations with regions."""
        self.parts.append(NewlineMark())

    def region(
        self, index: int, with_arguments: bool = True, with_terminator: bool = True, with_empty_label: bool = False
    ) -> None:
        """Region number `index`, from `{` to `}`; an empty first block has a label only if `with_empty_label`."""
        self.parts.append(RegionMark(index, with_arguments, with_terminator, with_empty_label))


# Parts of assembly formats that have a syntax of their own: `custom<Name>(…)`, by the name of a class.


class Directive:
    """`parse(parser, state, names)` reads it; `write(writer, op, *names)` prints it.

    `names` are those between the parentheses.
    """

    parse: ClassVar[Callable[..., None]]
    write: ClassVar[Callable[..., None]]
    ends_in_types: ClassVar[bool] = False
    """Whether it ends in types that become those of operands and results as they are, and nothing else that it reads
    depends on the sizes in them."""
    sees_types: ClassVar[bool] = True
    """Whether its text depends on more than attributes, and how many operands there are."""
    is_constant: ClassVar[bool] = False
    """Whether it is a value, whose type becomes that of the result."""
    written_if_strict: ClassVar[tuple[str, ...]] = ()
    """The attributes that it has instead of `attr-dict`, in releases in which that has no inherent ones."""


class PropertyDirective(Directive):
    """A property in a form of its own; nothing if it is not there."""

    @classmethod
    def parse_value(cls, parser: Parser) -> Any:
        """Reads the property; returns None if it is not there."""
        raise NotImplementedError

    @classmethod
    def text(cls, value: Any) -> str:
        """Returns what is printed of the property."""
        raise NotImplementedError

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str]) -> None:
        if (value := cls.parse_value(parser)) is not None:
            state.properties[names[0]] = value

    @classmethod
    def write(cls, writer: Writer, op: Operation, name: str) -> None:
        if (value := op.properties.get(name)) is not None:
            writer.text(cls.text(value))
