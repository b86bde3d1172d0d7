"""Files that are not MLIR text, but are recognized by their first bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

import sdyopt
from sdyopt.cli import main

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
