"""How often parts of a program run, of MLIR and of HLO text alike: loops that count, nested, and called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Generic, TypeVar

from sdyopt.ir.records import NamedTuple

# How often a loop runs, from a counter that is stepped and compared with a constant.


class Carried(NamedTuple):
    """A value that a loop carries, by its number, and a constant that is added."""

    number: int
    offset: int = 0


Known = int | Carried | None
"""The value of an integer: a constant, or one that a loop carries."""


def computed(operation: str, left: Known, right: Known, limits: range) -> Known:
    """Returns what adding, subtracting or multiplying gives; None for a constant that is none of the type's."""
    if operation == "subtract":
        match left, right:
            case int(), int(constant):
                right = -constant
            case Carried(), int(constant):
                return Carried(left.number, left.offset - constant)
    match left, right:
        case int(), int():
            found = left * right if operation == "multiply" else left + right
            return found if found in limits else None
        case (Carried(number, offset), int(constant)) | (int(constant), Carried(number, offset)):
            return Carried(number, offset + constant) if operation == "add" else None
    return None


_MIRRORED = {"LT": "GT", "LE": "GE", "GT": "LT", "GE": "LE", "NE": "NE", "EQ": "EQ"}


def trips(
    direction: str,
    left: Known,
    right: Known,
    limits: range,
    first: Callable[[int], Known],
    after: Callable[[int], Known],
) -> int | None:
    """Returns how often a loop runs whose condition compares `left` with `right`; None if that is not known.

    The loop carries the values `first(number)`, and after a run of its body `after(number)`. A counter that leaves
    `limits`, the values of its type, wraps: then nothing is known.
    """

    def constant(value: Known) -> Known:
        """Returns the constant that a carried value is in all runs, or `value` itself."""
        if isinstance(value, Carried) and after(value.number) == Carried(value.number):
            start = first(value.number)
            return start + value.offset if isinstance(start, int) else None
        return value

    counter, bound = constant(left), constant(right)
    if isinstance(counter, int):
        counter, bound, direction = bound, counter, _MIRRORED.get(direction, "")
    if not isinstance(counter, Carried) or not isinstance(bound, int):
        return None
    stepped, start = after(counter.number), first(counter.number)
    if not isinstance(stepped, Carried) or stepped.number != counter.number or not isinstance(start, int):
        return None
    count = _solved(direction, bound - start - counter.offset, stepped.offset)
    last = start + (count or 0) * stepped.offset
    return count if last in limits and last + counter.offset in limits else None


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


# How often something runs: loops and calls multiplied, from the beginning of the program down.

L = TypeVar("L")
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Runs(Generic[L]):
    """How often something runs in one run of the program; in a branch, how often if the branch is taken."""

    times: int | None
    """None if it is not known."""
    each: int = 1
    """How often it runs in one iteration of `loop`, or if there is none, where `times` is known, in all."""
    loop: L | None = None
    """The innermost loop around it of unknown or assumed length."""
    is_assumed: bool = False
    """Whether `times` rests on an assumption about the length of loops."""
    is_conditional: bool = False
    """Whether it is in a branch."""

    def inside(self, times: int | None, loop: L | None = None, is_conditional: bool = False) -> Runs[L]:
        """Returns how often something runs that runs so often in each of these runs.

        The `loop` that runs it is named if its length is not known, or assumed.
        """
        is_known = times is not None and self.times is not None
        count = 0 if 0 in (times, self.times) else (times or 0) * (self.times or 0) if is_known else None
        each = 1 if loop is not None else self.each * (1 if times is None else times)
        is_assumed = count is not None and (self.is_assumed or loop is not None)
        return Runs(count, each, loop or self.loop, is_assumed, is_conditional or self.is_conditional)

    @property
    def text(self) -> str:
        """`18`, `32 assumed` or `unknown`."""
        if self.times is None:
            return "unknown"
        return f"{self.times:,} assumed" if self.is_assumed else f"{self.times:,}"

    def at(self, loop: P) -> Runs[P]:
        """Returns the same with the place of the loop instead of the loop; () if there is none."""
        return Runs(self.times, self.each, loop, self.is_assumed, self.is_conditional)

    def __add__(self, other: Runs[L]) -> Runs[L]:
        """Returns how often what runs at two places does; iterations are those of the first loop of unknown length."""
        parts = [part for part in (self, other) if part.times != 0] or [other]
        total = None if any(part.times is None for part in parts) else sum([part.times or 0 for part in parts])
        unknown = [part for part in parts if part.times is None] or parts
        loop = next((part.loop for part in unknown if part.loop is not None), None)
        each = sum([part.each for part in unknown if part.loop is loop])
        is_assumed = total is not None and any(part.is_assumed for part in parts)
        return Runs(total, each, loop, is_assumed, self.is_conditional or other.is_conditional)


def together(parts: Iterable[Runs[L]]) -> Runs[L]:
    """Returns how often what runs at several places does."""
    return reduce(Runs.__add__, parts, Runs(0, 0))
