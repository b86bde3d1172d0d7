"""Canonicalization patterns of the func dialect."""

from __future__ import annotations

from sdyopt.dialects.func import ops as func
from sdyopt.ir.attributes import NO_ATTRIBUTES, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.mlir.releases import since
from sdyopt.rewriting.folding import constant_value
from sdyopt.rewriting.patterns import PatternRewriter, pattern


@pattern(func.CALL_INDIRECT, "")
def call_of_constant(op: Operation, rewriter: PatternRewriter) -> bool:
    """Calls a function by its name, if that is known."""
    if not isinstance(callee := constant_value(op.operands[0]), SymbolRefAttr):
        return False
    rewriter.tell("constant-callee", "{op} calls @{callee}", op, op=op, callee=callee.leaf)
    types = op.signature.result_types
    kept = op.attributes if since("0.12.0.1") else NO_ATTRIBUTES
    rewriter.replace_by(op, func.CALL, op.operands[1:], types, {"callee": callee}, kept)
    return True


PATTERNS = (call_of_constant,)
