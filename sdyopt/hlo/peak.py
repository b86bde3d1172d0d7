"""The most memory that a device needs at one time, from the text of a scheduled program.

The instructions of a scheduled program run in the order of the text. XLA puts values whose lives do not overlap into
the same memory; how it packs them is not in the text, so that the figure is about, not exactly, what it allocates. The
rules follow XLA's buffer assignment (https://openxla.org/xla/architecture): a loop has a buffer for each carried value,
updates are in place, an element-wise instruction may take the place of an operand, and a temporary that of a result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from sdyopt.hlo.grammar import shape_of
from sdyopt.hlo.model import HloFrame
from sdyopt.hlo.scanning import Computation, ModuleText
from sdyopt.hlo.sizes import bytes_of, entry_sizes
from sdyopt.hlo.source_places import SourcePlaces
from sdyopt.layout import LayoutError, Shape, TupleShape

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
    """What results take in the memory of arguments."""
    temporaries: int
    """The most that values which are neither arguments nor results take at one time."""
    live: tuple[LiveBuffer, ...]
    """The temporaries in use then, the largest first."""


def is_scheduled(module: ModuleText) -> bool:
    """Whether the instructions of a program run in the order of the text."""
    return module.header.attributes.get("is_scheduled") == "true"


def peak_of(module: ModuleText) -> HloPeak:
    """Returns the peak of a scheduled program. Raises HloError, also for a program that is not scheduled."""
    if not is_scheduled(module):
        raise module.error(NOT_SCHEDULED, module.header_line)
    sizes = entry_sizes(module)
    if sizes is None:
        message = "the line has no entry_computation_layout, which gives arguments and results"
        raise module.error(message, module.header_line)
    walk = _ScheduleWalk(module)
    temporaries, buffers = walk.temporaries()
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


def _live(module: ModuleText, places: SourcePlaces, value: _Value, size: int) -> LiveBuffer:
    instruction = module.instruction(value.line)
    return LiveBuffer(instruction.name, instruction.opcode, value.shape, size, places.frames(instruction.metadata))


# --- instructions, read only as far as lives need it ------------------------------------------------------------------

_HEAD = re.compile(r"\s*(?:ROOT\s+)?%?([\w.-]+)\s*=\s*")
_OPCODE = re.compile(r"\s*([a-z][\w-]*)\(")
_NAME = re.compile(r"%([\w.-]+)")
_BRACKETS = re.compile(r"[(){}]")
_CALLED = re.compile(r"(\w+)=(?:%([\w.-]+)|\{([^{}]*)\})")
_INDEX = re.compile(r"\bindex=(\d{1,9})")
_OUTPUT_ALIAS = re.compile(r"\{(\d*)\}:\s*\((\d{1,9}),\s*\{\}")
_MOST_NESTED = 200
"""Computations that call each other."""


class _Line(NamedTuple):
    """An instruction: its name, the text of its shape, its opcode, operands, and the text after these."""

    name: str
    shape: str
    opcode: str
    operands: tuple[str, ...]
    rest: str


def _line(module: ModuleText, number: int) -> _Line | None:
    """Returns the instruction on a line; None if there is none. Raises HloError."""
    text = module.lines[number]
    head = _HEAD.match(text)
    if head is None:
        return None
    shape_end = _end(text, head.end()) if text.startswith("(", head.end()) else text.find(" ", head.end())
    opcode = None if shape_end < 0 else _OPCODE.match(text, shape_end)
    end = -1 if opcode is None else _end(text, opcode.end() - 1)
    if opcode is None or end < 0:
        module.instruction(number)  # says what is wrong
        raise module.error("expected an instruction", number)
    inside = text[opcode.end() : end - 1]
    operands = tuple(_NAME.findall(inside))
    if not operands and inside and opcode[1] not in ("parameter", "constant"):
        operands = module.instruction(number).operands
    return _Line(head[1], text[head.end() : shape_end], opcode[1], operands, inside if not operands else text[end:])


def _end(text: str, start: int) -> int:
    """Returns the place after the bracket that closes the one at `start`; -1 if none does."""
    depth = 0
    for bracket in _BRACKETS.finditer(text, start):
        depth += 1 if bracket[0] in "({" else -1
        if depth == 0:
            return bracket.end()
    return -1


def _called(rest: str, attribute: str) -> list[str]:
    """Returns the computations that an attribute names."""
    for name, one, several in _CALLED.findall(rest):
        if name == attribute:
            return [one] if one else [part.strip().removeprefix("%") for part in several.split(",")]
    return []


_ELEMENTWISE = frozenset(
    [
        "abs",
        "add",
        "and",
        "atan2",
        "cbrt",
        "ceil",
        "clamp",
        "compare",
        "complex",
        "convert",
        "cosine",
        "count-leading-zeros",
        "divide",
        "erf",
        "exponential",
        "exponential-minus-one",
        "floor",
        "imag",
        "is-finite",
        "log",
        "log-plus-one",
        "logistic",
        "maximum",
        "minimum",
        "multiply",
        "negate",
        "not",
        "or",
        "popcnt",
        "power",
        "real",
        "reduce-precision",
        "remainder",
        "round-nearest-afz",
        "round-nearest-even",
        "rsqrt",
        "select",
        "shift-left",
        "shift-right-arithmetic",
        "shift-right-logical",
        "sign",
        "sine",
        "sqrt",
        "subtract",
        "tan",
        "tanh",
        "xor",
    ]
)
_SAME = frozenset(("bitcast", "opt-barrier", "add-dependency", "domain"))
"""Instructions whose result is their first operand."""
_UPDATES = frozenset(("dynamic-update-slice", "scatter"))
"""Instructions whose result takes the place of their first operand."""


# --- lives ------------------------------------------------------------------------------------------------------------


class _Value:
    """An array that an instruction defines, with the ticks between which it is in memory."""

    __slots__ = ("bytes", "first", "is_temporary", "joined", "last", "line", "shape")

    def __init__(self, line: int, shape: str, bytes: int, first: int, is_temporary: bool = True) -> None:
        self.line = line
        self.shape = shape
        self.bytes = bytes
        self.first = self.last = first
        self.is_temporary = is_temporary
        self.joined: _Value = self
        """Another value in the same buffer, or this one."""


_Tree: TypeAlias = "_Value | tuple[_Tree, ...]"
"""The values of an instruction's result, nested as its shape."""


