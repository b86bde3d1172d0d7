"""From the grammar files and the declarations to the tables that the parser runs on.

Lark reads the grammar and works out the LALR(1) tables; the parser (`mlir.read.parser`) has a loop of its own over
them, since it chooses terminals by what it knows of operations and hands each rule's values straight to its action. The
tables of the dialects that come with the package are made ahead of time (`tables.json`, written by
`python -m sdyopt.mlir.read.grammar`), so that a run need not even import Lark.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.formats.syntax import Syntax
from sdyopt.mlir.read.actions import SYNTAX
from sdyopt.mlir.read.grammar_tables import (
    FIRST_OPERATION,
    HELPER,
    LAZY_TABLES_FILE,
    OPERATION,
    PLACES_FILE,
    TABLES_FILE,
)

NONE = -1
"""In a rule's plan: a value of None."""


class Tables(NamedTuple):
    """LALR(1) tables. Terminals and nonterminals are numbers; so are states.

    rows: for each state "terminal action terminal action …": to shift is the next state, to reduce is ~rule. A text is
    quick to load, and few of them are ever needed. Where the first of the terminals of operations reduces, all do: as
    lookahead they are the same, and the others are left out.
    gotos: for each state nonterminal, next state, … in the same way.
    rules: (nonterminal, number of symbols, name of the action or "", plan). The plan says how the values of a rule's
    symbols become the action's arguments: one number each: 2·i for the value of symbol i, 2·i + 1 for all the values
    in the list that symbol i gives, -1 for None. Without an action the value is the list of these (a name that starts
    with an underscore), or with the name "=" the one argument itself.
    """

    fingerprint: str
    """Of the grammar that the tables are of."""
    terminals: tuple[str, ...]
    literals: dict[str, int]
    start: int
    rows: tuple[str, ...]
    gotos: tuple[str, ...]
    rules: tuple[tuple[int, int, str, tuple[int, ...]], ...]
    default_reductions: dict[int, int]
    """The states in which nothing can happen but that one rule, given here, is reduced."""
    dictionary: int
    """The nonterminal of that name."""
    operations: dict[str, int]
    attributes: dict[str, tuple[int, int]]
    types: dict[str, tuple[int, int]]
    expansions: tuple[str, ...]
    """For each rule, in another order, its nonterminal, the name it has in messages' tables, and its symbols."""
    items: tuple[str, ...]
    """For each state "expansion dot expansion dot …": those that have begun there, and how many symbols are behind."""
    usual: tuple[int, int]
    """How many states and rules, which are the first, programs lead to that name none of the lazy dialects."""


_BEHIND = {"attribute": '[":" type]', "type": ""}
"""What may stand behind an attribute or a type of a dialect."""


def grammar_text(dialects: Iterable[Dialect]) -> tuple[str, dict[str, dict[str, Any]]]:
    """The whole grammar, and the terminals of operations, attributes and types by their full names."""
    dialects = list(dialects)
    syntax: dict[type[Syntax], None] = dict.fromkeys(
        [*SYNTAX, *[part for dialect in dialects for part in dialect.syntax]]
    )
    parts = [dedent(part.grammar) for part in syntax]
    formats: dict[str, int] = {}
    operations: dict[str, Any] = {}
    bodies: dict[str, dict[str, int]] = {"attribute": {}, "type": {}}
    names: dict[str, dict[str, Any]] = {"attribute": {}, "type": {}}
    for dialect in dialects:
        for operation in dialect.operations.values():
            if operation.assembly_format is not None:
                index = formats.setdefault(operation.assembly_format.rule, len(formats))
                operations[operation.name] = f"{OPERATION}{index}"
        for kind, definitions in (("attribute", dialect.attributes), ("type", dialect.types)):
            for definition in definitions.values():
                index = bodies[kind].setdefault(definition.symbol, len(bodies[kind]))
                prefix = f"{kind.upper()}_{index}"
                names[kind][f"{dialect.namespace}.{definition.mnemonic}"] = (prefix, f"{prefix}_OPEN")
    lines = ["", "// The formats of the operations.", f"%declare {' '.join(sorted(set(operations.values())))}"]
    lines += ["?custom_op: " + "\n    | ".join(f"format_{index}" for index in formats.values())]
    lines += [f"format_{index}: OPERATION_{index} {rule} -> custom_op" for rule, index in formats.items()]
    for kind, symbols in bodies.items():
        lines += [f"%declare READ_{kind.upper()}"]
        lines += [f"%declare {kind.upper()}_{index} {kind.upper()}_{index}_OPEN" for index in symbols.values()]
        forms = [f"READ_{kind.upper()} {_BEHIND[kind]} -> read_{kind}"]
        for symbol, index in symbols.items():
            terminal = f"{kind.upper()}_{index}"
            for form in (f"{terminal} {symbol}", f'{terminal}_OPEN {symbol} ">"'):
                forms.append(f"{form} {_BEHIND[kind]} -> declared_{kind}")
        lines += [f"?dialect_{kind}: " + "\n    | ".join(forms)]
    parts.append("\n".join(lines) + "\n")
    return "\n".join(parts), {"operations": operations, "attributes": names["attribute"], "types": names["type"]}


