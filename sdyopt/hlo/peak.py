"""The most memory that a device needs at one time, from the text of a scheduled program.

The instructions of a scheduled program run in the order of the text. XLA puts values whose lives do not overlap into
the same memory; how it packs them is not in the text, so that the figure is about, not exactly, what it allocates. The
rules follow XLA's buffer assignment (https://openxla.org/xla/architecture): a loop has a buffer for each carried value,
updates are in place, an element-wise instruction may take the place of an operand, and a temporary that of a result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from sdyopt.hlo.attributes import HloFrame, SourcePlaces, aliases, entry_sizes, main_memory_bytes, output_aliases
from sdyopt.hlo.text import ELEMENTWISE, TRANSCENDENTAL, HloComputation, HloError, HloInstruction, HloText
from sdyopt.ir.intervals import Interval, overlap, union
from sdyopt.ir.records import NamedTuple
from sdyopt.layout.shape import LayoutError, Shape, TupleShape

# Values of a compiled program with their lives, and the memory that several of them take one after the other.


class StoredValue:
    """An array that an instruction defines, with the ticks between which it is in memory."""

    __slots__ = ("bytes", "first", "is_temporary", "joined", "last", "line", "shape")

    def __init__(self, line: int, shape: str, bytes: int, first: int, is_temporary: bool = True) -> None:
        self.line = line
        self.shape = shape
        self.bytes = bytes
        self.first = self.last = first
        self.is_temporary = is_temporary
        self.joined: StoredValue = self
        """Another value in the same buffer, or this one."""


ValueTree: TypeAlias = "StoredValue | tuple[ValueTree, ...]"
"""The values of an instruction's result, nested as its shape."""


class SharedBuffer:
    """Memory that several values take one after the other."""

    __slots__ = ("intervals", "size", "values")

    def __init__(self) -> None:
        self.values: list[StoredValue] = []
        self.size = 0
        self.intervals: list[Interval] = []

    def add(self, value: StoredValue) -> None:
        self.values.append(value)
        self.size = max(self.size, value.bytes)
        self.intervals.append((value.first, value.last + 1))


def leaves(tree: ValueTree) -> Iterator[StoredValue]:
    if isinstance(tree, StoredValue):
        yield tree
        return
    for part in tree:
        yield from leaves(part)


def element(tree: ValueTree | None, index: Sequence[int]) -> ValueTree | None:
    for number in index:
        if not isinstance(tree, tuple) or number >= len(tree):
            return None
        tree = tree[number]
    return tree


def first_of(value: StoredValue) -> StoredValue:
    """Returns the value that stands for all in the same buffer."""
    while value.joined is not value:
        value.joined = value.joined.joined
        value = value.joined
    return value


def join(left: StoredValue, right: StoredValue) -> None:
    first_of(right).joined = first_of(left)


def most_of(buffers: Sequence[SharedBuffer]) -> tuple[int, list[tuple[StoredValue, int]]]:
    """Returns the largest sum of buffers in use at one time, and the values that are in memory then."""
    changes = sorted(
        [
            change
            for buffer in buffers
            for first, last in buffer.intervals
            for change in ((first, buffer.size), (last, -buffer.size))
        ]
    )
    most = now = at = 0
    for tick, size in changes:
        now += size
        if now > most:
            most, at = now, tick
    live = []
    for buffer in buffers:
        if any(first <= at < last for first, last in buffer.intervals):
            value = max(buffer.values, key=lambda value: (value.first <= at <= value.last, value.bytes))
            live.append((value, buffer.size))
    return most, live


NOT_SCHEDULED = "the program is not scheduled ('is_scheduled=true' is missing): what runs is in another order"
"""Why there is no peak of the text before XLA's optimizations."""


class LiveBuffer(NamedTuple):
    """Memory that is in use at the peak."""

    name: str
    """The instruction that defines the value, without `%`."""
    opcode: str
    shape: str
    bytes: int
    """On one device, padding included."""
    source: tuple[HloFrame, ...]
    """The stack of calls in the program's source, innermost first."""


