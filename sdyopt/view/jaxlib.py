"""The answers of an installed jaxlib: XLA's own partitioner, and its compilers for machines, next to a view."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from sdyopt.cost import ViewError
from sdyopt.cost.collectives.found import CollectiveView, collectives_of, totals_of
from sdyopt.cost.collectives.inserted import InsertedCollectives, rows_of
from sdyopt.cost.origins.followers import line_text
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.display.tables import Column, Table
from sdyopt.hlo.attributes import SourcePlaces
from sdyopt.hlo.peak import LiveBuffer
from sdyopt.hlo.text import HloComputation, HloError, HloInstruction, HloText, scan
from sdyopt.ir.collecting import summed
from sdyopt.ir.records import NamedTuple
from sdyopt.machines import MachineError
from sdyopt.machines.compiling import CompileOptions, compile_program, partitioner
from sdyopt.machines.names import DEFAULT_LIMIT, machine_named
from sdyopt.machines.processes import find_python
from sdyopt.view.render.amounts import UNKNOWN, short
from sdyopt.view.xla import XlaView, side_by_side, xla_view

if TYPE_CHECKING:
    from sdyopt.api.module import Module
    from sdyopt.machines.buffers import HeldBuffers
    from sdyopt.view.collection import Analysis, ProgramView
    from sdyopt.view.model import Query


def program_of(module: Module) -> bytes:
    """Returns a module for another process: as it was read, if nothing has changed it, else as text with locations."""
    from sdyopt.bytecode.exported import module_of
    from sdyopt.driver.input_output import encode

    source = module.source
    if module.is_as_written and source.data is not None:
        return module_of(source.data) or source.data
    if module.is_as_written and source.is_mlir and source.text:
        return encode(source.text)
    return printed(module)


def printed(module: Module) -> bytes:
    """Returns the text of a module, with locations."""
    return module.to_text(debug_info=True).encode("utf-8", "surrogateescape")


# The partitioner.


class LineDifference(NamedTuple):
    """The bytes that one device sends for a source line, if the partitioner and the model do not agree on them."""

    line: str
    """`model.py:22`; empty for what has no place."""
    jaxlib: int
    """Bytes."""
    model: int


class PartitionerAnswer(NamedTuple):
    """The answer of a jaxlib about a program, and the model beside."""

    version: str
    """`jaxlib 0.10.2`."""
    sent: int
    """The bytes that one device sends in one run of the program, with one iteration of loops of unknown length."""
    model: int
    """The bytes of the model of the partitioner alone."""
    lines: tuple[LineDifference, ...]
    """Where both differ, by source line, the largest differences first."""
    most: int = 0
    """The bytes of the model at most, with upper bounds of unknown ones."""

    @property
    def difference(self) -> float:
        """How far the model's bytes are from those of the partitioner, as a share of these; infinite if these are 0."""
        apart = abs(self.model - self.sent)
        return apart / self.sent if self.sent else (float("inf") if apart else 0.0)


MAX_DIFFERENCE = 0.05
"""The difference that `--check` allows."""

_MAX_NAMED = 8
"""The lines that it names."""


def partitioned_by_jaxlib(found: Analysis, program: bytes, query: Query) -> Analysis:
    """Returns an analysis with the collectives that the partitioner of an installed jaxlib inserts.

    Why they are there is what the model says of those that it has, too. Peak and time stay the model's. Raises
    ViewError if there is no jaxlib, or if it refuses the program.
    """
    view = found.view
    try:
        asked = partitioner(query.jax_python)
        text = asked.partitioned(program, view.file, view.devices)
        seen = xla_view(text, view.file, view.axes, query.frames, assumed=query.assumed)
    except (MachineError, HloError) as error:
        raise ViewError(str(error)) from None
    model = partitioned_by_model(found, query)
    collectives = tuple(_explained(model, seen.collectives, query.frames))
    totals = totals_of(collectives, choice=query.frames, unruled=view.unruled)
    differences = tuple(_differences(collectives, model, query.frames))
    sent, of_model = [sum(map(sent_in_run, each)) for each in (collectives, model)]
    most = of_model + sum([(each.most or 0) * (each.executions or 1) for each in model if each.bytes_sent is None])
    answer = PartitionerAnswer(asked.python.jaxlib, sent, of_model, differences, most)
    note = (
        f"collectives are those of the partitioner of {answer.version} alone: compilers for TPUs and GPUs (--compile) "
        "merge some, and make reduce-scatters of all-reduces; peak and time are the model's"
    )
    changed = replace(view, collectives=collectives, totals=totals, notes=(*view.notes, note), answer=answer)
    return found._replace(view=changed)


