"""What a plan consists of: shardings by argument, what they cost and save, and what else was found."""

from __future__ import annotations

from dataclasses import dataclass, field

from sdyopt.api.module import Module
from sdyopt.cost.held.profiles import DEFAULT_PROFILE, Profile
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.planning.costs import Cost

Spec = tuple[tuple[str, ...], ...]
"""The axes of each dimension, by name."""


class Without(NamedTuple):
    """What the step would cost if a class was not sharded, minus what it costs under the plan."""

    seconds: float
    peak_bytes: float
    by_kind: tuple[tuple[str, int], ...]
    """Bytes sent in kinds of collectives that change."""


class ClassSpec(NamedTuple):
    """What a plan says of the arguments of a class."""

    storage: Spec
    at_use: Spec | None
    """What products and convolutions see; None if propagation decides it."""
    is_tied: bool
    """Whether tied results are stored alike; if not, propagation shards them."""


class PlannedClass(NamedTuple):
    """Arguments that are sharded alike."""

    names: tuple[str, ...]
    pattern: str
    """Of the first: `params['layers'][*]['wg']`."""
    patterns: tuple[str, ...]
    type: str
    """`bf16[4096,14336]`."""
    before: Spec | None
    """In the program; None if it says nothing."""
    storage: Spec
    at_use: Spec | None
    is_tied: bool
    places: tuple[str, ...]
    """The lines of these in the source."""
    results: tuple[int, ...]
    """The numbers of the results that are tied to them: of their memory, or of their type and dimensions."""
    without: Without | None

    @property
    def spec(self) -> ClassSpec:
        """What the plan says."""
        return ClassSpec(self.storage, self.at_use, self.is_tied)

    @property
    def stored_results(self) -> tuple[int, ...]:
        """The numbers of the results that are stored like the arguments."""
        return self.results if self.is_tied else ()


class PlanDimension(NamedTuple):
    """Dimensions that sharding rules join, in all layers."""

    name: str
    """`tokens dim 0`, or a name that was given."""
    size: int
    members: tuple[str, ...]
    """Dimensions of classes: `params['layers'][*]['wg'] dim 1`."""
    conflicts: tuple[str, ...]
    """Values that have it on two dimensions."""


class FrontPlan(NamedTuple):
    """A plan that no other one is better than in both time and peak."""

    peak_bytes: float
    seconds: float
    classes: tuple[ClassSpec, ...]


class Alternative(NamedTuple):
    """Another choice for one class of a plan, and what the step would cost with it."""

    pattern: str
    storage: Spec
    at_use: Spec | None
    seconds: float
    peak_bytes: float


class MeshPlan(NamedTuple):
    """The best plan that was found for a shape of the mesh."""

    axes: tuple[tuple[str, int], ...]
    seconds: float
    peak_bytes: float
    feasible: bool
    evaluations: int


class Live(NamedTuple):
    """A value that is alive at the peak."""

    name: str
    label: str
    type: str
    bytes: int


class SearchStep(NamedTuple):
    """The best plan after a part of the search."""

    stage: str
    evaluations: int
    seconds: float
    peak_bytes: float


class Baselines(NamedTuple):
    """What other ways to shard the program cost."""

    replicated: Cost
    data_parallel: Cost
    """The best way to have one dimension over all axes."""
    own: Cost | None
    """The program's own shardings; None if it has none."""


@dataclass(frozen=True)
class PlanRecord:
    """Shardings for the arguments of a program, and what is known of them. Seconds are of one step of one device."""

    file: str
    function: str
    axes: tuple[tuple[str, int], ...]
    device: str
    limit_bytes: float
    """The most that a peak may be, less the margin; infinite for no limit."""
    feasible: bool
    """Whether the plan fits."""
    classes: tuple[PlannedClass, ...]
    cost: Cost
    before: Cost
    """What the program costs as it is."""
    baselines: Baselines
    front: tuple[FrontPlan, ...]
    evaluations: int
    budget: int
    seed: int
    seconds: float
    """That the search took; no other field depends on the machine."""
    dimensions: tuple[PlanDimension, ...] = ()
    meshes: tuple[MeshPlan, ...] = ()
    live: tuple[Live, ...] = ()
    """The largest values at the peak."""
    notes: tuple[str, ...] = ()
    steps: tuple[SearchStep, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    """Of the classes that options name, the fastest first."""
    least_bytes: int = 0
    """A lower bound of what arguments take on a device, however they are sharded."""
    margin: str | None = None
    """What a peak with is within the limit: `15%`."""
    profile: Profile = DEFAULT_PROFILE
    """What peaks are for."""
    is_optimal: bool = False
    """Whether all ways to store arguments were looked at."""
    module: Module | None = field(default=None, compare=False, repr=False)
    """The planned program; None for a plan that was read."""


def entries(spec: Spec) -> tuple[str | tuple[str, ...] | None, ...]:
    """Returns the entries of a `jax.sharding.PartitionSpec`, without None at the end."""
    found = [None if not axes else axes[0] if len(axes) == 1 else axes for axes in spec]
    while found and found[-1] is None:
        found.pop()
    return tuple(found)


def spec_text(spec: Spec) -> str:
    """Returns `P(None, 'model')`."""
    return f"P({', '.join([repr(entry) for entry in entries(spec)])})"
