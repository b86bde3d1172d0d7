"""What a view of a program shows, and what it assumes: the options of the library, from which the command's follow."""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from sdyopt.cost.held.profiles import DEFAULT_PROFILE, Profile, profile_named
from sdyopt.cost.program.assumed_runs import AssumedRuns
from sdyopt.cost.program.errors import ViewError
from sdyopt.display.wording import suggested
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.driver.diagnostics.rendering import USER_FRAMES
from sdyopt.ir.record import Record

if TYPE_CHECKING:
    from sdyopt.cost.time.machine import Machine
    from sdyopt.layout import Tile


class Query(Record):
    """What is shown of a module.

    Names may be one text in place of several, the profile, the machine (`"h100"`) and tiles (`"T(8,128)"`) a text, too,
    and assumed runs what `AssumedRuns.given` takes.
    """

    values: Sequence[str] = ()
    """The names of values that are listed in any case; see `Selection`."""
    tiles: Sequence[Tile] = ()
    """Those of `tiled_bytes`."""
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
    why: Sequence[str] = ()
    """The names of values, `%4`, or dimensions, `%4:1`, whose shardings are explained."""
    frames: FrameChoice = USER_FRAMES
    """Which frames of call stacks are places."""
    profile: Profile = DEFAULT_PROFILE
    """What the peak of memory is for; with one for CPUs, what XLA sends on CPUs only counts, too."""
    assumed: AssumedRuns = AssumedRuns()
    """How often loops of unknown length run."""
    machine: Machine | None = None
    """The machine on which a step is timed."""
    replicated: int = 0
    """Of the values that are whole on several devices, how many are listed with where axes ended; True for all."""
    with_peak: bool = True
    """Whether the peak of memory is estimated."""
    explained: bool = False
    """Whether what propagation does is recorded, so that the shardings of any value can be explained later."""

    def __post_init__(self) -> None:
        """Reads what is given as text. Raises ViewError, and ShapeSyntaxError for tiles."""
        self.profile = profile_named(self.profile)
        for name in ("values", "why", "functions", "kinds"):
            given = getattr(self, name)
            if isinstance(given, str):
                setattr(self, name, (given,))
        if self.kinds is not None:
            from sdyopt.view.model import TensorKind

            kinds = [each.value for each in TensorKind]
            for kind in self.kinds:
                if kind not in kinds:
                    known = suggested(kind, kinds) or f": kinds are {', '.join(kinds)}"
                    raise ViewError(f"no kind of tensor is called '{kind}'{known}")
        if self.replicated is True:
            self.replicated = sys.maxsize
        self.assumed = AssumedRuns.given(self.assumed)
        if isinstance(self.machine, str):
            from sdyopt.cost.time.machine import Machine

            self.machine = Machine.of(self.machine)
        if isinstance(self.tiles, str):
            from sdyopt.layout import parse_tiles

            self.tiles = parse_tiles(self.tiles)

    def but(self, **changes: Any) -> Self:
        """Returns this query with some of its fields changed."""
        return type(self)(**{**vars(self), **changes})


class Request(Query):
    """What is shown of a program, which may be a jitted function of JAX."""

    args: Sequence[Any] = ()
    """The arguments for which a jitted function is lowered."""
    kwargs: Mapping[str, Any] | None = None
    """Those that it takes by their names."""
