"""Records of propagation steps, which the option `debug-propagation-edge-sharding` writes to operations."""

from __future__ import annotations

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import (
    OPERAND,
    RESULT,
    AxisRef,
    AxisToPropagationDetails,
    EdgeValueRef,
    PropagationEdges,
    PropagationOneStep,
)
from sdyopt.dialects.sdy.discardable import PROPAGATION_EDGES
from sdyopt.ir.attributes import ArrayAttr
from sdyopt.ir.operation import Operation
from sdyopt.passes.propagation.engine.observer import Visited
from sdyopt.passes.propagation.solve.new_axes import new_axes
from sdyopt.rewriting.functions.attributes import result_attributes
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.sharding.propagation_records import axis_order, first_free_step

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
                _write_to_first_result(op, record, rewriter)
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


def _write_to_first_result(function: Operation, record: PropagationEdges, rewriter: Rewriter) -> None:
    attributes = result_attributes(function.signature)
    if attributes:
        attributes = (attributes[0].with_entry(PROPAGATION_EDGES, record), *attributes[1:])
    rewriter.set_property(function, "res_attrs", ArrayAttr(attributes))
