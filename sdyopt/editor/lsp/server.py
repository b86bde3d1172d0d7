"""The server: documents as the editor has them, and who computes what is known of them.

One thread reads and propagates programs; answers come from the other, from what is known already. Only the first
answer about a file waits, and not for long: then it is what the text says without propagation.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from uuid import uuid4

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from sdyopt import __version__
from sdyopt.display.exceptions import internal_error
from sdyopt.editor.language import Document, Problem, Span, format_text, references
from sdyopt.editor.language.hover import TRIGGERS
from sdyopt.editor.lsp import answers
from sdyopt.editor.lsp.answers import ClientLines

_SWITCH_INTERVAL = 0.001
"""Seconds after which the thread that computes lets the one that answers run."""

_BEFORE_CHECK, _BEFORE_ANALYSIS = 0.1, 0.6
"""Seconds without an edit after which a text is checked, and after which it is propagated."""

_BEFORE_COLLECTION = 3
"""Seconds without an edit after which memory is freed."""

_BEFORE_PROGRESS = 0.5
"""Seconds after which the editor shows that a text is being propagated."""

_PATIENCE = 2
"""Seconds that the first answer waits for the propagation."""

_Result = TypeVar("_Result")


class _OpenDocument:
    def __init__(self, uri: str, version: int, document: Document, lines: ClientLines) -> None:
        self.uri = uri
        self.version = version
        self.document = document
        self.lines = lines
        self.problems: asyncio.Future[list[Problem]] = asyncio.get_running_loop().create_future()
        self.analysis: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.work: asyncio.Task[None] | None = None
        self.progress: asyncio.Task[None] | None = None


class SdyLanguageServer(LanguageServer):
    """The language server, which keeps what is known of open documents."""

    def __init__(self, allow_unregistered_dialect: bool = False) -> None:
        super().__init__("sdy-lsp", __version__, max_workers=1)
        self._allow_unregistered_dialect = allow_unregistered_dialect
        self._computing = ThreadPoolExecutor(1, thread_name_prefix="analysis")
        self._open: dict[str, _OpenDocument] = {}

    async def compute(self, function: Callable[[], _Result]) -> _Result:
        """Returns what a function returns that the thread for programs calls."""
        return await asyncio.get_running_loop().run_in_executor(self._computing, function)

    def update(self, uri: str, version: int, is_edit: bool) -> None:
        """Notes the present text of a document, which is to be checked and propagated."""
        text = self.workspace.get_text_document(uri).source
        if (before := self._open.get(uri)) is None:
            document = Document(text, os.path.basename(to_fs_path(uri) or uri), self._allow_unregistered_dialect)
            document.parts  # noqa: B018 (both threads are to see the same ones)
        else:
            document = before.document.edited(text)
            self._forget(before)
        encoding = types.PositionEncodingKind(self.workspace.position_encoding or "utf-16")
        lines = ClientLines(text, encoding.value)
        opened = self._open[uri] = _OpenDocument(uri, version, document, lines)
        opened.work = asyncio.create_task(self._analyze(opened, is_edit))
        if not opened.document.has_answers:
            opened.progress = asyncio.create_task(self._show_progress(opened))

    def close(self, uri: str) -> None:
        if (opened := self._open.pop(uri, None)) is not None:
            self._forget(opened)
            self._publish(uri, None, [])

    def _forget(self, opened: _OpenDocument) -> None:
        if opened.work is not None:
            opened.work.cancel()
        for future in (opened.problems, opened.analysis):
            future.cancel()

    async def _analyze(self, opened: _OpenDocument, is_edit: bool) -> None:
        """Checks a document, reports its problems, and propagates it, unless it is edited before."""
        if is_edit:
            await asyncio.sleep(_BEFORE_CHECK)
        problems = await self.compute(lambda: _problems(opened.document))
        opened.problems.set_result(problems)
        diagnostics = [answers.diagnostic(problem, opened.uri, opened.lines) for problem in problems]
        self._publish(opened.uri, opened.version, diagnostics)
        if is_edit:
            await asyncio.sleep(_BEFORE_ANALYSIS)
        try:
            await self.compute(opened.document.propagate)
        finally:
            if not opened.analysis.done():
                opened.analysis.set_result(None)
        await self.compute(opened.document.analyze)
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
            await self.workspace_inlay_hint_refresh_async(None)
        if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            await self.workspace_code_lens_refresh_async(None)
        await asyncio.sleep(_BEFORE_COLLECTION)
        gc.collect()  # Earlier programs. At other times nothing is collected: it takes long.

    async def _show_progress(self, opened: _OpenDocument) -> None:
        """Lets an editor that can do so show what is being computed until there are answers."""
        window = self.client_capabilities.window
        await asyncio.wait([opened.analysis], timeout=_BEFORE_PROGRESS)
        if opened.analysis.done() or window is None or not window.work_done_progress:
            return
        token = str(uuid4())
        progress = self.work_done_progress
        await progress.create_async(token)
        name = opened.document.name
        progress.begin(token, types.WorkDoneProgressBegin(f"sdy-lsp: {name}", message="reading"))
        await asyncio.wait([opened.problems])
        progress.report(token, types.WorkDoneProgressReport(message="propagating shardings"))
        await asyncio.wait([opened.analysis])
        progress.end(token, types.WorkDoneProgressEnd())

    def _publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def opened(self, uri: str) -> _OpenDocument | None:
        return self._open.get(uri)

    async def known(self, uri: str, patience: float | None = None) -> _OpenDocument | None:
        """Returns an open document once something is known of it, perhaps from before the last edits; after as many
        seconds as `patience` says, if it does, in any case.
        """
        while (opened := self._open.get(uri)) is not None and not opened.document.has_answers:
            finished, _ = await asyncio.wait([opened.analysis], timeout=patience)
            if not finished or not opened.analysis.cancelled():
                break
        return self._open.get(uri)

    async def checked(self, uri: str) -> tuple[_OpenDocument, list[Problem]] | None:
        """Returns an open document and its problems, those of its present text."""
        while (opened := self._open.get(uri)) is not None:
            await asyncio.wait([opened.problems])
            if not opened.problems.cancelled():
                return opened, opened.problems.result()
        return None

    def folders(self, uri: str) -> list[str]:
        """Returns the folders in which the files of locations may be: that of the document, and the workspace's."""
        folder = os.path.dirname(to_fs_path(uri) or "")
        roots = [to_fs_path(root) for root in self.workspace.folders]
        return [folder, *filter(None, (*roots, self.workspace.root_path))]


