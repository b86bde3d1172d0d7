"""The outline of a text: its modules, meshes and functions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sdyopt.cost.collectives.found import CollectiveView, Totals, totals_of
from sdyopt.diagnostics.frames import FrameChoice
from sdyopt.diagnostics.rendering import USER_FRAMES
from sdyopt.dialects.sdy.syntax import sharding as sharding_text
from sdyopt.editor.language.analysis import MISSING, DocumentAnalysis
from sdyopt.editor.language.document import Document, Part
from sdyopt.ir.collecting import grouped
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.read.parser import Span


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


def document_symbols(document: Document) -> Iterator[DocumentSymbol]:
    """Returns the functions, meshes and modules of a text, in order; it need not be valid."""
    for part in document.parts:
        for symbol in part.structure.symbols:
            detail = ""
            if symbol.kind == "mesh":
                detail = part.structure.code_from(symbol.name_span.end).lstrip(" =")
            elif symbol.kind == "func":
                detail = part.structure.code_from(symbol.name_span.end).removesuffix("{").rstrip()
            if len(detail) > _LONGEST_DETAIL:
                detail = f"{detail[: _LONGEST_DETAIL - 1]}…"
            yield DocumentSymbol(
                symbol.kind, f"@{symbol.name}", detail, part.moved(symbol.span), part.moved(symbol.name_span)
            )


# Hints in the lines of a text: the shardings that propagation gives to values.

_WITHOUT_MESH = re.compile(r"<@[^,]*, (\[.*)>", re.DOTALL)


class InlayHint(NamedTuple):
    """A text to show at an offset, and a longer one to show under the pointer."""

    offset: int
    text: str
    tooltip: str


def inlay_hints(document: Document, span: Span | None = None) -> list[InlayHint]:
    """Returns a hint after the name of each value in `span` that propagation shards, where the text does not say it.

    Values that every device holds in full have none.
    """
    whole = Span(0, len(document.text)) if span is None else span
    found: list[InlayHint] = []
    for part in document.parts:
        start, end = max(whole.start - part.start, 0), min(whole.end - part.start, len(part.text))
        if start < end:
            found += _hints(part, Span(start, end))
    return found


def _hints(part: Part, lines: Span) -> Iterator[InlayHint]:
    module = part.known.module
    omits_mesh = module is not None and len(module.meshes) == 1
    for offset, sharding in part.known_hints(lines):
        full = sharding_text(sharding)
        short = _WITHOUT_MESH.fullmatch(full) if omits_mesh else None
        yield InlayHint(part.start + offset, short[1] if short else full, full)


# What is shown above lines: the bytes that a device sends because of them.

_PRIVATE = re.compile(r"func\.func[ \t]+private\b")
_CALL = re.compile(r"\bcall @")


_SENT = "sent a device: "


class CodeLens(NamedTuple):
    """A text to show above the line that begins at an offset."""

    offset: int
    text: str


def code_lenses(document: Document) -> list[CodeLens]:
    """Returns what a device sends in collectives: above the lines that need them, and in all above a function.

    The sum above the only public function is that of `sdy-view --collectives`.
    """
    return [
        CodeLens(part.start + offset, lens.text)
        for part in document.parts
        for lens in _lenses(part.known)
        if (offset := part.present(lens.offset)) is not None
    ]


def _lenses(known: DocumentAnalysis) -> Iterator[CodeLens]:
    from sdyopt.view.render.cost_tables import sent_text

    if (view := known.view) is None:
        return
    missing = {each.source for each in view.unruled if each.operation == MISSING}
    sending = [each for each in view.collectives if each.sent != 0 and each.source not in missing]
    public = [each for each in known.structure.functions if not _PRIVATE.match(known.text, each.span.start)]
    names = {function.name for function in public}
    callers = [each for each in public if len(public) == 1 or _CALL.search(known.text, each.span.start, each.span.end)]
    for function in public:
        is_only_caller = callers == [function]  # What calls of private functions send is sent for it.
        own = [
            each
            for each in sending
            if each.function == function.name or (is_only_caller and each.function not in names)
        ]
        if own:
            text = sent_text(view if len(own) == len(sending) and not missing else _sending(own))
            yield CodeLens(function.span.start, f"{_SENT}{text}")
    starts = [0, *[newline.end() for newline in re.finditer("\n", known.text)]]
    placed = [(frame, each) for each in sending for frame in each.source[:1] if frame.file == known.name]
    by_line = grouped((frame.line, each) for frame, each in placed if 0 < frame.line <= len(starts))
    for line, here in sorted(by_line.items()):
        kinds = dict.fromkeys([each.kind.replace("-", "_") for each in here])
        yield CodeLens(starts[line - 1], f"{_SENT}{sent_text(_sending(here))} ({', '.join(kinds)})")


class _Sending(NamedTuple):
    collectives: tuple[CollectiveView, ...]
    totals: Totals
    frames: FrameChoice


def _sending(collectives: Sequence[CollectiveView]) -> _Sending:
    return _Sending(tuple(collectives), totals_of(collectives), USER_FRAMES)
