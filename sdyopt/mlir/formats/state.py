"""An operation while it is being read: what the parts of its text have said so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import I32, NO_ATTRIBUTES, DenseArrayAttr, DictionaryAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.record import Record
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.mlir.declare.inherent import held

if TYPE_CHECKING:
    from sdyopt.mlir.declare.constraints import Operand
    from sdyopt.mlir.declare.definition import OpDef


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
    """What is wrong in an operation's own format, at `offset`."""

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
