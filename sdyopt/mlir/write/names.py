"""The names that values get in printed text: `%arg0`, `%0`, `%cst_1`.

Names in the input are not kept. A region's values are named before those of the regions inside it; each nested region
counts on from where its surroundings ended, so that neighbours use the same numbers. Operations may suggest names; a
name that is taken gets a number after it. In generic form there are no suggestions, and every number is used once: the
regions are numbered from the last to the first, each from where the one before ended. On request the name in a value's
location comes before any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from sdyopt.ir.attribute import Location, checked
from sdyopt.ir.bodies import Body, CopiedRegion
from sdyopt.ir.locations import CallSiteLoc, FusedLoc, NameLoc
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.diagnostics import Source
from sdyopt.mlir.tokens import VALUE_ID, pattern
from sdyopt.mlir.write.builtin import PLAIN, PrintOptions

_UNPRINTABLE = pattern(r"[^\w$.-]", re.ASCII)


_Counters: TypeAlias = tuple[int, int, int]
"""The next numbers of values, of arguments, and of names that are taken."""


class Names:
    """The names of all values and blocks inside one operation.

    `values` gives the name of a value where it is used, `results` the left side of `=` for operations with several
    results, `blocks` the labels. Where users of values are printed, operations without results have numbers, too:
    these are in `operations`.
    """

    def __init__(self, root: Operation, options: PrintOptions = PLAIN, shares_names: bool = False) -> None:
        self.is_generic = options.generic
        """Whether every number is used once, and no operation suggests names."""
        self._shares_names = shares_names
        self._with_operations = options.value_users
        self._from_locations = options.names_from_locations
        self.values: dict[Value, str] = {}
        self.results: dict[Operation, str] = {}
        self.operations: dict[Operation, str] = {}
        self.blocks: dict[Block, str] = {}
        self.copies: dict[Region, Region] = {}
        """If names are shared, for copied regions and those that they are copies of the one whose values are named."""
        self._named_bodies: dict[tuple[Body, OpDefinition, _Counters, int], Region] = {}
        self._scopes: dict[tuple[int, tuple[str, ...]], int] = {}
        """Numbers of the scopes: of that around a region with the suggested names in it."""
        self._used: set[str] = set()
        self._next_value = self._next_argument = self._next_conflict = 0
        self._suggestions: dict[Signature, Any] = {}
        self._scope: list[str] = []
        counters = self._counters()
        self._name_root(root)
        # What is inside counts on from before `root`, and may have its numbers.
        self._name_regions(root, self._counters() if self.is_generic else counters)

    def _counters(self) -> _Counters:
        return self._next_value, self._next_argument, self._next_conflict

    def _name_root(self, root: Operation) -> None:
        if root.results:
            self._name_results(root)
        elif self._with_operations:
            self.operations[root] = self._number()

    def _name_regions(self, root: Operation, counters: _Counters) -> None:
        """Names what the regions inside `root` hold, each after what surrounds it."""
        outermost = [(region, counters, 0) for region in root.regions]
        work: list[tuple[Region, _Counters, int] | list[str]] = []
        work += outermost if self.is_generic else reversed(outermost)
        while work:
            if isinstance(entry := work.pop(), list):
                self._used.difference_update(entry)
                continue
            region, counters, scope = entry
            if type(region) is CopiedRegion and self._shares_names and self._is_named(region, counters, scope):
                continue
            if not self.is_generic:
                self._next_value, self._next_argument, self._next_conflict = counters
            self._scope = []
            nested = self._name_region(region)
            work.append(self._scope)
            if nested:
                counters = self._counters()
                scope = self._scopes.setdefault((scope, tuple(self._scope)), len(self._scopes) + 1)
                inside = [(inner, counters, scope) for op in nested for inner in op.regions]
                work += inside if self.is_generic else reversed(inside)

    def _is_named(self, region: CopiedRegion, counters: _Counters, scope: int) -> bool:
        """Whether names are those of another copy of the same body, which has been named; if not, this is that copy."""
        if (owner := region.parent) is None or self._suggest(owner, "argument_names") is not None:
            return False
        key = region.content.body, owner.signature.definition, counters, scope
        if (named := self._named_bodies.setdefault(key, region)) is region:
            return False
        self.copies[region] = self.copies[named] = named
        return True

    def _name_region(self, region: Region) -> list[Operation]:
        """Names the arguments and results right inside `region`; gives the operations that hold regions."""
        nested: list[Operation] = []
        suggestions = self._suggestions
        values = self.values
        with_operations = self._with_operations
        for number, block in enumerate(region.blocks):
            self.blocks[block] = f"^bb{number}"
            self._name_arguments(block, is_entry=number == 0)
            next_value = self._next_value
            op = block.first
            while op is not None:
                if results := op.results:
                    signature = op.signature
                    suggested = suggestions.get(signature, suggestions)
                    if self._from_locations:
                        suggested = self._suggested_results(op)
                    elif suggested is suggestions:
                        suggest = self._suggest(op, "result_names")
                        suggested = suggestions[signature] = None if suggest is None else tuple(suggest(op))
                    if suggested is None and len(results) == 1:
                        values[results[0]] = f"%{next_value}"
                        next_value += 1
                    elif len(results) == 1 and suggested and suggested[0]:
                        values[results[0]] = self._unique(suggested[0])
                    else:
                        self._next_value = next_value
                        self._name_results(op)
                        next_value = self._next_value
                elif with_operations:
                    self.operations[op] = f"%{next_value}"
                    next_value += 1
                if op.regions:
                    nested.append(op)
                op = op.next
            self._next_value = next_value
        return nested

    def _name_arguments(self, block: Block, is_entry: bool) -> None:
        if not block.arguments:
            return
        owner = block.parent_op
        suggest = None if owner is None else self._suggest(owner, "argument_names")
        suggested = list(suggest(owner, block)) if suggest is not None else []
        for index, argument in enumerate(block.arguments):
            if index < len(suggested) and suggested[index]:
                self.values[argument] = self._unique(self._name_in(argument) or suggested[index])
        for argument in block.arguments:
            if argument in self.values:
                continue
            located = self._name_in(argument)
            if is_entry:
                name = self._unique(located or f"arg{self._next_argument}")
                self._next_argument += 1
            else:
                name = self._unique(located) if located else self._number()
            self.values[argument] = name

    def _name_in(self, value: Value) -> str:
        """The name in the location of a value, if values are named so; else nothing."""
        return name_in(value.definition_location) if self._from_locations else ""

    def _suggested_results(self, op: Operation) -> tuple[str, ...]:
        """The names suggested for results; in their place that in the location, if values are named so."""
        suggest = self._suggest(op, "result_names")
        suggested = ("",) if suggest is None else tuple(suggest(op))
        located = name_in(op.location) if self._from_locations else ""
        return suggested if not located else (located, *[located if name else "" for name in suggested[1:]])

    def _name_results(self, op: Operation) -> None:
        """Names the results of `op`, in groups that start where a name is suggested."""
        suggested = [*self._suggested_results(op)]
        suggested += [""] * (len(op.results) - len(suggested))
        starts = [index for index, name in enumerate(suggested) if name or index == 0]
        groups = []
        for start, stop in zip(starts, [*starts[1:], len(op.results)], strict=True):
            name = self._unique(suggested[start]) if suggested[start] else self._number()
            if stop - start == 1:
                self.values[op.results[start]] = name
                groups.append(name)
            else:
                for index in range(start, stop):
                    self.values[op.results[index]] = f"{name}#{index - start}"
                groups.append(f"{name}:{stop - start}")
        if len(op.results) > 1:
            self.results[op] = ", ".join(groups)

    def _suggest(self, op: Operation, what: str) -> Any:
        """The function of the operation's definition that suggests names."""
        return None if self.is_generic else getattr(op.definition, what, None)

    def _number(self) -> str:
        name = f"%{self._next_value}"
        self._next_value += 1
        return name

    def _unique(self, wanted: str) -> str:
        """`wanted`, made fit to be a name, with a number after it if it is taken."""
        name = _name(wanted)
        used = self._used
        unique = name
        while unique in used:
            unique = f"{name}_{self._next_conflict}"
            self._next_conflict += 1
        used.add(unique)
        self._scope.append(unique)
        return f"%{unique}"


