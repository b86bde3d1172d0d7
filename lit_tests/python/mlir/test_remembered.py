"""Records of signatures and verified programs change nothing, and are forgotten."""

from __future__ import annotations

import ast
import gc
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import sdyopt
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import MeshAxis
from sdyopt.ir.attribute import Location, forget_if_grown, interned_count, remembered, remembered_table
from sdyopt.ir.attributes import I64, IntegerAttr, StringAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.locations import UNKNOWN, CallSiteLoc, NameLoc
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.diagnostics import CompilationError, Source
from sdyopt.mlir.read.parser import parse
from sdyopt.mlir.rewrite.remarks import Listeners
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.builtin import PrintOptions
from sdyopt.mlir.write.printer import describe_operation, print_operation
from sdyopt.pipeline.manager import PassManager
from sdyopt.pipeline.model import read_pipeline
from sdyopt.pipeline.registry import PASSES, PassEntry
from sdyopt.rewriting.rewriter import Rewriter
from sdyopt.view import view
from tools import corpus
from tools.generator import sdy, stablehlo
from tools.generator.passes import exporting

SEEDS = range(5031, 5071)


def module(text: str) -> Operation:
    parsed = parse(text, REGISTRY, allow_unregistered=True).module
    Verifier(REGISTRY, describe_operation).verify(parsed)
    return parsed


def printed(text: str, op: Operation) -> str:
    return print_operation(op, Source(text, "-"), PrintOptions(generic=True, debug_info=True))


def texts(is_long: bool) -> Iterator[str]:
    """Programs, except the deep transformer, which is that of two layers again and again; and generated modules."""
    names = [name for name in corpus.names() if name != "transformer_deep"][::8] if is_long else corpus.QUICK
    yield from map(corpus.text, names)
    for seed in SEEDS[:3] if is_long else SEEDS[:1]:
        yield sdy.module(seed)
        yield stablehlo.module(seed)
        yield exporting.module(seed)


@pytest.fixture(scope="module", params=[False, pytest.param(True, marks=pytest.mark.long)], ids=["few", "all"])
def programs(request: pytest.FixtureRequest) -> list[tuple[str, Operation, str]]:
    """The texts with their modules, and these printed, all made once."""
    read = [(text, module(text)) for text in texts(request.param)]
    return [(text, op, printed(text, op)) for text, op in read]


def wiring(op: Operation) -> list[tuple[Operation, tuple[Value, ...]]]:
    """The operations in a module, in the order of the text, with their operands."""
    return [(inner, tuple(inner.operands)) for inner in op.walk()]


def run_inside(pipeline: str, op: Operation, is_new: bool) -> bool:
    """Runs a pipeline for a pass; it may have changed anything."""
    errors: list[CompilationError] = []
    if is_new:
        Verifier(REGISTRY, describe_operation).verify(op)
    if not PassManager(read_pipeline(pipeline), Verifier(REGISTRY, describe_operation), errors.append).run(op):
        raise CompilationError([])
    return True


def run(entry: PassEntry, op: Operation) -> Rewriter:
    """Runs a pass over a module, or over the functions in it; returns the rewriter, which says what it has changed."""
    rewriter = Rewriter(Listeners(run_pipeline=run_inside))
    made = entry.load()()
    for anchor in [op] if entry.anchor == op.name else op.regions[0].block.ops:
        if anchor.name == entry.anchor:
            made.run(anchor, rewriter)
    return rewriter


@pytest.mark.parametrize("entry", PASSES, ids=[entry.name for entry in PASSES])
def test_a_pass_that_says_that_it_changed_nothing_did_not(
    entry: PassEntry, programs: list[tuple[str, Operation, str]]
) -> None:
    """Each pass on programs and generated modules, and once more on its own output; and so for what it rewires."""
    unchanged = 0
    for text, original, before in programs:
        op = clone(original, {})
        for is_again in (False, True):
            wired = wiring(op)
            try:
                rewriter = run(entry, op)
            except CompilationError:
                break
            if not rewriter.has_changed:
                unchanged += 1
                assert printed(text, op) == before
            elif not is_again:
                before = printed(text, op)
            if not rewriter.has_rewired:
                left = iter(wired)
                assert all(place in left for place in wiring(op)), "only erased operations are missing"
    assert unchanged >= 2


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


def run_alone(number: int) -> str:
    return str(sdyopt.parse(program(number)).run("sdy-propagation-pipeline"))


def test_a_mesh_with_another_attribute_is_the_same_symbol(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verified program stays so if a mesh gets an attribute of another dialect, but not if it gets other axes."""
    op = parse(
        'sdy.mesh @mesh = <["x"=2]>\nfunc.func @f(%0: tensor<4xf32>) {\n'
        "  %1 = stablehlo.abs %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>\n"
        "  return\n}\n",
        REGISTRY,
    ).module
    verifier, names = Verifier(REGISTRY, describe_operation), list[str]()
    verify = verifier.verify_signature

    def note(checked: Operation, *others: Any) -> Any:
        names.append(checked.name)
        return verify(checked, *others)

    monkeypatch.setattr(verifier, "verify_signature", note)
    verifier.verify(op)
    assert "stablehlo.abs" in names
    names.clear()
    mesh = op.regions[0].block.first
    assert mesh is not None
    mesh.set_attribute("stablehlo.mesh", StringAttr("x"))
    verifier.verify(op)
    assert "stablehlo.abs" not in names
    mesh.set_property("mesh", mesh.properties["mesh"].replace(axes=(MeshAxis("y", 2),)))
    verifier.verify(op)
    assert "stablehlo.abs" in names


def test_what_nothing_uses_is_dropped() -> None:
    run_alone(0)
    sdyopt.forget()
    left = interned_count()
    for number in range(30):
        run_alone(number)
    assert interned_count() > left + 30 * 40
    sdyopt.forget()
    assert interned_count() <= left


def test_what_a_program_uses_stays_the_same_object() -> None:
    module = sdyopt.parse(program(1)).run("sdy-propagation-pipeline")
    text = str(module)
    ops = list(module.walk())
    signatures = [op.signature for op in ops]
    types = [result.type for op in ops for result in op.results]
    run_alone(2)
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
    assert interned_count() <= left


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
    count = interned_count()
    assert len(kept) <= count <= left + len(kept)  # What earlier tests used may be unused by now.
    del kept
    gc.collect()
    forget_if_grown()
    assert interned_count() == count, "not twice as many again"
    sdyopt.parse(program(3))
    sdyopt.forget()
    assert interned_count() <= left


@pytest.mark.long
def test_programs_run_while_another_thread_forgets() -> None:
    expected = {number: run_alone(number) for number in range(8)}

    def task(number: int) -> tuple[int, str]:
        if number % 5 == 4:
            sdyopt.forget()
        return number % 8, run_alone(number % 8)

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
