"""Format strings of operations that differ in one symbol name: all but that name is the same for all of them."""

from __future__ import annotations

from sdyopt.ir.attributes import StringAttr, SymbolRefAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.mlir.write.quoting import symbol_token

_STAND_IN = "__symbol__"


class AroundSymbol(NamedTuple):
    """The parts of a format string before the symbol name, and after it."""

    before: str
    behind: str


def symbol_of(signature: Signature) -> str:
    """Returns the symbol name in a signature as it stands in a format string; "" if there is none."""
    name = signature.symbol
    if name is None:
        return ""
    token = symbol_token(name.value if isinstance(name, StringAttr) else name.root)
    return token.replace("%", "%%") if "%" in token else token


def with_stand_in(op: Operation) -> Operation:
    """Returns an operation like `op`, for printing only, with a stand-in for the symbol name; `op` if it has none."""
    signature = op.signature
    if signature.symbol is None:
        return op
    name = StringAttr(_STAND_IN) if isinstance(signature.symbol, StringAttr) else SymbolRefAttr((_STAND_IN,))
    like = Operation(signature.nameless.named(name), [])
    like.operands, like.results, like.regions = op.operands, op.results, op.regions  # for printing only: no new uses
    return like


def around_stand_in(text: str) -> AroundSymbol | None:
    """Returns the parts of a format string; None if the stand-in is not in it once."""
    parts = text.split(f"@{_STAND_IN}")
    return AroundSymbol(*parts) if len(parts) == 2 else None
