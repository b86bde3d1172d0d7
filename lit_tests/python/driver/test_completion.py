"""Completion of command lines: what is offered, and what the shells make of it."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from sdyopt.cli import layout_command as layout
from sdyopt.cli import main as cli
from sdyopt.cli.command import MlirCommand
from sdyopt.cli.completion import candidates
from sdyopt.cli.flags import SCRIPTS
from sdyopt.editor.lsp import command as lsp
from sdyopt.testing import update_checks
from sdyopt.view import command as view
from tools.fork_server import ForkServer

ROOT = Path(__file__).resolve().parents[3]
COMMANDS = [cli.COMMAND, layout.COMMAND, view.COMMAND, update_checks.COMMAND, lsp.COMMAND]

FILES, MLIR_FILES = [("file", "")], [("mlir", "")]


def offered(command: MlirCommand, *words: str) -> list[tuple[str, str]]:
    """Returns the words that may replace the last one, each with its kind if that is not plain."""
    return [(item.type, item.value) for item in candidates(command, list(words[:-1]), words[-1])]


def values(command: MlirCommand, *words: str) -> list[str]:
    return [value for kind, value in offered(command, *words) if kind == "plain"]


def test_options_have_the_dashes_that_were_typed() -> None:
    assert values(cli.COMMAND, "-sdy-inl") == ["-sdy-inline-meshes"]
    assert values(cli.COMMAND, "--sdy-inl") == ["--sdy-inline-meshes"]
    for command in COMMANDS:
        assert all(not name.startswith("--") for name in values(command, "-"))
        assert "-help" in values(command, "-")
        assert all(name.startswith("--") for name in values(command, "--"))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_option_is_offered(command: MlirCommand) -> None:
    """Except those that are hidden."""
    shown = {option.opts[0] for section in command.sections for option in section.options if not option.hidden}
    assert shown <= set(values(command, "-"))


def test_what_stands_there_already_is_not_offered_again() -> None:
    """Unless it may: passes may run twice."""
    assert "-verify-each" not in values(cli.COMMAND, "-verify-each=false", "-v")
    assert "-verify-diagnostics" in values(cli.COMMAND, "-verify-each=false", "-v")
    assert "-sdy-inline-meshes" in values(cli.COMMAND, "-sdy-inline-meshes", "-sdy-i")


def test_values_follow_an_equals_sign_or_the_option() -> None:
    """With one dash or two; flags take no next word."""
    for dashes in ("-", "--"):
        assert values(view.COMMAND, f"{dashes}sort=") == ["order", "bytes", "name", "shape"]
        assert values(view.COMMAND, f"{dashes}sort=b") == ["bytes"]
        assert values(view.COMMAND, f"{dashes}sort", "n") == ["name"]
        assert values(cli.COMMAND, f"{dashes}verify-each=") == ["true", "false"]
        assert values(cli.COMMAND, f"{dashes}diff=") == ["all", "each"]
        assert values(cli.COMMAND, f"{dashes}completion", "") == ["bash", "zsh", "fish"]
        assert offered(cli.COMMAND, f"{dashes}verify-each", "") == MLIR_FILES
    assert offered(cli.COMMAND, "-no-such-option=", "") == MLIR_FILES
    assert offered(cli.COMMAND, "-no-such-option=a") == []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_choices_are_offered(command: MlirCommand) -> None:
    """All of them, for every option that has some."""
    for option in command.params:
        if isinstance(option.type, click.Choice):
            assert values(command, f"{option.opts[0]}=") == list(option.type.choices)


def test_lists_of_passes_are_continued() -> None:
    """Behind each comma."""
    before = "-mlir-print-ir-before="
    assert values(cli.COMMAND, f"{before}sdy-inl") == ["sdy-inline-meshes"]
    assert values(cli.COMMAND, f"{before}sdy-inline-meshes,sdy-li") == ["sdy-inline-meshes,sdy-lift-inlined-meshes"]
    assert values(cli.COMMAND, f"{before}sdy-constant-or-scalar-s") == ["sdy-constant-or-scalar-splitter"]


def test_options_of_passes_are_offered() -> None:
    """And of pipelines: names alone of truth values, which are true then, all values where these are a few words."""
    assert values(cli.COMMAND, "-sdy-import-p") == ["-sdy-import-pipeline"]
    assert values(cli.COMMAND, "-sdy-explicit-g") == ["-sdy-explicit-gather-scatter-batching"]
    for dashes in ("-", "--"):
        assert values(cli.COMMAND, f"{dashes}sdy-import-pipeline=") == ["dedup-functions-fully"]
        flag = f"{dashes}sdy-unflatten-call-graph=dedup-functions-fully="
        assert values(cli.COMMAND, flag) == ["dedup-functions-fully=true", "dedup-functions-fully=false"]
        assert values(cli.COMMAND, f"{flag}t") == ["dedup-functions-fully=true"]
        assert values(cli.COMMAND, f"{dashes}canonicalize=region-simplify=a") == ["region-simplify=aggressive"]
        assert values(cli.COMMAND, f"{dashes}canonicalize=max-i") == ["max-iterations="]
        assert values(cli.COMMAND, f"{dashes}sdy-close-shardings=") == []


def test_files_are_asked_of_the_shell() -> None:
    """Programs for the input, any file for an output."""
    assert offered(cli.COMMAND, "") == MLIR_FILES
    assert offered(cli.COMMAND, "-sdy-inline-meshes", "pro") == MLIR_FILES
    assert offered(cli.COMMAND, "--", "-") == MLIR_FILES
    assert offered(cli.COMMAND, "-o", "") == FILES
    assert offered(view.COMMAND, "-html=") == FILES
    assert offered(update_checks.COMMAND, "") == FILES
    assert offered(layout.COMMAND, "") == []


def test_a_broken_line_is_completed_all_the_same() -> None:
    assert values(view.COMMAND, "-sort=bogus", "-top", "many", "-jso") == ["-json"]


def test_the_scripts_are_for_every_command() -> None:
    """In every spelling under which it is installed."""
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    for shell in SCRIPTS:
        script = Path(SCRIPTS[shell]).read_text(encoding="utf-8")
        assert f" {' '.join(scripts)}\n" in script
        for command in COMMANDS:
            assert command.run([f"-completion={shell}"]) == (0, script.encode(), b"")


def test_an_unknown_shell_is_a_wrong_command_line() -> None:
    status, output, errors = cli.run(["-completion=csh"])
    assert (status, output) == (1, b"")
    assert b"'csh' is not one of 'bash', 'zsh', 'fish'" in errors


def test_a_run_that_completes_nothing_imports_none_of_it() -> None:
    script = """
