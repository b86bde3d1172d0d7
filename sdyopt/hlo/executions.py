"""How often computations run in one run of the program: loops and calls multiplied, from the entry down."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from graphlib import CycleError, TopologicalSorter
from json import loads
from typing import Any

from sdyopt.hlo.text import HloComputation, HloError, HloInstruction, HloText
from sdyopt.ir.records import NamedTuple
from sdyopt.layout.reading import integer
from sdyopt.layout.shape import ArrayShape, Shape, TupleShape
from sdyopt.sharding.executions import Carried, Known, Runs, computed, together, trips

# How often loops run: as XLA notes it, else from a counter that is stepped and compared with a constant.

_INTEGER = re.compile(r"-?[0-9]+")

_DEEPEST = 50
"""Instructions from a value back to a constant or to the state of the loop."""

_MOST = 20_000
"""Values that are looked at for one loop."""


def trip_count(module: HloText, caller: HloComputation, loop: HloInstruction) -> int | None:
    """Returns how often the body of a `while` instruction runs, None if that is not known."""
    noted = _noted(loop.attribute("backend_config"))
    return noted if noted is not None else _counted(module, caller, loop)


def _noted(config: str) -> int | None:
    """Returns the `known_trip_count` of a backend configuration, which older versions of XLA put in quotes."""
    try:
        found: Any = loads(config)
        if isinstance(found, str):
            found = loads(found)
    except (ValueError, RecursionError):
        return None
    noted = found.get("known_trip_count") if isinstance(found, dict) else None
    count = str(noted.get("n")) if isinstance(noted, dict) else ""
    return integer(count) if _INTEGER.fullmatch(count) and not count.startswith("-") else None


def _counted(module: HloText, caller: HloComputation, loop: HloInstruction) -> int | None:
    """Returns the trip count from the condition, the body and the start of the counter."""
    names = [loop.called(attribute) for attribute in ("condition", "body")]
    if any(len(name) != 1 or name[0] not in module.computations for name in names) or len(loop.operands) != 1:
        return None
    condition, body = [module.computations[name[0]] for name in names]
    values = _LoopValues(module)
    compared = values.of_root(condition, (_State.WHOLE,))
    stepped = values.of_root(body, (_State.WHOLE,))
    start = values.of(caller, loop.operands[0])
    if isinstance(compared, _Comparison) and isinstance(stepped, _Tuple) and isinstance(start, _Tuple):
        sides = compared.left, compared.right
        return trips(compared.direction, *sides, compared.limits, start.number, stepped.number)
    return None


# --- the values of counters -------------------------------------------------------------------------------------------


class _State(Enum):
    """The tuple that a loop carries."""

    WHOLE = "whole"


class _Tuple(NamedTuple):
    elements: tuple[_Value, ...]

    def at(self, index: int) -> _Value:
        """Returns an element; None if there is none."""
        return self.elements[index] if index < len(self.elements) else None

    def number(self, index: int) -> Known:
        """Returns an element that is an integer."""
        found = self.at(index)
        return found if isinstance(found, (int, Carried)) else None


class _Comparison(NamedTuple):
    left: Known
    right: Known
    direction: str
    limits: range
    """The values of the operands' type."""


_Value = Known | _State | _Comparison | _Tuple
"""None: not known."""


class _LoopValues:
    """The values of instructions, as far as they are constants, or elements of a loop's state plus constants."""

    def __init__(self, module: HloText) -> None:
        self._module = module
        self._known: dict[tuple[str, str, tuple[_Value, ...]], _Value] = {}
        self._depth = 0

    def of_root(self, computation: HloComputation, arguments: tuple[_Value, ...]) -> _Value:
        if (line := self._module.root(computation)) is None:
            return None
        names = [name for name, place in self._module.definitions(computation).items() if place == line]
        return self.of(computation, names[0], arguments) if names else None

    def of(self, computation: HloComputation, name: str, arguments: tuple[_Value, ...] = ()) -> _Value:
        """Returns the value of an instruction in a computation that has `arguments`."""
        key = computation.name, name, arguments
        if key not in self._known:
            self._known[key] = None
            if self._depth < _DEEPEST and len(self._known) < _MOST:
                self._depth += 1
                self._known[key] = self._computed(*key)
                self._depth -= 1
        return self._known[key]

    def _computed(self, computation: str, name: str, arguments: tuple[_Value, ...]) -> _Value:
        inside = self._module.computations[computation]
        line = self._module.definitions(inside).get(name)
        try:
            instruction = None if line is None else self._module.instruction(line)
            return None if instruction is None else self._of_instruction(inside, instruction, arguments)
        except HloError:
            return None

    def _of_instruction(
        self, inside: HloComputation, instruction: HloInstruction, arguments: tuple[_Value, ...]
    ) -> _Value:
        if not _may_count(instruction.shape):
            return None
        opcode, operands = instruction.opcode, instruction.operands
        if opcode == "constant":
            return integer(operands[0]) if operands and _INTEGER.fullmatch(operands[0]) else None
        if opcode == "parameter":
            number = integer(operands[0]) if operands and _INTEGER.fullmatch(operands[0]) else None
            return arguments[number] if number is not None and 0 <= number < len(arguments) else None
        values = tuple([self.of(inside, operand, arguments) for operand in operands])
        if opcode in ("fusion", "call"):
            called = [name for names in instruction.calls.values() for name in names]
            known = len(called) == 1 and called[0] in self._module.computations
            return self.of_root(self._module.computations[called[0]], values) if known else None
        match opcode, values:
            case "tuple", _:  # Tuples in tuples are not looked into: no counter is there, and they may share parts.
                return _Tuple(tuple([None if isinstance(value, _Tuple) else value for value in values]))
            case (("bitcast" | "copy" | "opt-barrier"), (value,)):
                return value
            case "get-tuple-element", (value,):
                text = instruction.attribute("index")
                index = integer(text) if text.isascii() and text.isdigit() else None
                if index is not None and value is _State.WHOLE:
                    return Carried(index)
                return value.at(index) if index is not None and isinstance(value, _Tuple) else None
            case (("add" | "subtract" | "multiply"), (int() | Carried() as left, int() | Carried() as right)):
                return computed(opcode, left, right, self._limits(inside, operands))
            case "compare", (int() | Carried() as left, int() | Carried() as right):
                return _Comparison(left, right, instruction.attribute("direction"), self._limits(inside, operands))
        return None

    def _limits(self, computation: HloComputation, operands: Sequence[str]) -> range:
        """Returns the values of the type of the first operand; none if it has no integers."""
        line = self._module.definitions(computation).get(operands[0]) if operands else None
        try:
            shape = None if line is None else self._module.instruction(line).shape
        except HloError:
            return range(0)
        if not isinstance(shape, ArrayShape) or not shape.element_type.integral:
            return range(0)
        name = shape.element_type.name
        bits = int(name[1:])
        return range(-(1 << bits - 1), 1 << bits - 1) if name[0] == "s" else range(1 << bits)


