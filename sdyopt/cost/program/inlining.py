"""Inlines calls in the copy of a program that a view propagates, as XLA does before it propagates shardings.

Passes that print programs leave calls where they are, like the reference.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from enum import StrEnum

from sdyopt.cost.origins.followers import Follower, InlinedAt
from sdyopt.cost.program.enclosing_scope import is_private
from sdyopt.dialects.func.ops import CALL
from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.dialects.sdy.ops import SHARDING_CONSTRAINT
from sdyopt.dialects.sdy.shardings.slots import result_sharding
from sdyopt.ir.attribute import Location
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.frames import Frame, frames_of
from sdyopt.ir.locations import UNKNOWN, CallSiteLoc, NameLoc
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.sharding_slots import SHARDING
from sdyopt.rewriting.functions.call_graph import CallGraph, callee_name
from sdyopt.rewriting.memory_effects import is_trivially_dead

MOST_ADDED = 200_000
"""Operations that inlining may add to a program for all of its calls to be inlined."""
ADDED_BEYOND = 10_000
"""Operations that it adds to a program that would grow by more; calls beyond stay."""


class Left(StrEnum):
    """Why a call stays."""

    RECURSION = "it calls itself"
    NO_BODY = "it has no body"
    BLOCKS = "it has several blocks"
    PUBLIC = "it is public"
    SIZE = "inlined, it would make the program too large"


class CallsLeft(NamedTuple):
    """Calls of one function that stay."""

    function: str
    calls: int
    reason: Left


def inline_calls(
    module: Operation,
    follower: Follower,
    most_added: int = MOST_ADDED,
    added_beyond: int = ADDED_BEYOND,
    together: list[Operation] | None = None,
) -> tuple[CallsLeft, ...]:
    """Replaces each call of a private function by a copy of what the function does; returns the calls that stay.

    The follower gets to know the copies of values. Locations of copies are call sites of the call. Functions stay
    where they are; no call refers to those that have been inlined everywhere.

    With a list `together`, calls with several results are put into it and stay after the copy, with what is returned
    as their operands: as HLO has a tuple there.
    """
    graph = CallGraph(module)
    return _Inliner(graph, follower, together).run(most_added, added_beyond) if any(graph.calls.values()) else ()


def erase_unused(module: Operation) -> None:
    """Erases operations without effects whose results are not used; those of SDY say something by being there."""
    for op in reversed(list(module.walk())):
        if op.results and not op.name.startswith("sdy.") and is_trivially_dead(op):
            op.erase()


class _Inliner:
    def __init__(self, graph: CallGraph, follower: Follower, together: list[Operation] | None) -> None:
        self._graph = graph
        self._together = together
        self._follower = follower
        self._room = 0
        """Operations that may still be added."""
        self._calls = 0
        """How many have been inlined."""
        self._sizes: dict[Operation, int] = {}
        self._frames: dict[Location, frozenset[Frame]] = {}
        self._recursive: set[Operation] = set()
        for component in graph.components():
            if len(component) > 1 or component[0] in graph.callees[component[0]]:
                self._recursive.update(component)
        self._callees = dict(graph.callee_of)
        """Those of the calls that there are, copies of calls included."""
        self._outermost: dict[Operation, Location | int] = {}
        """Where the call of a root is from which a copy of a call comes."""

    def run(self, most_added: int, added_beyond: int) -> tuple[CallsLeft, ...]:
        called = set(self._callees.values())
        roots = [
            function
            for function in self._graph.calls
            if function not in called or not is_private(function) or function in self._recursive
        ]
        self._room = most_added if self._growth(roots) <= most_added else added_beyond
        left: Counter[tuple[str, Left]] = Counter()
        pending = deque([call for function in roots for call in self._graph.calls[function]])
        while pending:
            call = pending.popleft()
            reason = self._reason_to_stay(call)
            if reason is None:
                pending.extend(self._inline(call))
            else:
                left[callee_name(call), reason] += 1
        return tuple([CallsLeft(name, count, reason) for (name, reason), count in left.items()])

    def _reason_to_stay(self, call: Operation) -> Left | None:
        callee = self._callees.get(call)
        if callee is None:
            return Left.NO_BODY
        if callee in self._recursive:
            return Left.RECURSION
        if not is_private(callee):
            return Left.PUBLIC
        if len(callee.regions[0].blocks) != 1:
            return Left.BLOCKS
        return Left.SIZE if self._size(callee) > self._room else None

    def _size(self, callee: Operation) -> int:
        """Returns the number of operations in a function."""
        if callee not in self._sizes:
            self._sizes[callee] = sum(1 for _ in callee.walk())
        return self._sizes[callee]

    def _growth(self, roots: list[Operation]) -> int:
        """Returns how many operations inlining all calls would add to `roots`."""
        graph, added = self._graph, dict[Operation, int]()
        for function in graph.callees_first():
            callees = graph.callees[function]
            added[function] = sum(
                added[callee] + self._size(callee) for callee in callees if callee not in self._recursive
            )
        return sum(added[function] for function in roots)

    def _inline(self, call: Operation) -> Iterator[Operation]:
        """Puts a copy of what is called in place of a call; yields the calls in it."""
        callee = self._callees[call]
        self._room -= self._size(callee)
        block = callee.regions[0].block
        mapping: dict[Value, Value] = {}
        for argument, operand in zip(block.arguments, call.operands, strict=True):
            mapping[argument] = self._constrained(operand, _entry(callee, "arg_attrs", argument.index), call)
        made: list[Operation] = []
        *body, last = block.ops
        for op in body:
            made.append(clone(op, mapping))
            made[-1].insert_before(call)
        self._calls += 1
        at = InlinedAt(self._calls, symbol_name(callee) or "", self._outermost.get(call, call.location))
        arguments = set(block.arguments)
        named: dict[Value, Value] = {}
        """The results of the call by what is returned: they name it in the caller."""
        for operand, result in zip(last.operands, call.results, strict=True):
            if operand not in arguments:
                named.setdefault(operand, result)
        for old, new in mapping.items():
            if old in named:
                self._follower.returned(new, named[old], is_copy=True)
                self._follower.also_called(new, old, at)
            elif old not in arguments:
                self._follower.copied(new, old, at)
            else:
                self._follower.also_called(new, old, at)
        known: dict[Location, Location] = {}
        for copy in [inner for op in made for inner in op.walk()]:
            copy.location = self._located(copy.location, call.location, known)
            for argument in [each for region in copy.regions for one in region.blocks for each in one.arguments]:
                argument.location = self._located(argument.location, call.location, known)
        returned = [mapping.get(operand, operand) for operand in last.operands]
        is_tuple = self._together is not None and len(returned) > 1
        for number, (result, value) in enumerate(zip(call.results, returned, strict=True)):
            sharding = result_sharding(call.signature, number) or _entry(callee, "res_attrs", number)
            constrained = self._constrained(value, sharding, call)
            if constrained is not value:
                self._follower.returned(constrained, result, is_copy=False)
            returned[number] = constrained
            if not is_tuple:
                _replace_uses(result, constrained)
        if self._together is not None and is_tuple:
            call.set_operands(returned)
            self._together.append(call)
        else:
            call.erase()
        originals = self._graph.calls[callee]
        if originals:
            copies = [inner for op in made for inner in collect_kind(op, CALL)]
            self._callees.update(
                (copy, self._graph.callee_of[original])
                for copy, original in zip(copies, originals, strict=True)
                if original in self._graph.callee_of
            )
            self._outermost.update(dict.fromkeys(copies, at.call))
            yield from copies

    def _constrained(self, value: Value, sharding: Sharding | None, call: Operation) -> Value:
        """Returns `value`, with the sharding that a function gives it."""
        if sharding is None:
            return value
        properties = DictionaryAttr.of((("sharding", sharding),))
        constraint = Operation.create(SHARDING_CONSTRAINT, [value], [value.type], properties, location=call.location)
        constraint.insert_before(call)
        return constraint.result

    def _located(
        self, callee: Location | int, caller: Location | int, known: dict[Location, Location]
    ) -> Location | int:
        """Returns where a copy is: in the callee, called from the caller; offsets are places of the text as they are.

        What is in the callee's call stack already is not repeated.
        """
        if isinstance(callee, int) or isinstance(caller, int):
            return callee
        if callee not in known:
            known[callee] = callee if self._frames_of(caller) <= self._frames_of(callee) else _site(callee, caller)
        return known[callee]

    def _frames_of(self, location: Location) -> frozenset[Frame]:
        if location not in self._frames:
            self._frames[location] = frozenset(frames_of(location))
        return self._frames[location]


def _site(callee: Location, caller: Location) -> Location:
    """Returns the call site of a location, under the name that an operation has."""
    if isinstance(callee, NameLoc):
        return NameLoc(callee.name, CallSiteLoc(callee.child or UNKNOWN, caller))
    return CallSiteLoc(callee, caller)


def _replace_uses(value: Value, replacement: Value) -> None:
    for use in list(value.uses):
        use.owner.set_operand(use.index, replacement)


def _entry(function: Operation, attributes: str, number: int) -> Sharding | None:
    """Returns the sharding that a function gives to an argument or a result."""
    given = function.properties.get(attributes)
    entry = given.elements[number] if isinstance(given, ArrayAttr) else None
    sharding = entry.get(SHARDING) if isinstance(entry, DictionaryAttr) else None
    return sharding if isinstance(sharding, Sharding) else None
