"""The operations of the SDY dialect: https://openxla.org/shardy/sdy_dialect."""

from __future__ import annotations

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy import syntax
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I32, IntegerAttr, RankedTensorType
from sdyopt.mlir.declare import attr_kinds
from sdyopt.mlir.declare.attr_kinds import in_short_form, word_of
from sdyopt.mlir.declare.constraints import Attr, AttrConstraint, Operand, RegionDef, Result, TypeConstraint
from sdyopt.mlir.declare.definition import IN_SHARDINGS, NO_RULE, OUT_SHARDINGS, OpDef, single_sharding
from sdyopt.mlir.declare.type_kinds import ANY, NON_TOKEN_SHAPED, RANKED_TENSOR
from sdyopt.mlir.releases import since

# The kinds of types and attributes that SDY's operations ask for.

STATIC_TENSOR = TypeConstraint(
    "statically shaped tensor of any non-token type values",
    lambda type: isinstance(type, RankedTensorType) and type.has_static_shape,
)


def _is_per_value(attribute: Attribute) -> bool:
    return isinstance(attribute, sdy.ShardingPerValue)


MESH_KIND = in_short_form("Mesh of axes and a list of devices", syntax.MESH)
SHARDING = in_short_form("Tensor sharding", syntax.SHARDING)
SHARDING_BEHIND_OPERAND = AttrConstraint(
    SHARDING.summary, SHARDING.accepts, syntax.SHARDING.parse, syntax.sharding, cls=sdy.Sharding
)
"""It cannot be given in full: after the name of a value `#` begins the number of a result."""
SHARDING_PER_VALUE = AttrConstraint(
    "Tensor sharding per operand/result of an op",
    _is_per_value,
    syntax.parse_sharding_list,
    syntax.sharding_list,
    cls=sdy.ShardingPerValue,
)
MANUAL_AXES = in_short_form("A list of axes that a ManualComputationOp is manual on", syntax.MANUAL_AXES)
AXIS_REF_LIST = in_short_form("List of axis refs", syntax.AXIS_REF_LIST)
AXIS_REF_LISTS = in_short_form("List of axis ref lists", syntax.AXIS_REF_LISTS)
ALL_TO_ALL_PARAMS = in_short_form("List of all-to-all parameters", syntax.ALL_TO_ALL_PARAM_LIST)
PROPAGATION_DIRECTION = word_of("propagation direction enum", "allowed_direction", sdy.PROPAGATION_DIRECTIONS)
REDUCTION_OP = word_of(
    "reduction op enum",
    "reduction_op",
    sdy.REDUCTION_OPS,
    parse=lambda parser, words: words.index(syntax.reduction_operator(parser)),
)


MESH = OpDef(
    "sdy.mesh",
    attributes=[Attr("sym_name", attr_kinds.SYMBOL_NAME), Attr("mesh", MESH_KIND)],
    traits=["HasParent<builtin.module>", "Symbol"],
    format="$sym_name `=` $mesh attr-dict",
    sharding_rule=NO_RULE,
)
"""A mesh of devices: its axes with their sizes, and a name that shardings refer to it by.

The order of the devices can be given if it is not 0, 1, 2, …. A mesh without axes stands for one device if it has an
id, and else for any mesh.
"""

CONSTANT = OpDef(
    "sdy.constant",
    partitioning="constant",
    results=[Result("output", STATIC_TENSOR)],
    attributes=[Attr("value", attr_kinds.ELEMENTS)],
    traits=["AlwaysSpeculatableImplTrait", "ConstantLike", "Pure"],
    format="`` custom<Constant>",
    sharding_rule=NO_RULE,
)
"""A constant of the value's type.

It is what constants of other dialects become so that each use can have a copy, and a sharding, of its own.
"""

SHARDING_CONSTRAINT = OpDef(
    "sdy.sharding_constraint",
    partitioning="moved",
    operands=[Operand("input", ANY)],
    results=[Result("result", ANY)],
    attributes=[Attr("sharding", SHARDING_BEHIND_OPERAND)],
    traits=["Elementwise", "SameOperandsAndResultType"],
    format="$input $sharding attr-dict `:` type($result)",
    sharding_slots=single_sharding("sharding"),
    sharding_rule="sharding_constraint",
)
"""Asks for a sharding of a value at this place.

It says nothing of other uses of the input. A dimension that is open (`?`) may be sharded along further axes.
"""

