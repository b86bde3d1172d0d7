"""Inputs that are not MLIR text, recognized by how they begin."""

from __future__ import annotations

import re

from sdyopt.mlir.diagnostics import CompilationError, Diagnostic

_BYTECODE = "ML\udcefR"
"""The first four bytes of MLIR bytecode (https://mlir.llvm.org/docs/BytecodeFormat/), as `read_input` decodes them."""

_BEGINNING = 1024
"""The number of characters that are searched for what text does not contain."""

_PYTHON = re.compile(
    r'(?:\s*#[^\n]*\n)*\s*(?:import \w|from \S+ import|def \w+\(|class \w+[(:]|if __name__|"""|#!.*python)'
)


_FORMATS: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(re.escape(_BYTECODE)),
        "this is MLIR bytecode: sdy-opt writes the program in it as text",
    ),
    (
        re.compile(rf"[^\n]{{0,64}}\0.*{re.escape(_BYTECODE)}", re.DOTALL),
        "this is a file of jax.export: sdy-opt writes the program in it as text, unless the file is damaged or cut off",
    ),
    (re.compile("\x1f\udc8b"), "this is a gzip file: sdy-opt writes the program in it as text"),
    (re.compile("PK\x03\x04"), "this is a zip file: extract the program from it"),
    (
        re.compile(r"\udcff\udcfe|\udcfe\udcff|(?:[\x01-\x7f]\0){2}|(?:\0[\x01-\x7f]){2}"),
        "this is UTF-16 text: convert it to UTF-8, with iconv -f UTF-16 -t UTF-8",
    ),
    (
        re.compile(r"\s*HloModule\b"),
        "this is HLO text, not MLIR: sdy-opt writes the program in it as MLIR",
    ),
    (
        _PYTHON,
        "this is Python source, not MLIR: jax.jit(f).lower(*arguments).as_text() returns the program of a function f",
    ),
    (
        re.compile(rf".{{0,16}}\0{{4}}|(?:.{{0,{_BEGINNING}}}?\0){{16}}", re.DOTALL),
        "this is binary data, not MLIR text",
    ),
)


def foreign_format(text: str) -> CompilationError | None:
    """Returns the error for a text that is not MLIR but something else that is known; None if it may be MLIR."""
    for beginning, message in _FORMATS:
        if beginning.match(text):
            is_text = "\0" not in text[:_BEGINNING] and "\udc8b" not in text[:2]
            return CompilationError([Diagnostic("error", message, 0 if is_text else -1)])
    return None
