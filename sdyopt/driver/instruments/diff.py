"""The changes of passes, as unified diffs of texts whose values keep their names."""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, Region
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import BlockArgument
from sdyopt.mlir.write.names import Names
from sdyopt.pipeline.manager import Instrument
from sdyopt.pipeline.model import PassInvocation

# Matching of the lines of two texts: patience diff, and Myers' algorithm where no line is unique.
#
# Lines that occur once on either side are anchors, as far as they are in the same order on both. The lines between two
# anchors are matched in the same way. Without anchors, Myers' O(ND) search finds the fewest changes; after a limit it
# stops, and continues from the furthest point. So the time grows with the number of lines, however often they repeat
# and however much has changed, whereas the time of difflib grows with its square.

MAX_CHANGES = 100
"""The number of changes without an anchor after which the search is no longer exact."""

DEEPEST = 50
"""The number of levels on which anchors are searched between anchors."""

_Lines = Sequence[Hashable]


class Match(NamedTuple):
    """`length` equal lines, starting at `before` in one text and at `after` in the other."""

    before: int
    after: int
    length: int


class _Gap(NamedTuple):
    """A part of both texts, [start, end), that is still to be matched, and its level of anchors."""

    before: int
    before_end: int
    after: int
    after_end: int
    depth: int


def matches(before: _Lines, after: _Lines) -> list[Match]:
    """Returns the matches of two texts, in their order; no match touches the next one on both sides."""
    found: list[Match] = []
    work = [_Gap(0, len(before), 0, len(after), 0)]
    while work:
        gap, head, tail = _trimmed(before, after, work.pop())
        found += [match for match in (head, tail) if match.length]
        if gap.before == gap.before_end or gap.after == gap.after_end:
            continue
        anchors = _anchors(before, after, gap) if gap.depth < DEEPEST else []
        if anchors:
            work += _between(gap, anchors)
        else:
            found += _without_anchors(before, after, gap)
    return _joined(sorted(found))


def _trimmed(before: _Lines, after: _Lines, gap: _Gap) -> tuple[_Gap, Match, Match]:
    """Returns `gap` without the equal lines at its ends, and the matches of these."""
    x, x_end, y, y_end, depth = gap
    while x < x_end and y < y_end and before[x] == after[y]:
        x, y = x + 1, y + 1
    head = Match(gap.before, gap.after, x - gap.before)
    while x < x_end and y < y_end and before[x_end - 1] == after[y_end - 1]:
        x_end, y_end = x_end - 1, y_end - 1
    return _Gap(x, x_end, y, y_end, depth), head, Match(x_end, y_end, gap.before_end - x_end)


def _anchors(before: _Lines, after: _Lines, gap: _Gap) -> list[tuple[int, int]]:
    """Returns the positions of lines that occur once on either side of `gap`: the most that are in the same order."""
    here = _places_of_single_lines(before, gap.before, gap.before_end)
    there = _places_of_single_lines(after, gap.after, gap.after_end)
    return _longest_increasing([(x, there[line]) for line, x in here.items() if line in there])


def _places_of_single_lines(lines: _Lines, start: int, end: int) -> dict[Hashable, int]:
    part = lines[start:end]
    counts = Counter(part)
    return {line: start + place for place, line in enumerate(part) if counts[line] == 1}


