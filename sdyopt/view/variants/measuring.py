"""The costs of variants of a program: the program is read once, and a changed copy of it is partitioned for each."""

from __future__ import annotations

import gc
import sys
import threading
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from itertools import product
from math import prod
from multiprocessing import get_context
from typing import Any

from sdyopt.api.module import Module
from sdyopt.cost import ViewError
from sdyopt.cost.collective_kinds import is_known, kind_of
from sdyopt.cost.collectives.inserted import inserted_in
from sdyopt.cost.origins.followers import NamesFollower
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.program.executions import is_private
from sdyopt.cost.program.stages import (
    Program,
    Stage,
    partitioning,
    propagated_for,
    run_passes,
    split_at_export,
    stage_of,
)
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.cost.time.machine import Machine
from sdyopt.cost.time.operations import StepCost
from sdyopt.cost.time.step import Step, peak_summary
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import USER_FRAMES, Error
from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, NAMED_COMPUTATION, SHARDING_GROUP
from sdyopt.dialects.sdy.shardings.slots import DATA_FLOW_OPS
from sdyopt.driver.batch.workers import MAX_READ, TaskReport, Watch, Workers, can_fork, processors
from sdyopt.ir.attribute import without_collector
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import collect
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import Value
from sdyopt.view.model import Query
from sdyopt.view.variants.edits import (
    Constraint,
    DropShardings,
    Edit,
    NewMesh,
    ProgramCopy,
    Shard,
    Spec,
    apply_all,
    mesh_of,
    subjects,
)

# The part of the partitioner that is the same for all variants of a program, which runs once.

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

    def __init__(self, module: Module, stage: Stage, compiler: Compiler) -> None:
        """Raises Error if a pass refuses the program."""
        super().__init__(module, stage, until=FIRST_OF_SHARDINGS, compiler=compiler)
        passes = partitioning(True, stage)
        first = [each.name for each in passes].index(FIRST_OF_SHARDINGS)
        present = {op.signature.definition for op in self.operation.walk()}
        self._rest = [each for each in passes[first:] if not present.isdisjoint(_SUBJECTS.get(each.name, present))]
        """The passes that still run on it, except passes that would find nothing in it."""
        self.verified: set[Hashable] = set()
        """The `subjects` of edits that have left a valid program."""

    def copy(self) -> Imported:
        """Returns a copy of the program for a variant, which calls values as this one."""
        assert self.follower is not None
        mapping: dict[Value, Value] = {}
        twin = copy(self)
        twin.operation = clone(self.operation, mapping)
        twin.follower = NamesFollower(self.follower, {new: value for value, new in mapping.items()})
        return twin

    def partition(self) -> None:
        """Runs the rest of the passes. Raises Error if one of them refuses the program."""
        assert self.follower is not None and self.xla_import is not None
        self.follower = NamesFollower(self.follower)
        for number, part in enumerate(split_at_export(self._rest)):
            if number:
                self.xla_import.restore_order(self.operation, self.follower.original)
            run_passes(self.operation, part, self.source, self.follower)


MAX_VARIANTS = 1_000


class TooManyVariantsError(ViewError):
    """More variants than are measured in one run."""


class Variant(NamedTuple):
    """A program with changes."""

    module: Module
    edits: tuple[Edit, ...] = ()

    @property
    def changes(self) -> tuple[str, ...]:
        """Returns what differs from the program as it is given; nothing for that itself."""
        return tuple(map(str, self.edits))


class VariantView(NamedTuple):
    """The cost of a variant."""

    number: int
    file: str
    changes: tuple[str, ...]
    devices: int
    cost: StepCost | None
    """None if the variant cannot be made or partitioned."""
    peak_bytes: int | None
    largest: tuple[str, int] | None
    """The largest value at the peak, and its bytes on a device."""
    error: str = ""
    """Why there is no cost."""
    is_least_peak: bool = False
    """Whether XLA may gather values that the peak is without."""


