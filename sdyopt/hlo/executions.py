"""How often computations run in one run of the program: loops and calls multiplied, from the entry down."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from graphlib import CycleError, TopologicalSorter
from json import loads
from typing import Any

from sdyopt.hlo.text import HloComputation, HloError, HloInstruction, HloText
from sdyopt.ir.records import NamedTuple
from sdyopt.layout.reading import integer
from sdyopt.layout.shape import ArrayShape, Shape, TupleShape

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
        return _trips(compared, stepped, start)
    return None


# --- the values of counters -------------------------------------------------------------------------------------------


class _State(Enum):
    """The tuple that a loop carries."""

    WHOLE = "whole"


class _Carried(NamedTuple):
    """An element of that tuple, and a constant that is added."""

    element: int
    offset: int = 0


class _Tuple(NamedTuple):
    elements: tuple[_Value, ...]


class _Comparison(NamedTuple):
    left: _Value
    right: _Value
    direction: str
    limits: range
    """The values of the operands' type."""


_Value = int | _State | _Carried | _Comparison | _Tuple | None
"""None: not known."""


class _LoopValues:
    """The values of instructions, as far as they are constants, or elements of a loop's state plus constants."""

    def __init__(self, module: HloText) -> None:
        self._module = module
        self._known: dict[tuple[str, str, tuple[_Value, ...]], _Value] = {}
        self._depth = 0

    def of_root(self, computation: HloComputation, arguments: tuple[_Value, ...]) -> _Value:
        """Returns the value of a computation's root."""
        line = self._module.root(computation)
        if line is None:
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
        compute = _COMPUTED.get(opcode)
        return None if compute is None else compute(instruction, values, self._limits(inside, operands))

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


def _same(_instruction: HloInstruction, values: tuple[_Value, ...], _limits: range) -> _Value:
    return values[0] if len(values) == 1 else None


def _tuple(_instruction: HloInstruction, values: tuple[_Value, ...], _limits: range) -> _Value:
    """Tuples in tuples are not looked into: no counter is there, and they may share parts many times over."""
    return _Tuple(tuple([None if isinstance(value, _Tuple) else value for value in values]))


def _element(instruction: HloInstruction, values: tuple[_Value, ...], _limits: range) -> _Value:
    text = instruction.attribute("index")
    if len(values) != 1 or not (text.isascii() and text.isdigit()):
        return None
    index = integer(text)
    if values[0] is _State.WHOLE and index is not None:
        return _Carried(index)
    if isinstance(values[0], _Tuple) and index is not None:
        return _at(values[0], index)
    return None


def _add_or_subtract(sign: int) -> Callable[[HloInstruction, tuple[_Value, ...], range], _Value]:
    def compute(_instruction: HloInstruction, values: tuple[_Value, ...], _limits: range) -> _Value:
        match values:
            case (int(left), int(right)):
                return left + sign * right
            case (_Carried(index, offset), int(right)):
                return _Carried(index, offset + sign * right)
            case (int(left), _Carried(index, offset)) if sign > 0:
                return _Carried(index, left + offset)
        return None

    return compute


def _comparison(instruction: HloInstruction, values: tuple[_Value, ...], limits: range) -> _Value:
    if len(values) != 2 or not all(isinstance(value, (int, _Carried)) for value in values):
        return None
    return _Comparison(values[0], values[1], instruction.attribute("direction"), limits)


_COMPUTED: dict[str, Callable[[HloInstruction, tuple[_Value, ...], range], _Value]] = {
    "add": _add_or_subtract(1),
    "bitcast": _same,
    "compare": _comparison,
    "copy": _same,
    "get-tuple-element": _element,
    "opt-barrier": _same,
    "subtract": _add_or_subtract(-1),
    "tuple": _tuple,
}

# --- the number of steps ----------------------------------------------------------------------------------------------

_REVERSED = {"LT": "GT", "LE": "GE", "GT": "LT", "GE": "LE", "NE": "NE", "EQ": "EQ"}


def _trips(compared: _Comparison, stepped: _Tuple, start: _Tuple) -> int | None:
    """Returns how often a loop runs from its comparison, and the state after a step and before the first."""
    counter, bound = [_unchanged(side, stepped, start) for side in (compared.left, compared.right)]
    direction = compared.direction
    if isinstance(counter, int):
        counter, bound, direction = bound, counter, _REVERSED.get(direction, "")
    if not isinstance(counter, _Carried) or not isinstance(bound, int):
        return None
    after, first = _at(stepped, counter.element), _at(start, counter.element)
    if not isinstance(after, _Carried) or after.element != counter.element or not isinstance(first, int):
        return None
    trips = _solved(direction, bound - first - counter.offset, after.offset)
    last = first + (trips or 0) * after.offset
    fits = last in compared.limits and last + counter.offset in compared.limits
    return trips if fits else None


def _unchanged(value: _Value, stepped: _Tuple, start: _Tuple) -> _Value:
    """Returns the constant that an element of the state is in all steps, or `value` itself."""
    if isinstance(value, _Carried) and _at(stepped, value.element) == _Carried(value.element):
        first = _at(start, value.element)
        return first + value.offset if isinstance(first, int) else None
    return value


def _at(state: _Tuple, index: int) -> _Value:
    return state.elements[index] if index < len(state.elements) else None


def _solved(direction: str, distance: int, step: int) -> int | None:
    """Returns the first k for which `k * step` no longer compares in this direction with `distance`; None: no k."""
    match direction:
        case "LT":
            return 0 if distance <= 0 else -(-distance // step) if step > 0 else None
        case "LE":
            return _solved("LT", distance + 1, step)
        case "GT":
            return _solved("LT", -distance, -step)
        case "GE":
            return _solved("LE", -distance, -step)
        case "NE":
            if distance == 0:
                return 0
            return distance // step if step and distance % step == 0 and distance // step > 0 else None
        case "EQ":
            return 0 if distance else 1 if step else None
    return None


AssumedTrips = Callable[[HloInstruction], int | None]
"""How often the body of a loop is assumed to run that constants do not bound; None if nothing is assumed."""


@dataclass(frozen=True, slots=True)
class HloExecutions:
    """How often something runs. In a branch it is `conditional`: `count` is then what it is if the branch is taken."""

    count: int | None
    """None: not known."""
    conditional: bool = False
    each: int = 1
    """How often it runs in one iteration of `loop`, or if there is none, where `count` is known, in all."""
    loop: HloInstruction | None = None
    """The innermost loop of unknown or assumed length around it."""
    assumed: bool = False
    """Whether `count` rests on an assumption."""


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

_NEVER = {("async-update", "calls"), ("async-done", "calls")}
"""Those that name what an earlier instruction has started."""


def _nothing_assumed(_: HloInstruction) -> int | None:
    return None


def executions(
    module: HloText, wanted: Iterable[str], assumed: AssumedTrips = _nothing_assumed
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
        found[name] = (
            HloExecutions(1) if is_entry else _sum([_at_call_site(site, found[site.caller]) for site in sites[name]])
        )
    return found


def _call_sites(module: HloText, wanted: Iterable[str], assumed: AssumedTrips) -> dict[str, list[_CallSite]]:
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
    module: HloText, caller: HloComputation, instruction: HloInstruction, callee: str, assumed: AssumedTrips
) -> Iterator[_CallSite]:
    opcode = instruction.opcode.removesuffix("-start")
    for attribute, names in instruction.calls.items():
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


def _at_call_site(site: _CallSite, caller: HloExecutions) -> HloExecutions:
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
