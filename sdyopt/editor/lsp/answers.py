"""Answers of `sdyopt.editor.language` in the types of the Language Server Protocol."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from lsprotocol import types
from pygls.uris import from_fs_path

from sdyopt.editor import language
from sdyopt.editor.language.analysis import Fix, Problem
from sdyopt.editor.language.document import Document
from sdyopt.mlir.read.parser import Span

# Lines of a text, and positions in them as clients count.


class ClientLines:
    """The lines of a text, in which a client counts characters in units of its encoding."""

    def __init__(self, text: str, encoding: str) -> None:
        self._text = text
        self._is_ascii = text.isascii()
        self._encoding = encoding
        self._starts = [0, *[newline.end() for newline in re.finditer("\n", text)]]

    def position(self, offset: int) -> types.Position:
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        return types.Position(line, offset - start if self._is_ascii else self._units(self._text[start:offset]))

    def offset(self, position: types.Position) -> int:
        """Returns the offset of a position; one after the end of its line, or of the text, means that end."""
        if position.line >= len(self._starts):
            return len(self._text)
        start = self._starts[position.line]
        last = position.line + 1 == len(self._starts)
        end = len(self._text) if last else self._starts[position.line + 1] - 1
        if self._is_ascii:
            return min(start + position.character, end)
        units = position.character
        offset = start
        while offset < end and units > 0:
            units -= self._units(self._text[offset])
            offset += 1
        return offset

    def range(self, span: Span) -> types.Range:
        return types.Range(self.position(span.start), self.position(span.end))

    def span(self, range: types.Range) -> Span:
        return Span(self.offset(range.start), self.offset(range.end))

    def _units(self, text: str) -> int:
        if self._encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        if self._encoding == "utf-32":
            return len(text)
        return len(text.encode("utf-16-le", "surrogatepass")) // 2


_SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}

_SYMBOL_KINDS = {
    "func": types.SymbolKind.Function,
    "mesh": types.SymbolKind.Constant,
    "module": types.SymbolKind.Module,
}

_COMPLETION_KINDS = {
    "operation": types.CompletionItemKind.Function,
    "attribute": types.CompletionItemKind.Property,
    "mesh": types.CompletionItemKind.Constant,
    "function": types.CompletionItemKind.Reference,
    "axis": types.CompletionItemKind.EnumMember,
    "value": types.CompletionItemKind.Variable,
    "alias": types.CompletionItemKind.Constant,
    "option": types.CompletionItemKind.Keyword,
    "pass": types.CompletionItemKind.Module,
}


def diagnostic(problem: Problem, uri: str, lines: ClientLines) -> types.Diagnostic:
    """Returns a problem as a diagnostic, whose message contains the hint."""
    related = [
        types.DiagnosticRelatedInformation(types.Location(uri, lines.range(note.span)), note.message)
        for note in problem.notes
    ]
    return types.Diagnostic(
        lines.range(problem.span),
        f"{problem.message}\nhint: {problem.hint}" if problem.hint else problem.message,
        _SEVERITIES.get(problem.severity),
        source="sdy-opt",
        related_information=related or None,
    )


def code_actions(
    problems: Sequence[Problem], range: types.Range, uri: str, version: int | None, lines: ClientLines
) -> Iterator[types.CodeAction]:
    """Yields the edits that hints of problems in a range suggest."""
    wanted = lines.span(range)
    for problem in problems:
        line = Span(lines.offset(types.Position(lines.position(problem.span.start).line, 0)), problem.span.end)
        for fix in problem.fixes:
            if line.start <= wanted.end and wanted.start <= max(line.end, fix.span.end):
                yield types.CodeAction(
                    fix.title,
                    types.CodeActionKind.QuickFix,
                    [diagnostic(problem, uri, lines)],
                    is_preferred=len(problem.fixes) == 1,
                    edit=_edit(fix, uri, version, lines),
                )


def _edit(fix: Fix, uri: str, version: int | None, lines: ClientLines) -> types.WorkspaceEdit:
    edit = types.TextEdit(lines.range(fix.span), fix.text)
    document = types.OptionalVersionedTextDocumentIdentifier(uri, version)
    return types.WorkspaceEdit(
        changes={uri: [edit]} if version is None else None,
        document_changes=None if version is None else [types.TextDocumentEdit(document, [edit])],
    )


def hover(document: Document, offset: int, lines: ClientLines) -> types.Hover | None:
    """Returns what is known of the name at an offset, without what takes long to compute."""
    if (found := language.hover(document, offset, waits=False)) is None:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, found.text), lines.range(found.span))


def completion(document: Document, offset: int, lines: ClientLines) -> types.CompletionList:
    """Returns what can be written at an offset."""
    items = [
        types.CompletionItem(
            found.label,
            kind=_COMPLETION_KINDS[found.kind],
            detail=found.detail or None,
            text_edit=types.TextEdit(lines.range(found.span), found.label),
        )
        for found in language.completions(document, offset)
    ]
    return types.CompletionList(is_incomplete=False, items=items)


def code_lenses(document: Document, lines: ClientLines) -> list[types.CodeLens]:
    """Returns what is shown above lines, which does not run a command."""
    return [
        types.CodeLens(lines.range(Span(lens.offset, lens.offset)), types.Command(lens.text, ""))
        for lens in language.code_lenses(document)
    ]


def definition(
    document: Document, offset: int, uri: str, folders: Sequence[str], lines: ClientLines
) -> types.Location | None:
    """Returns where the name at an offset is defined; files of locations are looked for in `folders`."""
    for target in language.definitions(document, offset):
        if target.file is None:
            return types.Location(uri, lines.range(target.span))
        for folder in folders:
            path = os.path.join(folder, target.file)
            if os.path.isfile(path):
                position = types.Position(max(target.line - 1, 0), max(target.column - 1, 0))
                return types.Location(from_fs_path(path) or "", types.Range(position, position))
    return None


def document_symbols(document: Document, lines: ClientLines) -> list[types.DocumentSymbol]:
    """Returns the outline of a document; what is in a module is below it."""
    top: list[types.DocumentSymbol] = []
    opened: list[tuple[Span, list[types.DocumentSymbol]]] = []
    for symbol in language.document_symbols(document):
        while opened and symbol.span.start >= opened[-1][0].end:
            opened.pop()
        children: list[types.DocumentSymbol] = []
        made = types.DocumentSymbol(
            symbol.name,
            _SYMBOL_KINDS[symbol.kind],
            lines.range(symbol.span),
            lines.range(symbol.name_span),
            symbol.detail or None,
            children=children,
        )
        (opened[-1][1] if opened else top).append(made)
        if symbol.kind == "module":
            opened.append((symbol.span, children))
    return top


def inlay_hints(document: Document, span: Span, lines: ClientLines) -> list[types.InlayHint]:
    """Returns the propagated shardings of a part of a document."""
    return [
        types.InlayHint(
            lines.position(hint.offset), hint.text, types.InlayHintKind.Type, tooltip=hint.tooltip, padding_left=True
        )
        for hint in language.inlay_hints(document, span)
    ]
