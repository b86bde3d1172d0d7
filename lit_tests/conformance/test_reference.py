"""The reference in a process of its own: whatever becomes of it, the next question has an answer."""

from __future__ import annotations

import pytest

from tools import reference

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")

CRASHES = '%0 = "t.op"() : () -> tensor<8xf32>\n%1 = sdy.data_flow_edge %0 : tensor<8xf32>\n'


def test_a_crash_is_told_and_the_next_question_is_answered() -> None:
    """The same process forks anew."""
    for _ in range(3):
        result = reference.run_isolated(CRASHES, allow_unregistered=True)
        assert result.crashed
        assert "ended by SIG" in result.diagnostics[0].message
        assert reference.run_isolated("module {}").output == "module {\n}\n"


def test_no_answer_in_time_is_a_crash() -> None:
    """A run that goes on for ever, or waits for ever, is ended."""
    text = "\n".join(f"func.func private @f{number}()" for number in range(50_000))
    result = reference.run_isolated(text, seconds=0.001)
    assert result.crashed
    assert "had no answer in time" in result.diagnostics[0].message
    assert reference.run_isolated("module {}").ok
