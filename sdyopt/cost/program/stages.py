"""Which program a view describes: the module as it is written, or a propagated copy.

The copy goes through the import, propagation and export of `-sdy-propagation-pipeline`. For Shardy's partitioner, that
has explicit collectives; those that XLA's inserts are counted beside the copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import takewhile
from math import prod
from typing import TYPE_CHECKING, Protocol

from sdyopt.cost.collective_kinds import SDY_COLLECTIVES, is_known, kind_of
from sdyopt.cost.memory_model.graph import mark_donations
from sdyopt.cost.origins.followers import Frames, frames_at
from sdyopt.cost.program.executions import EnclosingScope, Executions, is_private
from sdyopt.cost.program.inlining import has_asynchronous, make_synchronous
from sdyopt.diagnostics.rendering import Error, offset_of
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.ops import MANUAL_COMPUTATION
from sdyopt.dialects.sdy.shardings.axes import Axes
from sdyopt.dialects.sdy.shardings.slots import sharding_of, shardings_in
from sdyopt.dialects.stablehlo.ops import shapes
from sdyopt.dialects.stablehlo.ops.communication import PARTITION_ID
from sdyopt.dialects.stablehlo.ops.control_flow import WHILE
from sdyopt.ir.attribute import Location, checked
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import Listing
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Source
from sdyopt.mlir.rewrite.remarks import Listeners
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.names import ValueNames
from sdyopt.mlir.write.printer import describe_operation
from sdyopt.pipeline.manager import PassManager
from sdyopt.pipeline.model import PassInvocation, Pipeline
from sdyopt.pipeline.registry import find_part
from sdyopt.sharding.gspmd import XlaForm, has_gspmd_shardings, xla_form

if TYPE_CHECKING:
    from sdyopt.cost.origins.followers import ErasedConstraint, Follower, InlinedAt
    from sdyopt.cost.origins.propagation_record import Written
    from sdyopt.cost.partitioner.later_passes import Compiler
    from sdyopt.cost.program.inlining import CallsLeft
    from sdyopt.cost.program.xla_import import XlaImport


class Stage(StrEnum):
    """How far a program has come when it is looked at."""

    AS_WRITTEN = "as written"
    AFTER_PASSES = "after passes"
    """After the requested passes."""
    PARTITIONED_BY_SHARDY = "propagated, explicit collectives"
    """As Shardy's partitioner leaves it."""
    PARTITIONED_BY_XLA = "propagated, partitioned by XLA"
    """As Shardy's propagation leaves it; the collectives are those that XLA's partitioner inserts."""
    LOCAL = "as the program of each device"
    """With the types of what one device holds, and collectives of StableHLO."""

    @property
    def is_propagated(self) -> bool:
        """Whether a partitioner has decided where collectives are."""
        return self in (Stage.PARTITIONED_BY_SHARDY, Stage.PARTITIONED_BY_XLA)

    @property
    def partitioner(self) -> str:
        """The partitioner whose collectives are shown."""
        return _PARTITIONERS.get(self, "as written")


_PARTITIONERS = {Stage.PARTITIONED_BY_SHARDY: "shardy", Stage.PARTITIONED_BY_XLA: "xla"}


READ_FROM_GSPMD = "GSPMD shardings are read as those of SDY, over the mesh that their devices form"
READ_FROM_TORCH = (
    f"{READ_FROM_GSPMD}; PyTorch/XLA itself propagates with GSPMD, and this is what Shardy makes of the program"
)
READ_FROM_XLA = "shardings are read from the frontend attributes in which XLA keeps those of SDY"
READ_FROM_NAMED = "shardings are read from the texts of mhlo.sharding in which XLA keeps those of SDY"
NOT_IMPORTED = ("it has GSPMD shardings, which are not looked at: --sdy-import-gspmd-shardings makes them SDY's",)

FIRST_OF_PROPAGATION = "sdy-user-priority-propagate"
FIRST_OF_EXPORT = "sdy-constant-or-scalar-merger"
"""The first pass after propagation."""


class ParsedProgram(Protocol):
    """A program as it was read, as `sdyopt.Module` is."""

    operation: Operation
    source: Source
    is_as_written: bool
    """Whether no pass has run."""

    @property
    def verifier(self) -> Verifier:
        """The verifier of the program, which remembers what it has found valid."""
        ...

    @property
    def functions(self) -> Mapping[str, Operation]:
        """The functions directly inside the module by their names, in order."""