def _problems(document: Document) -> list[Problem]:
    """Returns the problems of a document; an internal error is one."""
    try:
        return document.problems
    except Exception as error:
        return [Problem("error", internal_error(error, "the program"), Span(0, 0))]


def serve(allow_unregistered_dialect: bool) -> None:
    """Serves one client on standard input and output, until it ends the session."""
    sys.setswitchinterval(_SWITCH_INTERVAL)
    gc.disable()
    make_server(allow_unregistered_dialect).start_io()


def make_server(allow_unregistered_dialect: bool = False) -> SdyLanguageServer:
    """Returns a server with its features."""
    server = SdyLanguageServer(allow_unregistered_dialect)
    _add_documents(server)
    _add_answers(server)
    _add_edits(server)
    return server


def _add_documents(server: SdyLanguageServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.update(params.text_document.uri, params.text_document.version, is_edit=False)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.update(params.text_document.uri, params.text_document.version, is_edit=True)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)


def _add_answers(server: SdyLanguageServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        known = await server.known(params.text_document.uri, _PATIENCE)
        if known is None:
            return None
        return answers.hover(known.document, known.lines.offset(params.position), known.lines)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay_hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        known = await server.known(params.text_document.uri)
        return [] if known is None else answers.inlay_hints(known.document, known.lines.span(params.range), known.lines)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def code_lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        known = await server.known(params.text_document.uri)
        if known is None:
            return []
        document, lines = known.document, known.lines
        return await server.compute(lambda: answers.code_lenses(document, lines))

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=list(TRIGGERS)))
    async def completion(params: types.CompletionParams) -> types.CompletionList | None:
        if (opened := server.opened(params.text_document.uri)) is None:
            return None
        return answers.completion(opened.document, opened.lines.offset(params.position), opened.lines)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> types.Location | None:
        uri = params.text_document.uri
        if (opened := server.opened(uri)) is None:
            return None
        offset = opened.lines.offset(params.position)
        return answers.definition(opened.document, offset, uri, server.folders(uri), opened.lines)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def find_references(params: types.ReferenceParams) -> list[types.Location]:
        uri = params.text_document.uri
        if (opened := server.opened(uri)) is None:
            return []
        offset = opened.lines.offset(params.position)
        spans = references(opened.document, offset, params.context.include_declaration)
        return [types.Location(uri, opened.lines.range(span)) for span in spans]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        opened = server.opened(params.text_document.uri)
        return [] if opened is None else answers.document_symbols(opened.document, opened.lines)


def _add_edits(server: SdyLanguageServer) -> None:
    kinds = types.CodeActionOptions([types.CodeActionKind.QuickFix])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)
    async def code_actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        checked = await server.checked(params.text_document.uri)
        if checked is None:
            return []
        opened, problems = checked
        workspace = server.client_capabilities.workspace
        edits = None if workspace is None else workspace.workspace_edit
        version = opened.version if edits is not None and edits.document_changes else None
        return list(answers.code_actions(problems, params.range, opened.uri, version, opened.lines))

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        if (opened := server.opened(params.text_document.uri)) is None:
            return None
        document = opened.document
        text = await server.compute(lambda: format_text(document))
        if text is None or text == document.text or opened is not server.opened(opened.uri):
            return None
        end = opened.lines.position(len(document.text))
        return [types.TextEdit(types.Range(types.Position(0, 0), end), text)]
