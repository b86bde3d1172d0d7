"""The kinds of types and attributes that SDY's operations ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy import printing
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I32, IntegerAttr
from sdyopt.ir.types import RankedTensorType
from sdyopt.mlir.declare.constraints import AttrConstraint, TypeConstraint

STATIC_TENSOR = TypeConstraint(
    "statically shaped tensor of any non-token type values",
    lambda type: isinstance(type, RankedTensorType) and type.has_static_shape,
)


def _kind(summary: str, cls: type[Attribute], symbol: str, write: Callable[[Any], str]) -> AttrConstraint:
    """Attributes of SDY's class `cls`; in formats they stand in short form."""
    return AttrConstraint(summary, lambda attribute: isinstance(attribute, cls), symbol, write=write)


MESH = _kind("Mesh of axes and a list of devices", sdy.Mesh, "part_mesh", printing.mesh)
SHARDING = _kind("Tensor sharding", sdy.Sharding, "part_sharding", printing.sharding)
SHARDING_BEHIND_OPERAND = _kind("Tensor sharding", sdy.Sharding, "sharding", printing.sharding)
"""It cannot be given in full: after the name of a value `#` begins the number of a result."""
SHARDING_PER_VALUE = _kind(
    "Tensor sharding per operand/result of an op", sdy.ShardingPerValue, "sharding_list", printing.sharding_list
)
MANUAL_AXES = _kind(
    "A list of axes that a ManualComputationOp is manual on",
    sdy.ManualAxes,
    "part_manual_axes",
    printing.manual_axes,
)
AXIS_REF_LIST = _kind("List of axis refs", sdy.AxisRefList, "part_axis_ref_list", printing.axis_ref_list)
AXIS_REF_LISTS = _kind("List of axis ref lists", sdy.AxisRefLists, "part_axis_ref_lists", printing.axis_ref_lists)
ALL_TO_ALL_PARAMS = _kind(
    "List of all-to-all parameters",
    sdy.AllToAllParamList,
    "part_all_to_all_param_list",
    printing.all_to_all_param_list,
)

PROPAGATION_DIRECTION = AttrConstraint(
    "propagation direction enum",
    lambda attribute: (
        isinstance(attribute, IntegerAttr)
        and attribute.type is I32
        and 0 <= attribute.value < len(sdy.PROPAGATION_DIRECTIONS)
    ),
    "propagation_direction",
    lambda number: IntegerAttr(number, I32),
    lambda attribute: sdy.PROPAGATION_DIRECTIONS[attribute.value],
)
