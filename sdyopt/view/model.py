"""What a view of a module says: plain immutable values, which tables, JSON and pages are made from.

Shapes are in logical order. What is not known, because a size is dynamic or a type is not a tensor, is None.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from sdyopt.cost.origins.sources import Frames
from sdyopt.cost.sizes.share import Share
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.driver.diagnostics.places import Place
from sdyopt.driver.diagnostics.rendering import USER_FRAMES
from sdyopt.ir.named_tuple import NamedTuple

if TYPE_CHECKING:
    from sdyopt.cost.collectives.collectives import CollectiveView
    from sdyopt.cost.collectives.totals import Totals
    from sdyopt.cost.held.peak import PeakView
    from sdyopt.cost.program.inlining import CallsLeft
    from sdyopt.cost.program.stages import Stage
    from sdyopt.cost.sizes.unruled import Unruled
    from sdyopt.view.timing.time_view import TimeView
    from sdyopt.view.why.replicated import ReplicatedView
    from sdyopt.view.why.why_views import WhyView

_POINTER_BYTES = 8


class TensorKind(StrEnum):
    """What a tensor is to the function that it is listed under."""

    ARGUMENT = "argument"
    RESULT = "result"
    CONSTRAINT = "constraint"
    """What an `sdy.sharding_constraint` gives."""
    MANUAL = "manual"
    """An operand or a result of an `sdy.manual_computation`, as it is outside of that."""
    VALUE = "value"
    """The result of another operation."""


class TensorView(NamedTuple):
    """One tensor and its share on each device."""

    number: int
    """The place in the order of the file."""
    function: str
    """The name of the function that holds it, without `@`; empty for a value outside of functions."""
    name: str
    """`%arg0`, `%3#1`; of a function's result `result 0`; of a manual computation's operand `%arg0 in %4`."""
    label: str
    """What JAX calls it: `params['w']`; empty if that is not known."""
    kind: TensorKind
    source: Frames
    """Where it is defined; of arguments and results that do not say it, where their function is."""
    place: Place | None
    """That of the frame of `source` which is shown."""
    donated: bool
    """Whether a result may take the argument's place in memory (`jax.buffer_donor`, `tf.aliasing_output`)."""
    share: Share
    is_held: bool = True
    """Whether devices hold it; not so for a constraint whose reshard the partitioner has removed."""
    copy: tuple[int, int] | None = None
    """Of several tensors with the same name and place, the number of this one, from 1, and how many there are."""


class DeviceSum(NamedTuple):
    """What a function's arguments and results take on each of the devices from `first` to `last`, in bytes."""

    first: int
    last: int
    arguments: int
    results: int
    donated: int
    """Of the arguments, those whose place results may take."""
    undecided: int
    """Of all, what has no sharding: at most so much, since propagation may give it one."""
    tiled_arguments: int | None
    tiled_results: int | None

    @property
    def devices(self) -> int:
        return self.last - self.first + 1

    @property
    def bytes(self) -> int:
        return self.arguments + self.results

    @property
    def tiled_bytes(self) -> int | None:
        if self.tiled_arguments is None or self.tiled_results is None:
            return None
        return self.tiled_arguments + self.tiled_results


class FunctionView(NamedTuple):
    """A function, and what its arguments and results take together.

    These are the buffers that a caller provides or gets. Constraints and other values are not summed: how many of them
    are in memory at the same time is decided when the program is compiled.
    """

    name: str
    place: Place | None
    arguments: int
    results: int
    constraints: int
    is_public: bool
    """Whether it can be called from outside the module."""
    sums: tuple[DeviceSum, ...]
    """In the order of the devices; neighbours with the same sums stand together."""
    unknown: int
    """How many arguments and results are not summed because their size is not known."""
    shared: int
    """The bytes of arguments, on each device that has them, in whose place results are."""

    @property
    def table_bytes(self) -> int:
        """What XLA counts among the results beside these: of several results a table with the place of each."""
        return _POINTER_BYTES * self.results if self.results > 1 else 0

    @property
    def most(self) -> DeviceSum | None:
        """The sums of the devices that hold most."""
        return max(self.sums, key=lambda sums: sums.bytes, default=None)

    @property
    def after_donation(self) -> int:
        """What arguments and results take on a device that holds most, what both have in common counted once."""
        return 0 if self.most is None else max(0, self.most.bytes - self.shared)


class MeshView(NamedTuple):
    """A named mesh of the module."""

    name: str
    axes: tuple[tuple[str, int], ...]
    device_ids: tuple[int, ...]
    """The devices by position; empty if they are 0, 1, 2, …."""
    devices: int


@dataclass(frozen=True, slots=True)
class ModuleView:
    """A module: its meshes, functions and tensors, each in the order of the file; and what running it costs."""

    file: str
    stage: Stage
    devices: int
    """How many devices the program runs on: those of its largest mesh, or of `mhlo.num_partitions`."""
    tiles: str | None
    """The tiles of `tiled_bytes`, as they were asked for."""
    meshes: tuple[MeshView, ...]
    functions: tuple[FunctionView, ...]
    tensors: tuple[TensorView, ...]
    left_out: int
    """The number of tensors that are not among `tensors`: those that take least on a device."""
    collectives: tuple[CollectiveView, ...]
    totals: Totals
    peak: PeakView | None
    """None if no function has a body."""
    why: tuple[WhyView, ...] = ()
    """Why values have their shardings, for those requested."""
    replicated: tuple[ReplicatedView, ...] = ()
    """The values that are whole on several devices, what takes most first, if it is wanted."""
    frames: FrameChoice = USER_FRAMES
    """Which frames of call stacks are shown."""
    notes: tuple[str, ...] = ()
    """How the program was read, where that is not as it is written."""
    unruled: tuple[Unruled, ...] = ()
    """The operations without a sharding rule at which shardings end."""
    calls_left: tuple[CallsLeft, ...] = ()
    """The calls that XLA inlines before it partitions, and the view does not."""
    time: TimeView | None = None
    """How long a step takes, if a machine is given."""

    @property
    def shown_meshes(self) -> tuple[MeshView, ...]:
        """The meshes without those that split nothing, such as JAX's `@empty_mesh` for arguments without a sharding."""
        return tuple([mesh for mesh in self.meshes if mesh.axes or mesh.device_ids]) or self.meshes

    def short_sharding(self, text: str) -> str:
        """Returns the text of a sharding without the name of its mesh, if that is the only one shown."""
        prefix = f"<@{self.shown_meshes[0].name}, " if len(self.shown_meshes) == 1 else "\0"
        return text.removeprefix(prefix).removesuffix(">") if text.startswith(prefix) else text
