"""The options of the planner."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any
from warnings import warn

from sdyopt.cost.held.profiles import DEFAULT_PROFILE, Profile, profile_named
from sdyopt.cost.program.assumed_runs import NOTHING_ASSUMED, AssumedRuns
from sdyopt.cost.time.devices import DEFAULT_DEVICE, Device
from sdyopt.cost.time.machine import Machine
from sdyopt.cost.time.network import Placement
from sdyopt.display.wording import suggested
from sdyopt.planning.errors import PlanError
from sdyopt.planning.records import PlanRecord
from sdyopt.view.render.amounts import less_margin, margin_of, size

DEFAULT_BUDGET = 300
"""Plans that are evaluated."""
DEFAULT_SHARE = 0.9
"""Of the memory of a device, that a plan may use."""
DEFAULT_TIME_MARGIN = 1.0
"""How much of the time of collectives is added to that of a step when plans are compared."""
TIME_MARGIN_HINT = "margin is in percent, as in 15%, and added to peaks; that of the time of collectives is {}"
_PERCENT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*%\s*")


@dataclass(frozen=True)
class PlanOptions:
    """How a program is planned."""

    device: str = DEFAULT_DEVICE
    """A name of the table of devices, or a file."""
    placed: Machine | None = None
    """Devices and how they are arranged, in place of `device`, `overlap`, `bandwidths` and `latencies`."""
    memory: str | float | None = None
    """The limit of what a device holds: bytes, `16GiB`, `90%` of the device's, or `none`."""
    budget: int = DEFAULT_BUDGET
    seconds: float | None = None
    """After which the search ends; its result then depends on the machine."""
    start: PlanRecord | None = None
    """A plan to begin with, also one for another program with such arguments."""
    drop: bool | str = False
    """Whether the shardings of arguments and results are removed first; `all`: also those of the body."""
    fix: Mapping[str, str] = field(default_factory=dict)
    """PartitionSpecs of arguments, by name or pattern, that plans keep."""
    leave: Sequence[str] = ()
    """Regular expressions of names of arguments that stay as they are."""
    overlap: float = 0.0
    """The part of what collectives could hide that they hide."""
    bandwidths: Mapping[str, float] = field(default_factory=dict)
    """Of axes, in gigabytes a second."""
    latencies: Mapping[str, float] = field(default_factory=dict)
    """Along axes, in microseconds from one device to the next."""
    margin: str | None = None
    """What is added to each peak before it is compared with the limit: `15%`."""
    profile: Profile = DEFAULT_PROFILE
    """What the peak is for that the limit is compared with."""
    assume_runs: int | Mapping[str, int] | AssumedRuns = NOTHING_ASSUMED
    """How often loops of unknown length run: all, or those at places: `{"model.py:39": 32}`.

    By default they count once.
    """
    time_margin: float = DEFAULT_TIME_MARGIN
    """How much of the time of collectives, of which reduce-scatters count as all-reduces, is added to that of a step
    when plans are compared: XLA may send more than is estimated. No plan is slower for it than its baselines.
    """
    seed: int = 0
    """0 for the usual order of equals; others shuffle it."""
    jobs: int = 1
    """Processes that evaluate plans."""
    most_axes: int | None = None
    """That a dimension may have; None for all axes of the mesh."""
    at_use: bool = True
    """Whether products and convolutions may see arguments in another sharding than they are stored in."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Names of dimensions: `{"batch": "tokens:0"}`."""
    why: bool = True
    """Whether the step is also evaluated without each choice."""
    alternatives: Sequence[str] = ()
    """Names of arguments, or patterns with `*`, for which other choices are evaluated and listed."""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> PlanOptions:
        """Returns the options that the keywords of `plan` are. Raises TypeError for an unknown one, and ViewError."""
        for name in given:
            if name not in cls.__dataclass_fields__:
                raise TypeError(f"plan has no option '{name}'{suggested(name, cls.__dataclass_fields__)}")
        found = cls(**{**given, "profile": profile_named(given.get("profile", DEFAULT_PROFILE))})
        if isinstance(found.margin, (int, float)):
            warn(TIME_MARGIN_HINT.format("time_margin"), DeprecationWarning, stacklevel=3)
            return replace(found, margin=None, time_margin=float(found.margin))
        return found

    @property
    def assumed(self) -> AssumedRuns:
        """How often loops of unknown length run."""
        return AssumedRuns.given(self.assume_runs)

    @property
    def machine(self) -> Machine:
        """The devices. Raises DeviceError for an unknown one."""
        if self.placed is not None:
            return self.placed
        placement = Placement(bandwidths=tuple(self.bandwidths.items()), latencies=tuple(self.latencies.items()))
        return Machine.of(self.device, placement, self.overlap)

    def limit(self, device: Device, memory: str | float | None) -> float:
        """Returns the most that a peak may be to stay within a limit with the margin. Raises PlanError."""
        try:
            margin = 0.0 if self.margin is None else margin_of(self.margin)
        except ValueError as error:
            raise PlanError(str(error)) from None
        return less_margin(_limit(memory, device.figure("memory")), margin)


def _limit(memory: str | float | None, whole: float) -> float:
    """Returns the bytes of a limit, which may be a share of the `whole`. Raises PlanError."""
    if memory is None:
        return float(int(whole * DEFAULT_SHARE))
    if not isinstance(memory, str):
        return float(memory)
    if memory.strip().lower() == "none":
        return inf
    match = _PERCENT.fullmatch(memory)
    try:
        return float(int(whole * float(match[1]) / 100)) if match else float(size(memory))
    except ValueError:
        raise PlanError(f"'{memory}' is not an amount of memory: write 16GiB, 90% or none") from None