@lru_cache(maxsize=1 << 10)
def _name(wanted: str) -> str:
    """`wanted`, made fit to be a name."""
    name = _UNPRINTABLE.sub(_digits, wanted.replace(" ", "_"))
    begins_with_digits = wanted[0].isdigit() or (wanted[0] != " " and _UNPRINTABLE.match(wanted))
    return f"_{name}" if begins_with_digits else name


def _digits(found: re.Match[str]) -> str:
    """The hexadecimal digits of the bytes of a character, without zeros before them."""
    return "".join([f"{byte:X}" for byte in found[0].encode("utf-8", "surrogateescape")])


def name_in(location: Location | int) -> str:
    """The first name in a location; nothing if it has none."""
    return next(names_in(location), "")


def names_in(location: Location | int) -> Iterator[str]:
    """Yields the names in a location, where parts of it come before others as in MLIR, each part once."""
    work: list[Location | int | None] = [location]
    seen: set[Location | int | None] = set()
    while work:
        if (part := work.pop()) in seen:
            continue
        seen.add(part)
        if isinstance(part, NameLoc):
            yield part.name
            work.append(part.child)
        elif isinstance(part, CallSiteLoc):
            work += (part.caller, part.callee)
        elif isinstance(part, FusedLoc):
            work += reversed(part.locations)


# The comments that tell what uses a value: `// users: %1, %2` after operations, `// %arg0 is unused` in blocks.


