"""What a plan costs: the program with its shardings is propagated and partitioned, and the cost read off the result."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from typing import cast

from sdyopt.api.errors import Error
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Sharding
from sdyopt.dialects.sdy.ops import SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.slots import set_argument_shardings, sharding_of, with_shardings
from sdyopt.ir.attributes import DictionaryAttr, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.sharding_slots import RESULT_ATTRIBUTES
from sdyopt.planning.choices import Choices, Placement
from sdyopt.planning.costs import REFUSED, Cost, Measure
from sdyopt.planning.grouping.classes import Classes
from sdyopt.planning.grouping.heavy_uses import HeavyUse
from sdyopt.planning.prepared import PreparedProgram
from sdyopt.planning.target import PlanTarget


class Evaluator:
    """Evaluates plans for the classes of a program."""

    def __init__(self, program: PreparedProgram, classes: Classes, measure: Measure) -> None:
        self._program = program
        self._classes = classes
        self._measure = measure

    def __call__(self, plans: Sequence[Choices]) -> Iterator[Cost]:
        """Yields the costs of plans."""
        for plan in plans:
            yield self.of(plan)

    def of(self, plan: Choices) -> Cost:
        """Returns the cost of a plan; an infinite one if a pass refuses the program."""
        try:
            cost = self._measure(self.partitioned(plan))
        except Error:
            return REFUSED
        collected()
        return cost

    def error_of(self, plan: Choices) -> str:
        """Returns why a pass refuses a plan; empty if none does."""
        try:
            self.partitioned(plan)
        except Error as error:
            return error.diagnostics[0].message
        return ""

    def partitioned(self, plan: Choices) -> Operation:
        """Returns the program as the partitioner leaves it under a plan. Raises Error if a pass refuses it."""
        copies: dict[Value, Value] = {}
        module = self._program.cloned(copies)
        first = copies[self._program.arguments[0]].block if self._program.arguments else None
        if first is not None:
            shard_signature(cast(Operation, first.parent_op), self._classes, plan, self._program.target)
        for each, choice in zip(self._classes.searched, plan, strict=True):
            if choice.at_use is not None:
                for use in each.uses:
                    constrain(_copied(use.op, copies), use, choice.at_use, self._program.target)
        self._program.partition(module, copies)
        return module


def _copied(op: Operation, copies: dict[Value, Value]) -> Operation:
    result = copies[op.results[0]]
    owner = getattr(result, "owner", None)
    assert isinstance(owner, Operation)
    return owner


def shard_signature(function: Operation, classes: Classes, plan: Choices, target: PlanTarget) -> None:
    """Gives arguments of a function, and the results tied to them, the shardings of a plan.

    Arguments that are in no class, and have no sharding, are replicated.
    """
    assert function.signature.definition is FUNC
    arguments: dict[int, Sharding] = {}
    results: dict[int, Sharding] = {}
    for each, choice in zip(classes.searched, plan, strict=True):
        sharding = sharding_on(choice.storage, target)
        arguments.update(dict.fromkeys(each.members, sharding))
        if choice.is_tied:
            results.update(dict.fromkeys(each.results, sharding))
    body = function.regions[0].blocks[0]
    for number in classes.left:
        argument = body.arguments[number]
        if isinstance(argument.type, RankedTensorType) and argument.type.shape and sharding_of(argument) is None:
            arguments[number] = sharding_on(((),) * len(argument.type.shape), target)
    if arguments:
        set_argument_shardings(function, arguments)
    if results:
        function.signature = with_shardings(function.signature, RESULT_ATTRIBUTES, results)


def constrain(op: Operation, use: HeavyUse, at_use: Placement, target: PlanTarget) -> Operation | None:
    """Puts a sharding constraint in front of the heavy operation `op`, so that it sees an argument as planned.

    Axes that do not divide a dimension of the operand are left out.
    """
    operand = op.operands[use.operand]
    type = operand.type
    assert isinstance(type, RankedTensorType)
    axes: list[tuple[int, ...]] = []
    for size, source in zip(type.shape, use.dimensions, strict=True):
        fitting: tuple[int, ...] = ()
        left = size
        for axis in () if source is None else at_use[source]:
            devices = target.mesh.axes[axis].size
            if left % devices == 0:
                fitting, left = (*fitting, axis), left // devices
        axes.append(fitting)
    properties = DictionaryAttr.of((("sharding", sharding_on(tuple(axes), target)),))
    constraint = Operation.create(SHARDING_CONSTRAINT, [operand], [type], properties, location=op.location)
    constraint.insert_before(op)
    op.set_operand(use.operand, constraint.result)
    return constraint


def sharding_on(placement: Placement, target: PlanTarget) -> Sharding:
    """Returns the closed sharding with these axes."""
    axes = target.mesh.axes
    dimensions = [DimensionSharding(tuple([AxisRef(axes[axis].name) for axis in each])) for each in placement]
    return Sharding(SymbolRefAttr((target.mesh_name,)), tuple(dimensions))


def collected() -> None:
    """Frees what was made since the last call, if nothing else does."""
    if not gc.isenabled():
        gc.collect(0)
