"""The output of a command, as the top-level operations of the program, each with its lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sdyopt.ir.named_tuple import NamedTuple

_MODULE = re.compile(r'^(?:module\b|"builtin\.module"\()')
_UNNAMED_MODULE = re.compile(r'^(?:module \{|"builtin\.module"\(\) \(\{)$')
_SYMBOL = re.compile(r'^"?(?P<op>[\w.]+)"?\b[^(%@]*@(?P<name>"[^"]*"|[\w$.-]+)')
_GENERIC_SYMBOL = re.compile(r'^"(?P<op>[\w.]+)"\(\).*?\bsym_name = "(?P<name>[^"]*)"')
_GOES_ON = re.compile(r"\s|[}\])^]|cond \{|$")
"""The beginnings of lines that do not begin an operation."""


class Item(NamedTuple):
    """A top-level operation of a program, or the first line of a module, or an alias.

    `lines` are relative to the first: an operation inside a module has no more indentation than others. `symbol` is
    the name that the operation defines, or "". `follows` states whether its first line directly follows the previous
    item.
    """

    lines: tuple[str, ...]
    op: str = ""
    symbol: str = ""
    follows: bool = False

    @property
    def is_label(self) -> bool:
        """Whether CHECK-LABEL is used: for functions and named modules."""
        return self.symbol != "" and self.op in ("func.func", "module", "builtin.module")


def parts(text: str, marker: str) -> list[str]:
    """Returns the outputs of the parts of a split input, between lines that begin with `marker`."""
    return re.split(rf"^{re.escape(marker)}.*$", text, flags=re.MULTILINE)


def items(text: str) -> list[Item]:
    """Returns the top-level operations in the output of one program.

    The enclosing module is omitted if it has no name and no attributes, and cannot be mistaken for a nested module.
    """
    found: list[Item] = []
    lines = [line.rstrip() for line in text.splitlines()]
    position, last_end = 0, None
    while position < len(lines):
        line = lines[position]
        if not _MODULE.match(line):
            stop = _end(lines, position, "")
            if line:
                found.append(_item(lines[position:stop], "", position == last_end))
                last_end = stop
            position = stop
            continue
        end = _end(lines, position, "")
        body = list(_inside(lines[position + 1 : end]))
        if not _UNNAMED_MODULE.match(line) or any(_UNNAMED_MODULE.match(item.lines[0]) for item in body):
            found.append(_item([line], "", False))
        found += body
        position = end
    return found


def _inside(lines: Sequence[str]) -> Iterator[Item]:
    """Returns the operations of a module's body, whose lines up to the end of the module are `lines`."""
    position = 0
    while position < len(lines):
        stop = position + 1
        if lines[position].startswith("  ") and not _GOES_ON.match(lines[position][2:]):
            stop = _end(lines, position, "  ")
            yield _item(lines[position:stop], "  ", position > 0)
        position = stop


def _end(lines: Sequence[str], start: int, indent: str) -> int:
    """Returns the number of the line after the operation that begins at `start`."""
    stop = start + 1
    while stop < len(lines) and lines[stop].startswith(indent) and _GOES_ON.match(lines[stop][len(indent) :]):
        stop += 1
    return stop


def _item(lines: Sequence[str], indent: str, follows: bool) -> Item:
    shifted = tuple("\n".join([line.removeprefix(indent) for line in lines]).rstrip().split("\n"))
    symbol = _SYMBOL.match(shifted[0]) or _GENERIC_SYMBOL.match(shifted[0])
    if symbol is None:
        return Item(shifted, follows=follows)
    return Item(shifted, symbol["op"], symbol["name"].strip('"'), follows)