SHARDING_GROUP = OpDef(
    "sdy.sharding_group",
    operands=[Operand("input", RANKED_TENSOR)],
    attributes=[Attr("group_id", attr_kinds.I64)],
    format="$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)",
    sharding_rule=NO_RULE,
)
"""Makes a value a member of a group all of whose members have one sharding.

Groups go by numbers. They have no results, and members must have the same shape.
"""

RESHARD = OpDef(
    "sdy.reshard",
    partitioning="moved",
    operands=[Operand("input", ANY)],
    results=[Result("result", ANY)],
    attributes=[Attr("sharding", SHARDING_BEHIND_OPERAND)],
    traits=["AlwaysSpeculatableImplTrait", "Elementwise", "Pure", "SameOperandsAndResultType"],
    format="$input $sharding attr-dict `:` type($result)",
    sharding_slots=single_sharding("sharding"),
    sharding_rule=NO_RULE,
)
"""Moves a value to another sharding: unlike a constraint, which only asks, this is what really happens."""

PROPAGATION_BARRIER = OpDef(
    "sdy.propagation_barrier",
    partitioning="moved",
    operands=[Operand("input", RANKED_TENSOR)],
    results=[Result("result", RANKED_TENSOR)],
    attributes=[Attr("allowed_direction", PROPAGATION_DIRECTION)],
    traits=["AlwaysSpeculatableImplTrait", "Elementwise", "Pure", "SameOperandsAndResultType"],
    format="$input `allowed_direction` `` `=` `` $allowed_direction attr-dict `:` type($input)",
    sharding_rule=NO_RULE,
)
"""Lets shardings pass from its operand to its result, or back, only in the direction that is allowed: `NONE`,
`FORWARD`, `BACKWARD` or `BOTH`."""

MANUAL_COMPUTATION = OpDef(
    "sdy.manual_computation",
    operands=[Operand("tensors", ANY, "*")],
    results=[Result("results", ANY, "*")],
    attributes=[
        Attr("in_shardings", SHARDING_PER_VALUE),
        Attr("out_shardings", SHARDING_PER_VALUE),
        Attr("manual_axes", MANUAL_AXES),
    ],
    regions=[RegionDef("body", max_blocks=1)],
    traits=["IsolatedFromAbove", "RecursiveMemoryEffects", "SingleBlock", "SingleBlockImplicitTerminator<sdy.return>"],
    format="""`(` operands `)`
        `in_shardings` `` `=` `` $in_shardings
        `out_shardings` `` `=` `` $out_shardings
        `manual_axes` `` `=` `` $manual_axes
        custom<SingleBlockRegionNoBlockId>($body) attr-dict `:` functional-type(operands, results)""",
    sharding_slots=(IN_SHARDINGS, OUT_SHARDINGS),
    sharding_rule=NO_RULE,
)
"""A computation that is written for one device along some axes, as by `jax.shard_map`.

The shardings say how the operands are cut for the body, whose arguments have the local types along the manual axes,
and how the results are put together. Along all other axes the body is global still. It sees nothing from outside.
"""

