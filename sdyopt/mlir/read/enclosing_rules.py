"""Which rules of the grammar the parser is in: what a parser that descends would have on its stack of calls.

A state of the tables only says which rules may have begun directly before it. Where these stand in other rules the
states below say, from which the parser has come.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.read.grammar_tables import HELPER, BegunRules, Expansion, Item


class Frame(NamedTuple):
    """A rule that has begun, the symbol of it that is being read ("" behind its last one), and that symbol's number.

    `nonterminal` is what the rule is for, without what Lark adds to the names of lists. `base` is where in the parser's
    stack the values of the rule's symbols begin.
    """

    rule: str
    nonterminal: str
    symbol: str
    number: int
    base: int


def enclosing_rules(begun: BegunRules, states: Sequence[int], item: Item) -> Iterator[Frame]:
    """The rules around the top of the stack, from the innermost on, which is `item`, to those of whole operations."""
    top = len(states) - 1
    while True:
        expansion, dot = item
        yield _frame(begun, item, top - dot + 1)
        top -= dot
        wanted = states[top], expansion.nonterminal
        if wanted not in begun.paths:
            begun.paths[wanted] = _path_to_begun(begun, *wanted)
        path = begun.paths[wanted]
        if path is None:
            return
        *just_begun, item = path
        for outer in just_begun:
            yield _frame(begun, outer, top + 1)


def first_rules(begun: BegunRules, item: Item, base: int, is_symbol: bool) -> Iterator[Frame]:
    """The rules that a parser goes into for what has to come next in `item`, from the innermost on.

    Where a dialect's symbol comes (`is_symbol`) it reads that as an attribute, if there may be one.
    """
    frames: list[Frame] = []
    entered = set()
    expansion, dot = item
    while dot < len(expansion.symbols):
        symbol = expansion.symbols[dot]
        if symbol not in begun.by_nonterminal or symbol in entered:
            break
        if is_symbol and "dialect_attribute" in begun.reachable([symbol]):
            break
        entered.add(symbol)
        expansion, dot = begun.by_nonterminal[symbol][0], 0
        frames.append(_frame(begun, (expansion, 0), base))
    yield from reversed(frames)


def _frame(begun: BegunRules, item: Item, base: int) -> Frame:
    expansion, dot = item
    return Frame(expansion.name, HELPER.sub("", expansion.nonterminal), begun.following(item), dot, base)


def _path_to_begun(begun: BegunRules, state: int, nonterminal: str) -> list[Item] | None:
    """From a rule that begins in `state` to one that has begun before: the rules that begin in between, then that one.

    None if all that is around it has begun in this state.
    """
    kernel = {expansion.symbols[dot]: (expansion, dot) for expansion, dot in _unfinished(begun, state)}
    expected = begun.reachable(kernel)
    paths: list[tuple[str, list[Item]]] = [(nonterminal, [])]
    seen = {nonterminal}
    for wanted, path in paths:
        if wanted in kernel:
            return [*path, kernel[wanted]]
        for expansion in begun.beginning_with(wanted):
            if expansion.nonterminal in expected and expansion.nonterminal not in seen:
                seen.add(expansion.nonterminal)
                paths.append((expansion.nonterminal, [*path, (expansion, 0)]))
    return None


def _unfinished(begun: BegunRules, state: int) -> Iterator[tuple[Expansion, int]]:
    """The rules that have begun before `state` and go on, the first of those with the same symbol last."""
    for expansion, dot in reversed(begun.items(state)):
        if dot < len(expansion.symbols):
            yield expansion, dot