class _Buffer:
    """Memory that several values take one after the other."""

    __slots__ = ("intervals", "size", "values")

    def __init__(self) -> None:
        self.values: list[_Value] = []
        self.size = 0
        self.intervals: list[tuple[int, int]] = []

    def add(self, value: _Value) -> None:
        self.values.append(value)
        self.size = max(self.size, value.bytes)
        self.intervals.append((value.first, value.last))


class _InPlace(NamedTuple):
    """A result that may take the place of one of the operands, which are read at `tick`."""

    result: _Value
    operands: Sequence[_Value]
    tick: int
    always: bool
    """Whether it does so also if the operand is an argument, or read later."""


class _ScheduleWalk:
    """Goes over the instructions in the order in which they run, each body of a loop once."""

    def __init__(self, module: ModuleText) -> None:
        self._module = module
        self._tick = 0
        self._values: list[_Value] = []
        self._in_place: list[_InPlace] = []
        self._element_wise: dict[str, frozenset[int]] = {}
        self._updated: dict[str, dict[int, int]] = {}
        self._nested = 0
        self._parameters: dict[int, _Tree] = {}
        self._root = self._computation(module.entry, None)

    # Walking.

    def _computation(self, computation: Computation, arguments: Sequence[_Tree] | None) -> _Tree:
        """Walks a computation whose parameters are `arguments`; those of the entry have values of their own."""
        self._nested += 1
        if self._nested > _MOST_NESTED:
            raise self._module.error(f"more than {_MOST_NESTED} computations call each other", computation.first - 1)
        trees: dict[str, _Tree] = {}
        root: _Tree = ()
        for number in range(computation.first, computation.end):
            line = _line(self._module, number)
            if line is None:
                continue
            self._tick += 1
            if line.opcode == "parameter":
                root = trees[line.name] = self._parameter(line, number, arguments)
                continue
            operands = [self._known(trees, name, number) for name in line.operands]
            found = trees[line.name] = self._instruction(line, number, operands)
            if self._module.lines[number].lstrip().startswith("ROOT "):
                root = found
        is_root = self._module.root(computation)
        if is_root is not None:
            head = _HEAD.match(self._module.lines[is_root])
            root = trees[head[1]] if head is not None and head[1] in trees else root
        self._nested -= 1
        return root

    def _known(self, trees: dict[str, _Tree], name: str, number: int) -> _Tree:
        if name not in trees:
            raise self._module.error(f"'{name}' is not defined before it is used", number, name, "(")
        return trees[name]

    def _parameter(self, line: _Line, number: int, arguments: Sequence[_Tree] | None) -> _Tree:
        index = int(line.rest) if line.rest.isascii() and line.rest.isdigit() else -1
        if arguments is None:
            self._parameters[index] = tree = self._new(number, self._shape(line, number), is_temporary=False)
            for value in _leaves(tree):
                value.first = 0
            return tree
        if not 0 <= index < len(arguments):
            raise self._module.error(f"there is no argument {line.rest}", number)
        return arguments[index]

    def _instruction(self, line: _Line, number: int, operands: Sequence[_Tree]) -> _Tree:
        """Returns the values of an instruction, whose computations are walked."""
        opcode = line.opcode
        if opcode == "tuple":
            return tuple(operands)
        if opcode in _SAME or opcode.endswith("-done"):
            if not operands:
                raise self._module.error(f"'{opcode}' lacks its operand", number)
            started = operands[0]
            is_pair = opcode.endswith("-done") and isinstance(started, tuple) and len(started) > 1
            return started[1] if is_pair and isinstance(started, tuple) else started
        if opcode == "get-tuple-element":
            index = _INDEX.search(line.rest)
            whole = operands[0] if operands else ()
            if index is None or not isinstance(whole, tuple) or int(index[1]) >= len(whole):
                raise self._module.error("there is no such element of the tuple", number)
            return whole[int(index[1])]
        if opcode == "constant":
            return self._new(number, self._shape(line, number), is_temporary=False)
        if opcode == "while":
            return self._loop(line, number, operands)
        if opcode == "conditional":
            return self._conditional(line, number, operands)
        if opcode == "call":
            return self._computation(self._named(line, number, "to_apply"), operands)
        self._read(operands)
        result = self._new(number, self._shape(line, number))
        if opcode.endswith("-start") and isinstance(result, tuple) and operands:
            result = (operands[0], *result[1:])
        self._note_in_place(line, operands, result)
        return result

    def _named(self, line: _Line, number: int, attribute: str) -> Computation:
        for name in _called(line.rest, attribute):
            if name in self._module.computations:
                return self._module.computations[name]
        raise self._module.error(f"'{line.opcode}' names no computation as its {attribute}", number)

    def _loop(self, line: _Line, number: int, operands: Sequence[_Tree]) -> _Tree:
        """Walks a loop: initial value, argument, the value that the body returns, and result are in one buffer."""
        self._read(operands)
        argument = self._new(number, self._shape(line, number))
        initial = operands[0] if operands else ()
        self._join(initial, argument)
        self._read([self._computation(self._named(line, number, "condition"), [argument])])
        returned = self._computation(self._named(line, number, "body"), [argument])
        self._tick += 1
        self._read([returned])
        carried = {id(value) for value in _leaves(argument)}
        for left, right in zip(_leaves(argument), _leaves(returned), strict=False):
            if id(right) not in carried:
                _join(left, right)
        result = self._new(number, self._shape(line, number))
        self._join(argument, result)
        return result

    def _conditional(self, line: _Line, number: int, operands: Sequence[_Tree]) -> _Tree:
        """Walks the branches one after the other; their results are in the buffers of the result."""
        self._read(operands)
        names = _called(line.rest, "branch_computations")
        names = names or [*_called(line.rest, "true_computation"), *_called(line.rest, "false_computation")]
        start, roots = self._tick, []
        for name, argument in zip(names, operands[1:], strict=False):
            if name not in self._module.computations:
                raise self._module.error(f"there is no computation '{name}'", number, name)
            roots.append(self._computation(self._module.computations[name], [argument]))
        self._tick += 1
        self._read(operands if self._tick > start + 1 else ())
        result = self._new(number, self._shape(line, number))
        for root in roots:
            self._read([root])
            for left, right in zip(_leaves(result), _leaves(root), strict=False):
                if right.is_temporary:
                    _join(left, right)
        return result

    def _shape(self, line: _Line, number: int) -> Shape:
        try:
            return shape_of(line.shape)
        except LayoutError:
            return self._module.shape(number)

    def _new(self, number: int, shape: Shape, is_temporary: bool = True) -> _Tree:
        if isinstance(shape, TupleShape):
            return tuple([self._new(number, element, is_temporary) for element in shape.elements])
        try:
            size = bytes_of(shape)
        except LayoutError as error:
            raise self._module.error(str(error), number) from None
        value = _Value(number, str(shape), size, self._tick, is_temporary)
        self._values.append(value)
        return value

    def _read(self, operands: Sequence[_Tree]) -> None:
        for operand in operands:
            for value in _leaves(operand):
                value.last = self._tick

    def _join(self, left: _Tree, right: _Tree) -> None:
        for one, other in zip(_leaves(left), _leaves(right), strict=False):
            _join(one, other)

    # Results in the place of operands.

    def _note_in_place(self, line: _Line, operands: Sequence[_Tree], result: _Tree) -> None:
        opcode = line.opcode
        results = list(_leaves(result))
        if opcode in _UPDATES:
            self._note(results[:1], [operands[0]], always=True)
        elif opcode in _ELEMENTWISE:
            self._note(results[:1], operands)
        elif opcode == "fusion":
            for name in _called(line.rest, "calls"):
                updated = self._updates_of(name)
                for index, parameter in updated.items():
                    if index < len(results) and parameter < len(operands):
                        self._note([results[index]], [operands[parameter]], always=True)
                if not updated and "kind=kLoop" in line.rest and len(results) == 1:
                    chosen = self._element_wise_of(name)
                    self._note(results, [operands[number] for number in sorted(chosen) if number < len(operands)])
        elif opcode == "custom-call":
            for index, parameter in _OUTPUT_ALIAS.findall(line.rest.partition("output_to_operand_aliasing=")[2]):
                at = int(index or 0)
                if at < len(results) and int(parameter) < len(operands):
                    self._note([results[at]], [operands[int(parameter)]], always=True)

    def _note(self, results: Sequence[_Value], operands: Sequence[_Tree], always: bool = False) -> None:
        values = [operand for operand in operands if isinstance(operand, _Value)]
        for result in results:
            self._in_place.append(_InPlace(result, values, self._tick, always))

    def _fused(self, name: str) -> dict[str, _Line]:
        computation = self._module.computations.get(name)
        if computation is None:
            return {}
        lines = [_line(self._module, number) for number in range(computation.first, computation.end)]
        found = {line.name: line for line in lines if line is not None}
        root = self._module.root(computation)
        head = None if root is None else _HEAD.match(self._module.lines[root])
        if head is not None and head[1] in found:
            found["ROOT"] = found[head[1]]
        return found

    def _updates_of(self, name: str) -> dict[int, int]:
        """Returns the parameter of a fused computation in whose place each result is, where the root updates one."""
        if name not in self._updated:
            lines = self._fused(name)
            found: dict[int, int] = {}
            root = lines.get("ROOT")
            roots = (
                []
                if root is None
                else [lines.get(each) for each in root.operands]
                if root.opcode == "tuple"
                else [root]
            )
            for index, each in enumerate(roots):
                each = _behind(lines, each)
                if each is not None and each.opcode in _UPDATES and each.operands:
                    target = _behind(lines, lines.get(each.operands[0]))
                    if target is not None and target.opcode == "parameter" and target.rest.isdigit():
                        found[index] = int(target.rest)
            self._updated[name] = found
        return self._updated[name]

    def _element_wise_of(self, name: str) -> frozenset[int]:
        """Returns the parameters that reach the root by element-wise instructions only, and have its shape."""
        if name not in self._element_wise:
            lines = self._fused(name)
            root = lines.get("ROOT")
            found: set[int] = set()
            blocked: set[int] = set()
            if root is not None:
                used = [
                    operand for line in lines.values() if line.opcode not in _ELEMENTWISE for operand in line.operands
                ]
                work, seen = [root], set()
                while work:
                    line = work.pop()
                    if line.name in seen:
                        continue
                    seen.add(line.name)
                    if line.opcode == "parameter" and line.rest.isdigit() and line.shape == root.shape:
                        found.add(int(line.rest))
                        if line.name in used:
                            blocked.add(int(line.rest))
                    elif line.opcode in _ELEMENTWISE:
                        work += [lines[operand] for operand in line.operands if operand in lines]
            self._element_wise[name] = frozenset(found - blocked)
        return self._element_wise[name]

    # Buffers.

    def temporaries(self) -> tuple[int, list[tuple[_Value, int]]]:
        """Returns the most that temporaries take at one time, and the values in memory then, with sizes of buffers."""
        end = self._tick + 1
        for value in _leaves(self._root):
            value.last = end
        aliased = self._join_aliases()
        self._join_in_place()
        hosts = {id(_first(value)) for value in aliased}
        buffers: dict[int, _Buffer] = {}
        for value in self._values:
            buffers.setdefault(id(_first(value)), _Buffer()).add(value)
        given = {id(_first(value)) for value in _leaves(self._root)}
        fixed = given | {id(_first(value)) for value in self._values if not value.is_temporary}
        kept = [buffer for key, buffer in buffers.items() if key in given | hosts]
        temporary = [_packed(buffer) for key, buffer in buffers.items() if key not in fixed and buffer.size]
        free = sorted([_packed(buffer) for buffer in kept], key=lambda buffer: buffer.size)
        left: list[_Buffer] = []
        for buffer in sorted(temporary, key=lambda buffer: -buffer.size):
            host = next(
                (each for each in free if each.size >= buffer.size and not _overlap(each.intervals, buffer.intervals)),
                None,
            )
            if host is None:
                left.append(buffer)
            else:
                host.intervals = _union([*host.intervals, *buffer.intervals])
        return _most(left)

    def _join_in_place(self) -> None:
        """Joins results with the operands whose place they take, unless another value is in that place meanwhile."""
        intervals: dict[int, list[tuple[int, int]]] = {}
        for value in self._values:
            intervals.setdefault(id(_first(value)), []).append((value.first, value.last))
        for result, operands, tick, always in self._in_place:
            for operand in operands:
                left, right = _first(operand), _first(result)
                if left is right:
                    break
                fits = operand.is_temporary and operand.bytes == result.bytes and operand.last == tick
                if not (fits or (always and (operand.is_temporary or operand.last == tick))):
                    continue
                before, after = _union(intervals[id(left)]), _union(intervals[id(right)])
                if always or not _overlap(before, [(max(first, tick + 1), last) for first, last in after]):
                    right.joined = left
                    intervals[id(left)] = _union(before + after)
                    break

    def _join_aliases(self) -> set[_Value]:
        """Joins results with the arguments whose memory they take; returns these."""
        found: set[_Value] = set()
        for alias in self._module.header.aliases:
            argument = _element(self._parameters.get(alias.parameter), alias.parameter_index)
            result = _element(self._root, alias.result_index)
            if isinstance(argument, _Value) and isinstance(result, _Value):
                _join(argument, result)
                found.add(argument)
        return found


