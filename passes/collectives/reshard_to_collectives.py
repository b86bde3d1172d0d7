"""-sdy-reshard-to-collectives."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.ops import ALL_GATHER, ALL_SLICE, ALL_TO_ALL, COLLECTIVE_PERMUTE, RESHARD
from sdyopt.dialects.sdy.revision import revision
from sdyopt.dialects.sdy.shardings.data_flow import past_barriers
from sdyopt.dialects.sdy.shardings.mesh_symbols import meshes_around, sharding_mesh
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.passes.collectives.reshards import Endpoint, Lowering, is_redundant, lowered, may_stay
from sdyopt.rewriting.conversion import Replacements, not_legalized, operations_to_convert, visit_unconverted
from sdyopt.rewriting.decisions import Decision, Explanation, explained
from sdyopt.rewriting.passes import FunctionPass, option, register_pass
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter

COLLECTIVES = frozenset({ALL_GATHER, ALL_SLICE, ALL_TO_ALL, COLLECTIVE_PERMUTE})
"""What takes the place of reshards."""


@register_pass("sdy-reshard-to-collectives")
class ReshardToCollectives(FunctionPass):
    """Makes collectives of reshards.

    A chain of all-slices, collective permutes, all-to-alls and all-gathers takes the place of each reshard; nothing
    does if no device needs another part of the value than it has. A reshard between meshes with different axes stays,
    as does one to or from a single device.
    """

    keep_redundant_reshards: bool = option(default=False, help="Keeps reshards between shardings with the same axes")

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        replacements, endpoints = Replacements(), Endpoints(function)
        for op in operations_to_convert(function):
            definition = op.signature.definition
            if definition is RESHARD:
                self.lower(op, endpoints, replacements, rewriter)
            elif definition not in COLLECTIVES:
                visit_unconverted(op, replacements, rewriter)
        replacements.apply(rewriter)

    def lower(self, op: Operation, endpoints: Endpoints, replacements: Replacements, rewriter: Rewriter) -> None:
        """Creates the collectives in front of a reshard. Raises CompilationError if there can be none."""
        target = endpoints.of(cast(Sharding, op.properties["sharding"]))
        operand = op.operands[0]
        source = endpoints.of_value(operand)
        if may_stay(source, target, self.keep_redundant_reshards, revision().reshards_single_devices):
            rewriter.report(reshard_kept, op, source, target)
            return
        value = replacements.of(operand)
        if value is not operand:
            source = endpoints.of_value(value)
        lowering = lowered(source, target, op.result.type)
        if lowering is None:
            if target.mesh.is_maximal or (source is not None and source.mesh.is_maximal):
                rewriter.report(reshard_kept, op, source, target)
                return
            raise not_legalized(op, rewriter)
        if lowering.skips_barriers:
            value = past_barriers(value)
        if lowering.collectives:
            rewriter.report(ReshardLowered, op, lowering)
            at = InsertionPoint.before_op(op)
            for collective in lowering.collectives:
                value = rewriter.create_with(at, collective.signature, [value], op.location).result
            rewriter.renames(value, op.result)
        else:
            rewriter.report(reshard_removed, op)
        replacements.add(op, [value])


class Endpoints:
    """The shardings of values in a function, with their meshes."""

    def __init__(self, function: Operation) -> None:
        self._function = function
        self._known: dict[Sharding, Endpoint] = {}

    @cached_property
    def _meshes(self) -> dict[str, Mesh]:
        return meshes_around(self._function)

    def of_value(self, value: Value) -> Endpoint | None:
        """Returns the sharding of `value`, or of what propagation barriers pass on to it."""
        sharding = sharding_of(past_barriers(value))
        return None if sharding is None else self.of(sharding)

    def of(self, sharding: Sharding) -> Endpoint:
        """Returns a sharding with its mesh. Raises CompilationError if there is no such mesh."""
        known = self._known.get(sharding)
        if known is None:
            mesh = sharding_mesh(sharding, self._meshes)
            if mesh is None:
                message = f"unknown mesh: @{sharding.mesh_name}"
                raise CompilationError([Diagnostic("error", message, self._function.location)])
            known = self._known[sharding] = Endpoint(sharding, mesh)
        return known


def reshard_kept(op: Operation, source: Endpoint | None, target: Endpoint) -> Explanation:
    """A reshard stays: one that does nothing is to, or the meshes of its ends have different axes."""
    text = "reshard kept: the mesh {from_mesh} of {value} does not have the axes of {mesh}"
    if target.mesh.is_maximal or (source is not None and source.mesh.is_maximal):
        text = "reshard kept: it moves {value} to or from a single device"
    elif source is None or is_redundant(source.sharding, target.sharding):
        text = "reshard kept, though redundant: each device has the part of {value} that it needs"
    from_mesh = None if source is None else source.sharding.mesh
    value, mesh = op.operands[0], target.sharding.mesh
    return explained("reshard-kept", text, op, value=value, from_mesh=from_mesh, mesh=mesh)


def reshard_removed(op: Operation) -> Explanation:
    """A reshard does nothing, and is removed."""
    text = "reshard removed: each device has the part of {value} that it needs"
    return explained("reshard-removed", text, op, value=op.operands[0])


class ReshardLowered(Decision):
    """Collectives take the place of a reshard."""

    op: Operation
    lowering: Lowering

    def explain(self, remarks: Remarks) -> None:
        from sdyopt.passes.collectives.explanation import (
            COSTS,
            elements_sent,
            elements_sent_by_gathering,
            explanations,
        )

        problem = self.lowering.problem
        assert problem is not None and self.lowering.axes is not None
        steps = tuple([collective.step for collective in self.lowering.collectives])
        told = explanations(problem, steps, self.lowering.axes)
        for number, (step, explanation) in enumerate(zip(steps, told, strict=True), 1):
            remarks.tell(
                step.kind.replace("_", "-"),
                f"{{value}} resharded in step {{step}} of {{steps}} by {{collective}}: {{changes}}; {COSTS[step.kind]}",
                self.op,
                value=self.op.result,
                step=number,
                steps=len(steps),
                collective=step.kind,
                changes=explanation.changes,
                devices=explanation.devices,
                others=explanation.devices - 1,
            )
        sent, gathering = elements_sent(problem, steps), elements_sent_by_gathering(problem)
        if sent != gathering:
            remarks.tell(
                "collectives-chosen",
                "{value} resharded by {collectives}: each device sends {sent:#} {sent:element|elements}; "
                "gathering along the axes that move, and slicing, would send {gathering}",
                self.op,
                value=self.op.result,
                collectives=[step.kind for step in steps],
                sent=sent,
                gathering=gathering,
            )