def partitioned_by_model(found: Analysis, query: Query, compiler: Compiler | None = None) -> list[CollectiveView]:
    """Returns the collectives of a program by the model: of the partitioner alone, or with a compiler after it."""
    if found.inserted is None:
        return list(found.view.collectives)
    inserted = InsertedCollectives(found.sizes, compiler, found.inserted.is_at_most)
    written = collectives_of(found.program, found.sizes, query.frames, compiler, inserted.replaced)
    return [*written, *rows_of(found.program, inserted, query.frames)]


def _explained(
    model: Sequence[CollectiveView], found: Sequence[CollectiveView], frames: FrameChoice
) -> Iterator[CollectiveView]:
    """Yields the collectives of the partitioner, with the reason and the function that the model gives.

    One without a place has the model's if it sends as much.
    """
    reasons = {id(pair.xla): pair.shardy for pair in side_by_side(model, found, frames) if pair.xla is not None}
    for each in found:
        if (ours := reasons.get(id(each))) is not None:
            each = each._replace(function=ours.function, cause=ours.cause)
            line = line_text(each.source, frames)
            if line == line_text(ours.source, frames) or (not line and each.sent == ours.sent):
                each = each._replace(source=ours.source)
        yield each


def _differences(
    found: Sequence[CollectiveView], model: Sequence[CollectiveView], frames: FrameChoice
) -> Iterator[LineDifference]:
    of_jaxlib, of_model = [
        Counter(summed((line_text(each.source, frames), sent_in_run(each)) for each in collectives))
        for collectives in (found, model)
    ]
    lines = dict.fromkeys([*of_jaxlib, *of_model])
    for line in sorted(lines, key=lambda line: -abs(of_jaxlib[line] - of_model[line])):
        # Each rounds down for each collective.
        if abs(of_jaxlib[line] - of_model[line]) > len(found) + len(model):
            yield LineDifference(line, of_jaxlib[line], of_model[line])


def sent_in_run(collective: CollectiveView) -> int:
    """Returns what one device sends in a collective; in a loop of unknown length, that of one iteration."""
    return collective.sent if collective.sent is not None else collective.bytes_sent or 0


def answer_note(answer: PartitionerAnswer) -> str:
    """Returns a sentence that compares the sums."""
    model = f"the model of the partitioner says {short(answer.model)}"
    if not answer.lines:
        return f"{model}, the same for each line"
    if not answer.difference:
        return f"{model} in all, but other parts for {len(answer.lines)} lines"
    share = f", {100 * answer.model / answer.sent:.1f} % of what it sends" if answer.sent else ", and it sends nothing"
    return f"{model}{share}; lines that differ:"


def answer_table(answer: PartitionerAnswer) -> Table:
    """Returns the source lines for which the partitioner and the model differ."""
    columns = [
        Column("sent a device for", style="cyan"),
        Column("jaxlib", right=True, style="bold"),
        Column("model", right=True),
    ]
    rows = [[each.line or UNKNOWN, short(each.jaxlib), short(each.model)] for each in answer.lines]
    return Table(columns, rows)


def disagreements(answer: PartitionerAnswer | None) -> Iterator[str]:
    """Yields what `--check` reports: that the model is too far from the partitioner, and for which lines."""
    if answer is None:
        yield "cannot tell whether the model agrees with jaxlib's partitioner, which is not asked about this program"
    elif answer.difference > MAX_DIFFERENCE:
        lines = [
            f"{each.line or UNKNOWN} {short(each.jaxlib)}, {short(each.model)}" for each in answer.lines[:_MAX_NAMED]
        ]
        more = "; …" if len(answer.lines) > _MAX_NAMED else ""
        yield (
            f"a device sends {short(answer.sent)} by the partitioner of {answer.version}, and {short(answer.model)} by "
            f"the model of it, more than {100 * MAX_DIFFERENCE:g} % apart: {'; '.join(lines)}{more}"
        )