def _longest_increasing(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Returns a longest subsequence of pairs whose second numbers increase like the first ones: patience sorting."""
    tops: list[int] = []  # the second number on top of each pile
    top_pairs: list[int] = []  # the pair that it belongs to
    previous: list[int] = []  # for each pair, the one on top of the pile to its left
    for place, (_, y) in enumerate(pairs):
        pile = bisect_left(tops, y)
        previous.append(top_pairs[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [y]
        top_pairs[pile : pile + 1] = [place]
    result = []
    place = top_pairs[-1] if top_pairs else -1
    while place >= 0:
        result.append(pairs[place])
        place = previous[place]
    return result[::-1]


def _between(gap: _Gap, anchors: Sequence[tuple[int, int]]) -> Iterator[_Gap]:
    """Yields the parts of `gap`: before the first anchor, and from each anchor to the next."""
    x, y = gap.before, gap.after
    for next_x, next_y in (*anchors, (gap.before_end, gap.after_end)):
        if x < next_x or y < next_y:
            yield _Gap(x, next_x, y, next_y, gap.depth + 1)
        x, y = next_x, next_y


def _without_anchors(before: _Lines, after: _Lines, gap: _Gap) -> Iterator[Match]:
    """Returns the matches in a gap by Myers' algorithm, among the lines that both sides have."""
    here = set(before[gap.before : gap.before_end])
    there = set(after[gap.after : gap.after_end])
    xs = [x for x in range(gap.before, gap.before_end) if before[x] in there]
    ys = [y for y in range(gap.after, gap.after_end) if after[y] in here]
    for x, y in _fewest_changes([before[x] for x in xs], [after[y] for y in ys]):
        yield Match(xs[x], ys[y], 1)


def _fewest_changes(before: _Lines, after: _Lines) -> list[tuple[int, int]]:
    """Returns the positions of the lines that a smallest edit leaves; nearly smallest if there are many edits."""
    found: list[tuple[int, int]] = []
    x, y = 0, 0
    while x < len(before) and y < len(after):
        path, x, y = _furthest_path(before, after, x, y)
        found += path
    return found


_Path = tuple[int, int, int, Any]
"""A number of matches, starting at `before` and `after`, and the path that leads there, or None."""


def _furthest_path(before: _Lines, after: _Lines, x0: int, y0: int) -> tuple[list[tuple[int, int]], int, int]:
    """Returns the matches on a path from a point to the end, or to the furthest within `MAX_CHANGES`, and its end.

    E. W. Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1 (1986). Diagonal k has the points
    with x - y = k, counted from the first point.
    """
    width, height = len(before), len(after)
    reached = {1: x0}  # the furthest point on each diagonal with the changes so far
    paths: dict[int, _Path | None] = {1: None}
    best, best_path = (x0, y0), None
    for changes in range(MAX_CHANGES + 1):
        for k in range(-changes, changes + 1, 2):
            downwards = k == -changes or (k != changes and reached[k - 1] < reached[k + 1])
            x = reached[k + 1] if downwards else reached[k - 1] + 1
            path = paths[k + 1] if downwards else paths[k - 1]
            y = y0 + (x - x0) - k
            start = x
            while x < width and y < height and before[x] == after[y]:
                x, y = x + 1, y + 1
            if x > start:
                path = (start, y - (x - start), x - start, path)
            reached[k], paths[k] = x, path
            if x <= width and y <= height and x + y > sum(best):
                best, best_path = (x, y), path
        if best == (width, height):
            break
    return _traced_back(best_path), *best


def _traced_back(path: _Path | None) -> list[tuple[int, int]]:
    """Returns the positions of the lines along a path, from its beginning."""
    result: list[tuple[int, int]] = []
    while path is not None:
        x, y, length, path = path
        result += [(x + step, y + step) for step in reversed(range(length))]
    return result[::-1]


def _joined(found: Sequence[Match]) -> list[Match]:
    """Returns the matches, with adjacent ones joined."""
    result: list[Match] = []
    for match in found:
        if result:
            before, after, length = result[-1]
            if (match.before, match.after) == (before + length, after + length):
                result[-1] = Match(before, after, length + match.length)
                continue
        result.append(match)
    return result


# Which operations and arguments of a module those of a later state of it correspond to.

Named: TypeAlias = Operation | BlockArgument
"""A thing that may have names: an operation, for its results, or an argument."""


class BlockContents(NamedTuple):
    """The arguments and operations of a block at some time."""

    arguments: tuple[BlockArgument, ...]
    ops: tuple[Operation, ...]


class Contents:
    """Everything inside an operation at some time."""

    def __init__(self, root: Operation) -> None:
        self.regions: dict[Operation, list[list[Block]]] = {}
        self.blocks: dict[Block, BlockContents] = {}
        self.named: set[Named] = {root}
        work = [root]
        while work:
            op = work.pop()
            self.regions[op] = [list(region.blocks) for region in op.regions]
            for region in op.regions:
                for block in region.blocks:
                    held = self.blocks[block] = BlockContents(tuple(block.arguments), tuple(block.ops))
                    self.named.update(held.arguments)
                    self.named.update(held.ops)
                    work += [inner for inner in held.ops if inner.regions]


class Correspondence:
    """The operations and arguments of the state before."""

    def __init__(self, before: Contents, after: Contents) -> None:
        self._before = before
        self._after = after
        self._former: dict[Named, Named] = {}
        """The counterparts of what is new."""
        work = [(block, block) for block in after.blocks if block in before.blocks]
        while work:
            for old, new in self._pair_contents(*work.pop()):
                self._former[new] = old
                for old_blocks, new_blocks in zip(
                    before.regions.get(old, ()), after.regions.get(new, ()), strict=False
                ):
                    gone = [block for block in old_blocks if block not in after.blocks]
                    work += zip(gone, [block for block in new_blocks if block not in before.blocks], strict=False)

    def former(self, named: Named) -> Named | None:
        """Returns what an operation or argument was in the state before, if it corresponds to anything."""
        return named if named in self._before.named else self._former.get(named)

    def _pair_contents(self, before: Block, after: Block) -> list[tuple[Operation, Operation]]:
        """Pairs new arguments with removed ones, and returns such pairs of operations."""
        old, new = self._before.blocks[before], self._after.blocks[after]
        if old.arguments != new.arguments:
            gone = [argument for argument in old.arguments if argument not in self._after.named]
            added = [argument for argument in new.arguments if argument not in self._before.named]
            self._former.update(zip(added, gone, strict=False))
        if old.ops == new.ops:
            return []
        return [
            pair
            for gap_before, gap_after in _gaps(old.ops, new.ops, matches(old.ops, new.ops))
            for pair in _replacements(
                [op for op in gap_before if op not in self._after.named],
                [op for op in gap_after if op not in self._before.named],
                _KEYS,
            )
        ]


def _replacements(
    gone: Sequence[Operation], added: Sequence[Operation], keys: Sequence[Callable[[Operation], Hashable]]
) -> Iterator[tuple[Operation, Operation]]:
    """Yields the operations with equal keys, in their order; between these, those with equal further keys."""
    if not (gone and added and keys):
        return
    found = matches([keys[0](op) for op in gone], [keys[0](op) for op in added])
    for match in found:
        for place in range(match.length):
            yield gone[match.before + place], added[match.after + place]
    for gap_before, gap_after in _gaps(gone, added, found):
        yield from _replacements(gap_before, gap_after, keys[1:])


def _gaps(
    before: Sequence[Operation], after: Sequence[Operation], found: Sequence[Match]
) -> Iterator[tuple[Sequence[Operation], Sequence[Operation]]]:
    """Yields the operations of both sides between matches, where both have any."""
    x = y = 0
    for match in (*found, Match(len(before), len(after), 0)):
        if x < match.before and y < match.after:
            yield before[x : match.before], after[y : match.after]
        x, y = match.before + match.length, match.after + match.length


def _types(op: Operation) -> Hashable:
    return tuple([result.type for result in op.results])


_KEYS: Sequence[Callable[[Operation], Hashable]] = (
    lambda op: (op.name, symbol_name(op), _types(op)),
    lambda op: _types(op) or op.name,
    lambda op: op.name,
)


# The names of values in the states of a module: a value keeps its name from one state to the next.

_NUMBERED = re.compile(r"(%|%arg|%.+_)\d+")


class NamedState(NamedTuple):
    """A state of a module: its contents, and the names in each scope.

    A scope is an operation with names that are independent of those outside, such as a function.
    """

    contents: Contents
    scopes: dict[Operation, dict[Named, tuple[str, ...]]]


def named_state(root: Operation, names: Names, previous: NamedState | None) -> NamedState:
    """Returns the state of `root`, after giving values in `names` the names that they have in the `previous` state."""
    contents = Contents(root)
    scopes = list(_scopes(contents, root, names.is_generic))
    if previous is not None:
        correspondence = Correspondence(previous.contents, contents)
        for scope in scopes:
            if (former_scope := correspondence.former(scope)) in previous.scopes:
                _Renaming(names, correspondence, previous.scopes[former_scope]).rename(scope)
    return NamedState(contents, {scope: dict(_all_names(scope, names)) for scope in scopes})


def _scopes(contents: Contents, root: Operation, is_generic: bool) -> Iterator[Operation]:
    """Yields the outermost operations that hold values; in generic form only `root`."""
    if is_generic:
        yield root
        return
    work = [root]
    while work:
        op = work.pop()
        held = [contents.blocks[block] for region in contents.regions[op] for block in region]
        if any(block.arguments or any(inner.results for inner in block.ops) for block in held):
            yield op
        else:
            work += [inner for block in held for inner in block.ops if inner.regions]


def _all_names(scope: Operation, names: Names) -> Iterator[tuple[Named, tuple[str, ...]]]:
    work = [scope]
    while work:
        for region in work.pop().regions:
            for named in _named(region):
                if groups := _groups(named, names):
                    yield named, groups
                if isinstance(named, Operation) and named.regions:
                    work.append(named)


def _named(region: Region) -> Iterator[Named]:
    """Yields the arguments and operations right inside a region."""
    for block in region.blocks:
        yield from block.arguments
        yield from block.ops


def _groups(named: Named, names: Names) -> tuple[str, ...]:
    """Returns the name of an argument, or the names of an operation's results; several results may share one."""
    if isinstance(named, BlockArgument):
        return (names.values[named],)
    if len(named.results) == 1:
        return (names.values[named.results[0]],)
    if named.results:
        return tuple([group.partition(":")[0] for group in names.results[named].split(", ")])
    return (names.operations[named],) if named in names.operations else ()


def _rename(named: Named, names: Names, groups: Sequence[str]) -> None:
    """Gives an argument, or the results of an operation, the names that `_groups` returns from now on."""
    if isinstance(named, BlockArgument):
        names.values[named] = groups[0]
    elif len(named.results) == 1:
        names.values[named.results[0]] = groups[0]
    elif named.results:
        renamed = dict(zip(_groups(named, names), groups, strict=True))
        parts = [group.partition(":") for group in names.results[named].split(", ")]
        names.results[named] = ", ".join([f"{renamed[name]}{colon}{count}" for name, colon, count in parts])
        for result in named.results:
            name, mark, number = names.values[result].partition("#")
            names.values[result] = f"{renamed[name]}{mark}{number}"
    else:
        names.operations[named] = groups[0]


class _Renaming:
    """Renames the values in one scope; `former` are the names in it in the previous state."""

    def __init__(self, names: Names, correspondence: Correspondence, former: dict[Named, tuple[str, ...]]) -> None:
        self._names = names
        self._correspondence = correspondence
        self._former = former
        self._taken = {name for groups in former.values() for name in groups}
        self._unused_names: dict[str, str] = {}
        """The names of what is new, by the names that the printer gave it."""
        self._next_number: dict[str, int] = {}
        """For the part of a name before its number, the least number that may be free."""

    def rename(self, scope: Operation) -> None:
        """Renames everything inside `scope`: what a region holds, then what is in the regions inside."""
        visible: set[str] = set()
        work: list[tuple[Region, dict[str, str]] | list[str]] = _with_shared_names(scope)
        while work:
            if isinstance(entry := work.pop(), list):
                visible.difference_update(entry)
                continue
            region, shared = entry
            own: list[str] = []
            work.append(own)
            for named in _named(region):
                if groups := _groups(named, self._names):
                    names = self._renamed(named, groups, visible, shared)
                    visible.update(names)
                    own += names
                if isinstance(named, Operation) and named.regions:
                    work += _with_shared_names(named)

    def _renamed(
        self, named: Named, groups: tuple[str, ...], visible: set[str], shared: dict[str, str]
    ) -> Sequence[str]:
        """Renames an argument or the results of an operation, and returns their names, none of which is `visible`.

        `shared` are the names of arguments in other regions of the same operation: formats print one for all regions.
        """
        counterpart = self._correspondence.former(named)
        former = self._former.get(counterpart, ()) if counterpart is not None else ()
        if isinstance(named, BlockArgument) and groups[0] in shared:
            former = (shared[groups[0]],)
        chosen = [name for name in former[: len(groups)] if name not in visible]
        chosen += [self._unused(name) for name in groups[len(chosen) :]]
        if chosen != [*groups]:
            _rename(named, self._names, chosen)
        if isinstance(named, BlockArgument):
            shared[groups[0]] = chosen[0]
        return chosen

    def _unused(self, name: str) -> str:
        """Returns a name like `name` that nothing in the scope had before; the same for the same `name`."""
        known = self._unused_names.get(name)
        if known is None:
            known = self._unused_names[name] = self._next_unused(name)
            self._taken.add(known)
        return known

    def _next_unused(self, name: str) -> str:
        if not (numbered := _NUMBERED.fullmatch(name)) and name not in self._taken:
            return name
        start = numbered[1] if numbered else f"{name}_"
        number = self._next_number.get(start, 0)
        while f"{start}{number}" in self._taken:
            number += 1
        self._next_number[start] = number + 1
        return f"{start}{number}"


def _with_shared_names(op: Operation) -> list[tuple[Region, dict[str, str]] | list[str]]:
    """Returns the regions of an operation, each with the same empty dictionary."""
    shared: dict[str, str] = {}
    return [(region, shared) for region in reversed(op.regions)]


# The states of a module, from before the first pass to the last.

Rename: TypeAlias = Callable[[Names], None]


class ProgramState(NamedTuple):
    """The text of a module, and the pass after which it was taken, if any."""

    text: str
    after: str = ""


class ProgramHistory(Instrument):
    """The program before the first pass, after the last one and, if `after_each` is set, after each pass.

    `text_of` returns its text and lets a function change the names in it: values keep theirs from state to state.
    """

    def __init__(self, program: Operation, text_of: Callable[[Rename], str], after_each: bool) -> None:
        self._program = program
        self._text_of = text_of
        self._after_each = after_each
        self._named: NamedState | None = None
        self.states = [ProgramState(self._text())]

    def after_pass(self, step: PassInvocation, operation: Operation, changed: bool) -> None:
        if self._after_each:
            text = self._text() if changed else self.states[-1].text
            self.states.append(ProgramState(text, f"{step.name}{_place(operation)}"))

    def end(self) -> str:
        """Called when all passes have run; returns the final text."""
        if not self._after_each:
            self.states.append(ProgramState(self._text()))
        return self.states[-1].text

    def _text(self) -> str:
        return self._text_of(self._rename)

    def _rename(self, names: Names) -> None:
        self._named = named_state(self._program, names, self._named)


def _place(operation: Operation) -> str:
    """Returns the part of the module on which a pass has run, unless it is all of it."""
    name = symbol_name(operation)
    if operation.parent is None:
        return ""
    return f" on {operation.name} @{name}" if name and name.isprintable() else f" on {operation.name}"


# Unified diffs, as `diff -u` and git write them and `patch` and `git apply` read them.

CONTEXT = 3
"""The lines of context around a change."""

_NO_NEWLINE = "\n\\ No newline at end of file\n"

_UNUSUAL = re.compile(r'[\x00-\x1f"\\\x7f]')

_FUNCTION = re.compile(r"\s*(func\.func [^(]+)\(")


class DiffNames(NamedTuple):
    """The names of the two texts in a diff. Text after a tab is for people."""

    before: str
    after: str

    @staticmethod
    def of_file(name: str, note: str = "") -> DiffNames:
        """Returns the names that git uses for a changed file, with a note about the change."""
        path = os.path.splitdrive(name)[1].replace(os.sep, "/").lstrip("/")
        before, after = [_quoted(f"{side}/{path}") for side in "ab"]
        end = "\t" if " " in name else ""
        return DiffNames(before + end, f"{after}\t{note}" if note else after + end)


def _quoted(name: str) -> str:
    """Returns a file's name; in quotes, with octal escapes, if it contains control characters or quotes."""
    if not _UNUSUAL.search(name):
        return name
    return '"' + _UNUSUAL.sub(lambda found: f"\\{ord(found[0]):03o}", name) + '"'


class _Change(NamedTuple):
    """A change: lines [before, before_end) of one text have become lines [after, after_end) of the other."""

    before: int
    before_end: int
    after: int
    after_end: int


def unified_diff(before: str, after: str, names: DiffNames, above: int = 0) -> str:
    """Returns the diff from `before` to `after`, empty if they are equal. Lines end with a line feed only.

    `above` is the number of lines before the texts in the file. Hunks name the function that begins above them.
    """
    if before == after:
        return ""
    old, new = _lines(before), _lines(after)
    parts = [f"--- {names.before}\n+++ {names.after}\n"]
    place, function = 0, ""
    for hunk in _hunks(list(_changes(matches(old, new), len(old), len(new)))):
        start = max(0, hunk[0].before - CONTEXT)
        function = next(filter(None, map(_function, reversed(old[place:start]))), function)
        place = start
        parts += _written(hunk, old, new, above, function)
    return "".join(parts)


def _function(line: str) -> str:
    """Returns the heading of a hunk below a line that begins a function, with a blank before it; empty for others."""
    found = _FUNCTION.match(line)
    return f" {found[1]}" if found else ""


def _lines(text: str) -> list[str]:
    """Returns the lines of a text, each with its line feed."""
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _changes(found: Sequence[Match], before_end: int, after_end: int) -> Iterator[_Change]:
    """Returns the changes between matches."""
    before = after = 0
    for match in (*found, Match(before_end, after_end, 0)):
        if before < match.before or after < match.after:
            yield _Change(before, match.before, after, match.after)
        before, after = match.before + match.length, match.after + match.length


def _hunks(changes: Sequence[_Change]) -> Iterator[list[_Change]]:
    """Yields groups of changes whose context touches."""
    hunk: list[_Change] = []
    for change in changes:
        if hunk and change.before - hunk[-1].before_end > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _written(
    hunk: Sequence[_Change], old: Sequence[str], new: Sequence[str], above: int, function: str
) -> Iterator[str]:
    """Yields the lines of a hunk: its position, and lines that are removed, added or equal."""
    first, last = hunk[0], hunk[-1]
    head = min(CONTEXT, first.before)
    tail = min(CONTEXT, len(old) - last.before_end)
    place = first.before - head
    removed = _range(above + place, above + last.before_end + tail)
    added = _range(above + first.after - head, above + last.after_end + tail)
    yield f"@@ -{removed} +{added} @@{function}\n"
    for change in hunk:
        yield from _marked(" ", old[place : change.before])
        yield from _marked("-", old[change.before : change.before_end])
        yield from _marked("+", new[change.after : change.after_end])
        place = change.before_end
    yield from _marked(" ", old[place : place + tail])


def _range(start: int, end: int) -> str:
    """Returns lines [start, end) as a range, counted from one; an empty range follows the line that it names."""
    length = end - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield mark + line if line.endswith("\n") else mark + line + _NO_NEWLINE


# The changes of passes to an input, as unified diffs of the text that would have been written.

Part = Sequence[ProgramState]
"""The states of one part of an input, starting before the first pass."""


def overall(name: str, parts: Sequence[Part], separator: str) -> Iterator[str]:
    """Yields one diff of all parts, joined by `separator`, before the first pass and after the last one."""
    before, after = [separator.join([part[end].text for part in parts]) for end in (0, -1)]
    yield unified_diff(before, after, DiffNames.of_file(name))


def of_each_pass(name: str, parts: Sequence[Part], separator: str) -> Iterator[str]:
    """Yields a diff after each pass, part by part; applied in order, they turn the input into the output."""
    line, above = 0, ""
    for number, part in enumerate(parts, 1):
        which = f", part {number}" if len(parts) > 1 else ""
        below = _first_lines(separator + parts[number][0].text) if number < len(parts) else ""
        for state, following in pairwise(part):
            note = f"after {following.after}{which}"
            if state.text == following.text:
                yield f"# {note}: no change\n"
            else:
                before, after = (f"{above}{text}{below}" for text in (state.text, following.text))
                yield unified_diff(before, after, DiffNames.of_file(name, note), line)
        written = above + part[-1].text + separator
        above = "\n".join(written.rsplit("\n", CONTEXT + 1)[-CONTEXT - 1 :])
        line += written.count("\n") - above.count("\n")


def _first_lines(text: str) -> str:
    """Lines of context around a change."""
    return "\n".join(text.split("\n", CONTEXT)[:CONTEXT]) + "\n"
