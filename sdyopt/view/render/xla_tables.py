"""What `sdy-view --hlo` prints of a compiled program, and of what it has in common with Shardy's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.cost.collectives.axis_keys import NO_AXES
from sdyopt.cost.collectives.collectives import CollectiveView
from sdyopt.cost.origins.sources import line_text
from sdyopt.display.tables import Column, Table
from sdyopt.display.wording import counted, printable
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.hlo import HloPeak, LiveBuffer
from sdyopt.hlo.dumps import Allocated
from sdyopt.view.columns.collectives import sent_once, shown_type
from sdyopt.view.model import ModuleView
from sdyopt.view.render.amounts import UNKNOWN, Sum, short
from sdyopt.view.render.cost_tables import axes_text
from sdyopt.view.xla import Beside, Pair, XlaView, beside, frames_of, side_by_side

OURS = {"shardy": "Shardy", "as written": "as written"}
"""The names of partitioners in tables."""

_XLA = "XLA"


def xla_heading(view: XlaView) -> str:
    """`compiled.txt, compiled by XLA: 8 devices, module jit_step`."""
    devices = counted(view.devices, "device")
    return printable(f"{view.file}, compiled by XLA: {devices}, module {view.module}")


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


def xla_peak_note(peak: HloPeak) -> str:
    """Returns what the peak of a compiled program is made of."""
    aliased = f" − {short(peak.aliased)} donated" if peak.aliased else ""
    return (
        f"peak a device: about {short(peak.bytes)}: arguments {short(peak.arguments)} + results {short(peak.results)}"
        f"{aliased} + temporaries {short(peak.temporaries)}"
    )


def allocation_note(allocated: Allocated) -> str:
    """Returns what XLA's own buffers take."""
    aliased = f" − {short(allocated.aliased)} donated" if allocated.aliased else ""
    return (
        f"XLA allocates {short(allocated.bytes)} a device: arguments {short(allocated.arguments)} + results "
        f"{short(allocated.results)}{aliased} + temporaries {short(allocated.temporaries)}"
    )


def beside_table(program: ModuleView, xla: XlaView) -> Table:
    """Returns a line for the collectives of each kind along the same axes, and what only one program has."""
    ours = OURS[program.stage.partitioner]
    columns = [
        Column("kind", style="cyan"),
        Column("axes"),
        Column(ours, right=True),
        Column("sent a device", right=True, style="bold"),
        Column(_XLA, right=True),
        Column("sent a device", right=True, style="bold"),
        Column("", below=True, style="yellow"),
    ]
    return Table(columns, [_beside_row(each, ours) for each in beside(program.collectives, xla.collectives)])


def pair_table(program: ModuleView, xla: XlaView) -> Table:
    """Returns a line for each collective of both programs, those of the same kind and axes next to each other."""
    ours = OURS[program.stage.partitioner]
    columns = [
        Column("kind", style="cyan"),
        Column("axes"),
        Column(ours),
        Column("sent a device", right=True, style="bold"),
        Column(_XLA),
        Column("sent a device", right=True, style="bold"),
        Column("", below=True, style="yellow"),
    ]
    pairs = side_by_side(program.collectives, xla.collectives, program.frames)
    return Table(columns, [_pair_row(pair, program.frames, ours) for pair in pairs])


def _pair_row(pair: Pair, frames: FrameChoice, ours: str) -> list[str]:
    group = pair.group
    axes = UNKNOWN if group.axes == NO_AXES else axes_text(group.axes)
    members = *_member(pair.shardy, frames), *_member(pair.xla, frames)
    return [group.kind.replace("-", "_"), axes, *members, pair_text(pair, ours)]


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
    about = "~" if collective.estimated else ""
    return source, about + short(collective.sent) + (f" in {collective.runs.text} runs" if many else "")


