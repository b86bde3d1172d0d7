"""Repeated layers of a program: where they are, programs with fewer of them, and costs of more from those of fewer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate
from math import isclose
from typing import Any, TypeVar

from sdyopt.cost.memory_model.graph import ALIAS, donated_to
from sdyopt.cost.memory_model.peak import Schedule
from sdyopt.cost.time.operations import Timed
from sdyopt.diagnostics.rendering import Error
from sdyopt.dialects.sdy.shardings.slots import function_type
from sdyopt.ir.attribute import Attribute, checked
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr, FunctionType, IntegerAttr, TypeAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.planning.choices import Choices
from sdyopt.planning.evaluation import Evaluator, collected
from sdyopt.planning.grouping import ArgumentClass, Classes
from sdyopt.planning.records import Cost, Meter
from sdyopt.planning.target import PreparedProgram

# Stretches of a sequence that repeat, as those of unrolled layers do.

_LOOKED_AT = 6
"""Entries in a row by which places that may be alike are found."""
_PERIODS = 16
"""The most frequent distances of such places that are looked at."""


class Stretch(NamedTuple):
    """The entries from `start` on, before `stop`, of which each equals the one that is a period later."""

    start: int
    stop: int
    period: int

    @property
    def repeats(self) -> int:
        """How often the period is there as a whole."""
        return (self.stop - self.start) // self.period


def stretches(entries: Sequence[Hashable], least: int) -> list[Stretch]:
    """Returns stretches, none in another, in which a period is there at least so often; the longest are taken first."""
    codes: dict[Hashable, int] = {}
    sequence = [codes.setdefault(entry, len(codes)) for entry in entries]
    periods = {*_distances(sequence, 1), *_distances(sequence, _LOOKED_AT)}
    found = [each for period in sorted(periods) for each in _of_period(sequence, period) if each.repeats >= least]
    found.sort(key=lambda each: (each.start - each.stop, each.period, each.start))
    taken: list[Stretch] = []
    for each in found:
        if all(each.stop <= other.start or other.stop <= each.start for other in taken):
            taken.append(each)
    return sorted(taken)


def _distances(sequence: Sequence[int], width: int) -> list[int]:
    """Returns the most frequent distances from one place to the next where entries in a row are alike."""
    last: dict[tuple[int, ...], int] = {}
    found: Counter[int] = Counter()
    for place in range(len(sequence) - width + 1):
        key = tuple(sequence[place : place + width])
        if key in last:
            found[place - last[key]] += 1
        last[key] = place
    return [distance for distance, _ in found.most_common(_PERIODS)]


def _of_period(sequence: Sequence[int], period: int) -> Iterator[Stretch]:
    start = 0
    for place in range(len(sequence) - period + 1):
        if place == len(sequence) - period or sequence[place] != sequence[place + period]:
            if place > start:
                yield Stretch(start, place + period, period)
            start = place + 1


# The layers of a program, and programs with fewer of them.

T = TypeVar("T")


class _Part(NamedTuple):
    """A stretch of arguments or operations, with the layers that it has."""

    stretch: Stretch
    of_arguments: bool
    first: int
    """The layer at its start."""
    step: int
    """1 if the layers that follow have larger numbers, -1 if they have smaller ones."""

    def layer(self, place: int) -> int:
        """Returns the layer of the argument or operation at a place."""
        return self.first + self.step * ((place - self.stretch.start) // self.stretch.period)

    @property
    def last(self) -> int:
        return self.first + self.step * (self.stretch.repeats - 1)


class Layers:
    def __init__(
        self, program: PreparedProgram, classes: Classes, parts: Sequence[_Part], is_numbered: bool = False
    ) -> None:
        """Locations are those of the program, or if it is numbered, places in the one that it was cut from."""
        self.program = program
        self.classes = classes
        self.parts = parts
        self.is_numbered = is_numbered
        self._begin = max([min(each.first, each.last) for each in parts])
        self._end = min([max(each.first, each.last) for each in parts]) + 1

    @property
    def count(self) -> int:
        """How many layers all parts of the program have."""
        return self._end - self._begin

    def fewer(self, kept: int) -> Layers | None:
        """Returns the program with `kept` layers; None if it has not all that layers hand on."""
        first = self._begin + kept // 2
        return _Cut(self, first, first + self.count - kept).made()


def layers_of(program: PreparedProgram, classes: Classes, least: int) -> Layers | None:
    """Returns the layers of a program that has at least `least` of one kind; None if it has not."""
    arguments = program.arguments
    if len(blocks := program.function.regions[0].blocks) != 1 or program.calls_left:
        return None
    numbers = {member: number for number, each in enumerate(classes.searched) for member in each.members}
    of_arguments = stretches([numbers.get(argument.index, -1) for argument in arguments], least)
    ops = list(blocks[0].ops)
    of_ops = stretches([id(op.signature) for op in ops], least)
    if not of_arguments or not of_ops:
        return None
    parts = _related(ops, arguments, [(each, True) for each in of_arguments] + [(each, False) for each in of_ops])
    return None if parts is None else Layers(program, classes, parts)


def _related(
    ops: Sequence[Operation], arguments: Sequence[BlockArgument], found: Sequence[tuple[Stretch, bool]]
) -> list[_Part] | None:
    """Returns the parts that stretches are, by what they read of each other; None if one reads nothing of others."""
    place_of: dict[Value, tuple[int, int]] = {}
    op_places: dict[Operation, tuple[int, int]] = {}
    for number, (stretch, is_of_arguments) in enumerate(found):
        for place in range(stretch.start, stretch.stop):
            where = number, (place - stretch.start) // stretch.period
            if is_of_arguments:
                place_of[arguments[place]] = where
            else:
                op_places[ops[place]] = where
                place_of.update(dict.fromkeys(ops[place].results, where))
    relations: dict[tuple[int, int], Counter[tuple[int, int]]] = {}
    for op, (reader, at) in op_places.items():
        for operand in op.operands:
            if operand in place_of and place_of[operand][0] != reader:
                source, of = place_of[operand]
                for step in (1, -1):
                    relations.setdefault((source, reader), Counter())[step, of - step * at] += 1
    parts: dict[int, _Part] = {0: _Part(*found[0], 0, 1)}
    pending = [0]
    while pending:
        known = pending.pop(0)
        for (source, reader), counts in relations.items():
            other = reader if source == known else source
            if known not in (source, reader) or other in parts:
                continue
            (step, first), _ = counts.most_common(1)[0]
            if other == source:  # The reader is known: `at = step * (of - first)`.
                first = -step * first
            has = parts[known]
            parts[other] = _Part(*found[other], has.first + has.step * first, has.step * step)
            pending.append(other)
    return [parts[number] for number in range(len(found))] if len(parts) == len(found) else None


class _Misfit(Exception):
    """The program cannot do without some layers."""


class _Cut:
    """A program without the layers from `first` on, before `end`."""

    def __init__(self, layers: Layers, first: int, end: int) -> None:
        self._classes = layers.classes
        self._parts = layers.parts
        self._first = first
        self._end = end
        self._copies: dict[Value, Value] = {}
        self._twin = layers.program.on(clone(layers.program.operation, self._copies), self._copies)
        self._block = self._twin.function.regions[0].blocks[0]
        self._ops = list(self._block.ops)
        self._arguments = list(self._block.arguments)
        if not layers.is_numbered:
            for number, op in enumerate(self._twin.operation.walk()):
                op.location = number
            for number, argument in enumerate(self._arguments):
                argument.location = -2 - number
        self._places: dict[Operation | BlockArgument, tuple[_Part, int]] = {}
        for part in self._parts:
            holders: Sequence[Operation | BlockArgument] = self._arguments if part.of_arguments else self._ops
            for place in range(part.stretch.start, part.stretch.stop):
                self._places[holders[place]] = part, place

    def made(self) -> Layers | None:
        gone = [holder for holder in self._places if self._is_gone(holder)]
        parts = [self._left(part, gone) for part in self._parts]
        try:
            results = frozenset(self._detached(gone))
        except _Misfit:
            return None
        arguments = frozenset([each.index for each in gone if isinstance(each, BlockArgument)])
        ops = [each for each in gone if isinstance(each, Operation)]
        classes = self._fewer_classes(arguments, results, frozenset(ops))
        for op in sorted(ops, key=lambda op: -self._places[op][1]):
            op.erase()
        if classes is None or not self._change_signature(arguments, results):
            return None
        return Layers(self._twin, classes, parts, is_numbered=True)

    def _left(self, part: _Part, gone: Sequence[Operation | BlockArgument]) -> _Part:
        """Returns a part without what goes."""
        places = [self._places[each] for each in gone]
        others = [(other.stretch, place) for other, place in places if other.of_arguments == part.of_arguments]
        start, stop = [bound - sum([place < bound for _, place in others]) for bound in part.stretch[:2]]
        first = part.first - (self._end - self._first if part.first >= self._end else 0)
        return part._replace(stretch=part.stretch._replace(start=start, stop=stop), first=first)

    def _is_gone(self, holder: Operation | BlockArgument) -> bool:
        part, place = self._places[holder]
        return self._first <= part.layer(place) < self._end

    def _detached(self, gone: Sequence[Operation | BlockArgument]) -> list[int]:
        """Has what stays read values that stay; returns the numbers of the results that go. Raises _Misfit."""
        results: list[int] = []
        last = self._block.last
        for holder in gone:
            for value in [holder] if isinstance(holder, BlockArgument) else holder.results:
                for use in list(value.uses):
                    if (reader := self._outermost(use.owner)) is last:
                        results.append(use.index)
                    elif reader not in self._places:
                        raise _Misfit
                    elif not self._is_gone(reader):
                        part, place = self._places[reader]
                        use.owner.set_operand(use.index, self._instead(value, holder, part.layer(place)))
        results.sort()
        if last is not None and results:
            last.set_operands([operand for number, operand in enumerate(last.operands) if number not in set(results)])
        return results

    def _outermost(self, op: Operation) -> Operation:
        while op.parent is not self._block and op.parent_op is not None:
            op = op.parent_op
        return op

    def _instead(self, value: BlockArgument | OpResult, holder: Operation | BlockArgument, layer: int) -> Value:
        """Returns the value that the reader in a layer reads, of a layer that stays. Raises _Misfit."""
        part, place = self._places[holder]
        shift = (self._end - self._first) * (1 if layer < self._first else -1)
        other = place + shift * part.step * part.stretch.period
        if not part.stretch.start <= other < part.stretch.stop:
            raise _Misfit
        twin = self._arguments[other] if part.of_arguments else self._ops[other]
        found = twin if isinstance(twin, BlockArgument) else twin.results[value.index]
        if found.type != value.type or self._is_gone(twin):
            raise _Misfit
        return found

    def _fewer_classes(
        self, arguments: frozenset[int], results: frozenset[int], ops: frozenset[Operation]
    ) -> Classes | None:
        """Returns the classes of what stays; None if layers do not have as many members of a class each."""
        new_arguments = _numbering(len(self._arguments), arguments)
        new_results = _numbering(len(function_type(self._twin.function.signature).results), results)
        found: list[ArgumentClass] = []
        for each in self._classes.searched:
            members = [member for member in each.members if member not in arguments]
            if not members or (len(each.members) - len(members)) % (self._end - self._first):
                return None
            uses = []
            for use in each.uses:
                twin = checked(OpResult, self._copies[use.op.results[0]])
                if self._outermost(twin.owner) in ops:
                    continue
                if use.argument in arguments:
                    return None
                uses.append(use._replace(op=twin.owner, argument=new_arguments[use.argument]))
            found.append(
                each._replace(
                    members=tuple([new_arguments[member] for member in members]),
                    results=tuple([new_results[one] for one in each.results if one not in results]),
                    uses=tuple(uses),
                )
            )
        pairs = zip(self._classes.left, self._classes.left_results, strict=True)
        left = {new_arguments[number]: tied for number, tied in pairs if number not in arguments}
        left_results = tuple(
            [tuple([new_results[one] for one in tied if one not in results]) for tied in left.values()]
        )
        return self._classes._replace(searched=tuple(found), left=tuple(left), left_results=left_results)

    def _change_signature(self, arguments: frozenset[int], results: frozenset[int]) -> bool:
        """Removes arguments and results from the function; False if one that stays is donated to a result that goes."""
        function = self._twin.function
        for index in sorted(arguments, reverse=True):
            self._block.erase_argument(index)
        type = function_type(function.signature)
        renumbered = _numbering(len(type.results), results)
        types = FunctionType(_kept(type.inputs, arguments), _kept(type.results, results))
        properties = function.properties.with_entry("function_type", TypeAttr(types))
        for name, gone in (("arg_attrs", arguments), ("res_attrs", results)):
            if isinstance(stored := properties.get(name), ArrayAttr):
                kept = _kept(stored.elements, gone)
                if name == "arg_attrs":
                    if any(isinstance(each, DictionaryAttr) and donated_to(each) in results for each in kept):
                        return False
                    kept = tuple([_donated(each, renumbered) for each in kept])
                properties = properties.with_entry(name, ArrayAttr(kept))
        function.signature = function.signature.with_properties(properties)
        return True


def _donated(attributes: Attribute, renumbered: dict[int, int]) -> Attribute:
    """Returns the attributes of an argument with the new number of the result that takes its memory."""
    alias = attributes.get(ALIAS) if isinstance(attributes, DictionaryAttr) else None
    if not isinstance(attributes, DictionaryAttr) or not isinstance(alias, IntegerAttr):
        return attributes
    return attributes.with_entry(ALIAS, IntegerAttr(renumbered.get(alias.value, alias.value), alias.type))


def _kept(entries: Sequence[T], gone: frozenset[int]) -> tuple[T, ...]:
    return tuple([entry for number, entry in enumerate(entries) if number not in gone])


def _numbering(count: int, gone: frozenset[int]) -> dict[int, int]:
    """Returns the numbers that the others have when those that go are gone."""
    return {number: place for place, number in enumerate(_kept(range(count), gone))}


# The costs of plans for many layers, from those for few.

_DEPTHS = (2, 3, 4)
"""The layers of the programs that are partitioned, the last one only if the others do not say enough."""
_CONFIRMED_AT = 8
"""The layers of the program on which the best plan has to cost what follows from fewer."""
_MIN_LAYERS = 10
"""Of a program for which they are."""
_CLOSE, _MIN_SECONDS = 1e-9, 1e-15

_FIELDS = [name for name in Cost._fields if name not in ("peak_bytes", "by_kind")]
"""The numbers of costs that grow evenly: all but the peak, and what the kinds of collectives send."""

_Heights = dict[tuple[object, ...], int]
"""Bytes in memory, by what runs."""


class _Measured(NamedTuple):
    """The cost of a plan with few layers."""

    cost: Cost
    by_op: dict[object, list[object]]
    """The figures of each operation, by its place in the whole program."""
    heights: _Heights


class Extrapolation:
    """Evaluates plans on programs of few layers; where layers do not cost alike, on the whole program."""

    def __init__(self, whole: Evaluator, meter: Meter, layers: Sequence[Layers], count: int) -> None:
        """The program has `count` layers; in `layers` are programs with fewer."""
        self.whole = whole
        self._meter = meter
        self._fewer = {each.count: Evaluator(each.program, each.classes, meter) for each in layers}
        self._count = count

    @staticmethod
    def of_program(program: PreparedProgram, classes: Classes, whole: Evaluator, meter: Meter) -> Extrapolation | None:
        """Returns what evaluates plans for a program of many layers; None for others."""
        if (layers := layers_of(program, classes, _MIN_LAYERS)) is None or layers.count < _MIN_LAYERS:
            return None
        last = layers.fewer(_CONFIRMED_AT)
        fewer = [] if last is None else [*[last.fewer(depth) for depth in _DEPTHS], last]
        found = [each for each in fewer if each is not None]
        return Extrapolation(whole, meter, found, layers.count) if len(found) > len(_DEPTHS) else None

    def of(self, plan: Choices) -> Cost:
        """Returns the cost of a plan; an infinite one if a pass refuses the program."""
        return self.extended(plan) or self.whole.of(plan)

    def check(self, plan: Choices) -> None:
        """Raises Error if passes refuse the program under a plan."""
        if self._measured(plan, _DEPTHS[0]) is None:
            self.whole.check(plan)

    def holds(self, plan: Choices) -> bool:
        """Returns whether a program with more layers costs what follows from those with fewer."""
        expected = self.extended(plan, _CONFIRMED_AT)
        found = None if expected is None else self._measured(plan, _CONFIRMED_AT)
        return expected is not None and found is not None and is_close(expected, found.cost)

    def extended(self, plan: Choices, count: int | None = None) -> Cost | None:
        """Returns the cost of the program, by default with all layers, if it follows from those of fewer layers."""
        two, three = self._measured(plan, 2), self._measured(plan, 3)
        if two is None or three is None:
            return None
        if not _is_alike(two, three):
            four = self._measured(plan, 4)
            if four is None or not is_close(_with_more(two, three, 1), four.cost):
                return None
        return _with_more(two, three, (count or self._count) - 3)

    def _measured(self, plan: Choices, count: int) -> _Measured | None:
        """Returns what a plan costs in the program with `count` layers; None if passes refuse it."""
        try:
            cost, schedule, timed = self._meter.measured(self._fewer[count].partitioned(plan))
        except Error:
            return None
        if schedule is None:
            return None
        found = _Measured(cost, _by_op(timed), _heights(schedule))
        del schedule, timed
        collected()
        return found


def is_close(one: Cost, other: Cost) -> bool:
    """Whether two costs are the same, up to rounding of times."""
    numbers = [(getattr(one, name), getattr(other, name)) for name in _FIELDS]
    are_close = all(isclose(*pair, rel_tol=_CLOSE, abs_tol=_MIN_SECONDS) for pair in numbers)
    return one.peak_bytes == other.peak_bytes and one.by_kind == other.by_kind and are_close


def _by_op(timed: Sequence[Timed]) -> dict[object, list[object]]:
    found: dict[object, list[object]] = {}
    for each in timed:
        op = each.op
        place: object = op.location
        if not op.results and op.operands:  # Many collectives may be inserted at a return.
            place = place, op.operands[each.moved or 0].definition_location
        found.setdefault(place, []).append(each._replace(moved=None, places=())[1:])
    return found


def _heights(schedule: Schedule) -> _Heights:
    found: _Heights = {}
    counts: Counter[tuple[object, ...]] = Counter()
    for tick, (node, height) in enumerate(zip(schedule.timeline.at, schedule.heights, strict=True)):
        key: tuple[object, ...] = (tick > 0,)
        if node is not None:
            key = (node.op.location, node.op.name)
            if not node.op.results and node.operands:
                value = node.operands[0].value
                key = (*key, value and value.definition_location)
        counts[key] += 1
        found[*key, counts[key]] = height
    return found


def _peak(fewer: _Heights, last: _Heights, more: int) -> int:
    """Returns the peak with `more` layers than `last` has, which has one more than `fewer`.

    In the layer that it has more, memory grows as before or after it: both the first and the last of all layers like
    it are in the program.
    """
    growths = [height - fewer[key] if key in fewer else None for key, height in last.items()]
    before, after = _last_known(growths), _last_known(growths[::-1])[::-1]
    return max([height + max(pair) * more for height, *pair in zip(last.values(), before, after, strict=True)])


def _last_known(growths: Sequence[int | None]) -> list[int]:
    first = next((each for each in growths if each is not None), 0)
    return list(accumulate(growths, lambda last, each: last if each is None else each, initial=first))[1:]


def _is_alike(two: _Measured, three: _Measured) -> bool:
    """Whether each operation that programs of two and three layers both have takes the same in both, and all is in it.

    Times in which collectives hide are not those of single operations.
    """
    for each in (two.cost, three.cost):
        serial = each.compute_seconds + each.memory_seconds + each.communication_seconds
        if not isclose(each.seconds, serial, rel_tol=_CLOSE):
            return False
    return all(three.by_op.get(op) == timed for op, timed in two.by_op.items())


def _with_more(fewer: _Measured, last: _Measured, more: int) -> Cost:
    """Returns the cost with `more` layers than `last`, which has one more than `fewer`."""

    def grown(name: str) -> Any:
        one = getattr(last.cost, name)
        return one + (one - getattr(fewer.cost, name)) * more

    before = dict(fewer.cost.by_kind)
    kinds = tuple([(kind, sent + (sent - before.get(kind, 0)) * more) for kind, sent in last.cost.by_kind])
    peak = _peak(fewer.heights, last.heights, more)
    return Cost(by_kind=kinds, peak_bytes=peak, **{name: grown(name) for name in _FIELDS})
