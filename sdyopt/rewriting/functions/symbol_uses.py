"""Uses of symbols: what operations refer to, looked up as MLIR does."""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.ir.attributes import SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbol_references import references_of_dictionary
from sdyopt.ir.symbols import PRIVATE, is_symbol, is_symbol_table, symbols, visibility
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic

UNKNOWN_TABLE = (
    "operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses"
)


def references_in(op: Operation, may_be_unknown: bool = False) -> set[SymbolRefAttr]:
    """Returns what `op` and the operations inside refer to; not what other tables hold.

    Raises CompilationError for an operation that may be a table, as its dialect is not known; with `may_be_unknown` it
    counts as none.
    """
    seen: set[Signature] = set()
    work = [op]
    while work:
        outer = work.pop()
        if not may_be_unknown and len(outer.regions) == 1 and not isinstance(outer.definition, OpDef):
            raise CompilationError([Diagnostic("error", UNKNOWN_TABLE, op.location)])
        seen.add(outer.signature)
        if is_symbol_table(outer):
            continue
        for block in [block for region in outer.regions for block in region.blocks]:
            inner = block.first
            while inner is not None:
                seen.add(inner.signature)
                if inner.regions:
                    work.append(inner)
                inner = inner.next
    dictionaries = {signature.properties for signature in seen} | {signature.attributes for signature in seen}
    return {reference for dictionary in dictionaries for reference in references_of_dictionary(dictionary)}


def resolved(
    reference: SymbolRefAttr, table: Operation, tables: dict[Operation, dict[str, Operation]], in_full: bool = True
) -> list[Operation]:
    """Returns the symbols that the parts of a reference name.

    If one of them is not known, there are none, or with `in_full` false those before it. `tables` remembers the symbols
    of tables.
    """
    found: list[Operation] = []
    for name in reference.path:
        if table not in tables:
            tables[table] = symbols(table) if is_symbol_table(table) else {}
        symbol = tables[table].get(name)
        if symbol is None:
            return [] if in_full else found
        found.append(symbol)
        table = symbol
    return found


def is_hidden(table: Operation) -> bool:
    """Returns whether nothing outside refers to the symbols in `table`, as far as is seen from the table alone."""
    return not is_symbol(table) or visibility(table) == PRIVATE


def symbol_tables(root: Operation) -> Iterator[tuple[Operation, bool]]:
    """Yields the tables in `root`, itself included, each with whether nothing outside refers to its symbols."""
    work = [(root, root.parent_op is None)]
    while work:
        op, hidden = work.pop()
        if is_symbol_table(op):
            hidden = hidden or is_hidden(op)
            yield op, hidden
        else:
            hidden = True
        work += [(inner, hidden) for region in op.regions for block in region.blocks for inner in block.ops]
