"""`python -m sdyopt.declare`: a page about a dialect, of ours or of a package."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sdyopt.dialects import REGISTRY
from sdyopt.editor.language import Document
from sdyopt.editor.language.hover import hover
from sdyopt.mlir.declare.pages import dialect_page, operation_page


@pytest.mark.parametrize("namespace", REGISTRY.lazy)
def test_pages_of_dialects_have_all_operations(namespace: str) -> None:
    dialect = REGISTRY.dialect(namespace)
    assert dialect is not None
    page = dialect_page(dialect)
    assert all(f"\n## `{name}`\n" in page for name in dialect.operation_named)


def test_an_operation() -> None:
    definition = REGISTRY.operation("ub.poison")
    assert definition is not None
    assert operation_page(definition) == (
        "## `ub.poison`\n\nA value that is not defined, of any type.\n\n"
        "Syntax: `` ub.poison attr-dict (`<` $value^ `>`)? `:` type($result) ``\n\n"
        "Results:\n\n- `result`: any type\n\n"
        "Attributes:\n\n- `value`: PoisonAttrInterface instance, by default `#ub.poison`\n\n"
        "Traits:\n\n- `ConstantLike`\n- `Pure`"
    )


def test_an_unknown_dialect() -> None:
    ran = subprocess.run([sys.executable, "-m", "sdyopt.declare", "nope"], capture_output=True, text=True)
    assert ran.returncode == 1 and ran.stderr.startswith("error: there is no dialect 'nope': it is one of arith, ")


def test_hovering_shows_the_documentation_of_an_operation() -> None:
    text = "%0 = ub.poison : i32"
    shown = hover(Document(text), text.index("ub."))
    assert shown is not None and shown.text.endswith("\n\nA value that is not defined, of any type.")
