"""`builtin.module`."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.ods.attr_kinds import STRING, SYMBOL_NAME
from sdyopt.ods.constraints import Attr, RegionDef
from sdyopt.ods.definition import OpDef
from sdyopt.ods.verification import Verification


def verify_module(op: Operation, context: Verification) -> None:
    """A module's attributes are those of dialects, but for its name and visibility."""
    for name in [name for name, _ in op.attributes.items()]:
        if "." not in name:
            context.error(op, f"can only contain attributes with dialect-prefixed names, found: '{name}'")


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
        "HasOnlyGraphRegion",
    ],
    format="($sym_name^)? attr-dict-with-keyword $bodyRegion",
    default_dialect="builtin",
    verifiers=[verify_module],
)
