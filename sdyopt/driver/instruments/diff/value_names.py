"""The names of values in the states of a module: a value keeps its name from one state to the next.

A printer numbers values in the order of the text, so that a new operation renumbers all that follow. In a diff, an
operation that a pass leaves or replaces keeps the names of its results, an argument keeps its name, and new values get
names that the state before does not use. The text reads back as the same module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sdyopt.driver.instruments.diff.correspondence import Contents, Correspondence, Named
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.value import BlockArgument
from sdyopt.mlir.write.names import Names

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
    scopes = list(_scopes(contents, root, names.are_unique))
    if previous is not None:
        correspondence = Correspondence(previous.contents, contents)
        for scope in scopes:
            former_scope = correspondence.former(scope)
            if former_scope in previous.scopes:
                _Renaming(names, correspondence, previous.scopes[former_scope]).rename(scope)
    return NamedState(contents, {scope: dict(_all_names(scope, names)) for scope in scopes})


def _scopes(contents: Contents, root: Operation, are_unique: bool) -> Iterator[Operation]:
    """Yields the outermost operations that hold values; if names are unique, only `root`."""
    if are_unique:
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
    """Returns the name of an argument, or those of the results of an operation, of which several may share one."""
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
            entry = work.pop()
            if isinstance(entry, list):
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
        numbered = _NUMBERED.fullmatch(name)
        if not numbered and name not in self._taken:
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