def _behind(lines: dict[str, _Line], line: _Line | None) -> _Line | None:
    """Returns what bitcasts are of."""
    seen = 0
    while line is not None and line.opcode == "bitcast" and line.operands and seen < len(lines):
        line, seen = lines.get(line.operands[0]), seen + 1
    return line


def _leaves(tree: _Tree) -> Iterator[_Value]:
    if isinstance(tree, _Value):
        yield tree
        return
    for part in tree:
        yield from _leaves(part)


def _element(tree: _Tree | None, index: Sequence[int]) -> _Tree | None:
    for number in index:
        if not isinstance(tree, tuple) or number >= len(tree):
            return None
        tree = tree[number]
    return tree


def _first(value: _Value) -> _Value:
    """Returns the value that stands for all in the same buffer."""
    while value.joined is not value:
        value.joined = value.joined.joined
        value = value.joined
    return value


def _join(left: _Value, right: _Value) -> None:
    _first(right).joined = _first(left)


def _union(intervals: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns intervals in order, those that touch or overlap joined."""
    found: list[tuple[int, int]] = []
    for first, last in sorted(intervals):
        if found and first <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], last)
        else:
            found.append((first, last))
    return found


def _packed(buffer: _Buffer) -> _Buffer:
    buffer.intervals = _union(buffer.intervals)
    return buffer


def _overlap(one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> bool:
    """Whether intervals, each in order, overlap."""
    left, right = iter(one), iter(other)
    a, b = next(left, None), next(right, None)
    while a is not None and b is not None:
        if a[1] < b[0]:
            a = next(left, None)
        elif b[1] < a[0]:
            b = next(right, None)
        else:
            return True
    return False


def _most(buffers: Sequence[_Buffer]) -> tuple[int, list[tuple[_Value, int]]]:
    """Returns the largest sum of buffers in use at one time, and the values that are in memory then."""
    changes = sorted(
        [
            change
            for buffer in buffers
            for first, last in buffer.intervals
            for change in ((first, buffer.size), (last + 1, -buffer.size))
        ]
    )
    most = now = at = 0
    for tick, size in changes:
        now += size
        if now > most:
            most, at = now, tick
    live = []
    for buffer in buffers:
        if any(first <= at <= last for first, last in buffer.intervals):
            value = max(buffer.values, key=lambda value: (value.first <= at <= value.last, value.bytes))
            live.append((value, buffer.size))
    return most, live