class Program:
    """A module at a stage, with the names that its values have for the user."""

    def __init__(
        self,
        module: ParsedProgram,
        stage: Stage,
        with_reasons: bool = False,
        is_owned: bool = False,
        keeps_calls: bool = False,
        until: str = "",
        compiler: Compiler | None = None,
    ) -> None:
        """Looks at a copy of `module`, or at the module itself, which passes then change, if it `is_owned`.

        XLA partitions a program without calls. One that `keeps_calls` has the values of each function once instead.
        With `until`, the passes end before the one of that name. XLA's `compiler` may change the program before them.
        """
        self._compiler = compiler if stage is Stage.PARTITIONED_BY_XLA else None
        self._until = until
        self._keeps_calls = keeps_calls
        self.stage = stage
        self.source = module.source
        self.operation = module.operation
        self.function_locations = {name: op.location for name, op in module.functions.items()}
        """Where the functions of the input stand: private ones come back from the partitioner elsewhere."""
        self.follower: Follower | None = None
        self.written: Written | None = None
        """The facts that passes do not keep, if it is wanted why values have their shardings."""
        self.calls_left: tuple[CallsLeft, ...] = ()
        """The calls of a propagated program that have not been inlined."""
        self.xla_import: XlaImport | None = None
        """The form that a propagated program had in the text."""
        self.assumed: Callable[[Frames], int | None] = lambda _: None
        """How often a loop at a place is assumed to run whose length constants do not say; None for no assumption."""
        self.copies: dict[Value, Value] = {}
        """The values of the copy that is propagated, by those of the module."""
        self.notes: tuple[str, ...] = ()
        """How the program was read, where that is not as it is written."""
        if not stage.is_propagated:
            listing = Listing(self.operation)
            if has_gspmd_shardings(listing):
                if stage is Stage.AS_WRITTEN:
                    self._own(module, is_owned)
                    self._follow(module)
                    self._import_gspmd(module)
                    return
                self.notes = NOT_IMPORTED
            if has_asynchronous(listing) or self.source.donations:
                self._own(module, is_owned)
                self._follow(module)
                make_synchronous(self.operation)
                return
            self._names = ValueNames(self.operation, self.source if module.is_as_written else None)
            return
        self._own(module, is_owned)
        self._propagate(module, with_reasons)

    def _own(self, module: ParsedProgram, is_owned: bool) -> None:
        """Takes a copy of the module, to be changed, or the module itself if that is given up."""
        self.operation = module.operation if is_owned else clone(module.operation, self.copies)
        mark_donations(self.operation, self.source.donations)

    def _propagate(self, module: ParsedProgram, with_reasons: bool) -> None:
        """Runs the partitioner on what is looked at of the module. Raises Error as passes do."""
        from sdyopt.cost.program.inlining import Left, inline_calls
        from sdyopt.cost.program.xla_import import import_as_xla

        self.follower = self._follow(module)
        listing = Listing(self.operation)
        if has_gspmd_shardings(listing):
            self._import_gspmd(module)
            listing = Listing(self.operation)
        if has_asynchronous(listing):
            make_synchronous(self.operation)
            listing = Listing(self.operation)
        imported = import_as_xla(listing, self.follower, self._keeps_calls, self._compiler, has_late_calls=True)
        self.xla_import, self.calls_left = imported, imported.calls_left
        if with_reasons:
            from sdyopt.cost.origins.propagation_record import Written, follow_propagation

            follow_propagation(self.follower)
            self.written = Written(self.operation)
        is_inlined = self._keeps_calls or not any(left.reason is Left.SIZE for left in self.calls_left)
        has_late_calls = imported.has_late_calls and is_inlined
        all_passes = partitioning(is_inlined, self.stage, has_late_calls)
        passes = list(takewhile(lambda each: each.name != self._until, all_passes))
        before, after = split_at_export(passes)
        # Passes that meet invalid operations may raise anything, and what import leaves may be some.
        first = next((number for number, each in enumerate(before) if each.name == FIRST_OF_PROPAGATION), len(before))
        run_passes(self.operation, before[:first], self.source, self.follower)
        verify(self.operation, self.source, module.verifier, is_rewired=False)
        run_passes(self.operation, before[first:], self.source, self.follower)
        if after:
            imported.restore_order(self.operation, self.follower.original)
            if has_late_calls:
                inline_calls(Listing(self.operation), self.follower, is_late=True)
                after = [PassInvocation(find_part("symbol-dce"), ()), *after]
            run_passes(self.operation, after, self.source, self.follower)
            verify(self.operation, self.source, module.verifier)

    def _follow(self, module: ParsedProgram) -> Follower:
        """Returns what follows passes from now on, by the names that values have."""
        from sdyopt.cost.origins.followers import Follower

        self._names = ValueNames(self.operation, self.source if module.is_as_written else None)
        if not self._names.has_text:
            self._names.settle()
        self.follower = Follower(self._names.values())
        return self.follower

    def _import_gspmd(self, module: ParsedProgram) -> None:
        """Makes GSPMD shardings those of SDY, and notes it."""
        from sdyopt.passes.importing.import_gspmd_shardings import ImportGspmdShardings

        note = how_read(self.operation)
        warnings: list[Diagnostic] = []
        invocation = PassInvocation(find_part(ImportGspmdShardings.name), instance=ImportGspmdShardings(False))
        run_passes(self.operation, [invocation], module.source, self.follower, warnings.append)
        verify(self.operation, module.source, module.verifier)
        self.notes = (note, *[warning.message for warning in warnings])

    @cached_property
    def enclosing_scope(self) -> EnclosingScope:
        """The scopes of operations."""
        return EnclosingScope(self.operation)

    @cached_property
    def executions(self) -> Executions:
        """How often operations run."""
        listing = self.enclosing_scope.listing
        return Executions(listing, lambda loop: self.assumed(frames_at(loop.location, self.source)))

    def name(self, value: Value) -> str:
        """Returns the name of a value in the input, or that of the value that it was made of.

        `@f:%4 at line 12` is that of a copy of `%4` that has been inlined where `@f` is called.
        """
        at = self.inlined_at(value)
        name = self.name_in_function(value)
        return name if at is None else at.name(name, self.source)

    def inlined_at(self, value: Value) -> InlinedAt | None:
        """Returns the call in whose place a value stands; None for one that has not been inlined."""
        return None if self.follower is None else self.follower.inlined_at(value)

    def function_name(self, op: Operation) -> str:
        """Returns the name of the function of the input that an operation is from; empty if it is from none."""
        at = self.inlined_at(op.results[0]) if op.results else None
        function = self.enclosing_scope.function(op)
        return at.function if at is not None else "" if function is None else symbol_name(function) or ""

    def other_names(self, value: Value) -> list[str]:
        """Returns the other names of a value.

        These are those in functions that have been inlined, which take or return it, and those of values in whose
        place it is.
        """
        if self.follower is None:
            return []
        names = [(self._name(self.follower.source(old)), at) for old, at in self.follower.aliases(value)]
        return [name if at is None else at.name(name, self.source) for name, at in names if name is not None]

    def written_at(self, value: Value) -> Location | int:
        """Returns the location of the operation that computes a value, or of the loop that carries it.

        In a text without locations, this is where the value that it comes from has its name.
        """
        if isinstance(value, OpResult) and offset_of(value.owner.location) is None:
            return value.owner.location
        source = value if self.follower is None else self.follower.source(value)
        place, loop = source.definition_location, source.owner.parent_op if isinstance(source, BlockArgument) else None
        if loop is None or not loop.results or offset_of(place) is None or offset_of(loop.location) is not None:
            return place
        return loop.location  # In the text that JAX prints, the arguments of a loop have no locations of their own.

    def name_in_function(self, value: Value) -> str:
        """Returns the name of a value in the function of the input that it is from."""
        if (name := self._name(value if self.follower is None else self.follower.source(value))) is not None:
            return name
        if isinstance(value, OpResult):
            return f"a result of '{value.owner.name}'"
        if (owner := value.owner_op) is not None and owner.signature.definition is FUNC:
            return f"%arg{value.index}"  # As sdy-opt prints it; its location hides the name that the text gives.
        return "an argument" if owner is None else f"an argument of '{owner.name}'"

    def is_held(self, constraint: ErasedConstraint) -> bool:
        """Whether there is a value with the sharding of a constraint: the partitioner may have removed the reshard."""
        assert self.follower is not None
        axes = [dimension.axes for dimension in constraint.sharding.dimensions]
        originals = {self.follower.original(value) for value in (constraint.result, constraint.operand)}
        return any(axes in self._held.get(value, ()) for value in originals)

    @cached_property
    def _held(self) -> dict[Value, list[list[Axes]]]:
        """The axes of the dimensions of what is made of the operands and results of constraints."""
        assert self.follower is not None
        original = self.follower.original
        found: dict[Value, list[list[Axes]]] = {}
        for constraint in self.follower.constraints:
            found[original(constraint.result)] = found[original(constraint.operand)] = []
        for op in self.enclosing_scope.listing.every_op if found else ():
            values: Sequence[Value] = op.results
            if op.regions:
                blocks = [block for region in op.regions for block in region.blocks]
                values = [*values, *[argument for block in blocks for argument in block.arguments]]
            for value in values:
                held = found.get(original(value))
                sharding = None if held is None else sharding_of(value)
                if held is not None and sharding is not None:
                    held.append([dimension.axes for dimension in sharding.dimensions])
        return found

    def names(self) -> Iterator[tuple[Value, str]]:
        """Yields every value of the input that has a name, with that; outer before inner."""
        if self.follower is None:
            yield from self._names
            return
        for op in self.operation.walk():
            arguments = [argument for region in op.regions for block in region.blocks for argument in block.arguments]
            for value in (*op.results, *arguments):
                if self.follower.is_original(value) and self._name(self.follower.source(value)) is not None:
                    yield value, self.name(value)
                    yield from [(value, other) for other in self.other_names(value)]

    def erased(self) -> Iterator[str]:
        """Yields the names of the values of the input that are in the program no longer."""
        if self.follower is None:
            return
        left = {self.name_in_function(value) for value, _ in self.names()}
        left |= {name for old in self.follower.merged_values() if (name := self._name(self.follower.source(old)))}
        for value in self.follower.values():
            name = self._names.get(value)
            if name is not None and name not in left:
                yield name

    def _name(self, value: Value) -> str | None:
        """Returns the name of a value of the input; None if it has none."""
        if self.follower is not None and self._names.has_text:
            return self._names.written(value) if self.follower.is_original(value) else None
        return self._names.get(value)


