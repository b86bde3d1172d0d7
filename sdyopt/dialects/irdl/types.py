"""The types of the IRDL dialect, and its attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I32, UNIT, ArrayAttr, IntegerAttr, StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.constraints import TypeConstraint
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.formats.state import Directive, OperationState, ValueUse, Writer
from sdyopt.mlir.write.attributes import string_token

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


SINGLE, OPTIONAL, VARIADIC = "single", "optional", "variadic"
"""How many values an operand or result may be: one, at most one, any number."""


class ConstraintType(Type):
    """`!irdl.attribute`: a constraint on an attribute or a type."""


class RegionConstraintType(Type):
    """`!irdl.region`: a constraint on a region."""


class Variadicities(Attribute):
    """`#irdl<variadicity_array[single, optional]>`: that of each operand or result."""

    values: tuple[str, ...]


def _parse_variadicities(parser: Parser) -> Variadicities:
    values: list[str] = []
    parser.parse_list("[", "]", "", lambda: values.append(parse_variadicity(parser)))
    return Variadicities(tuple(values))


def parse_variadicity(parser: Parser) -> str:
    """Reads a word for a variadicity."""
    at, word = parser.start, parser.parse_any_keyword()
    if word not in (SINGLE, OPTIONAL, VARIADIC):
        raise parser.not_a_case("variadicity", (SINGLE, OPTIONAL, VARIADIC), word, at)
    return word


ATTRIBUTE = AttributeDef(ConstraintType, "attribute")
REGION = AttributeDef(RegionConstraintType, "region")
VARIADICITIES = AttributeDef(
    Variadicities,
    "variadicity_array",
    parse=_parse_variadicities,
    write=lambda attribute: f"[{', '.join(attribute.values)}]",
)

CONSTRAINT = TypeConstraint("IRDL constraint", lambda type: isinstance(type, ConstraintType), only=ConstraintType())
REGION_CONSTRAINT = TypeConstraint(
    "IRDL region constraint", lambda type: isinstance(type, RegionConstraintType), only=RegionConstraintType()
)


# The parts of IRDL's formats that have a syntax of their own.


class SingleBlockRegion(Directive):
    """A region of one block, which is empty where the text has no region."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str]) -> None:
        from sdyopt.ir.region import Region

        region = parser.parse_region() if parser.token == "{" else Region()
        if not region.blocks:
            region.add_block()
        state.add_region(region)

    @classmethod
    def write(cls, writer: Writer, op: Operation, name: str) -> None:
        if op.regions[0].block.first is not None:
            writer.region(0)


class NamedValues(Directive):
    """`custom<NamedValues>($args, $names)`: `(lhs: %0, rhs: optional %1)`; for attributes `{"value" = %0}`.

    A third name is that of the property with how many values each may be.
    """

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        values, property, *variadicity = names
        found: list[tuple[str, str, ValueUse]] = []
        is_dictionary = property == "attributeValueNames"

        def entry() -> None:
            name = parser.parse_keyword_or_string()
            parser.parse_token(*(("=", "expected '='") if is_dictionary else (":", "expected ':'")))
            kind = parse_variadicity(parser) if variadicity and parser.kind == "WORD" else SINGLE
            found.append((name, kind, parser.parse_operand()))

        parser.parse_list(*(("{", "}", "") if is_dictionary else ("(", ")", "")), entry)
        state.uses[values] = [use for _, _, use in found]
        state.properties[property] = ArrayAttr(tuple([StringAttr(name) for name, _, _ in found]))
        if variadicity:
            state.properties[variadicity[0]] = Variadicities(tuple([kind for _, kind, _ in found]))

    @classmethod
    def write(cls, writer: Writer, op: Operation, values: str, property: str, variadicity: str = "") -> None:
        names: Any = op.properties[property]
        kinds: Any = op.properties[variadicity] if variadicity else None
        is_dictionary = property == "attributeValueNames"
        writer.text("{" if is_dictionary else "(")
        for index, name in enumerate(names.elements):
            writer.text(", " if index else "")
            writer.text(f"{string_token(name.value)} = " if is_dictionary else f"{name.value}: ")
            if kinds is not None and kinds.values[index] != SINGLE:
                writer.text(f"{kinds.values[index]} ")
            writer.operand(index)
        writer.text("}" if is_dictionary else ")")


class RegionShape(Directive):
    """`(%0, %1) with size 2`: the types of the first block's arguments, and the number of blocks; both optional."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        arguments: list[ValueUse] = []
        if parser.token == "(":
            parser.parse_list("(", ")", "", lambda: arguments.append(parser.parse_operand()))
            state.properties["constrainedArguments"] = UNIT
        state.uses["entryBlockArgs"] = arguments
        if parser.consume_if("with"):
            parser.parse_keyword("size")
            state.properties["numberOfBlocks"] = IntegerAttr(parser.parse_integer(32), I32)

    @classmethod
    def write(cls, writer: Writer, op: Operation, *names: str) -> None:
        if "constrainedArguments" in op.properties:
            writer.text("(")
            writer.operands(0, len(op.operands))
            writer.text(")")
        count = op.properties.get("numberOfBlocks")
        if isinstance(count, IntegerAttr):
            writer.text(f" with size {count.value}")
