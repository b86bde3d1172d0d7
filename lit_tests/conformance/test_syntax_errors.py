"""Text that is no module: the same verdict, place and words as the reference, for programs with a token changed."""

from __future__ import annotations

import random
import re
from typing import NamedTuple

import pytest

import sdyopt.cli
from tools import corpus, reference

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

MUTATIONS = 40
"""Of each program."""

SAME_LINE, SAME_ALL = 0.99, 0.95
"""The least shares of mutations with the same verdict and line, and with the same column and message besides."""

SKIPPED = ("transformer_deep", "transformer", "transformer_scan", "transformer_locations")
"""Programs that are large and have nothing that the others have not."""

TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*"|%[\w#]+|[@#!^][\w.$-]+|->|[A-Za-z_][\w.$]*|-?\d+(?:\.\d+(?:[eE][+-]?\d+)?)?|\S'
)
INTRUDERS = (
    "$",
    "42",
    "foo",
    '"s"',
    "%z",
    "(",
    ")",
    "{",
    "}",
    "<",
    ">",
    "[",
    "]",
    ",",
    ":",
    "=",
    "->",
    "@x",
    "#foo",
    "-",
)
ERROR = re.compile(r"^<stdin>:(\d+):(\d+): error: (.*)$", re.MULTILINE)


class Verdict(NamedTuple):
    """Whether a text is accepted; if not, where the first error is and what it says."""

    accepted: bool
    line: int | None = None
    column: int | None = None
    message: str = ""


def ours(text: str) -> Verdict:
    status, _, errors = sdyopt.cli.run(["-allow-unregistered-dialect", "-"], stdin=text.encode())
    if status == 0:
        return Verdict(True)
    found = ERROR.search(errors.decode())
    return Verdict(False, int(found[1]), int(found[2]), found[3]) if found else Verdict(False)


def theirs(text: str) -> Verdict | None:
    """The reference's verdict; None where it crashes."""
    result = reference.run_isolated(text, allow_unregistered=True)
    if result.crashed:
        return None
    if result.ok:
        return Verdict(True)
    first = result.diagnostics[0]
    # A character NUL stands in MLIR's message where a plural has no "s".
    return Verdict(False, first.line, first.column, first.message.replace("\0", "").partition("\n")[0])


def mutated(text: str, chance: random.Random) -> str:
    """`text` with one token taken away, replaced, doubled or followed by another, or cut off before it."""
    tokens = list(TOKEN.finditer(text))
    token = chance.choice(tokens)
    before, after = text[: token.start()], text[token.end() :]
    match chance.randrange(6):
        case 0:
            return before + after
        case 1:
            return before
        case 2:
            return before + chance.choice(INTRUDERS) + after
        case 3:
            return f"{before}{token[0]} {token[0]}{after}"
        case 4:
            return f"{before}{token[0]} {chance.choice(INTRUDERS)} {after}"
        case _:
            return before + chance.choice(tokens)[0] + after


def test_agreement() -> None:
    """Nearly all mutations are judged alike, and nearly all errors are the same."""
    count = same_line = same_all = 0
    differences = []
    for name in corpus.names():
        if name in SKIPPED:
            continue
        chance = random.Random(name)
        for _ in range(MUTATIONS):
            text = mutated(corpus.text(name), chance)
            expected = theirs(text)
            if expected is None:
                continue
            found = ours(text)
            count += 1
            same_line += found[:2] == expected[:2]
            same_all += found == expected
            if found != expected:
                differences.append(f"{name}: {expected} but {found}")
    report = "\n".join([f"{same_line} and {same_all} of {count}", *differences])
    assert same_line >= SAME_LINE * count, report
    assert same_all >= SAME_ALL * count, report
