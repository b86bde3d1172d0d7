"""The types of the IRDL dialect, and its attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.mlir.declare.constraints import TypeConstraint
from sdyopt.mlir.declare.parameters import AttributeDef

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
