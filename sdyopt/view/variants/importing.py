"""The part of the partitioner that is the same for all variants of a program, which runs once."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.api.errors import Error
from sdyopt.api.module import Module
from sdyopt.cost.origins.followers import Follower, PassFollowerOfRun
from sdyopt.cost.origins.sources import Frames
from sdyopt.cost.program.stages import Program, Stage, partitioning
from sdyopt.dialects import REGISTRY
from sdyopt.driver.pipeline.manager import PassManager
from sdyopt.driver.pipeline.model import Pipeline
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.description import describe_operation
from sdyopt.mlir.verify.verifier import Verifier

FIRST_OF_SHARDINGS = "sdy-apply-sharding-constraints"
"""The first pass whose work depends on the shardings of arguments and results, in a program without calls."""


class Imported:
    """A program whose calls are inlined, imported as far as shardings of arguments and results do not matter."""

    def __init__(self, module: Module) -> None:
        """Raises Error if a pass refuses the program."""
        self.program = Program(module, Stage.PROPAGATED, until=FIRST_OF_SHARDINGS)
        self.module = module

    def copy(self) -> ImportedCopy:
        """Returns a copy of the program for a variant."""
        return ImportedCopy(self)


class _Names(Follower):
    """Follows only what values are called, and not why there are collectives."""

    def of_pass(self, name: str) -> PassFollowerOfRun:
        return PassFollowerOfRun(self)


class ImportedCopy(Program):
    """A copy of an imported program, which a variant changes and then partitions; names are those of the input."""

    def __init__(self, imported: Imported) -> None:
        base = imported.program
        mapping: dict[Value, Value] = {}
        self.stage = Stage.PROPAGATED
        self.source = base.source
        self.operation: Operation = clone(base.operation, mapping)
        self.calls_left = base.calls_left
        self.assumed: Callable[[Frames], int | None] = lambda _: None
        self.copies = {}
        self.follower = None
        self._base = base
        self._bases = {copy: value for value, copy in mapping.items()}
        self._module = imported.module

    def name(self, value: Value) -> str:
        """Returns the name of the value of the input that a value comes from."""
        source = value if self.follower is None else self.follower.source(value)
        base = self._bases.get(source)
        return "a value" if base is None else self._base.name(base)

    def partition(self) -> None:
        """Runs the rest of the passes. Raises Error if one of them refuses the program."""
        self.follower = _Names(self._bases)
        passes = partitioning(is_inlined=True)
        first = [each.name for each in passes].index(FIRST_OF_SHARDINGS)
        errors: list[CompilationError] = []
        verifier = Verifier(REGISTRY, describe_operation)
        pipeline = Pipeline.of(passes[first:])
        if not PassManager(pipeline, verifier, errors.append, False, remarks=self.follower).run(self.operation):
            diagnostics = [diagnostic for error in errors for diagnostic in error.diagnostics]
            raise Error(diagnostics, self._module.source) from errors[0].__cause__
