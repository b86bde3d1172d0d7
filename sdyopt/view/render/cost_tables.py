"""Tables of collectives and of memory, with their sums, for `sdy-view`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from sdyopt.cost.collectives.found import NO_AXES, CollectiveView, Totals, axes_of_key
from sdyopt.cost.memory_model.peak import PeakView, statement
from sdyopt.cost.origins.followers import line_text
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.display.tables import Column, Table
from sdyopt.display.wording import counted, printable
from sdyopt.ir.collecting import summed
from sdyopt.view.columns.collectives import sent_once, shown_type
from sdyopt.view.model import ModuleView
from sdyopt.view.render.amounts import UNKNOWN, Sum, peak_sum, short

if TYPE_CHECKING:
    from sdyopt.hlo.module import Allocated
    from sdyopt.hlo.peak import HloPeak, LiveBuffer
    from sdyopt.machines.compiling import Compilation
    from sdyopt.view.timing import TimeView
    from sdyopt.view.xla import Beside, Pair, XlaView

_MAX_PARTS = 8
"""Of a sum."""

_MAX_LOOPS = 3
"""Loops of unknown length that a sum names."""


class Communicating(Protocol):
    """The view of a program that has collectives."""

    @property
    def collectives(self) -> tuple[CollectiveView, ...]: ...

    @property
    def totals(self) -> Totals: ...

    @property
    def frames(self) -> FrameChoice: ...


def listed_collectives(
    groups: Sequence[Sequence[CollectiveView]], most: int | None, order: str = "order"
) -> list[Sequence[CollectiveView]]:
    """Returns the groups of collectives that send most in one of COLLECTIVE_ORDERS."""
    numbers = list(range(len(groups)))
    if most is not None and len(groups) > most:
        numbers = sorted(sorted(numbers, key=lambda number: _most_sent(groups[number]))[:most])
    listed = [groups[number] for number in numbers]
    if order == "bytes":
        return sorted(listed, key=_most_sent)
    return sorted(listed, key=lambda group: COLLECTIVE_ORDERS[order](group[0]))


def _most_sent(group: Sequence[CollectiveView]) -> tuple[bool, int]:
    """Orders collectives by what they send in one run of the program; unknown amounts come first."""
    sent = [each.sent for each in group]
    return (False, 0) if None in sent else (True, -sum([each or 0 for each in sent]))


COLLECTIVE_ORDERS: dict[str, Callable[[CollectiveView], Any]] = {
    "order": lambda _: 0,
    "name": lambda collective: collective.kind,
    "shape": lambda collective: -(collective.operand.bytes or 0),
}
"""How `--sort` orders collectives but by bytes: by what they are, and by what a device has of their operands."""


def collective_notes(view: Communicating, are_all: bool = True) -> Iterator[str]:
    """Yields the sums of all collectives, and what is not in them; if not all are listed, that they are of all."""
    totals = view.totals
    if not view.collectives and not totals.is_lower_bound:
        yield "no collectives"
        yield from _left_out(view)
        return
    yield f"sent a device{'' if are_all else ' in all functions'}: {sent_text(view)}"
    sending = sum([bool(collective.sent) for collective in view.collectives])
    kinds = [(kind.replace("-", "_"), size) for kind, size in totals.by_kind]
    for name, parts in (("kind", kinds), ("line", list(totals.by_line))):
        if 1 < len(parts) < sending:
            yield f"by {name}: {_parts(parts)}"
    yield from _left_out(view)


def sent_text(view: Communicating) -> str:
    """`56 KiB, all over "expert"`; with unknowns `at least 56 KiB, all over "expert", and 1.0 KiB each time …`."""
    totals = view.totals
    known = _known_text(totals)
    unknown = unknown_text(totals, view.frames)
    assumed = {each.runs.loop: None for each in view.collectives if each.runs.is_assumed}
    if assumed:
        known += f", with an assumed number of iterations of {counted(len(assumed), 'loop')}"
    if not unknown:
        return known
    return f"at least {known}, and {unknown}" if totals.bytes_sent else f"unknown: {unknown}"


def unknown_text(totals: Totals, choice: FrameChoice) -> str:
    """`198 KiB in each iteration of the loop model.py:39 (18 collectives)`; empty if everything is known."""
    numbers = {
        kind: sum([each.number for each in totals.unknown if each.kind == kind]) for kind in ("bytes", "sharding")
    }
    parts = list(_loop_texts(totals, choice))
    if numbers["bytes"]:
        bounds = [each.most for each in totals.unknown if each.kind == "bytes"]
        most = "" if None in bounds else f", at most {short(sum([bound or 0 for bound in bounds]))}"
        parts.append(f"{counted(numbers['bytes'], 'collective')} of unknown bytes{most}")
    if totals.reshards:
        parts.append(f"{counted(totals.reshards, 'reshard')} of unknown bytes")
    if numbers["sharding"]:
        parts.append(f"what XLA does at {counted(numbers['sharding'], 'operation')} without a sharding rule")
    return " and ".join(parts)


def unknown_reasons(totals: Totals, choice: FrameChoice) -> str:
    """`model.py:7: perhaps gathered by XLA's partitioner for gather`, of those that may send most, or nothing."""
    found = sorted([each for each in totals.unknown if each.reason], key=lambda each: -(each.most or 0))
    texts = [f"{line_text(each.source, choice)}: {each.reason}" for each in found]
    return ", ".join([*texts[:_MAX_LOOPS], *(["…"] if len(texts) > _MAX_LOOPS else [])])


def _loop_texts(totals: Totals, choice: FrameChoice) -> Iterator[str]:
    """Yields what an iteration of each loop of unknown length sends, the most first."""
    loops: dict[str, tuple[int, int]] = {}
    for each in totals.unknown:
        if each.kind == "runs":
            place = line_text(each.loop, choice)
            sent, number = loops.get(place, (0, 0))
            loops[place] = sent + (each.bytes_each or 0), number + each.number
    ordered = sorted(loops.items(), key=lambda loop: -loop[1][0])
    for place, (sent, number) in ordered[:_MAX_LOOPS]:
        count = counted(number, "collective")
        if place:
            yield f"{short(sent)} in each iteration of the loop {place} ({count})"
        else:
            yield f"{short(sent)} each time that {count} of unknown runs {'runs' if number == 1 else 'run'}"
    if len(ordered) > _MAX_LOOPS:
        rest = sum([sent for _, (sent, _) in ordered[_MAX_LOOPS:]])
        yield f"{short(rest)} in iterations of {counted(len(ordered) - _MAX_LOOPS, 'other loop')}"


def assumption_hint(totals: Totals, choice: FrameChoice) -> str:
    """`--assume-runs=model.py:39=N`, the options that say how often loops run; empty if no runs are unknown."""
    unknown = [line_text(each.loop, choice) for each in totals.unknown if each.kind == "runs"]
    places = list(dict.fromkeys(filter(None, unknown)))
    if not unknown:
        return ""
    if len(places) > _MAX_LOOPS or not all(unknown):
        return "--assume-runs=N"
    return " ".join([f"--assume-runs={place}=N" for place in places])


def _known_text(totals: Totals) -> str:
    axes = [(axes_text(key, " and "), size) for key, size in totals.by_axis]
    if not totals.bytes_sent or [key for key, _ in totals.by_axis] == [NO_AXES]:
        return short(totals.bytes_sent)
    if len(axes) == 1:
        return f"{short(totals.bytes_sent)}, all over {axes[0][0]}"
    return f"{short(totals.bytes_sent)}: {', '.join([f'{short(size)} over {key}' for key, size in axes])}"


def axes_text(key: str, between: str = ", ") -> str:
    """Returns `"data", "model"`, from the key of a sum."""
    return "no axes" if key == NO_AXES else between.join([f'"{name}"' for name in axes_of_key(key)])


def _parts(parts: Sequence[tuple[str, int]]) -> str:
    texts = [f"{name or UNKNOWN} {short(size)}" for name, size in parts[:_MAX_PARTS]]
    return ", ".join(texts) + (f", … {len(parts) - _MAX_PARTS:,} more" if len(parts) > _MAX_PARTS else "")


def _left_out(view: Communicating) -> Iterator[str]:
    totals = view.totals
    if totals.unknown_executions:
        count = counted(totals.unknown_executions, "collective")
        hint = assumption_hint(totals, view.frames)
        yield f"not summed: {count} in loops whose number of runs is unknown ({hint})"
    if totals.unknown_sizes:
        yield f"not summed: {counted(totals.unknown_sizes, 'collective')} of unknown size"
    if totals.reshards:
        yield f"not summed: {counted(totals.reshards, 'reshard')} without collectives"
    for collective in view.collectives:
        if collective.bytes_sent is None and collective.most is not None:
            place = line_text(collective.source, view.frames) or UNKNOWN
            most = "" if collective.most is None else f", at most {short(collective.most)}"
            each = "" if collective.executions == 1 or not most else " in each run of it"
            yield f"not summed: what is {collective.cause} at {place}{most}{each}"


def peak_notes(peak: PeakView, choice: FrameChoice) -> Iterator[str]:
    """Yields what the peak is, and where."""
    at = f"{peak.operation} {line_text(peak.source, choice)}".strip() if peak.operation else "the beginning"
    about = "at least" if peak.is_lower_bound else "about"
    yield f"peak a device: {about} {short(peak.bytes)} (profile {peak.profile}) in @{peak.function}, at {at}"
    if peak.most is not None and peak.most > peak.bytes:
        yield f"at most {short(peak.most)} if XLA gathers what it may (see the collectives of unknown bytes)"
    lines = summed((line_text(live.source, choice) or "arguments", live.bytes) for live in peak.live)
    if 1 < len(lines) < len(peak.live):
        yield f"by line: {_parts(sorted(lines.items(), key=lambda line: -line[1]))}"
    yield f"This is {statement(peak.profile)}."


# What `sdy-view --hlo` prints of a compiled program, and of what it has in common with Shardy's.

OURS = {"shardy": "Shardy", "xla": "model", "as written": "as written"}
"""The names of partitioners in tables."""

_XLA = "XLA"


def name_of_ours(view: ModuleView) -> str:
    """Returns the name of the program that is not XLA's in tables: that of its partitioner."""
    return OURS[view.stage.partitioner] if view.answer is None else "jaxlib"


