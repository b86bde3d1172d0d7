"""-sdy-reshard-to-collectives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from sdyopt.dialects.builtin.ops import UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.ops import ALL_GATHER, ALL_SLICE, ALL_TO_ALL, COLLECTIVE_PERMUTE, PROPAGATION_BARRIER, RESHARD
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.value import OpResult, Value
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.folding import CastFolded, cast_from, fold_commutative, is_foldable
from sdyopt.rewriting.legalization import not_legalized
from sdyopt.rewriting.passes import FunctionPass, option, register_pass
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.collectives.reshards import Endpoint, Lowering, is_redundant, lowered, may_stay
from sdyopt.sharding.mesh_symbols import meshes_around, sharding_mesh
from sdyopt.sharding.slots import sharding_of

COLLECTIVES = frozenset({ALL_GATHER, ALL_SLICE, ALL_TO_ALL, COLLECTIVE_PERMUTE})
"""What takes the place of reshards."""


@register_pass("sdy-reshard-to-collectives")
@dataclass(frozen=True)
class ReshardToCollectives(FunctionPass):
    """Makes collectives of reshards.

    A chain of all-slices, collective permutes, all-to-alls and all-gathers takes the place of each reshard; nothing
    does if no device needs another part of the value than it has. A reshard between meshes with different axes stays.
    """

    keep_redundant_reshards: bool = option(False, "Keeps reshards between shardings with the same axes")

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        replacements = Replacements(function)
        for op in list(walk(function)):
            definition = op.signature.definition
            if definition is RESHARD:
                self.lower(op, replacements, rewriter)
            elif definition not in COLLECTIVES:
                visit(op, replacements, rewriter)
        replacements.apply(rewriter)

    def lower(self, op: Operation, replacements: Replacements, rewriter: Rewriter) -> None:
        """Creates the collectives in front of a reshard. Raises CompilationError if there can be none."""
        target = replacements.endpoint(cast(Sharding, op.properties["sharding"]))
        source = replacements.source(op.operands[0])
        if may_stay(source, target, self.keep_redundant_reshards):
            rewriter.report(Kept, op, source, target)
            return
        operand = replacements.of(op.operands[0])
        input = past_barriers(operand)
        lowering = lowered(replacements.source(input), target, op.result.type)
        if lowering is None:
            raise not_legalized(op, rewriter)
        value = input if lowering.skips_barriers else operand
        if lowering.collectives:
            rewriter.report(Lowered, op, lowering)
            at = InsertionPoint.before_op(op)
            for collective in lowering.collectives:
                value = rewriter.create_with(at, collective.signature, [value], op.location).result
            rewriter.renames(value, op.result)
        else:
            rewriter.report(Removed, op)
        replacements.add(op, [value])


def visit(op: Operation, replacements: Replacements, rewriter: Rewriter) -> None:
    """Folds another operation if it can be folded, as in MLIR, for which it becomes the newest user of its operands."""
    op.renew_uses()
    if not is_foldable(op.signature.definition):
        return
    if op.signature.definition is not UNREALIZED_CONVERSION_CAST:
        fold_commutative(op, rewriter)
        return
    values = cast_from(op)
    if values is not None:
        replacements.add(op, values)
        for result, value in zip(op.results, values, strict=True):
            rewriter.report(CastFolded, result, value)


class Replacements:
    """Operations that are replaced when all of the function have been visited, and the values that are used instead."""

    def __init__(self, function: Operation) -> None:
        self._function = function
        self._values: dict[Value, Value] = {}
        self._replaced: list[Operation] = []

    @cached_property
    def _meshes(self) -> dict[str, Mesh]:
        return meshes_around(self._function)

    def add(self, op: Operation, values: Sequence[Value]) -> None:
        """Replaces `op` by `values`."""
        self._replaced.append(op)
        for result, value in zip(op.results, values, strict=True):
            if self.of(value) is not result:  # In code that is never reached values may depend on each other.
                self._values[result] = value

    def of(self, value: Value) -> Value:
        """Returns what is used instead of `value`, or that itself."""
        found = value
        while found in self._values:
            found = self._values[found]
        if found is not value:
            self._values[value] = found
        return found

    def source(self, value: Value) -> Endpoint | None:
        """Returns the sharding of `value`, or of what propagation barriers pass on to it."""
        sharding = sharding_of(past_barriers(value))
        return None if sharding is None else self.endpoint(sharding)

    def endpoint(self, sharding: Sharding) -> Endpoint:
        """Returns a sharding with its mesh."""
        mesh = sharding_mesh(sharding, self._meshes)
        assert mesh is not None
        return Endpoint(sharding, mesh)

    def apply(self, rewriter: Rewriter) -> None:
        """Replaces the operations."""
        for op in self._replaced:
            for result in op.results:
                rewriter.replace_uses(result, self.of(result))
        for op in reversed(self._replaced):
            if not any(result.is_used for result in op.results):
                rewriter.erase(op)


def past_barriers(value: Value) -> Value:
    """Returns the value that propagation barriers, if there are any, pass on to `value`."""
    start = value
    while isinstance(value, OpResult) and value.owner.signature.definition is PROPAGATION_BARRIER:
        value = value.owner.operands[0]
        if value is start:
            break  # A circle of barriers, which is never reached.
    return value


class Kept(Decision):
    """A reshard stays: one that does nothing is to, or the meshes of its ends have different axes."""

    op: Operation
    source: Endpoint | None
    target: Endpoint

    def explain(self, remarks: Remarks) -> None:
        source, target = self.source, self.target
        if source is None or is_redundant(source.sharding, target.sharding):
            remarks.tell("redundant-reshard-kept", "redundant reshard kept", self.op)
        else:
            text = "reshard kept: the mesh {from_mesh} of {value} does not have the axes of {mesh}"
            value, meshes = self.op.operands[0], (source.sharding.mesh, target.sharding.mesh)
            remarks.tell("reshard-kept", text, self.op, value=value, from_mesh=meshes[0], mesh=meshes[1])


class Removed(Decision):
    """A reshard does nothing, and is removed."""

    op: Operation

    def explain(self, remarks: Remarks) -> None:
        text = "reshard removed: each device has the part of {value} that it needs"
        remarks.tell("reshard-removed", text, self.op, value=self.op.operands[0])


class Lowered(Decision):
    """Collectives take the place of a reshard."""

    op: Operation
    lowering: Lowering

    def explain(self, remarks: Remarks) -> None:
        from sdyopt.sharding.collectives.explanation import COSTS, explanations

        assert self.lowering.problem is not None and self.lowering.axes is not None
        steps = tuple([collective.step for collective in self.lowering.collectives])
        told = explanations(self.lowering.problem, steps, self.lowering.axes)
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
