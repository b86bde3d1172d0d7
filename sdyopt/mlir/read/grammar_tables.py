"""The tables in the form in which the parser's loop uses them: rows become dictionaries when a state is first met."""

from __future__ import annotations

import json
import os.path
from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from typing import Any

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.patterns import pattern

TABLES_FILE = os.path.join(os.path.dirname(__file__), "tables.json")
LAZY_TABLES_FILE = os.path.join(os.path.dirname(__file__), "lazy_tables.json")
"""What TABLES_FILE goes on with where a program names a dialect that is imported only then."""
PLACES_FILE = os.path.join(os.path.dirname(__file__), "places.json")

OPERATION = "OPERATION_"
"""How the terminals of operations are called, behind which there is a number for each format."""
FIRST_OPERATION = f"{OPERATION}0"

NO_ACTION = -(1 << 30)
"""What stands for an error in a row, where negative numbers are reductions."""

ALL, ONE, LIST, APPEND, PICK_ONE, PICK, PLAN = range(7)
"""How a rule's value comes about: the action of all its symbols' values; the value of one symbol; a list of that; a
list with one value more; the action of the value of one symbol, or of several; the action of what the plan says, see
`grammar.Tables`. A symbol is identified by its place in the rule; if it is picked by its distance from the top of the
stack, which is negative. The value at the bottom of the stack is None."""


class Rule(NamedTuple):
    """A rule as the parser's loop reduces it."""

    nonterminal: int
    size: int
    style: int
    plan: Any
    function: Any
    """A callable; None where the style needs none."""


class _Gotos(dict[int, dict[int, int]]):
    """Rows by state, made from their flat form when first used."""

    def __init__(self, flat: list[str]) -> None:
        super().__init__()
        self.flat = flat

    def __missing__(self, state: int) -> dict[int, int]:
        flat = list(map(int, self.flat[state].split()))
        row = self[state] = dict(zip(flat[::2], flat[1::2], strict=True))
        return row


class _Rows(_Gotos):
    """Rows of actions. Where the first of `operations` reduces, so do the others, which the flat form leaves out."""

    def __init__(self, flat: list[str], operations: range) -> None:
        super().__init__(flat)
        self.operations = operations

    def __missing__(self, state: int) -> dict[int, int]:
        row = super().__missing__(state)
        operations = self.operations
        action = row.get(operations.start, 0)
        if action < 0:
            row.update(dict.fromkeys(operations, action))
        return row


class _Rules(dict[int, Rule]):
    """Rules by number, made from their flat form when first used."""

    def __init__(self, flat: list[tuple[int, int, str, list[int]]], actions: Mapping[str, Callable[..., Any]]) -> None:
        super().__init__()
        self.flat = flat
        self.actions = dict(actions)

    def __missing__(self, number: int) -> Rule:
        rule = self[number] = _rule(self.flat[number], self.actions)
        return rule


