"""Texts of shapes that are deep, wide or huge: the layout, or an error that says what is too much."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sdyopt.layout import LayoutError, parse_shape

COMMAND = [sys.executable, "-c", "from sdyopt.cli.process import sdy_layout; sdy_layout()"]


def ones(count: int) -> str:
    return ",".join(["1"] * count)


def order(count: int) -> str:
    return ",".join(map(str, range(count)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(" * 300_000, "tuples are nested more than 3000 deep"),
        ("(" * 300_000 + "f32[]" + ")" * 300_000, "tuples are nested more than 3000 deep"),
        (f"f32[{'9' * 1_000_000}]", "does not fit into 64 bits"),
        (f"f32[2]{{{'9' * 1_000_000}}}", "does not fit into 64 bits"),
        (f"f32[2]{{0:T({'9' * 1_000_000})}}", "does not fit into 64 bits"),
        (f"f32[2]{{0:S({'9' * 1_000_000})}}", "does not fit into 64 bits"),
        (f"f32[2]{{0:T({ones(50_000)})}}", "tile 1 has 50,000 dimensions, but the array has only 1"),
        (f"f32[{ones(50_000)}]{{{'0,' * 49_999}0}}", "dimension 0 is there twice"),
        ("x" * 1_000_000, "expected an element type"),
        ("\n" * 1_000_000 + "?", "expected an element type"),
        ("f32[2]{0}" + "x" * 1_000_000, "expected the end of the shape"),
        ("f32[2\0]", "expected"),
        ("f32[\u0662]", "expected a dimension's size"),
    ],
    ids=lambda value: value[:12] if len(value) > 100 else value,
)
def test_wrong_texts(text: str, message: str) -> None:
    with pytest.raises(LayoutError, match=message) as error:
        parse_shape(text)
    assert len(str(error.value)) < 500


@pytest.mark.parametrize(
    "text",
    [
        f"({', '.join(['f32[2]{0}'] * 10_000)})",
        "(" * 2_999 + "f32[]" + ")" * 2_999,
        f"f32[{ones(50_000)}]{{{order(50_000)}}}",
        f"f32[2]{{0:T(2){'(2)' * 50_000}}}",
    ],
    ids=["wide tuple", "deep tuple", "dimensions", "tiles"],
)
def test_big_but_right(text: str) -> None:
    assert str(parse_shape(text)).count("[") == text.count("[")


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (["f32[1000000000,1000000]{1,0:T(8,128)}", "--index", "999999999,5"], "1000063992000389"),
        (["f32[9223372036854775807,9223372036854775807]{1,0}"], "85,070,591,730,234,615,847,396,907,784,232,501,249"),
        (["f32[9223372036854775807,9223372036854775807,0]{1,0,2}"], "elements  0 of f32"),
        (["f32[1000000000,1000000]{1,0:T(8,128)}", "--grid"], "…"),
        (["f32[1]{0:T(1000000000000)}", "--grid"], "…"),
        (["f32[1000000000,1000000]{1,0:T(8,128)}", "--json"], '"dimensions": [1000000000, 1000000]'),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_huge_arrays(arguments: list[str], output: str) -> None:
    """No element of them is looked at but those that are shown."""
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert output in done.stdout
    assert len(done.stdout) < 10_000


@pytest.mark.parametrize("option", ["--index", "--offset"])
def test_numbers_of_very_many_digits(option: str) -> None:
    done = subprocess.run([*COMMAND, "f32[2]{0}", option, "9" * 100_000], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"Invalid value for '-{option[2:]}'" in done.stderr
    assert "Traceback" not in done.stderr
