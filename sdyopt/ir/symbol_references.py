"""References to symbols, wherever they are in the attributes of operations."""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import DictionaryAttr, SymbolRefAttr
from sdyopt.ir.remembering import remembered


@remembered
def references_of_dictionary(dictionary: DictionaryAttr) -> tuple[SymbolRefAttr, ...]:
    """Returns the symbols that attributes refer to, each once."""
    found: dict[SymbolRefAttr, None] = {}
    is_plain = type(dictionary) is DictionaryAttr
    for value in [value for _, value in dictionary.items()] if is_plain else [dictionary]:
        found.update(dict.fromkeys(_references_in(value)))
    return tuple(found)


@remembered
def _references_in(attribute: Attribute) -> tuple[SymbolRefAttr, ...]:
    """Returns the symbols that an attribute, or one inside it, refers to."""
    found: dict[SymbolRefAttr, None] = {}
    seen: set[Attribute] = set()
    work: list[object] = [attribute]
    while work:
        value = work.pop()
        if isinstance(value, SymbolRefAttr):
            found[value] = None
        elif isinstance(value, tuple):
            work += value
        elif isinstance(value, Attribute) and value not in seen:
            seen.add(value)
            work += [getattr(value, field) for field in type(value).fields]
    return tuple(found)
