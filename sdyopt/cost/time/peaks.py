"""The peak of a partitioned program, for those who compare many: its bytes, and its largest value."""

from __future__ import annotations

from sdyopt.cost.collectives.estimates import Estimates
from sdyopt.cost.held.donation import NOT_DONATED, Donation, donated_to, shared_bytes
from sdyopt.cost.held.peak import value_label, value_name
from sdyopt.cost.held.profiles import DEFAULT_PROFILE, Profile
from sdyopt.cost.held.schedules import Lives, Schedule, lives_in
from sdyopt.cost.program.enclosing_scope import EnclosingScope
from sdyopt.cost.program.stages import Program
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Mesh
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation


class PeakSummary(NamedTuple):
    """The most memory that a device needs at one time."""

    bytes: int
    largest: tuple[str, int] | None
    """The name and the bytes of the largest value that is alive then."""


class PartitionedModule(NamedTuple):
    """A partitioned module, with what is known of its sizes."""

    operation: Operation
    enclosing_scope: EnclosingScope
    sizes: LocalSizes
    whole: Mesh
    is_local: bool
    estimates: Estimates | None = None
    """Those of its operations, if some have been made."""


def peak_schedule(partition: PartitionedModule, profile: Profile = DEFAULT_PROFILE) -> Schedule | None:
    """Returns what needs most; None if no function has a body."""
    lives = _lives(partition, profile)
    return None if lives is None else lives.shown


def peak_summary(
    program: Program, partition: PartitionedModule, profile: Profile = DEFAULT_PROFILE
) -> PeakSummary | None:
    """Returns the peak; None if no function has a body."""
    lives = _lives(partition, profile)
    if lives is None:
        return None
    schedule = lives.shown
    alive = schedule.alive(schedule.tick)
    callee = schedule.callee(schedule.tick)
    while callee is not None and callee in lives.called:
        inner = lives.called[callee]
        alive += inner.alive(inner.tick)
        callee = inner.callee(inner.tick)
    values = [(item.value, size) for item, size in alive if item.value is not None and size]
    if not values:
        return PeakSummary(lives.shown.bytes, None)
    value, size = max(values, key=lambda pair: pair[1])
    name = f"{value_name(program, value)} {value_label(value)}".strip()
    return PeakSummary(lives.shown.bytes, (name, size))


def _lives(partition: PartitionedModule, profile: Profile) -> Lives | None:
    donated: dict[Operation, frozenset[int]] = {}
    least: dict[Operation, int] = {}
    for function in collect_kind(partition.operation, FUNC):
        if function.regions[0].blocks:
            donated[function], least[function] = _donated(function, partition.sizes)
    estimates = None
    if not partition.is_local:
        estimates = partition.estimates
        if estimates is None:
            estimates = Estimates(partition.enclosing_scope, partition.sizes, partition.whole)
        estimates.of_all(partition.operation)
    return lives_in(partition, partition.sizes, donated, least, estimates, profile)


def _donated(function: Operation, sizes: LocalSizes) -> tuple[frozenset[int], int]:
    """Returns the arguments in whose memory results are, and the bytes of all without what these share."""
    block = function.regions[0].blocks[0]
    arguments = [sizes.of_value(argument).bytes for argument in block.arguments]
    last = function.regions[0].blocks[-1].last
    results = [] if last is None else [sizes.of_value(operand).bytes for operand in last.operands]
    given = function.properties.get("arg_attrs")
    entries = given.elements if isinstance(given, ArrayAttr) else (NO_ATTRIBUTES,) * len(arguments)
    targets = [donated_to(entry) if isinstance(entry, DictionaryAttr) else NOT_DONATED for entry in entries]
    shared = shared_bytes(
        {number: Donation(arguments[number], target) for number, target in enumerate(targets)}, results
    )
    taken = frozenset([number for number, size in shared.items() if size])
    return taken, sum([size or 0 for size in (*arguments, *results)]) - sum(shared.values())
