"""Which operations are partitioned on their own."""

from __future__ import annotations

import pytest

from sdyopt.passes.exporting.per_instruction_partitioning import OpSelection


@pytest.mark.parametrize(
    ("text", "selected"),
    [
        ("", {0, 1, 2, 3}),
        ("dot", {1, 3}),
        (" dot , neg", {0, 1, 3}),
        ("selectLow=2", {2, 3}),
        ("selectHigh=1,selectLow=1", {1}),
        ("selectLow=1,selectHigh=2,dot", {1}),
        ("selectLow=x", {0, 1, 2, 3}),
        ("'dot'", {1, 3}),
        ('"selectHigh=0"', {0}),
        ("selectLow=3,selectHigh=2", set()),
        ("other", set()),
        (",", {0, 1, 2, 3}),
    ],
)
def test_selections(text: str, selected: set[int]) -> None:
    names = ("stablehlo.negate", "stablehlo.dot", "stablehlo.add", "stablehlo.dot_general")
    selection = OpSelection.of(text)
    assert {number for number, name in enumerate(names) if selection.has(number, name)} == selected
