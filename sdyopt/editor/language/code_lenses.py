"""What is shown above lines: the bytes that a device sends because of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sdyopt.cost.collectives.collectives import CollectiveView
from sdyopt.cost.collectives.totals import Totals, totals_of
from sdyopt.driver.diagnostics.frames import FrameChoice
from sdyopt.driver.diagnostics.rendering import USER_FRAMES
from sdyopt.editor.language.analysis import DocumentAnalysis
from sdyopt.editor.language.document import Document
from sdyopt.ir.named_tuple import NamedTuple

_PRIVATE = re.compile(r"func\.func[ \t]+private\b")


_SENT = "sent a device: "


class CodeLens(NamedTuple):
    """A text to show above the line that begins at an offset."""

    offset: int
    text: str


def code_lenses(document: Document) -> list[CodeLens]:
    """Returns what a device sends in collectives: above the lines that need them, and in all above a function.

    The sum above the only public function is that of `sdy-view --collectives`.
    """
    found: list[CodeLens] = []
    for part in document.parts:
        for lens in _lenses(part.known):
            offset = part.present(lens.offset)
            if offset is not None:
                found.append(CodeLens(part.start + offset, lens.text))
    return found


def _lenses(known: DocumentAnalysis) -> Iterator[CodeLens]:
    from sdyopt.view.render.cost_tables import sent_text

    view = known.view
    if view is None:
        return
    sending = [each for each in view.collectives if each.sent != 0]
    structure = known.structure
    public = [each for each in structure.functions if not _PRIVATE.match(known.text, each.span.start)]
    for function in public:
        own = [each for each in sending if len(public) == 1 or each.function == function.name]
        if own:
            text = sent_text(view if len(public) == 1 else _sending(own))
            yield CodeLens(function.span.start, f"{_SENT}{text}")
    starts = [0, *[newline.end() for newline in re.finditer("\n", known.text)]]
    by_line: dict[int, list[CollectiveView]] = {}
    for each in sending:
        frame = each.source[0] if each.source and not each.estimated else None
        if frame is not None and frame.file == known.name and 0 < frame.line <= len(starts):
            by_line.setdefault(frame.line, []).append(each)
    for line, here in sorted(by_line.items()):
        kinds = dict.fromkeys([each.kind.replace("-", "_") for each in here])
        yield CodeLens(starts[line - 1], f"{_SENT}{sent_text(_sending(here))} ({', '.join(kinds)})")


class _Sending(NamedTuple):
    collectives: tuple[CollectiveView, ...]
    totals: Totals
    frames: FrameChoice


def _sending(collectives: Sequence[CollectiveView]) -> _Sending:
    return _Sending(tuple(collectives), totals_of(collectives), USER_FRAMES)
