"""The copy of a program that a view propagates: calls inlined, nothing unused, rules for operations of CHLO."""

from __future__ import annotations

import pickle
from collections import Counter
from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost.origins.followers import Follower, frames_at
from sdyopt.cost.program.inlining import CallsLeft, Left, erase_unused, inline_calls, use_chlo
from sdyopt.cost.program.stages import Program, Stage
from sdyopt.dialects.sdy.syntax import op_sharding_rule
from sdyopt.ir.collecting import Listing
from sdyopt.ir.operation import Operation
from sdyopt.sharding.rules import sharding_rule_of
from sdyopt.view import view

TYPE = "tensor<4xf32>"


def counts(module: Operation) -> Counter[str]:
    return Counter(op.name.rpartition(".")[2] for op in module.walk())


def inlined(text: str, **options: int) -> tuple[sdyopt.Module, tuple[CallsLeft, ...]]:
    module = sdyopt.parse(text)
    left = inline_calls(Listing(module.operation), Follower(()), **options)
    module.verify()
    return module, left


def chain(depth: int, calls: int) -> str:
    """Functions each of which calls the next one so many times; the last negates."""
    lines = [f"func.func @main(%a: {TYPE}) -> {TYPE} {{ %0 = call @f0(%a) : ({TYPE}) -> {TYPE}  return %0 : {TYPE} }}"]
    for number in range(depth):
        body = (
            f"%0 = stablehlo.negate %a : {TYPE}"
            if number == depth - 1
            else "\n".join(
                f"%{call} = call @f{number + 1}(%{call - 1 if call else 'a'}) : ({TYPE}) -> {TYPE}"
                for call in range(calls)
            )
        )
        last = 0 if number == depth - 1 else calls - 1
        lines.append(f"func.func private @f{number}(%a: {TYPE}) -> {TYPE} {{ {body}\n return %{last} : {TYPE} }}")
    return "\n".join(lines)


def test_calls_of_calls_are_inlined() -> None:
    """Three levels, two calls each: four negations, and no call is left in the public function."""
    module, left = inlined(chain(3, 2))
    assert left == ()
    main = module.functions["main"]
    assert counts(main) == {"func": 1, "negate": 4, "return": 1}


@pytest.mark.long
def test_a_deep_chain_takes_no_recursion() -> None:
    module, left = inlined(chain(3000, 1))
    assert (left, counts(module.functions["main"])) == ((), {"func": 1, "negate": 1, "return": 1})


def test_the_limit_is_the_size_of_all_copies() -> None:
    """Each of seven functions calls the next one twice: 2 + 4 + … + 64 copies of four operations, of three the last."""
    text = chain(7, 2)
    growth = 4 * (1 + 2 + 4 + 8 + 16 + 32) + 3 * 64
    assert inlined(text, most_added=growth)[1] == ()
    assert inlined(text, most_added=growth - 1, added_beyond=growth)[1] == ()
    assert inlined(text, most_added=growth - 1, added_beyond=0)[1] == (CallsLeft("f0", 1, Left.SIZE),)


def test_a_program_that_would_grow_without_end_keeps_calls() -> None:
    """Each of forty functions calls the next one twice; at most so many operations are added."""
    module, left = inlined(chain(40, 2), most_added=10_000, added_beyond=1000)
    [*_, last] = left
    assert {each.reason for each in left} == {Left.SIZE}
    before = sum(counts(sdyopt.parse(chain(40, 2)).operation).values())
    assert sum(counts(module.operation).values()) <= before + 1000
    assert sum(each.calls for each in left) == counts(module.functions["main"])["call"]
    assert last.calls > 1


OTHERS = f"""
func.func @main(%a: {TYPE}) -> {TYPE} {{
  %0 = call @again(%a) : ({TYPE}) -> {TYPE}
  %1 = call @elsewhere(%0) : ({TYPE}) -> {TYPE}
  %2 = call @public(%1) : ({TYPE}) -> {TYPE}
  %3 = call @same(%2) : ({TYPE}) -> {TYPE}
  return %3 : {TYPE}
}}
func.func private @again(%a: {TYPE}) -> {TYPE} {{
  %0 = call @again(%a) : ({TYPE}) -> {TYPE}
  %1 = call @same(%0) : ({TYPE}) -> {TYPE}
  return %1 : {TYPE}
}}
func.func private @elsewhere({TYPE}) -> {TYPE}
func.func @public(%a: {TYPE}) -> {TYPE} {{ return %a : {TYPE} }}
func.func private @same(%a: {TYPE}) -> {TYPE} {{ return %a : {TYPE} }}
"""


