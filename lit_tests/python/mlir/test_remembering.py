"""What is remembered from one program to the next, and dropped when nothing uses it."""

from __future__ import annotations

import ast
import gc
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import sdyopt
from sdyopt.dialects.sdy.attributes import MeshAxis
from sdyopt.ir.attribute import Location, forget_if_grown, interned_count, remembered, remembered_table
from sdyopt.ir.attributes import I64, IntegerAttr, StringAttr
from sdyopt.ir.locations import UNKNOWN, CallSiteLoc, NameLoc
from sdyopt.ir.signature import Signature
from sdyopt.view import view

PARTS = re.compile(r"\b(Attribute|Type|Signature|Mesh|Sharding|Operation|Value|object)\b")
"""Of programs."""


def program(number: int) -> str:
    """A program whose types, constants and attributes no other one has."""
    sharding = f'#sdy.sharding<@mesh, [{{"x{number}"}}, {{?}}]>'
    shape = f"tensor<{8 + number}x{16 + 2 * number}xf32>"
    lines = [
        f'sdy.mesh @mesh = <["x{number}"=2]>',
        f"func.func @f{number}(%0: {shape} {{sdy.sharding = {sharding}}}) -> {shape} {{",
    ]
    for line in range(20):
        lines.append(f"  %{2 * line + 1} = stablehlo.constant dense<{number}.{line}5> : {shape}")
        lines.append(f"  %{2 * line + 2} = stablehlo.add %{2 * line}, %{2 * line + 1} : {shape}")
    return "\n".join([*lines, f"  return %40 : {shape}", "}"])


def run(number: int) -> str:
    return str(sdyopt.parse(program(number)).run("sdy-propagation-pipeline"))


def test_what_nothing_uses_is_dropped() -> None:
    run(0)
    sdyopt.forget()
    left = interned_count()
    for number in range(30):
        run(number)
    assert interned_count() > left + 30 * 40
    sdyopt.forget()
    assert interned_count() <= left  # Fewer: what earlier tests used may be unused by now.


def test_what_a_program_uses_stays_the_same_object() -> None:
    module = sdyopt.parse(program(1)).run("sdy-propagation-pipeline")
    text = str(module)
    ops = list(module.walk())
    signatures = [op.signature for op in ops]
    types = [result.type for op in ops for result in op.results]
    run(2)
    sdyopt.forget()
    for signature in signatures:
        if signature.symbol is None:
            found = Signature.of(
                signature.definition,
                signature.operand_types,
                signature.result_types,
                signature.properties,
                signature.attributes,
            )
            assert found is signature
        else:
            assert signature.nameless.named(signature.symbol) is signature
    for type in types:
        assert type.replace() is type
    assert str(module) == text
    again = sdyopt.parse(program(1)).run("sdy-propagation-pipeline")
    assert [op.signature for op in again.walk()] == signatures


def test_values_that_nest_deeply_are_dropped() -> None:
    """In rounds over all tables, each of which drops a chain of values of one class at once."""
    sdyopt.forget()
    left = interned_count()
    location: Location = NameLoc("innermost", UNKNOWN)
    for number in range(20_000):
        location = CallSiteLoc(location, UNKNOWN) if number % 2_000 else NameLoc(f"outer {number}", location)
    sdyopt.forget()
    assert interned_count() > left + 19_000
    del location
    sdyopt.forget()
    assert interned_count() <= left  # Fewer: what earlier tests used may be unused by now.


def test_results_of_functions_are_forgotten() -> None:
    calls: list[int] = []
    table = remembered_table()

    @remembered
    def square(number: int) -> int:
        calls.append(number)
        return number * number

    assert [square(3), square(3), square(4)] == [9, 9, 16]
    assert calls == [3, 4]
    table[1] = 2
    sdyopt.forget()
    assert square(3) == 9
    assert calls == [3, 4, 3]
    assert table == {}


def test_many_programs_are_forgotten_by_themselves() -> None:
    gc.collect()  # what other tests have left
    sdyopt.forget()
    left = interned_count()
    kept = [StringAttr(f"kept {number}") for number in range(left + 20_001)]
    forget_if_grown()
    assert interned_count() == left + len(kept)
    del kept
    gc.collect()
    forget_if_grown()
    assert interned_count() == left + left + 20_001, "not twice as many again"
    sdyopt.parse(program(3))
    sdyopt.forget()
    assert interned_count() <= left  # Fewer: what earlier tests used may be unused by now.


def test_programs_run_while_another_thread_forgets() -> None:
    expected = {number: run(number) for number in range(8)}

    def task(number: int) -> tuple[int, str]:
        if number % 5 == 4:
            sdyopt.forget()
        return number % 8, run(number % 8)

    with ThreadPoolExecutor(8) as pool:
        for number, text in pool.map(task, range(64)):
            assert text == expected[number]


def test_a_thread_that_elides_elements_changes_nothing_for_others() -> None:
    text = "func.func @f() {\n  %0 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>\n  return\n}"
    usual, elided = (str(sdyopt.parse(text)), sdyopt.parse(text).to_text(elide_elements=2))
    assert "__elided__" in elided and "__elided__" not in usual

    def printed(number: int) -> set[str]:
        modules = [sdyopt.parse(text) for _ in range(40)]
        return {module.to_text(elide_elements=2) if number % 2 else str(module) for module in modules}

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            assert list(threads.map(printed, range(8))) == [{usual}, {elided}] * 4
    finally:
        sys.setswitchinterval(interval)


def test_numbers_are_of_the_declared_type() -> None:
    sdyopt.forget()
    assert str(IntegerAttr(True, I64)) == "1 : i64"
    assert IntegerAttr(True, I64) is IntegerAttr(1, I64)
    with pytest.raises(TypeError, match=r"MeshAxis.size is int, not 77.0"):
        MeshAxis("only here", 77.0)  # type: ignore[arg-type]


def test_what_views_use_is_dropped() -> None:
    def look(number: int) -> None:
        view(sdyopt.parse(program(number)))

    look(0)
    sdyopt.forget()
    left = interned_count()
    for number in range(1, 5):
        look(number)
    sdyopt.forget()
    assert interned_count() <= left


@pytest.mark.long
def test_no_cache_holds_what_programs_are_made_of_for_ever() -> None:
    """Functions of attributes and signatures are `remembered`, which `forget` clears, or their cache has a limit."""
    root = Path(sdyopt.__file__).parent
    found = []
    for file in root.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and "cache" in map(ast.unparse, node.decorator_list):
                given = [ast.unparse(each.annotation) for each in node.args.args if each.annotation is not None]
                found += [(file.name, node.name) for text in given if PARTS.search(text)]
    assert found == []
