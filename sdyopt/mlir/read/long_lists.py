"""Items of long lists are taken without parsing if one like them was seen before in the same list.

The head of a function with thousands of arguments, and what it returns, are lists whose items differ in the names of
values alone. Behind a comma the grammar reads one item after the other; the same text behind a later comma in the same
state of the parser is such an item again.
"""

from __future__ import annotations

from typing import Any

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.mlir.formats.state import EntryArgument, ValueUse
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.dictionaries import DICTIONARY
from sdyopt.mlir.tokens import VALUE_ID

LONG = 8
"""So many items have been read before any are taken."""

_ITEM = pattern(rf' ?+({VALUE_ID})?+([^%#,(){{}}<>"/\n]*+(?:<[^%<>,(){{}}"/\n]*+>)?+(?: {DICTIONARY})?+),')
"""An item on one line, and the comma behind it: the name of a value, then what may be the same in others."""


class LongLists:
    """The items that one parse has met, by the state behind the comma before them and their text behind the name."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._known: dict[int, dict[str, Any]] = {}
        self._last: tuple[list[Any], int] | None = None
        """The list that was last read, and where its last comma ends."""

    def take(self, state: int, items: list[Any], end: int) -> int:
        """Adds to `items` those that follow a comma, which ends at `end` and has brought the parser into `state`.

        Returns where the last comma ends behind which the grammar has to go on.
        """
        known = self._known.setdefault(state, {})
        if self._last is not None and self._last[0] is items:
            found = _ITEM.match(self.text, self._last[1])
            if found is not None and found.end() == end and is_alike(items[-1]):
                known[found[2]] = items[-1]
        match = _ITEM.match
        while (found := match(self.text, end)) is not None:
            name, rest = found.groups()
            like = known.get(rest)
            if name is None:
                if not isinstance(like, (Type, tuple)) or isinstance(like, ValueUse):
                    break
                items.append(like)
            elif isinstance(like, ValueUse):
                items.append(ValueUse(name, found.start(1)))
            elif isinstance(like, EntryArgument):
                items.append(EntryArgument(name, like.type, None, found.start(1), like.attributes))
            else:
                break
            end = found.end()
        self._last = items, end
        return end


def is_alike(item: Any) -> bool:
    """Whether the same text means the same item again, except for the name that it begins with."""
    if isinstance(item, (ValueUse, Type)):
        return True
    if isinstance(item, EntryArgument):
        return item.location is None
    return isinstance(item, tuple) and all(isinstance(part, Attribute) for part in item)
