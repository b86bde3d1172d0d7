"""The values of a view of a module: plain and immutable; tables, JSON and pages are made from them.

Shapes are in logical order. What is not known, because a size is dynamic or a type is not a tensor, is None.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from math import prod
from operator import add
from typing import TYPE_CHECKING, Any, Self
from warnings import warn

from sdyopt.cost import ViewError
from sdyopt.cost.origins.followers import Frames
from sdyopt.cost.program.executions import AssumedRuns
from sdyopt.cost.sizes.local_sizes import Share
from sdyopt.diagnostics.frames import FRAMES, FrameChoice
from sdyopt.diagnostics.rendering import USER_FRAMES, Place
from sdyopt.display.wording import suggested
from sdyopt.ir.attribute import remembered
from sdyopt.ir.records import NamedTuple, Record

if TYPE_CHECKING:
    from sdyopt.cost.collectives.found import CollectiveView, Totals
    from sdyopt.cost.memory_model.peak import PeakView
    from sdyopt.cost.partitioner.later_passes import Compiler
    from sdyopt.cost.program.inlining import CallsLeft
    from sdyopt.cost.program.stages import Stage
    from sdyopt.cost.sizes.local_sizes import Unruled
    from sdyopt.cost.time.machine import Machine
    from sdyopt.view.advice import RematerializationView
    from sdyopt.view.jaxlib import PartitionerAnswer
    from sdyopt.view.timing import TimeView
    from sdyopt.view.why.replicated import ReplicatedView
    from sdyopt.view.why.why_views import WhyView


_POINTER_BYTES = 8


class TensorKind(StrEnum):
    """The kind of a tensor in the function that it is listed under."""

    ARGUMENT = "argument"
    RESULT = "result"
    CONSTRAINT = "constraint"
    """The result of an `sdy.sharding_constraint`."""
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
    """Its name in JAX: `params['w']`; empty if that is not known."""
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
    """The bytes of a function's arguments and results on each of the devices from the first to the last."""

    first_device: int
    last_device: int
    argument_bytes: int
    result_bytes: int
    donated_bytes: int
    """Of the arguments, those whose place results may take."""
    undecided_bytes: int
    """Of all, what has no sharding: at most so much, since propagation may give it one."""
    bytes: int
    """Of arguments and results."""

    @property
    def devices(self) -> int:
        return self.last_device - self.first_device + 1

    def __getattr__(self, name: str) -> Any:
        """Returns a field by its name in earlier releases, after a warning."""
        if name not in _FORMER_SUMS:
            raise AttributeError(f"'DeviceSum' object has no attribute '{name}'")
        warn(f"'{name}' of sums is '{_FORMER_SUMS[name]}' now, as in JSON", DeprecationWarning, stacklevel=2)
        return getattr(self, _FORMER_SUMS[name])


_FORMER_SUMS = {
    "first": "first_device",
    "last": "last_device",
    "arguments": "argument_bytes",
    "results": "result_bytes",
    "donated": "donated_bytes",
    "undecided": "undecided_bytes",
}


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
        """Returns what XLA counts among the results beside these: of several results a table with the place of each."""
        return _POINTER_BYTES * self.results if self.results > 1 else 0

    @property
    def most(self) -> DeviceSum | None:
        """The sums of the devices that hold most."""
        return max(self.sums, key=lambda sums: sums.bytes, default=None)

    @property
    def after_donation(self) -> int:
        """Returns what arguments and results take on the device that holds most, with what both share counted once."""
        return 0 if self.most is None else max(0, self.most.bytes - self.shared)

    @property
    def arguments_bytes(self) -> int:
        """On a device that holds most, as XLA reports it; like `results_bytes` and `after_donation_bytes`."""
        return 0 if self.most is None else self.most.argument_bytes

    @property
    def results_bytes(self) -> int:
        return self.table_bytes + (0 if self.most is None else self.most.result_bytes)

    @property
    def after_donation_bytes(self) -> int:
        return self.table_bytes + self.after_donation


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
    answer: PartitionerAnswer | None = None
    """The answer of the partitioner of an installed jaxlib, if it was asked, and the model beside."""
    compiler: Compiler | None = None
    """The compiler of XLA whose collectives are counted; None if they are the program's own."""
    find_rematerializations: Callable[[], tuple[RematerializationView, ...]] | None = field(
        default=None, compare=False, repr=False
    )
    """Returns `rematerializations`; None if there are none."""

    @property
    def rematerializations(self) -> tuple[RematerializationView, ...]:
        """The largest values that XLA's partitioner gathers whole, of which it warns, and what would send less.

        They are found when this is read first, since the program is then partitioned again.
        """
        return () if self.find_rematerializations is None else self.find_rematerializations()

    @property
    def stage_text(self) -> str:
        """How far the program has come: `propagated, partitioned by XLA for TPUs`."""
        return self.stage.value if self.compiler is None else f"{self.stage.value} for {self.compiler.devices}"

    @property
    def axes(self) -> tuple[tuple[str, int], ...]:
        """Those of the largest mesh, along which devices communicate."""
        return max(self.meshes, key=lambda mesh: mesh.devices, default=MeshView("", (), (), 0)).axes

    @property
    def shown_meshes(self) -> tuple[MeshView, ...]:
        """The meshes without those that split nothing, such as JAX's `@empty_mesh` for arguments without a sharding."""
        return tuple([mesh for mesh in self.meshes if mesh.axes or mesh.device_ids]) or self.meshes

    def short_sharding(self, text: str) -> str:
        """Returns the text of a sharding without the name of its mesh, if that is the only one shown."""
        meshes = self.shown_meshes
        prefix = f"<@{meshes[0].name}, " if len(meshes) == 1 else "\0"
        return text.removeprefix(prefix).removesuffix(">") if text.startswith(prefix) else text


