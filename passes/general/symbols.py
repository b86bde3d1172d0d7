"""Passes for functions and other symbols: -symbol-dce, -symbol-privatize, -inline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from sdyopt.ir.attribute import checked
from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.symbols import (
    PRIVATE,
    PUBLIC,
    VISIBILITY,
    holds_symbols,
    is_symbol,
    is_symbol_table,
    symbol_name,
    symbol_ops,
    visibility,
)
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import failure
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.functions import CallGraph, is_hidden, references_in, resolved, symbol_tables
from sdyopt.rewriting.passes import ANY, Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter

NO_SYMBOL_TABLE = "'{}' op  was scheduled to run under {}, but does not define a symbol table"
NOT_WRAPPED = "expected the name of an operation around it, as in 'func.func(cse)'"


@register_pass("symbol-dce")
class SymbolDCE(Pass):
    """Erases symbols that nothing refers to: private functions that are not called.

    Public symbols stay, and what they refer to in any attribute, in calls and in shardings, too. Nested symbols stay in
    modules that can be seen from outside. Meshes are public unless they say otherwise.
    """

    anchor: ClassVar[str] = ANY

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        if not is_symbol_table(op):
            raise failure(NO_SYMBOL_TABLE.format(op.name, "SymbolDCE"), op.location)
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
    work = list(_roots(root, hidden, live))
    while work:
        op, hidden = work.pop()
        if is_symbol_table(op):
            work += _roots(op, hidden or is_hidden(op), live)
        table = checked(Operation, op.parent_op)
        for reference in references_in(op):
            for symbol in resolved(reference, table, tables):
                if symbol not in live:
                    live.add(symbol)
                    work.append((symbol, hidden))
    return live


def _roots(table: Operation, hidden: bool, live: set[Operation]) -> Iterator[tuple[Operation, bool]]:
    """Returns the operations right inside a table that live by themselves, and adds their symbols to `live`."""
    for op in [op for block in table.regions[0].blocks for op in block.ops]:
        if is_symbol(op):
            seen = visibility(op)
            if op in live or (seen != PUBLIC and (hidden or seen == PRIVATE)):
                continue
            live.add(op)
        yield op, hidden


def unreferenced(op: Operation) -> Explanation:
    """A symbol is erased, as nothing refers to it."""
    return explained("unreferenced", "@{name} erased: nothing refers to it", op, name=symbol_name(op))


@register_pass("symbol-privatize")
class SymbolPrivatize(Pass):
    """Makes functions, meshes and named modules private, except excluded ones.

    Only symbols directly inside the operation change. Passes such as `-symbol-dce` may erase private ones that nothing
    refers to.
    """

    anchor: ClassVar[str] = ANY

    exclude: tuple[str, ...] = option(default=(), help="Names of symbols that keep their visibility")

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        for symbol in symbol_ops(op):
            if symbol_name(symbol) not in self.exclude and visibility(symbol) != PRIVATE:
                rewriter.tell("privatized", "@{name} is private: it is not excluded", symbol, name=symbol_name(symbol))
                definition = symbol.definition
                is_inherent = isinstance(definition, OpDef) and VISIBILITY in definition.inherent_names
                set_visibility = rewriter.set_property if is_inherent else rewriter.set_attribute
                set_visibility(symbol, VISIBILITY, StringAttr(PRIVATE))


@register_pass("inline")
class Inliner(Pass):
    """Runs a pipeline on each function, callees first, and erases private functions that nothing refers to.

    Calls stay: like the reference, which is built without the extension of MLIR's inliner for functions, it inlines
    none. What only an erased function refers to stays, too. See `-sdy-import-func-calls`.
    """

    anchor: ClassVar[str] = ANY

    default_pipeline: str = option(default="canonicalize", help="The passes that run on each function")
    max_iterations: int = option(
        default=4, help="Maximum number of rounds of inlining; without calls to inline there is one"
    )
    op_pipelines: tuple[str, ...] = option(default=(), help="Pipelines for certain operations: `func.func(cse)`")
    inlining_threshold: int = option(
        default=2**32 - 1, help="Maximum growth of a function in percent when a call is inlined"
    )

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        if not is_symbol_table(op):
            raise failure(NO_SYMBOL_TABLE.format(op.name, "the inliner"), op.location)
        for pipeline in self.op_pipelines:
            if "(" not in pipeline or not pipeline.endswith(")"):
                raise failure(f"'{pipeline}' is not a pipeline: {NOT_WRAPPED}", op.location)
        graph = CallGraph(rewriter.listing(op), with_other_dialects=True)
        uses = FunctionUses(op, graph)
        pipelines = {name: self._pipeline_of(name) for name in {function.name for function in graph.calls}}
        dead: list[Operation] = []
        for component in graph.components():
            for function in component:
                if pipelines[function.name]:
                    rewriter.run_pipeline(pipelines[function.name], function)
                uses.count_in(function)
            dead += [function for function in component if uses.is_unused(function)]
        for function in dead:
            rewriter.report(unreferenced, function)
            rewriter.erase(function)

    def _pipeline_of(self, name: str) -> str:
        """Returns the textual pipeline that runs on functions of that name of operation; empty if there is none."""
        given = [pipeline for pipeline in self.op_pipelines if pipeline.partition("(")[0].strip() == name]
        if given:
            return given[-1]
        return f"{name}({self.default_pipeline})" if self.default_pipeline else ""


class FunctionUses:
    """How many functions refer to each function that may be erased."""

    def __init__(self, root: Operation, graph: CallGraph) -> None:
        self._tables: dict[Operation, dict[str, Operation]] = {}
        self._counts: dict[Operation, int] = {}
        self._uses_in: dict[Operation, set[Operation]] = {}
        always: set[Operation] = set()
        for table, hidden in symbol_tables(root):
            for op in [op for region in table.regions for block in region.blocks for op in block.ops]:
                if op not in graph.calls:
                    always |= self._referenced(op)
                elif visibility(op) == PRIVATE or (hidden and visibility(op) != PUBLIC):
                    self._counts[op] = 0
        for function in always & self._counts.keys():
            del self._counts[function]
        for function in graph.calls:
            self.count_in(function)

    def count_in(self, function: Operation) -> None:
        """Counts anew what `function` refers to."""
        for used in self._uses_in.get(function, ()):
            self._counts[used] -= 1
        uses = self._referenced(function) & self._counts.keys()
        self._uses_in[function] = uses
        for used in uses:
            self._counts[used] += 1

    def is_unused(self, function: Operation) -> bool:
        """Returns whether `function` may be erased, and nothing refers to it."""
        return self._counts.get(function) == 0

    def _referenced(self, op: Operation) -> set[Operation]:
        """Returns the symbols that `op` and what it holds refer to."""
        table = checked(Operation, op.parent_op)
        found = (resolved(reference, table, self._tables) for reference in references_in(op, may_be_unknown=True))
        return {symbols[-1] for symbols in found if symbols}
