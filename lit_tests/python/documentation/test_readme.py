"""The pages of the documentation show what commands really print, and tables that are current."""

from __future__ import annotations

import contextlib
import io
import re

import pytest

from tools.chunks import mostly_long
from tools.docs.page_parts import Page
from tools.docs.sessions import ROOT, Shown, run, shown_commands
from tools.docs.tables import PAGES
from tools.fork_server import ForkServer

README = (ROOT / "README.md").read_text(encoding="utf-8")
_PROGRAM = re.compile(r"^```python\n(.*?)^```\n\n```\n(.*?)^```", re.MULTILINE | re.DOTALL)


SHOWN = list(shown_commands())
SLOW = "sdy-plan lit_tests/compiled/"
"""The beginning of commands that plan large programs; small ones are planned on the same page."""

QUICK = [each for each in SHOWN if SLOW not in each.command][::4]
"""The commands of pages that run without `-m long`, too, beside those of README."""


@pytest.mark.parametrize(
    "shown",
    mostly_long(SHOWN, [each for each in SHOWN if each.page == "README.md"] + QUICK),
    ids=lambda shown: f"{shown.page}: {shown.command[:60]}",
)
def test_command_prints_what_is_shown(shown: Shown, fork_server: ForkServer) -> None:
    """At the top of the repository. If the output has changed: `python -m tools.docs.sessions`."""
    assert run(shown.command, fork_server.commands) == shown.output


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_tables_are_current(page: Page) -> None:
    """If they are not: `python -m tools.docs.tables`."""
    assert page.renewed() == page.text


def test_the_library_prints_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block of Python in the README is a program, and the block below it is its output."""
    monkeypatch.chdir(ROOT)
    programs = _PROGRAM.findall(README)
    assert programs
    for program, output in programs:
        with contextlib.redirect_stdout(io.StringIO()) as written:
            exec(compile(program, "README.md", "exec"), {})
        assert written.getvalue() == output


def test_blocks_fit_a_narrow_window() -> None:
    """Commands and what they print."""
    lines = [
        line
        for block in re.findall(r"^```\w*\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
        for line in block.split("\n")
    ]
    assert [line for line in lines if len(line) > 80] == []


def test_figures_are_on_the_pages_that_are_linked_to() -> None:
    """Each number of an answer, or of a better sharding, is on a page that is linked to there; versions of Python are
    those of the package.
    """
    answers = re.findall(r"^\| [^|]*\? \| (.*) \|$|^## What would be better\n([^#]*)", README, re.MULTILINE)
    assert len(answers) == 6
    for said in map("".join, answers):
        paths = [*re.findall(r"\]\(([^)#]*)", said), "pyproject.toml"]
        pages = "".join([(ROOT / path).read_text(encoding="utf-8") for path in paths])
        for figure in re.findall(r"\d[\d.,]*\d|\d", re.sub(r"\]\([^)]*\)|[A-Z]\d+|v\de", "", said)):
            assert re.search(rf"(?<![\d.,]){re.escape(figure)}(?![\d]|[.,]\d)", pages), (figure, said)


def test_the_test_command_is_what_ci_runs() -> None:
    """CI runs the README's test command."""
    command = "python -m pip install -e '.[test]' && python -m pytest -n auto"
    assert command in README
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
