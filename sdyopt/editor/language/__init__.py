"""The language features of the Language Server Protocol, as functions, for a program in MLIR text.

`Document` is a text that is edited, valid or not. Places are offsets of characters in it, and `Span`s of them.

    document = Document(path.read_text(), str(path))
    print(hover(document, document.text.index("%4")).text)
"""

from sdyopt.editor.language.analysis import Fix, Problem, Related
from sdyopt.editor.language.document import Document, Target
from sdyopt.editor.language.formatting import format_text
from sdyopt.editor.language.hover import Completion, Hover, completions, definitions, hover, references
from sdyopt.editor.language.outline import (
    CodeLens,
    DocumentSymbol,
    InlayHint,
    code_lenses,
    document_symbols,
    inlay_hints,
)
from sdyopt.mlir.read.parser import Span

__all__ = [
    "CodeLens",
    "Completion",
    "Document",
    "DocumentSymbol",
    "Fix",
    "Hover",
    "InlayHint",
    "Problem",
    "Related",
    "Span",
    "Target",
    "code_lenses",
    "completions",
    "definitions",
    "document_symbols",
    "format_text",
    "hover",
    "inlay_hints",
    "references",
]
