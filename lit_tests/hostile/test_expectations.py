"""`-verify-diagnostics` with very many expectations, or with designators and regular expressions that go wrong."""

from __future__ import annotations

from typing import Any

import pytest

from sdyopt.driver import report as expected_patterns

FLAG = "-verify-diagnostics"


def test_very_many(sdy_opt: Any) -> None:
    """Each error is told to be expected on a line of its own."""
    lines = [f'"a.b"(%{number}) : (i32) -> ()  // expected-error {{{{undeclared}}}}' for number in range(10_000)]
    assert sdy_opt("\n".join(lines), FLAG, "-allow-unregistered-dialect").status == 0


def test_very_many_that_come_later(sdy_opt: Any) -> None:
    """As many, in the reverse order, on lines far away."""
    uses = [f'"a.b"(%{number}) : (i32) -> ()' for number in range(5_000)]
    designators = [f"// expected-error @-{2 * number + 1} {{{{undeclared}}}}" for number in range(5_000)]
    assert sdy_opt("\n".join([*uses, *designators]), FLAG, "-allow-unregistered-dialect").status == 0


def test_very_many_that_do_not_come(sdy_opt: Any) -> None:
    run = sdy_opt("// expected-error {{never}}\n" * 10_000, FLAG)
    assert run.errors.count('error: expected error "never" was not produced') == 10_000


@pytest.mark.parametrize(
    "line",
    [
        "expected-error {{" * 100_000,
        "expected-error" + " " * 200_000 + "x }}",
        "expected-error {{" + "}" * 200_000 + "x",
        "expected-error " * 100_000 + "}}",
    ],
    ids=["open", "blanks", "braces", "words"],
)
def test_long_lines_that_are_no_designators(sdy_opt: Any, line: str) -> None:
    assert sdy_opt(f"// {line}\n", FLAG).status == 0


@pytest.mark.parametrize("where", ["+", "-"])
def test_a_distance_of_very_many_digits(sdy_opt: Any, where: str) -> None:
    """There is no such line, so that nothing can be expected there."""
    run = sdy_opt(f"// expected-error @{where}{'9' * 100_000} {{{{x}}}}", FLAG)
    assert run.errors.startswith('IN:1:4: error: expected error "x" was not produced')


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(", "missing ), unterminated subpattern"),
        ("(" * 10_000 + ")" * 10_000, "nested too deeply"),
        ("a{99999999999}?", "the repetition number is too large"),
        ("[" * 10_000, "unterminated character set"),
    ],
    ids=["open", "deep", "repeated", "set"],
)
def test_wrong_regular_expressions(sdy_opt: Any, pattern: str, message: str) -> None:
    run = sdy_opt(f"// expected-error-re {{{{{{{{{pattern}}}}}}}}}", FLAG)
    assert run.errors.startswith(f"IN:1:4: error: invalid regex: {message}")


def test_very_many_openings_of_regular_expressions(sdy_opt: Any) -> None:
    """Without an end they are text."""
    run = sdy_opt(f"// expected-error-re {{{{x{'{{' * 100_000}x}}}}", FLAG)
    assert "error: expected error" in run.errors


def test_a_regular_expression_that_takes_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is given up, and said once to be wrong."""
    from sdyopt.cli import main as cli

    monkeypatch.setattr(expected_patterns, "SECONDS", 0.1)
    symbol = "a" * 400
    line = f"func.func private @{symbol}()\n"
    text = f"{line}// expected-error-re @+1 {{{{{{{{(a+)+c}}}}}}}}\n{line}"
    status, output, errors = cli.run(["-", FLAG], text.encode())
    assert (status, output) == (1, b"")
    assert errors.count(b"<stdin>:2:4: error: invalid regex: it takes too long") == 1
    assert b"was not produced" not in errors


def test_regular_expressions_that_are_met(sdy_opt: Any) -> None:
    """What they are for still works."""
    text = "// expected-error-re @below {{expected {{[a-z]+}} name in {{(quotes|none)}}}}\nmodule {?}"
    assert sdy_opt(text, FLAG).status == 0
