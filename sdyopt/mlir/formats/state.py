"""An operation while it is being read: what the parts of its text have said so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import I32, NO_ATTRIBUTES, DenseArrayAttr, DictionaryAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.record import Record
from sdyopt.ir.region import Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.mlir.declare.inherent import held
from sdyopt.mlir.diagnostics import ParseError

if TYPE_CHECKING:
    from sdyopt.mlir.declare.constraints import Operand
    from sdyopt.mlir.declare.definition import OpDef


class ValueUse(NamedTuple):
    """A value's name where it is used (`%a`, `%a#1`), and where that stands in the text."""

    name: str
    offset: int


class GenericName(NamedTuple):
    """The name of an operation in generic form, while it is being read."""

    definition: OpDefinition


class EntryArgument(Record):
    """An argument of a region's entry block that the operation's format declares before the region."""

    name: str
    type: Type
    location: Location | None
    offset: int
    attributes: DictionaryAttr = NO_ATTRIBUTES


class FormatError(ValueError):
    """What is wrong in an operation's own format, at `offset`, or where the `part` of it stands that was read."""

    def __init__(self, message: str, offset: int, part: Any = None) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.part = part
        self.later = 0
        """How many later parts of the format are the same: types are, if they are equal."""


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
        self.successors: list[ValueUse] = []
        self.typed_operands: list[ValueUse] | None = None
        """The operands to which alone `operand_types` belong, if the format says so."""
        self.overridden: Attribute | None = None
        """An attribute that stands in the format where the dictionary before it has given another."""
        self.bare_properties: DictionaryAttr = NO_ATTRIBUTES
        """The properties if there are none in `properties`."""

    def complete(self, definition: OpDef) -> None:
        """Puts operands and types in the order of the declaration, and infers those that the text omits.

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
        if self.result_types is None:
            self.result_types = [type for result in definition.results for type in self._types_of(result)]
        if len(self.operands) != len(self.operand_types):
            self._check_counts(self.operands, self.operand_types, self.typed_operands)

    def in_format(self, name: str) -> Any:
        """The attribute that stands in the format, which may have but one such beside a dictionary."""
        return self.properties[name] if self.overridden is None else self.overridden

    def add_attributes(self, attributes: dict[str, Attribute]) -> None:
        """Adds a dictionary: inherent attributes are properties. Raises FormatError if one is given already."""
        definition: Any = self.definition
        for name, value in attributes.items():
            if name in self.properties:
                raise FormatError(f"attribute '{name}' occurs more than once in the attribute list", self.offset)
            if name not in definition.inherent_names:
                self.attributes[name] = value
        self.properties.update(held(definition, attributes))

    def add_region(self, region: Region) -> None:
        """Adds a region, which gets the terminator that its operation implies if its text does not end in one."""
        definition: Any = self.definition
        terminator = definition.implied_terminator
        if terminator is not None:
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
        types = self.types.get(operand.name)
        if types is None and operand.constraint.only is not None:
            count = len(self.uses.get(operand.name, ())) if operand.arity else 1
            types = [operand.constraint.only] * count
        if types is None and operand.arity and not any(self.types.values()):
            types = []
        if types is None:
            types = [self.any_type()] if not operand.arity or self.uses.get(operand.name) else []
        uses = self.uses.get(operand.name)
        if uses is not None:
            self._check_counts(uses, types, uses)
        return types

    def _check_counts(self, uses: list[ValueUse], types: list[Type], listed: list[ValueUse] | None) -> None:
        if len(uses) != len(types):
            message = f"number of operands and types do not match: got {len(uses)} operands and {len(types)} types"
            raise FormatError(message, self.offset, listed)

    def error(self, message: str, offset: int) -> ParseError:
        """Returns an error that names the operation."""
        return ParseError(f"custom op '{self.definition.name}' {message}", offset)

    def wrong_count(self, uses: Sequence[ValueUse], types: int, offset: int) -> ParseError:
        """Returns the error for another number of types than there are operands."""
        message = f"number of operands and types do not match: got {len(uses)} operands and {types} types"
        return self.error(message, offset)

    def any_type(self) -> Type:
        """A type that the text gives, for operations all of whose values have the same type."""
        for types in self.types.values():
            if types:
                return types[0]
        raise FormatError("the type of a value cannot be inferred", self.offset)