def how_read(module: Operation) -> str:
    """Returns how shardings are read that are not written as those of SDY."""
    form = xla_form(module)
    is_of_torch = form is None and (symbol_name(module) or "").startswith(_OF_TORCH)
    return READ_FROM_TORCH if is_of_torch else _HOW_READ[form]


_OF_TORCH = ("IrToHlo.", "SyncTensorsGraph.")
"""How the names of programs of PyTorch/XLA begin."""


_HOW_READ = {None: READ_FROM_GSPMD, XlaForm.TEXTS: READ_FROM_XLA, XlaForm.NAMED: READ_FROM_NAMED}


def propagated_for(partitioner: str) -> Stage:
    """Returns the stage of a program after propagation for a partitioner, `xla` or `shardy`."""
    return Stage.PARTITIONED_BY_SHARDY if partitioner == "shardy" else Stage.PARTITIONED_BY_XLA


def stage_of(module: ParsedProgram, partitioner: str = "xla") -> Stage:
    """Returns the stage at which a module is looked at unless the user chooses one.

    A module is propagated if it has shardings, or calls, which XLA inlines, and types that propagation supports; a
    public function with a body; and no collectives of a partitioner: none of the SDY dialect, and of StableHLO only
    those that manual computations hold. With shardings and collectives of StableHLO, or something else that depends on
    the device, outside of manual computations, it is the program of each device.
    """
    as_it_is = Stage.AS_WRITTEN if module.is_as_written else Stage.AFTER_PASSES
    enclosing_scope = EnclosingScope(module.operation)
    listing = enclosing_scope.listing
    if module.is_as_written and has_gspmd_shardings(listing):
        return (
            propagated_for(partitioner)
            if any(not is_private(op) and op.regions[0].blocks for op in module.functions.values())
            else as_it_is
        )
    if listing.has_kind(*SDY_COLLECTIVES):
        return as_it_is
    has_shardings = listing.has_kind(MANUAL_COMPUTATION) or any(map(shardings_in, listing.signatures))
    has_function = any(op.regions[0].blocks and not is_private(op) for op in listing.collect_kind(FUNC))
    if any(not enclosing_scope.manual(op).axes for op in listing.collect(_depends_on_device)):
        return Stage.LOCAL if has_shardings else as_it_is
    has_calls = listing.has_kind(CALL) and _can_be_propagated(module.operation, listing)
    is_compiled = (has_shardings or has_calls) and has_function and module.is_as_written
    return propagated_for(partitioner) if is_compiled else as_it_is


