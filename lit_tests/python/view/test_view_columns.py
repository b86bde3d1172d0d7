"""A column is declared once: one that a test declares is in the table, JSON, rows, pages and graphs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sdyopt.display.tables import Column
from sdyopt.view import view
from sdyopt.view.columns.tensors import SHARE, TENSOR, Forms, RowField
from sdyopt.view.command import run

PROGRAM = str(Path(__file__).resolve().parents[3] / "examples" / "moe.mlir")


@pytest.fixture(autouse=True)
def bits() -> Iterator[None]:
    """Adds a column: what a device holds in bits."""
    bits = RowField(
        "bits",
        lambda share: None if share.bytes is None else 8 * share.bytes,
        Forms.ALL,
        column=Column("bits a device", right=True),
        label="bits a device",
        text="{:,} bits".format,
    )
    share, tensor = SHARE.fields, TENSOR.fields
    SHARE.__init__(*share, bits)
    TENSOR.__init__(*tensor, bits.of(lambda tensor: tensor.share))
    yield
    SHARE.__init__(*share)
    TENSOR.__init__(*tensor)


def written(*options: str) -> str:
    status, output, errors = run([PROGRAM, *options])
    assert (status, errors) == (0, b"")
    return output.decode()


def test_in_a_table() -> None:
    lines = written().splitlines()
    assert any(re.search(r"why +bits a device$", line) for line in lines)
    assert any(re.search(r"[1-9][\d,]* bits$", line) for line in lines)


def test_as_json_and_in_rows() -> None:
    for tensor in (*json.loads(written("--json"))["tensors"], *view(Path(PROGRAM)).rows()):
        assert tensor["bits"] == 8 * tensor["bytes"]


def test_on_a_page() -> None:
    data = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', written("--html=-"), re.DOTALL)
    assert data is not None
    for share in json.loads(data[1])["shares"]:
        assert share["bits"] == 8 * share["bytes"]


def test_in_a_graph(tmp_path: Path) -> None:
    file = tmp_path / "graph.json"
    written("--model-explorer", str(file))
    assert re.search(r'"key": ?"bits a device", ?"value": ?"[1-9][\d,]* bits"', file.read_text())