def only_text(group: Beside, ours: str) -> str:
    """`only XLA`, or `part of that of Shardy over "x", "y"`; empty if both programs have such collectives."""
    if group.together:
        axes = [axes_text(key) for key in group.together]
        if group.shardy:
            return f"{_XLA}: over {' and over '.join(axes)}"
        return f"part of that of {ours} over {axes[0]}"
    return {"": "", "shardy": f"only {ours}", "xla": f"only {_XLA}"}[group.only_in]


def _beside_row(both: Beside, ours: str) -> list[str]:
    axes = UNKNOWN if both.axes == NO_AXES else axes_text(both.axes)
    only = only_text(both, ours)
    return [both.kind.replace("-", "_"), axes, *_part(both.shardy), *_part(both.xla), only]


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
        Column(OURS[program.stage.partitioner], right=True, style="bold"),
        Column(_XLA, right=True, style="bold"),
        Column("", below=True, style="yellow"),
    ]
    rows = [[name, ours.text, of_xla.text, _change(ours, of_xla)] for name, ours, of_xla in sums_of(program, xla)]
    return Table(columns, rows)


def sums_of(program: ModuleView, xla: XlaView) -> Iterator[tuple[str, Sum, Sum]]:
    """Yields what both programs send and hold: the name of the sum, and its bytes on one device."""
    of_xla = Sum(xla.totals.bytes_sent, xla.totals.is_lower_bound)
    yield "sent by collectives", Sum(program.totals.bytes_sent, program.totals.is_lower_bound), of_xla
    if program.totals.estimated:
        yield "with estimates", Sum(program.totals.bytes_with_estimates, program.totals.is_lower_bound), of_xla
    public = [function for function in program.functions if function.is_public]
    if len(public) == 1 and xla.arguments is not None and xla.results is not None:
        (function,) = public
        most = function.most
        is_least = bool(function.unknown)
        yield "arguments", Sum(0 if most is None else most.arguments, is_least), Sum(xla.arguments)
        yield "results", Sum(0 if most is None else most.results, is_least), Sum(xla.results)
        yield "after donation", Sum(function.after_donation, is_least), Sum(xla.after_donation)
    if program.peak is not None and xla.allocated is not None:
        yield f"peak ({program.peak.profile}), as allocated", Sum(program.peak.bytes), Sum(xla.allocated.bytes)
    if program.peak is not None and xla.peak is not None:
        yield f"peak ({program.peak.profile}), about", Sum(program.peak.bytes), Sum(xla.peak.bytes)


def _change(ours: Sum, of_xla: Sum) -> str:
    if ours.is_least or of_xla.is_least:
        return ""
    if ours == of_xla:
        return "same"
    return f"{of_xla.bytes / ours.bytes:.2f}×" if ours.bytes and of_xla.bytes else ""


def difference_notes(program: ModuleView, xla: XlaView) -> Iterator[str]:
    """Yields what is not in the sums of either, and how many collectives of XLA send wider floats."""
    for name, view in ((OURS[program.stage.partitioner], program), (_XLA, xla)):
        unknown = view.totals.unknown_executions + view.totals.unknown_sizes
        if unknown:
            yield f"not summed of {name}: {counted(unknown, 'collective')} whose runs or sizes are unknown"
        if view.totals.unestimated:
            yield f"not summed of {name}: {counted(view.totals.unestimated, 'estimate')} without a formula"
    pairs = side_by_side(program.collectives, xla.collectives, program.frames)
    widened = sum([_is_half(each.shardy) and each.xla is not None and not _is_half(each.xla) for each in pairs])
    if widened:
        yield (
            f"in {counted(widened, 'collective')} XLA sends 32-bit floats where the program has 16-bit ones: "
            "XLA for CPUs computes in 32 bits"
        )


def _is_half(collective: CollectiveView | None) -> bool:
    """Whether a collective of the program moves floats of 16 bits."""
    return collective is not None and not collective.estimated and "f16[" in collective.operand.type
