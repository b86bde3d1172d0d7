"""How often computations run in one run of the program: loops and calls multiplied, from the entry down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.hlo.model import Instruction
from sdyopt.hlo.scanning import Computation, ModuleText
from sdyopt.hlo.trip_counts import trip_count

AssumedTrips = Callable[[Instruction], int | None]
"""How often the body of a loop is assumed to run that constants do not bound; None if nothing is assumed."""


@dataclass(frozen=True, slots=True)
class HloExecutions:
    """How often something runs. In a branch it is `conditional`: `count` is then what it is if the branch is taken."""

    count: int | None
    """None: not known."""
    conditional: bool = False
    each: int = 1
    """How often it runs in one iteration of `loop`, or if there is none, where `count` is known, in all."""
    loop: Instruction | None = None
    """The innermost loop of unknown or assumed length around it."""
    assumed: bool = False
    """Whether `count` rests on an assumption."""


class _CallSite(NamedTuple):
    caller: str
    times: int | None
    """How often one run of the instruction runs the computation."""
    conditional: bool
    loop: Instruction | None = None
    """The instruction, if it is a loop whose length is unknown or assumed."""


_BRANCHES = ("branch_computations", "true_computation", "false_computation")

_ONCE = {("call", "to_apply"), ("fusion", "calls"), ("async", "calls"), *[("conditional", name) for name in _BRANCHES]}
"""Opcodes, without `-start`, and attributes that name computations which they run once."""

_NEVER = {("async-update", "calls"), ("async-done", "calls")}
"""Those that name what an earlier instruction has started."""


def _nothing_assumed(_: Instruction) -> int | None:
    return None


def executions(
    module: ModuleText, wanted: Iterable[str], assumed: AssumedTrips = _nothing_assumed
) -> dict[str, HloExecutions]:
    """Returns how often each of the `wanted` computations runs. Raises HloError if a computation calls itself."""
    sites = _call_sites(module, wanted, assumed)
    graph = {name: {site.caller for site in found} for name, found in sites.items()}
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        name = error.args[1][0]
        raise module.error(f"computation '{name}' calls itself", module.computations[name].first - 1, name) from None
    found: dict[str, HloExecutions] = {}
    for name in order:
        is_entry = name == module.entry.name
        found[name] = HloExecutions(1) if is_entry else _sum([_at(site, found[site.caller]) for site in sites[name]])
    return found


def _call_sites(module: ModuleText, wanted: Iterable[str], assumed: AssumedTrips) -> dict[str, list[_CallSite]]:
    """Returns where the wanted computations are called, and in turn their callers."""
    callers = module.callers()
    sites: dict[str, list[_CallSite]] = {}
    work = list(wanted)
    while work:
        name = work.pop()
        if name in sites:
            continue
        sites[name] = []
        for caller, line in callers.get(name, ()):
            sites[name] += _sites(module, caller, module.instruction(line), name, assumed)
        work += [site.caller for site in sites[name]]
    return sites


def _sites(
    module: ModuleText, caller: Computation, instruction: Instruction, callee: str, assumed: AssumedTrips
) -> Iterator[_CallSite]:
    opcode = instruction.opcode.removesuffix("-start")
    for attribute, names in instruction.called.items():
        for name in names:
            if name != callee:
                continue
            if opcode == "while" and attribute in ("body", "condition"):
                known = trip_count(module, caller, instruction)
                trips = assumed(instruction) if known is None else known
                times = trips if trips is None or attribute == "body" else trips + 1
                yield _CallSite(caller.name, times, False, instruction if known is None else None)
            else:
                yield _CallSite(caller.name, _times(instruction.opcode, attribute), opcode == "conditional")


def _times(opcode: str, attribute: str) -> int | None:
    """Returns how often a computation runs in one run of the instruction, not a loop, that names it."""
    if (opcode, attribute) in _NEVER:
        return 0
    return 1 if (opcode.removesuffix("-start"), attribute) in _ONCE else None


def _at(site: _CallSite, caller: HloExecutions) -> HloExecutions:
    conditional = site.conditional or caller.conditional
    if 0 in (site.times, caller.count):
        return HloExecutions(0, conditional)
    loop = site.loop or caller.loop
    each = 1 if site.loop is not None else caller.each * (site.times or 1)
    count = None if site.times is None or caller.count is None else site.times * caller.count
    is_assumed = count is not None and (caller.assumed or site.loop is not None)
    return HloExecutions(count, conditional, each, loop, is_assumed)


def _sum(parts: list[HloExecutions]) -> HloExecutions:
    """Returns how often what runs at several places does; iterations are those of the first loop."""
    counts = [part.count for part in parts]
    known = [count for count in counts if count is not None]
    total = sum(known) if len(known) == len(counts) else None
    unknown = [part for part in parts if part.count is None] or parts
    loop = next((part.loop for part in unknown if part.loop is not None), None)
    each = sum([part.each for part in unknown if part.loop is loop and part.count != 0])
    conditional = any(part.conditional for part in parts)
    return HloExecutions(total, conditional, each, loop, any(part.assumed for part in parts))
