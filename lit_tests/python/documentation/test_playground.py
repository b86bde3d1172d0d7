"""The page "Try it" of the documentation runs the commands in headless Chromium, without a network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tools import browser
from tools.browser import Browser
from tools.docs.site import ROOT, write_playground

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(browser.program() is None, reason="there is no Chromium to open pages in"),
]

SOURCE = ROOT / "docs" / "try"
PAGE = (ROOT / "docs" / "try.md").read_text(encoding="utf-8")
_PYODIDE = re.compile(r'data-pyodide="https://[^"]*/v([\d.]+)/full/"')

_WAIT = """new Promise(done => {
  const status = document.getElementById("status");
  const look = () => (/^(Exit|Error)/.test(status.textContent) ? done(status.textContent) : setTimeout(look, 20));
  look();
})"""


def _pyodide() -> Path:
    """Returns the folder with the package of npm, which is fetched once. Skips the test if it cannot be."""
    found = _PYODIDE.search(PAGE)
    assert found is not None
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "sdy-opt", f"pyodide-{found[1]}")
    if not (cache / "package").is_dir():
        if shutil.which("npm") is None:
            pytest.skip("there is no npm to fetch Pyodide with")
        cache.mkdir(parents=True, exist_ok=True)
        packed = subprocess.run(["npm", "pack", f"pyodide@{found[1]}"], cwd=cache, capture_output=True, text=True)
        if packed.returncode:
            pytest.skip(f"npm cannot fetch Pyodide: {packed.stderr[-200:]}")
        with tarfile.open(cache / packed.stdout.split()[-1]) as archive:
            archive.extractall(cache, filter="data")
    return cache / "package"


class Handler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Writes nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page, with everything it loads beside it."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "pyodide").symlink_to(_pyodide())
    shutil.copytree(SOURCE, folder, dirs_exist_ok=True)
    shutil.copy(ROOT / "docs" / "site.css", folder)
    write_playground(folder)
    body = PAGE[PAGE.index("<div id=") : PAGE.index("</script>")]
    body = _PYODIDE.sub('data-pyodide="pyodide/"', body)
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Try it</title><link rel="icon" href="data:,">'
    style = '<meta name="color-scheme" content="light dark"><link rel="stylesheet" href="site.css">'
    (folder / "index.html").write_text(f"{head}{style}{body}</script>", encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Browser]:
    with Browser() as started:
        started.open(address)
        yield started
        assert started.complaints == []


def shown(page: Browser) -> tuple[str, str, str]:
    """Waits until a command has ended. Returns the status line, the output and the messages."""
    status = page.run(_WAIT)
    return (status, *[page.run(f"document.getElementById('{part}').textContent") for part in ("output", "messages")])


def choose(page: Browser, title: str) -> None:
    """Chooses the example whose title begins like this."""
    page.run(
        f"""(() => {{
  const example = document.getElementById("example");
  example.value = [...example.options].find(option => option.text.startsWith("{title}")).value;
  example.dispatchEvent(new Event("change"));
}})()"""
    )


def tick(page: Browser, words: str) -> None:
    """Clicks the choice that adds these words to the command."""
    page.run(f"document.querySelector(`#choices input[value='{words}']`).click()")


def command(page: Browser) -> str:
    found = page.run("document.getElementById('command').value")
    assert isinstance(found, str)
    return found


def test_the_first_example_is_run_as_the_page_opens(page: Browser) -> None:
    status, output, messages = shown(page)
    assert status.startswith("Exit status 0, ")
    assert output.startswith("program.mlir, propagated, partitioned by XLA")
    assert "peak a device" in output
    assert messages.startswith("note:") or messages == ""


def test_a_table_is_ticked(page: Browser) -> None:
    choose(page, "Where")
    shown(page)
    tick(page, "--peak")
    assert command(page) == "sdy-view program.mlir --peak"
    assert "alive then" in shown(page)[1]
    tick(page, "--peak")
    assert command(page) == "sdy-view program.mlir"


def test_passes_run_in_the_order_in_which_they_are_ticked(page: Browser) -> None:
    choose(page, "An error")
    status, _, messages = shown(page)
    assert status.startswith(("Exit status 1, ", "Exit status 2, "))
    assert messages.startswith("program.mlir:5:8: error: ")
    choose(page, "Propagation")
    tick(page, "--sdy-propagation-pipeline")
    tick(page, "--sdy-close-shardings")
    tick(page, "--sdy-inline-meshes")
    status, output, _ = shown(page)
    assert command(page) == "sdy-opt program.mlir --sdy-close-shardings --sdy-inline-meshes"
    assert status.startswith("Exit status 0, ")
    assert 'mesh<["data"=2, "model"=4]>' in output


def test_a_page_is_shown_in_the_page(page: Browser) -> None:
    choose(page, "As a page")
    assert shown(page)[1] == ""
    assert page.run("document.getElementById('page').srcdoc").startswith("<!doctype html>")
    assert page.run("document.getElementById('output').hidden")


def test_variants_and_plans_need_no_other_process(page: Browser) -> None:
    choose(page, "Where")
    page.run("document.getElementById('command').value = \"sdy-view program.mlir --shard '%x=data;model;-'\"")
    page.run("document.getElementById('controls').requestSubmit()")
    assert "%x=P('model')" in shown(page)[1]
    choose(page, "A plan")
    assert "evaluations" in shown(page)[1]


def test_a_link_holds_the_program(page: Browser, address: str) -> None:
    """Another browser shows what this one has shown, also of characters that are not ASCII."""
    choose(page, "An error")
    page.run("document.getElementById('program').value = '// größer 大\\nmodule {}'")
    page.run("document.getElementById('command').value = 'sdy-opt program.mlir --mlir-print-debuginfo'")
    page.run("document.getElementById('controls').requestSubmit()")
    _, output, _ = shown(page)
    assert "program.mlir" in output
    link = page.run("location.href")
    assert link.startswith(f"{address}#")
    with Browser() as other:
        other.open(link)
        assert shown(other)[1] == output
        assert other.run("document.getElementById('program').value").startswith("// größer 大")
        assert other.complaints == []


def test_a_command_line_that_is_wrong_is_reported(page: Browser) -> None:
    for line, said in (("ls", "must begin with one of"), ("sdy-opt 'x", "No closing quotation"), ("sdy-view -x", "-x")):
        page.run(f'document.getElementById("command").value = "{line}"')
        page.run("document.getElementById('controls').requestSubmit()")
        status, _, messages = shown(page)
        assert status.startswith(("Exit status 1, ", "Exit status 2, "))
        assert said in messages
