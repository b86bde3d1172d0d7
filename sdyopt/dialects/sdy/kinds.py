"""The kinds of types and attributes that SDY's operations ask for."""

from __future__ import annotations

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy import printing
from sdyopt.dialects.sdy.syntax import axes, shardings
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I32, IntegerAttr
from sdyopt.ir.types import RankedTensorType
from sdyopt.mlir.declare.attr_kinds import in_short_form, word_of
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
PROPAGATION_DIRECTION = word_of("propagation direction enum", "allowed_direction", sdy.PROPAGATION_DIRECTIONS)
DEFAULT_REDUCTION_OP = IntegerAttr(0, I32)
REDUCTION_OP = word_of(
    "reduction op enum",
    "reduction_op",
    sdy.REDUCTION_OPS,
    parse=lambda parser, words: words.index(shardings.reduction_operator(parser)),
)
