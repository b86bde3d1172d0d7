"""The program that plans are tried on: one function without calls, as propagation starts with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import cast

from sdyopt.api.errors import Error
from sdyopt.api.module import Module
from sdyopt.cost.origins.followers import Follower, NamesFollower
from sdyopt.cost.program.asynchronous import make_synchronous
from sdyopt.cost.program.inlining import Left
from sdyopt.cost.program.stages import partitioning, split_at_export
from sdyopt.cost.program.xla_import import import_as_xla
from sdyopt.dialects import REGISTRY
from sdyopt.driver.pipeline.manager import PassManager
from sdyopt.driver.pipeline.model import PassInvocation, Pipeline
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.description import describe_operation
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.planning.grouping.heavy_uses import HEAVY, heavy_uses
from sdyopt.planning.names import argument_names
from sdyopt.planning.target import PlanTarget

_FIRST_OF_SHARDINGS = "sdy-apply-sharding-constraints"
"""The first pass whose work depends on the shardings of arguments, in a program without calls."""


class PreparedProgram:
    """A copy of a module, calls inlined and imported, that is cloned for each plan.

    Import is done once unless calls are left, through which it would move shardings.
    """

    def __init__(self, module: Module, target: PlanTarget) -> None:
        self.module = module
        self.target = target
        self.names = argument_names(module, target.function)
        """Those of the arguments."""
        copies: dict[Value, Value] = {}
        self.operation = clone(module.operation, copies)
        self._written = {copy: value for value, copy in copies.items()}
        self._follower = Follower(copies.values())
        self._bases: dict[Value, Value] = {}
        """In a changed copy, what values are copies of."""
        make_synchronous(self.operation)
        self._xla_import = import_as_xla(self.operation, self._follower)
        self.calls_left = self._xla_import.calls_left
        self.is_inlined = not any(left.reason is Left.SIZE for left in self.calls_left)
        passes = partitioning(self.is_inlined)
        first = next(number for number, each in enumerate(passes) if each.name == _FIRST_OF_SHARDINGS)
        number = 0 if self.calls_left else first
        self.heavy_uses = heavy_uses(self.function)
        called = self.operation if self.calls_left else self.function
        self.heavy_ops = collect(called, lambda signature: signature.definition in HEAVY)
        self._rest = passes[number:]
        self._run(passes[:number], self.operation, self._follower)

    @cached_property
    def function(self) -> Operation:
        """The function whose arguments are sharded, in the copy."""
        return Module(self.operation, self.module.source).functions[self.target.function]

    @property
    def arguments(self) -> tuple[BlockArgument, ...]:
        """The arguments of the function."""
        return tuple(self.function.regions[0].blocks[0].arguments)

    @property
    def returned(self) -> tuple[Value, ...]:
        """The values that the function returns."""
        last = self.function.regions[0].blocks[0].last
        return tuple(cast(Operation, last).operands)

    def written(self, op: Operation) -> Operation | None:
        """Returns the operation of the module that an operation of the copy comes from."""
        value = self._written.get(self._follower.source(op.results[0])) if op.results else None
        return value.owner if isinstance(value, OpResult) else None

    def written_value(self, value: Value) -> Value | None:
        """Returns the value of the module that a value of the copy comes from; None if it comes from none."""
        return self._written.get(self._follower.source(value))

    def on(self, operation: Operation, mapping: Mapping[Value, Value]) -> PreparedProgram:
        """Returns what is like this, of a changed copy of the program, with its values by those of this one."""
        twin = copy(self)
        twin.operation = operation
        twin._bases = {new: self._bases.get(value, value) for value, new in mapping.items()}
        twin.__dict__.pop("function", None)
        return twin

    def cloned(self, mapping: dict[Value, Value]) -> Operation:
        """Returns a copy of the program for one plan, with the values of that by those of this one."""
        return clone(self.operation, mapping)

    def partition(self, operation: Operation, mapping: Mapping[Value, Value]) -> None:
        """Runs the rest of import, propagation, and export with explicit collectives on a copy. Raises Error.

        `mapping` has the values of the copy by those of this program.
        """
        before, after = split_at_export(self._rest)
        bases, original = self._bases, self._follower.original
        originals = {copy: original(bases.get(value, value)) for value, copy in mapping.items()}
        follower = NamesFollower(originals)
        self._run(before, operation, follower)
        self._xla_import.restore_order(operation, lambda value: originals.get(found := follower.original(value), found))
        self._run(after, operation)

    def _run(self, passes: Sequence[PassInvocation], operation: Operation, follower: Follower | None = None) -> None:
        errors: list[CompilationError] = []
        verifier = Verifier(REGISTRY, describe_operation)
        manager = PassManager(Pipeline.of(passes), verifier, errors.append, False, remarks=follower)
        if not manager.run(operation):
            diagnostics = [diagnostic for error in errors for diagnostic in error.diagnostics]
            raise Error(diagnostics, self.module.source) from errors[0].__cause__
