"""-symbol-dce."""

from __future__ import annotations

from typing import ClassVar

from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import (
    PRIVATE,
    PUBLIC,
    holds_symbols,
    is_symbol,
    is_symbol_table,
    symbol_name,
    symbol_ops,
    visibility,
)
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.functions import is_hidden, references_in, resolved
from sdyopt.rewriting.passes import ANY, Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter

NO_SYMBOL_TABLE = "'{}' op  was scheduled to run under SymbolDCE, but does not define a symbol table"


@register_pass("symbol-dce")
class SymbolDCE(Pass):
    """Erases symbols that nothing refers to: private functions that are not called.

    Public symbols stay, and what they refer to in any attribute, in calls and in shardings, too. Nested symbols stay in
    modules that can be seen from outside. Meshes are public unless they say otherwise.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        if not is_symbol_table(op):
            raise CompilationError([Diagnostic("error", NO_SYMBOL_TABLE.format(op.name), op.location)])
        tables = rewriter.listing(op).collect_post(may_hold_symbols)
        if tables == [op] and all(visibility(symbol) == PUBLIC for symbol in symbol_ops(op)):
            return
        live = live_symbols(op, op.parent_op is None or is_hidden(op))
        for table in filter(is_symbol_table, tables):
            for inner in symbol_ops(table):
                if inner not in live:
                    rewriter.report(unreferenced, inner)
                    rewriter.erase(inner)


def may_hold_symbols(signature: Signature) -> bool:
    """Returns whether an operation is a symbol table, as far as is known."""
    return holds_symbols(signature) or not isinstance(signature.definition, OpDef)


def live_symbols(root: Operation, hidden: bool) -> set[Operation]:
    """Returns the symbols in `root` that may be referred to from outside, and those that live operations refer to."""
    live: set[Operation] = set()
    tables: dict[Operation, dict[str, Operation]] = {}
    work: list[tuple[Operation, bool]] = _roots(root, hidden, live)
    while work:
        op, hidden = work.pop()
        if is_symbol_table(op):
            work += _roots(op, hidden or is_hidden(op), live)
        table = op.parent_op
        assert table is not None
        for reference in references_in(op):
            for symbol in resolved(reference, table, tables):
                if symbol not in live:
                    live.add(symbol)
                    work.append((symbol, hidden))
    return live


def _roots(table: Operation, hidden: bool, live: set[Operation]) -> list[tuple[Operation, bool]]:
    """Returns the operations right inside a table that live by themselves, and adds their symbols to `live`."""
    found: list[tuple[Operation, bool]] = []
    for op in [op for block in table.regions[0].blocks for op in block.ops]:
        if is_symbol(op):
            seen = visibility(op)
            if op in live or (seen != PUBLIC and (hidden or seen == PRIVATE)):
                continue
            live.add(op)
        found.append((op, hidden))
    return found


def unreferenced(op: Operation) -> Explanation:
    """A symbol is erased, as nothing refers to it."""
    return explained("unreferenced", "@{name} erased: nothing refers to it", op, name=symbol_name(op))
