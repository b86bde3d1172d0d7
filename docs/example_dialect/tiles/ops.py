"""The operations of the dialect."""

from sdyopt import Operation, RankedTensorType, RulePattern, rule
from sdyopt.declare import (
    Attr,
    OpDef,
    Operand,
    RegionDef,
    Result,
    Verification,
    attr_kinds,
    infers_type_of_first_operand,
    same_operands_and_result_type,
    type_kinds,
)
from tiles.attributes import A_TILING, Tiling
from tiles.types import A_TILE


def verify_tiling(op: Operation, context: Verification) -> None:
    """The tiles divide the dimensions that they tile."""
    shape = getattr(op.operand_named("input").type, "shape", ())
    if "tiling" not in op.properties:
        return
    sizes = op.attribute_named("tiling", Tiling).sizes
    if len(sizes) > len(shape):
        context.error(op, f"expects at most {len(shape)} sizes of tiles, but got {len(sizes)}")
    for dimension, size in enumerate(sizes, len(shape) - len(sizes)):
        if shape[dimension] % size:
            context.error(op, f"expects tiles of {size} to divide dimension {dimension} of size {shape[dimension]}")


RETILE = OpDef(
    "tiles.retile",
    operands=[Operand("input", type_kinds.STATIC_TENSOR)],
    results=[Result("result", type_kinds.STATIC_TENSOR)],
    attributes=[Attr("tiling", A_TILING, optional=True), Attr("is_ordered", attr_kinds.BOOL)],
    traits=["Pure"],
    format="$input (`as` $tiling^)? custom<Ordered>($is_ordered) attr-dict `:` type($result)",
    verifiers=[same_operands_and_result_type, infers_type_of_first_operand, verify_tiling],
    sharding_rule=rule("... -> ..."),
)
"""Stores a tensor in other tiles, or as it likes if none are given."""


def verify_matmul(op: Operation, context: Verification) -> None:
    """The contracted dimensions are equal."""
    lhs, rhs = op.operand_named("lhs").type, op.operand_named("rhs").type
    if isinstance(lhs, RankedTensorType) and isinstance(rhs, RankedTensorType) and lhs.shape[1] != rhs.shape[0]:
        context.error(op, f"expects equal contracted dimensions, but got {lhs.shape[1]} and {rhs.shape[0]}")


def matmul_rule(op: Operation) -> RulePattern:
    """The contracted dimension leaves sums of a part."""
    scale = ", columns" * (len(op.operands) == 3)
    return rule(f"rows inner, inner columns{scale} -> rows columns", reduction="inner")


MATMUL = OpDef(
    "tiles.matmul",
    operands=[
        Operand("lhs", type_kinds.STATIC_TENSOR),
        Operand("rhs", type_kinds.STATIC_TENSOR),
        Operand("scale", type_kinds.STATIC_TENSOR, "?"),
    ],
    results=[Result("result", type_kinds.STATIC_TENSOR)],
    attributes=[Attr("exact", attr_kinds.UNIT, optional=True)],
    traits=["Pure"],
    format="$lhs `,` $rhs (`times` $scale^)? (`exact` $exact^)? attr-dict `:` functional-type(operands, results)",
    verifiers=[verify_matmul],
    sharding_rule=matmul_rule,
)
"""The product of two matrices in tiles, with scaled columns if there is a scale."""

ZERO = OpDef("tiles.zero", results=[Result("result", A_TILE)], traits=["Pure"], format="attr-dict `:` type($result)")
"""A tile of zeros."""

YIELD = OpDef(
    "tiles.yield",
    operands=[Operand("values", type_kinds.ANY, "*")],
    traits=["IsTerminator", "Pure", "HasParent<tiles.grid>"],
    format="($values^ `:` type($values))? attr-dict",
)
"""Ends the body of a grid."""

GRID = OpDef(
    "tiles.grid",
    results=[Result("tiles", A_TILE, "*")],
    attributes=[Attr("sizes", attr_kinds.I64_ARRAY)],
    regions=[RegionDef("body", max_blocks=1)],
    traits=["SingleBlockImplicitTerminator<tiles.yield>"],
    format="$sizes `:` type($tiles) $body attr-dict",
)
"""Computes once for each tile of a grid."""

OPERATIONS = [RETILE, MATMUL, ZERO, YIELD, GRID]
