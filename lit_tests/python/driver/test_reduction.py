"""Programs and texts are reduced to what shows a finding."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import sdyopt
from sdyopt.testing.reduction.command import CommandOutcome, Judge, run
from sdyopt.testing.reduction.shrinking import Shrinking, reduced

PROGRAM = """module {
  func.func @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func @g() {
    return
  }
}
"""


def test_what_does_not_matter_goes() -> None:
    found = reduced(PROGRAM, lambda text: "stablehlo.add" in text and text.count("{") == text.count("}"))
    assert found.split() == ["stablehlo.add"]


def test_brackets_stay_in_pairs() -> None:
    """Lines between brackets go together, and so do the brackets around what must stay."""
    found = reduced(PROGRAM, lambda text: "return\n" in text and text.count("{") == text.count("}") >= 1)
    assert found.split() == ["{", "return", "}"]


def test_the_budget_is_kept() -> None:
    asked = []

    def shows(text: str) -> bool:
        asked.append(text)
        return False

    assert reduced(PROGRAM, shows, budget=5) == PROGRAM
    assert len(asked) == 5


INPUTS = Path(__file__).parent / "Inputs"
LOOP = (INPUTS / "reduction.loop.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("part", "operations"),
    [("stablehlo.tanh", 3), ("stablehlo.compare", 3), ("stablehlo.while", 6), ("call @f", 4), ('{"x"}', 3)],
)
def test_a_program_is_reduced_to_a_part(part: str, operations: int) -> None:
    """The result is valid, is text that reads back, and has little besides the part."""
    found = Shrinking(LOOP, "loop.mlir", lambda text: part in text)
    found.run()
    assert part in found.text
    assert sdyopt.parse(found.text).to_text() == found.text
    assert found.operations <= operations, found.text
    assert "unused" not in found.text
    assert "64" not in found.text


def test_every_program_that_is_tried_is_valid() -> None:
    def shows(text: str) -> bool:
        sdyopt.parse(text)
        return "stablehlo.slice" in text

    Shrinking(LOOP, "loop.mlir", shows).run()


def test_what_shows_nothing_is_left_as_it_is() -> None:
    found = Shrinking(LOOP, "loop.mlir", lambda _: False)
    found.run()
    assert found.text == LOOP


def test_locations_go_unless_they_matter() -> None:
    text = 'func.func private @f() loc("a.py":1:2)\n'
    for wanted, is_kept in (("@f", False), ("a.py", True)):
        found = Shrinking(text, "f.mlir", lambda text, wanted=wanted: wanted in text)
        found.run()
        assert ("loc(" in found.text) is is_kept


def test_errors_are_compared_without_details() -> None:
    one = CommandOutcome(1, "f.mlir:1:2: error: failed with 'a.b' of tensor<#d.s<@m, [{<3>}]>> %4 at 17\n  note")
    assert one.error == CommandOutcome(1, "g.mlir:9:9: error: failed with 'a.b' of tensor<2> %5 at 4").error
    assert one.error != CommandOutcome(1, "f.mlir:1:2: error: failed with 'a.c' of tensor<2> %5 at 4").error
    assert CommandOutcome(1, "nothing").error is None


def test_the_command_gets_a_file_or_standard_input() -> None:
    script = "import sys; text = sys.stdin.read(); sys.exit(7 if 'tanh' in text else 0)"
    judge = Judge(f'"{sys.executable}" -c "{script}"', None, 60)
    assert judge.begin("tanh").status == 7
    assert [judge.shows("a tanh"), judge.shows("sinh")] == [True, False]


def test_bytes_that_are_no_text_stay() -> None:
    script = "import sys; sys.exit(b'\\xe9' in sys.stdin.buffer.read())"
    judge = Judge(f'"{sys.executable}" -c "{script}"', None, 60)
    assert [judge.begin("caf\udce9").status, judge.shows("\udce9"), judge.shows("e")] == [1, True, False]


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e300", "0"])
def test_seconds_are_a_number(seconds: str) -> None:
    for option in ("timeout", "seconds"):
        status, _, errors = run(["--test=false", f"--{option}={seconds}"])
        assert (status, b"--" + option.encode() in errors) == (2, True)


def test_a_command_that_hangs_is_a_failure() -> None:
    judge = Judge(f'"{sys.executable}" -c "import time; time.sleep(60)"', None, 0.2)
    assert judge.is_shown_by(judge.begin(""))
    assert judge.shows("")


def test_a_text_that_is_not_a_program(tmp_path: Path) -> None:
    script = "import sys; sys.exit('error: brackets' if '((' in sys.stdin.read() else 0)"
    path = tmp_path / "broken.mlir"
    path.write_text("func.func @f(( {\n  return\n}\n", encoding="utf-8")
    status, shown, _ = run([str(path), f'--test="{sys.executable}" -c "{script}"'])
    assert (status, shown) == (0, b"(( ")