import sys
from sdyopt.cli import main as cli
cli.run(["-"], b"")
print([name for name in sys.modules if "completion" in name])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# The shells themselves.

START, END = "\x01", "\x05"
"""Control with A, to the start of the line, and with E, to its end."""


def environment(folder: Path) -> dict[str, str]:
    """With nobody's settings."""
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb"}


class Terminal:
    """A shell with a terminal, in which keys are pressed."""

    def __init__(self, argv: list[str], folder: Path) -> None:
        self.written = ""
        self._terminal, inner = pty.openpty()
        self._process = subprocess.Popen(
            argv, stdin=inner, stdout=inner, stderr=inner, cwd=folder, env=environment(folder), start_new_session=True
        )
        os.close(inner)

    def press(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def wait_for(self, text: str) -> str:
        deadline = time.monotonic() + 60
        while text not in self.written:
            ready, _, _ = select.select([self._terminal], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"{text!r} is not in {self.written!r}"
            self.written += os.read(self._terminal, 4096).decode()
        found, _, self.written = self.written.partition(text)
        return found + text

    def words(self, line: str) -> list[str]:
        """The words of the line that is there after these keys were pressed."""
        self.press(f"{line}{START}printf '<%s>' {END}; echo e''nd\r")
        found = self.wait_for("end\r\n")
        return found[found.rindex("\n<") + 2 : -len(">end\r\n")].split("><")

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._terminal)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, fork_server: ForkServer) -> Iterator[Path]:
    """One with a program in it, one whose name has a blank, a folder with the command, and another file."""
    folder = tmp_path_factory.mktemp("completion")
    for name in ("first.mlir", "my second.mlir", "notes.txt"):
        (folder / name).touch()
    (folder / "further").mkdir()
    (folder / "further" / "sdy-opt").symlink_to(fork_server.commands / "sdy-opt")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(fork_server.commands), prepend=os.pathsep)
        yield folder


def line_on_the_page(shell: str) -> str:
    """The line that docs/command-line.md adds to the settings of a shell."""
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    match = re.search(rf"^echo '(.*-completion={shell}\b.*)' >> ~/", page, re.MULTILINE)
    assert match is not None
    return match[1]


def started(shell: str, folder: Path, *options: str) -> Terminal:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    terminal = Terminal([shell, *options, "-i"], folder)
    terminal.press(f'{line_on_the_page(shell)}; echo read""y\r')
    terminal.wait_for("ready\r\n")
    return terminal