def xla_heading(view: XlaView) -> str:
    """`compiled.txt, compiled by XLA: 8 devices, module jit_step`."""
    devices, by = counted(view.devices, "device"), "by XLA"
    if view.compilation is not None:
        quickly = "quickly " if view.compilation.is_quick else ""
        by = f"{quickly}for {view.compilation.machine.name} by {view.compilation.compiler}"
    return printable(f"{view.file}, compiled {by}: {devices}, module {view.module}")


def size_note(view: XlaView) -> str:
    """Returns what the arguments and results of a compiled program take."""
    if view.arguments is None or view.results is None:
        return "The text does not say what arguments and results take."
    text = f"arguments {short(view.arguments)}, results {short(view.results)} a device"
    if view.after_donation in (None, view.arguments + view.results):
        return text
    return f"{text}, {short(view.after_donation)} after donation"


def xla_peak_table(view: XlaView, peak: HloPeak, live: Sequence[LiveBuffer]) -> Table:
    """Returns a line for each temporary in memory at the peak."""
    from sdyopt.view.xla import frames_of

    columns = [
        Column("alive then", style="cyan"),
        Column("type"),
        Column("source", style="dim"),
        Column("bytes a device", right=True, style="bold"),
    ]
    rows = []
    for each in live:
        source = line_text(frames_of(each.source), view.frames) or UNKNOWN
        rows.append([printable(each.name), shown_type(each.shape), source, short(each.bytes)])
    return Table(columns, rows)


