"""Texts are read and printed as in the reference: options for printing, inputs without a module, warnings."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from sdyopt.cli.main import run
from tools import corpus, differential, reference
from tools.bench import PASSES
from tools.chunks import chunks, mostly_long, sampled
from tools.differential import DIAGNOSTIC, Run
from tools.generator import mixed

pytest.importorskip("jaxlib", reason=f"the reference is part of jaxlib: {reference.INSTALL}")


# Options for printing do what they do in the reference: on real programs, and in any combination on generated ones.


LOCATIONS = "-mlir-print-debuginfo"
GENERIC = "-mlir-print-op-generic"
OPTIONS = (LOCATIONS, GENERIC, "-mlir-print-local-scope", "-mlir-print-value-users")
ELEMENTS = (
    "-mlir-elide-elementsattrs-if-larger=0",
    "-mlir-elide-elementsattrs-if-larger=5",
    "-mlir-print-elementsattrs-with-hex-if-larger=-1",
    "-mlir-print-elementsattrs-with-hex-if-larger=2",
)
MODULES = 120
BATCH = 20
PARTS = 5
"""Tests share the programs."""
LONGEST = 30_000
"""Larger programs of the corpus take long and have nothing that others have not."""

RESOURCES = """"t.op"() {a = dense_resource<a> : tensor<2xi32>, b = dense_resource<b> : tensor<3xi32>} : () -> ()
{-#
  dialect_resources: { builtin: { a: "0x040000000100000002000000", b: "0x04000000010000000200000003000000" } }
#-}
"""

LOCATED = """#map = affine_map<(d0) -> (d0)>
"t.op"() {a = #map, b = distinct[3]<#map>, c = distinct[5]<>} : () -> () loc(callsite("f"("g.py":1:2) at "h.py":3:4))
"t.op"() {a = distinct[5]<>} : () -> () loc(fused<#map>["x", callsite("y" at "z"("h.py":1:2 to 3:4))])
"t.op"() ({^bb0(%a: i32 loc("u")): }) : () -> () loc(unknown)
"t.op"() {a = loc("x")} : () -> ()
"""

NESTED = """%0:2 = "t.op"() ({
  %1 = "t.a"() : () -> i32
  "t.b"(%1, %1)[^bb1] : (i32, i32) -> ()
^bb1(%2: i32):
  %3:2 = "t.c"(%1) ({ "t.d"(%2) : (i32) -> () }) : (i32) -> (i32, i32)
}) : () -> (i32, i32)
"""

SPARSE = """"t.op"() {
  a = sparse<[[0, 0], [1, 1], [2, 2]], [1, 2, 3]> : tensor<10x10xi32>,
  b = sparse<[[0, 0], [1, 1], [2, 2]], 1> : tensor<10x10xi32>, c = sparse<0, [1, 2, 3]> : tensor<10xi32>,
  d = sparse<> : tensor<10xi32>, e = dense<["x", "y", "z"]> : tensor<3x!t.string>,
  f = dense<[1, 2, 3]> : tensor<3xi4>, g = dense<(1, 2)> : tensor<3xcomplex<i8>>,
  h = dense<[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)]> : tensor<3xcomplex<f32>>, i = dense<> : tensor<0xi32>
} : () -> tensor<3xi32, dense<[1, 2, 3]> : tensor<3xi32>>
"""


def assert_same(text: str, run: Run) -> None:
    """Fail unless ours says what the reference says."""
    expected = differential.theirs(text, run)
    assert expected is not None
    found = differential.ours(text, run)
    assert found == expected, f"{run}: {differential.first_difference(found, expected)}"


@pytest.mark.parametrize("part", sampled(range(PARTS), one_in=PARTS))
@pytest.mark.parametrize("option", (*OPTIONS, *ELEMENTS))
def test_programs_print_as_the_reference_prints_them(option: str, part: int) -> None:
    for name in corpus.names()[part::PARTS]:
        text = corpus.text(name)
        if len(text) <= LONGEST:
            for passes in ((), PASSES):
                assert_same(text, Run(tuple(passes), printing=(option,)))


@pytest.mark.parametrize("first", sampled(range(0, MODULES, BATCH)))
def test_options_combine(first: int) -> None:
    for seed in range(first, first + BATCH):
        random = Random(seed)
        printing = (*random.sample(OPTIONS, 2), random.choice(ELEMENTS))
        assert_same(mixed.module(seed), Run(printing=printing, allow_unregistered=True))


@pytest.mark.parametrize("text", [RESOURCES, LOCATED, NESTED, SPARSE], ids=["resources", "located", "nested", "sparse"])
@pytest.mark.parametrize("first", mostly_long(OPTIONS, OPTIONS[:1]))
def test_what_is_special_prints_alike(text: str, first: str) -> None:
    """With one more option."""
    for second in (*OPTIONS, *ELEMENTS):
        assert_same(text, Run(printing=tuple({first: None, second: None}), allow_unregistered=True))


@pytest.mark.parametrize("limit", (-2, -1, 0, 2, 3, 5, 6, 100))
def test_elements_are_hexadecimal_or_left_away_from_the_same_number_on(limit: int) -> None:
    options = [f"-mlir-print-elementsattrs-with-hex-if-larger={limit}"]
    options += [f"-mlir-elide-elementsattrs-if-larger={limit}"] if limit >= 0 else []
    for option in options:
        assert_same(SPARSE, Run(printing=(option,), allow_unregistered=True))


# Inputs without a module around them, and round trips, come out as in the reference.


FUNCTION = "func.func @f(%a: i32) -> i32 { return %a : i32 }"
SINGLE = Run(allow_unregistered=True, implicit_module=False)


@pytest.mark.parametrize(
    "text",
    [
        FUNCTION,
        "module {}",
        "module @a { module @b {} }",
        '%a = "t.op"(%a) : (i32) -> i32',
        '%0:2 = "t.op"() ({ %1 = "t.op"() : () -> i32 }) : () -> (i32, i32)',
        'sdy.mesh @a = <["x"=2]>',
        "stablehlo.constant dense<1> : tensor<i32>",
    ],
)
@pytest.mark.parametrize("option", ["-mlir-print-local-scope", "-mlir-print-op-generic", "-mlir-print-value-users"])
def test_one_operation_is_all(text: str, option: str) -> None:
    """Parts that are not valid alone, such as a mesh, print in generic form."""
    run = SINGLE._replace(printing=(option,))
    expected = differential.theirs(text, run)
    assert expected is not None and expected.accepted
    assert differential.ours(text, run) == expected


@pytest.mark.parametrize("text", ["", "// nothing", "module {} module {}", f"{FUNCTION} module {{}}"])
def test_there_is_one_operation(text: str) -> None:
    found, expected = differential.ours(text, SINGLE), differential.theirs(text, SINGLE)
    assert expected is not None
    assert (found.message, found.line, found.column) == (expected.message, 0, 0)


def test_a_pass_over_modules_does_not_run_on_a_function() -> None:
    run = SINGLE._replace(passes=("sdy-inline-meshes",))
    expected = differential.theirs(FUNCTION, run)
    assert expected is not None and not expected.accepted
    assert differential.ours(FUNCTION, run) == expected


def their_round_trip(text: str) -> bool:
    """Whether the reference reads what it prints as the same program, with all locations."""
    printed = reference.run_isolated(text, debug_info=True, allow_unregistered=True)
    outputs = [
        reference.run_isolated(form, debug_info=True, generic=True, allow_unregistered=True).output
        for form in (text, printed.output)
    ]
    return outputs[0] == outputs[1]


def assert_same_round_trip(text: str) -> None:
    run = Run(allow_unregistered=True, printing=("-verify-roundtrip",))
    found = differential.ours(text, run)
    assert found.accepted == their_round_trip(text), str(found)


@pytest.mark.parametrize(
    "name", sampled([name for name in corpus.names() if name != "transformer_deep"], corpus.QUICK, 4)
)
def test_programs_make_the_round_trip_where_they_do_in_the_reference(name: str) -> None:
    """Formats that do not print the locations of arguments, as that of loops, lose them."""
    assert_same_round_trip(corpus.text(name))


@pytest.mark.parametrize("first", chunks(100, 10))
def test_modules_make_the_round_trip_where_they_do_in_the_reference(first: int) -> None:
    for seed in range(first, first + 10):
        assert_same_round_trip(mixed.module(seed))


# Warnings that come once in a process, whatever its passes and modules: ours are the reference's, notes included.


INPUTS = Path(__file__).parent / "Inputs"
MODULE = (INPUTS / "warnings.module.txt").read_text(encoding="utf-8")

FLAGS = ("-split-input-file", "-allow-unregistered-dialect")


@pytest.mark.parametrize(
    "passes",
    [
        "-sdy-import-func-calls -sdy-populate-op-sharding-rules",
        "-sdy-basic-propagate -sdy-populate-op-sharding-rules -sdy-aggressive-propagate",
        "-sdy-import-pipeline -sdy-import-func-calls -sdy-user-priority-propagate",
        "-sdy-populate-op-sharding-rules -sdy-flatten-call-graph -sdy-import-func-calls -sdy-basic-propagate",
    ],
)
def test_each_warning_comes_once(passes: str) -> None:
    """In several passes over several modules; each is what the first operation met leads to."""
    text = f"{MODULE}// -----\n{MODULE.replace('@foo', '@third')}".encode()
    asked = [sys.executable, str(Path(reference.__file__)), "-", *passes.split(), *FLAGS]
    expected = subprocess.run(asked, input=text, capture_output=True, check=True)
    status, output, messages = run(["-", *passes.split(), *FLAGS], text)
    assert (status, output) == (0, expected.stdout)
    told = [f"{line}:{column}: {kind}: {words}" for line, column, kind, words in DIAGNOSTIC.findall(messages.decode())]
    assert told == expected.stderr.decode().splitlines()
    assert len([line for line in told if "note:" in line]) == len(told) / 2 > 0
