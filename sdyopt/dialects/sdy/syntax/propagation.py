"""The syntax of what propagation reads and records."""

from __future__ import annotations

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.syntax.parts import legal, unread, unread_list
from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.diagnostics import UnwantedToken
from sdyopt.mlir.formats.messages import missing, refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.syntax import Syntax, made
from sdyopt.mlir.write.quoting import string_value

_NO_DIRECTION = (
    "expected string or keyword containing one of the following enum values for attribute 'allowed_direction' "
    f"[{', '.join(sdy.PROPAGATION_DIRECTIONS)}]"
)


class Propagation(Syntax):
    """The direction of a barrier, and the edges along which propagation has gone."""

    grammar = """
        propagation_direction: WORD | STRING | INTEGER

        edge_value_ref: edge_node_type after_hyphen
        edge_node_type: WORD | STRING

        axis_to_propagation_details: "{" part_axis_ref "=" part_edge_value_ref "->" "[" part_edge_value_ref ("," \
            part_edge_value_ref)* "]" "}"

        propagation_one_step: "{" "step" after_hyphen "=" "[" part_axis_to_propagation_details ("," \
            part_axis_to_propagation_details)* "]" "}"

        propagation_edges: "<" "[" part_propagation_one_step ("," part_propagation_one_step)* "]" ">"
    """
    messages = {
        " after_hyphen": missing("expected '-'"),
        " propagation_direction": refused(_NO_DIRECTION),
    }
    follow_ups = {
        "edge_value_ref edge_node_type": unread("EdgeValueRef", "type", "::mlir::sdy::EdgeNodeType"),
        "edge_value_ref after_hyphen": unread("EdgeValueRef", "index", "int64_t"),
        "axis_to_propagation_details part_axis_ref": unread(
            "AxisToPropagationDetails", "axis_name", "::mlir::sdy::AxisRefAttr"
        ),
        "axis_to_propagation_details part_edge_value_ref 3": unread(
            "AxisToPropagationDetails", "source", "::mlir::sdy::EdgeValueRefAttr"
        ),
        "axis_to_propagation_details part_edge_value_ref": unread_list(
            "AxisToPropagationDetails", "targets", "EdgeValueRefAttr"
        ),
        "propagation_one_step after_hyphen": unread("PropagationOneStep", "step_index", "int64_t"),
        "propagation_one_step part_axis_to_propagation_details": unread_list(
            "PropagationOneStep", "axis_entries", "AxisToPropagationDetailsAttr"
        ),
        "propagation_edges part_propagation_one_step": unread_list(
            "PropagationEdges", "value", "PropagationOneStepAttr"
        ),
    }

    edge_value_ref = made(sdy.EdgeValueRef)

    @staticmethod
    def propagation_direction(context: ParseContext, token: str) -> int:
        """The number of the direction."""
        name = string_value(token) if token[0] == '"' else token
        if name not in sdy.PROPAGATION_DIRECTIONS:
            if token[0] == '"':
                message = f'invalid allowed_direction attribute specification: "{name}"'
                raise context.error(message, context.start)
            raise context.error(_NO_DIRECTION, context.start, UnwantedToken)
        return sdy.PROPAGATION_DIRECTIONS.index(name)

    @staticmethod
    def edge_node_type(context: ParseContext, token: str) -> str:
        kind = string_value(token) if token[0] == '"' else token
        if kind not in (sdy.OPERAND, sdy.RESULT):
            kinds = f"{sdy.OPERAND}, {sdy.RESULT}"
            raise context.error(f"expected ::mlir::sdy::EdgeNodeType to be one of: {kinds}", context.start)
        return kind

    @staticmethod
    def axis_to_propagation_details(
        context: ParseContext, axis: sdy.AxisRef, source: sdy.EdgeValueRef, *targets: sdy.EdgeValueRef
    ) -> sdy.AxisToPropagationDetails:
        return sdy.AxisToPropagationDetails(axis, source, targets)

    @staticmethod
    def propagation_one_step(
        context: ParseContext, step: int, *axis_entries: sdy.AxisToPropagationDetails
    ) -> sdy.PropagationOneStep:
        return sdy.PropagationOneStep(step, axis_entries)

    @staticmethod
    def propagation_edges(context: ParseContext, *steps: sdy.PropagationOneStep) -> Attribute:
        return legal(context, sdy.PropagationEdges, steps)
