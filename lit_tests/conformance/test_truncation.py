"""A program that is cut off anywhere gets an error at a place, never a traceback."""

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