class Users:
    """The comments of a program whose values and operations are named so."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def of_operation(self, op: Operation) -> str:
        """The comment after `op`, or nothing."""
        if not op.results:
            return f" // id: {self.names.operations[op]}" if op.operands else ""
        users = [self._of(result) for result in op.results]
        if not any(users):
            return " // unused"
        if len(users) > 1:
            return " // users: " + ", ".join([f"({', '.join(names) or 'unused'})" for names in users])
        (names,) = users
        return f" // user{'s' if len(names) > 1 else ''}: {', '.join(names)}"

    def of_arguments(self, block: Block) -> Iterator[str]:
        """The comments that a block begins with, one for each argument."""
        for argument in block.arguments:
            users = ", ".join(self._of(argument))
            told = f"used by {users}" if users else "unused"
            yield f"// {self.names.values[argument]} is {told}"

    def _of(self, value: Value) -> list[str]:
        """Returns what the operations that use `value` are called by, the latest first: by all their results."""
        return [name for user in dict.fromkeys([use.owner for use in value.uses]) for name in self._called(user)]

    def _called(self, user: Operation) -> list[str]:
        """Returns the name of a user; nothing if it is not in the program: a clone, say, before it is inserted."""
        if not user.results:
            found = self.names.operations.get(user)
            return [] if found is None else [found]
        return [self.names.values[result] for result in user.results if result in self.names.values]


# What values are called: as in the file, or, once passes have changed the program, as sdy-opt prints them.

_NAME = re.compile(VALUE_ID)
_RESULTS = rf"{VALUE_ID}(?:\s*:\s*\d+)?"
_RESULT_NAMES = re.compile(rf"{_RESULTS}(?:\s*,\s*{_RESULTS})*\s*=\s*(?:\"?[\w$.-]+\"?\s*)?\Z")
_GROUP = re.compile(rf"({VALUE_ID})(?:\s*:\s*(\d+))?")

_FURTHEST = 4096
"""Characters before an operation in which the names of its results are looked for."""


class ValueNames:
    """The names of the values in `module`.

    `source` is the text that it was parsed from, if it is still as written there. Where operations have locations of
    their own, their places in the text are not known: all names are then those that sdy-opt prints.
    """

    def __init__(self, module: Operation, source: Source | None) -> None:
        self._module = module
        self._text = None
        self._own = None if source is None else source.own_names
        if source is not None and source.data is None and all(isinstance(op.location, int) for op in self._ops()):
            self._text = source.text

    def __getitem__(self, value: Value) -> str:
        return self._written(value) or self._printed[value]

    @property
    def has_text(self) -> bool:
        """Whether names are those in a text, which passes do not change."""
        return self._text is not None

    def written(self, value: Value) -> str | None:
        """The name in the text of `value`, if it is one of the text; None if it has none there."""
        return self._written(value)

    def get(self, value: Value) -> str | None:
        """The name of `value`; None for one that was not there when the names were settled."""
        return self._written(value) or self._printed.get(value)

    def settle(self) -> None:
        """Gives the values that there are the names that they have now, before passes change the program."""
        self._printed  # noqa: B018 (it is made when it is first asked for)

    def __iter__(self) -> Iterator[tuple[Value, str]]:
        """Every value that has a name in the text, or when printed, with that; outer before inner."""
        for value in self.values():
            name = self._printed.get(value) if self._text is None else self._written(value)
            if name:
                yield value, name

    def _ops(self) -> list[Operation]:
        from sdyopt.ir.collecting import every_op  # Printing alone does without.

        return every_op(self._module)

    def values(self) -> list[Value]:
        """Every value in the module; outer before inner."""
        found: list[Value] = []
        for op in self._ops():
            found += op.results
            for region in op.regions:
                for block in region.blocks:
                    found += block.arguments
        return found

    @cached_property
    def _printed(self) -> dict[Value, str]:
        return Names(self._module).values

    def _written(self, value: Value) -> str | None:
        """The name in the text; None where a value has none there, like those of a region that is only implied."""
        if (text := self._text) is None:
            return None
        if self._own is not None:
            return _own_name(value, self._own)
        if isinstance(value, BlockArgument):
            location = value.location
            match = _NAME.match(text, location) if isinstance(location, int) and location >= 0 else None
            return None if match is None else match[0]
        result = checked(OpResult, value)
        if not isinstance(at := result.owner.location, int):
            return None  # The operation has been made of several of the text.
        if (holder := result.owner.parent_op) is not None and holder.location == at:
            return None
        before = max(0, at - _FURTHEST)
        start = max(before, text.rfind("\n", before, at) + 1)
        if not text[start:at].strip():  # The names stand on a line before.
            start = max(before, text.rfind("\n", before, max(before, start - 1)) + 1)
        names = _RESULT_NAMES.search(text, start, at)
        number = result.index
        for name, count in _GROUP.findall(names[0]) if names else ():
            size = int(count or 1)
            if number < size:
                return f"{name}#{number}" if size > 1 else str(name)
            number -= size
        return None


def _own_name(value: Value, names: Mapping[int, str]) -> str | None:
    """The name that a text other than MLIR has for a value: a number follows it where it stands for several."""
    among: Sequence[Value]
    if isinstance(value, BlockArgument):
        place, among = value.location, [other for other in value.owner.arguments if other.location == value.location]
        if value.owner.parent_op is not None and value.owner.parent_op.location == place:
            return None
        number = among.index(value)
    else:
        result = checked(OpResult, value)
        place, among, number = result.owner.location, result.owner.results, result.index
    name = names.get(place) if isinstance(place, int) else None
    return name if name is None or len(among) == 1 else f"{name}#{number}"
