"""The collectives and the memory of XLA's compiled program, in the form of a view, and beside it those of Shardy's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.cost.collectives.found import (
    NO_AXES,
    BufferView,
    CollectiveView,
    Totals,
    axes_of_key,
    axis_key,
    sdy_axis,
    totals_of,
)
from sdyopt.cost.origins.followers import Frames, line_text
from sdyopt.cost.program.executions import AssumedRuns
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.display.wording import counted
from sdyopt.hlo import EntrySizes, HloCollective, HloFrame, HloModule, HloPeak, parse_hlo
from sdyopt.hlo.collectives import axis_refs
from sdyopt.hlo.module import Allocated, HloCycles
from sdyopt.ir.collecting import grouped
from sdyopt.ir.locations import Frame
from sdyopt.ir.records import NamedTuple
from sdyopt.layout import Shape
from sdyopt.view.columns.collectives import collective_objects, described, plain, totals_object
from sdyopt.view.model import ModuleView

if TYPE_CHECKING:
    from sdyopt.machines.compiling import Compilation

Mesh = Sequence[tuple[str, int]]
"""The names and sizes of the axes of a program's mesh, from major to minor."""


_NOTHING_ASSUMED = AssumedRuns()


class XlaView(NamedTuple):
    """A program that XLA has compiled."""

    file: str
    module: str
    devices: int
    collectives: tuple[CollectiveView, ...]
    totals: Totals
    sizes: EntrySizes | None
    """The bytes of arguments and results on one device; None if the text does not give their shapes."""
    is_scheduled: bool = True
    """Whether it is what runs: the text from before XLA's optimizations is not."""
    peak: HloPeak | None = None
    """The memory that a device needs at one time; None if that was not asked for."""
    frames: FrameChoice = USER_FRAMES
    """Which frames of call stacks are shown."""
    allocated: Allocated | None = None
    """The bytes that XLA allocates; None if that is not known."""
    compilation: Compilation | None = None
    """By which compiler, and for which machine, if it was compiled for the view."""
    loops: tuple[Frames, ...] = ()
    """The places of the loops with collectives whose number of runs is not known."""
    cycles: tuple[HloCycles, ...] = ()
    """The compiler's own estimates for instructions of a TPU."""

    @property
    def arguments(self) -> int | None:
        """The bytes of the arguments on one device, with the padding of tiles; None if that is not known."""
        return None if self.sizes is None else sum(self.sizes.arguments)

    @property
    def results(self) -> int | None:
        """The bytes of the results on one device."""
        return None if self.sizes is None else sum(self.sizes.results)

    @property
    def after_donation(self) -> int | None:
        """The bytes of both together, what they share counted once."""
        return None if self.sizes is None else self.sizes.after_donation


def xla_view(
    text: str,
    file: str,
    mesh: Mesh = (),
    frames: FrameChoice = USER_FRAMES,
    with_peak: bool = False,
    assumed: AssumedRuns = _NOTHING_ASSUMED,
) -> XlaView:
    """Returns the view of HLO text. Raises HloError, also for the peak of a program that is not scheduled.

    The axes of collectives are those of `mesh`, which is that of the program that was compiled. Without it they are
    found from the shardings of parameters and result, if XLA has kept any, and named `_axis_0`, `_axis_1`, ….
    """
    module = parse_hlo(text, with_peak, lambda loop: assumed.of(frames_of(loop)))
    mesh = mesh or _mesh_of(module)
    collectives = tuple([_collective(each, module.name, mesh) for each in module.collectives])
    return XlaView(
        file=file,
        module=module.name,
        devices=module.replicas * module.partitions,
        collectives=collectives,
        totals=totals_of(collectives, choice=frames),
        sizes=module.sizes,
        loops=tuple(dict.fromkeys([each.runs.loop for each in collectives if each.runs.loop])),
        is_scheduled=module.is_scheduled,
        peak=module.peak,
        frames=frames,
        cycles=module.cycles,
    )


