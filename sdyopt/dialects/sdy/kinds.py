"""The kinds of types and attributes that SDY's operations ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy import printing
from sdyopt.dialects.sdy.syntax import axes, shardings
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I32, IntegerAttr
from sdyopt.ir.types import RankedTensorType
from sdyopt.mlir.declare.attr_kinds import in_short_form
from sdyopt.mlir.declare.constraints import AttrConstraint, TypeConstraint

STATIC_TENSOR = TypeConstraint(
    "statically shaped tensor of any non-token type values",
    lambda type: isinstance(type, RankedTensorType) and type.has_static_shape,
)


def _is_per_value(attribute: Attribute) -> bool:
    return isinstance(attribute, sdy.ShardingPerValue)


MESH = in_short_form("Mesh of axes and a list of devices", axes.MESH)
SHARDING = in_short_form("Tensor sharding", shardings.SHARDING)
SHARDING_BEHIND_OPERAND = AttrConstraint(
    SHARDING.summary, SHARDING.accepts, shardings.SHARDING.parse, printing.sharding
)
"""It cannot be given in full: after the name of a value `#` begins the number of a result."""
SHARDING_PER_VALUE = AttrConstraint(
    "Tensor sharding per operand/result of an op", _is_per_value, shardings.sharding_list, printing.sharding_list
)
MANUAL_AXES = in_short_form("A list of axes that a ManualComputationOp is manual on", shardings.MANUAL_AXES)
AXIS_REF_LIST = in_short_form("List of axis refs", axes.AXIS_REF_LIST)
AXIS_REF_LISTS = in_short_form("List of axis ref lists", axes.AXIS_REF_LISTS)
ALL_TO_ALL_PARAMS = in_short_form("List of all-to-all parameters", axes.ALL_TO_ALL_PARAM_LIST)


def _is_case_of(words: Sequence[str]) -> Callable[[Attribute], bool]:
    return lambda attribute: (
        isinstance(attribute, IntegerAttr) and attribute.type is I32 and 0 <= attribute.value < len(words)
    )


PROPAGATION_DIRECTION = AttrConstraint(
    "propagation direction enum",
    _is_case_of(sdy.PROPAGATION_DIRECTIONS),
    lambda parser: IntegerAttr(parser.parse_case("allowed_direction", sdy.PROPAGATION_DIRECTIONS), I32),
    lambda attribute: sdy.PROPAGATION_DIRECTIONS[attribute.value],
)
DEFAULT_REDUCTION_OP = IntegerAttr(0, I32)
REDUCTION_OP = AttrConstraint(
    "reduction op enum",
    _is_case_of(sdy.REDUCTION_OPS),
    lambda parser: IntegerAttr(sdy.REDUCTION_OPS.index(shardings.reduction_operator(parser)), I32),
    lambda attribute: sdy.REDUCTION_OPS[attribute.value],
    begins=lambda parser: parser.token in sdy.REDUCTION_OPS,
)