def _can_be_propagated(module: Operation, listing: Listing) -> bool:
    from sdyopt.passes.propagation.engine.session import check_program

    try:
        check_program(module, listing.signatures)
    except CompilationError:
        return False
    return True


def collected_value(value: Value) -> Value:
    """Returns the value of one iteration that a loop collects in `value`, as `lax.scan` does; others themselves.

    `value` is a result of a loop, what it carries, or the update of a slice of that. What an iteration gets from
    the one before and collects as it is stays what it is.
    """
    if (update := _update_of(value)) is None:
        return value
    part = update.operands[1]
    while isinstance(part, OpResult) and part.owner.signature.definition in _SAME_ELEMENTS:
        inner = part.owner.operands[0]
        if prod(checked(RankedTensorType, inner.type).shape) != prod(checked(RankedTensorType, part.type).shape):
            break
        part = inner
    return collected_value(part) if isinstance(part, OpResult) else value


def _update_of(value: Value) -> Operation | None:
    """Returns the `dynamic_update_slice` that writes one iteration's part of `value`; None if there is none."""
    carried: Value = value
    if isinstance(value, OpResult) and value.owner.signature.definition is WHILE:
        carried = value.owner.regions[1].block.arguments[value.index]
    if isinstance(carried, BlockArgument):
        if (loop := carried.owner_op) is None or loop.signature.definition is not WHILE:
            return None
        carried = loop.regions[1].block.terminator.operands[carried.index]
    if not isinstance(carried, OpResult) or carried.owner.signature.definition is not shapes.DYNAMIC_UPDATE_SLICE:
        return None
    into = carried.owner.operands[0]
    loop = into.owner_op if isinstance(into, BlockArgument) else None
    return None if loop is None or loop.signature.definition is not WHILE else carried.owner


