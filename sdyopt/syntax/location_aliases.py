"""Aliases of locations in printed text: `loc(#loc3)`, with `#loc3 = loc(…)` before or after the program.

Every location gets an alias, and so do the locations inside it. They are numbered by how deep they nest, then in the
order in which the program shows them, an operation's before those of what it holds. Those that block arguments have
stand before the program, the others after it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sdyopt.ir import locations as l
from sdyopt.ir.attribute import Location
from sdyopt.ods.quoting import string_token
from sdyopt.ods.source import Source
from sdyopt.ods.spelling import spell


class Visit(NamedTuple):
    """Here the printer meets a location. A deferrable one may be defined at the end."""

    location: Location | int
    is_deferrable: bool


class Place(NamedTuple):
    """Here ` loc(…)` goes, by its alias if that is allowed."""

    location: Location | int
    with_alias: bool


class LocationAliases:
    """Numbers the locations of one printed operation. `source` is the text it was parsed from."""

    def __init__(self, source: Source | None) -> None:
        self.source = source
        self.depths: dict[Location, int] = {}
        self.early: set[Location] = set()
        self.aliases: dict[Location, str] = {}

    def resolve(self, parts: list[Any]) -> str:
        """The text of `parts`, strings among which Visits and Places stand, with the definitions around it."""
        for part in parts:
            if type(part) is Visit:
                location = self._located(part.location)
                self._visit(location)
                if not part.is_deferrable:
                    self._define_early(location)
        ordered = sorted(self.depths, key=self.depths.__getitem__)
        self.aliases = {location: f"#loc{number or ''}" for number, location in enumerate(ordered)}
        early = [self._definition(location) for location in ordered if location in self.early]
        late = [self._definition(location) for location in ordered if location not in self.early]
        body = [part if type(part) is str else self._shown(part) for part in parts if type(part) is not Visit]
        return "".join([*early, *body, *late])

    def _located(self, location: Location | int) -> Location:
        if isinstance(location, int):
            return l.UNKNOWN if self.source is None else self.source.location(location)
        return location

    def _visit(self, root: Location) -> None:
        """Notes `root`, then what is inside it, with how deep each nests. Does not recurse."""
        depths = self.depths
        if root in depths:
            return
        depths[root] = 0
        work: list[tuple[Location, list[Location]]] = [(root, list(reversed(children(root))))]
        while work:
            location, pending = work[-1]
            if pending:
                child = pending.pop()
                if child not in depths:
                    depths[child] = 0
                    work.append((child, list(reversed(children(child)))))
                continue
            work.pop()
            depths[location] = max([depths[child] + 1 for child in children(location)], default=0)

    def _define_early(self, root: Location) -> None:
        work = [root]
        while work:
            location = work.pop()
            if location not in self.early:
                self.early.add(location)
                work += children(location)

    def _definition(self, location: Location) -> str:
        return f"{self.aliases[location]} = loc({self._body(location)})\n"

    def _shown(self, place: Place) -> str:
        location = self._located(place.location)
        return f" loc({self.aliases[location] if place.with_alias else self._body(location)})"

    def _body(self, location: Location) -> str:
        """What stands between the parentheses, with aliases for the locations inside."""
        aliases = self.aliases
        if isinstance(location, l.NameLoc):
            inner = "" if location.child is None else f"({aliases[location.child]})"
            return string_token(location.name) + inner
        if isinstance(location, l.CallSiteLoc):
            return f"callsite({aliases[location.callee]} at {aliases[location.caller]})"
        if isinstance(location, l.FusedLoc):
            metadata = "" if location.metadata is None else f"<{spell(location.metadata)}>"
            return f"fused{metadata}[{', '.join([aliases[inner] for inner in location.locations])}]"
        return spell(location)


def children(location: Location) -> list[Location]:
    """The locations right inside `location`."""
    if isinstance(location, l.NameLoc):
        return [] if location.child is None else [location.child]
    if isinstance(location, l.CallSiteLoc):
        return [location.callee, location.caller]
    if isinstance(location, l.FusedLoc):
        return list(location.locations)
    return []
