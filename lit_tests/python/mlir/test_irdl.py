"""Dialects that IRDL defines: wrong definitions, constraints, and the processes that have them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import sdyopt

pytestmark = pytest.mark.usefixtures("own_dialects")

ROOT = Path(__file__).resolve().parents[3]
CMATH = (ROOT / "lit_tests" / "irdl" / "Inputs" / "cmath.irdl.mlir").read_text()


def in_operation(lines: str) -> str:
    return f"irdl.dialect @d {{\nirdl.operation @o {{\n{lines}\n}}\n}}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'builtin.module' op expected at least one 'irdl.dialect'"),
        ("irdl.dialect @stablehlo {}", "1:1: error: 'irdl.dialect' op dialect 'stablehlo' is part of sdy-opt"),
        ("irdl.dialect @ub {}", "dialect 'ub' is part of sdy-opt, and cannot be replaced"),
        ("irdl.dialect @a.b {}", "expects a name without '.', but got 'a.b'"),
        ('irdl.dialect @"a b" {}', "expects a name of letters, digits, '_', '.' and '$', but got 'a b'"),
        ("module {irdl.dialect @d {}}\nmodule {irdl.dialect @d {}}", "2:9: error: 'irdl.dialect' op is the second"),
        ("irdl.dialect @d {irdl.type @t irdl.type @t}", "redefinition of symbol named 't'"),
        ("irdl.type @t", "'irdl.type' op expects parent op 'irdl.dialect'"),
        ("irdl.dialect @d {irdl.parametres()}", "custom op 'irdl.parametres' is unknown"),
        (in_operation("%0 = irdl.is f33"), "3:13: error: expected attribute value"),
        (in_operation("%0 = irdl.base @t"), "3:6: error: 'irdl.base' op '@t' is not a type or an attribute"),
        (in_operation("%0 = irdl.parametric @e::@t<>"), "'@e::@t' is not a type or an attribute"),
        (in_operation('%0 = irdl.base "i32"'), "expects a name that begins with '!' or '#', but got 'i32'"),
        (in_operation('%0 = irdl.base "!builtin.tensr"'), "did you mean !builtin.tensor"),
        (in_operation("%0 = irdl.base"), "expects either the name or the symbol of an attribute or a type"),
        (in_operation("%0 = irdl.any_of()"), "expects at least one constraint"),
        (in_operation('%0 = irdl.c_pred "$_self"'), "3:6: error: 'irdl.c_pred' op is a predicate in C++"),
        (in_operation("%0 = irdl.any irdl.operands(a: %0, a: %0)"), "name 'a' is used twice"),
        (in_operation("%0 = irdl.any irdl.operands(a: %0) irdl.operands(b: %0)"), "may occur only once"),
        (in_operation("%0 = irdl.any irdl.operands(a: some %0)"), "expected variadicity to be one of: single, "),
        (in_operation("%0 = irdl.any irdl.operands(%0)"), "expected"),
        (in_operation("irdl.operands(a: %0)"), "use of undeclared SSA value name"),
        (in_operation("%0 = irdl.region with size 0"), "expects a positive number of blocks, but got 0"),
        (in_operation("%0 = irdl.any irdl.regions(a: %0)"), "expects different type than prior uses"),
        (in_operation("%0 = irdl.is !d.t"), "created with unregistered dialect"),
        (in_operation('"irdl.regions"() {names = ["a"]} : () -> ()'), "a name for each value, but got 1 for 0"),
        (
            in_operation("%0 = irdl.any\n" + "\n".join(f"%{i + 1} = irdl.any_of(%{i})" for i in range(100))),
            "103:8: error: 'irdl.any_of' op constraints may be at most 100 levels deep",
        ),
    ],
)
def test_a_wrong_definition_is_an_error_at_its_place(text: str, message: str) -> None:
    with pytest.raises(sdyopt.Error) as caught:
        sdyopt.register_irdl(text)
    assert message in str(caught.value)


def valid(program: str) -> bool:
    try:
        sdyopt.parse(program, allow_unregistered_dialect=True)
    except sdyopt.Error:
        return False
    return True


@pytest.mark.parametrize(
    ("constraints", "types", "is_valid"),
    [
        ("%0 = irdl.any", "i1, f32", False),  # one constraint, one type
        ("%0 = irdl.any", "f32, f32", True),
        ("%0 = irdl.is i1", "i1, i1", True),
        ('%0 = irdl.base "!builtin.integer"', "i1, i1", True),
        ('%0 = irdl.base "!builtin.f8E4M3"', "f8E4M3, f8E4M3", True),
        ('%0 = irdl.base "!builtin.f32"', "f64, f64", False),
        ('%0 = irdl.base "!stablehlo.token"', "!stablehlo.token, !stablehlo.token", True),
        ('%1 = irdl.base "!builtin.integer" %2 = irdl.is i1 %0 = irdl.all_of(%1, %2)', "i1, i1", True),
        ('%1 = irdl.base "!builtin.integer" %2 = irdl.is i1 %0 = irdl.all_of(%1, %2)', "i8, i8", False),
        ("%1 = irdl.is i1 %2 = irdl.is i8 %0 = irdl.any_of(%1, %2)", "i8, i8", True),
        ("%1 = irdl.is i1 %2 = irdl.is i8 %0 = irdl.any_of(%1, %2)", "i1, i8", False),
        # Of an alternative that fails, nothing stays.
        ("%1 = irdl.any %2 = irdl.is i1 %3 = irdl.all_of(%1, %2) %0 = irdl.any_of(%3, %1)", "i8, i8", True),
    ],
)
def test_constraints(constraints: str, types: str, is_valid: bool) -> None:
    sdyopt.register_irdl(in_operation(f"{constraints} irdl.operands(a: %0, b: %0)"))
    assert valid(f'%0:2 = "some.values"() : () -> ({types}) "d.o"(%0#0, %0#1) : ({types}) -> ()') is is_valid


def test_alternatives_of_alternatives_take_time_in_proportion() -> None:
    """Each level asks the one below twice."""
    levels = "\n".join(f"%{i + 1} = irdl.any_of(%{i}, %{i})" for i in range(90))
    sdyopt.register_irdl(in_operation(f"%0 = irdl.is i1\n{levels} irdl.operands(a: %90)"))
    assert not valid('%0 = "some.value"() : () -> f32 "d.o"(%0) : (f32) -> ()')


def test_regions() -> None:
    sdyopt.register_irdl(CMATH)

    def reduce(arguments: str, blocks: str = "") -> str:
        body = f'^bb0({arguments}): "some.end"() : () -> () {blocks}'
        return f'"cmath.reduce"() ({{{body}}}, {{}}) : () -> ()'

    c = "!cmath.complex<f32>"
    assert valid(reduce(f"%a: {c}, %b: {c}"))
    assert not valid(reduce(f"%a: {c}"))
    assert not valid(reduce(f"%a: {c}, %b: !cmath.complex<f64>"))
    assert not valid(reduce(f"%a: {c}, %b: {c}", '^bb1: "some.end"() : () -> ()'))


def test_names_of_operands_and_results() -> None:
    sdyopt.register_irdl(CMATH)
    module = sdyopt.parse("""
