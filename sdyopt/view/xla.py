"""What XLA's compiled program communicates and holds, in the form of a view, and beside it that of Shardy's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from sdyopt.cost.collectives.collectives import BufferView, CollectiveView
from sdyopt.cost.collectives.totals import Totals, axis_key, totals_of
from sdyopt.cost.origins.sources import Frames
from sdyopt.dialects.sdy.attributes import AxisRef
from sdyopt.display.wording import counted
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.driver.diagnostics.rendering import USER_FRAMES
from sdyopt.hlo import Collective, HloPeak, mesh_axes, parse_hlo
from sdyopt.hlo import Frame as HloFrame
from sdyopt.ir.frames import Frame
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.layout import Shape
from sdyopt.view.model import ModuleView
from sdyopt.view.render.cost_json import collective_object, totals_object

Mesh = Sequence[tuple[str, int]]
"""The names and sizes of the axes of a program's mesh, from major to minor."""


class XlaView(NamedTuple):
    """A program that XLA has compiled."""

    file: str
    module: str
    devices: int
    collectives: tuple[CollectiveView, ...]
    totals: Totals
    arguments: int | None
    """The bytes of the arguments on one device; None if the text does not give their shapes."""
    results: int | None
    after_donation: int | None
    is_scheduled: bool = True
    """Whether it is what runs: the text from before XLA's optimizations is not."""
    peak: HloPeak | None = None
    """What a device needs at one time; None if that was not asked for."""
    frames: FrameChoice = USER_FRAMES
    """Which frames of call stacks are shown."""


def xla_view(
    text: str, file: str, mesh: Mesh = (), frames: FrameChoice = USER_FRAMES, with_peak: bool = False
) -> XlaView:
    """Returns the view of HLO text. Raises HloError, also for the peak of a program that is not scheduled.

    The axes of collectives are those of `mesh`, which is that of the program that was compiled. Without it they have
    none, as XLA does not keep their names.
    """
    module = parse_hlo(text, with_peak)
    sizes = module.sizes
    collectives = tuple([_collective(each, module.name, mesh) for each in module.collectives])
    return XlaView(
        file=file,
        module=module.name,
        devices=module.replicas * module.partitions,
        collectives=collectives,
        totals=totals_of(collectives, choice=frames),
        arguments=None if sizes is None else sum(sizes.arguments),
        results=None if sizes is None else sum(sizes.results),
        after_donation=None if sizes is None else sizes.after_donation,
        is_scheduled=module.is_scheduled,
        peak=module.peak,
        frames=frames,
    )


def frames_of(stack: Sequence[HloFrame]) -> Frames:
    return tuple([Frame(each.file or "", each.line or 0, each.column or 0, each.function) for each in stack])


def _collective(collective: Collective, module: str, mesh: Mesh) -> CollectiveView:
    axes = mesh_axes(collective, tuple(mesh)) or ()
    return CollectiveView(
        kind=collective.kind,
        function=module,
        source=frames_of(collective.source),
        axes=tuple([AxisRef(name) for name in axes]),
        group_size=collective.group_size,
        groups=collective.groups,
        operand=_buffer(collective.operands, collective.operand_bytes),
        result=_buffer(collective.results, collective.result_bytes),
        bytes_sent=collective.bytes_sent,
        executions=collective.executions,
        cause=collective.op_name,
    )


def _buffer(shapes: Sequence[Shape], size: int) -> BufferView:
    texts = list(map(str, shapes))
    return BufferView(texts[0] if len(texts) == 1 else f"({', '.join(texts)})", size)


def xla_object(view: XlaView) -> dict[str, Any]:
    """Returns the object that `sdy-view --json` writes about a compiled program."""
    return {
        "partitioner": "xla",
        "file": view.file,
        "module": view.module,
        "devices": view.devices,
        "collectives": [collective_object(each) for each in view.collectives],
        "totals": totals_object(view.totals),
        "arguments_bytes": view.arguments,
        "results_bytes": view.results,
        "after_donation_bytes": view.after_donation,
        "peak": None if view.peak is None else _peak_object(view.peak),
    }


def _peak_object(peak: HloPeak) -> dict[str, Any]:
    live = [
        {
            "name": each.name,
            "type": each.shape,
            "bytes": each.bytes,
            "source": [frame._asdict() for frame in frames_of(each.source)],
        }
        for each in peak.live
    ]
    return {"bytes": peak.bytes, "temporaries_bytes": peak.temporaries, "live": live}


def mismatches(program: ModuleView, module: str | None, xla: XlaView) -> Iterator[str]:
    """Yields why a compiled program is not made of a program, whose module has that name, for the same devices."""
    if module is not None and module != xla.module:
        yield f"the program is module {module}, the compiled one {xla.module}"
    if program.devices != xla.devices:
        yield f"the program is for {counted(program.devices, 'device')}, the compiled one for {xla.devices:,}"
    public = [function for function in program.functions if function.is_public]
    if len(public) == 1 and public[0].most is not None and not public[0].unknown and xla.arguments is not None:
        ours = public[0].most.arguments
        if ours != xla.arguments:
            yield f"arguments take {ours:,} bytes a device in the program, {xla.arguments:,} in the compiled one"


# --- beside Shardy's program ------------------------------------------------------------------------------------------


class Beside(NamedTuple):
    """The collectives of a kind along the same axes in Shardy's program and in XLA's.

    XLA may combine several into one: what is compared is what they send.
    """

    kind: str
    axes: str
    """As in sums: `data,model`."""
    shardy: tuple[CollectiveView, ...]
    xla: tuple[CollectiveView, ...]

    @property
    def sent(self) -> tuple[int, int]:
        """What one device sends in one run of the program in each, as far as it is known."""
        shardy, xla = [sum([each.sent or 0 for each in part]) for part in (self.shardy, self.xla)]
        return shardy, xla

    @property
    def only_in(self) -> str:
        """`shardy` or `xla` if only one of them has such collectives, else ""."""
        if self.shardy and self.xla:
            return ""
        return "shardy" if self.shardy else "xla"


def beside(shardy: Sequence[CollectiveView], xla: Sequence[CollectiveView]) -> Iterator[Beside]:
    """Yields the collectives of both programs that send anything, by kind and axes, in the order of their first."""
    programs = (_by_key(shardy), _by_key(xla))
    for key in dict.fromkeys([*programs[0], *programs[1]]):
        of_shardy, of_xla = [tuple(program.get(key, ())) for program in programs]
        yield Beside(*key, of_shardy, of_xla)


class Pair(NamedTuple):
    """A collective of Shardy's program next to one of XLA's of the same kind and axes, as far as there are."""

    group: Beside
    shardy: CollectiveView | None
    xla: CollectiveView | None


def side_by_side(shardy: Sequence[CollectiveView], xla: Sequence[CollectiveView]) -> Iterator[Pair]:
    """Yields the collectives of both programs that send anything, in pairs; of each kind and axes the largest first."""
    for group in beside(shardy, xla):
        ordered = [sorted(part, key=_by_sent) for part in (group.shardy, group.xla)]
        yield from [Pair(group, ours, of_xla) for ours, of_xla in zip_longest(*ordered)]


def _by_sent(collective: CollectiveView) -> float:
    sent = collective.sent
    return float("-inf") if sent is None else -sent


def _by_key(collectives: Sequence[CollectiveView]) -> dict[tuple[str, str], list[CollectiveView]]:
    found: dict[tuple[str, str], list[CollectiveView]] = {}
    for collective in collectives:
        if collective.sent != 0:
            found.setdefault((collective.kind, axis_key(collective)), []).append(collective)
    return found