def xla_peak_note(peak: HloPeak, compilation: Compilation | None = None) -> str:
    """Returns what the peak of a compiled program is made of."""
    if compilation is not None:
        most, around = compilation.peak, compilation.around
        how = ", as the compiler reports it" if most == compilation.reported else ""
        temporaries = f"temporaries {short(max(0, most - around))}"
        return f"peak a device: {short(most)}{how}: arguments and results {short(around)} + {temporaries}"
    return f"peak a device: about {short(peak.bytes)}: {_buffers_text(peak)}"


def allocation_note(allocated: Allocated) -> str:
    """Returns what XLA's own buffers take."""
    return f"XLA allocates {short(allocated.bytes)} a device: {_buffers_text(allocated)}"


def _buffers_text(found: HloPeak | Allocated) -> str:
    aliased = f" − {short(found.aliased)} donated" if found.aliased else ""
    around = f"arguments {short(found.arguments)} + results {short(found.results)}{aliased}"
    return f"{around} + temporaries {short(found.temporaries)}"


CYCLES_NOTE = (
    "shares of what XLA's compiler expects, without collectives: it prices products well, element-wise operations "
    "1.6 to 3.5 times too high; {:,} cycles in all are not the time of a step"
)


def cycles_table(found: TimeView, compiled: XlaView) -> Table:
    """Returns the lines of a step with their shares of our time and of the cycles that XLA's compiler expects.

    Neither counts collectives: the compiler has no estimate for them.
    """
    from sdyopt.cost.time.operations import Bound
    from sdyopt.view.timing import percent
    from sdyopt.view.xla import frames_of

    rows_of_ours = [row for row in found.operations if row.bound is not Bound.NETWORK]
    ours = summed((line_text(row.source, compiled.frames) or UNKNOWN, row.seconds) for row in rows_of_ours)
    cycles: Counter[str] = Counter()
    names: dict[str, Counter[str]] = {}
    for each in compiled.cycles:
        line = line_text(frames_of(each.source), compiled.frames) or UNKNOWN
        cycles[line] += each.cycles
        names.setdefault(line, Counter())[each.op_name.rpartition("/")[2]] += each.cycles
    wholes = sum(ours.values()), cycles.total()

    def share(amount: float, whole: float) -> str:
        return percent(amount / whole) if amount else UNKNOWN

    rows = []
    for line in sorted({**ours, **cycles}, key=lambda line: (-cycles[line], -ours.get(line, 0.0))):
        most = names[line].most_common(1)[0][0] if line in names else ""
        rows.append(
            [line, printable(most) or UNKNOWN, share(ours.get(line, 0.0), wholes[0]), share(cycles[line], wholes[1])]
        )
    columns = [
        Column("line", style="cyan"),
        Column("XLA's longest operation", below=True),
        Column("model", right=True),
        Column("XLA's estimate", right=True, style="bold"),
    ]
    return Table(columns, rows)


