"""The outline of a text: its modules, meshes and functions."""

from __future__ import annotations

from sdyopt.editor.language.document import Document
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.read.spans import Span


class DocumentSymbol(NamedTuple):
    """A function, a mesh or a module of a text."""

    kind: str
    """`func`, `mesh` or `module`."""
    name: str
    """`@main`."""
    detail: str
    """Of a mesh its axes, of a function the types of its arguments and results."""
    span: Span
    name_span: Span


_LONGEST_DETAIL = 80


def document_symbols(document: Document) -> list[DocumentSymbol]:
    """Returns the functions, meshes and modules of a text, in order; it need not be valid."""
    found = []
    for part in document.parts:
        for symbol in part.structure.symbols:
            detail = ""
            if symbol.kind == "mesh":
                detail = part.structure.code_from(symbol.name_span.end).lstrip(" =")
            elif symbol.kind == "func":
                detail = part.structure.code_from(symbol.name_span.end).removesuffix("{").rstrip()
            if len(detail) > _LONGEST_DETAIL:
                detail = f"{detail[: _LONGEST_DETAIL - 1]}…"
            found.append(
                DocumentSymbol(
                    symbol.kind, f"@{symbol.name}", detail, part.moved(symbol.span), part.moved(symbol.name_span)
                )
            )
    return found
