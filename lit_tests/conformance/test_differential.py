"""The answers of both sides are read correctly."""

from __future__ import annotations

from tools.differential import Answer, ComparedRemark, agreement, is_garbled, our_refusal

MESSAGES = """<stdin>:1:1: error: expected operation name in quotes
: note: this is the text itself
^
<stdin>:2:3: note: here
  error: no error
  ^
<stdin>:3:1: warning: no error either
<stdin>:3:2: note: nor this
<stdin>:3:1: error: the next
"""


def test_the_text_that_is_shown_with_an_error_is_no_message() -> None:
    answer = our_refusal(MESSAGES)
    assert (answer.line, answer.column, answer.message) == (1, 1, "expected operation name in quotes")
    assert answer.notes == (ComparedRemark(2, 3, "here"),)
    assert answer.later == (ComparedRemark(3, 1, "error: the next"),)


FIRST, SECOND, THIRD = '{"a" = operand-1 -> [result-0]}', '{"b" = result-0 -> [operand-0]}', '{"b" = operand-1 -> []}'


def answer_of_step(*entries: str) -> Answer:
    return Answer(True, f"#sdy.propagation_edges<[{{step-3 = [{', '.join(entries)}]}}]>")


def test_the_order_of_the_sources_of_an_axis_does_not_count() -> None:
    """But that of axes does."""
    assert agreement(answer_of_step(FIRST, SECOND, THIRD), answer_of_step(FIRST, THIRD, SECOND)).all
    assert not agreement(answer_of_step(FIRST, SECOND, THIRD), answer_of_step(SECOND, THIRD, FIRST)).all


def test_a_reversed_mesh_with_a_name_from_nowhere_is_garbled() -> None:
    """One named after a mesh of the text is not, nor is one that the text itself has."""
    text = "sdy.mesh @mesh\nsdy.mesh @a_reversed\n"
    for name, garbled in (("H_reversed", True), ('"\\A8 x_reversed_1"', True), ("mesh_reversed_2", False)):
        assert is_garbled(text, Answer(True, f"module {{\n  sdy.mesh @{name} = <[]>\n}}\n")) is garbled
    assert not is_garbled(text, Answer(True, "sdy.mesh @a_reversed = <[]>"))
