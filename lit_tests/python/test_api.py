"""The package as a library."""

from __future__ import annotations

from pathlib import Path

import pytest

import sdyopt

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_a_file_is_parsed_transformed_and_printed() -> None:
    """`parse`, `run` and `str`."""
    module = sdyopt.parse(EXAMPLES / "matmul.mlir")
    assert "sdy.mesh @mesh" in str(module)
    module.run("sdy-inline-meshes")
    assert "sdy.mesh" not in str(module)


def test_operations_are_walked_in_the_order_of_the_text() -> None:
    """`walk` gives an operation before those inside it."""
    names = [op.name for op in sdyopt.parse(EXAMPLES / "matmul.mlir").walk()]
    assert names[:3] == ["builtin.module", "sdy.mesh", "func.func"]


def test_an_error_says_where() -> None:
    """`Error` has the text that the command prints, and the diagnostics."""
    with pytest.raises(sdyopt.Error, match=r"wrong\.mlir:5:8: error: 'sdy\.sharding_constraint' op duplicate axis ref"):
        sdyopt.parse(EXAMPLES / "wrong.mlir")
    with pytest.raises(sdyopt.Error) as caught:
        sdyopt.parse("func.func @f(")
    assert [diagnostic.severity for diagnostic in caught.value.diagnostics] == ["error"]


def test_an_unknown_pass_is_a_key_error() -> None:
    """Names of passes are those of the flags."""
    with pytest.raises(KeyError):
        sdyopt.parse("").run("sdy-no-such-pass")