def _may_count(shape: Shape) -> bool:
    """Whether a value can be a counter, a comparison, or a tuple that contains one."""
    if isinstance(shape, TupleShape):
        return True
    if not isinstance(shape, ArrayShape) or shape.dimensions:
        return False
    return shape.element_type.integral or shape.element_type.name == "pred"


AssumedTrips = Callable[[HloInstruction], int | None]
"""How often the body of a loop is assumed to run that constants do not bound; None if nothing is assumed."""


HloRuns = Runs[HloInstruction]


class _CallSite(NamedTuple):
    caller: str
    times: int | None
    """How often one run of the instruction runs the computation."""
    conditional: bool
    loop: HloInstruction | None = None
    """The instruction, if it is a loop whose length is unknown or assumed."""


_BRANCHES = ("branch_computations", "true_computation", "false_computation")

_ONCE = {("call", "to_apply"), ("fusion", "calls"), ("async", "calls"), *[("conditional", name) for name in _BRANCHES]}
"""Opcodes, without `-start`, and attributes that name computations which they run once."""

_SPARSECORE = 'execution_thread="sparsecore"'
"""At the end of a computation that XLA for TPU v7 gives to SparseCores: custom calls in it run what they call once."""

_NEVER = {("async-update", "calls"), ("async-done", "calls")}
"""Those that name what an earlier instruction has started."""


def executions(module: HloText, wanted: Iterable[str], assumed: AssumedTrips = lambda _: None) -> dict[str, HloRuns]:
    """Returns how often each of the `wanted` computations runs. Raises HloError if a computation calls itself."""
    sites = _call_sites(module, wanted, assumed)
    graph = {name: {site.caller for site in found} for name, found in sites.items()}
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        name = error.args[1][0]
        raise module.error(f"computation '{name}' calls itself", module.computations[name].first - 1, name) from None
    found: dict[str, HloRuns] = {}
    for name in order:
        parts = [found[site.caller].inside(site.times, site.loop, site.conditional) for site in sites[name]]
        found[name] = Runs(1) if name == module.entry.name else together(parts)
    return found


def _call_sites(module: HloText, wanted: Iterable[str], assumed: AssumedTrips) -> dict[str, list[_CallSite]]:
    """Returns where the wanted computations are called, and in turn their callers."""
    callers = module.callers()
    sites: dict[str, list[_CallSite]] = {}
    work = list(wanted)
    while work:
        if (name := work.pop()) in sites:
            continue
        sites[name] = []
        for caller, line in callers.get(name, ()):
            sites[name] += _sites(module, caller, module.instruction(line), name, assumed)
        work += [site.caller for site in sites[name]]
    return sites


def _sites(
    module: HloText, caller: HloComputation, instruction: HloInstruction, callee: str, assumed: AssumedTrips
) -> Iterator[_CallSite]:
    opcode = instruction.opcode.removesuffix("-start")
    for attribute, names in instruction.calls.items():
        for name in names:
            if name != callee:
                continue
            if opcode == "while" and attribute in ("body", "condition"):
                known = trip_count(module, caller, instruction)
                length = assumed(instruction) if known is None else known
                times = length if length is None or attribute == "body" else length + 1
                yield _CallSite(caller.name, times, False, instruction if known is None else None)
            elif opcode == "custom-call" and _SPARSECORE in module.lines[caller.last]:
                yield _CallSite(caller.name, 1, False)
            else:
                yield _CallSite(caller.name, _times(instruction.opcode, attribute), opcode == "conditional")


def _times(opcode: str, attribute: str) -> int | None:
    """Returns how often a computation runs in one run of the instruction, not a loop, that names it."""
    if (opcode, attribute) in _NEVER:
        return 0
    return 1 if (opcode.removesuffix("-start"), attribute) in _ONCE else None
