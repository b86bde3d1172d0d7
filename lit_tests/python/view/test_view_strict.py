"""Unknown figures are never zero, and fail with --strict; operations without a rule."""

from __future__ import annotations

from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost.collectives.found import UnknownBytes
from sdyopt.cost.sizes.local_sizes import unruled_ops
from sdyopt.dialects.sdy.shardings.axes import Axes
from sdyopt.view import view
from sdyopt.view.collection import analyze
from sdyopt.view.columns.collectives import totals_object
from sdyopt.view.command import run
from sdyopt.view.model import Query
from sdyopt.view.options import ViewOptions
from sdyopt.view.render.cost_tables import sent_text
from sdyopt.view.render.printing import cost_object
from sdyopt.view.render.verdict import exceeded, unruled_note
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


INPUTS = Path(__file__).parent / "Inputs"
LOOP = (INPUTS / "view_unknown.loop.txt").read_text(encoding="utf-8")
ONLY_UNKNOWN = "\n".join([line for line in LOOP.splitlines() if "%known" not in line])

EACH = "24 B in each iteration of the loop <string>:6 (1 collective)"
HINT = "--assume-runs=<string>:6=N says how often it runs"


@pytest.mark.parametrize(
    ("text", "known", "words"),
    [
        (LOOP, 24, f'at least 24 B, all over "tensor", and {EACH}'),
        (ONLY_UNKNOWN, 0, f"unknown: {EACH.replace(':6', ':5')}"),
    ],
)
def test_a_sum_says_what_is_not_in_it(text: str, known: int, words: str) -> None:
    """An all_gather of two floats from each of four devices sends three times eight bytes."""
    found = view(sdyopt.parse(text))
    assert sent_text(found) == words
    (unknown,) = found.totals.unknown
    assert unknown == UnknownBytes("runs", unknown.source, "all-gather", 24, 1, unknown.loop)
    described = totals_object(found.totals)
    assert (described["bytes_sent"], described["is_lower_bound"]) == (known, True)
    assert [{**each, "source": None, "loop": None} for each in described["unknown"]] == [
        {
            "kind": "runs",
            "source": None,
            "operation": "all-gather",
            "bytes_each": 24,
            "count": 1,
            "loop": None,
            "most": None,
            "reason": "",
        }
    ]


def test_a_limit_fails_on_what_it_cannot_know() -> None:
    """Over is over; under what is known is not under the limit."""
    found = view(sdyopt.parse(LOOP))
    assert list(exceeded(found, ViewOptions.of(max_sent=23))) == [
        "collectives send 24 B a device, more than --max-sent 23 B (24 > 23 bytes)"
    ]
    assert list(exceeded(found, ViewOptions.of(max_sent=24))) == [
        f"cannot tell whether a device sends more than --max-sent 24 B: at least 24 B, and {EACH}; {HINT}"
    ]
    assert list(exceeded(view(sdyopt.parse("func.func private @f()")), ViewOptions.of(max_peak=1024))) == [
        "cannot tell whether the peak is more than --max-peak 1 KiB: no function has a body"
    ]


def test_arguments_of_unknown_size_are_not_under_a_limit() -> None:
    found = view(sdyopt.parse("func.func @f(%a: tensor<?xf32>, %b: tensor<4xf32>) { return }"))
    assert list(exceeded(found, ViewOptions.of(max_bytes=15))) == [
        "arguments and results of @f take 16 B a device, more than --max-bytes 15 B (16 > 15 bytes)"
    ]
    assert list(exceeded(found, ViewOptions.of(max_bytes=16))) == [
        "cannot tell whether arguments and results of @f take more than --max-bytes 16 B: the bytes of 1 tensor are "
        "not known"
    ]


def test_loops_of_which_all_is_known_pass_a_limit() -> None:
    found = view(sdyopt.parse(LOOP.replace("%j, %n :", "%j, %start :")))
    assert (found.totals.is_lower_bound, found.totals.unknown) == (False, ())
    assert list(exceeded(found, ViewOptions.of(max_sent=24))) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--bandwidth", "tensr=90"], "--bandwidth: no mesh has an axis 'tensr'; did you mean 'tensor'?"),
        (["--bandwidth", "rows=90"], "--bandwidth: no mesh has an axis 'rows'"),
    ],
)
def test_a_bandwidth_is_one_along_an_axis_that_there_is(tmp_path: Path, options: list[str], message: str) -> None:
    program = tmp_path / "program.mlir"
    program.write_text(LOOP, encoding="utf-8")
    status, _, errors = run([str(program), *options])
    assert (status, errors.decode().splitlines()[-1]) == (2, f"Error: {message}")


def test_standard_input_is_only_one_of_two_programs() -> None:
    status, _, errors = run(["-", "-", "--diff"])
    message = "Error: only one input can be standard input"
    assert (status, errors.decode().splitlines()[-1]) == (2, message)


COUNTER = (INPUTS / "view_unknown.counter.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("counter", "wide", "limit", "step", "runs"),
    [
        ("i64", "i32", 5, 1, 5),
        ("i32", "i32", 5, 1, 5),
        ("i64", "ui32", 5, 1, 5),
        ("i32", "i64", 4_294_967_301, 1, None),
        ("i32", "ui32", 5, 1, None),
        ("ui32", "i32", 5, 1, None),
        ("ui64", "i32", 5, 1, None),
        ("i8", "i8", 127, 1, 127),
        ("i8", "i8", 127, 2, None),
        ("ui8", "ui8", 254, 2, 127),
        ("ui8", "ui8", 255, 2, None),
    ],
)
def test_integers_that_wrap_are_not_known(counter: str, wide: str, limit: int, step: int, runs: int | None) -> None:
    """A conversion to a narrower type may change a bound, and a counter may pass the end of its type."""
    text = COUNTER.format(counter=counter, wide=wide, limit=limit, step=step)
    (found,) = view(sdyopt.parse(text)).collectives
    assert found.executions == runs


PROGRAM = (INPUTS / "unruled.program.txt").read_text(encoding="utf-8")


def names(axes: Axes) -> list[str]:
    return [axis.name for axis in axes]


def test_where_shardings_end() -> None:
    """Forwards a result is whole, backwards an operand: 64 · 64 · 4 bytes. Nothing ends where nothing is sharded."""
    found = analyze(sdyopt.parse(PROGRAM), Query())
    assert [
        (each.operation, each.function, each.source[0].line, names(each.axes), each.bytes, each.also_in_xla)
        for each in unruled_ops(found.program, found.sizes)
    ] == [
        ("chlo.erf", "main", 6, ["x"], 16384, True),
        ("stablehlo.custom_call @foo", "main", 7, ["y"], 16384, False),
        ("stablehlo.custom_call @two", "f", 15, ["x"], 16384, False),
    ]


def test_only_of_a_propagated_program() -> None:
    found = analyze(sdyopt.parse(PROGRAM), Query(as_written=True))
    assert list(unruled_ops(found.program, found.sizes)) == []
