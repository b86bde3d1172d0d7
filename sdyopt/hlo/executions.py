"""How often computations run in one run of the program: loops and calls multiplied, from the entry down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from sdyopt.hlo.model import Instruction
from sdyopt.hlo.scanning import Computation, ModuleText
from sdyopt.hlo.trip_counts import trip_count


@dataclass(frozen=True, slots=True)
class HloExecutions:
    """How often something runs. In a branch it is `conditional`: `count` is then what it is if the branch is taken."""

    count: int | None
    """None: not known."""
    conditional: bool = False


class _CallSite(NamedTuple):
    caller: str
    times: int | None
    """How often one run of the instruction runs the computation."""
    conditional: bool


_BRANCHES = ("branch_computations", "true_computation", "false_computation")

_ONCE = {("call", "to_apply"), ("fusion", "calls"), ("async", "calls"), *[("conditional", name) for name in _BRANCHES]}
"""Opcodes, without `-start`, and attributes that name computations which they run once."""

_NEVER = {("async-update", "calls"), ("async-done", "calls")}
"""Those that name what an earlier instruction has started."""


def executions(module: ModuleText, wanted: Iterable[str]) -> dict[str, HloExecutions]:
    """Returns how often each of the `wanted` computations runs. Raises HloError if a computation calls itself."""
    sites = _call_sites(module, wanted)
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


def _call_sites(module: ModuleText, wanted: Iterable[str]) -> dict[str, list[_CallSite]]:
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
            sites[name] += _sites(module, caller, module.instruction(line), name)
        work += [site.caller for site in sites[name]]
    return sites


def _sites(module: ModuleText, caller: Computation, instruction: Instruction, callee: str) -> Iterator[_CallSite]:
    opcode = instruction.opcode.removesuffix("-start")
    for attribute, names in instruction.called.items():
        for name in names:
            if name == callee:
                conditional = opcode == "conditional"
                yield _CallSite(caller.name, _times(module, caller, instruction, attribute), conditional)


def _times(module: ModuleText, caller: Computation, instruction: Instruction, attribute: str) -> int | None:
    """Returns how often a computation runs in one run of the instruction that names it in this attribute."""
    opcode = instruction.opcode
    if opcode == "while" and attribute in ("body", "condition"):
        trips = trip_count(module, caller, instruction)
        return trips if trips is None or attribute == "body" else trips + 1
    if (opcode, attribute) in _NEVER:
        return 0
    return 1 if (opcode.removesuffix("-start"), attribute) in _ONCE else None


def _at(site: _CallSite, caller: HloExecutions) -> HloExecutions:
    conditional = site.conditional or caller.conditional
    if 0 in (site.times, caller.count):
        return HloExecutions(0, conditional)
    if site.times is None or caller.count is None:
        return HloExecutions(None, conditional)
    return HloExecutions(site.times * caller.count, conditional)


def _sum(parts: list[HloExecutions]) -> HloExecutions:
    counts = [part.count for part in parts]
    known = [count for count in counts if count is not None]
    total = sum(known) if len(known) == len(counts) else None
    return HloExecutions(total, any(part.conditional for part in parts))
