"""The view's copy of a program is XLA's: what its import changes, and the shardings that follow."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sdyopt
from sdyopt.cost.origins.followers import Follower
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.program.stages import Program, Stage
from sdyopt.cost.program.xla_import import XlaImport, import_as_xla
from sdyopt.dialects import REGISTRY
from sdyopt.ir.collecting import Listing
from sdyopt.ir.value import OpResult
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.printer import describe_operation
from sdyopt.view import view
from tools.chunks import mostly_long, sampled
from tools.judges import xla_propagation
from tools.judges.hlo_translation import hlo_text
from tools.recorded import recorded_programs as recorded

ARGUMENTS = (
    "%x: tensor<8x16xf32>, %y: tensor<8x16xf32>, %p: tensor<8x16xi1>, %column: tensor<8x1xf32>, %s: tensor<f32>, "
    "%i: tensor<i32>"
)

RULES = {
    "a broadcast that adds a dimension of size 1": (
        "%0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<8x16xf32>) -> tensor<8x1x16xf32>",
        "reshape x",
    ),
    "a broadcast that stretches": (
        "%0 = stablehlo.broadcast_in_dim %column, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>",
        "broadcast_in_dim column, reshape, broadcast_in_dim",
    ),
    "a broadcast of a broadcast": (
        """%a = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<16xf32>
           %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>""",
        "broadcast_in_dim s",
    ),
    "a reshape back": (
        """%a = stablehlo.reshape %x : (tensor<8x16xf32>) -> tensor<128xf32>
           %0 = stablehlo.reshape %a : (tensor<128xf32>) -> tensor<8x16xf32>""",
        "x",
    ),
    "a transpose that moves a dimension of size 1": (
        "%0 = stablehlo.transpose %column, dims = [1, 0] : (tensor<8x1xf32>) -> tensor<1x8xf32>",
        "reshape column",
    ),
    "two transposes": (
        """%a = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
           %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>""",
        "x",
    ),
    "a product with what arithmetic makes one": (
        """%c = stablehlo.constant dense<4.0> : tensor<f32>
           %a = stablehlo.divide %c, %c : tensor<f32>
           %b = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
           %0 = stablehlo.multiply %x, %b : tensor<8x16xf32>""",
        "x",
    ),
    "a quotient by one stays": (
        """%c = stablehlo.constant dense<1.0> : tensor<8x16xf32>
           %0 = stablehlo.divide %x, %c : tensor<8x16xf32>""",
        "divide x constant",
    ),
    "a slice at constants": (
        """%c = stablehlo.constant dense<7> : tensor<i32>
           %0 = stablehlo.dynamic_slice %x, %c, %c, sizes = [4, 16] : (tensor<8x16xf32>, tensor<i32>, tensor<i32>)
             -> tensor<4x16xf32>""",
        "slice x",
    ),
    "a slice of everything at a value stays": (
        """%0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [8, 16] : (tensor<8x16xf32>, tensor<i32>, tensor<i32>)
             -> tensor<8x16xf32>""",
        "dynamic_slice x i i",
    ),
    "a part of what was joined": (
        """%a = stablehlo.concatenate %x, %y, dim = 0 : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
           %0 = stablehlo.slice %a [8:16, 0:16] : (tensor<16x16xf32>) -> tensor<8x16xf32>""",
        "y",
    ),
    "a padding of nothing is what it is padded with": (
        """%a = stablehlo.slice %x [0:8, 4:4] : (tensor<8x16xf32>) -> tensor<8x0xf32>
           %c = stablehlo.constant dense<0.0> : tensor<f32>
           %b = stablehlo.pad %a, %c, low = [0, 16], high = [0, 0], interior = [0, 0] : (tensor<8x0xf32>, tensor<f32>)
             -> tensor<8x16xf32>
           %0 = stablehlo.add %x, %b : tensor<8x16xf32>""",
        "x",
    ),
    "a gather at constants that are inside": (
        """%a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
           %most = stablehlo.constant dense<[4, 12]> : tensor<2xi32>
           %b = stablehlo.compare LE, %a, %most : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
           %true = stablehlo.constant dense<true> : tensor<i1>
           %c = stablehlo.reduce(%b init: %true) applies stablehlo.and across dimensions = [0]
             : (tensor<2xi1>, tensor<i1>) -> tensor<i1>
           %d = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<4x4xi1>
           %e = "stablehlo.gather"(%x, %a) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1],
             start_index_map = [0, 1]>, slice_sizes = array<i64: 4, 4>}>
             : (tensor<8x16xf32>, tensor<2xi32>) -> tensor<4x4xf32>
           %f = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
           %0 = stablehlo.select %d, %e, %f : tensor<4x4xi1>, tensor<4x4xf32>""",
        "slice x",
    ),
    "a padding by nothing": (
        """%0 = stablehlo.pad %x, %s, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<8x16xf32>, tensor<f32>)
             -> tensor<8x16xf32>""",
        "x",
    ),
}


def imported(text: str, compiler: Compiler | None = None) -> tuple[sdyopt.Module, Follower]:
    """Returns a module as XLA propagates it, which is valid."""
    module = sdyopt.parse(text)
    follower = Follower(module.value_names())
    import_as_xla(Listing(module.operation), follower, compiler=compiler)
    assert not Verifier(REGISTRY, describe_operation).verify(module.operation)
    return module, follower


@pytest.mark.parametrize("rule", RULES)
def test_operations_are_those_of_xla(rule: str) -> None:
    """The chain of operations that ends with what is returned, from its start."""
    body, expected = RULES[rule]
    type = re.findall(r"tensor<[^>]*>", body)[-1]
    text = f"func.func @main({ARGUMENTS}) -> {type} {{\n{body}\nreturn %0 : {type}\n}}"
    module, _ = imported(text)
    names = [each.split(":")[0].strip().removeprefix("%") for each in ARGUMENTS.split(",")]
    block = module.functions["main"].regions[0].block
    told = []
    for op in block.ops:
        if op.name == "stablehlo.constant" or not op.results:
            continue
        of_arguments = [names[each.index] for each in op.operands if each in block.arguments]
        owners = [each.owner for each in op.operands if isinstance(each, OpResult)]
        constants = ["constant" for owner in owners if owner.name == "stablehlo.constant"]
        told.append(" ".join([op.name.removeprefix("stablehlo."), *of_arguments, *constants]))
    (returned,) = block.last.operands if block.last is not None else ()
    told = told or [names[returned.index]]
    assert ", ".join(told) == expected


PRODUCT = """func.func @main(%x: tensor<2x3x4x5xf32>, %y: tensor<2x3x6x5xf32>) -> (RESULT{}) {{
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3]
    : (tensor<2x3x4x5xf32>, tensor<2x3x6x5xf32>) -> tensor<2x3x4x6xf32>
  %1 = stablehlo.transpose %0, dims = [ORDER] : (tensor<2x3x4x6xf32>) -> RESULT
  return %1{} : RESULT{}
}}"""


@pytest.mark.parametrize(
    ("order", "compiler", "is_kept", "expected"),
    [
        ("0, 1, 3, 2", Compiler.TPU, False, "%arg1, %arg0, batching_dims = [0, 1] x [0, 1]"),
        ("1, 0, 3, 2", Compiler.TPU, False, "%arg1, %arg0, batching_dims = [1, 0] x [1, 0]"),
        ("1, 0, 2, 3", Compiler.TPU, False, "stablehlo.transpose"),
        ("3, 2, 0, 1", Compiler.TPU, False, "stablehlo.transpose"),
        ("0, 1, 3, 2", Compiler.TPU, True, "stablehlo.transpose"),
        ("0, 1, 3, 2", Compiler.GPU, False, "stablehlo.transpose"),
    ],
)
def test_transposed_products_have_exchanged_operands_on_tpus(
    order: str, compiler: Compiler, is_kept: bool, expected: str
) -> None:
    """Batch dimensions may change places, too; the product has no other user."""
    sizes = "x".join([("2", "3", "4", "6")[int(place)] for place in order.split(", ")])
    more = (", tensor<2x3x4x6xf32>", ", %0") if is_kept else ("", "")
    text = PRODUCT.format(more[0], more[1], more[0]).replace("ORDER", order).replace("RESULT", f"tensor<{sizes}xf32>")
    module = imported(text, compiler)[0]
    assert expected in str(module)
    assert ("stablehlo.transpose" in str(module)) == ("stablehlo.transpose" in expected)


INPUTS = Path(__file__).parent / "Inputs"
LOOP = (INPUTS / "xla_import.loop.txt").read_text(encoding="utf-8")


def test_loops_capture_what_they_return_unchanged() -> None:
    """Through a constraint that is open, if it has a sharding, which the loop may have otherwise."""
    module, _ = imported(LOOP)
    (loop,) = module.walk("stablehlo.while")
    (constraint,) = module.walk("sdy.sharding_constraint")
    (product,) = module.walk("stablehlo.dot_general")
    assert [str(each.type) for each in loop.results] == ["tensor<i32>", "tensor<8x8xf32>"]
    assert str(constraint.properties["sharding"]) == "#sdy.sharding<@mesh, [{?}, {?}]>"
    assert product.operands[1] is constraint.result
    assert constraint.next is loop


def test_what_is_gone_is_found_by_its_name() -> None:
    """In whose place there is another value."""
    zeros = "%zeros = stablehlo.constant dense<0.0> : tensor<8x8xf32>"
    added = "%3 = stablehlo.add %0#2, %zeros : tensor<8x8xf32>"
    text = LOOP.replace("return %0#2", "\n".join([zeros, added, "return %3"]))
    program = Program(sdyopt.parse(text), Stage.PARTITIONED_BY_SHARDY)
    names = {name: program.name(value) for value, name in program.names()}
    assert (names["%v"], names["%0#1"], names["%3"]) == ("%w", "%w", "%0#2")
    assert "%3" not in program.erased()


def test_the_order_is_that_from_the_results_backwards() -> None:
    """Operands before users, the first one first; results of a call with several come together."""
    module, _ = imported("""
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  %1 = stablehlo.exponential %x : tensor<8xf32>
  %2 = stablehlo.sine %x : tensor<8xf32>
  %3:2 = func.call @both(%x) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %4 = stablehlo.add %2, %3#1 : tensor<8xf32>
  %5 = stablehlo.multiply %1, %0 : tensor<8xf32>
  return %4, %5 : tensor<8xf32>, tensor<8xf32>
}
func.func private @both(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.abs %x : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  return %1, %0 : tensor<8xf32>, tensor<8xf32>
}
""")
    names = [op.name.rpartition(".")[2] for op in module.functions["main"].regions[0].block.ops]
    assert names == ["sine", "abs", "add", "exponential", "tanh", "multiply", "return"]


WITH_SHARDINGS = [name for name in recorded.names() if recorded.has(name, recorded.AFTER)]


@pytest.mark.parametrize("name", mostly_long(WITH_SHARDINGS, WITH_SHARDINGS[::4]))
def test_all_values_have_the_shardings_of_xla(name: str) -> None:
    found = xla_propagation.compare(recorded.text(name), recorded.text(name, recorded.AFTER))
    assert (found.results, found.values) == ([], [])
    assert found.pairs > 50


@pytest.mark.parametrize("name", mostly_long(recorded.names("uv"), recorded.names("uv")[::4]))
def test_the_program_of_a_view_is_valid_and_in_the_order_of_the_text(name: str) -> None:
    program = Program(sdyopt.parse(recorded.text(name)), Stage.PARTITIONED_BY_SHARDY)
    assert not Verifier(REGISTRY, describe_operation).verify(program.operation)


QUICK = ("u01_mlp_dp", "w08_kalman", "w17_ring_product", "z09_bags_of_words")
OTHER_SCALARS = {"u04_gpt_scan", "v05_clip", "w15_top2_experts", "y06_switch"}
"""HLO text has other scalars, or counters of other types: at most 0.1 % of the peak."""


@pytest.mark.parametrize("name", sampled(recorded.names(), QUICK, 4))
def test_the_same_program_as_hlo_text_sends_and_holds_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order that XLA gives operations, which is that of HLO text: what is donated counts there, too."""
    monkeypatch.setattr(XlaImport, "restore_order", lambda *_: None)
    text = recorded.text(name)
    ours, hlo = view(sdyopt.parse(text)), view(sdyopt.parse(hlo_text(text)))
    assert ours.totals.bytes_sent == hlo.totals.bytes_sent
    assert ours.peak is not None and hlo.peak is not None
    tolerance = 0.001 if name in OTHER_SCALARS else 0
    assert hlo.peak.bytes == pytest.approx(ours.peak.bytes, rel=tolerance, abs=0)
