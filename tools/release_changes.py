"""Changes by later releases of Shardy, as the golden tests in lit_tests/releases show them.

Each of them runs a command with `-shardy` and without, and begins with what changes. The examples are the first lines
that differ.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "lit_tests" / "releases"

LONGEST = 150
"""The length of a quoted line."""

SAME = 40
"""How much of it may be the same in both."""

_RUN = re.compile(r"^// RUN: (?:not )?sdy-opt %s(?P<flags>[^|\n]*?)(?: 2>&1 )?(?:\||$)", re.MULTILINE)
_OF_TEST = re.compile(r" -(?:verify-diagnostics|split-input-file|o /dev/null)")
_MESSAGE = re.compile(r"^<stdin>:\d+:\d+: ((?:error|warning): .*)", re.MULTILINE)
_OLDER = " -shardy=0.10.2"


class Change(NamedTuple):
    """A change, in words, with its flags, and a line of each output; None instead of one without errors."""

    file: Path
    about: str
    flags: str
    before: str | None
    after: str


def changes() -> Iterator[Change]:
    """Yields what changes, by the names of the tests."""
    for file in sorted(FOLDER.glob("*.mlir")):
        text = file.read_text(encoding="utf-8")
        about = next(line for line in text.splitlines() if line.startswith("//") and "NOTE:" not in line)
        every = [_OF_TEST.sub("", found["flags"].rstrip()) for found in _RUN.finditer(text)]
        flags = next((each for each in every if f"{each}{_OLDER}" in every), None)
        if flags is None:  # It has nothing to compare with.
            continue
        pairs = zip(_printed(file, f"{flags}{_OLDER}"), _printed(file, flags), strict=True)
        before, after = next(pair for pair in pairs if pair[0] != pair[1])
        yield Change(file, about.removeprefix("// "), flags.strip(), *_first_difference(before, after))


def _printed(file: Path, flags: str) -> tuple[list[str], list[str], list[str]]:
    """Returns the errors of a command, what it prints, and its warnings."""
    lines = file.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line.startswith("// -----") or not line.lstrip().startswith("//")]
    command = [sys.executable, "-m", "sdyopt", *flags.split(), "-split-input-file"]
    done = subprocess.run(command, cwd=ROOT, input="\n".join(kept), capture_output=True, text=True)
    messages = [message[1] for message in _MESSAGE.finditer(done.stderr)]
    errors, warnings = [[each for each in messages if each.startswith(kind)] for kind in ("error", "warning")]
    return errors, [line.strip() for line in done.stdout.splitlines()], warnings


def _first_difference(before: list[str], after: list[str]) -> tuple[str | None, str]:
    """Returns the first lines that differ, from shortly before where they do."""
    for kind, start, stop, new_start, new_stop in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal" and before:
            old, new = [" ".join(lines) for lines in (before[start:stop], after[new_start:new_stop])]
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
            return _from(old, same), _from(new, same)
    return None, _from(after[0], 0)


def _from(line: str, start: int) -> str:
    """Returns a part of a line, which begins shortly before `start`."""
    first = line.rfind(" ", 0, max(start - SAME, 0)) + 1 if start > LONGEST - SAME else 0
    cut = line[first : first + LONGEST]
    return f"{'…' if first else ''}{cut}{'…' if first + LONGEST < len(line) else ''}"
