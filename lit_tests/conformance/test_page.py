"""The page about conformance says what is so: known differences are there, and its tables are the tools'."""

from __future__ import annotations

import pytest

from tools import conformance, reference
from tools.chunks import mostly_long
from tools.differences.known import GARBLED, KNOWN, Difference, told, told_of_ours, told_of_theirs
from tools.differential import Answer

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")


ENDLESS = "Indices that come from themselves"
"""The difference for which the reference computes until its time is over."""


@pytest.mark.long
def test_the_pages_are_what_the_tool_writes() -> None:
    for file, text in conformance.pages(conformance.runs(conformance.RUNS)).items():
        assert file.read_text(encoding="utf-8") == text, "run `python -m tools.conformance`"


@pytest.mark.parametrize(
    "difference",
    mostly_long(KNOWN, [each for each in KNOWN if each.title != ENDLESS]),
    ids=lambda difference: difference.title,
)
def test_a_known_difference_is_still_there(difference: Difference) -> None:
    assert told_of_ours(difference) == difference.ours
    # Memory that was freed holds anything: other names, readable ones too, or what makes the reference crash.
    assert told_of_theirs(difference) == difference.theirs or difference.theirs == GARBLED
    assert difference.ours != difference.theirs


def test_what_is_said_of_a_class_can_be_printed() -> None:
    """Two lines, or the last of a traceback; bytes that are no UTF-8 as escapes."""
    text = b"line 3 of the output\nours:      a\xff\0\nreference: b".decode("utf-8", "surrogateescape")
    assert conformance.FuzzClass.of("output", 2, 7, text).said == ["ours:      a\\udcff\\x00", "reference: b"]
    assert conformance.FuzzClass.of("traceback", 2, 7, "Traceback:\n  x\nKeyError: 1\n").said == ["KeyError: 1"]


def test_answers_are_told_in_a_few_words() -> None:
    text = "sdy.mesh @mesh"
    assert told(text, None) == "crashes"
    assert told(text, Answer(True, "module {\n  sdy.mesh\n}\n")) == "prints `sdy.mesh`"
    assert told(text, Answer(False, "", 1, 2, "no `x' "), following=3) == "`` 1:2: error: no `x' ``, and 3 more"
    assert told(text, Answer(False, "", None, None, 'unknown mesh: @"\\A8"')).startswith("speaks of what it finds")
    assert told(text, Answer(False, "", None, None, "unknown mesh: @mesh")) == "`?:?: error: unknown mesh: @mesh`"