# What the arguments and results of a function take together on each device.

_NONE: tuple[int, ...] = (0,) * 5


def sums_of(tensors: Iterable[tuple[Share, bool, bool]], devices: int) -> tuple[DeviceSum, ...]:
    """Returns the sums of arguments and results for `devices` of them at least.

    Each is given with whether it is an argument, and whether results may take its place. A mesh of n devices has those
    from 0 to n - 1, in whatever order; a maximal mesh has one of any number.
    """
    changes = {0: _NONE, devices: _NONE}
    """The amounts added at a device and all after it, in the order of the fields of `DeviceSum`."""
    for share, is_argument, is_donated in tensors:
        if (size := share.bytes) is None:
            continue
        first, undecided = share.only_device or 0, not share.is_decided
        amounts = (size * is_argument, size * (not is_argument), size * is_donated, size * undecided, size)
        for place, sign in ((first, 1), (first + share.devices, -1)):
            pairs = zip(changes.get(place, _NONE), amounts, strict=True)
            changes[place] = tuple([before + sign * amount for before, amount in pairs])
    found: list[DeviceSum] = []
    sums = _NONE
    for first, end in pairwise(sorted(changes)):
        start = found.pop().first_device if found and not any(changes[first]) else first
        sums = tuple(map(add, sums, changes[first]))
        found.append(DeviceSum(start, end - 1, *sums))
    return tuple(found)


# What a view of a program shows, and what it assumes: the options of the library, from which the command's follow.


PARTITIONERS = ("xla", "shardy", "jaxlib")


class Query(Record):
    """The options of a view of a module.

    Names may be one text in place of several, the profile, the frames, and the machine (`"h100"`)
    a text, too, and assumed runs what `AssumedRuns.given` takes.
    """

    values: Sequence[str] = ()
    """The names of values that are listed in any case; see `Selection`."""
    partitioner: str = "xla"
    """Whose collectives are counted: those that XLA's partitioner inserts, by a model (`xla`), or as the partitioner of
    an installed jaxlib says (`jaxlib`), or Shardy's (`shardy`)."""
    compile: Sequence[str] = ()
    """The machines for which XLA's own compilers compile the program: `tpu-v5p:2x2x2`, `gpu`."""
    jax_python: str | None = None
    """The Python whose jaxlib compiles and partitions; None for this one, or the first on PATH, that has one."""
    as_written: bool = False
    """Whether a program that could be partitioned is not."""
    is_local: bool = False
    """Whether types are those of what one device holds, also in a program without collectives."""
    functions: Collection[str] | None = None
    """The functions whose tensors are listed; None for all."""
    kinds: Collection[str] | None = None
    """The kinds of tensors that are listed; None for all."""
    only_public: bool = False
    """Whether only tensors of public functions are listed, if there are any."""
    with_undecided: bool = True
    """Whether values without a sharding are listed, too, of a program that is not propagated."""
    most: int | None = None
    """How many tensors are listed, those that need most bytes; None for all."""
    folds: bool = False
    """Whether tensors that differ in the layer alone count as one of these."""
    why: Sequence[str] = ()
    """The names of values, `%4`, or dimensions, `%4:1`, whose shardings are explained."""
    frames: FrameChoice = USER_FRAMES
    """Which frames of call stacks are places; `"innermost"` and `"all"` are others than the user's."""
    profile: Compiler | None = None
    """The compiler that numbers are for: `gpu`, `tpu`, or `cpu`; None for that of the machine."""
    assumed: AssumedRuns = AssumedRuns()
    """How often loops of unknown length run."""
    machine: Machine | None = None
    """The machine on which a step is timed; `sdyopt.view.view` takes tpu-v5p by default, or what SDY_DEVICE says."""
    in_brief: bool = False
    """Whether of collectives, the peak and the time only the sums are known, and the line that has most."""
    replicated: int = 0
    """Of the values that are whole on several devices, how many are listed with where axes ended; True for all."""
    with_peak: bool = True
    """Whether the peak of memory is estimated."""
    explained: bool = False
    """Whether what propagation does is recorded, so that the shardings of any value can be explained later."""

    def __post_init__(self) -> None:
        """Reads what is given as text. Raises ViewError."""
        if self.profile is not None:
            from sdyopt.cost.collectives.inserted import compiler_named

            self.profile = compiler_named(self.profile)
        for name in ("values", "why", "functions", "kinds", "compile"):
            if isinstance(given := getattr(self, name), str):
                setattr(self, name, (given,))
        for kind in self.kinds or ():
            _check("kind of tensor", kind, [each.value for each in TensorKind])
        _check("partitioner", self.partitioner, PARTITIONERS)
        if isinstance(self.frames, str):
            _check("choice of frames", self.frames, FRAMES)
            self.frames = FrameChoice(self.frames)
        if self.replicated is True:
            self.replicated = sys.maxsize
        self.assumed = AssumedRuns.given(self.assumed)
        if isinstance(self.machine, str):
            from sdyopt.cost.time.machine import Machine

            self.machine = Machine.of(self.machine)

    @property
    def compiler(self) -> Compiler:
        """The compiler that numbers are for: that of the machine unless `profile` says it."""
        from sdyopt.cost.time.machine import Machine

        return self.profile or (self.machine or Machine.of()).compiler

    def but(self, **changes: Any) -> Self:
        return type(self)(**{**vars(self), **changes})


