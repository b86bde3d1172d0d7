"""The verifiers of data-flow edges, propagation barriers and records of propagation: https://openxla.org/shardy/sdy_dialect."""

from __future__ import annotations

from typing import Any

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import (
    OPERAND,
    PROPAGATION_DIRECTIONS,
    EdgeValueRef,
    Mesh,
    PropagationEdges,
    Sharding,
)
from sdyopt.dialects.sdy.ops import FUNC_DATA_FLOW_EDGE, MANUAL_COMPUTATION, NAMED_COMPUTATION
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.dialects.sdy.verification.shardings import mesh_of
from sdyopt.ir.attributes import IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import OpResult
from sdyopt.mlir.diagnostics import Note
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of

# Data-flow edges.


def verify_static_shape(op: Operation, context: Verification) -> None:
    """An edge's values have a static shape."""
    (type,) = op.signature.result_types
    if not isinstance(type, ShapedType) or not type.has_static_shape:
        context.error(op, f"expected {op.name} to have a static-shaped result. type: '{text_of(type)}'")


def verify_edge_input(op: Operation, context: Verification) -> None:
    """The input of a data-flow edge has no other use, and comes from a data-flow op or another dialect's op."""
    (value,) = op.operands
    if not value.has_one_use:
        context.error(op, f"expected input of {op.name} to have a single user")
    if isinstance(value, OpResult):
        definition = value.owner.signature.definition
        if definition.dialect == "sdy" and definition not in (MANUAL_COMPUTATION, NAMED_COMPUTATION):
            context.error(
                op,
                f"expected input of {op.name} to not be defined by an SdyDialect op (other than an "
                f"{NAMED_COMPUTATION.name}).",
                [Note(f"sdy op defining the input of the {op.name}", value.owner.location)],
            )


def verify_function_edge_input(op: Operation, context: Verification) -> None:
    """The operand of a function's data-flow edge has no other use, and is an argument or what a call returns."""
    (value,) = op.operands
    if not value.has_one_use:
        context.error(op, f"expected operand of {op.name} to have a single user")
    if isinstance(value, OpResult):
        if value.owner.signature.definition is not CALL:
            context.error(op, f"expected operand of {op.name} to be a result of call op.")
        return
    holder = None if value.block is None else value.block.parent_op
    if holder is None or holder.signature.definition is not FUNC:
        context.error(op, f"expected operand of {op.name} to be a block argument of a func op.")


# Barriers.


def verify_barrier(op: Operation, context: Verification) -> None:
    """A barrier lets nothing pass in some direction."""
    direction = op.properties["allowed_direction"]
    assert isinstance(direction, IntegerAttr)
    if PROPAGATION_DIRECTIONS[direction.value] == "BOTH":
        context.error(
            op,
            "cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.",
        )


# Records of what propagation did.


def verify_propagation_edges(op: Operation, edges: PropagationEdges, context: Verification) -> None:
    """The values that the record names are there and have shardings on one mesh, that has the axes.

    The record of a function's data-flow edge may name values of the call, which are not looked for.
    """
    entries = [entry for step in edges.steps for entry in step.axis_entries]
    shardings = [_sharding_at(op, ref) for entry in entries for ref in (entry.source, *entry.targets)]
    known = [sharding for sharding in shardings if sharding is not None]
    if not known:
        context.error(op, "expected propagation edges attr to reference a sharding.")
    mesh = common_mesh(op, known, context)
    if mesh is None:
        context.error(op, "expected a common mesh for propagation edges attr.")
    assert mesh is not None
    for entry in entries:
        if entry.axis.name not in mesh.axis_sizes:
            context.error(op, "expected axis ref to be in one of the meshes")
        for ref in (entry.source, *entry.targets):
            count = len(_values(op, ref))
            if not 0 <= ref.index < count and op.signature.definition is not FUNC_DATA_FLOW_EDGE:
                article = "an" if ref.kind == OPERAND else "a"
                context.error(
                    op,
                    f"expected a value ref to have {article} {ref.kind} index in range [0, {count}), got: {ref.index}",
                )


def common_mesh(op: Operation, shardings: list[Sharding], context: Verification) -> Mesh | None:
    """The mesh that all of `shardings` are on; None if there is none. Empty meshes do not count unless all are."""
    common: Mesh | None = None
    for sharding in shardings:
        mesh = mesh_of(op, sharding, context)
        if mesh is None:
            return None
        if common is None or common.is_empty:
            common = mesh
        elif mesh is not common and not mesh.is_empty:
            return None
    return common


def _values(op: Operation, ref: EdgeValueRef) -> list[Any]:
    return op.operands if ref.kind == OPERAND else list(op.results)


def _sharding_at(op: Operation, ref: EdgeValueRef) -> Sharding | None:
    values = _values(op, ref)
    return sharding_of(values[ref.index]) if 0 <= ref.index < len(values) else None
