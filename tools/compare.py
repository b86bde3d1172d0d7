"""Compares sdy-opt with the reference on files.

    python -m tools.compare FILE... -- FLAG...

Runs both commands with the same flags on each file, including packed programs of the corpus. Outputs are compared byte
for byte; if both reject the input, the position and the message of the first error. Exits with 1 if any file differs.
"""

from __future__ import annotations

import difflib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from tools import corpus, reference

OURS = [sys.executable, "-m", "sdyopt"]
REFERENCE = [sys.executable, reference.__file__]

ERROR = re.compile(r"^(?:.*?(?P<line>\d+|\?):(?P<column>\d+|\?): )?error: (?P<message>.*)$", re.MULTILINE)
STYLES = {"+": "green", "-": "red", "@": "cyan"}


@dataclass
class FileOutcome:
    """The result of one of the two commands for a file."""

    status: int
    output: str
    errors: str

    @property
    def first_error(self) -> str:
        """Returns `line:column: message`, with `?` for an unknown place."""
        if (found := ERROR.search(self.errors)) is None:
            return self.errors.strip() or "no error message"
        return f"{found['line'] or '?'}:{found['column'] or '?'}: {found['message']}"

    @property
    def shown(self) -> list[str]:
        """Returns the lines to compare: the exit status if not 0, the output, and the first error of a failure."""
        lines = self.output.splitlines(keepends=True)
        if self.status:
            lines += [f"exit status {self.status}\n", f"{self.first_error}\n"]
        return lines


def outcomes(file: Path, flags: Sequence[str]) -> list[FileOutcome]:
    """Returns the results of the reference and of sdy-opt for `file`. Both run at the same time."""
    processes = [
        subprocess.Popen([*command, str(file), *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for command in (REFERENCE, OURS)
    ]
    return [
        FileOutcome(process.returncode, output.decode(errors="replace"), errors.decode(errors="replace"))
        for process in processes
        for output, errors in [process.communicate()]
    ]


def difference(file: Path, flags: Sequence[str]) -> Iterator[str]:
    """Returns a unified diff from the reference to sdy-opt, empty if they are the same."""
    theirs, ours = outcomes(file, flags)
    return difflib.unified_diff(theirs.shown, ours.shown, "reference", "ours")


def coloured(lines: Sequence[str]) -> Text:
    """Returns a diff in the usual colours."""
    text = Text()
    for line in lines:
        text.append(line if line.endswith("\n") else f"{line}\n", STYLES.get(line[0]))
    return text


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, required=True, type=click.UNPROCESSED, metavar="FILE... -- FLAG...")
def main(arguments: tuple[str, ...]) -> None:
    """Compare sdy-opt with the reference: run both with FLAGs on each FILE, and show the differences."""
    files = [Path(argument) for argument in arguments if not argument.startswith("-")]
    flags = [argument for argument in arguments if argument.startswith("-")]
    console = Console(soft_wrap=True, highlight=False)
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            lines = list(difference(corpus.unpacked(file, Path(folder)), flags))
            console.print(Text(f"{file}: {'differs' if lines else 'same'}", "bold red" if lines else "green"))
            console.print(coloured(lines), end="")
            differing += bool(lines)
    if differing:
        console.print(f"{differing} of {len(files)} differ")
    sys.exit(bool(differing))


if __name__ == "__main__":
    main()