def test_calls_that_stay() -> None:
    """Of functions that recurse, have no body or are public; also recursive functions have their calls inlined."""
    module, left = inlined(OTHERS)
    assert set(left) == {
        CallsLeft("again", 2, Left.RECURSION),
        CallsLeft("elsewhere", 1, Left.NO_BODY),
        CallsLeft("public", 1, Left.PUBLIC),
    }
    assert counts(module.functions["again"]) == {"func": 1, "call": 1, "return": 1}
    [returned] = module.functions["main"].regions[0].block.last.operands  # type: ignore[union-attr]
    assert returned.owner.properties["callee"].leaf == "public"  # type: ignore[union-attr]


LOCATIONS = f"""
#inner = loc("mul"("lib.py":3:1))
#call = loc("jit"(callsite("step"("train.py":9:2) at "<module>"("train.py":20:1))))
func.func @main(%a: {TYPE}) -> ({TYPE}, {TYPE}) {{
  %0:2 = call @f(%a) : ({TYPE}) -> ({TYPE}, {TYPE}) loc(#call)
  return %0#0, %0#1 : {TYPE}, {TYPE}
}}
func.func private @f(%a: {TYPE}) -> ({TYPE}, {TYPE}) {{
  %0 = stablehlo.negate %a : {TYPE} loc(#inner)
  %1 = stablehlo.tanh %a : {TYPE} loc(unknown)
  %2 = stablehlo.abs %0 : {TYPE} loc(#call)
  return %2, %1 : {TYPE}, {TYPE}
}}
"""


def test_locations_are_call_sites() -> None:
    """An operation without a place gets that of the call; a part that its call stack has already is not repeated."""
    module, _ = inlined(LOCATIONS)
    body = list(module.functions["main"].regions[0].block.ops)
    places = [[(frame.file, frame.line) for frame in frames_at(op.location, module.source)] for op in body[:3]]
    train = [("train.py", 9), ("train.py", 20)]
    assert places == [[("lib.py", 3), *train], train, train]


INPUTS = Path(__file__).parent / "Inputs"
SHARDED = (INPUTS / "inlining.sharded.txt").read_text(encoding="utf-8")


def test_shardings_of_a_function_are_constraints() -> None:
    module, _ = inlined(SHARDED)
    ops = list(module.functions["main"].regions[0].block.ops)
    assert [op.name for op in ops] == [
        "sdy.sharding_constraint",
        "stablehlo.negate",
        "sdy.sharding_constraint",
        "func.return",
    ]
    axes = [[len(each.axes) for each in op.properties["sharding"].dimensions] for op in (ops[0], ops[2])]  # type: ignore[attr-defined]
    assert axes == [[1], [0]]


def test_unused_operations_are_erased() -> None:
    """With what only they use; not those with effects, and none of SDY."""
    module = sdyopt.parse("""
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %a : tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  %2 = stablehlo.custom_call @print(%a) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.abs %a : tensor<4xf32>
  %4 = sdy.sharding_constraint %3 <@mesh, [{"x"}]> : tensor<4xf32>
  return %a : tensor<4xf32>
}
""")
    erase_unused(module.operation)
    assert [op.name for op in module.functions["main"].regions[0].block.ops] == [
        "stablehlo.custom_call",
        "stablehlo.abs",
        "sdy.sharding_constraint",
        "func.return",
    ]


@pytest.mark.parametrize(
    ("operation", "rule"),
    [
        ("chlo.square %a : tensor<8x4xf32> -> tensor<8x4xf32>", "([i, j])->([i, j]) {i=8, j=4}"),
        ("chlo.erfc %a : tensor<8x4xf32> -> tensor<8x4xf32>", "([i, j])->([i, j]) {i=8, j=4}"),
        ("chlo.erf %a : tensor<8x4xf32> -> tensor<8x4xf32>", None),
        (
            "chlo.zeta %a, %a : tensor<8x4xf32>, tensor<8x4xf32> -> tensor<8x4xf32>",
            "([i, j], [i, j])->([i, j]) {i=8, j=4}",
        ),
        (
            "chlo.broadcast_add %a, %b : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8x4xf32>",
            "([i, j], [j])->([i, j]) {i=8, j=4}",
        ),
        (
            "chlo.broadcast_multiply %c, %a : (tensor<8x1xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>",
            "([i, k], [i, j])->([i, j]) {i=8, j=4, k=1}",
        ),
        (
            "chlo.broadcast_add %a, %d {broadcast_dimensions = array<i64: 0>}"
            " : (tensor<8x4xf32>, tensor<8xf32>) -> tensor<8x4xf32>",
            "([i, j], [i])->([i, j]) {i=8, j=4}",
        ),
        (
            "chlo.top_k(%a, k = 2) : tensor<8x4xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)",
            "([i, j])->([i, j], [i, j]) {i=8, j=4} need_replication={j} blocked_propagation={j}",
        ),
    ],
)
def test_rules(operation: str, rule: str | None) -> None:
    """Those of what XLA makes of the operations; passes still know none."""
    module = sdyopt.parse(
        "func.func @main(%a: tensor<8x4xf32>, %b: tensor<4xf32>, %c: tensor<8x1xf32>, %d: tensor<8xf32>) {\n"
        f"  %0{':2' if 'top_k' in operation else ''} = {operation}\n  return\n}}"
    )
    op = next(iter(module.functions["main"].regions[0].block.ops))
    assert sharding_rule_of(op) is None
    use_chlo(Listing(module.operation))
    found = sharding_rule_of(op)
    assert (None if found is None else op_sharding_rule(found)) == (None if rule is None else f"<{rule}>")


