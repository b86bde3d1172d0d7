"""The shell sessions on the pages of the documentation: blocks of the language `console`.

    python -m tools.docs.sessions

runs every command and writes what it prints below it. A test fails if that changes a page.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]

_SESSION = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_PROMPT = "$ "
_TESTED_ELSEWHERE = ("add-a-dialect.md", "dialect-package.md", "add-a-pass.md", "library.md")
"""The commands of tutorials need the files that their readers write."""


class Shown(NamedTuple):
    """A command on a page, and the output that the page shows."""

    page: str
    command: str
    output: str


def pages() -> list[Path]:
    """Returns the pages whose commands can be run as they are."""
    documents = sorted((ROOT / "docs").glob("*.md"))
    return [ROOT / "README.md", *[file for file in documents if file.name not in _TESTED_ELSEWHERE]]


def shown_commands() -> Iterator[Shown]:
    """Yields every command on the pages."""
    for page in pages():
        for session in _SESSION.findall(page.read_text(encoding="utf-8")):
            yield from [Shown(page.name, *shown) for shown in _commands(session)]


def run(command: str, *folders: Path) -> str:
    """Returns what a command prints, errors included, when it is run at the top of the repository.

    `folders` are where commands are looked for first.
    """
    path = os.pathsep.join([*map(str, folders), str(Path(sys.executable).parent), os.environ["PATH"]])
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return ran.stdout


def main() -> None:
    """Writes the outputs of all commands, or of those on the pages with the names on the command line."""
    for page in [each for each in pages() if not sys.argv[1:] or each.name in sys.argv[1:]]:
        page.write_text(_SESSION.sub(_with_outputs, page.read_text(encoding="utf-8")), encoding="utf-8")


def _commands(session: str) -> Iterator[tuple[str, str]]:
    """Yields each command of a session with the lines below it."""
    for part in f"\n{session}".split(f"\n{_PROMPT}")[1:]:
        command, _, output = part.partition("\n")
        yield command, output if output.endswith("\n") or not output else f"{output}\n"


def _with_outputs(session: re.Match[str]) -> str:
    return "".join([f"{_PROMPT}{command}\n{run(command)}" for command, _ in _commands(session[0])])


if __name__ == "__main__":
    main()
