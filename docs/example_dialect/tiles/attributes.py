"""The attributes of the dialect, and a part of a format that has its own syntax."""

from sdyopt import Attribute, BoolAttr
from sdyopt.declare import AttributeDef, Parser, PropertyDirective, attr_kinds, parameters


class Tiling(Attribute):
    """`#tiles.tiling<sizes = [8, 128], order = minor_first>`."""

    sizes: tuple[int, ...]
    order: str = "minor_first"


ORDER = parameters.enum(["minor_first", "major_first"], "Order")
TILING = AttributeDef(Tiling, "tiling", {"sizes": parameters.INTEGERS, "order": ORDER}, "`<` struct(params) `>`")

A_TILING = attr_kinds.in_short_form("a tiling", TILING)


class Ordered(PropertyDirective):
    """`custom<Ordered>($is_ordered)`: the word `ordered` or `unordered`."""

    @classmethod
    def parse_value(cls, parser: Parser) -> BoolAttr:
        if parser.consume_if("ordered"):
            return BoolAttr(True)
        parser.parse_keyword("unordered")
        return BoolAttr(False)

    @classmethod
    def text(cls, value: BoolAttr) -> str:
        return "ordered" if value.value else "unordered"