def _mesh_of(module: HloModule) -> Mesh:
    """Returns the mesh that the shardings of a program are over; it has no axes if they name none."""
    from sdyopt.sharding.gspmd.meshes import find_mesh
    from sdyopt.sharding.gspmd.syntax import HloSharding, read_sharding

    counts: Counter[HloSharding] = Counter()
    for each in module.shardings:
        try:
            sharding = read_sharding(each)
        except ValueError:
            continue
        counts.update(sharding.elements or [sharding])
    found = find_mesh(counts, None)
    if found is None or found.places is not None or found.mesh.device_count != module.replicas * module.partitions:
        return ()
    return [(axis.name, axis.size) for axis in found.mesh.axes]


_OF_CPUS = ('"outer_dimension_partitions"', "%ynn_fusion", "xla_cpu", 'custom_call_target="lapack_')
"""The texts that only XLA for CPUs writes."""


def is_for_cpus(text: str) -> bool:
    """Whether a program was compiled for CPUs."""
    return any(mark in text for mark in _OF_CPUS)


def frames_of(stack: Sequence[HloFrame]) -> Frames:
    return tuple([Frame(each.file or "", each.line or 0, each.column or 0, each.function) for each in stack])


def _collective(collective: HloCollective, module: str, mesh: Mesh) -> CollectiveView:
    axes = axis_refs(collective, tuple(mesh)) or ()
    runs = collective.runs
    return CollectiveView(
        kind=collective.kind,
        function=module,
        source=frames_of(collective.source),
        axes=tuple(map(sdy_axis, axes)),
        group_size=collective.group_size,
        groups=collective.groups,
        operand=_buffer(collective.operands, collective.operand_bytes),
        result=_buffer(collective.results, collective.result_bytes),
        bytes_sent=collective.bytes_sent,
        runs=runs.at(frames_of(collective.loop)),
        cause=collective.op_name,
    )


def _buffer(shapes: Sequence[Shape], size: int) -> BufferView:
    texts = list(map(str, shapes))
    return BufferView(texts[0] if len(texts) == 1 else f"({', '.join(texts)})", size)


def xla_object(view: XlaView) -> dict[str, Any]:
    """Returns the object that `sdy-view --json` writes about a compiled program."""
    found = {
        "partitioner": "xla",
        **described(view, "file module devices"),
        "collectives": collective_objects(view),
        "totals": totals_object(view.totals),
        **described(view, "arguments_bytes=arguments results_bytes=results after_donation_bytes=after_donation"),
        "peak": None if view.peak is None else _peak_object(view.peak),
        "allocated_bytes": None if view.allocated is None else view.allocated.bytes,
        "estimated_cycles": [{**each._asdict(), "source": plain(frames_of(each.source))} for each in view.cycles],
    }
    if (compilation := view.compilation) is not None:
        found |= described(compilation, _OF_COMPILATION) | {"memory": dict(compilation.memory)}
    return found


_OF_COMPILATION = "machine=machine.name compiler is_quick compiler_peak_bytes=peak reported_peak_bytes=reported"


def _peak_object(peak: HloPeak) -> dict[str, Any]:
    live = [{**described(each, "name type=shape bytes"), "source": plain(frames_of(each.source))} for each in peak.live]
    return {**described(peak, "bytes temporaries_bytes=temporaries"), "live": live}


def mismatches(program: ModuleView, module: str | None, xla: XlaView) -> Iterator[str]:
    """Yields why a compiled program is not made of a program, whose module has that name, for the same devices."""
    if module is not None and module != xla.module:
        yield f"the program is module {module}, the compiled one {xla.module}"
    if program.devices != xla.devices:
        yield f"the program is for {counted(program.devices, 'device')}, the compiled one for {xla.devices:,}"
    public = [function for function in program.functions if function.is_public]
    if len(public) == 1 and public[0].most is not None and not public[0].unknown and xla.sizes is not None:
        ours = public[0].arguments_bytes
        if ours not in (xla.arguments, xla.sizes.unpadded_arguments):
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
    together: tuple[str, ...] = ()
    """The axes of those of the other program that do the same: XLA reduces along one axis after the other."""

    @property
    def sent(self) -> tuple[int, int]:
        """Returns what one device sends in one run of the program in each, as far as it is known."""
        shardy, xla = [sum([each.sent or 0 for each in part]) for part in (self.shardy, self.xla)]
        return shardy, xla

    @property
    def only_in(self) -> str:
        """`shardy` or `xla` if only one of them has such collectives, else ""."""
        if (self.shardy and self.xla) or self.together:
            return ""
        return "shardy" if self.shardy else "xla"


