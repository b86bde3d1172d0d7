"""The example of a project with programs works, and is what docs/testing.md shows."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sdyopt.cli import main as cli
from tools import corpus

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "docs" / "example_project"
ENVIRONMENT = {
    **os.environ,
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # as in an environment that has pytest and nothing else
}
WITH_PLUGINS = [sys.executable, "-m", "pytest", "-p", "pytest_asyncio", "-p", "pytest_lsp"]
HOOKS = re.findall(r"^- id: (.*)\n(?:  .*\n)*?  entry: (.*)$", (ROOT / ".pre-commit-hooks.yaml").read_text(), re.M)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the example outside of this repository."""
    return Path(shutil.copytree(EXAMPLE, tmp_path / "project", ignore=shutil.ignore_patterns(".lit", "__pycache__")))


def run(project: Path, *command: str) -> tuple[int, str]:
    done = subprocess.run(command, cwd=project, env=ENVIRONMENT, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("command", "passed"),
    [
        (["lit", "tests"], r"Passed: 1 \(100"),
        ([sys.executable, "-m", "pytest", "tests"], "2 passed"),
        pytest.param([sys.executable, "-m", "pytest", "tests/mlp.mlir"], "1 passed", marks=pytest.mark.long),
        pytest.param([*WITH_PLUGINS, "tests"], "2 passed", marks=pytest.mark.long),
    ],
    ids=["lit", "pytest", "pytest, the golden test", "pytest with plugins"],
)
def test_the_example_passes_and_fails(project: Path, command: list[str], passed: str) -> None:
    """Its tests pass as they are; if the program is another one they fail."""
    if command[:-1] == WITH_PLUGINS:
        pytest.importorskip("pytest_lsp")
    status, output = run(project, *command)
    assert status == 0, output
    assert re.search(passed, output)
    program = project / "tests" / "mlp.mlir"
    program.write_text(program.read_text().replace("sdy.sharding_constraint %0", "sdy.reshard %0"))
    status, output = run(project, *command)
    assert status == 1, output


@pytest.mark.parametrize("name", ["tests/lit.cfg.py", "tests/conftest.py", ".pre-commit-config.yaml"])
def test_the_page_shows_the_example(name: str) -> None:
    shown = re.findall(
        r"^```(?:python|yaml)\n(.*?)^```", (ROOT / "docs" / "testing.md").read_text(encoding="utf-8"), re.M | re.S
    )
    assert (EXAMPLE / name).read_text(encoding="utf-8") in shown


@pytest.mark.parametrize("name", corpus.QUICK)
def test_the_first_hook_accepts_what_jax_emits(name: str, tmp_path: Path) -> None:
    """With the options that the page recommends; `-verify-roundtrip` refuses exactly the programs with loops."""
    command = shlex.split(dict(HOOKS)["sdy-opt-verify"])[1:]
    program = tmp_path / "program.mlir"
    program.write_text(corpus.text(name), encoding="utf-8")
    for options in ([], ["-split-input-file"]):
        assert cli.run([*command, *options, str(program)]) == (0, b"", b"")
    has_loop = "stablehlo.while" in corpus.text(name)
    assert cli.run([*command, "-verify-roundtrip", str(program)])[0] == has_loop


def test_hooks_run_commands_that_are_installed() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert len(HOOKS) == 2
    assert {entry.split()[0] for _, entry in HOOKS} <= set(scripts)
    config = (EXAMPLE / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"- id: (.*)", config) == [hook for hook, _ in HOOKS]


@pytest.mark.parametrize(("hook", "entry"), HOOKS)
def test_hooks_find_what_is_wrong(project: Path, hook: str, entry: str) -> None:
    """A hook passes over files that are in order; it fails, or mends, those that are not."""
    program = project / "tests" / "mlp.mlir"
    other = program.with_name("other.mlir")
    other.write_text("module {}\n")
    text = program.read_text()
    command = [*entry.split(), str(other), str(program)]
    assert run(project, *command)[0] == 0
    assert program.read_text() == text
    program.write_text(text.replace("sdy.sharding_constraint %0", "sdy.reshard %0" if "update" in hook else "sdy.x %0"))
    status, output = run(project, *command)
    if "update" in hook:
        assert status == 0, output
        assert "%[[TMP1:.*]] = sdy.reshard %[[TMP0]]" in program.read_text()
    else:
        assert status == 1
        assert "mlp.mlir:17:8: error: " in output