def variants_of(
    modules: Sequence[Module], always: Sequence[Edit], alternatives: Sequence[Sequence[Edit | None]]
) -> list[Variant]:
    """Returns the programs as they are, and with one of each of the alternatives; None changes nothing.

    `always` are in each variant but the first of each program. Raises TooManyVariantsError.
    """
    if (count := prod(map(len, alternatives)) * len(modules)) > MAX_VARIANTS:
        raise TooManyVariantsError(f"these are {count:,} variants, of at most {MAX_VARIANTS:,}")
    found = []
    for module in modules:
        found.append(Variant(module))
        for chosen in product(*alternatives):
            edits = (*always, *[edit for edit in chosen if edit is not None])
            if edits:
                found.append(Variant(module, edits))
    return found


def is_alone(variants: Sequence[Variant]) -> bool:
    """Whether at most one variant changes anything: there is no table without it."""
    return sum([bool(variant.edits) for variant in variants]) <= 1


def measured(variants: Sequence[Variant], query: Query, jobs: int = 1) -> Iterator[VariantView]:
    """Yields what variants cost, in their order: in several processes if there are `jobs`.

    Where changes do not fit a program, the variant has an error. Raises ViewError if it is the only one.
    """
    is_safe = threading.active_count() == 1 and sys.platform != "darwin"
    jobs = jobs or (processors() if is_safe else 1)
    forks = can_fork() and (jobs > 1 or is_safe)
    try:
        with without_collector():
            for number in range(len(variants)):
                if number and forks and len(variants) > 2:
                    yield from _forked(query, variants, jobs)
                    return
                if number:
                    gc.collect(0)  # What the last variant was made of, and nothing else.
                yield _measured(query, number, variants)
    finally:
        _imported.clear()


def _forked(query: Query, variants: Sequence[Variant], jobs: int) -> Iterator[VariantView]:
    """Yields what all variants but the first cost, each measured in its own process, `jobs` of which run at a time.

    What a variant is made of is then freed with its process, which takes less time than a garbage collection. What the
    first one has left is there already: the program as it is imported, and what propagation remembers. Raises
    MemoryError if the system has ended a process.
    """

    def work(number: int) -> TaskReport:
        try:
            value: object = _measured(query, number, variants, is_last=True)
        except Exception as error:
            value = error
        return TaskReport(size=MAX_READ, value=value)

    for variant in variants:
        with suppress(Error):  # which the process reports
            _imported_as(variant.module, query)
    gc.freeze()
    with Workers(work, lambda number, how: TaskReport(value=MemoryError()), jobs, Watch(), get_context("fork")) as pool:
        for report in pool.reports(range(len(variants))[1:]):
            if isinstance(found := report.value, Exception):
                raise found
            assert isinstance(found, VariantView)
            key = id(variants[found.number].module), query.compiler
            _, imported = _imported.get(key, (None, None))
            if imported is not None and not found.error:
                imported.verified.add(subjects(variants[found.number].edits))
            yield found


def changed(variant: Variant, frames: FrameChoice = USER_FRAMES) -> Module:
    """Returns the program that a variant is. Raises ViewError if changes do not fit, and Error if it is invalid."""
    mapping: dict[Value, Value] = {}
    copy = ProgramCopy(clone(variant.module.operation, mapping), variant.module, frames)
    apply_all(variant.edits, copy)
    return copy.module()