def _check(what: str, name: str, known: Sequence[str]) -> None:
    """Raises ViewError for a name that is none of those that are known."""
    if name not in known:
        raise ViewError(f"no {what} is called '{name}'{suggested(name, known)}; there are {', '.join(known)}")


class Request(Query):
    """The options of a view of a program, which may be a jitted function of JAX."""

    args: Sequence[Any] = ()
    """The arguments for which a jitted function is lowered."""
    kwargs: Mapping[str, Any] | None = None
    """Those that it takes by their names."""
    mesh: Any = None
    """The mesh whose axes have the names that shardings without any get, those of PyTorch/XLA, say: a text
    (`"data=2,model=4"`), a dictionary, or a mesh of JAX; axes are matched by sizes and by the order of devices."""


# What JAX calls tensors, written short, and without the number of their layer.

_TRANSFORMED = re.compile(r"(\w+)\((.*)\)")
_LAYER = re.compile(r"(?<!^result\[)(?<=[\[_./-])\d+(?=['\]./]|$)")
"""The numbers in a name, but not that of a result."""
_MAX_SCOPES = 3
"""Parts of a name that are shown."""
_OF_LOOPS = frozenset(("while", "body", "cond", "closed_call", "eval_jaxpr"))
"""Parts of a name that say nothing of what is computed, unless they are the last."""


@remembered
def short_label(label: str) -> str:
    """Returns `transpose/dot_general` for `jit(step)/transpose(jvp())/while/body/dot_general`; `p['w/b']` stays."""
    if "['" in label or not (label.startswith("jit(") or "/" in label):
        return label
    parts: list[str] = []
    scopes = label.removeprefix("/").split("/")[label.startswith("jit(") :]
    for scope in [*[scope for scope in scopes[:-1] if scope not in _OF_LOOPS], *scopes[-1:]]:
        while match := _TRANSFORMED.fullmatch(scope):
            if match[1] == "transpose" and "transpose" not in parts:
                parts.append("transpose")
            scope = match[2]
        if scope:
            parts.append(scope)
    return "/".join(parts if len(parts) <= _MAX_SCOPES else [parts[0], "…", parts[-1]])


@remembered
def layer_pattern(label: str) -> str:
    """Returns `params['layers'][*]['wq']` for `params['layers'][7]['wq']`."""
    return _LAYER.sub("*", label)


# In which order tensors are listed.

_NUMBER = re.compile(r"(\d+)")


def by_bytes(tensor: TensorView) -> Any:
    """Orders what takes most on a device first; what is not known last."""
    size = tensor.share.bytes
    return (size is None, 0 if size is None else -size)


def by_name(tensor: TensorView) -> Any:
    """By function and name, numbers in names by their value."""
    parts = enumerate(_NUMBER.split(tensor.name))
    digits = [(part.lstrip("0") if index & 1 else part, index & 1) for index, part in parts]
    return tensor.function, [(len(part), part) if is_number else part for part, is_number in digits]


def by_shape(tensor: TensorView) -> Any:
    """The most elements of the whole tensor first; what is not known last."""
    if (bounds := tensor.share.bounds) is None or None in bounds:
        return True, 0, ()
    sizes = [size for size in bounds if size is not None]
    return False, -prod(sizes), [-size for size in sizes]


ORDERS: dict[str, Callable[[TensorView], Any]] = {
    "order": lambda tensor: tensor.number,
    "bytes": by_bytes,
    "name": by_name,
    "shape": by_shape,
}
"""The values of `--sort`; tensors that are equal in one stay in the order of the file."""


def listed(tensors: Sequence[TensorView], order: str, most: int | None) -> list[TensorView]:
    """`tensors` in one of ORDERS, only the first ones if there is a limit."""
    return sorted(tensors, key=ORDERS[order])[:most]


def main_first(functions: Sequence[FunctionView]) -> list[FunctionView]:
    """Returns functions in the order in which readers look for them: `main`, what is public, what is private."""
    return sorted(functions, key=lambda function: (not function.is_public, function.name != "main"))
