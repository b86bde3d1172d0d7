"""The operations of the SDY dialect (seed 004, "Operations")."""

from __future__ import annotations

from sdyopt.dialects.sdy import directives as directives  # the formats name them
from sdyopt.dialects.sdy import kinds as kind
from sdyopt.ods import attr_kinds
from sdyopt.ods import constant_format as constant_format
from sdyopt.ods.constraints import Attr, AttrConstraint, Operand, RegionDef, Result
from sdyopt.ods.definition import OpDef
from sdyopt.ods.type_kinds import ANY

MESH = OpDef(
    "sdy.mesh",
    attributes=[Attr("sym_name", attr_kinds.SYMBOL_NAME), Attr("mesh", kind.MESH)],
    traits=["HasParent<builtin.module>", "Symbol"],
    format="$sym_name `=` $mesh attr-dict",
)

CONSTANT = OpDef(
    "sdy.constant",
    results=[Result("output", kind.STATIC_TENSOR)],
    attributes=[Attr("value", attr_kinds.ELEMENTS)],
    traits=["AlwaysSpeculatableImplTrait", "ConstantLike", "Pure"],
    format="`` custom<Constant>",
)

SHARDING_CONSTRAINT = OpDef(
    "sdy.sharding_constraint",
    operands=[Operand("input", ANY)],
    results=[Result("result", ANY)],
    attributes=[Attr("sharding", kind.SHARDING_BEHIND_OPERAND)],
    traits=["SameOperandsAndResultType"],
    format="$input $sharding attr-dict `:` type($result)",
)

SHARDING_GROUP = OpDef(
    "sdy.sharding_group",
    operands=[Operand("input", kind.RANKED_TENSOR)],
    attributes=[Attr("group_id", attr_kinds.I64)],
    format="$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)",
)

RESHARD = OpDef(
    "sdy.reshard",
    operands=[Operand("input", ANY)],
    results=[Result("result", ANY)],
    attributes=[Attr("sharding", kind.SHARDING_BEHIND_OPERAND)],
    traits=["AlwaysSpeculatableImplTrait", "Pure", "SameOperandsAndResultType"],
    format="$input $sharding attr-dict `:` type($result)",
)

PROPAGATION_BARRIER = OpDef(
    "sdy.propagation_barrier",
    operands=[Operand("input", kind.RANKED_TENSOR)],
    results=[Result("result", kind.RANKED_TENSOR)],
    attributes=[Attr("allowed_direction", kind.PROPAGATION_DIRECTION)],
    traits=["AlwaysSpeculatableImplTrait", "Pure", "SameOperandsAndResultType"],
    format="$input `allowed_direction` `` `=` `` $allowed_direction attr-dict `:` type($input)",
)

MANUAL_COMPUTATION = OpDef(
    "sdy.manual_computation",
    operands=[Operand("tensors", ANY, "*")],
    results=[Result("results", ANY, "*")],
    attributes=[
        Attr("in_shardings", kind.SHARDING_PER_VALUE),
        Attr("out_shardings", kind.SHARDING_PER_VALUE),
        Attr("manual_axes", kind.MANUAL_AXES),
    ],
    regions=[RegionDef("body", max_blocks=1)],
    traits=[
        "IsolatedFromAbove",
        "RecursiveMemoryEffects",
        "SingleBlock",
        "SingleBlockImplicitTerminator<sdy.return>",
    ],
    format="""`(` operands `)`
        `in_shardings` `` `=` `` $in_shardings
        `out_shardings` `` `=` `` $out_shardings
        `manual_axes` `` `=` `` $manual_axes
        custom<SingleBlockRegionNoBlockId>($body) attr-dict `:` functional-type(operands, results)""",
)