class HloPeak(NamedTuple):
    """The peak of a compiled program on one device, in bytes."""

    bytes: int
    arguments: int
    results: int
    """With the table of the results' places."""
    aliased: int
    """The bytes of results in the memory of arguments."""
    temporaries: int
    """The most that values which are neither arguments nor results take at one time."""
    live: tuple[LiveBuffer, ...]
    """The temporaries in use then, the largest first."""


def peak_of(module: HloText) -> HloPeak:
    """Returns the peak of a scheduled program. Raises HloError, also for a program that is not scheduled."""
    if not module.is_scheduled:
        raise HloError(NOT_SCHEDULED, module.text, module.start)
    if (sizes := entry_sizes(module)) is None:
        message = "the line has no entry_computation_layout, which gives arguments and results"
        raise HloError(message, module.text, module.start)
    temporaries, buffers = _ScheduleWalk(module).temporaries()
    arguments, results = sum(sizes.arguments), sum(sizes.results) + sizes.tuple_table
    places = SourcePlaces(module.tables)
    return HloPeak(
        bytes=arguments + results - sizes.donated + temporaries,
        arguments=arguments,
        results=results,
        aliased=sizes.donated,
        temporaries=temporaries,
        live=tuple([_live(module, places, value, size) for value, size in sorted(buffers, key=lambda pair: -pair[1])]),
    )


def _live(module: HloText, places: SourcePlaces, value: StoredValue, size: int) -> LiveBuffer:
    instruction = module.instruction(value.line)
    return LiveBuffer(instruction.name, instruction.opcode, value.shape, size, places.frames(instruction.metadata))


_INDEX = re.compile(r"[0-9]{1,9}")
_MAX_NESTED = 200
"""Computations that call each other."""

_ELEMENTWISE = frozenset((*ELEMENTWISE, *TRANSCENDENTAL, "compare", "convert", "erf", "reduce-precision"))
_SAME = frozenset(("bitcast", "opt-barrier", "add-dependency", "domain"))
"""Instructions whose result is their first operand."""
_UPDATES = frozenset(("dynamic-update-slice", "scatter"))
"""Instructions whose result takes the place of their first operand."""


class _InPlace(NamedTuple):
    """A result that may take the place of one of the operands, which are read at `tick`."""

    result: StoredValue
    operands: Sequence[StoredValue]
    tick: int
    always: bool
    """Whether it does so also if the operand is an argument, or read later."""


