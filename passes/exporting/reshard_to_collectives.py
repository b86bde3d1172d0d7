"""-sdy-reshard-to-collectives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.ops import PROPAGATION_BARRIER, RESHARD
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.value import OpResult, Value
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.legalization import not_legalized
from sdyopt.rewriting.passes import FunctionPass, option, register_pass
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.collectives.reshards import Endpoint, Lowering, is_redundant, lowered, may_stay
from sdyopt.sharding.mesh_symbols import meshes_around, sharding_mesh
from sdyopt.sharding.slots import sharding_of


@register_pass("sdy-reshard-to-collectives")
@dataclass(frozen=True)
class ReshardToCollectives(FunctionPass):
    """Makes collectives of reshards.

    A chain of all-slices, collective permutes, all-to-alls and all-gathers takes the place of each reshard; nothing
    does if no device needs another part of the value than it has. A reshard between meshes with different axes stays.
    """

    keep_redundant_reshards: bool = option(False, "Keeps reshards between shardings with the same axes")

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        reshards = [op for op in walk(function) if op.signature.definition is RESHARD]
        if not reshards:
            return
        replacements = Replacements(meshes_around(function))
        for op in reshards:
            self.prepare(op, replacements, rewriter)
        for op in reshards:
            value = replacements.of(op.result)
            if value is not op.result:
                rewriter.replace(op, [value])

    def prepare(self, op: Operation, replacements: Replacements, rewriter: Rewriter) -> None:
        """Creates the collectives in front of a reshard. Raises CompilationError if there can be none."""
        target = replacements.target(op)
        source = replacements.source(op.operands[0])
        if may_stay(source, target, self.keep_redundant_reshards):
            rewriter.report(Kept, op, source, target)
            return
        operand = replacements.of(op.operands[0])
        input = past_barriers(operand)
        source = replacements.source(input)
        lowering = lowered(source, target, op.result.type)
        if lowering is None:
            raise not_legalized(op, rewriter)
        value = input if lowering.skips_barriers else operand
        if not lowering.collectives:
            if replacements.of(value) is not op.result:  # Not in a circle of reshards that is never reached.
                rewriter.report(Removed, op)
                replacements.values[op.result] = value
            return
        rewriter.report(Lowered, op, lowering)
        at = InsertionPoint.before_op(op)
        for collective in lowering.collectives:
            value = rewriter.create_with(at, collective.signature, [value], op.location).result
        rewriter.renames(value, op.result)
        replacements.values[op.result] = value


class Replacements:
    """The values that take the places of the results of reshards, which stay until all reshards are looked at."""

    def __init__(self, meshes: Mapping[str, Mesh]) -> None:
        self.values: dict[Value, Value] = {}
        self._meshes = meshes

    def of(self, value: Value) -> Value:
        """Returns what takes the place of `value`, or that itself."""
        found = value
        while found in self.values:
            found = self.values[found]
        if found is not value:
            self.values[value] = found
        return found

    def source(self, value: Value) -> Endpoint | None:
        """Returns the sharding of `value`, or of that which propagation barriers pass on to it."""
        sharding = sharding_of(past_barriers(value))
        return None if sharding is None else self._endpoint(sharding)

    def target(self, reshard: Operation) -> Endpoint:
        """Returns the sharding that a reshard asks for."""
        return self._endpoint(cast(Sharding, reshard.properties["sharding"]))

    def _endpoint(self, sharding: Sharding) -> Endpoint:
        mesh = sharding_mesh(sharding, self._meshes)
        assert mesh is not None
        return Endpoint(sharding, mesh)


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
