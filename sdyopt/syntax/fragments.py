"""Reading a single attribute or type out of the middle of a text."""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.dialect import AttributeDef
from sdyopt.syntax.grammar_tables import Rule
from sdyopt.syntax.parser import Parser

DEEPEST = 60
"""So many symbols of dialects may be inside each other that a parser of its own reads each of."""


class _Complete(Exception):
    """The attribute has been read."""


class _FragmentParser(Parser):
    """Reads what follows as if it stood behind `#alias =` or `!alias =`, and stops when that is over."""

    def __init__(self, around: Parser, start: int, is_type: bool = False) -> None:
        super().__init__(around.text, around.registry, around.tables, around.allow_unregistered, use_statements=False)
        self.attribute_aliases, self.type_aliases = around.attribute_aliases, around.type_aliases
        self.complaints = around.complaints
        self.has_blind_spots = around.has_blind_spots
        self.position = start
        self.within = around.within + 1
        if self.within > DEEPEST:
            raise ParseError(f"nesting is limited to {DEEPEST} levels where there are comments", start)
        alias = self.tables.type_alias if is_type else self.tables.attribute_alias
        self.shift(self.tables.rows[self.states[-1]][alias], "", start)
        super().reduce(self.tables.settled[self.states[-1]], self.states, start)
        self.shift(self.tables.rows[self.states[-1]][self.tables.literals["="]], "", start)
        self.depth = len(self.stack) + 1

    def reduce(self, rule: Rule, states: list[int], start: int) -> int:
        if len(self.stack) == self.depth and rule.size == self.depth - 1:
            raise _Complete
        return super().reduce(rule, states, start)

    def read(self) -> Attribute:
        """The attribute or type. Raises ParseError if there is none."""
        try:
            self.run()
        except _Complete:
            attribute: Attribute = self.stack[-1]
            return attribute
        raise AssertionError("an alias is no attribute")


def read_attribute(parser: Parser, start: int) -> tuple[Attribute, int]:
    """The attribute at `start` in the text of `parser`, and where it ends. Raises ParseError if there is none."""
    inner = _FragmentParser(parser, start)
    return inner.read(), inner.last_end


def read_symbol(
    parser: Parser, terminal: int, definition: AttributeDef, start: int, end: int, is_type: bool
) -> Attribute:
    """The attribute or type of a dialect whose name, from `start` to `end`, has been read. Raises ParseError."""
    inner = _FragmentParser(parser, start, is_type)
    inner.states.append(inner.tables.rows[inner.states[-1]][terminal])
    inner.stack.append(definition)
    inner.offsets.append(start)
    inner.position = inner.last_end = end
    return inner.read()
