"""The state of the LALR(1) parser: what has been read, and how tokens and rules change it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.signature import OpDefinition
from sdyopt.mlir.declare.dialect import AttributeDef, Dialect, Registry
from sdyopt.mlir.formats.syntax import actions_of
from sdyopt.mlir.read.builder import Builder
from sdyopt.mlir.read.grammar_tables import ALL, APPEND, LIST, ONE, PICK, PICK_ONE, LoadedTables, Rule


class RestOfBody(Exception):
    """In `#dialect<…>` the attribute is complete. As in MLIR what is left does not matter, up to the `>` at `end`."""

    def __init__(self, end: int) -> None:
        super().__init__(end)
        self.end = end


class ParserState(Builder):
    """The parser's stacks, which have an entry for each symbol: states, values and offsets.

    Errors are computed from the state in which the parser has stopped.
    """

    def __init__(self, text: str, registry: Registry, tables: LoadedTables, allow_unregistered: bool) -> None:
        super().__init__(text, registry, allow_unregistered)
        self.tables = tables
        self.states = [tables.start]
        self.stack = [None]
        self.offsets = [0]

    @cached_property
    def has_blind_spots(self) -> bool:
        """Whether there are comments or nulls, which are blank but where MLIR looks for the end of a body."""
        return "\0" in self.text or "//" in self.text

    def shift(self, state: int, value: Any, start: int, end: int) -> None:
        """Takes a token and goes into `state`."""
        self.states.append(state)
        self.stack.append(value)
        self.offsets.append(start)
        self.last_end = end

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
        elif style == LIST:
            reduced = [values[plan]]
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

    def full_name(self, word: str) -> str:
        """Returns the name of an operation, which may stand without that of the default dialect."""
        return word if word.partition(".")[2] else f"{self.default_dialects[-1]}.{word}"

    def operation_terminal(self, name: str) -> tuple[int, OpDefinition] | None:
        """Returns the terminal and the definition of an operation that has a format of its own."""
        terminal = self.tables.operations.get(name)
        definition = self.registry.operations.get(name)
        if terminal is not None and definition is not None:
            return terminal, definition
        is_new = self._imports_dialect(name.partition(".")[0])
        return self.operation_terminal(name) if is_new else None

    def dialect(self, namespace: str) -> Dialect | None:
        """Returns the dialect of that namespace, whose symbols the parser then knows; None if there is none."""
        self._imports_dialect(namespace)
        return self.registry.dialects.get(namespace)

    def _imports_dialect(self, namespace: str) -> bool:
        """Imports a dialect that no program has named before, with its syntax; returns whether there is one."""
        registry, tables = self.registry, self.tables
        if namespace not in registry.lazy or namespace in tables.lazy_dialects:
            return False
        dialect = registry.dialect(namespace)
        assert dialect is not None
        tables.add_dialect(namespace, actions_of(dialect.syntax))
        return True

    def read_attribute(self, start: int) -> tuple[Attribute, int]:
        """Returns the attribute at `start`, and where it ends. Raises ParseError if there is none."""
        raise NotImplementedError

    def read_symbol(self, terminal: int, definition: AttributeDef, start: int, end: int, is_type: bool) -> Attribute:
        """Returns the attribute or type of a dialect whose name, from `start` to `end`, has been read.

        Raises ParseError if there is none.
        """
        raise NotImplementedError