class LoadedTables:
    """`tables` (the fields of `grammar.Tables`) with the functions that are the rules' actions."""

    def __init__(self, tables: Mapping[str, Any], actions: Mapping[str, Callable[..., Any]]) -> None:
        self.terminals: list[str] = tables["terminals"]
        self.literals: dict[str, int] = dict(tables["literals"])
        self.start: int = tables["start"]
        self.operations: dict[str, int] = tables["operations"]
        self.attributes: dict[str, list[int]] = tables["attributes"]
        self.types: dict[str, list[int]] = tables["types"]
        self.first_operation = self.terminals.index(FIRST_OPERATION)
        count = sum(name.startswith(OPERATION) for name in self.terminals)
        self.rows = _Rows(tables["rows"], range(self.first_operation, self.first_operation + count))
        self.gotos = _Gotos(tables["gotos"])
        self.dictionary: int = tables["dictionary"]
        self._begun: BegunRules | None = BegunRules(tables, self) if "items" in tables else None
        self.rules = _Rules(tables["rules"], actions)
        self.default_reductions = {int(state): rule for state, rule in tables["default_reductions"].items()}
        """The states in which one rule has ended, whatever comes next."""
        number = {name: index for index, name in enumerate(self.terminals)}
        self.plain_tokens = {
            kind: number[kind]
            for kind in (
                "VALUE",
                "DENSE",
                "SHAPED_OPEN",
                "ARRAY_OPEN",
                "FLOAT",
                "INTEGER",
                "STRING",
                "SYMBOL",
                "CARET",
                "EOF",
            )
        }
        self.direct_tokens = {**self.plain_tokens, "SHAPED": number["TYPE"]}
        """The kinds of tokens that have one terminal wherever they stand."""
        for punctuation in ("->", "::", "{-#", "#-}", *"()[]{}<>,:=?*|/+"):
            self.literals.setdefault(punctuation, UNUSED)
        self.value, self.type, self.word = number["VALUE"], number["TYPE"], number["WORD"]
        self.minus = number["MINUS"]
        self.end_of_file, self.affine_map = number["EOF"], number["AFFINE_MAP"]
        self.attribute_alias, self.type_alias = number["ATTRIBUTE_ALIAS"], number["TYPE_ALIAS"]
        self.opaque_attribute, self.opaque_type = number["OPAQUE_ATTRIBUTE"], number["OPAQUE_TYPE"]
        self.read_attribute, self.read_type = number["READ_ATTRIBUTE"], number["READ_TYPE"]
        self._late: Mapping[str, Any] | None = None
        self.lazy_dialects: set[str] = set()
        """The dialects besides those that every run knows: what they have in the grammar is in these tables."""

    def add_dialect(self, namespace: str, actions: Mapping[str, Callable[..., Any]]) -> None:
        """Adds a dialect that a program names, with the actions of its rules."""
        if self._late is None:
            self._late = read_json(LAZY_TABLES_FILE)
            self._go_on(self._late)
        self.lazy_dialects.add(namespace)
        self.rules.actions.update(actions)
        for kind, known in (("operations", self.operations), ("attributes", self.attributes), ("types", self.types)):
            known.update({name: one for name, one in self._late[kind].items() if name.startswith(f"{namespace}.")})

    def _go_on(self, tables: Mapping[str, Any]) -> None:
        """Adds the states that only the operations, attributes and types of such dialects lead to."""
        self.rows.flat += tables["rows"]
        self.gotos.flat += tables["gotos"]
        self.rules.flat += tables["rules"]
        self.default_reductions.update({int(state): rule for state, rule in tables["default_reductions"].items()})

    def accepts(self, states: list[int], terminal: int) -> bool:
        """Whether a parser with these states on its stack would shift `terminal`, after reductions if need be."""
        rows = self.rows
        action = rows[states[-1]].get(terminal, NO_ACTION)
        if action >= 0 or action == NO_ACTION:
            return action >= 0
        depth = len(states)
        above: list[int] = []
        while action < 0 and action != NO_ACTION:
            rule = self.rules[~action]
            # What reductions take off the real stack is only counted; what they put on it is in `above`.
            depth -= max(0, rule.size - len(above))
            if rule.size:
                del above[-rule.size :]
            top = above[-1] if above else states[depth - 1]
            above.append(self.gotos[top][rule.nonterminal])
            action = rows[above[-1]].get(terminal, NO_ACTION)
        return action >= 0

    @property
    def begun(self) -> BegunRules:
        """The rules that have begun in each state, which only errors ask for."""
        if self._begun is None:
            self._begun = BegunRules(read_json(PLACES_FILE), self)
        return self._begun

    def places_in(self, state: int) -> list[str]:
        """The rules that have begun in a state, each with what has to come next: "location ')'", "array entry".

        Of a rule whose end may be there that is nothing: "array ".
        """
        return sorted({self.begun.place(item) for item in self.begun.items(state)})


HELPER = pattern(r"^__|(?<=_star)_\d+$")
"""What Lark adds to the name of a rule for that of the list in it: `__array_star_9`."""


class Expansion(NamedTuple):
    """A rule of the grammar: `name` is what messages' tables call it."""

    nonterminal: str
    name: str
    symbols: tuple[str, ...]

    @property
    def is_unusual(self) -> bool:
        """Whether it has a name of its own, or begins with a token where others have rules."""
        return self.nonterminal != self.name or not (self.symbols and self.symbols[0].islower())


Item = tuple[Expansion, int]
"""A rule, and how many of its symbols have been read."""