def fingerprint(text: str) -> str:
    """What tells one grammar from another."""
    return hashlib.sha256(text.encode()).hexdigest()


def make_tables(dialects: Iterable[Dialect], lazy: Container[str] = ()) -> Tables:
    """The tables for programs in these dialects. Takes a good part of a second.

    What only the dialects of the namespaces in `lazy` need comes last; see `Tables.usual`.
    """
    from lark import Lark
    from lark.lexer import Lexer, PatternStr

    class NoLexer(Lexer):  # Lark wants one; only its tables are used.
        def __init__(self, configuration: Any) -> None: ...

        def lex(self, lexer_state: Any, parser_state: Any) -> Any:
            return iter(())

    text, names = grammar_text(dialects)
    late = _late_terminals(names, lazy)
    lark: Any = Lark(text, parser="lalr", lexer=NoLexer, start="file", maybe_placeholders=True, debug=True)
    table = lark.parser.parser._parse_table  # In debug mode states are sets of items.
    found = _reachable(table, late)
    states = {items: number for number, items in enumerate(_reachable(table, frozenset(), found))}
    usual_rules = 0
    used = {symbol.name for rule in lark.rules for symbol in rule.expansion if symbol.is_term}
    terminals = ["$END", *sorted(used)]
    numbers = {name: number for number, name in enumerate(terminals)}
    nonterminals: dict[str, int] = {}
    texts = {terminal.name: terminal.pattern.value for terminal in lark.terminals}
    declared = " ".join(re.findall(r"^%declare (.*)$", text, re.MULTILINE)).split()
    clashes = texts.keys() & set(declared)
    if clashes:
        raise ValueError(f"keywords have the names of tokens that the grammar declares: {', '.join(sorted(clashes))}")
    rules: dict[Any, int] = {}
    encoded: list[tuple[int, int, str, tuple[int, ...]]] = []
    rows, gotos = [], []
    for items in states:
        row, goto = [], []
        for symbol, (action, target) in sorted(table.states[items].items()):
            if symbol in numbers:
                if str(action) == "Reduce" and symbol.startswith(OPERATION) and symbol != FIRST_OPERATION:
                    assert table.states[items][FIRST_OPERATION] == (action, target)
                    continue
                if str(action) == "Shift":
                    row += [numbers[symbol], states[target]]
                else:
                    if target not in rules:
                        rules[target] = len(encoded)
                        encoded.append(_encode(target, nonterminals))
                    row += [numbers[symbol], ~rules[target]]
            else:
                goto += [nonterminals.setdefault(symbol, len(nonterminals)), states[target]]
        rows.append(" ".join(map(str, row)))
        gotos.append(goto)
        usual_rules = len(encoded) if len(rows) <= len(found) else usual_rules
    default_reductions = _default_reductions(rows)
    all_rules = {*lark.rules, *(item.rule for items in states for item in items)}
    expansions = {text: number for number, text in enumerate(sorted({_expansion(rule) for rule in all_rules}))}
    return Tables(
        fingerprint=fingerprint(text),
        terminals=tuple(terminals),
        literals={
            terminal.pattern.value: numbers[terminal.name]
            for terminal in lark.terminals
            if isinstance(terminal.pattern, PatternStr) and terminal.name in numbers
        },
        start=states[table.start_states["file"]],
        rows=tuple(rows),
        gotos=tuple(_without_renamings(gotos, encoded, default_reductions)),
        rules=tuple(encoded),
        default_reductions=default_reductions,
        dictionary=nonterminals["dictionary"],
        operations={name: numbers[terminal] for name, terminal in names["operations"].items()},
        attributes={name: (numbers[a], numbers[b]) for name, (a, b) in names["attributes"].items()},
        types={name: (numbers[a], numbers[b]) for name, (a, b) in names["types"].items()},
        expansions=tuple(expansions),
        items=tuple(_items(items, expansions) for items in states),
        usual=(len(found), usual_rules),
    )


def _without_renamings(
    gotos: list[list[int]], rules: list[tuple[int, int, str, tuple[int, ...]]], default_reductions: dict[int, int]
) -> list[str]:
    """The gotos with a short cut past every state in which a rule does nothing but rename its only symbol."""
    short = []
    for flat in gotos:
        goto = dict(zip(flat[::2], flat[1::2], strict=True))
        cut = []
        for nonterminal, state in goto.items():
            rule = rules[default_reductions[state]] if state in default_reductions else None
            while rule is not None and rule[1] == 1 and rule[2] == "=":
                state = goto[rule[0]]
                rule = rules[default_reductions[state]] if state in default_reductions else None
            cut += [nonterminal, state]
        short.append(" ".join(map(str, cut)))
    return short


