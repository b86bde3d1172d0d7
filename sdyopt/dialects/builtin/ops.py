"""`builtin.module`."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.ods.attr_kinds import STRING, SYMBOL_NAME
from sdyopt.ods.constraints import Attr, RegionDef
from sdyopt.ods.definition import OpDef

MODULE = OpDef(
    "builtin.module",
    attributes=[Attr("sym_name", SYMBOL_NAME, optional=True), Attr("sym_visibility", STRING, optional=True)],
    regions=[RegionDef("bodyRegion", max_blocks=1)],
    traits=[
        "IsolatedFromAbove",
        "SymbolTable",
        "Symbol",
        "NoTerminator",
        "NoRegionArguments",
        "SingleBlock",
        "AffineScope",
    ],
    format="($sym_name^)? attr-dict-with-keyword $bodyRegion",
    default_dialect="builtin",
)


def is_module(op: Operation) -> bool:
    return op.definition is MODULE