@pytest.mark.parametrize(
    ("composite", "operation"),
    [
        ("chlo.erfc", "chlo.erfc %0 : tensor<8x4xf32> -> tensor<8x4xf32>"),
        ("my.op", "stablehlo.sine %0 : tensor<8x4xf32>"),
    ],
)
def test_composites_are_what_they_are_made_of(composite: str, operation: str) -> None:
    """Files of `jax.export` have operations of CHLO as composites."""
    text = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %0 = stablehlo.exponential %a : tensor<8x4xf32>
  %1 = OPERATION
  return %1 : tensor<8x4xf32>
}
func.func private @made(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.sine %a : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
"""
    written = f'stablehlo.composite "{composite}" %0 {{decomposition = @made}} : (tensor<8x4xf32>) -> tensor<8x4xf32>'
    seen, other = [view(sdyopt.parse(text.replace("OPERATION", each))) for each in (written, operation)]
    assert not seen.collectives and not seen.unruled
    assert seen.peak is not None and other.peak is not None and seen.peak.bytes == other.peak.bytes


def test_a_ragged_product_may_be_a_composite() -> None:
    lists = [f"dense<{each}> : tensor<{len(each) if each else 0}xi64>" for each in ("", "", [1], [1], [0], [0])]
    module = sdyopt.parse(
        "func.func @main(%a: tensor<64x32xf32>, %b: tensor<4x32x16xf32>, %c: tensor<4xi32>) -> tensor<64x16xf32> {\n"
        '  %0 = stablehlo.composite "chlo.ragged_dot" %a, %b, %c {decomposition = @made, composite_attributes = {'
        f'precision_config = ["DEFAULT", "HIGH"], ragged_dot_dimension_numbers = [{", ".join(lists)}]}}}}'
        " : (tensor<64x32xf32>, tensor<4x32x16xf32>, tensor<4xi32>) -> tensor<64x16xf32>\n"
        "  return %0 : tensor<64x16xf32>\n}\n"
        "func.func private @made(tensor<64x32xf32>, tensor<4x32x16xf32>, tensor<4xi32>) -> tensor<64x16xf32>"
    )
    use_chlo(Listing(module.operation))
    module.verify()
    assert "#chlo<precision HIGH>" in str(module)
    rule = sharding_rule_of(next(iter(module.functions["main"].regions[0].block.ops)))
    assert rule is not None
    expected = "([i, k], [l, k, j], [l])->([i, j]) {i=64, j=16, k=32, l=4} reduction={k} need_replication={l}"
    assert op_sharding_rule(rule) == f"<{expected}>"


PARTITIONED = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.negate %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def test_a_pickled_module_knows_that_passes_have_run() -> None:
    module = sdyopt.parse(PARTITIONED)
    assert view(pickle.loads(pickle.dumps(module))).stage is Stage.PARTITIONED_BY_XLA
    module.run("sdy-propagation-pipeline")
    assert view(pickle.loads(pickle.dumps(module))).stage is Stage.AFTER_PASSES


def test_what_passes_leave_is_verified() -> None:
    """A call of a function without a body becomes a computation without one, as with the reference."""
    calling = PARTITIONED.replace("stablehlo.negate %a :", f"call @g(%a) : ({TYPE}) ->")
    text = f"{calling}func.func private @g({TYPE}) -> {TYPE}"
    with pytest.raises(sdyopt.Error, match="failed to verify constraint: region with 1 blocks"):
        Program(sdyopt.parse(text), Stage.PARTITIONED_BY_SHARDY)
