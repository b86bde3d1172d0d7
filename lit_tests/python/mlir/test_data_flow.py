"""What flows through a program: values, calls, and the shardings of functions."""

from __future__ import annotations

import pytest

import sdyopt
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.sdy.attributes import AxisRef, DimensionSharding, Mesh, MeshAxis, Sharding
from sdyopt.dialects.sdy.shardings.slots import (
    DATA_FLOW_OPS,
    edge_on,
    edge_owner,
    edge_owners,
    edge_sources,
    other_targets,
    set_sharding,
    sharding_of,
)
from sdyopt.ir.collecting import Listing
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.parser import parse
from sdyopt.mlir.write.printer import print_operation
from sdyopt.rewriting.functions import CallGraph, Functions, original_name
from sdyopt.sharding.uses import FunctionShardings, are_equivalent, fully_closed

PROGRAM = """
sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
func.func @f(%x: tensor<8xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"c"}}]>}},
             %y: tensor<8xf32>, %i: tensor<i32>) {{
  {op}
  return
}}
"""
WHILE = """
  %0:2 = stablehlo.while(%a = %x, %b = %y) : tensor<8xf32>, tensor<8xf32>
  cond {
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.add %a, %b : tensor<8xf32>
    stablehlo.return %1, %a : tensor<8xf32>, tensor<8xf32>
  }"""
CASE = """
  %0:2 = "stablehlo.case"(%i) ({
    stablehlo.return %x, %y : tensor<8xf32>, tensor<8xf32>
  }, {
    stablehlo.return %y, %y : tensor<8xf32>, tensor<8xf32>
  }) : (tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>)"""
BARRIER = "%0:2 = stablehlo.optimization_barrier %x, %y : tensor<8xf32>, tensor<8xf32>"
MANUAL = """
  %0 = sdy.manual_computation(%x, %y) in_shardings=[<@mesh, [{"a", "c"}], replicated={"b"}>, <@mesh, [{}]>]
      out_shardings=[<@mesh, [{"a"}]>] manual_axes={"a", "b"} (%a: tensor<4xf32>, %b: tensor<8xf32>) {
    sdy.return %a : tensor<4xf32>
  } : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>"""
NAMED = """
  %0 = sdy.named_computation<"n">(%x, %y) (%a: tensor<8xf32>, %b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>"""


def data_flow_op(text: str) -> Operation:
    """The data-flow op in a program around `text`."""
    module = parse(PROGRAM.format(op=text), REGISTRY).module
    (op,) = (op for op in module.walk() if op.signature.definition in DATA_FLOW_OPS)
    return op


def described(op: Operation, value: Value) -> str:
    """What a value is, seen from `op`."""
    if isinstance(value, OpResult):
        return f"{'result' if value.owner is op else value.owner.name} {value.index}"
    assert isinstance(value, BlockArgument)
    regions = [region for region in op.regions if region.block is value.owner]
    return f"region {op.regions.index(regions[0])} {value.index}" if regions else f"argument {value.index}"


RESULTS = ["result 0", "result 1"]


@pytest.mark.parametrize(
    ("text", "owners", "sources", "targets"),
    [
        (
            WHILE,
            RESULTS,
            [["argument 0", "stablehlo.add 0"], ["argument 1", "region 1 0"]],
            [["region 0 0", "region 1 0"], ["region 0 1", "region 1 1"]],
        ),
        (CASE, RESULTS, [["argument 0", "argument 1"], ["argument 1", "argument 1"]], [[], []]),
        (BARRIER, RESULTS, [["argument 0"], ["argument 1"]], [[], []]),
        (
            MANUAL,
            ["region 0 0", "region 0 1", "result 0"],
            [["argument 0"], ["argument 1"], ["region 0 0"]],
            [[], [], []],
        ),
        (
            NAMED,
            ["region 0 0", "region 0 1", "result 0"],
            [["argument 0"], ["argument 1"], ["region 0 1"]],
            [[], [], []],
        ),
    ],
    ids=["while", "case", "optimization_barrier", "manual_computation", "named_computation"],
)
def test_edges(text: str, owners: list[str], sources: list[list[str]], targets: list[list[str]]) -> None:
    op = data_flow_op(text)
    found = edge_owners(op)
    assert [described(op, owner) for owner in found] == owners
    assert [[described(op, value) for value in edge_sources(owner)] for owner in found] == sources
    assert [[described(op, value) for value in other_targets(owner)] for owner in found] == targets
    for owner in found:
        assert all(edge_owner(target) is owner for target in (owner, *other_targets(owner)))


@pytest.mark.parametrize("text", [WHILE, CASE, BARRIER, MANUAL, NAMED])
def test_sources_are_no_targets(text: str) -> None:
    op = data_flow_op(text)
    assert all(edge_owner(operand) is None for operand in op.operands)


@pytest.mark.parametrize("text", [WHILE, CASE, BARRIER, MANUAL, NAMED])
@pytest.mark.parametrize("with_edge", [False, True])
def test_all_targets_share_a_sharding(text: str, with_edge: bool) -> None:
    edge = "\n%e = sdy.data_flow_edge %0#0 : tensor<8xf32>" if with_edge else ""
    op = data_flow_op(text + edge)
    sharding = free_sharding(op)
    for owner in edge_owners(op):
        set_sharding(owner, sharding)
        kept = edge_on(owner)
        assert (kept is not None) == (with_edge and owner is op.results[0])
        assert sharding_of(owner) is sharding
        assert all(sharding_of(target) is sharding for target in other_targets(owner))
        assert kept is None or kept.properties["sharding"] is sharding


def free_sharding(op: Operation) -> Sharding:
    """The sharding of the function's first argument: along no axis that is manual anywhere."""
    function = op.parent_op
    assert function is not None
    sharding = sharding_of(function.regions[0].block.arguments[0])
    assert sharding is not None
    return sharding


def test_manual_axes_stay_where_they_are() -> None:
    op = data_flow_op(MANUAL)
    argument, other, _ = edge_owners(op)
    sharding = free_sharding(op)
    assert sharding_of(argument) is sharding
    set_sharding(argument, sharding.replace(dimensions=(sharding.dimensions[0].replace(axes=(), is_closed=False),)))
    set_sharding(other, sharding)
    assert op.parent_op is not None and op.parent_op.parent_op is not None
    text = print_operation(op.parent_op.parent_op)
    assert 'in_shardings=[<@mesh, [{"a", ?}], replicated={"b"}>, <@mesh, [{"c"}]>]' in text


def test_replicated_axes_stay_in_mesh_order() -> None:
    op = data_flow_op(MANUAL)
    argument = edge_owners(op)[0]
    sharding = free_sharding(op)
    (dimension,) = sharding.dimensions
    set_sharding(argument, sharding.replace(dimensions=(dimension.replace(axes=()),), replicated=dimension.axes))
    kept = op.properties["in_shardings"].shardings[0]  # type: ignore[attr-defined]
    assert [axis.name for axis in kept.replicated] == ["b", "c"]


def test_what_can_have_no_sharding() -> None:
    module = parse(
        '"test.op"() ({\n^bb0(%a: tensor<8xf32>):\n"test.end"() : () -> ()\n}) : () -> ()', REGISTRY, True
    ).module
    (op, _) = (op for op in module.walk() if op is not module)
    with pytest.raises(ValueError, match="cannot have a sharding"):
        set_sharding(op.regions[0].block.arguments[0], Sharding(Mesh(()), ()))


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
