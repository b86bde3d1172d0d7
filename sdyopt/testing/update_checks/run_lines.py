"""The RUN lines of a golden test: their commands, and the prefixes with which FileCheck reads the output.

The shell runs them, as in lit, if they consist of tools that print programs and of a few others.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from sdyopt.driver.io.splitting import SPLIT_MARKER
from sdyopt.ir.named_tuple import NamedTuple

_RUN = re.compile(r"^\s*(?://|#|;)\s*RUN:\s*(.*?)\s*$")
_CHECKED = re.compile(r"^(?P<command>.*?)\s*\|\s*['\"]?(?:[^\s|]*/)?[Ff]ile[Cc]heck\b(?P<options>[^|&;]*)$")
_FILE_CHECK = re.compile(r"\b[Ff]ile[Cc]heck\b")
_PREFIXES = re.compile(r"--?check-prefix(?:es)?[= ]\s*([\w,.-]+)")
_BY_LAYOUT = re.compile(r"--?(?:strict-whitespace|match-full-lines|input-file)\b")
_TOOLS = re.compile(r"^(?:.*[-_])?opt$|^sdyopt$")
"""Matches the names of tools that print programs."""

_QUOTED = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.""")

_HARMLESS = ("cat", "cp", "echo", "grep", "head", "mkdir", "printf", "rm", "sed", "sort", "tail")
"""Other programs that RUN lines use beside the tools, to prepare files and change texts."""

_SHELL = 'not() { ! "$@"; }\n'
"""The syntax of lit that shells do not have."""


class RunLineError(Exception):
    """A RUN line that failed, with the number of its line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class RunLine(NamedTuple):
    """A RUN line whose output FileCheck reads.

    `line` is the number of its first line, from 1. `skipped` is the reason if CHECK lines cannot be written for it.
    """

    line: int
    command: str
    prefixes: tuple[str, ...]
    skipped: str = ""

    @property
    def split_marker(self) -> str | None:
        """The beginning of lines that separate the parts of the file; None if it is one program."""
        marker = self._value("split-input-file")
        return {"": SPLIT_MARKER, "true": SPLIT_MARKER, "false": None, None: None}.get(marker, marker)

    @property
    def output_marker(self) -> str:
        """The beginning of lines that separate the outputs of the parts."""
        return self._value("output-split-marker") or SPLIT_MARKER

    def _value(self, option: str) -> str | None:
        """Returns the value after the `=` of an option of the command, "" without a value, None without the option."""
        found = None
        for word in shlex.split(self.command):
            name, _, value = word.lstrip("-").partition("=")
            if word.startswith("-") and name == option:
                found = value
        return found


def run_lines(text: str, tools: Sequence[str] = ()) -> Iterator[RunLine]:
    """Yields the RUN lines of a test that use FileCheck. `tools` are further names of commands that may run."""
    for line, command in _joined(text):
        checked = _CHECKED.match(command)
        if checked is None:
            if _FILE_CHECK.search(command):
                yield RunLine(line, command, (), "FileCheck does not read what a pipe gives it")
            continue
        prefixes = _PREFIXES.findall(checked["options"])
        names = tuple([name for group in prefixes for name in group.split(",")]) or ("CHECK",)
        yield RunLine(line, checked["command"], names, _reason_to_skip(checked["command"], checked["options"], tools))


def runs_to_write(runs: Sequence[RunLine]) -> list[RunLine]:
    """Returns the RUN lines for which CHECK lines are written. Raises RunLineError if a skipped one shares these."""
    written = [run for run in runs if not run.skipped]
    for run in written:
        for other in runs:
            if other.skipped and set(run.prefixes) & set(other.prefixes):
                raise RunLineError(
                    run.line, f"it has the same --check-prefix as line {other.line}, which is left alone"
                )
    return written


def _joined(text: str) -> Iterator[tuple[int, str]]:
    """Yields each RUN line with the number of its first line; a backslash at the end continues a line."""
    start, parts = 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        found = _RUN.match(line)
        if found is None:
            continue
        start = start or number
        if found[1].endswith("\\"):
            parts += found[1][:-1]
            continue
        yield start, parts + found[1]
        start, parts = 0, ""


def _reason_to_skip(command: str, options: str, tools: Sequence[str]) -> str:
    if _BY_LAYOUT.search(options):
        return "FileCheck compares it blank by blank, or in another file"
    if re.search(r"\bnot\s|2>", command):
        return "it reads messages"
    if "%s" not in command:
        return "it does not run on the file"
    bare = _QUOTED.sub(_without_text, command)
    if "'" in bare or '"' in bare:
        return "its quotes do not match"
    if re.search(r"[()`]", bare):
        return "it runs a command inside of another"
    *others, tool = map(_program, re.split(r"[|&;]+", bare))
    if tool not in tools and not _TOOLS.match(tool):
        return f"'{tool}' is not known to print programs (--tool={tool} allows it)"
    for other in others:
        if not (other in tools or other in _HARMLESS or other.startswith("sdy-") or _TOOLS.match(other)):
            return f"it runs '{other}', too (--tool={other} allows that)"
    return ""


def _without_text(quoted: re.Match[str]) -> str:
    """Returns what replaces text in quotes: the sign of a command inside of it, if there is one."""
    return "`" if quoted[0].startswith('"') and re.search(r"\$\(|`", quoted[0]) else "_"


def _program(command: str) -> str:
    """Returns the name of the program that a command without pipes runs."""
    words = command.split()
    while words and (words[0] == "env" or re.match(r"\w+=", words[0])):
        del words[0]
    return Path(words[0]).name if words else ""


def output_of(run: RunLine, file: Path, home: Path) -> str:
    """Returns the output of a RUN line of `file`, a copy of a test in the folder `home`. Raises RunLineError."""
    shell = shutil.which("bash") or "sh"
    with tempfile.TemporaryDirectory() as folder:
        command = _substituted(run.command, file, home, Path(folder, "t"))
        pipes = "set -o pipefail\n" if shell.endswith("bash") else ""
        done = subprocess.run(
            [shell, "-c", f"{pipes}{_SHELL}{command}"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
            env={**os.environ, "NO_COLOR": "1", "COLUMNS": "120"},
        )
    if done.returncode:
        raise RunLineError(run.line, f"the RUN line ended with status {done.returncode}\n{done.stderr}".rstrip())
    return done.stdout


def _substituted(command: str, file: Path, home: Path, scratch: Path) -> str:
    """Returns `command` with the paths for `%s`, `%S`, `%t` and similar."""
    values = {
        "%%": "%",
        "%s": shlex.quote(str(file)),
        "%S": shlex.quote(str(home)),
        "%p": shlex.quote(str(home)),
        "%t": shlex.quote(str(scratch)),
        "%T": shlex.quote(str(scratch.parent)),
        "%{s:basename}": shlex.quote(file.name),
    }
    return re.sub(r"%%|%\{s:basename\}|%[sSptT]\b", lambda found: values[found[0]], command)