class _ScheduleWalk:
    """Goes over the instructions in the order in which they run, each body of a loop once."""

    def __init__(self, module: HloText) -> None:
        self._module = module
        self._tick = 0
        self._values: list[StoredValue] = []
        self._in_place: list[_InPlace] = []
        self._taken_by = cache(self._taken_by_results)
        self._nested = 0
        self._parameters: dict[int, ValueTree] = {}
        self._root = self._computation(module.entry, None)

    # Walking.

    def _computation(self, computation: HloComputation, arguments: Sequence[ValueTree] | None) -> ValueTree:
        """Walks a computation whose parameters are `arguments`; those of the entry have values of their own."""
        self._nested += 1
        if self._nested > _MAX_NESTED:
            raise self._module.error(f"more than {_MAX_NESTED} computations call each other", computation.first - 1)
        trees: dict[str, ValueTree] = {}
        root: ValueTree = ()
        root_line = self._module.root(computation)
        for number, line in self._module.instructions(computation):
            self._tick += 1
            if line.opcode == "parameter":
                found = self._parameter(line, number, arguments)
            elif line.opcode == "constant":
                found = self._new(number, line.shape, is_temporary=False)
            else:
                operands = [self._known(trees, name, number) for name in line.operands]
                found = self._instruction(line, number, operands)
            trees[line.name] = found
            if number == root_line or (root_line is None and line.opcode == "parameter"):
                root = found
        self._nested -= 1
        return root

    def _known(self, trees: dict[str, ValueTree], name: str, number: int) -> ValueTree:
        if name not in trees:
            raise self._module.error(f"'{name}' is not defined before it is used", number, name, "(")
        return trees[name]

    def _parameter(self, line: HloInstruction, number: int, arguments: Sequence[ValueTree] | None) -> ValueTree:
        index = _parameter_number(line)
        if arguments is None:
            self._parameters[index] = tree = self._new(number, line.shape, is_temporary=False)
            for value in leaves(tree):
                value.first = 0
            return tree
        if not 0 <= index < len(arguments):
            raise self._module.error(f"there is no argument {line.inside}", number)
        return arguments[index]

    def _instruction(self, line: HloInstruction, number: int, operands: Sequence[ValueTree]) -> ValueTree:
        """Returns the values of an instruction, whose computations are walked."""
        if (opcode := line.opcode) == "tuple":
            return tuple(operands)
        if opcode in _SAME or opcode.endswith("-done"):
            if not operands:
                raise self._module.error(f"'{opcode}' lacks its operand", number)
            started = operands[0]
            if opcode.endswith("-done") and isinstance(started, tuple) and len(started) > 1:
                return started if opcode == "all-reduce-done" else started[0 if opcode == "copy-done" else 1]
            return started
        if opcode == "get-tuple-element":
            index = line.attribute("index")
            whole = operands[0] if operands else ()
            if not _INDEX.fullmatch(index) or not isinstance(whole, tuple) or int(index) >= len(whole):
                raise self._module.error("there is no such element of the tuple", number)
            return whole[int(index)]
        if opcode == "while":
            return self._loop(line, number, operands)
        if opcode == "conditional":
            return self._conditional(line, number, operands)
        if opcode == "call":
            return self._computation(self._named(line, number, "to_apply"), operands)
        self._read(operands)
        shape = line.shape
        if isinstance(shape, TupleShape) and operands and opcode.endswith("-start") and opcode != "all-reduce-start":
            place = int(opcode == "copy-start")  # Of the operand among the values of what starts an operation.
            result: ValueTree = tuple(
                [operands[0] if at == place else self._new(number, each) for at, each in enumerate(shape.elements)]
            )
        else:
            result = self._new(number, shape)
        self._note_in_place(line, operands, result)
        return result

    def _named(self, line: HloInstruction, number: int, attribute: str) -> HloComputation:
        for name in line.called(attribute):
            if name in self._module.computations:
                return self._module.computations[name]
        raise self._module.error(f"'{line.opcode}' names no computation as its {attribute}", number)

    def _loop(self, line: HloInstruction, number: int, operands: Sequence[ValueTree]) -> ValueTree:
        """Walks a loop: initial value, argument, the value that the body returns, and result are in one buffer."""
        self._read(operands)
        argument = self._new(number, line.shape)
        initial = operands[0] if operands else ()
        self._join(initial, argument)
        self._read([self._computation(self._named(line, number, "condition"), [argument])])
        returned = self._computation(self._named(line, number, "body"), [argument])
        self._tick += 1
        self._read([returned])
        carried = {id(value) for value in leaves(argument)}
        for left, right in zip(leaves(argument), leaves(returned), strict=False):
            if id(right) not in carried:
                join(left, right)
        result = self._new(number, line.shape)
        self._join(argument, result)
        return result

    def _conditional(self, line: HloInstruction, number: int, operands: Sequence[ValueTree]) -> ValueTree:
        """Walks the branches one after the other; their results are in the buffers of the result."""
        self._read(operands)
        attributes = ("branch_computations", "true_computation", "false_computation")
        names = [name for attribute in attributes for name in line.called(attribute)]
        start, roots = self._tick, []
        for name, argument in zip(names, operands[1:], strict=False):
            if name not in self._module.computations:
                raise self._module.error(f"there is no computation '{name}'", number, name)
            roots.append(self._computation(self._module.computations[name], [argument]))
        self._tick += 1
        self._read(operands if self._tick > start + 1 else ())
        result = self._new(number, line.shape)
        for root in roots:
            self._read([root])
            for left, right in zip(leaves(result), leaves(root), strict=False):
                if right.is_temporary:
                    join(left, right)
        return result

    def _new(self, number: int, shape: Shape, is_temporary: bool = True) -> ValueTree:
        if isinstance(shape, TupleShape):
            return tuple([self._new(number, element, is_temporary) for element in shape.elements])
        try:
            size = main_memory_bytes(shape)
        except LayoutError as error:
            raise self._module.error(str(error), number) from None
        value = StoredValue(number, str(shape), size, self._tick, is_temporary)
        self._values.append(value)
        return value

    def _read(self, operands: Sequence[ValueTree]) -> None:
        for operand in operands:
            for value in leaves(operand):
                value.last = self._tick

    def _join(self, left: ValueTree, right: ValueTree) -> None:
        for one, other in zip(leaves(left), leaves(right), strict=False):
            join(one, other)

    # Results in the place of operands.

    def _note_in_place(self, line: HloInstruction, operands: Sequence[ValueTree], result: ValueTree) -> None:
        opcode = line.opcode
        results = list(leaves(result))
        if opcode in _UPDATES:
            self._note(results[:1], [operands[0]], always=True)
        elif opcode in _ELEMENTWISE:
            self._note(results[:1], operands)
        elif opcode == "fusion":
            for name in line.called("calls"):
                updated, chosen = self._taken_by(name)
                for index, parameter in updated.items():
                    if index < len(results) and parameter < len(operands):
                        self._note([results[index]], [operands[parameter]], always=True)
                if not updated and line.attribute("kind") == "kLoop" and len(results) == 1:
                    self._note(results, [operands[number] for number in chosen if number < len(operands)])
        elif opcode == "custom-call":
            for alias in output_aliases(line):
                at = alias.result_index[0] if alias.result_index else 0
                if at < len(results) and alias.parameter < len(operands) and not alias.parameter_index:
                    self._note([results[at]], [operands[alias.parameter]], always=True)

    def _note(self, results: Sequence[StoredValue], operands: Sequence[ValueTree], always: bool = False) -> None:
        values = [operand for operand in operands if isinstance(operand, StoredValue)]
        for result in results:
            self._in_place.append(_InPlace(result, values, self._tick, always))

    def _taken_by_results(self, name: str) -> tuple[Mapping[int, int], Sequence[int]]:
        """Returns the parameters of a fused computation in whose place results are.

        The first are those that the root updates, by the number of the result; the others are operands of an
        element-wise root, which may take the place of any.
        """
        if (computation := self._module.computations.get(name)) is None:
            return {}, ()
        lines = {line.name: line for _, line in self._module.instructions(computation)}
        root = next((line for line in lines.values() if line.is_root), None)
        return ({}, ()) if root is None else (_updates_of(root, lines), sorted(_element_wise_of(root, lines)))

    # Buffers.

    def temporaries(self) -> tuple[int, list[tuple[StoredValue, int]]]:
        """Returns the most that temporaries take at one time, and the values in memory then, with sizes of buffers."""
        end = self._tick + 1
        for value in leaves(self._root):
            value.last = end
        aliased = self._join_aliases()
        self._join_in_place()
        hosts = {id(first_of(value)) for value in aliased}
        buffers: dict[int, SharedBuffer] = {}
        for value in self._values:
            buffers.setdefault(id(first_of(value)), SharedBuffer()).add(value)
        given = {id(first_of(value)) for value in leaves(self._root)}
        fixed = given | {id(first_of(value)) for value in self._values if not value.is_temporary}
        kept = [buffer for key, buffer in buffers.items() if key in given | hosts]
        temporary = [buffer for key, buffer in buffers.items() if key not in fixed and buffer.size]
        free = sorted(kept, key=lambda buffer: buffer.size)
        for buffer in (*kept, *temporary):
            buffer.intervals = union(buffer.intervals)
        left: list[SharedBuffer] = []
        for buffer in sorted(temporary, key=lambda buffer: -buffer.size):
            host = next(
                (each for each in free if each.size >= buffer.size and not overlap(each.intervals, buffer.intervals)),
                None,
            )
            if host is None:
                left.append(buffer)
            else:
                host.intervals = union([*host.intervals, *buffer.intervals])
        return most_of(left)

    def _join_in_place(self) -> None:
        """Joins results with the operands whose place they take, unless another value is in that place meanwhile."""
        intervals: dict[int, list[Interval]] = {}
        for value in self._values:
            intervals.setdefault(id(first_of(value)), []).append((value.first, value.last + 1))
        for result, operands, tick, always in self._in_place:
            for operand in operands:
                left, right = first_of(operand), first_of(result)
                if left is right:
                    break
                fits = operand.is_temporary and operand.bytes == result.bytes and operand.last == tick
                if not (fits or (always and (operand.is_temporary or operand.last == tick))):
                    continue
                before, after = union(intervals[id(left)]), union(intervals[id(right)])
                if always or not overlap(before, [(max(first, tick + 1), last) for first, last in after]):
                    right.joined = left
                    intervals[id(left)] = union(before + after)
                    break

    def _join_aliases(self) -> set[StoredValue]:
        """Joins results with the arguments whose memory they take; returns these."""
        found: set[StoredValue] = set()
        for alias in aliases(self._module):
            argument = element(self._parameters.get(alias.parameter), alias.parameter_index)
            result = element(self._root, alias.result_index)
            if isinstance(argument, StoredValue) and isinstance(result, StoredValue):
                join(argument, result)
                found.add(argument)
        return found


