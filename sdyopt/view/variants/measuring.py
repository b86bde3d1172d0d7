"""What variants of a program cost: the program is read once, and a changed copy of it is partitioned for each."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product

from sdyopt.api.module import Error, Module
from sdyopt.cost.held.donation import donated_arguments
from sdyopt.cost.held.peak import Lives, lives_in, value_label, value_name
from sdyopt.cost.program.assumed_runs import AssumedRuns
from sdyopt.cost.program.errors import ViewError
from sdyopt.cost.program.stages import Program, Stage
from sdyopt.cost.sizes.local_sizes import LocalSizes, whole_mesh
from sdyopt.cost.time.machine import Machine
from sdyopt.cost.time.step import Step, StepCost
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.driver.diagnostics.rendering import USER_FRAMES
from sdyopt.ir.clone import clone
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.value import Value
from sdyopt.view.variants.edits import Copy, Edit, apply_all

MOST_VARIANTS = 1_000

_NOTHING_ASSUMED = AssumedRuns()

_COLLECTED = 4
"""Variants after which the memory of their programs is given back."""


class TooManyVariantsError(ViewError):
    """More variants than are measured in one run."""


class Variant(NamedTuple):
    """A program with changes."""

    module: Module
    edits: tuple[Edit, ...] = ()

    @property
    def changes(self) -> tuple[str, ...]:
        """What differs from the program as it is given; nothing for that itself."""
        return tuple(map(str, self.edits))


class VariantView(NamedTuple):
    """What a variant costs."""

    number: int
    file: str
    changes: tuple[str, ...]
    devices: int
    cost: StepCost | None
    """None if the variant cannot be partitioned."""
    peak_bytes: int | None
    largest: tuple[str, int] | None
    """The largest value at the peak, and its bytes on a device."""
    error: str = ""
    """Why there is no cost."""


def variants_of(
    modules: Sequence[Module], always: Sequence[Edit], alternatives: Sequence[Sequence[Edit | None]]
) -> list[Variant]:
    """Returns the programs as they are, and with one of each of the alternatives; None changes nothing.

    `always` are in each variant but the first of each program. Raises TooManyVariantsError.
    """
    count = 1
    for choices in alternatives:
        count *= len(choices)
    if count * len(modules) > MOST_VARIANTS:
        raise TooManyVariantsError(f"these are {count * len(modules):,} variants, of at most {MOST_VARIANTS:,}")
    found = []
    for module in modules:
        found.append(Variant(module))
        for chosen in product(*alternatives):
            edits = (*always, *[edit for edit in chosen if edit is not None])
            if edits:
                found.append(Variant(module, edits))
    return found


def measured(
    variants: Sequence[Variant],
    machine: Machine,
    frames: FrameChoice = USER_FRAMES,
    assumed: AssumedRuns = _NOTHING_ASSUMED,
) -> Iterator[VariantView]:
    """Yields what variants cost, in their order, if loops of unknown length run as often as is assumed.

    Raises ViewError if changes do not fit a program.
    """
    with _without_collector():
        for number, variant in enumerate(variants):
            yield _measured(number, variant, machine, frames, assumed)
            if number % _COLLECTED == _COLLECTED - 1:
                gc.collect()


def changed(variant: Variant, frames: FrameChoice = USER_FRAMES) -> Module:
    """Returns the program that a variant is. Raises ViewError if changes do not fit, and Error if it is invalid."""
    mapping: dict[Value, Value] = {}
    copy = Copy(clone(variant.module.operation, mapping), variant.module, frames)
    apply_all(variant.edits, copy)
    return copy.module()


def _measured(
    number: int, variant: Variant, machine: Machine, frames: FrameChoice, assumed: AssumedRuns
) -> VariantView:
    file = variant.module.source.name
    try:
        module = changed(variant, frames)
        program = Program(module, Stage.PROPAGATED, again=lambda: changed(variant, frames))
        program.assumed = assumed.of
    except Error as error:
        return VariantView(number, file, variant.changes, 0, None, None, None, error.diagnostics[0].message)
    operation = program.operation
    whole = whole_mesh(operation, program.enclosing_scope, {})
    sizes = LocalSizes(program.enclosing_scope, whole)
    lives = lives_in(program, sizes, donated_arguments(operation))
    cost = Step(operation, machine, program.enclosing_scope, sizes, program.executions).cost()
    size = None if lives is None else lives.peak.bytes
    largest = None if lives is None else _largest(program, lives)
    return VariantView(number, file, variant.changes, whole.device_count, cost, size, largest)


def _largest(program: Program, lives: Lives) -> tuple[str, int] | None:
    """Returns the name and the bytes of the largest value that is alive at the peak."""
    alive = lives.values.at(lives.peak)
    peak = lives.peak
    while peak.callee is not None:
        callee = peak.callee
        peak = lives.peaks[callee]
        alive |= lives.called[callee].at(peak)
    if not alive:
        return None
    value = max(alive, key=lambda value: alive[value])
    return f"{value_name(program, value)} {value_label(value)}".strip(), alive[value]


@contextmanager
def _without_collector() -> Iterator[None]:
    """Keeps the garbage collector from looking at what is there already, and from running by itself."""
    was_on = gc.isenabled()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        if was_on:
            gc.enable()


def axes_of(found: Sequence[VariantView]) -> list[str]:
    """Returns the axes along which variants send, those that send most first."""
    sums: dict[str, int] = {}
    for each in found:
        by_axes: Mapping[str, int] = {} if each.cost is None else each.cost.bytes_by_axes
        for axes, size in by_axes.items():
            sums[axes] = sums.get(axes, 0) + size
    return sorted(sums, key=lambda axes: -sums[axes])
