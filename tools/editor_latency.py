"""Measures how long `sdy-lsp` takes to answer: the first time, later, and while it computes after an edit.

python -m tools.editor_latency [FILE]

The default is the transformer of 9,900 lines in the corpus. Times are those of a client, which sends one request after
the other.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import click
from lsprotocol import types
from pygls.lsp.client import LanguageClient
from rich.console import Console
from rich.table import Table

from tools import corpus

_SERVER = Path(sys.executable).parent / "sdy-lsp"
_URI = "file:///program.mlir"
_DOCUMENT = types.TextDocumentIdentifier(_URI)
_ROUNDS = 8
_VISIBLE_LINES = 80
_EDITS = 4

Times = dict[tuple[str, str], list[float]]


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, exists=True))
def main(file: Path | None) -> None:
    """Measure how long sdy-lsp takes to answer."""
    text = corpus.text("transformer_deep") if file is None else file.read_text(encoding="utf-8")
    times = asyncio.run(_measured(text))
    table = Table("when", "request", "median, ms", "longest, ms", title=f"{text.count(chr(10)):,} lines")
    for (when, request), taken in times.items():
        table.add_row(when, request, f"{median(taken) * 1000:.1f}", f"{max(taken) * 1000:.1f}")
    Console().print(table)


async def _measured(text: str) -> Times:
    """Returns the times of requests, in seconds, by when they were sent and what they were."""
    client = LanguageClient("editor-latency", "1")
    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda _: None)
    await client.start_io(str(_SERVER))
    await client.initialize_async(types.InitializeParams(types.ClientCapabilities()))
    client.initialized(types.InitializedParams())
    item = types.TextDocumentItem(_URI, "mlir", 1, text)
    times: Times = {}
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    lines = text.count("\n")
    at = types.Position(lines // 2, 6)
    await _timed(times, "first", "hover", client.text_document_hover_async(types.HoverParams(_DOCUMENT, at)))
    await _round(client, times, "later", lines)
    for version in range(2, 2 + _EDITS):
        edit = types.TextDocumentContentChangePartial(types.Range(at, at), "x")
        document = types.VersionedTextDocumentIdentifier(version, _URI)
        client.text_document_did_change(types.DidChangeTextDocumentParams(document, [edit]))
        await _round(client, times, "after an edit", lines)
        await asyncio.sleep(1)  # Now it propagates.
        await _round(client, times, "after an edit", lines)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()  # type: ignore[no-untyped-call]
    return times


async def _round(client: LanguageClient, times: Times, when: str, lines: int) -> None:
    """Sends every request at several lines."""
    for number in range(_ROUNDS):
        line = lines * (number + 1) // (_ROUNDS + 2)
        name, operand = types.Position(line, 6), types.Position(line, 40)
        visible = types.Range(types.Position(line, 0), types.Position(line + _VISIBLE_LINES, 0))
        context = types.ReferenceContext(True)
        requests: dict[str, Awaitable[Any]] = {
            "hover": client.text_document_hover_async(types.HoverParams(_DOCUMENT, name)),
            "definition": client.text_document_definition_async(types.DefinitionParams(_DOCUMENT, operand)),
            "references": client.text_document_references_async(types.ReferenceParams(context, _DOCUMENT, name)),
            "inlay hints": client.text_document_inlay_hint_async(types.InlayHintParams(_DOCUMENT, visible)),
            "symbols": client.text_document_document_symbol_async(types.DocumentSymbolParams(_DOCUMENT)),
        }
        for request, answer in requests.items():
            await _timed(times, when, request, answer)


async def _timed(times: Times, when: str, request: str, answer: Awaitable[Any]) -> None:
    start = perf_counter()
    await answer
    times.setdefault((when, request), []).append(perf_counter() - start)


if __name__ == "__main__":
    main()
