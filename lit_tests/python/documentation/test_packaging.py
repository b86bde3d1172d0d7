"""What the wheel declares and carries, and what no file of the project may say."""

from __future__ import annotations

import importlib.metadata
import importlib.resources
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

import sdyopt

ROOT = Path(__file__).resolve().parents[3]
COMMANDS = {
    "sdy-opt": "sdyopt.cli.process:sdy_opt",
    "sdy_opt": "sdyopt.cli.process:sdy_opt",
    "sdyopt": "sdyopt.cli.process:sdy_opt",
    "sdy-layout": "sdyopt.cli.process:sdy_layout",
    "sdy-view": "sdyopt.cli.process:sdy_view",
    "sdy-plan": "sdyopt.cli.process:sdy_plan",
    "sdy-lsp": "sdyopt.cli.process:sdy_lsp",
    "sdy-reduce": "sdyopt.cli.process:sdy_reduce",
    "sdy-update-checks": "sdyopt.cli.process:sdy_update_checks",
}

FORBIDDEN = {
    "a package index; pip's configuration chooses it": re.compile(r"index-url|find-links|/simple/|pythonhosted"),
    "a path of one machine": re.compile(r"(?<![\w.:/-])/(?:home|root|tmp|work|Users)/\w"),
}


@pytest.fixture(scope="module")
def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_package_says_that_it_is_typed() -> None:
    assert importlib.resources.files("sdyopt").joinpath("py.typed").is_file()


def test_every_command_is_installed_in_every_spelling() -> None:
    scripts = importlib.metadata.distribution("sdy-opt").entry_points.select(group="console_scripts")
    assert {script.name: script.value for script in scripts} == COMMANDS


def test_versions_agree(pyproject: dict[str, Any]) -> None:
    assert sdyopt.__version__ == pyproject["project"]["version"] == importlib.metadata.version("sdy-opt")
    assert f"## [{sdyopt.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_no_tracked_file_speaks_of_an_index_or_a_machine() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    lines = []
    for name in tracked.decode().strip("\0").split("\0"):
        file = ROOT / name
        if file == Path(__file__) or file.suffix in (".gz", ".png") or not file.is_file():
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            lines += [f"{name}:{number}: {what}: {line}" for what, pattern in FORBIDDEN.items() if pattern.search(line)]
    assert lines == []