def _measured(query: Query, number: int, variants: Sequence[Variant], is_last: bool = False) -> VariantView:
    """Returns what a variant costs; with `is_last` this process measures no others of the program."""
    variant = variants[number]
    file = variant.module.source.name
    try:
        program = _partitioned(variant, query, is_last)
        program.assumed = query.assumed.of
        sizes = LocalSizes(program.enclosing_scope, is_local=program.stage is Stage.LOCAL)
        inserted = inserted_in(program.stage, sizes, query.compiler)
        step = Step(sizes, query.machine or Machine.of(), program.executions, inserted)
        cost = step.cost()
        peak = peak_summary(program, step.lives(query.compiler))
    except (Error, ViewError) as error:
        if isinstance(error, ViewError) and is_alone(variants):
            raise
        reason = error.diagnostics[0].message if isinstance(error, Error) else str(error)
        return VariantView(number, file, variant.changes, 0, None, None, None, reason)
    size, largest = (None, None) if peak is None else peak
    devices = sizes.whole.device_count
    return VariantView(
        number, file, variant.changes, devices, cost, size, largest, is_least_peak=bool(cost.unknown_sent)
    )


_MAX_IMPORTED = 8
"""Programs that are kept."""

_imported: dict[tuple[int, Compiler], tuple[Module, Imported | None]] = {}
"""The programs of a run by identity and compiler, imported; None if they are not propagated, or have calls left."""


def _partitioned(variant: Variant, query: Query, is_last: bool) -> Program:
    """Returns a variant as the partitioner leaves it; what all variants of a program have in common is done once."""
    if all(isinstance(edit, (Shard, NewMesh)) for edit in variant.edits):
        found = _imported_as(variant.module, query)
        if found is not None:
            program = found if is_last else found.copy()
            is_verified = subjects(variant.edits) in found.verified
            copied = ProgramCopy(program.operation, variant.module, query.frames, program.name)
            apply_all(variant.edits, copied, is_verified)
            found.verified.add(subjects(variant.edits))
            program.partition()
            return program
    module = changed(variant, query.frames)
    return Program(module, _stage(module, query.partitioner), is_owned=True, compiler=query.compiler)


def _imported_as(module: Module, query: Query) -> Imported | None:
    """Returns a program of a run, imported; None if it is not propagated, or has calls left. Raises Error."""
    key = id(module), query.compiler
    if key not in _imported:
        if len(_imported) >= _MAX_IMPORTED:
            _imported.clear()
        stage = _stage(module, query.partitioner)
        imported = Imported(module, stage, query.compiler) if stage.is_propagated else None
        first = None if imported is None else imported.xla_import
        has_calls = first is None or first.calls_left or first.has_late_calls
        _imported[key] = module, None if has_calls else imported
    return _imported[key][1]


def _stage(module: Module, partitioner: str) -> Stage:
    """Returns the stage of a variant: also a program without shardings is propagated, unless it is partitioned."""
    stage = stage_of(module, partitioner)
    has_function = any(op.regions[0].blocks and not is_private(op) for op in module.functions.values())
    if stage is not Stage.AS_WRITTEN or not has_function:
        return stage
    is_partitioned = next(iter(collect(module.operation, lambda signature: is_known(kind_of(signature)))), None)
    return propagated_for(partitioner) if is_partitioned is None else stage


def axes_of(found: Sequence[VariantView]) -> list[str]:
    """Returns the axes along which variants send, those that send most first."""
    sums: Counter[str] = Counter()
    for each in found:
        if each.cost is not None:
            sums.update(each.cost.bytes_by_axes)
    return sorted(sums, key=lambda axes: -sums[axes])


# A view of a program with other shardings, for programs in Python.


def resharded(
    module: Module,
    frames: FrameChoice,
    shardings: Mapping[str, Any],
    constraints: Mapping[str, Any],
    mesh: Any,
    drop: bool,
) -> Module:
    """Returns the same program with other shardings; see `ProgramView.with_sharding`."""
    edits: list[Edit] = [DropShardings()] if drop else []
    edits += [] if mesh is None else [NewMesh(mesh_of(mesh))]
    edits += [Shard(name, Spec.given(given)) for name, given in shardings.items()]
    edits += [Constraint(place, Spec.given(given)) for place, given in constraints.items()]
    return changed(Variant(module, tuple(edits)), frames)
