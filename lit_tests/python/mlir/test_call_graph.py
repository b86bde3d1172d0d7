"""The call graph, and the shardings of functions."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding
from sdyopt.ir.collecting import Listing
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.rewriting.functions import CallGraph, Functions, original_name
from sdyopt.sharding.uses import FunctionShardings, are_equivalent, fully_closed


def functions(**calls: str) -> str:
    """Private functions of these names, each with calls of the functions whose names are given."""
    parts = []
    for name, callees in calls.items():
        body = "".join([f"func.call @{callee}() : () -> ()\n" for callee in callees.split()])
        parts.append(f"func.func private @{name}() {{\n{body}func.return\n}}")
    return "\n".join(parts)


def module(text: str) -> Operation:
    return sdyopt.parse(text).operation


def names(ops: object) -> list[str]:
    assert isinstance(ops, list)
    return [symbol_name(op) or "" for op in ops]


@pytest.mark.parametrize(
    ("calls", "order"),
    [
        ({"main": "f g", "f": "", "g": ""}, "f g main"),
        ({"f": "", "g": "", "main": "f g"}, "f g main"),
        ({"main": "f g f", "f": "g g", "g": ""}, "g f main"),
        ({"f": "g", "g": "f", "main": "g"}, "g f main"),
        ({"a": "b c", "b": "d", "c": "d", "d": ""}, "d b c a"),
    ],
)
def test_callees_come_first(calls: dict[str, str], order: str) -> None:
    graph = CallGraph(Listing(module(functions(**calls))))
    assert names(graph.callees_first()) == order.split()
    assert names(graph.callers_first()) == order.split()[::-1]


def test_declarations_have_no_calls() -> None:
    graph = CallGraph(Listing(module("func.func private @d()\n" + functions(f="d"))))
    assert names(graph.callees_first()) == ["f"]


def test_the_main_function_is_named_so_or_is_the_only_one() -> None:
    assert symbol_name(Functions(module(functions(f=""))).find_main()) == "f"
    assert symbol_name(Functions(module(functions(f="", main=""))).find_main()) == "main"
    with pytest.raises(CompilationError, match="Failed to lookup function: main"):
        Functions(module(functions(f="", g=""))).find_main()


def test_original_names() -> None:
    text = 'func.func private @f() attributes {sdy.original_func_name = "g"}\n'
    text += "func.func private @h() attributes {sdy.original_func_name = 1 : i8}"
    found = Functions(module(text)).by_name
    assert {name: original_name(op) for name, op in found.items()} == {"f": "g", "h": "h"}


def test_shardings_of_functions() -> None:
    text = """
        sdy.mesh @mesh = <["a"=2]>
        sdy.mesh @maximal = <[], device_ids=[0]>
        func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@maximal, []>}, tensor<8xf32>,
            tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, !stablehlo.token)
        func.func private @g(tensor<8xf32> {sdy.sharding = #sdy.sharding<@maximal, []>}) -> tensor<8xf32>
    """
    parsed = module(text)
    shardings, known = FunctionShardings(parsed), Functions(parsed).by_name
    assert str(shardings.of_arguments(known["f"])) == (
        '#sdy.sharding_per_value<[<@maximal, []>, <@mesh, [{?}]>, <@mesh, [{"a"}]>, <@mesh, []>]>'
    )
    assert shardings.of_arguments(known["g"]) is None
    assert shardings.of_results(known["g"]) is None


def test_equivalent_shardings() -> None:
    sharded, plain = Sharding.of("mesh", [["a"], []]), Sharding.of("mesh", [[], []])
    other_details = Sharding(sharded.mesh, (DimensionSharding((AxisRef("a"),), False, 1), DimensionSharding((), False)))
    assert are_equivalent(sharded, other_details)
    assert are_equivalent(sharded, sharded.replace(unreduced=(AxisRef("b"),)))
    assert are_equivalent(plain, None)
    assert are_equivalent(plain, Sharding.of("other", [[]]))
    assert are_equivalent(plain, fully_closed(sharded))
    assert not are_equivalent(sharded, None)
    assert not are_equivalent(sharded, plain)
    assert not are_equivalent(plain, sharded)
    assert not are_equivalent(sharded, sharded.with_mesh("other"))
    assert not are_equivalent(sharded, sharded.with_mesh(Mesh((MeshAxis("a", 2),))))
    assert not are_equivalent(sharded, Sharding.of("mesh", [[], ["a"]]))