def beside_table(program: ModuleView, xla: XlaView) -> Table:
    """Returns a line for the collectives of each kind along the same axes, and what only one program has."""
    from sdyopt.view.xla import beside

    ours = name_of_ours(program)
    groups = list(beside(program.collectives, xla.collectives))
    cells = [(*_part(each.shardy), *_part(each.xla), only_text(each, ours)) for each in groups]
    return _table_beside(ours, groups, cells, has_counts=True)


def pair_table(program: ModuleView, xla: XlaView) -> Table:
    """Returns a line for each collective of both programs, those of the same kind and axes next to each other."""
    from sdyopt.view.xla import side_by_side

    ours, frames = name_of_ours(program), program.frames
    pairs = list(side_by_side(program.collectives, xla.collectives, frames))
    cells = [(*_member(each.shardy, frames), *_member(each.xla, frames), pair_text(each, ours)) for each in pairs]
    return _table_beside(ours, [pair.group for pair in pairs], cells, has_counts=False)


def _table_beside(ours: str, groups: Sequence[Beside], cells: Sequence[Sequence[str]], has_counts: bool) -> Table:
    sent = Column("sent a device", right=True, style="bold")
    of_each = [column for name in (ours, _XLA) for column in (Column(name, right=has_counts), sent)]
    columns = [Column("kind", style="cyan"), Column("axes"), *of_each, Column("", below=True, style="yellow")]
    rows = [
        [each.kind.replace("-", "_"), UNKNOWN if each.axes == NO_AXES else axes_text(each.axes), *texts]
        for each, texts in zip(groups, cells, strict=True)
    ]
    return Table(columns, rows)


def pair_text(pair: Pair, ours: str) -> str:
    """Returns what is said about a pair: the axes of XLA's if they are others, or that only one program has such."""
    if pair.other_axes is not None:
        return f"{_XLA}: over {axes_text(pair.other_axes)}"
    return only_text(pair.group, ours)


def _member(collective: CollectiveView | None, frames: FrameChoice) -> tuple[str, str]:
    """Returns where a collective comes from, and what it sends in all its executions."""
    if collective is None:
        return UNKNOWN, UNKNOWN
    runs = collective.executions
    source = line_text(collective.source, frames) or UNKNOWN
    if collective.sent is None:
        return source, sent_once(collective) + ("" if runs == 1 else " a run")
    many = runs is not None and runs > 1
    return source, short(collective.sent) + (f" in {collective.runs.text} runs" if many else "")


def only_text(group: Beside, ours: str) -> str:
    """`only XLA`, or `part of that of Shardy over "x", "y"`; empty if both programs have such collectives."""
    if group.together:
        axes = [axes_text(key) for key in group.together]
        if group.shardy:
            return f"{_XLA}: over {' and over '.join(axes)}"
        return f"part of that of {ours} over {axes[0]}"
    return {"": "", "shardy": f"only {ours}", "xla": f"only {_XLA}"}[group.only_in]