def beside(shardy: Sequence[CollectiveView], xla: Sequence[CollectiveView]) -> Iterator[Beside]:
    """Yields the collectives of both programs that send anything, by kind and axes, in the order of their first."""
    ours, theirs = _by_key(shardy), _by_key(xla)
    together: dict[tuple[str, str], tuple[str, ...]] = {}
    for kind, axes in [key for key in ours if key not in theirs]:
        parts = [part for other, part in theirs if other == kind and (kind, part) not in ours and part != NO_AXES]
        parts = [part for part in parts if set(axes_of_key(part)) < set(axes_of_key(axes))]
        if {name for part in parts for name in axes_of_key(part)} == set(axes_of_key(axes)):
            together[kind, axes] = tuple(parts)
            together.update(dict.fromkeys([(kind, part) for part in parts], (axes,)))
    for key in dict.fromkeys([*ours, *theirs]):
        yield Beside(*key, tuple(ours.get(key, ())), tuple(theirs.get(key, ())), together.get(key, ()))


class Pair(NamedTuple):
    """A collective of Shardy's program next to one of XLA's of the same kind, as far as there are."""

    group: Beside
    """That of the collective of Shardy's program, if there is one."""
    shardy: CollectiveView | None
    xla: CollectiveView | None

    @property
    def other_axes(self) -> str | None:
        """The axes of XLA's collective if they are others than those of Shardy's."""
        if self.shardy is None or self.xla is None or axis_key(self.xla) == self.group.axes:
            return None
        return axis_key(self.xla)


def side_by_side(
    shardy: Sequence[CollectiveView], xla: Sequence[CollectiveView], choice: FrameChoice = USER_FRAMES
) -> Iterator[Pair]:
    """Yields the collectives of both programs that send anything, in pairs.

    Pairs are of one kind, and of the same source line, with the same axes if there are such; else of the same axes, or
    of axes that XLA takes one after the other. Of several the largest come first.
    """
    groups = list(beside(shardy, xla))
    ours = [(group, each) for group in groups for each in sorted(group.shardy, key=_by_sent)]
    theirs = [(group, each) for group in groups for each in sorted(group.xla, key=_by_sent)]
    pairs: dict[int, int] = {}
    for matching in _matchings(choice):
        taken = set(pairs.values())
        free = [number for number in reversed(range(len(theirs))) if number not in taken]
        numbers = grouped((matching(*theirs[number]), number) for number in free)  # The first is the last of a list.
        for number, each in enumerate(ours):
            key = matching(*each)
            if number not in pairs and key and numbers.get(key):
                pairs[number] = numbers[key].pop()
    alone = set(range(len(theirs))) - set(pairs.values())
    for group in groups:
        for number, (of, collective) in enumerate(ours):
            if of is group:
                yield Pair(group, collective, theirs[pairs[number]][1] if number in pairs else None)
        yield from [Pair(group, None, theirs[number][1]) for number in sorted(alone) if theirs[number][0] is group]


def _matchings(choice: FrameChoice) -> list[Callable[[Beside, CollectiveView], tuple[str, ...]]]:
    """Returns the keys that collectives of a pair have in common, the best first; an empty one is in no pair."""

    def by_line(group: Beside, collective: CollectiveView, *axes: str) -> tuple[str, ...]:
        line = line_text(collective.source, choice)
        return (group.kind, line, *axes) if line else ()

    return [
        lambda group, collective: by_line(group, collective, group.axes),
        by_line,
        lambda group, _: (group.kind, group.axes),
        lambda group, _: (group.kind, group.axes if group.shardy else ",".join(group.together)) * bool(group.together),
    ]


def _by_sent(collective: CollectiveView) -> float:
    sent = collective.sent
    return float("-inf") if sent is None else -sent


def _by_key(collectives: Sequence[CollectiveView]) -> dict[tuple[str, str], list[CollectiveView]]:
    return grouped(((each.kind, axis_key(each)), each) for each in collectives if each.sent != 0)
