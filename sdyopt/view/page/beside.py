"""What a page shows of a program that XLA has compiled, next to that of Shardy's partitioner."""

from __future__ import annotations

from typing import Any

from sdyopt.cost.collectives.collectives import CollectiveView
from sdyopt.cost.origins.sources import source_text
from sdyopt.view.model import ModuleView
from sdyopt.view.page.lines import TextLines
from sdyopt.view.render.xla_tables import OURS, difference_notes, pair_text, sums_of
from sdyopt.view.xla import Pair, XlaView, side_by_side

Object = dict[str, Any]


def beside_object(view: ModuleView, xla: XlaView, lines: TextLines) -> Object:
    """Returns the collectives of both programs in pairs, and the sums of both."""
    ours = OURS[view.stage.partitioner]
    return {
        "file": xla.file,
        "module": xla.module,
        "devices": xla.devices,
        "ours": ours,
        "rows": [
            _pair(pair, view, ours, lines) for pair in side_by_side(view.collectives, xla.collectives, view.frames)
        ],
        "sums": [[name, *ours, *of_xla] for name, ours, of_xla in sums_of(view, xla)],
        "notes": list(difference_notes(view, xla)),
    }


def _pair(pair: Pair, view: ModuleView, ours: str, lines: TextLines) -> Object:
    return {
        "kind": pair.group.kind,
        "axis_key": pair.group.axes,
        "only": pair_text(pair, ours),
        "shardy": _member(pair.shardy, view, lines),
        "xla": _member(pair.xla, view, lines),
    }


def _member(collective: CollectiveView | None, view: ModuleView, lines: TextLines) -> Object | None:
    if collective is None:
        return None
    return {
        "source": source_text(collective.source, view.frames),
        "text_line": lines.of_source(collective.source),
        "operand": collective.operand.type,
        "bytes_sent": collective.bytes_sent,
        "executions": collective.executions,
        "runs": collective.runs.text,
        "most": collective.most,
        "sent": collective.sent,
    }
