"""The builtin dialect: modules, and casts from type to type. Types and attributes are part of the language itself."""

from __future__ import annotations

from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.attr_kinds import STRING, SYMBOL_NAME
from sdyopt.mlir.declare.constraints import Attr, Operand, RegionDef, Result
from sdyopt.mlir.declare.definition import NO_RULE, OpDef, pure_op
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.type_kinds import ANY
from sdyopt.mlir.verify.verification import Verification

__all__ = ["BUILTIN", "MODULE"]


# The operations of the builtin dialect.


def verify_module(op: Operation, context: Verification) -> None:
    """A module's attributes belong to dialects, except its name and visibility."""
    for name in [name for name, _ in op.attributes.items()]:
        if "." not in name:
            context.error(op, f"can only contain attributes with dialect-prefixed names, found: '{name}'")


def verify_cast(op: Operation, context: Verification) -> None:
    """A cast gives something."""
    context.error_if(op, not op.results, "expected at least one result for cast operation")


MODULE = OpDef(
    "builtin.module",
    attributes=[Attr("sym_name", SYMBOL_NAME, optional=True), Attr("sym_visibility", STRING, optional=True)],
    regions=[RegionDef("bodyRegion", max_blocks=1)],
    traits=[
        "IsolatedFromAbove",
        "SymbolTable",
        "Symbol",
        "HasOnlyGraphRegion",
        "NoTerminator",
        "NoRegionArguments",
        "SingleBlock",
        "AffineScope",
    ],
    format="($sym_name^)? attr-dict-with-keyword $bodyRegion",
    default_dialect="builtin",
    verifiers=[verify_module],
    sharding_rule=NO_RULE,
)
"""A program: a table of symbols with functions and meshes. What has none around it is put into one."""

UNREALIZED_CONVERSION_CAST = pure_op(
    "builtin.unrealized_conversion_cast",
    operands=[Operand("inputs", ANY, "*")],
    results=[Result("outputs", ANY, "*")],
    format="($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
    verifiers=[verify_cast],
)
"""Values of some types in place of values of others, between two conversions that do not fit together yet."""


BUILTIN = Dialect("builtin", [MODULE, UNREALIZED_CONVERSION_CAST])
