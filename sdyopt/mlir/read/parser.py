"""The parser: a loop over the LALR(1) tables that reads tokens and calls the rules' actions.

Tokens are chosen by what the grammar expects where they stand: a word is a keyword only where there is one, and the
name of an operation, attribute or type becomes the terminal of its format (`Tables.operations` and so on). Where
operations stand, whole lines that were seen before are taken by `LineTemplates` without tokens.
"""

from __future__ import annotations

from typing import Any

from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.declare.dialect import AttributeDef, Registry
from sdyopt.mlir.diagnostics import ParseError
from sdyopt.mlir.read.dictionaries import Dictionaries
from sdyopt.mlir.read.fast.line_templates import LineTemplates
from sdyopt.mlir.read.grammar_tables import NO_ACTION, LoadedTables, Rule
from sdyopt.mlir.read.lexer import TOKEN
from sdyopt.mlir.read.long_lists import LONG, LongLists
from sdyopt.mlir.read.parser_state import ParserState, RestOfBody
from sdyopt.mlir.read.terminals import choose_terminal


class Parser(ParserState):
    """Reads one text into `top`."""

    def __init__(
        self,
        text: str,
        registry: Registry,
        tables: LoadedTables,
        allow_unregistered: bool = False,
        use_templates: bool = True,
    ) -> None:
        super().__init__(text, registry, tables, allow_unregistered)
        self.templates = LineTemplates(self) if use_templates else None
        self.dictionaries = Dictionaries(text) if use_templates else None
        self.long_lists = LongLists(text) if use_templates else None
        self.position = 0
        """Where the parser reads on."""
        self.depth = 0
        """How many symbols of dialects it is inside of that parsers of their own read."""

    def run(self) -> None:
        """Reads the text from `position` on into `top`. Raises ParseError at the first thing that is wrong."""
        try:
            while self._is_interrupted():
                pass
        except ParseError as error:
            from sdyopt.mlir.read.error_order import first_error
            from sdyopt.mlir.read.follow_ups import add_follow_ups

            earlier = first_error(self, error)
            add_follow_ups(self, earlier)
            raise earlier from None
        except ValueError as error:
            if "integer string conversion" not in str(error):
                raise
            raise self.error("integer value too large", self.start) from None

    def _is_interrupted(self) -> bool:
        """Reads on from `position`; gives whether there is something to be left out, up to the new `position`."""
        try:
            self._run()
        except RestOfBody as rest:
            self.position = self.last_end = rest.end
            return True
        return False

    def _run(self) -> None:
        tables = self.tables
        rows, rules = tables.rows, tables.rules
        literals, direct_tokens, end_of_file = tables.literals, tables.direct_tokens, tables.end_of_file
        first_operation, value_terminal = tables.first_operation, tables.value
        take_lines = None if self.templates is None else self.templates.take
        take_dictionary = None if self.dictionaries is None else self.dictionaries.take
        brace, comma, dictionary = literals["{"], literals[","], tables.dictionary
        take_items = None if self.long_lists is None else self.long_lists.take
        gotos, attribute_alias = tables.gotos, tables.attribute_alias
        text = self.text
        states, values, offsets, position = self.states, self.stack, self.offsets, self.position
        default_reductions = tables.default_reductions
        match = TOKEN.match
        while True:
            found = match(text, position)
            assert found is not None
            kind = found.lastgroup
            assert kind is not None
            start, end = found.span(kind)
            value: Any = found[kind]
            row = rows[states[-1]]
            if kind == "PUNCTUATION":
                terminal = literals[value]
            elif kind in direct_tokens:
                terminal = direct_tokens[kind]
            else:
                terminal, value, end = choose_terminal(self, kind, value, start, end)
            while (action := row.get(terminal, NO_ACTION)) < 0:
                if action == NO_ACTION:
                    from sdyopt.mlir.read.errors import unexpected_token

                    raise unexpected_token(self, start)
                row = rows[self.reduce(rules[~action], states, start)]
            if terminal == end_of_file:
                return
            if take_lines is not None and row.get(first_operation, NO_ACTION) >= 0 and value_terminal in row:
                resumed = self._take_aliases(start) if terminal == attribute_alias else take_lines(start)
                if resumed is not None:
                    position = resumed
                    continue
            if terminal == brace and take_dictionary is not None and dictionary in gotos[states[-1]]:
                known = take_dictionary(start)
                if known is not None:
                    value, end = known
                    action = gotos[states[-1]][dictionary]
            elif terminal == comma and take_items is not None:
                items = values[-1]
                if type(items) is list and len(items) >= LONG:
                    end = take_items(action, items, end)
                    start = end - len(",")
            states.append(action)
            values.append(value)
            offsets.append(start)
            self.last_end = position = end
            while (number := default_reductions.get(action)) is not None:
                # Only this rule can have ended here: what comes next need not be known, and its terminal may depend
                # on what the rule's action does.
                action = self.reduce(rules[number], states, end)

    def _take_aliases(self, start: int) -> int | None:
        """See `define_location_aliases`, which is imported only for a program that has aliases."""
        from sdyopt.mlir.read.location_lines import define_location_aliases

        return define_location_aliases(self, start)

    def read_attribute(self, start: int) -> tuple[Attribute, int]:
        inner = _AttributeParser(self, start)
        return inner.read(), inner.last_end

    def read_symbol(self, terminal: int, definition: AttributeDef, start: int, end: int, is_type: bool) -> Attribute:
        inner = _AttributeParser(self, start, is_type)
        inner.shift(inner.tables.rows[inner.states[-1]][terminal], definition, start, end)
        inner.position = end
        return inner.read()


MAX_DEPTH = 60
"""So many symbols of dialects may be inside each other that a parser of its own reads each of."""


class _Complete(Exception):
    """The attribute has been read."""


class _AttributeParser(Parser):
    """Reads what follows as if it stood behind `#alias =` or `!alias =`, and stops when that is over."""

    def __init__(self, around: Parser, start: int, is_type: bool = False) -> None:
        super().__init__(around.text, around.registry, around.tables, around.allow_unregistered, use_templates=False)
        self.attribute_aliases, self.type_aliases = around.attribute_aliases, around.type_aliases
        self.complaints = around.complaints
        self.has_blind_spots = around.has_blind_spots
        self.position = start
        self.depth = around.depth + 1
        if self.depth > MAX_DEPTH:
            raise ParseError(f"nesting is limited to {MAX_DEPTH} levels where there are comments", start)
        tables = self.tables
        alias = tables.type_alias if is_type else tables.attribute_alias
        self.shift(tables.rows[self.states[-1]][alias], "", start, start)
        super().reduce(tables.rules[tables.default_reductions[self.states[-1]]], self.states, start)
        self.shift(tables.rows[self.states[-1]][tables.literals["="]], "", start, start)
        self._size = len(self.stack) + 1
        """How many values the stack has when the attribute is complete."""

    def reduce(self, rule: Rule, states: list[int], start: int) -> int:
        if len(self.stack) == self._size and rule.size == self._size - 1:
            raise _Complete
        return super().reduce(rule, states, start)

    def read(self) -> Attribute:
        """Returns the attribute or type. Raises ParseError if there is none."""
        try:
            self.run()
        except _Complete:
            attribute: Attribute = self.stack[-1]
            return attribute
        raise AssertionError("an alias is no attribute")
