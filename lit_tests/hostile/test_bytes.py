"""Bytes that are no text, and characters that no one can see."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sdyopt.cli import main as cli
from tools.chunks import mostly_long

UNREGISTERED = "-allow-unregistered-dialect"

PLACES = {
    "before": "…module {}",
    "word": "mod…ule {}",
    "behind": "module {}…",
    "string": 'module attributes {a.b = "…"} {}',
    "key": 'module attributes {"a.…" = 1} {}',
    "bare key": "module attributes {a.b… = 1} {}",
    "symbol": "func.func private @f…()",
    "quoted symbol": 'func.func private @"…"()',
    "value": "func.func @f(%a…: i32) { return }",
    "comment": "// …\nmodule {}",
    "location": 'module {} loc("…")',
    "file": 'module {} loc("…":1:2)',
    "alias": "#a… = 1",
    "dialect": "module attributes {a.b = #x…y} {}",
    "body": "module attributes {a.b = #x.y<…>} {}",
    "axis": 'sdy.mesh @mesh = <["…"=2]>',
    "dense": "module attributes {a.b = dense<…> : tensor<1xi32>} {}",
    "type": "func.func private @f(tensor<…2xi32>)",
}

CHARACTERS = {
    "stray byte": b"\xff",
    "cut off": b"\xe2\x82",
    "overlong": b"\xc0\x80",
    "lone surrogate": b"\xed\xa0\x80",
    "too large": b"\xf5\x80\x80\x80",
    "NUL": b"\0",
    "mark of the byte order": b"\xef\xbb\xbf",
    "carriage return": b"\r",
    "escape": b"\x1b[2J",
    "delete": b"\x7f",
    "line separator": "\u2028".encode(),
    "non-breaking blank": "\u00a0".encode(),
    "digit": "\u0663".encode(),
    "letter": "é".encode(),
    "right to left": "\u202e".encode(),
}


QUICK = ("stray byte", "cut off", "NUL", "carriage return", "letter", "right to left")


@pytest.mark.parametrize("kind", mostly_long(CHARACTERS, QUICK))
def test_everywhere(sdy_opt: Any, kind: str) -> None:
    """In each place they are right or wrong, and told of; what is right and written again reads as the same."""
    chunks = [text.encode().replace("…".encode(), CHARACTERS[kind]) for text in PLACES.values()]
    right = []
    for chunk in chunks:
        status, output, errors = cli.run(["-", UNREGISTERED], chunk)
        if status == 0:
            right.append(chunk)
        else:
            assert (status, output) == (1, b"")
            assert re.match(rb"<stdin>:\d+:\d+: error: ", errors)
    flags = ("-split-input-file", UNREGISTERED, "-mlir-print-debuginfo")
    once = sdy_opt(b"\n// -----\n".join(right), *flags)
    assert once.status == 0
    assert sdy_opt(once.output, *flags).output == once.output


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=repr)
def test_ends_of_lines(sdy_opt: Any, end: str) -> None:
    """All three are blanks, and end a comment; only the first ends a line."""
    text = end.join(["// a", 'sdy.mesh @m = <["a"=2]> // b', "module {?}"])
    line, column = (3, 9) if "\n" in end else (1, text.index("?") + 1)
    assert sdy_opt(text).errors.startswith(f"IN:{line}:{column}: error: expected operation name in quotes")


def test_the_mark_of_the_byte_order(sdy_opt: Any) -> None:
    """One at the beginning is none of the text."""
    assert sdy_opt(b"\xef\xbb\xbfmodule {}").output == "module {\n}\n"


def test_bytes_of_strings_are_kept(sdy_opt: Any) -> None:
    """They are written as escapes, so that the output is text."""
    run = sdy_opt(b'module attributes {a.b = "\xff\x00\xed\xa0\x80\xc3\xa9"} {}')
    assert 'a.b = "\\FF\\00\\ED\\A0\\80\\C3\\A9"' in run.output
