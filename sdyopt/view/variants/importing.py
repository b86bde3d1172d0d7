"""The part of the partitioner that is the same for all variants of a program, which runs once."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from sdyopt.api.errors import Error
from sdyopt.api.module import Module
from sdyopt.cost.origins.followers import Follower, NamesFollower
from sdyopt.cost.origins.sources import Frames
from sdyopt.cost.program.stages import Program, Stage, partitioning, split_at_export
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, NAMED_COMPUTATION, SHARDING_GROUP
from sdyopt.dialects.sdy.shardings.data_flow import DATA_FLOW_OPS
from sdyopt.driver.pipeline.manager import PassManager
from sdyopt.driver.pipeline.model import PassInvocation, Pipeline
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.description import describe_operation
from sdyopt.mlir.verify.verifier import Verifier

FIRST_OF_SHARDINGS = "sdy-apply-sharding-constraints"
"""The first pass whose work depends on the shardings of arguments and results, in a program without calls."""

_SUBJECTS = {
    "sdy-sharding-group-import": (SHARDING_GROUP,),
    "sdy-export-named-computations": (NAMED_COMPUTATION,),
    "sdy-insert-func-call-reshards": (CALL, NAMED_COMPUTATION),
    "sdy-sink-data-flow-edges": (DATA_FLOW_EDGE, *DATA_FLOW_OPS),
    "sdy-remove-sharding-groups": (SHARDING_GROUP,),
}
"""The operations without which passes change nothing; there are no others after import."""


class Imported(Program):
    """A program whose calls are inlined, imported as far as shardings of arguments and results do not matter."""

    def __init__(self, module: Module) -> None:
        """Raises Error if a pass refuses the program."""
        super().__init__(module, Stage.PROPAGATED, until=FIRST_OF_SHARDINGS)
        self.rest = _rest(self)
        self.verified: set[Hashable] = set()
        """The `subjects` of edits that have left a valid program."""

    def copy(self) -> ImportedCopy:
        """Returns a copy of the program for a variant."""
        return ImportedCopy(self)

    def partition(self) -> None:
        """Runs the rest of the passes. Raises Error if one of them refuses the program."""
        assert self.follower is not None
        _partition(self, self.rest, NamesFollower(self.follower), self.follower.original)


class ImportedCopy(Program):
    """A copy of an imported program, which a variant changes and then partitions; names are those of the input."""

    def __init__(self, imported: Imported) -> None:
        mapping: dict[Value, Value] = {}
        self.stage = Stage.PROPAGATED
        self.source = imported.source
        self.operation: Operation = clone(imported.operation, mapping)
        self.calls_left, self.xla_import = imported.calls_left, imported.xla_import
        self.assumed: Callable[[Frames], int | None] = lambda _: None
        self.copies = {}
        self.follower = None
        self._imported = imported
        self._bases = {copy: value for value, copy in mapping.items()}

    def name(self, value: Value) -> str:
        """Returns the name of the value of the input that a value comes from."""
        source = value if self.follower is None else self.follower.source(value)
        base = self._bases.get(source)
        return "a value" if base is None else self._imported.name(base)

    def partition(self) -> None:
        """Runs the rest of the passes. Raises Error if one of them refuses the program."""
        before = self._imported.follower
        assert before is not None
        bases, original = self._bases, before.original
        _partition(self, self._imported.rest, NamesFollower(bases), lambda copy: original(bases.get(copy, copy)))


def _rest(program: Program) -> list[PassInvocation]:
    """Returns the passes that an imported program still goes through, without those that would find nothing in it."""
    passes = partitioning(is_inlined=True)
    first = [each.name for each in passes].index(FIRST_OF_SHARDINGS)
    present = {op.signature.definition for op in program.operation.walk()}
    return [each for each in passes[first:] if not present.isdisjoint(_SUBJECTS.get(each.name, present))]


def _partition(
    program: Program, passes: list[PassInvocation], follower: Follower, before: Callable[[Value], Value]
) -> None:
    """Runs passes; `before` returns what a value that they find comes from."""
    program.follower = follower
    assert program.xla_import is not None
    errors: list[CompilationError] = []
    verifier = Verifier(REGISTRY, describe_operation)
    for number, part in enumerate(split_at_export(passes)):
        if number:
            program.xla_import.restore_order(program.operation, lambda value: before(follower.original(value)))
        manager = PassManager(Pipeline.of(part), verifier, errors.append, False, remarks=follower)
        if not manager.run(program.operation):
            diagnostics = [diagnostic for error in errors for diagnostic in error.diagnostics]
            raise Error(diagnostics, program.source) from errors[0].__cause__