def _part(collectives: Sequence[CollectiveView]) -> tuple[str, str]:
    """Returns how many there are, and what they send, as far as it is known."""
    if not collectives:
        return UNKNOWN, UNKNOWN
    known = [each.sent for each in collectives if each.sent is not None]
    sizes = ([short(sum(known))] if known else []) + (["unknown"] if len(known) < len(collectives) else [])
    return str(len(collectives)), " + ".join(sizes)


def sums_table(program: ModuleView, xla: XlaView) -> Table:
    """Returns what both programs send and hold, and by how much that of XLA differs."""
    columns = [
        Column("a device", style="cyan"),
        Column(name_of_ours(program), right=True, style="bold"),
        Column(_XLA, right=True, style="bold"),
        Column("", below=True, style="yellow"),
    ]
    rows = [[name, ours.text, of_xla.text, _change(ours, of_xla)] for name, ours, of_xla in sums_of(program, xla)]
    return Table(columns, rows)


def sums_of(program: ModuleView, xla: XlaView) -> Iterator[tuple[str, Sum, Sum]]:
    """Yields what both programs send and hold: the name of the sum, and its bytes on one device."""
    of_xla = Sum(xla.totals.bytes_sent, xla.totals.is_lower_bound)
    yield "sent by collectives", Sum(program.totals.bytes_sent, program.totals.is_lower_bound), of_xla
    public = [function for function in program.functions if function.is_public]
    if len(public) == 1 and xla.arguments is not None and xla.results is not None:
        (function,) = public
        is_least = bool(function.unknown)
        yield "arguments", Sum(function.arguments_bytes, is_least), Sum(xla.arguments)
        yield "results", Sum(0 if function.most is None else function.most.result_bytes, is_least), Sum(xla.results)
        yield "after donation", Sum(function.after_donation, is_least), Sum(xla.after_donation)
    if program.peak is not None and xla.allocated is not None:
        yield f"peak ({program.peak.profile}), as allocated", peak_sum(program.peak), Sum(xla.allocated.bytes)
    if program.peak is not None and xla.compilation is not None:
        yield f"peak ({program.peak.profile}), the compiler's", peak_sum(program.peak), Sum(xla.compilation.peak)
    elif program.peak is not None and xla.peak is not None:
        yield f"peak ({program.peak.profile}), about", peak_sum(program.peak), Sum(xla.peak.bytes)


def _change(ours: Sum, of_xla: Sum) -> str:
    if ours.is_least or of_xla.is_least:
        return ""
    if ours == of_xla:
        return "same"
    return f"{of_xla.bytes / ours.bytes:.2f}×" if ours.bytes and of_xla.bytes else ""


def difference_notes(program: ModuleView, xla: XlaView) -> Iterator[str]:
    """Yields what is not in the sums of either, and how many collectives of XLA send wider floats."""
    from sdyopt.view.xla import side_by_side

    for name, view in ((name_of_ours(program), program), (_XLA, xla)):
        if unknown := view.totals.unknown_executions + view.totals.unknown_sizes:
            yield f"not summed of {name}: {counted(unknown, 'collective')} whose runs or sizes are unknown"
    if xla.compilation is not None:
        yield from _compilation_notes(xla.compilation)
    pairs = side_by_side(program.collectives, xla.collectives, program.frames)
    widened = sum([_is_half(each.shardy) and each.xla is not None and not _is_half(each.xla) for each in pairs])
    if widened:
        why = ": XLA for CPUs computes in 32 bits" if program.compiler == "cpu" else ""
        yield f"in {counted(widened, 'collective')} XLA sends 32-bit floats where the model has 16-bit ones{why}"


def _compilation_notes(compilation: Compilation) -> Iterator[str]:
    """Yields what is to be known of the peak that a compiler reports."""
    if compilation.is_quick:
        yield "compiled quickly: collectives are those of a full compilation, the peak may be half as much again"
    if compilation.counts_vmem and compilation.reported != compilation.peak:
        yield f"the peak is that of HBM; the compiler reports {short(compilation.reported)}, which counts VMEM, too"
    elif compilation.counts_vmem:
        yield f"up to {short(compilation.reported - compilation.around)} of the compiler's peak may be in VMEM"
    memory, machine = compilation.machine.memory, compilation.machine
    if memory is not None and compilation.peak > memory:
        yield f"the peak is more than the {short(memory)} of a device of {machine.name}, which XLA compiles for anyway"


def _is_half(collective: CollectiveView | None) -> bool:
    """Whether a collective of the program moves floats of 16 bits."""
    return collective is not None and "f16[" in collective.operand.type
