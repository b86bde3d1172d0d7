"""`sdy-lsp`: the protocol, as the client of pytest-lsp speaks it, and a real editor."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from weakref import WeakKeyDictionary

import pytest

pytest.importorskip("pygls", reason="pygls is not installed")
pytest_lsp = pytest.importorskip("pytest_lsp", reason="pytest-lsp is not installed")

types = pytest.importorskip("lsprotocol.types")
ClientLines = pytest.importorskip("sdyopt.editor.lsp.answers").ClientLines
INSTALL = pytest.importorskip("sdyopt.editor.lsp.command").INSTALL

SERVER = Path(sys.executable).parent / "sdy-lsp"

PROGRAM = """\
sdy.mesh @mesh = <["data"=2, "model"=4]>

func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> tensor<8x16xf32> {
  // é, and 🙂 in front of names: %0
  %0 = stablehlo.tanh %x : tensor<8x16xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"modle"}, {}]> : tensor<8x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}
"""

LENSES = [
    [3, 'sent a device: 128 B, all over "data" and "model"'],
    [5, 'sent a device: 128 B, all over "data" and "model" (collective_permute)'],
]
"""Of the program without its error: the sum, and what its operations need."""

URI = "file:///folder/program.mlir"
DOCUMENT = types.TextDocumentIdentifier(URI)

PUBLISHED: WeakKeyDictionary[pytest_lsp.LanguageClient, asyncio.Queue[types.PublishDiagnosticsParams]] = (
    WeakKeyDictionary()
)
"""The diagnostics that clients have got, and no test has waited for yet."""


def session(test: Callable[[pytest_lsp.LanguageClient], Awaitable[None]], *arguments: str) -> None:
    """Runs a test with a client of a server, which must end with status 0 after it."""

    async def run() -> None:
        client = pytest_lsp.make_test_lsp_client()
        PUBLISHED[client] = asyncio.Queue()

        def keep(published: types.PublishDiagnosticsParams) -> None:
            """Keeps all diagnostics: several may arrive before a test goes on to wait for the next ones."""
            client.protocol.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, keep)
            PUBLISHED[client].put_nowait(published)

        client.protocol.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, keep)
        await client.start_io(str(SERVER), *arguments)
        capabilities = types.ClientCapabilities(
            general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf16])
        )
        await client.initialize_session(types.InitializeParams(capabilities, workspace_folders=None))
        await test(client)
        await client.shutdown_async(None)
        client.exit(None)
        await asyncio.wait_for(client._server.wait(), 60)
        assert client._server.returncode == 0
        await client.stop()

    asyncio.run(asyncio.wait_for(run(), 120))


async def diagnostics_of(client: pytest_lsp.LanguageClient, version: int) -> list[types.Diagnostic]:
    """Waits for the diagnostics of a version of the document."""
    while True:
        published = await PUBLISHED[client].get()
        if published.uri == URI and published.version == version:
            return list(published.diagnostics)


async def opened(client: pytest_lsp.LanguageClient, text: str = PROGRAM) -> list[types.Diagnostic]:
    item = types.TextDocumentItem(URI, "mlir", 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return await diagnostics_of(client, 1)


def change(client: pytest_lsp.LanguageClient, version: int, text: str, range: types.Range | None = None) -> None:
    edit = (
        types.TextDocumentContentChangeWholeDocument(text)
        if range is None
        else types.TextDocumentContentChangePartial(range, text)
    )
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(version, URI), [edit])
    )


def at(text: str, before: str = "") -> types.Position:
    """The position of the first occurrence of a text behind another one."""
    return ClientLines(PROGRAM, "utf-16").position(PROGRAM.index(text, PROGRAM.index(before)))


def test_an_error_is_reported_with_its_hint_and_the_edit_that_mends_it() -> None:
    async def test(client: pytest_lsp.LanguageClient) -> None:
        (found,) = await opened(client)
        assert found.message == (
            '\'sdy.sharding_constraint\' op unknown axis name: "modle"\nhint: did you mean "model"?'
        )
        assert found.range == types.Range(types.Position(5, 7), types.Position(5, 30))
        assert (found.severity, found.source) == (types.DiagnosticSeverity.Error, "sdy-opt")
        context = types.CodeActionContext([found])
        (action,) = await client.text_document_code_action_async(types.CodeActionParams(DOCUMENT, found.range, context))
        assert (action.title, action.is_preferred) == ('Replace with "model"', True)
        (edit,) = action.edit.changes[URI]
        change(client, 2, edit.new_text, edit.range)
        assert await diagnostics_of(client, 2) == []

    session(test)


def test_names_answer() -> None:
    """Above the error, which is on line 6, and below it as far as names go."""

    async def test(client: pytest_lsp.LanguageClient) -> None:
        await opened(client)
        hover = await client.text_document_hover_async(types.HoverParams(DOCUMENT, at("%0 =")))
        assert hover.contents.value.split("\n\n") == [
            "```mlir\n%0 : tensor<8x16xf32>\n```",
            'Sharding `<@mesh, [{"data"}, {}]>`, propagated',
            "Local shape `4x16`, 256 bytes a device",
            'replicated over "model": 4 copies',
            "Why:",
            '- %0 dim 0 "data": argument %x dim 0 → tanh program.mlir:5 → %0\n- %0 dim 1: no axis reaches it',
        ]
        assert hover.range == types.Range(types.Position(4, 2), types.Position(4, 4))
        found = await client.text_document_definition_async(types.DefinitionParams(DOCUMENT, at("%0,")))
        assert (found.uri, found.range.start) == (URI, types.Position(4, 2))
        context = types.ReferenceContext(include_declaration=True)
        places = await client.text_document_references_async(types.ReferenceParams(context, DOCUMENT, at("%0,")))
        assert [place.range.start.line for place in places] == [4, 5, 6]
        symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
        assert [(symbol.name, symbol.kind) for symbol in symbols] == [
            ("@mesh", types.SymbolKind.Constant),
            ("@main", types.SymbolKind.Function),
        ]
        lines = types.Range(types.Position(0, 0), types.Position(9, 0))
        hints = await client.text_document_inlay_hint_async(types.InlayHintParams(DOCUMENT, lines))
        assert [(hint.position, hint.label) for hint in hints] == [(types.Position(4, 4), '[{"data"}, {}]')]

    session(test)


def test_names_are_completed_and_lines_say_what_is_sent() -> None:
    """The edit of a completion takes the place of what has been written."""

    async def test(client: pytest_lsp.LanguageClient) -> None:
        text = PROGRAM.replace("modle", "model")
        await opened(client, text)
        place = at("modle")
        params = types.CompletionParams(DOCUMENT, types.Position(place.line, place.character + 2))
        found = await client.text_document_completion_async(params)
        (item,) = found.items
        start = types.Position(place.line, place.character - 1)
        assert (item.label, item.kind) == ('"model"', types.CompletionItemKind.EnumMember)
        assert item.text_edit == types.TextEdit(types.Range(start, params.position), '"model"')
        lenses = await client.text_document_code_lens_async(types.CodeLensParams(DOCUMENT))
        assert [[lens.range.start.line + 1, lens.command.title] for lens in lenses] == LENSES
        assert all(lens.range.start == lens.range.end for lens in lenses)

    session(test)


class _Progress:
    """The messages to an editor about work that takes long."""

    def __init__(self) -> None:
        self.shown: list[object] = []

    async def create_async(self, token: str) -> None:
        self.shown.append("created")

    def begin(self, token: str, value: types.WorkDoneProgressBegin) -> None:
        self.shown.append((value.title, value.message))

    def report(self, token: str, value: types.WorkDoneProgressReport) -> None:
        self.shown.append(value.message)

    def end(self, token: str, value: types.WorkDoneProgressEnd) -> None:
        self.shown.append("ended")


def test_the_first_answer_does_not_wait_long_and_progress_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what the text says; the editor shows what is being computed until there are answers."""
    from sdyopt.editor.language import Document
    from sdyopt.editor.lsp import answers, server

    progress = _Progress()
    window = types.WindowClientCapabilities(work_done_progress=True)
    monkeypatch.setattr(server, "_BEFORE_PROGRESS", 0)
    monkeypatch.setattr(server.SdyLanguageServer, "client_capabilities", types.ClientCapabilities(window=window))
    monkeypatch.setattr(server.SdyLanguageServer, "work_done_progress", progress)

    async def test() -> None:
        started = server.make_server()
        lines = ClientLines(PROGRAM, "utf-16")
        document = server._OpenDocument(URI, 1, Document(PROGRAM, "program.mlir"), lines)
        started._open[URI] = document
        shown = asyncio.create_task(started._show_progress(document))
        known = await started.known(URI, 0.01)
        assert known is document
        (first, later) = (answers.hover(document.document, PROGRAM.index("%2 ="), lines) for _ in range(2))
        assert first is not None
        assert first == later
        assert "%2 = stablehlo.add %0, %1 : tensor<8x16xf32>" in first.contents.value
        assert "still being propagated" in first.contents.value
        document.problems.set_result([])
        await asyncio.sleep(0.01)
        document.analysis.set_result(None)
        await shown

    asyncio.run(test())
    assert progress.shown == ["created", ("sdy-lsp: program.mlir", "reading"), "propagating shardings", "ended"]


