"""The discardable attributes with meaning: on any op, and on functions' arguments and results."""

from __future__ import annotations

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import SHARDING_RULE, OpShardingRule, PropagationEdges, Sharding, ShardingPerValue
from sdyopt.dialects.sdy.discardable import BLOCK_ARGUMENT_EDGES, PROPAGATION_EDGES, RESULT_EDGES
from sdyopt.dialects.sdy.verification.edges import verify_propagation_edges
from sdyopt.dialects.sdy.verification.rules import check_rule
from sdyopt.dialects.sdy.verification.shardings import (
    manual_axes_around,
    subject,
    verify_free,
    verify_sharding,
    verify_shardings,
)
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import ArrayAttr, TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import FunctionType
from sdyopt.mlir.declare.definition import Verifier
from sdyopt.mlir.declare.sharding_slots import SHARDING
from sdyopt.mlir.verify.enclosing_scope import sees_binders_only
from sdyopt.mlir.verify.verification import Verification


def verify_discardable(op: Operation, name: str, value: Attribute, context: Verification) -> None:
    """Checks an attribute of any op."""
    if name == SHARDING:
        if not isinstance(value, ShardingPerValue):
            context.error(op, "should have a sharding attribute of type TensorShardingPerValueAttr")
        assert isinstance(value, ShardingPerValue)
        verify_shardings(op, value, op.signature.result_types, "result", context)
    elif name == SHARDING_RULE:
        if not isinstance(value, OpShardingRule):
            context.error(
                op, f"should have a sharding rule attribute of type OpShardingRuleAttr for attr named '{name}'"
            )
        assert isinstance(value, OpShardingRule)
        complaint = check_rule(value, op.signature.operand_types, op.signature.result_types)
        if complaint is not None:
            context.error(op, complaint)
    elif name == PROPAGATION_EDGES:
        if not isinstance(value, PropagationEdges):
            context.error(
                op, f"should have a propagation edges attribute of type PropagationEdgesAttr for attr named '{name}'"
            )
    elif name in (RESULT_EDGES, BLOCK_ARGUMENT_EDGES) and not (
        isinstance(value, ArrayAttr) and all(isinstance(element, PropagationEdges) for element in value.elements)
    ):
        context.error(
            op,
            "should have a propagation edges attribute of type ArrayAttr<PropagationEdgesAttr> for attr named "
            f"'{RESULT_EDGES}' or '{BLOCK_ARGUMENT_EDGES}'",
        )


@sees_binders_only
def verify_sharding_around(op: Operation, context: Verification) -> None:
    """The shardings of an op's results use no axes that are manual around it."""
    shardings = op.signature.attributes[SHARDING]
    manual = context.around(op, manual_axes_around)
    if manual and isinstance(shardings, ShardingPerValue):
        for index, sharding in enumerate(shardings.shardings):
            verify_free(op, sharding, manual, context, subject("result", index, len(op.results)))


def verify_propagation_edges_around(op: Operation, context: Verification) -> None:
    """The record of propagation fits the shardings of the values that it names."""
    edges = op.signature.attributes[PROPAGATION_EDGES]
    assert isinstance(edges, PropagationEdges)
    verify_propagation_edges(op, edges, context)


DISCARDABLE_CONTEXT_VERIFIERS: dict[str, Verifier] = {
    PROPAGATION_EDGES: verify_propagation_edges_around,
    SHARDING: verify_sharding_around,
}


def verify_argument(op: Operation, index: int, name: str, value: Attribute, context: Verification) -> None:
    """Checks an attribute of an argument of a function."""
    _verify_of_function(op, "arg", index, name, value, context)


def verify_result(op: Operation, index: int, name: str, value: Attribute, context: Verification) -> None:
    """Checks an attribute of a result of a function."""
    _verify_of_function(op, "result", index, name, value, context)


def _verify_of_function(
    op: Operation, what: str, index: int, name: str, value: Attribute, context: Verification
) -> None:
    types = _function_types(op, what)
    if name != SHARDING or index >= len(types):
        return
    if not isinstance(value, Sharding):
        context.error(op, f"{what} {index} - should have a sharding attribute of type TensorShardingAttr")
    assert isinstance(value, Sharding)
    verify_sharding(op, value, types[index], context, f"{what} {index} - ")


def _function_types(op: Operation, what: str) -> tuple[Type, ...]:
    """The types of a function's arguments or results; nothing for ops that are not functions."""
    type = op.properties.get("function_type")
    if op.definition is not FUNC or not isinstance(type, TypeAttr) or not isinstance(type.type, FunctionType):
        return ()
    return type.type.inputs if what == "arg" else type.type.results
