"""Format strings of operations that differ in one symbol name: all but that name is the same for all of them."""

from __future__ import annotations

from collections.abc import Callable

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


def around_symbol(op: Operation, symbol: str, text: str, write: Callable[[Operation], str]) -> AroundSymbol | None:
    """Returns the format string `text`, which `write` gives for `op`, around the `symbol` in it.

    None if it is not the same for operations with another name.
    """
    signature = op.signature
    if signature.symbol is None:
        return AroundSymbol(text, "")
    name = StringAttr(_STAND_IN) if isinstance(signature.symbol, StringAttr) else SymbolRefAttr((_STAND_IN,))
    like = Operation(signature.nameless.named(name), [])
    like.operands, like.results, like.regions = op.operands, op.results, op.regions  # for printing only: no new uses
    parts = write(like).split(f"@{_STAND_IN}")
    return AroundSymbol(*parts) if len(parts) == 2 and symbol.join(parts) == text else None