def _late_terminals(names: dict[str, dict[str, Any]], lazy: Container[str]) -> frozenset[str]:
    """The terminals of operations, attributes and types that only the dialects in `lazy` have."""
    late: set[str] = set()
    usual: set[str] = set()
    for table in names.values():
        for name, terminals in table.items():
            (late if name.partition(".")[0] in lazy else usual).update(
                [terminals] if isinstance(terminals, str) else terminals
            )
    return frozenset(late - usual)


def _reachable(table: Any, without: Container[str], known_first: Sequence[Any] = ()) -> list[Any]:
    """All states that lead from the first on, or from `known_first`, without certain terminals.

    Their order is the same for the same grammar; Lark's own varies.
    """
    found = [*(known_first or [table.start_states["file"]])]
    known = set(found)
    for state in found:
        for symbol, (action, target) in sorted(table.states[state].items(), key=lambda entry: entry[0]):
            if str(action) == "Shift" and target not in known and symbol not in without:
                known.add(target)
                found.append(target)
    return found


def _default_reductions(rows: list[str]) -> dict[int, int]:
    found = {}
    for state, row in enumerate(rows):
        actions = set(row.split()[1::2])
        if len(actions) == 1 and (action := int(actions.pop())) < 0:
            found[state] = ~action
    return found


def _expansion(rule: Any) -> str:
    """A rule of Lark's as `Tables.expansions` has it."""
    name = HELPER.sub("", rule.alias or rule.origin.name)
    return " ".join([rule.origin.name, name, *[symbol.name for symbol in rule.expansion]])


def _items(items: Any, expansions: Mapping[str, int]) -> str:
    """The items of a state in which something is behind the dot, without what follows from these."""
    found = sorted((expansions[_expansion(item.rule)], item.index) for item in items if item.index)
    return " ".join([f"{number} {dot}" for number, dot in found])


def _encode(rule: Any, nonterminals: dict[str, int]) -> tuple[int, int, str, tuple[int, ...]]:
    """One of Lark's rules as `Tables.rules` has it."""
    gaps = [0] * (len(rule.expansion) + 1)
    if rule.options.empty_indices:
        gaps = [len(ones) for ones in "".join(str(int(b)) for b in rule.options.empty_indices).split("0")]
    plan: list[int] = []
    for index, symbol in enumerate(rule.expansion):
        plan += [NONE] * gaps[index]
        if not symbol.is_term:
            plan.append(2 * index + symbol.name.startswith("_"))
        elif not symbol.filter_out:
            plan.append(2 * index)
    plan += [NONE] * gaps[-1]
    name = rule.origin.name.value if hasattr(rule.origin.name, "value") else rule.origin.name
    name = str(name)
    if rule.alias:
        action = str(rule.alias)
    elif name.startswith("_"):
        action = ""
    elif rule.options.expand1 and len(plan) == 1 and plan[0] % 2 == 0:
        action = "="
    else:
        action = name
    return nonterminals.setdefault(name, len(nonterminals)), len(rule.expansion), action, tuple(plan)


def generated_files(tables: Tables, lazy: Container[str] = ()) -> dict[str, str]:
    """The files that keep `tables`: for parsing, for parsing lazy dialects, and for what only errors need."""
    fields = tables._asdict()
    places = {name: fields.pop(name) for name in ("expansions", "items")}
    states, rules = fields.pop("usual")
    late: dict[str, Any] = {}
    for name, count in (("rows", states), ("gotos", states), ("rules", rules)):
        fields[name], late[name] = fields[name][:count], fields[name][count:]
    reductions = fields["default_reductions"]
    fields["default_reductions"] = {state: rule for state, rule in reductions.items() if state < states}
    late["default_reductions"] = {state: rule for state, rule in reductions.items() if state >= states}
    for kind in ("operations", "attributes", "types"):
        table = fields[kind]
        late[kind] = {name: terminal for name, terminal in table.items() if name.partition(".")[0] in lazy}
        fields[kind] = {name: terminal for name, terminal in table.items() if name not in late[kind]}
    return {TABLES_FILE: _lines(fields), LAZY_TABLES_FILE: _lines(late), PLACES_FILE: _lines(places)}


def _lines(fields: dict[str, Any]) -> str:
    """JSON with a line for each element of a long list."""
    parts = []
    for name, value in fields.items():
        if isinstance(value, tuple):
            elements = ",\n".join([json.dumps(element, separators=(",", ":")) for element in value])
            parts.append(f'"{name}": [\n{elements}\n]')
        else:
            parts.append(f'"{name}": {json.dumps(value)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    """Makes the files of tables anew."""
    import importlib

    registry = importlib.import_module("sdyopt.dialects").REGISTRY
    tables = make_tables(registry.all_dialects(), registry.lazy)
    for file, text in generated_files(tables, registry.lazy).items():
        Path(file).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(tables.rows)} states, {len(tables.rules)} rules\n")


if __name__ == "__main__":
    main()
