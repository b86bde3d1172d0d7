"""Pages for the keyboard and for screen readers, as axe-core judges them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from sdyopt.view.command import run as run_view
from tools import browser
from tools.browser import Browser

ROOT = Path(__file__).resolve().parents[3]
MOE = str(ROOT / "examples" / "moe.mlir")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(browser.program() is None or shutil.which("npm") is None, reason="Chromium or npm is missing"),
]

FOUND = """axe.run(document, {resultTypes: ["violations"]}).then(({violations}) =>
  violations.map(({impact, id, nodes}) => `${impact}: ${id}: ${nodes[0].html}`))"""


OPENED = """document.querySelectorAll('.opener, button.number').forEach(each => each.click());
const field = document.querySelector('input[type=search]');
if (field) { field.value = 'expert'; field.dispatchEvent(new Event('input')); }
document.querySelectorAll('details').forEach(each => { each.open = true; })"""
"""Opens rows and parts of a page, and searches it."""


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core, of the release that npm installs."""
    folder = tmp_path_factory.mktemp("axe")
    install = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), "axe-core@4"]
    if subprocess.run(install, capture_output=True).returncode:
        pytest.skip("npm cannot install axe-core")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with Browser() as started:
        yield started


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("page", ["view", "variants"])
def test_a_checker_finds_nothing(chromium: Browser, axe: str, tmp_path: Path, page: str, dark: bool) -> None:
    """Neither what is serious nor what is not, on light pages and on dark ones."""
    run, options = {"view": (run_view, ["--time"]), "variants": (run_view, ["--shard", "tokens=expert"])}[page]
    file = tmp_path / "page.html"
    status, _, messages = run([MOE, *options, "--html", str(file)])
    assert status == 0, messages
    chromium.open(file, 1400, 1000, dark)
    chromium.run(OPENED)
    chromium.run(axe)
    assert chromium.run(FOUND) == []