# The compilers.


def compile_options(python: str | None, effort: str | None = None, limit: float = DEFAULT_LIMIT) -> CompileOptions:
    """Returns how programs are compiled, by the jaxlib of the Python of a path. Raises ViewError."""
    try:
        return CompileOptions(find_python(python), effort or "full", limit)
    except MachineError as error:
        raise ViewError(str(error)) from None


def compiled_for(
    machine: str,
    program: bytes,
    view: ProgramView,
    options: CompileOptions,
    query: Query,
    wait: Callable[[str, float], object] = lambda machine, seconds: None,
) -> XlaView:
    """Returns the view of what XLA's compiler for a machine makes of a program, whose view is given.

    `wait` is called with the name of the machine and the seconds since compiling has begun. Raises ViewError.
    """
    try:
        chosen = machine_named(machine, view.devices)
        found = compile_program(
            program, view.file, chosen, view.devices, options, lambda seconds: wait(chosen.name, seconds)
        )
        seen = xla_view(found.text, view.file, view.axes, query.frames, query.with_peak, query.assumed)
    except MachineError as error:
        raise ViewError(f"{view.file}: {error}") from error
    except HloError as error:
        raise ViewError(f"{view.file}: the text of the compiled program is not read: {error}") from None
    if seen.peak is not None and found.held is not None:
        seen = seen._replace(peak=seen.peak._replace(live=tuple(_live(found.text, found.held))))
    return seen._replace(compilation=found)


def _live(text: str, held: HeldBuffers) -> Iterator[LiveBuffer]:
    """Yields what XLA holds at the peak, with the places of the instructions that define it.

    What has no place, such as a value that a loop carries, has that of what it comes from, or the name of the argument.
    """
    module = scan(text)
    places = SourcePlaces(module.tables)
    inside = {name: each for each in module.computations.values() for name in module.definitions(each)}
    for each in held.buffers:
        name, _, index = each.name.partition("{")
        if (found := inside.get(name)) is None:
            yield LiveBuffer(each.name, "", each.shape, each.bytes, ())
            continue
        instruction = module.instruction(module.definitions(found)[name])
        source, label = places.frames(instruction.metadata), ""
        if not source:
            origin = _origin(module, found, instruction, [int(digits) for digits in _NUMBER.findall(index)])
            source = places.frames(origin.metadata)
            label = f" of {origin.metadata['op_name']}" if origin.opcode == "parameter" and origin.metadata else ""
        yield LiveBuffer(each.name + label, instruction.opcode, each.shape, each.bytes, source)


_NUMBER = re.compile(r"[0-9]{1,9}")
_MAX_STEPS = 50
"""From a value back to what it comes from."""

_MOVES = ("bitcast", "copy", "copy-done", "opt-barrier", "reshape")


def _origin(
    module: HloText, computation: HloComputation, instruction: HloInstruction, index: Sequence[int]
) -> HloInstruction:
    """Returns the instruction that an element of a value comes from, out of the loops that carry it."""
    for _ in range(_MAX_STEPS):
        operands: Sequence[str] = instruction.operands
        if instruction.opcode == "parameter":
            sites = [(caller, module.instruction(line)) for caller, line in module.callers().get(computation.name, ())]
            loops = [(caller, site) for caller, site in sites if site.opcode == "while"]
            if not loops:
                break
            computation, loop = loops[0]
            operands = loop.operands
        elif instruction.opcode == "get-tuple-element" and _NUMBER.fullmatch(instruction.attribute("index")):
            index = [int(instruction.attribute("index")), *index]
        elif instruction.opcode == "tuple" and index and index[0] < len(operands):
            operands, index = [operands[index[0]]], index[1:]
        elif instruction.opcode not in _MOVES:
            break
        line = module.definitions(computation).get(operands[0]) if operands else None
        if line is None:
            break
        instruction = module.instruction(line)
    return instruction
