"""-symbol-privatize."""

from __future__ import annotations

from typing import ClassVar

from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import PRIVATE, VISIBILITY, symbol_name, symbol_ops, visibility
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import ANY, Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("symbol-privatize")
class SymbolPrivatize(Pass):
    """Makes functions, meshes and named modules private, except those that are excluded.

    Only symbols directly inside the operation change. Passes such as `-symbol-dce` may erase private ones that nothing
    refers to.
    """

    anchor: ClassVar[str] = ANY

    exclude: tuple[str, ...] = option(default=(), help="Names of symbols that keep their visibility")

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        for symbol in symbol_ops(op):
            if symbol_name(symbol) not in self.exclude and visibility(symbol) != PRIVATE:
                rewriter.report(privatized, symbol)
                definition = symbol.definition
                is_inherent = isinstance(definition, OpDef) and VISIBILITY in definition.inherent_names
                set_visibility = rewriter.set_property if is_inherent else rewriter.set_attribute
                set_visibility(symbol, VISIBILITY, StringAttr(PRIVATE))


def privatized(symbol: Operation) -> Explanation:
    """A symbol is private now."""
    name = symbol_name(symbol)
    return explained("privatized", "@{name} is private: it is not excluded", symbol, name=name)