@pytest.mark.long
def test_a_location_leads_to_the_line_of_python(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text("import jax\n\nx = 1\n")
    uri = (tmp_path / "program.mlir").as_uri()
    text = (
        "func.func @f(%a: tensor<8xf32>) {\n  %0 = stablehlo.tanh %a : tensor<8xf32> loc(#loc1)\n  return\n}\n"
        '#loc = loc("model.py":3:5)\n#loc1 = loc("tanh"(#loc))\n'
    )

    async def test(client: pytest_lsp.LanguageClient) -> None:
        client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "mlir", 1, text)))
        document = types.TextDocumentIdentifier(uri)
        for position in (types.Position(1, 45), types.Position(5, 2)):
            found = await client.text_document_definition_async(types.DefinitionParams(document, position))
            assert (found.uri, found.range.start) == ((tmp_path / "model.py").as_uri(), types.Position(2, 4))

    session(test)


@pytest.mark.long
def test_formatting_replaces_the_text() -> None:
    text = PROGRAM.replace("modle", "model")

    async def test(client: pytest_lsp.LanguageClient) -> None:
        await opened(client, text.replace("  %2 =", "\t %2  ="))
        options = types.FormattingOptions(tab_size=2, insert_spaces=True)
        (edit,) = await client.text_document_formatting_async(types.DocumentFormattingParams(DOCUMENT, options))
        assert edit.new_text == text

    session(test)


