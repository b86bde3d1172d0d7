"""The parser: a loop over the LALR(1) tables that reads tokens and calls the rules' actions.

Tokens are chosen by what the grammar expects where they stand: a word is a keyword only where there is one, and the
name of an operation, attribute or type becomes the terminal of its format (`Tables.operations` and so on). Where
operations stand, whole lines that were seen before are taken by `Statements` without tokens.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from sdyopt.ir.signature import OpDefinition
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.dialect import Registry
from sdyopt.syntax.brackets import unbalanced_body
from sdyopt.syntax.builder import Builder
from sdyopt.syntax.dictionaries import Dictionaries
from sdyopt.syntax.errors import (
    RestOfBody,
    is_without,
    no_mnemonic,
    nothing_known,
    unexpected_token,
    unknown_operation,
    unknown_symbol,
)
from sdyopt.syntax.grammar_tables import (
    ALL,
    APPEND,
    NO_ACTION,
    ONE,
    PICK,
    PICK_ONE,
    UNUSED,
    LoadedTables,
    Rule,
)
from sdyopt.syntax.lexer import MNEMONIC, NEGATIVE_NUMBER, SCALAR, TOKEN, Unbalanced, end_of_body
from sdyopt.syntax.statements import Statements


class Parser(Builder):
    """Reads one text. The actions get the parser as their first argument and find in it what `Builder` keeps."""

    def __init__(
        self,
        text: str,
        registry: Registry,
        tables: LoadedTables,
        allow_unregistered: bool = False,
        use_statements: bool = True,
    ) -> None:
        super().__init__(text, registry, allow_unregistered)
        self.tables = tables
        self.statements = Statements(self) if use_statements else None
        self.dictionaries = Dictionaries(text) if use_statements else None
        self.states = [tables.start]
        self.stack = [None]
        self.offsets = [0]
        self.position = 0
        self.within = 0
        """How many symbols of dialects it is inside of that parsers of their own read."""

    @cached_property
    def has_blind_spots(self) -> bool:
        """Whether there are comments or nulls, which are blank but where MLIR looks for the end of a body."""
        return "\0" in self.text or "//" in self.text

    def run(self) -> None:
        """Reads the text from `position` on into `top`. Raises ParseError at the first thing that is wrong."""
        try:
            while self._is_interrupted():
                pass
        except ParseError as error:
            from sdyopt.syntax.earlier_errors import first_error
            from sdyopt.syntax.follow_ups import add_follow_ups

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
        literals, plain_tokens, end_of_file = tables.literals, tables.plain_tokens, tables.end_of_file
        first_operation, value_terminal = tables.first_operation, tables.value
        take_statements = None if self.statements is None else self.statements.take
        take_dictionary = None if self.dictionaries is None else self.dictionaries.take
        brace, dictionary = literals["{"], tables.dictionary
        gotos, attribute_alias = tables.gotos, tables.attribute_alias
        text = self.text
        states, values, offsets, position = self.states, self.stack, self.offsets, self.position
        settled = tables.settled
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
            elif kind in plain_tokens:
                terminal = plain_tokens[kind]
            else:
                terminal, value, end = self._choose_terminal(kind, value, start, end, states)
            while (action := row.get(terminal, NO_ACTION)) < 0:
                if action == NO_ACTION:
                    raise unexpected_token(self, start)
                row = rows[self.reduce(rules[~action], states, start)]
            if terminal == end_of_file:
                return
            if take_statements is not None and row.get(first_operation, NO_ACTION) >= 0 and value_terminal in row:
                resumed = self._take_aliases(start) if terminal == attribute_alias else take_statements(start)
                if resumed is not None:
                    position = resumed
                    continue
            if terminal == brace and take_dictionary is not None and dictionary in gotos[states[-1]]:
                known = take_dictionary(start)
                if known is not None:
                    value, end = known
                    action = gotos[states[-1]][dictionary]
            states.append(action)
            values.append(value)
            offsets.append(start)
            self.last_end = position = end
            while (rule := settled.get(action)) is not None:
                # Only this rule can have ended here: what comes next need not be known, and its terminal may depend
                # on what the rule's action does.
                action = self.reduce(rule, states, end)

    def _take_aliases(self, start: int) -> int | None:
        """See `define_location_aliases`, which is imported only for a program that has aliases."""
        from sdyopt.syntax.location_lines import define_location_aliases

        return define_location_aliases(self, start)

    def shift(self, state: int, value: Any, start: int) -> None:
        """Takes a token and goes into `state`."""
        self.states.append(state)
        self.stack.append(value)
        self.offsets.append(start)
        self.last_end = start + len(value)

    def reduce(self, rule: Rule, states: list[int], start: int) -> int:
        """Replaces a rule's symbols on the stacks by what its action makes of them; gives the state that follows."""
        nonterminal, size, style, plan, function = rule
        values, offsets = self.stack, self.offsets
        base = self.base = len(values) - size
        if style == ALL:
            reduced = function(self, values[base]) if size == 1 else function(self, *values[base:])
        elif style == PICK_ONE:
            reduced = function(self, values[plan])
        elif style == PICK:
            reduced = function(self, *plan(values))
        elif style == ONE:
            reduced = values[base + plan]
        elif style == APPEND:
            reduced = values[base]
            reduced.append(values[base + plan])
        else:
            arguments: list[Any] = []
            for step in plan:
                if step < 0:
                    arguments.append(None)
                elif step & 1:
                    arguments += values[base + (step >> 1)]
                else:
                    arguments.append(values[base + (step >> 1)])
            reduced = arguments if function is None else function(self, *arguments)
        if size == 1:
            values[base] = reduced
            state = states[-1] = self.tables.gotos[states[-2]][nonterminal]
            return state
        if size:
            start = offsets[base]
            del states[base:], values[base:], offsets[base:]
        state = self.tables.gotos[states[-1]][nonterminal]
        states.append(state)
        values.append(reduced)
        offsets.append(start)
        return state

    def _choose_terminal(self, kind: str, value: str, start: int, end: int, states: list[int]) -> tuple[int, Any, int]:
        """The terminal, the value and the end of a token whose terminal depends on its place or its name."""
        tables = self.tables
        if kind == "WORD":
            row = tables.rows[states[-1]]
            keyword = tables.literals.get(value)
            if keyword is not None and keyword in row and (row[keyword] >= 0 or tables.word not in row):
                return keyword, value, end
            if tables.first_operation in row and tables.accepts(states, tables.first_operation):
                return self.operation_name(value, start, end)
            if tables.type in row and SCALAR.fullmatch(value):
                return tables.type, value, end
            return tables.word, value, end
        if kind == "SHAPED":
            return tables.type, value, end
        if kind == "AFFINE_MAP":
            return self._affine_map(value, start, end, states)
        if kind == "HASH":
            if tables.read_attribute not in tables.rows[states[-1]]:
                return (UNUSED, value, end) if "." in value else (tables.attribute_alias, value[1:], end)
            return self._dialect_symbol(value, start, end, states, False)
        if kind == "BANG":
            if "." in value and tables.read_type not in tables.rows[states[-1]]:
                return UNUSED, value, end
            return self._dialect_symbol(value, start, end, states, True)
        number = NEGATIVE_NUMBER.match(self.text, start)
        if number is not None:
            assert number.lastgroup is not None
            return tables.plain_tokens[number.lastgroup], f"-{number[number.lastgroup]}", number.end()
        if value == "-" and tables.minus in tables.rows[states[-1]]:
            return tables.minus, value, end
        return UNUSED, value, end

    def _affine_map(self, value: str, start: int, end: int, states: list[int]) -> tuple[int, Any, int]:
        """The token of an affine map or integer set, all of which is read here; elsewhere it is but a word."""
        tables = self.tables
        keyword = value[: len("affine_map")]
        if not tables.accepts(states, tables.affine_map):
            return tables.word, keyword, start + len(keyword)
        from sdyopt.syntax.affine_maps import read_affine

        attribute, end = read_affine(self.text, end, keyword == "affine_set")
        return tables.affine_map, attribute, end

    def operation_name(self, word: str, start: int, end: int) -> tuple[int, OpDefinition, int]:
        """The token of an operation's own format. Raises ParseError for the name of an operation that has none."""
        name = word if word.partition(".")[2] else f"{self.default_dialects[-1]}.{word}"
        terminal = self.tables.operations.get(name)
        definition = self.registry.operations.get(name)
        if terminal is None or definition is None:
            raise unknown_operation(self, word, name, start)
        return terminal, definition, end

    def _end_of_body(self, start: int) -> int:
        """Where the body of a dialect's attribute or type ends. Raises ParseError if its brackets do not pair."""
        try:
            return end_of_body(self.text, start)
        except Unbalanced as error:
            raise unbalanced_body(self.text, error) from None

    def _scanned_end(self, start: int) -> int | None:
        """Where a body ends that opens at `start`, and in which there are comments or nulls; None if it has none.

        Before MLIR reads a body it looks for the end, and takes brackets in comments for such; there it goes on,
        wherever it has stopped reading.
        """
        text = self.text
        if not text.startswith("<", start):
            return None
        end = self._end_of_body(start)
        return end if "//" in text[start:end] or "\0" in text[start:end] else None

    def _dialect_symbol(
        self, symbol: str, start: int, end: int, states: list[int], is_type: bool
    ) -> tuple[int, Any, int]:
        """The token that starts with `#name` or `!name`: an alias, a declared attribute or type, or an opaque one.

        As in MLIR the name `#dialect.mnemonic` ends before a blank. Its body then is what follows, as far as that makes
        one, and yet is read again for what it is where it stands.
        """
        tables = self.tables
        known, alias = (tables.types, tables.type_alias) if is_type else (tables.attributes, tables.attribute_alias)
        name = symbol[1:]
        dialect, dot, mnemonic = name.partition(".")
        text = self.text
        is_open = not dot and text.startswith("<", end)
        read = tables.read_type if is_type else tables.read_attribute
        if not dot and not (is_open and tables.accepts(states, read)):
            return alias, name, end
        definitions = self.registry.dialects.get(dialect)
        symbols = None if definitions is None else definitions.types if is_type else definitions.attributes
        if not symbols and (definitions is not None or is_without(dialect, is_type)):
            raise nothing_known(dialect, is_type, text, start, start + len(dialect) + 2)
        if definitions is not None and symbols is not None:
            place = start + len(dialect) + 2
            name_end = end
            if "-" in mnemonic:
                mnemonic = mnemonic[: mnemonic.index("-")]
                end = place + len(mnemonic)
            body_start = end
            scanned_end = self._scanned_end(body_start) if self.has_blind_spots else None
            is_apart = not mnemonic and not is_open
            if is_open or is_apart:
                found = MNEMONIC.match(text, end + is_open)
                if found is not None:
                    mnemonic, place, end = found[1], found.start(1), found.end()
            if not mnemonic:
                raise no_mnemonic(text, start, body_start + is_open)
            declared = symbols.get(mnemonic)
            if declared is None:
                raise unknown_symbol(definitions, mnemonic, is_type, text, start, place)
            if not declared.has_body and text.startswith("<", end):
                end = self._end_of_body(end)
            pretty, opened = known[f"{dialect}.{mnemonic}"]
            if scanned_end is not None:
                from sdyopt.syntax.fragments import read_symbol

                attribute = read_symbol(self, opened if is_open else pretty, declared, start, end, is_type)
                return tables.read_type if is_type else tables.read_attribute, attribute, scanned_end
            if is_open:
                return opened, declared, end
            if is_apart or end < name_end or (not text.startswith("<", end) and self._goes_on(states, pretty, end)):
                from sdyopt.syntax.fragments import read_symbol

                attribute = read_symbol(self, pretty, declared, start, end, is_type)
                if is_apart or end < name_end:
                    end = self._end_of_body(name_end) if text.startswith("<", name_end) else name_end
                return tables.read_type if is_type else tables.read_attribute, attribute, end
            return pretty, declared, end
        place = start + len(dialect) + 2 if dot else start
        body_start = end
        body_end = body_start
        if text.startswith("<", body_start):
            body_end = self._end_of_body(body_start)
        body = mnemonic + text[end:body_end] if dot else text[body_start + 1 : body_end - 1]
        return tables.opaque_type if is_type else tables.opaque_attribute, (dialect, body, place), body_end

    def _goes_on(self, states: list[int], terminal: int, end: int) -> bool:
        """Whether the grammar has what stands at `end` in the body of the symbol whose terminal this is."""
        tables = self.tables
        state = tables.rows[states[-1]].get(terminal, NO_ACTION)
        found = TOKEN.match(self.text, end)
        if state < 0 or found is None or found.lastgroup is None:
            return False
        kind = found.lastgroup
        following = (
            tables.literals[found[kind]] if kind == "PUNCTUATION" else tables.plain_tokens.get(kind, tables.word)
        )
        return tables.rows[state].get(following, NO_ACTION) >= 0
