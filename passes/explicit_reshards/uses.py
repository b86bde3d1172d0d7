"""Single uses of values: each is given the sharding that it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn, TypeVar

from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.mesh_symbols import sharding_mesh
from sdyopt.dialects.sdy.shardings.slots import sharding_of
from sdyopt.ir.attribute import Location
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpOperand, Value
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.passes.explicit_reshards.choose.uses import (
    ReshardStep,
    UnreducedAxesError,
    UseTarget,
    all_reduce,
    steps_to,
    to_unreduced,
)
from sdyopt.passes.explicit_reshards.decisions import UseChanged, reshard_replaced
from sdyopt.passes.explicit_reshards.signatures import step_signature
from sdyopt.rewriting.rewriter import Rewriter

T = TypeVar("T")


class Uses:
    """Inserts operations in front of uses.

    With `with_reshards` also what changes only the axes of dimensions.
    """

    def __init__(self, meshes: Mapping[str, Mesh], with_reshards: bool, rewriter: Rewriter) -> None:
        self._meshes = meshes
        self._with_reshards = with_reshards
        self._rewriter = rewriter

    def change(
        self,
        use: OpOperand,
        target: Sharding | None,
        at: InsertionPoint | None = None,
        with_reshards: bool | None = None,
    ) -> None:
        """Gives the value of `use` the sharding `target`, or none, for that use alone.

        New operations come to `at`, by default right after the value. Raises CompilationError where the reference
        aborts.
        """
        present = sharding_of(use.value)
        if present is target:
            return
        source, goal = self._target(present), self._target(target)
        is_full = self._with_reshards if with_reshards is None else with_reshards
        steps = self._steps(use.owner, lambda: steps_to(source, goal, is_full))
        if steps:
            self._insert(use, source, steps, at or InsertionPoint.after_value(use.value))

    def reduce(self, use: OpOperand, target: Sharding | None) -> None:
        """Sums the value of `use` along unreduced axes that `target` does not have, right before the operation."""
        source = self._target(sharding_of(use.value))
        if source is None:
            return
        goal = self._target(target)
        step = self._steps(use.owner, lambda: all_reduce(source, goal))
        if step is not None:
            self._insert(use, source, (step,), InsertionPoint.before_op(use.owner))

    def replace_reshard(self, op: Operation) -> bool:
        """Replaces a reshard to a sharding with new unreduced axes; returns whether it is one."""
        source, goal = self._target(sharding_of(op.operands[0])), self._target(sharding_of(op.result))
        if source is None or goal is None:
            return False
        steps = self._steps(op, lambda: to_unreduced(source, goal))
        if not steps:
            return False
        self._rewriter.report(reshard_replaced, op, goal.sharding)
        value = op.operands[0]
        location = value.definition_location
        for step in steps:
            value = self._create(step, value, InsertionPoint.before_op(op), location)
        self._rewriter.renames(value, op.result)
        self._rewriter.replace(op, [value])
        return True

    def _insert(
        self, use: OpOperand, source: UseTarget | None, steps: Sequence[ReshardStep], at: InsertionPoint
    ) -> None:
        value = original = use.value
        has = None if source is None else source.sharding
        location = original.definition_location
        for step in steps:
            self._rewriter.report(UseChanged, use.owner, original, has, step)
            value = self._create(step, value, at, location)
            self._rewriter.renames(value, original)
            has = step.sharding
        self._rewriter.set_operand(use, value)

    def _create(self, step: ReshardStep, value: Value, at: InsertionPoint, location: Location | int) -> Value:
        return self._rewriter.create_with(at, step_signature(step, value.type), [value], location).results[0]

    def _target(self, sharding: Sharding | None) -> UseTarget | None:
        mesh = None if sharding is None else sharding_mesh(sharding, self._meshes)
        return None if sharding is None or mesh is None else UseTarget(sharding, mesh)

    def _steps(self, op: Operation, steps: Callable[[], T]) -> T:
        try:
            return steps()
        except UnreducedAxesError as error:
            fail(op, str(error))


def fail(op: Operation, message: str) -> NoReturn:
    """Raises CompilationError at `op`."""
    raise CompilationError([Diagnostic("error", message, op.location)])