@pytest.mark.long
def test_nothing_stops_the_server() -> None:
    """Every beginning of a program, other formats, positions outside, and a document that is not open."""
    texts = [PROGRAM[:end] for end in range(0, len(PROGRAM), 61)]
    texts += ["", "\0\ud800" * 3, "module {" * 5000, "{" * 5000, "HloModule m", '"' * 999, "// -----\n" * 9, "%0 = \n#"]

    async def test(client: pytest_lsp.LanguageClient) -> None:
        await opened(client)
        for version, text in enumerate(texts, 2):
            change(client, version, text.encode("utf-8", "replace").decode())
            if version % 4 == 0:
                await diagnostics_of(client, version)
            for position in (types.Position(4, 3), types.Position(9999, 9999)):
                await client.text_document_hover_async(types.HoverParams(DOCUMENT, position))
                await client.text_document_definition_async(types.DefinitionParams(DOCUMENT, position))
                await client.text_document_completion_async(types.CompletionParams(DOCUMENT, position))
            await client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
        unknown = types.TextDocumentIdentifier("untitled:1")
        assert await client.text_document_hover_async(types.HoverParams(unknown, types.Position(0, 0))) is None
        client.text_document_did_close(types.DidCloseTextDocumentParams(DOCUMENT))
        await opened(client)

    session(test)


def test_positions_count_in_the_units_of_the_client() -> None:
    text = "ab\né🙂%0\n"
    for encoding, column in (("utf-8", 6), ("utf-16", 3), ("utf-32", 2)):
        lines = ClientLines(text, encoding)
        assert lines.position(5) == types.Position(1, column)
        assert lines.offset(types.Position(1, column)) == 5
        assert [lines.offset(types.Position(1, 99)), lines.offset(types.Position(9, 0))] == [7, 8]


def test_without_pygls_the_command_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['pygls'] = None; sys.argv = ['sdy-lsp']\n"
        "from sdyopt.cli.process import sdy_lsp; sdy_lsp()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == f"sdy-lsp: error: pygls is not installed: {INSTALL}\n"


INPUTS = Path(__file__).parent / "Inputs"
EDITOR = (INPUTS / "lsp.editor.lua").read_text(encoding="utf-8")
COMPLETED = {
    "// RUN: sdy-opt %s -sdy-inl": ["-sdy-inline-meshes"],
    "  %2 = stablehlo.mu": ["stablehlo.multiply"],
    "  %2 = stablehlo.add %": ["%0", "%1", "%x"],
    "  %2 = sdy.sharding_constraint %0 <@": ["@mesh"],
    '  %2 = sdy.sharding_constraint %0 <@mesh, [{"': ['"data"', '"model"'],
    "  %2 = stablehlo.add %0, %1 {sdy.sharding_": [
        "sdy.sharding_origin_name",
        "sdy.sharding_origins",
        "sdy.sharding_rule",
    ],
}


@pytest.mark.long
def test_neovim_shows_what_the_server_says(tmp_path: Path) -> None:
    editor = shutil.which("nvim")
    if editor is None:
        pytest.skip("nvim is not installed")
    program, script = tmp_path / "program.mlir", tmp_path / "session.lua"
    program.write_text(PROGRAM, encoding="utf-8")
    script.write_text(EDITOR, encoding="utf-8")
    homes = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    done = subprocess.run(
        [editor, "--headless", "--clean", "-n", "-c", f"luafile {script}"],
        env={
            **os.environ,
            **homes,
            "PROGRAM": str(program),
            "SERVER": str(SERVER),
            "COMPLETED": json.dumps([*COMPLETED]),
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout[done.stdout.index("{") :])
    assert (
        found["diagnostic"] == '\'sdy.sharding_constraint\' op unknown axis name: "modle"\nhint: did you mean "model"?'
    )
    assert found["line"] == '  %1 = sdy.sharding_constraint %0 <@mesh, [{"model"}, {}]> : tensor<8x16xf32>'
    assert found["cursor"] == [6, 2]  # where %1 is defined
    assert found["lenses"] == LENSES
    # Some versions show the border of code as a line.
    assert [line for line in found["hover"] if line not in ("", "```mlir", "```", "─" * 78)] == [
        "%1 : tensor<8x16xf32>",
        'Sharding `<@mesh, [{"model"}, {}]>`',
        "Local shape `2x16`, 128 bytes a device",
        'replicated over "data": 2 copies',
        "Why:",
        '- %1 dim 0 "model": sharding_constraint program.mlir:6 dim 0, chosen by the partitioner',
        "- %1 dim 1: no axis reaches it",
    ]
    assert found["completed"] == [*COMPLETED.values()]
