"""-symbol-dce."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation, walk_post
from sdyopt.ir.symbol_references import references_of
from sdyopt.ir.symbols import (
    PRIVATE,
    PUBLIC,
    is_symbol,
    is_symbol_table,
    symbol_name,
    symbol_ops,
    symbols,
    visibility,
)
from sdyopt.ods.definition import OpDef
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.passes import ANY, Pass, register_pass
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter

NO_SYMBOL_TABLE = "'{}' op  was scheduled to run under SymbolDCE, but does not define a symbol table"
UNKNOWN_TABLE = (
    "operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses"
)


@register_pass("symbol-dce")
@dataclass(frozen=True)
class SymbolDCE(Pass):
    """Erases symbols that nothing refers to: private functions that are not called.

    Public symbols stay, and what they refer to in any attribute, in calls and in shardings, too. Nested symbols stay in
    modules that can be seen from outside. Meshes are public unless they say otherwise.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        if not is_symbol_table(op):
            raise CompilationError([Diagnostic("error", NO_SYMBOL_TABLE.format(op.name), op.location)])
        is_hidden = op.parent_op is None or not is_symbol(op) or visibility(op) == PRIVATE
        live = live_symbols(op, is_hidden)
        for table in [inner for inner in walk_post(op) if is_symbol_table(inner)]:
            for inner in symbol_ops(table):
                if inner not in live:
                    rewriter.report(Unreferenced, inner)
                    rewriter.erase(inner)


def live_symbols(root: Operation, is_hidden: bool) -> set[Operation]:
    """Returns the symbols in `root` that may be referred to from outside, and those that live operations refer to."""
    live: set[Operation] = set()
    tables: dict[Operation, dict[str, Operation]] = {}
    work: list[tuple[Operation, bool]] = _roots(root, is_hidden, live)
    while work:
        op, is_hidden = work.pop()
        if is_symbol_table(op):
            work += _roots(op, is_hidden or not is_symbol(op) or visibility(op) == PRIVATE, live)
        table = op.parent_op
        assert table is not None
        for reference in _references_in(op):
            for symbol in _resolved(reference, table, tables):
                if symbol not in live:
                    live.add(symbol)
                    work.append((symbol, is_hidden))
    return live


def _roots(table: Operation, is_hidden: bool, live: set[Operation]) -> list[tuple[Operation, bool]]:
    """Returns the operations right inside a table that live by themselves, and adds their symbols to `live`."""
    found: list[tuple[Operation, bool]] = []
    for op in [op for block in table.regions[0].blocks for op in block.ops]:
        if is_symbol(op):
            seen = visibility(op)
            if op in live or (seen != PUBLIC and (is_hidden or seen == PRIVATE)):
                continue
            live.add(op)
        found.append((op, is_hidden))
    return found


def _references_in(op: Operation) -> dict[SymbolRefAttr, None]:
    """Returns what `op` and the operations inside refer to; not what other tables hold.

    Raises CompilationError for an operation that may be a table, as its dialect is not known.
    """
    found: dict[SymbolRefAttr, None] = {}
    work = [op]
    while work:
        inner = work.pop()
        if len(inner.regions) == 1 and not isinstance(inner.definition, OpDef):
            raise CompilationError([Diagnostic("error", UNKNOWN_TABLE, op.location)])
        found.update(dict.fromkeys(references_of(inner.signature)))
        if not is_symbol_table(inner):
            work += [held for region in inner.regions for block in region.blocks for held in block.ops]
    return found


def _resolved(
    reference: SymbolRefAttr, table: Operation, tables: dict[Operation, dict[str, Operation]]
) -> list[Operation]:
    """Returns the symbols that the parts of a reference name; none if one of them is not known."""
    found: list[Operation] = []
    for name in reference.path:
        if table not in tables:
            tables[table] = symbols(table) if is_symbol_table(table) else {}
        symbol = tables[table].get(name)
        if symbol is None:
            return []
        found.append(symbol)
        table = symbol
    return found


class Unreferenced(Decision):
    """A symbol is erased, as nothing refers to it."""

    op: Operation

    def explain(self, remarks: Remarks) -> None:
        remarks.tell("unreferenced", "@{name} erased: nothing refers to it", self.op, name=symbol_name(self.op))
