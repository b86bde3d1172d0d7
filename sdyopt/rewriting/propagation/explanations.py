"""Explanations: what a propagation reports of its decisions, for remarks."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.dialects.sdy.spelling import factor as factor_name
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.propagation.nodes import Node, ResultNode
from sdyopt.rewriting.propagation.observer import Visited
from sdyopt.rewriting.propagation.profiles import Shardings, Stage
from sdyopt.rewriting.remarks import RemarkArgument, Remarks
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.propagation.new_axes import new_axes
from sdyopt.sharding.propagation.obstacles import Reason, dimension_of, obstacles
from sdyopt.sharding.propagation.solution import Question

REASONS = {
    Reason.BLOCKED_FACTOR: "the sharding rule blocks the factor",
    Reason.DIRECTION: "axes are not propagated in this direction",
    Reason.OTHER_AXES: "dimension {dimension} of {where} is sharded along other axes",
    Reason.REPLICATED: "{where} is replicated along it",
    Reason.UNREDUCED: "{where} is unreduced along it",
    Reason.CLOSED_DIMENSION: "dimension {dimension} of {where} is closed",
    Reason.OVERFLOW: "the axes of dimension {dimension} of {where} do not fit its factors",
    Reason.NOT_DIVISIBLE: "its size does not divide the factor",
    Reason.USED_IN_DIMENSION: "dimension {dimension} of {where} is sharded along it already",
    Reason.SUB_AXIS: "sub-axes are not propagated",
    Reason.LOST: "an earlier factor of dimension {dimension} of {where} is not sharded completely",
}
"""Why an axis is not propagated."""

_WAY = "from dimension {source_dimension} of {source} to dimension {target_dimension} of {target}"


class AxesPropagated(Decision):
    """Axes have come from one value to another."""

    op: Operation
    axes: tuple[AxisRef, ...]
    factor: int
    source: RemarkArgument
    source_dimension: int | None
    target: RemarkArgument
    target_dimension: int | None

    def explain(self, remarks: Remarks) -> None:
        remarks.tell(
            "axes-propagated",
            "{axes} propagated " + _WAY,
            self.op,
            axes=self.axes,
            factor=factor_name(self.factor),
            source=self.source,
            source_dimension=self.source_dimension,
            target=self.target,
            target_dimension=self.target_dimension,
        )


class AxisNotPropagated(Decision):
    """An axis of one value has not come to another one."""

    op: Operation
    axis: AxisRef
    factor: int
    source: RemarkArgument
    source_dimension: int | None
    target: RemarkArgument
    target_dimension: int | None
    reason: Reason
    where: RemarkArgument
    dimension: int | None

    def explain(self, remarks: Remarks) -> None:
        remarks.tell(
            "axis-not-propagated",
            "{axis} not propagated " + _WAY + ": " + REASONS[self.reason],
            self.op,
            axis=self.axis,
            factor=factor_name(self.factor),
            source=self.source,
            source_dimension=self.source_dimension,
            target=self.target,
            target_dimension=self.target_dimension,
            where=self.where,
            dimension=self.dimension,
            reason=str(self.reason),
        )


class MeshesDiffer(Decision):
    """Nothing is propagated over an operation whose values are sharded over different meshes."""

    op: Operation
    values: tuple[RemarkArgument, ...]
    meshes: tuple[RemarkArgument, ...]

    def explain(self, remarks: Remarks) -> None:
        remarks.tell(
            "meshes-differ",
            "nothing propagated between {values}: their shardings are on different meshes, {meshes}",
            self.op,
            values=self.values,
            meshes=self.meshes,
        )


class Reporter:
    """Reports the axes that visits propagate, and at the end why others are not propagated."""

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter

    def visited(self, visited: Visited) -> None:
        """Reports the axes that a visit has propagated."""
        node = visited.node
        moved: dict[tuple[int, int, int], list[AxisRef]] = {}
        if visited.updates:
            for axis, factor, source, target in new_axes(visited.question):
                moved.setdefault((factor, source, target), []).append(axis)
        for (factor, source, target), axes in moved.items():
            self._rewriter.report(
                AxesPropagated,
                node.op,
                tuple(axes),
                factor,
                subject(node, source),
                dimension_of(visited.question.rule, source, factor),
                subject(node, target),
                dimension_of(visited.question.rule, target, factor),
            )

    def finish(self, nodes: Iterable[tuple[Node, Shardings]], stage: Stage) -> None:
        """Reports why axes have not been propagated over these nodes, whose last visit was at `stage`."""
        for node, shardings in nodes:
            profile = node.kind.profile
            question = None if profile is None else profile.question(shardings, stage)
            if question is None:
                self._report_meshes(node, shardings)
            else:
                self._report_obstacles(node, question)

    def _report_obstacles(self, node: Node, question: Question) -> None:
        for found in obstacles(question):
            self._rewriter.report(
                AxisNotPropagated,
                node.op,
                found.axis,
                found.factor,
                subject(node, found.source),
                dimension_of(question.rule, found.source, found.factor),
                subject(node, found.target),
                dimension_of(question.rule, found.target, found.factor),
                found.reason,
                subject(node, found.where),
                found.dimension,
            )

    def _report_meshes(self, node: Node, shardings: Shardings) -> None:
        meshes = {sharding.mesh: tensor for tensor, sharding in enumerate(shardings) if sharding is not None}
        if len(meshes) > 1:
            values = tuple([subject(node, tensor) for tensor in meshes.values()])
            self._rewriter.report(MeshesDiffer, node.op, values, tuple(meshes))


def subject(node: Node, tensor: int) -> Value | str:
    """Returns what messages call a tensor of a node: the value, or the result of the function."""
    if isinstance(node, ResultNode) and tensor == 1:
        return f"result {node.number} of the function"
    return node.values[tensor]