def _updates_of(root: HloInstruction, lines: dict[str, HloInstruction]) -> dict[int, int]:
    """Returns the parameter of a fused computation in whose place each result is, where the root updates one."""
    found: dict[int, int] = {}
    for index, each in enumerate(map(lines.get, root.operands) if root.opcode == "tuple" else [root]):
        each = _behind(lines, each)
        if each is not None and each.opcode in _UPDATES and each.operands:
            target = _behind(lines, lines.get(each.operands[0]))
            if target is not None and _parameter_number(target) >= 0:
                found[index] = _parameter_number(target)
    return found


def _element_wise_of(root: HloInstruction, lines: dict[str, HloInstruction]) -> set[int]:
    """Returns the parameters that reach the root by element-wise instructions only, and have its shape."""
    used = {operand for line in lines.values() if line.opcode not in _ELEMENTWISE for operand in line.operands}
    found: set[int] = set()
    blocked: set[int] = set()
    work, seen = [root], {root.name}
    while work:
        line = work.pop()
        if (number := _parameter_number(line)) >= 0 and line.shape_text == root.shape_text:
            (blocked if line.name in used else found).add(number)
        elif line.opcode in _ELEMENTWISE:
            new = [operand for operand in line.operands if operand in lines and operand not in seen]
            seen.update(new)
            work += [lines[operand] for operand in new]
    return found - blocked


def _behind(lines: dict[str, HloInstruction], line: HloInstruction | None) -> HloInstruction | None:
    """Returns what bitcasts are of."""
    seen = 0
    while line is not None and line.opcode == "bitcast" and line.operands and seen < len(lines):
        line, seen = lines.get(line.operands[0]), seen + 1
    return line


def _parameter_number(line: HloInstruction) -> int:
    """Returns the number of a parameter; -1 if it is none."""
    number = line.inside.strip()
    return int(number) if line.opcode == "parameter" and _INDEX.fullmatch(number) else -1