NAMED_COMPUTATION = OpDef(
    "sdy.named_computation",
    operands=[Operand("operands", ANY, "*")],
    results=[Result("results", ANY, "*")],
    attributes=[
        Attr("name", attr_kinds.STRING),
        Attr("in_shardings", SHARDING_PER_VALUE, optional=True),
        Attr("out_shardings", SHARDING_PER_VALUE, optional=True),
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
    sharding_slots=(IN_SHARDINGS, OUT_SHARDINGS),
    sharding_rule=NO_RULE,
)
"""A computation with a name that is the same inside and outside, as of a function that is inlined.

The shardings are those of operands and results if they are there; it sees nothing from outside.
"""

RETURN = OpDef(
    "sdy.return",
    operands=[Operand("results", ANY, "*")],
    traits=["AlwaysSpeculatableImplTrait", "IsTerminator", "Pure", "ReturnLike"],
    format="attr-dict ($results^ `:` type($results))?",
)
"""Ends a manual or named computation and gives its results."""

DATA_FLOW_EDGE = OpDef(
    "sdy.data_flow_edge",
    operands=[Operand("input", NON_TOKEN_SHAPED)],
    results=[Result("result", NON_TOKEN_SHAPED)],
    attributes=[Attr("sharding", SHARDING, optional=True)],
    traits=["SameOperandsAndResultType"],
    format="$input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)",
    sharding_slots=single_sharding("sharding"),
    sharding_rule=NO_RULE,
)
"""Where values flow together that must have one sharding: those of an argument or result of a loop, a branch or the
like.

The input is the edge's owner; the edge has the sharding that all sources and targets share while shardings are
propagated.
"""

FUNC_DATA_FLOW_EDGE = OpDef(
    "sdy.func_data_flow_edge",
    operands=[Operand("input", NON_TOKEN_SHAPED)],
    results=[Result("result", NON_TOKEN_SHAPED)],
    traits=["SameOperandsAndResultType"],
    format="$input attr-dict `:` type($result)",
    sharding_rule=NO_RULE,
)
"""A data-flow edge between a call and its function: for an argument of a function, or for what a call gives."""


def _collective(
    name: str, axes: str = "", axes_kind: AttrConstraint | None = None, is_reduction: bool = False
) -> OpDef:
    """An operation that communicates between devices; `axes` is its attribute beside `out_sharding`.

    A reduction may also have an operator, `sum` by default.
    """
    own = [] if axes_kind is None else [Attr(axes, axes_kind)]
    first = f"${axes} " if axes else ""
    if is_reduction:
        default, is_shown = IntegerAttr(0, I32), lambda: since("0.11.0")
        own.append(Attr("reduction_op", REDUCTION_OP, default=default, is_shown=is_shown))
        first = f"($reduction_op^)? {first}"
    return OpDef(
        f"sdy.{name}",
        operands=[Operand("tensor", NON_TOKEN_SHAPED)],
        results=[Result("result", NON_TOKEN_SHAPED)],
        attributes=[*own, Attr("out_sharding", SHARDING)],
        traits=["SameOperandsAndResultType"],
        sharding_slots=single_sharding("out_sharding"),
        format=f"{first}$tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)",
    )


ALL_GATHER = _collective("all_gather", "gathering_axes", AXIS_REF_LISTS)
"""Gathers a tensor along axes: each dimension is sharded no longer along those that are listed for it.

The lists are cut from the end of each dimension's sharding; what remains is the result's sharding.
"""
ALL_REDUCE = _collective("all_reduce", "reduction_axes", AXIS_REF_LIST, is_reduction=True)
"""Reduces a tensor over the devices along axes. Keeps the sharding, but removes its unreduced
axes.

It computes the sum, or with `max` or `min` before the axes the maximum or minimum.
"""
ALL_SLICE = _collective("all_slice", "slicing_axes", AXIS_REF_LISTS)
"""Slices a tensor along axes: each dimension is sharded along those that are listed for it, too.

It is the opposite of `sdy.all_gather`, and needs no communication.
"""
ALL_TO_ALL = _collective("all_to_all", "params", ALL_TO_ALL_PARAMS)
"""Moves axes from the end of one dimension's sharding to the end of another one's, for each of its parameters."""
COLLECTIVE_PERMUTE = _collective("collective_permute")
"""Sends each device's part to another device: the axes of dimensions change, the local shape stays."""
REDUCE_SCATTER = _collective("reduce_scatter", "reduce_scatter_axes", AXIS_REF_LISTS, is_reduction=True)
"""Reduces a tensor over the devices along axes, and leaves each with a part: dimensions are sharded along these, too.

It is an `sdy.all_reduce` and an `sdy.all_slice` at once.
"""
SHARDED_TO_UNREDUCED = _collective("sharded_to_unreduced", "axes", AXIS_REF_LISTS)
"""Makes axes that shard dimensions unreduced instead: each device then holds a summand of the whole."""
REPLICATED_TO_UNREDUCED = _collective("replicated_to_unreduced", "axes", AXIS_REF_LIST)
"""Makes axes along which a tensor is replicated unreduced: what the devices then hold sums up to what each of them
held."""

OPERATIONS: tuple[OpDef, ...] = tuple([definition for definition in vars().values() if isinstance(definition, OpDef)])
"""All of them."""