@pytest.fixture(scope="module")
def bash(folder: Path) -> Iterator[Terminal]:
    terminal = started("bash", folder, "--norc", "--noprofile")
    yield terminal
    terminal.close()


@pytest.fixture(scope="module")
def zsh(folder: Path) -> Iterator[Terminal]:
    terminal = started("zsh", folder, "-f")
    yield terminal
    terminal.close()


LINES: list[tuple[str, list[str]]] = [
    ("sdy-opt -sdy-inl\t", ["sdy-opt", "-sdy-inline-meshes"]),
    ("sdyopt --sdy-inl\t", ["sdyopt", "--sdy-inline-meshes"]),
    ("sdy-opt -verify-each=f\t", ["sdy-opt", "-verify-each=false"]),
    ("sdy-view -sort=b\t", ["sdy-view", "-sort=bytes"]),
    ("sdy-view -sort b\t", ["sdy-view", "-sort", "bytes"]),
    ("sdy-opt -mlir-print-ir-after=sdy-m\t", ["sdy-opt", "-mlir-print-ir-after=sdy-manual-axes-cleanup"]),
    ("sdy-opt fir\t", ["sdy-opt", "first.mlir"]),
    ("sdy-opt my\t", ["sdy-opt", "my second.mlir"]),
    ("sdy-opt fur\tx", ["sdy-opt", "further/x"]),
    ("sdy-opt -o=fir\t", ["sdy-opt", "-o=first.mlir"]),
    ("sdy-opt -o no\t", ["sdy-opt", "-o", "notes.txt"]),
    ("sdy-layout 'f32[3]' -gr\t", ["sdy-layout", "f32[3]", "-grid"]),
]


@pytest.mark.parametrize(("keys", "words"), LINES)
def test_bash_completes_a_word(bash: Terminal, keys: str, words: list[str]) -> None:
    assert bash.words(keys) == words


@pytest.mark.parametrize(("keys", "words"), LINES)
def test_zsh_completes_a_word(zsh: Terminal, keys: str, words: list[str]) -> None:
    assert zsh.words(keys) == words


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_command_in_the_home_folder_completes(request: pytest.FixtureRequest, folder: Path, shell: str) -> None:
    """Which is written with a tilde."""
    words = request.getfixturevalue(shell).words("~/further/sdy-opt -sdy-inl\t")
    assert words == [str(folder / "further" / "sdy-opt"), "-sdy-inline-meshes"]


def test_bash_offers_programs_and_folders(bash: Terminal) -> None:
    """Escape and * puts in all there is."""
    assert bash.words("sdy-opt \x1b*") == ["sdy-opt", "further", "first.mlir", "my second.mlir"]
    assert bash.words("sdy-view -sort=\x1b*") == ["sdy-view", "-sort=order", "bytes", "name", "shape"]


def test_zsh_tells_what_options_are_for(zsh: Terminal) -> None:
    zsh.press("sdy-opt -sdy-m\t -sdy-\t")
    zsh.wait_for("-sdy-inline-meshes")
    zsh.wait_for("Inlines meshes into")  # The names of passes leave no room for more.


def fish_offers(line: str, folder: Path) -> list[str]:
    if shutil.which("fish") is None:
        pytest.skip("fish is not installed")
    script = f'{line_on_the_page("fish")}; complete -C "{line}"'
    done = subprocess.run(
        ["fish", "-c", script], cwd=folder, env=environment(folder), capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("sdy-opt -sdy-inl", ["-sdy-inline-meshes\tInlines meshes into shardings and removes the mesh ops"]),
        ("sdyopt --sdy-inl", ["--sdy-inline-meshes\tInlines meshes into shardings and removes the mesh ops"]),
        ("sdy-opt -verify-each=f", ["-verify-each=false"]),
        ("sdy-view -sort=", ["-sort=order", "-sort=bytes", "-sort=name", "-sort=shape"]),
        ("sdy-view -sort b", ["bytes"]),
        ("sdy-opt ", ["first.mlir", "further/", "my second.mlir"]),
        ("sdy-opt -mlir-print-ir-after=sdy-m", ["-mlir-print-ir-after=sdy-manual-axes-cleanup"]),
        ("sdy-opt -o=fir", ["-o=first.mlir"]),
        ("sdy-opt -o n", ["notes.txt"]),
        ("~/further/sdy-opt -sdy-inl", ["-sdy-inline-meshes\tInlines meshes into shardings and removes the mesh ops"]),
    ],
)
def test_fish_completes_a_word(folder: Path, line: str, offers: list[str]) -> None:
    assert fish_offers(line, folder) == offers
