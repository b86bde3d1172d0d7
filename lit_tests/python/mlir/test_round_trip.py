"""A program that cannot be read back is told of, with why."""

from __future__ import annotations

import pytest

from sdyopt.dialects import REGISTRY
from sdyopt.driver.self_checks import verify_round_trip
from sdyopt.mlir.diagnostics import CompilationError, Source
from sdyopt.mlir.read.parser import parse

TEXT = "func.func @f() {\n  return\n}\n"


def test_what_cannot_be_read_back_is_told() -> None:
    """A function that has lost its return."""
    module = parse(TEXT, REGISTRY).module
    source = Source(TEXT)
    verify_round_trip(module, source, {}, allow_unregistered=False)
    for op in list(module.walk()):
        if op.name == "func.return":
            op.erase()
    with pytest.raises(CompilationError) as caught:
        verify_round_trip(module, source, {}, allow_unregistered=False)
    (error,) = caught.value.diagnostics
    assert error.message == "'builtin.module' op failed to parse textual content back, cannot verify round-trip"
    assert [note.message for note in error.notes] == [
        "custom op 'func.func' expected non-empty function body",
        "printed: func.func @f() {",
    ]
