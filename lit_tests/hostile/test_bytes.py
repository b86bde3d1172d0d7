"""Bytes that are no text, and files that are not MLIR text but are recognized."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import sdyopt
from sdyopt.cli import main
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


BINARY = [
    (
        b"\x04\0\0\0\x10abcML\xefR\x0d\0",
        "this is a file of jax.export: sdy-opt writes the program in it as text, unless the file is damaged or cut off",
    ),
    ("module {}".encode("utf-16"), "this is UTF-16 text: convert it to UTF-8"),
    ("module {}".encode("utf-16-le"), "this is UTF-16 text"),
    (b"\x1f\x8b\x08\0\0\0\0\0", "invalid gzip file: it ends early"),
    (b"PK\x03\x04\0\0\0\0", "invalid zip file: File is not a zip file"),
    (b"\x7fELF\x02\x01\x01\0\0\0\0\0", "this is binary data, not MLIR text"),
]
TEXT = [
    (b"HloModule jit_f, entry_computation_layout={()->f32[]}\n", "this is HLO text, not MLIR"),
    (b"# Trains.\nimport jax\n", "this is Python source, not MLIR"),
    (b"from jax import numpy as jnp\n", "this is Python source"),
    (b'"""A model."""\n', "this is Python source"),
    (b"#!/usr/bin/env python3\n", "this is Python source"),
]


@pytest.mark.parametrize(("data", "message"), BINARY)
def test_binary_data_is_one_line(data: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "step"
    file.write_bytes(data)
    status, output, errors = main.run([str(file)])
    assert (status, output) == (1, b"")
    assert errors.decode().startswith(f"{file}: error: {message}")
    assert errors.count(b"\n") == 1


@pytest.mark.parametrize(("data", "message"), TEXT)
def test_other_text_is_shown(data: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "step"
    file.write_bytes(data)
    status, output, errors = main.run([str(file)])
    assert (status, output) == (1, b"")
    assert errors.decode().startswith(f"{file}:1:1: error: {message}")
    with pytest.raises(sdyopt.Error, match=message):
        sdyopt.parse(file)


@pytest.mark.parametrize("text", ["%0 = \0", "module {\0 x}", "#loc = loc(unknown)\nimport", "  HloModul", "ML"])
def test_a_broken_program_has_the_error_of_the_reference(text: str) -> None:
    with pytest.raises(sdyopt.Error) as caught:
        sdyopt.parse(text)
    assert "this is" not in str(caught.value)
