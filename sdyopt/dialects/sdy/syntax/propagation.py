"""What propagation reads and records: how it is read and written."""

from __future__ import annotations

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.syntax.axes import AXIS_REF
from sdyopt.mlir.declare.parameters import I64, AttributeDef, enum, list_of

EDGE_VALUE_REF = AttributeDef(
    sdy.EdgeValueRef,
    "edge_value_ref",
    {"type": enum((sdy.OPERAND, sdy.RESULT), "::mlir::sdy::EdgeNodeType"), "index": I64},
    "`` $type `` `-` `` $index",
    title="Sdy_EdgeValueRef",
)
AXIS_TO_PROPAGATION_DETAILS = AttributeDef(
    sdy.AxisToPropagationDetails,
    "axis_to_propagation_details",
    {
        "axis_name": AXIS_REF.parameter("::mlir::sdy::AxisRefAttr"),
        "source": EDGE_VALUE_REF.parameter("::mlir::sdy::EdgeValueRefAttr"),
        "targets": list_of(EDGE_VALUE_REF.parameter()),
    },
    "`{` $axis_name `=` $source `->` `[` $targets `]` `}`",
    title="Sdy_AxisToPropagationDetails",
)
PROPAGATION_ONE_STEP = AttributeDef(
    sdy.PropagationOneStep,
    "propagation_one_step",
    {"step_index": I64, "axis_entries": list_of(AXIS_TO_PROPAGATION_DETAILS.parameter())},
    "`{` `step` `` `-` `` $step_index `=` `[` $axis_entries `]` `}`",
    title="Sdy_PropagationOneStep",
)
PROPAGATION_EDGES = AttributeDef(
    sdy.PropagationEdges,
    "propagation_edges",
    {"value": list_of(PROPAGATION_ONE_STEP.parameter())},
    "`<` `[` $value `]` `>`",
    title="Sdy_PropagationEdges",
)
