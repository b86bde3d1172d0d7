"""Findings are reduced to what shows them."""

from __future__ import annotations

from tools.reduction import reduced

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