func.func @f(%a: !cmath.complex<f32>) {
  %0 = "cmath.sum"(%a, %a, %a) {operandSegmentSizes = array<i32: 1, 2, 0>}
    : (!cmath.complex<f32>, !cmath.complex<f32>, !cmath.complex<f32>) -> !cmath.complex<f32>
  return
}""")
    (op,) = [op for op in module.walk() if op.name == "cmath.sum"]
    assert op.operands_named("others") == op.operands[1:] and op.operands_named("weight") == []
    assert op.operand_named("first") is op.operands[0] and op.result_named("res") is op.result


def test_a_definition_that_is_wrong_leaves_the_former_one() -> None:
    sdyopt.register_irdl("irdl.dialect @kept { irdl.operation @o }")
    with pytest.raises(sdyopt.Error):
        sdyopt.register_irdl("irdl.dialect @kept { irdl.operation @p } irdl.dialect @func {}")
    assert valid('"kept.o"() : () -> ()') and not valid('"kept.p"() : () -> ()')
    sdyopt.register_irdl("irdl.dialect @kept { irdl.operation @p }")
    assert valid('"kept.p"() : () -> ()') and not valid('"kept.o"() : () -> ()')


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("irdl.dialect @d {\n  irdl.type @t {\n    %0 = irdl.is f33\n  }\n}", "{file}:3:17: error: expected attribute"),
        (None, "sdy-opt: error: cannot open input file '{file}': No such file or directory"),
    ],
)
def test_the_command_names_the_file_of_definitions(tmp_path: Path, text: str | None, messages: str) -> None:
    file = tmp_path / "d.irdl.mlir"
    if text is not None:
        file.write_text(text)
    command = [sys.executable, "-m", "sdyopt", f"-irdl-file={file}"]
    ran = subprocess.run(command, input="", capture_output=True, text=True)
    assert ran.returncode == 1 and messages.format(file=file) in ran.stderr and not ran.stdout


def test_every_process_of_a_run_has_the_dialects(tmp_path: Path) -> None:
    files = [tmp_path / "a.mlir", tmp_path / "b.mlir"]
    for file in files:
        file.write_text("func.func private @f(!cmath.complex<f32>)\n")
    definitions = ROOT / "lit_tests" / "irdl" / "Inputs" / "cmath.irdl.mlir"
    command = [sys.executable, "-m", "sdyopt", "-irdl-file", str(definitions), *map(str, files), "-j", "2"]
    subprocess.run([*command, "-o", str(tmp_path / "out")], check=True)
    assert "!cmath.complex<f32>" in (tmp_path / "out" / "b.mlir").read_text()
