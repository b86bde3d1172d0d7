"""Aliases in printed text: `#map`, `!tuple1`, `loc(#loc3)`, with their definitions before or after the program.

Some attributes and types always get one (see `mlir.diagnostics`), and locations that are shown. They are
numbered by how deep they nest, types before attributes, then by name and in the order in which the program shows them,
an operation's location before what the operation holds. Locations that only operations have, and what is in these
alone, are defined after the program, everything else before it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from sdyopt.ir import locations as l
from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.attributes import UNIT, DenseResourceAttr, DistinctAttr, Resources
from sdyopt.ir.locations import OpaqueLoc
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block
from sdyopt.ir.value import BlockArgument
from sdyopt.mlir.diagnostics import (
    DEFINITIONS,
    MARK,
    Source,
    definition_of,
    inner_mark,
    marked,
    with_aliases,
    with_marks_replaced,
)
from sdyopt.mlir.tokens import SKIPPED
from sdyopt.mlir.write.attributes import entry_name, text_of
from sdyopt.mlir.write.builtin import location_body


class Visit(NamedTuple):
    """Here the printer meets a location. A deferrable one may be defined at the end."""

    location: Location | int
    is_deferrable: bool


class Mention(NamedTuple):
    """Here the printer meets what is marked in a text that is not printed here."""

    text: str


class AliasPlace(NamedTuple):
    """Here ` loc(…)` goes, by its alias if that is allowed."""

    location: Location | int
    with_alias: bool


class Aliases:
    """The aliases of one printed operation. `source` is the text it was parsed from, `resources` those after it."""

    def __init__(self, source: Source | None, resources: Resources) -> None:
        self.source = source
        self.resources = resources
        self.named: dict[str, None] = {}
        """The keys of the resources that are named, in their order."""
        self.depths: dict[Attribute, int] = {}
        self.early: set[Attribute] = set()
        self.aliases: dict[Attribute, str] = {}
        self.defined: list[Attribute] = []
        self.distinct: dict[Attribute, int] = {}

    def resolve(self, parts: list[Any]) -> str:
        """The text of `parts`, strings among which Visits and Places stand, with the definitions around it."""
        for part in parts:
            if (kind := type(part)) is Visit:
                self._meet(located(part.location, self.source), part.is_deferrable)
            elif kind is Mention or (kind is str and MARK in part):
                for attribute in marked(part.text if kind is Mention else part):
                    self._meet(attribute, False)
        self._number()
        early = [self._definition(attribute) for attribute in self.defined if attribute in self.early]
        body = [self._shown(part) for part in parts if type(part) not in (Visit, Mention)]
        late = [self._definition(attribute) for attribute in self.defined if attribute not in self.early]
        return "".join([*early, *body, *late, *self._trailer()])

    def _meet(self, root: Attribute, is_deferrable: bool) -> None:
        if root not in self.depths:
            self._visit(root)
        if not is_deferrable and root not in self.early:
            self._define_early(root)

    def _visit(self, root: Attribute) -> None:
        """Notes `root`, then what is inside it, with how deep each nests. Does not recurse."""
        depths = self.depths
        depths[root] = 0
        work: list[tuple[Attribute, list[Attribute]]] = [(root, children(root)[::-1])]
        while work:
            attribute, pending = work[-1]
            if pending:
                if (child := pending.pop()) not in depths:
                    depths[child] = 0
                    work.append((child, children(child)[::-1]))
                continue
            work.pop()
            depths[attribute] = max([depths[child] + _has_alias(child) for child in children(attribute)], default=0)

    def _define_early(self, root: Attribute) -> None:
        work = [root]
        while work:
            if (attribute := work.pop()) not in self.early:
                self.early.add(attribute)
                work += children(attribute)

    def _number(self) -> None:
        """Gives the aliases, in the order of their definitions."""
        counts: dict[str, int] = {}

        def order(attribute: Attribute) -> tuple[int, bool, str]:
            definition = DEFINITIONS[type(attribute)]
            return self.depths[attribute], not definition.is_type, definition.name

        for attribute in sorted(self.depths, key=order):
            if not _has_alias(attribute):
                continue
            definition = DEFINITIONS[type(attribute)]
            number = counts.get(definition.name, 0)
            counts[definition.name] = number + 1
            self.defined.append(attribute)
            self.aliases[attribute] = f"{'!' if definition.is_type else '#'}{definition.name}{number or ''}"

    def _definition(self, attribute: Attribute) -> str:
        if isinstance(attribute, Location):
            return f"{self.aliases[attribute]} = {self._location(attribute)}\n"
        if isinstance(attribute, DistinctAttr):
            return f"{self.aliases[attribute]} = {self._distinct(attribute)}\n"
        return f"{self.aliases[attribute]} = {self._with_aliases(definition_of(attribute))}\n"

    def _shown(self, part: str | AliasPlace) -> str:
        if isinstance(part, str):
            return self._with_aliases(part) if MARK in part else part
        location = located(part.location, self.source)
        return f" loc({self.aliases[location]})" if part.with_alias else f" {self._location(location)}"

    def _location(self, location: Location) -> str:
        """A location, with aliases for those inside."""
        return f"loc({self._with_aliases(location_body(location, self.aliases.__getitem__))})"

    def _with_aliases(self, text: str) -> str:
        """A text with aliases in it. The numbers of distinct attributes are given as they are printed."""
        for attribute in marked(text):
            if isinstance(attribute, DenseResourceAttr):
                self.named[attribute.key] = None
                self._with_aliases(definition_of(attribute))
            elif attribute not in self.aliases and isinstance(attribute, DistinctAttr):
                self.aliases[attribute] = self._distinct(attribute)
        return with_aliases(text, self.aliases)

    def _distinct(self, attribute: DistinctAttr) -> str:
        number = self.distinct.setdefault(attribute, len(self.distinct))
        referenced = "" if attribute.referenced is UNIT else self._with_aliases(text_of(attribute.referenced))
        return f"distinct[{number}]<{referenced}>"

    def _trailer(self) -> Iterator[str]:
        """The resources that the text names, in parts, as they may be long."""
        if named := [(key, self.resources[key]) for key in self.named if key and key in self.resources]:
            yield "\n{-#\n  dialect_resources: {\n    builtin: {\n"
            for number, (key, blob) in enumerate(named):
                yield from (",\n" if number else "", f'      {entry_name(key)}: "0x', blob.digits, '"')
            yield "\n    }\n  }\n#-}\n"


def located(location: Location | int, source: Source | None) -> Location:
    """A location; of an offset in `source` where that is."""
    return l.without_offsets(location, lambda _: l.UNKNOWN) if source is None else source.resolve(location)


def _has_alias(attribute: Attribute) -> bool:
    """Whether what a mark stands for does get an alias."""
    if isinstance(attribute, DistinctAttr):
        return attribute.referenced is not UNIT
    return not isinstance(attribute, DenseResourceAttr)


def children(attribute: Attribute) -> list[Attribute]:
    """Returns what has an alias of its own right inside `attribute`."""
    if isinstance(attribute, (l.FileLineColRange, l.UnknownLoc)):
        return []
    if isinstance(attribute, l.NameLoc):
        return [] if attribute.child is None else [attribute.child]
    if isinstance(attribute, l.CallSiteLoc):
        return [attribute.callee, attribute.caller]
    if isinstance(attribute, l.FusedLoc):
        metadata = [] if attribute.metadata is None else marked(text_of(attribute.metadata))
        return metadata + list(attribute.locations)
    return marked(definition_of(attribute))


# The undefined aliases of locations that MLIR reports; only errors need them.

Located = Operation | BlockArgument


def first_unresolved(text: str, top: Block, aliases: Mapping[str, Attribute]) -> tuple[str, int] | None:
    """The alias, and the offset in `text` where it is used: of what is inside an operation first, then of itself, then
    of the arguments of its blocks.
    """
    for op in top.ops:
        for inner in walk_post(op):
            holders: list[Located] = [inner, *_arguments(inner)]
            for located in holders:
                if (alias := _alias(located)) is not None and not isinstance(aliases.get(alias), Location):
                    return alias, _offset(text, top, located, alias)
    return None  # The arguments of a function without a body have no owner.


def _arguments(op: Operation) -> Iterator[BlockArgument]:
    return (argument for region in op.regions for block in region.blocks for argument in block.arguments)


def _alias(located: Located) -> str | None:
    """The alias that stands for a location, if one does."""
    return located.location.alias if isinstance(located.location, OpaqueLoc) else None


def _offset(text: str, top: Block, located: Located, alias: str) -> int:
    """Where the location of an operation or argument is: uses of the same alias come in the order of the text."""
    use = rf"\bloc{SKIPPED}\({SKIPPED}(#{re.escape(alias)}){SKIPPED}\)"
    places = [found.start(1) for found in re.finditer(use, text)]
    number = Counter[str]()
    for other in _in_order(top):
        if other is located:
            break
        number[_alias(other) or ""] += 1
    return places[min(number[alias], len(places) - 1)]


def _in_order(top: Block) -> Iterator[Located]:
    """Operations, each after what is inside it, and arguments of blocks, in the order of the text."""
    work: list[Block | Operation | tuple[Operation]] = [top]
    while work:
        if isinstance(item := work.pop(), Block):
            yield from item.arguments
            work += reversed(list(item.ops))
        elif isinstance(item, tuple):
            yield item[0]
        else:
            work.append((item,))
            work += [block for region in reversed(item.regions) for block in reversed(region.blocks)]


# Printed text in which everything is written where it is: without aliases, and without what would stand around it.


class LocalScope:
    """One printed operation. `source` is the text it was parsed from."""

    def __init__(self, source: Source | None) -> None:
        self.source = source
        self.distinct: dict[Attribute, int] = {}

    def resolve(self, parts: list[Any]) -> str:
        """The text of `parts`, strings among which Visits, Mentions and Places stand."""
        return "".join([self._shown(part) for part in parts if type(part) not in (Visit, Mention)])

    def _shown(self, part: str | AliasPlace) -> str:
        if isinstance(part, str):
            return with_marks_replaced(part, self._written) if MARK in part else part
        text = self._written(located(part.location, self.source), is_inner=False)
        return f" {with_marks_replaced(text, self._written)}"

    def _written(self, attribute: Attribute, is_inner: bool) -> str:
        """Returns the text of a mark, in which parts with marks of their own have these."""
        if isinstance(attribute, Location):
            body = location_body(attribute, inner_mark)
            return body if is_inner else f"loc({body})"
        if isinstance(attribute, DistinctAttr):
            number = self.distinct.setdefault(attribute, len(self.distinct))
            return f"distinct[{number}]<{'' if attribute.referenced is UNIT else text_of(attribute.referenced)}>"
        return definition_of(attribute)