class BegunRules:
    """Which rules have begun in a state; `tables` has `expansions` and `items` as in `grammar.Tables`."""

    def __init__(self, tables: Mapping[str, Any], symbols: LoadedTables) -> None:
        split = [line.split() for line in tables["expansions"]]
        self.expansions = [Expansion(nonterminal, name, tuple(rest)) for nonterminal, name, *rest in split]
        self.by_nonterminal: dict[str, list[Expansion]] = {}
        """The rules of each nonterminal, the usual ones before those that have a name of their own."""
        for expansion in sorted(self.expansions, key=lambda each: each.is_unusual):
            self.by_nonterminal.setdefault(expansion.nonterminal, []).append(expansion)
        self.paths: dict[tuple[int, str], list[Item] | None] = {}
        """What `enclosing_rules` has found of a state and of a nonterminal that begins there."""
        self._by_first_symbol: dict[str, list[Expansion]] = {}
        self._items: list[str] = tables["items"]
        self._texts = {symbols.terminals[number]: text for text, number in symbols.literals.items() if number >= 0}

    def items(self, state: int) -> list[Item]:
        """The rules of which a part has been read, each with how many symbols that is."""
        flat = list(map(int, self._items[state].split()))
        return [(self.expansions[rule], dot) for rule, dot in zip(flat[::2], flat[1::2], strict=True)]

    def beginning_with(self, symbol: str) -> list[Expansion]:
        """The rules whose first symbol is `symbol`."""
        if not self._by_first_symbol:
            for expansion in self.expansions:
                if expansion.symbols:
                    self._by_first_symbol.setdefault(expansion.symbols[0], []).append(expansion)
        return self._by_first_symbol.get(symbol, [])

    def beginnings(self, symbols: Iterable[str]) -> set[str]:
        """The terminals that the usual forms of these begin with, as messages' tables have them; "" if one is empty."""
        found: list[str] = [*symbols]
        for symbol in found:
            name = HELPER.sub("", symbol)
            forms = [form for form in self.by_nonterminal.get(symbol, ()) if form.name == name]
            first = [form.symbols[0] if form.symbols else "" for form in forms]
            found += [other for other in first if other not in found]
        return {self._text_of(symbol) for symbol in found if symbol not in self.by_nonterminal}

    def reachable(self, nonterminals: Iterable[str]) -> set[str]:
        """The nonterminals that may come first where one of `nonterminals` has to come."""
        found: set[str] = set()
        waiting = list(nonterminals)
        while waiting:
            symbol = waiting.pop()
            if symbol not in found and symbol in self.by_nonterminal:
                found.add(symbol)
                waiting += [expansion.symbols[0] for expansion in self.by_nonterminal[symbol] if expansion.symbols]
        return found

    def place(self, item: Item) -> str:
        """The name of a rule, and what has to come next."""
        return f"{item[0].name} {self.following(item)}"

    def following(self, item: Item) -> str:
        """The symbol that has to come next in a rule, as messages' tables have it; "" at its end."""
        expansion, dot = item
        if dot == len(expansion.symbols):
            return ""
        return self._text_of(expansion.symbols[dot])

    def _text_of(self, symbol: str) -> str:
        text = self._texts.get(symbol)
        return symbol if text is None else repr(text)


UNUSED = -1
"""The terminal of punctuation that no rule has."""


def read_json(path: str) -> Any:
    """What a file of JSON says."""
    with open(path, encoding="utf-8") as stream:
        return json.load(stream)


def _rule(rule: tuple[int, int, str, list[int]], actions: Mapping[str, Callable[..., Any]]) -> Rule:
    nonterminal, size, action, plan = rule
    if action == "=":
        return Rule(nonterminal, size, ONE, plan[0] >> 1, None)
    picked = [(step >> 1) - size if step >= 0 else 0 for step in plan]
    has_lists = any(step > 0 and step & 1 for step in plan)
    if not action:
        if len(plan) == 1 and not has_lists:
            return Rule(nonterminal, size, LIST, picked[0], None)
        if len(plan) == 2 and plan[0] == 1 and plan[1] > 0 and not plan[1] & 1:
            return Rule(nonterminal, size, APPEND, plan[1] >> 1, None)
        return Rule(nonterminal, size, PLAN, plan, None)
    function = actions[action]
    if plan == list(range(0, 2 * size, 2)):
        return Rule(nonterminal, size, ALL, None, function)
    if has_lists or not plan:
        return Rule(nonterminal, size, PLAN, plan, function)
    if len(picked) == 1:
        return Rule(nonterminal, size, PICK_ONE, picked[0], function)
    return Rule(nonterminal, size, PICK, itemgetter(*picked), function)
