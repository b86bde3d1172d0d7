"""The syntax of what propagation reads and records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.syntax.axes import part_axis_ref
from sdyopt.dialects.sdy.syntax.parts import part, unread, unread_list
from sdyopt.mlir.read.tokens import Failed

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

_NODE_TYPE = unread("EdgeValueRef", "type", "::mlir::sdy::EdgeNodeType")
_INDEX = unread("EdgeValueRef", "index", "int64_t")
_AXIS = unread("AxisToPropagationDetails", "axis_name", "::mlir::sdy::AxisRefAttr")
_SOURCE = unread("AxisToPropagationDetails", "source", "::mlir::sdy::EdgeValueRefAttr")
_TARGETS = unread_list("AxisToPropagationDetails", "targets", "EdgeValueRefAttr")
_STEP = unread("PropagationOneStep", "step_index", "int64_t")
_ENTRIES = unread_list("PropagationOneStep", "axis_entries", "AxisToPropagationDetailsAttr")
_STEPS = unread_list("PropagationEdges", "value", "PropagationOneStepAttr")


def edge_value_ref(parser: Parser) -> Any:
    """`operand-0`, or `result-1`."""
    at = parser.start
    try:
        kind = parser.parse_keyword_or_string()
        if kind not in (sdy.OPERAND, sdy.RESULT):
            raise parser.not_a_case("::mlir::sdy::EdgeNodeType", (sdy.OPERAND, sdy.RESULT), kind, at)
    except Failed:
        raise parser.say(_NODE_TYPE) from None
    parser.parse_token("-", "expected '-'")
    return sdy.EdgeValueRef(kind, parser.parameter(_INDEX, parser.parse_integer))


def axis_to_propagation_details(parser: Parser) -> Any:
    """`{"x" = operand-0 -> [result-0]}`."""
    parser.parse_token("{", "expected '{'")
    axis = parser.parameter(_AXIS, lambda: part_axis_ref(parser))
    parser.parse_token("=", "expected '='")
    source = parser.parameter(_SOURCE, lambda: _part_edge(parser))
    parser.parse_token("->", "expected '->'")
    parser.parse_token("[", "expected '['")
    targets = parser.elements(_TARGETS, _part_edge)
    parser.parse_token("]", "expected ']'")
    parser.parse_token("}", "expected '}'")
    return sdy.AxisToPropagationDetails(axis, source, tuple(targets))


def propagation_one_step(parser: Parser) -> Any:
    """`{step-0 = [{"x" = operand-0 -> [result-0]}]}`."""
    parser.parse_token("{", "expected '{'")
    parser.parse_keyword("step")
    parser.parse_token("-", "expected '-'")
    step = parser.parameter(_STEP, parser.parse_integer)
    parser.parse_token("=", "expected '='")
    parser.parse_token("[", "expected '['")
    entries = parser.elements(_ENTRIES, part(sdy.AxisToPropagationDetails, axis_to_propagation_details))
    parser.parse_token("]", "expected ']'")
    parser.parse_token("}", "expected '}'")
    return sdy.PropagationOneStep(step, tuple(entries))


def propagation_edges(parser: Parser) -> Any:
    """`<[{step-0 = […]}]>`."""
    at = parser.start
    parser.parse_token("<", "expected '<'")
    parser.parse_token("[", "expected '['")
    steps = parser.elements(_STEPS, part(sdy.PropagationOneStep, propagation_one_step))
    parser.parse_token("]", "expected ']'")
    parser.parse_token(">", "expected '>'")
    return parser.legal(sdy.PropagationEdges, at, tuple(steps))


_part_edge = part(sdy.EdgeValueRef, edge_value_ref)
