"""Reading a single attribute out of the middle of a text."""

from __future__ import annotations

from typing import Any

from sdyopt.ir.attribute import Attribute
from sdyopt.syntax.grammar_tables import Rule
from sdyopt.syntax.parser import Parser


class _Complete(Exception):
    """The attribute has been read."""


class _AttributeParser(Parser):
    """Reads what follows as if it stood behind `#alias =`, and stops when that is over."""

    def __init__(self, around: Parser, start: int) -> None:
        super().__init__(around.text, around.registry, around.tables, around.allow_unregistered, use_statements=False)
        self.attribute_aliases, self.type_aliases = around.attribute_aliases, around.type_aliases
        self.position = start
        for terminal in (self.tables.attribute_alias, self.tables.literals["="]):
            self.shift(self.tables.rows[self.states[-1]][terminal], "", start)
        self.depth = len(self.stack) + 1

    def reduce(self, rule: Rule, states: list[int], start: int) -> int:
        if len(self.stack) == self.depth and rule.size == self.depth - 1:
            raise _Complete
        return super().reduce(rule, states, start)


def read_attribute(parser: Parser, start: int) -> tuple[Attribute, int]:
    """The attribute at `start` in the text of `parser`, and where it ends. Raises ParseError if there is none."""
    inner = _AttributeParser(parser, start)
    try:
        inner.run()
    except _Complete:
        attribute: Any = inner.stack[-1]
        return attribute, inner.last_end
    raise AssertionError("an alias is no attribute")
