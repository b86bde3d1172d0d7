"""`--strict`: unknown numbers, and operations without a rule, fail a program, each with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import sdyopt
from sdyopt.view import view
from sdyopt.view.command import run
from sdyopt.view.limits import unruled_note
from sdyopt.view.render.json_form import cost_object
from tools.programs import compiled_texts

HEAD = """
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{}}]>}}{more}) -> {type} {{
  {body}
  return %0 : tensor<8x8xf32>
}}
"""

UNARY = "(tensor<8x8xf32>) -> tensor<8x8xf32>"

PUBLIC = """
func.func public @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.negate %a : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
"""


def program(body: str, more: str = "") -> str:
    return HEAD.format(type="tensor<8x8xf32>", body=body, more=more)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (program("%0 = stablehlo.negate %a : tensor<8x8xf32>"), []),
        (
            program("%0 = chlo.erf %a : tensor<8x8xf32> -> tensor<8x8xf32>"),
            ['p:4: chlo.erf has no sharding rule: "x" does not pass, 256 B stay whole'],
        ),
        (
            program(f"%0 = stablehlo.custom_call @f(%a) : {UNARY}"),
            ['p:4: stablehlo.custom_call @f has no sharding rule: "x" does not pass, 256 B stay whole',
             "p:4: 1 all-gather of unknown bytes, at most 704 B: "
             "perhaps gathered by XLA's partitioner for custom_call"],
        ),
        (
            program("%0 = func.call @f(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>") + PUBLIC,
            ["@f: 1 call not inlined, as XLA does: it is public"],
        ),
        (
            program("%0 = stablehlo.negate %a : tensor<8x8xf32>", ", %b: tensor<?xf32>"),
            ["@main: the bytes of 1 argument or result are unknown"],
        ),
    ],
)  # fmt: skip
def test_what_is_not_sure(tmp_path: Path, text: str, lines: list[str]) -> None:
    path = tmp_path / "p"
    path.write_text(text, encoding="utf-8")
    status, output, errors = run([str(path), "--strict"])
    assert errors.decode().splitlines() == [f"sdy-view: error: {path}: {line}" for line in lines]
    assert (status, bool(output)) == (1 if lines else 0, True)


def test_without_it_operations_without_a_rule_are_a_note(tmp_path: Path) -> None:
    """On standard error, also beside JSON."""
    path = tmp_path / "p"
    path.write_text(program("%0 = chlo.erf %a : tensor<8x8xf32> -> tensor<8x8xf32>"), encoding="utf-8")
    status, _, errors = run([str(path), "--json"])
    assert (status, errors.decode()) == (
        0,
        f"sdy-view: note: {path}: 1 operation without a sharding rule (chlo.erf p:4): shardings do not pass, "
        "256 B a device stay whole; XLA has no rule either, and gathers\n",
    )


def test_a_note_names_three_operations() -> None:
    """And says how many there are. Of custom calls it is not known that XLA has no rule."""
    calls = [f"%{number} = stablehlo.custom_call @f{number}(%a) : {UNARY}" for number in range(1, 5)]
    sums = [f"%s{number} = stablehlo.add %s{number - 1}, %{number} : tensor<8x8xf32>" for number in range(2, 5)]
    sums[0], sums[-1] = sums[0].replace("%s1", "%1"), sums[-1].replace("%s4", "%0")
    found = view(sdyopt.parse(program("\n".join([*calls, *sums]))))
    assert unruled_note(found) == (
        "4 operations without a sharding rule (stablehlo.custom_call @f1 <string>:4, "
        "stablehlo.custom_call @f2 <string>:5, stablehlo.custom_call @f3 <string>:6, …): "
        "shardings do not pass, 1 KiB a device stay whole"
    )


def test_what_xla_may_do_at_an_operation_without_a_rule_is_unknown() -> None:
    """It has a row with an upper bound, and the JSON has it as an unknown sharding; of erf it is known."""
    found = view(sdyopt.parse(program(f"%0 = stablehlo.custom_call @f(%a) : {UNARY}")))
    assert [(each.kind, each.operation, each.bytes_each) for each in found.totals.unknown] == [
        ("bytes", "all-gather", None),
        ("sharding", "stablehlo.custom_call @f", 256),
    ]
    found = view(sdyopt.parse(program("%0 = chlo.erf %a : tensor<8x8xf32> -> tensor<8x8xf32>")))
    assert (found.totals.unknown, found.totals.is_lower_bound) == ((), False)


def test_unknown_runs_of_a_compiled_program(tmp_path: Path) -> None:
    text = tmp_path / "compiled.txt"
    text.write_text(compiled_texts.text("until_it_converges"), encoding="utf-8")
    status, _, errors = run(["--hlo", str(text), "--strict"])
    assert (status, errors.decode().splitlines()) == (
        1,
        [
            f"sdy-view: error: {text}: compiled.py:213: 1 all-gather of unknown runs, "
            "112 B in each iteration of the loop compiled.py:215",
            f"sdy-view: error: {text}: compiled.py:215: 1 all-reduce of unknown runs, "
            "7 B in each iteration of the loop compiled.py:215",
        ],
    )
    assert run(["--hlo", str(text), "--strict", "--assume-runs=4"])[0] == 0
    assert run(["--hlo", str(text)])[0] == 0


def test_operations_without_a_rule_are_in_json() -> None:
    found = view(sdyopt.parse(program("%0 = chlo.erf %a : tensor<8x8xf32> -> tensor<8x8xf32>")))
    [described] = cost_object(found)["without_rule"]
    assert {**described, "source": described["source"][0]["line"]} == {
        "operation": "chlo.erf",
        "function": "main",
        "source": found.unruled[0].source[0].line,
        "axes": ["x"],
        "bytes": 256,
        "also_in_xla": True,
    }