NAMED_COMPUTATION = OpDef(
    "sdy.named_computation",
    operands=[Operand("operands", ANY, "*")],
    results=[Result("results", ANY, "*")],
    attributes=[
        Attr("name", attr_kinds.STRING),
        Attr("in_shardings", kind.SHARDING_PER_VALUE, optional=True),
        Attr("out_shardings", kind.SHARDING_PER_VALUE, optional=True),
    ],
    regions=[RegionDef("body", max_blocks=1)],
    traits=[
        "IsolatedFromAbove",
        "RecursiveMemoryEffects",
        "RecursivelySpeculatableImplTrait",
        "SingleBlock",
        "SingleBlockImplicitTerminator<sdy.return>",
    ],
    format="""`<` $name `>` `` `(` $operands `)`
        (`in_shardings` `` `=` `` $in_shardings^)?
        (`out_shardings` `` `=` `` $out_shardings^)?
        custom<SingleBlockRegionNoBlockId>($body) attr-dict `:` functional-type($operands, results)""",
)

RETURN = OpDef(
    "sdy.return",
    operands=[Operand("results", ANY, "*")],
    traits=["AlwaysSpeculatableImplTrait", "IsTerminator", "Pure", "ReturnLike"],
    format="attr-dict ($results^ `:` type($results))?",
)

DATA_FLOW_EDGE = OpDef(
    "sdy.data_flow_edge",
    operands=[Operand("input", kind.SHAPED)],
    results=[Result("result", kind.SHAPED)],
    attributes=[Attr("sharding", kind.SHARDING, optional=True)],
    traits=["SameOperandsAndResultType"],
    format="$input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)",
)

FUNC_DATA_FLOW_EDGE = OpDef(
    "sdy.func_data_flow_edge",
    operands=[Operand("input", kind.SHAPED)],
    results=[Result("result", kind.SHAPED)],
    traits=["SameOperandsAndResultType"],
    format="$input attr-dict `:` type($result)",
)


def _collective(name: str, axes: str = "", axes_kind: AttrConstraint | None = None) -> OpDef:
    """An operation that communicates between devices; `axes` is its attribute beside `out_sharding`."""
    own = [] if axes_kind is None else [Attr(axes, axes_kind)]
    first = f"${axes} " if axes else ""
    return OpDef(
        f"sdy.{name}",
        operands=[Operand("tensor", kind.SHAPED)],
        results=[Result("result", kind.SHAPED)],
        attributes=[*own, Attr("out_sharding", kind.SHARDING)],
        traits=["SameOperandsAndResultType"],
        format=f"{first}$tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)",
    )


ALL_GATHER = _collective("all_gather", "gathering_axes", kind.AXIS_REF_LISTS)
ALL_REDUCE = _collective("all_reduce", "reduction_axes", kind.AXIS_REF_LIST)
ALL_SLICE = _collective("all_slice", "slicing_axes", kind.AXIS_REF_LISTS)
ALL_TO_ALL = _collective("all_to_all", "params", kind.ALL_TO_ALL_PARAMS)
COLLECTIVE_PERMUTE = _collective("collective_permute")
REDUCE_SCATTER = _collective("reduce_scatter", "reduce_scatter_axes", kind.AXIS_REF_LISTS)
SHARDED_TO_UNREDUCED = _collective("sharded_to_unreduced", "axes", kind.AXIS_REF_LISTS)
REPLICATED_TO_UNREDUCED = _collective("replicated_to_unreduced", "axes", kind.AXIS_REF_LIST)

OPERATIONS = (
    MESH,
    CONSTANT,
    SHARDING_CONSTRAINT,
    SHARDING_GROUP,
    RESHARD,
    PROPAGATION_BARRIER,
    MANUAL_COMPUTATION,
    NAMED_COMPUTATION,
    RETURN,
    DATA_FLOW_EDGE,
    FUNC_DATA_FLOW_EDGE,
    ALL_GATHER,
    ALL_REDUCE,
    ALL_SLICE,
    ALL_TO_ALL,
    COLLECTIVE_PERMUTE,
    REDUCE_SCATTER,
    SHARDED_TO_UNREDUCED,
    REPLICATED_TO_UNREDUCED,
)
