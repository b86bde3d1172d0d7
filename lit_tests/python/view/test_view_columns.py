"""A column is declared once: one that a test declares is in the table, JSON, rows and pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from sdyopt.display.tables import Column
from sdyopt.view import view
from sdyopt.view.columns.collectives import TENSOR, Columns, Forms, RowField
from sdyopt.view.command import run
from sdyopt.view.model import layer_pattern, short_label

PROGRAM = str(Path(__file__).resolve().parents[3] / "examples" / "moe.mlir")


@pytest.fixture(autouse=True)
def bits() -> Iterator[None]:
    """Adds a column: what a device holds in bits."""
    bits = RowField(
        "bits",
        lambda tensor: None if tensor.share.bytes is None else 8 * tensor.share.bytes,
        Forms.ALL,
        column=Column("bits a device", right=True),
        text="{:,} bits".format,
    )
    tensor = TENSOR.fields
    TENSOR.__init__(*tensor, bits, amount="bytes")
    yield
    TENSOR.__init__(*tensor, amount="bytes")


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
    table = json.loads(data[1])["tensors"]
    assert [column["name"] for column in table["columns"]][-1] == "bits a device"
    assert all(row[-1].endswith(" bits") for row in table["rows"])


def test_rows_that_differ_in_the_layer_alone_are_folded() -> None:
    """With their number and sum; others stay in their order, and rows that nothing names are on their own."""

    class Weight(NamedTuple):
        name: str
        layer: str
        size: int

    columns: Columns[Weight, None] = Columns(
        RowField("name", column=Column("name"), alike=lambda row: layer_pattern(row.layer) or row.name),
        RowField("size", column=Column("size", right=True)),
        amount="size",
    )
    rows = [Weight("%0", "p[0]['w']", 8), Weight("%1", "", 4), Weight("%2", "p[1]['w']", 8), Weight("%3", "", 4)]
    groups = columns.folded(rows, None)
    assert [[row.name for row in group] for group in groups] == [["%0", "%2"], ["%1"], ["%3"]]
    assert columns.folded_table(groups, None).rows == [
        ["p[*]['w']", "8", "2", "16 B"],
        ["%1", "4", "", "4 B"],
        ["%3", "4", "", "4 B"],
    ]
    assert columns.table(rows, None).rows[0] == ["%0", "8"]
    sums = [[row.name for row in group] for group in columns.folded(sorted(rows, key=lambda row: -row.size), None)]
    assert sums[0] == ["%0", "%2"]


@pytest.mark.parametrize(
    ("label", "short", "pattern"),
    [
        ("params['layers'][11]['wq']", "params['layers'][11]['wq']", "params['layers'][*]['wq']"),
        ("params['block_3'].w1", "params['block_3'].w1", "params['block_*'].w1"),
        ("params['w1']", "params['w1']", "params['w1']"),
        ("result[0][3]['w']", "result[0][3]['w']", "result[0][*]['w']"),
        ("jit(step)/jvp()/exp", "exp", "exp"),
        ("jit(step)/transpose(jvp(block))/dot_general", "transpose/block/dot_general", "transpose/block/dot_general"),
        ("jit(f)/while/body/closed_call/add", "add", "add"),
        ("while/body/eval_jaxpr/while/body/eval_jaxpr/mul", "mul", "mul"),
        ("jit(f)/while", "while", "while"),
    ],
)
def test_what_jax_calls_values_is_short(label: str, short: str, pattern: str) -> None:
    assert short_label(label) == short
    assert layer_pattern(short_label(label)) == pattern
