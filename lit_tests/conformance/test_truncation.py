"""Broken input gets an error at a place, never a traceback: programs cut off anywhere, and brackets without end."""

from __future__ import annotations

import random
import re

import pytest

import sdyopt.cli.main
from tools import corpus
from tools.chunks import chunks, sampled

CUTS, CHUNK = 80, 40
LONG = 100_000
"""Programs that are longer than that take long, and have nothing that others have not: one chunk is enough."""
DEPTH = 20_000
CLOSED_REGIONS = 2_000
"""Fewer, because what is printed grows with the square of the depth: every line is indented."""

ERROR = re.compile(rb"^[^\n]+:\d+:\d+: error: \S", re.MULTILINE)


def assert_clean(text: bytes) -> None:
    """Our sdy-opt accepts `text`, or says where it is wrong."""
    status, output, errors = sdyopt.cli.main.run(["-"], stdin=text)
    assert status in {0, 1}
    assert b"Traceback" not in errors
    if status == 1:
        assert ERROR.search(errors), errors[:1000]
        assert output == b""


@pytest.mark.parametrize("first", chunks(CUTS, CHUNK))
@pytest.mark.parametrize("name", sampled(corpus.names(), corpus.QUICK, 4))
def test_a_program_cut_off(name: str, first: int) -> None:
    text = corpus.text(name).encode()
    chance = random.Random(f"{name} {first}")
    for _ in range(CHUNK if len(text) < LONG or not first else 0):
        place = chance.randrange(len(text))
        try:
            assert_clean(text[:place])
        except Exception as error:
            pytest.fail(f"{name} cut off after {place} bytes: {type(error).__name__}: {error}")


@pytest.mark.parametrize(
    ("before", "bracket", "after", "depth"),
    [
        pytest.param("", "(", "", DEPTH, id="parentheses"),
        pytest.param("", "[", "", DEPTH, id="square"),
        pytest.param("", "{", "", DEPTH, id="curly"),
        pytest.param("", "<", "", DEPTH, id="angle"),
        pytest.param("module attributes {a = ", "(", "", DEPTH, id="attribute-parentheses"),
        pytest.param("module attributes {a = ", "[", "", DEPTH, id="attribute-square"),
        pytest.param("module attributes {a = ", "{a = ", "", DEPTH, id="attribute-curly", marks=pytest.mark.long),
        pytest.param("module attributes {a = ", "#sdy<", "", DEPTH, id="attribute-angle"),
        pytest.param("module attributes {a = dense<", "[", "", DEPTH, id="elements"),
        pytest.param("module attributes {a = ", "[", "]", DEPTH, id="attribute-square-closed"),
        pytest.param(
            "module attributes {a = ", "{a = ", "}", DEPTH, id="attribute-curly-closed", marks=pytest.mark.long
        ),
        pytest.param("module attributes {a = ", "(", ") -> ()", DEPTH, id="function-types"),
        pytest.param("module attributes {a = ", "tuple<", ">", DEPTH, id="tuple-types"),
        pytest.param("module attributes {a = ", "() -> (", ")", DEPTH, id="result-types"),
        pytest.param("", "module {\n", "", DEPTH, id="regions"),
        pytest.param("", '"builtin.module"() ({\n', "", DEPTH, id="generic-regions"),
        pytest.param("", "module {\n", "}\n", CLOSED_REGIONS, id="regions-closed"),
        pytest.param("", '"builtin.module"() ({\n', "}) : () -> ()\n", CLOSED_REGIONS, id="generic-regions-closed"),
        pytest.param("module {} loc(", "fused[", "]", DEPTH, id="locations"),
        pytest.param("module {} loc(", "callsite(", "", DEPTH, id="call-sites"),
    ],
)
def test_brackets_without_end(before: str, bracket: str, after: str, depth: int) -> None:
    assert_clean((before + bracket * depth + after * depth).encode())