_SAME_ELEMENTS = frozenset((shapes.BROADCAST_IN_DIM, shapes.RESHAPE))


def _depends_on_device(signature: Signature) -> bool:
    return signature.definition is PARTITION_ID or is_known(kind_of(signature))


def partitioning(
    is_inlined: bool, stage: Stage = Stage.PARTITIONED_BY_XLA, has_late_calls: bool = False
) -> list[PassInvocation]:
    """Returns the passes of import, propagation, and export; for Shardy's partitioner with explicit collectives.

    Functions of a program that is too large to be inlined are each propagated once for all of their calls, and those
    that are inlined late once for each.
    """
    from sdyopt.passes.pipelines import ACROSS_CALLS, AFTER_BOTH, FLATTENED, ExportPipeline, ImportPipeline, inlined

    is_shardys = stage is Stage.PARTITIONED_BY_SHARDY
    exported = ExportPipeline(enable_insert_explicit_collectives=is_shardys, inline_meshes=False).passes()
    imported = ImportPipeline(dedup_functions_fully=has_late_calls or not is_inlined).passes()
    across = (*FLATTENED, *ACROSS_CALLS) if has_late_calls else inlined() if is_inlined else ACROSS_CALLS
    passes = [*imported, *across, *AFTER_BOTH, *exported]
    return [PassInvocation(find_part(name), options) for name, options in passes]


def split_at_export(passes: Sequence[PassInvocation]) -> tuple[Sequence[PassInvocation], Sequence[PassInvocation]]:
    """Returns the passes that work in XLA's order of operations, and those that do so in the order of the text."""
    number = next((number for number, each in enumerate(passes) if each.name == FIRST_OF_EXPORT), len(passes))
    return passes[:number], passes[number:]


def run_passes(
    operation: Operation,
    passes: Sequence[PassInvocation],
    source: Source,
    follower: Follower | None,
    on_warning: Callable[[Diagnostic], object] | None = None,
) -> None:
    """Runs passes on a module, which is not verified. Raises Error as they do."""
    errors: list[CompilationError] = []
    verifier = Verifier(REGISTRY, describe_operation)
    listeners = Listeners(emit=on_warning)
    manager = PassManager(Pipeline.of(passes), verifier, errors.append, False, remarks=follower, listeners=listeners)
    if not manager.run(operation):
        diagnostics = [diagnostic for error in errors for diagnostic in error.diagnostics]
        raise Error(diagnostics, source) from errors[0].__cause__


def verify(operation: Operation, source: Source, verifier: Verifier, is_rewired: bool = True) -> None:
    """Raises Error if passes have left an invalid program; see `Verifier.verify`."""
    try:
        verifier.verify(operation, is_rewired, is_parsed=False)
    except CompilationError as error:
        raise Error(error.diagnostics, source) from None
