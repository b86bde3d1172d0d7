"""Explanations: what a propagation reports of its decisions, for remarks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import (
    OPERAND,
    PROPAGATION_EDGES,
    RESULT,
    AxisRef,
    AxisToPropagationDetails,
    EdgeValueRef,
    PropagationEdges,
    PropagationOneStep,
    Sharding,
)
from sdyopt.dialects.sdy.syntax import factor as factor_name
from sdyopt.ir.attributes import ArrayAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple, Record
from sdyopt.ir.value import Value
from sdyopt.mlir.rewrite.remarks import Decision, RemarkArgument, Remarks
from sdyopt.passes.propagation.engine.nodes import Key, Node, ResultNode
from sdyopt.passes.propagation.engine.profiles import PropagationStage, Shardings, Updates
from sdyopt.passes.propagation.solve.obstacles import Reason, dimension_of, obstacles
from sdyopt.passes.propagation.solve.solution import PropagationQuestion, new_axes
from sdyopt.rewriting.functions import result_attributes
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.uses import axis_order, first_free_step

# Observers: what follows the visits of a propagation, and explains or records them.


class Visited(NamedTuple):
    """A visit that had a common mesh, and what it has changed."""

    node: Node
    """That of the operation, or of a result of the main function."""
    question: PropagationQuestion
    stage: PropagationStage
    updates: Updates


class Observer(Protocol):
    """Follows the visits of a propagation."""

    def visited(self, visited: Visited) -> None:
        """Called after each visit."""


REASONS = {
    Reason.BLOCKED_FACTOR: "the sharding rule blocks factor {factor}",
    Reason.FORWARD_ONLY: "axes are propagated from operands to results only",
    Reason.BACKWARD_ONLY: "axes are propagated from results to operands only",
    Reason.NO_DIRECTION: "no axes are propagated over this operation",
    Reason.OTHER_AXES: "dimension {dimension} of {where} is already sharded along {other_axes}",
    Reason.REPLICATED: "{where} is replicated along it",
    Reason.UNREDUCED: "{where} is unreduced along it",
    Reason.CLOSED_DIMENSION: "dimension {dimension} of {where} is closed",
    Reason.OVERFLOW: "the axes of dimension {dimension} of {where} cannot be divided among its factors",
    Reason.NOT_DIVISIBLE: "factor {factor}, of size {factor_size}, cannot be split evenly along it",
    Reason.USED_IN_DIMENSION: "dimension {dimension} of {where} is already sharded along it",
    Reason.SUB_AXIS: "conservative propagation has no sub-axes",
    Reason.LOST: "an earlier factor of dimension {dimension} of {where} is not fully sharded",
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
        details = {**self.details, "factor": factor_name(self.factor)}
        remarks.tell("axes-propagated", "{axes} propagated " + _WAY, self.op, **details)


class AxisNotPropagated(Decision):
    """An axis of one value has not come to another one."""

    op: Operation
    axis: AxisRef
    factor: int
    source: RemarkArgument
    source_dimension: int | None
    target: RemarkArgument
    target_dimension: int | None
    where: RemarkArgument
    dimension: int | None
    other_axes: tuple[AxisRef, ...]
    """Those of the dimension `dimension` of `where`."""
    factor_size: int
    reason: Reason

    def explain(self, remarks: Remarks) -> None:
        text = "{axis} not propagated " + _WAY + ": " + REASONS[self.reason]
        details = {**self.details, "factor": factor_name(self.factor), "reason": str(self.reason)}
        remarks.tell("axis-not-propagated", text, self.op, **details)


class PropagationReporter(Record):
    """Reports the axes that visits propagate, and at the end why others are not propagated."""

    _rewriter: Rewriter

    def held_back(self, priority: int, key: Key, sharding: Sharding) -> None:
        """Reports the axes of a tensor that have a priority above 0."""
        at, value = (key, key) if isinstance(key, Value) else (key[0], _function_result(key[1]))
        for number, dimension in enumerate(sharding.dimensions):
            if dimension.priority == priority and dimension.axes:
                text = "{axes} in dimension {dimension} of {value} held back until priority {priority}"
                self._rewriter.tell(
                    "axes-held-back", text, at, axes=dimension.axes, dimension=number, value=value, priority=priority
                )

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

    def finish(self, nodes: Iterable[tuple[Node, Shardings]], stage: PropagationStage) -> None:
        """Reports why axes have not been propagated over these nodes, whose last visit was at `stage`."""
        for node, shardings in nodes:
            profile = node.kind.profile
            question = None if profile is None else profile.question(shardings, stage)
            if question is None:
                self._report_meshes(node, shardings)
            else:
                self._report_obstacles(node, question)

    def _report_obstacles(self, node: Node, question: PropagationQuestion) -> None:
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
                subject(node, found.where),
                found.dimension,
                _axes_in(question.shardings[found.where], found.dimension),
                question.rule.factor_sizes[found.factor],
                found.reason,
            )

    def _report_meshes(self, node: Node, shardings: Shardings) -> None:
        meshes = {sharding.mesh: tensor for tensor, sharding in enumerate(shardings) if sharding is not None}
        if len(meshes) > 1:
            values = tuple([subject(node, tensor) for tensor in meshes.values()])
            text = "nothing propagated between {values}: their shardings are on different meshes, {meshes}"
            self._rewriter.tell("meshes-differ", text, node.op, values=values, meshes=tuple(meshes))


def _axes_in(sharding: Sharding | None, dimension: int | None) -> tuple[AxisRef, ...]:
    return () if sharding is None or dimension is None else sharding.dimensions[dimension].axes


def subject(node: Node, tensor: int) -> Value | str:
    """Returns what messages call a tensor of a node: the value, or the result of the function."""
    if isinstance(node, ResultNode) and tensor == 1:
        return _function_result(node.number)
    return node.values[tensor]


def _function_result(number: int) -> str:
    return f"result {number} of the function"


# Records of propagation steps, which the option `debug-propagation-edge-sharding` writes to operations.

Steps = dict[int, dict[tuple[AxisRef, int], list[int]]]
"""For each step the tensors that an axis came to from a tensor."""


class EdgeRecords:
    """The steps in which axes have been propagated over each operation of a module."""

    def __init__(self, module: Operation) -> None:
        self._step = first_free_step(module)
        self._steps: dict[Operation, Steps] = {}
        self._known: dict[Operation, set[tuple[AxisRef, int, int]]] = {}
        self._operand_counts: dict[Operation, int] = {}

    def visited(self, visited: Visited) -> None:
        """Notes the axes that a visit has propagated."""
        if not visited.updates:
            return
        op = visited.node.op
        for axis, _, source, target in new_axes(visited.question):
            known = self._known.setdefault(op, set())
            if (axis, source, target) not in known:
                known.add((axis, source, target))
                self._operand_counts[op] = len(visited.question.rule.operand_mappings)
                steps = self._steps.setdefault(op, {})
                steps.setdefault(self._step, {}).setdefault((axis, source), []).append(target)
        self._step += 1

    def write(self, rewriter: Rewriter) -> None:
        """Writes the records to the operations that are still there; those of functions to their first results."""
        for op, steps in self._steps.items():
            if op.parent is None:
                continue
            record = _record(steps, self._operand_counts[op])
            if op.signature.definition is FUNC:
                attributes = result_attributes(op.signature)
                if attributes:
                    attributes = (attributes[0].with_entry(PROPAGATION_EDGES, record), *attributes[1:])
                rewriter.set_property(op, "res_attrs", ArrayAttr(attributes))
            else:
                rewriter.set_attribute(op, PROPAGATION_EDGES, record)


def _record(steps: Steps, operand_count: int) -> PropagationEdges:
    def ref(tensor: int) -> EdgeValueRef:
        is_operand = tensor < operand_count
        return EdgeValueRef(OPERAND, tensor) if is_operand else EdgeValueRef(RESULT, tensor - operand_count)

    def entry(axis: AxisRef, source: int, targets: list[int]) -> AxisToPropagationDetails:
        return AxisToPropagationDetails(axis, ref(source), tuple([ref(target) for target in sorted(targets)]))

    return PropagationEdges(
        tuple(
            [
                PropagationOneStep(
                    step,
                    tuple([entry(*key, entries[key]) for key in sorted(entries, key=lambda key: axis_order(key[0]))]),
                )
                for step, entries in sorted(steps.items())
            ]
        )
    )
