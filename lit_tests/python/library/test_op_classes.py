"""`sdyopt.ops`: operations by class, with builders, and the analyses that passes of other packages use."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sdyopt
from sdyopt.api.op_classes import OpClasses, stub_of
from sdyopt.declare import Dialect, OpDef, Operand, Result, type_kinds
from sdyopt.ops import sdy, stablehlo

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x4xf32>, %p: tensor<i1>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0]
      : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %0 : tensor<4x4xf32>
  }, {
    stablehlo.return %a : tensor<4x4xf32>
  }) : (tensor<i1>) -> tensor<4x4xf32>
  %2 = stablehlo.concatenate %1, %1, dim = 0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %3 = stablehlo.slice %2 [0:4, 0:4] : (tensor<8x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
"""


@pytest.fixture
def module() -> sdyopt.Module:
    return sdyopt.parse(PROGRAM)


def only(module: sdyopt.Module, kind: type[sdyopt.Operation]) -> sdyopt.Operation:
    (found,) = module.walk(kind)
    return found


def test_kinds(module: sdyopt.Module) -> None:
    dot = only(module, stablehlo.DotGeneralOp)
    assert isinstance(dot, stablehlo.DotGeneralOp) and not isinstance(dot, stablehlo.AddOp)
    assert not isinstance(3, stablehlo.AddOp) and "DotGeneralOp" in dir(stablehlo)
    branch = only(module, stablehlo.IfOp)
    assert [op.name for op in branch.true_branch.block.ops] == ["stablehlo.return"] and branch.pred is branch.operands[
        0
    ]
    assert [op.name for op in module.walk(sdy.MeshOp, "stablehlo.if")] == ["sdy.mesh", "stablehlo.if"]


def test_builders(module: sdyopt.Module) -> None:
    dot, place = only(module, stablehlo.DotGeneralOp), only(module, stablehlo.SliceOp)
    built = [
        stablehlo.AddOp.build(dot, dot.lhs),
        stablehlo.AddOp.build(dot, rhs=dot.lhs, attributes={"note": "x"}, location=dot.location),
        stablehlo.TransposeOp.build(dot.lhs, permutation=[1, 0]),
        stablehlo.ConcatenateOp.build([dot, dot.result], dimension=1),
        stablehlo.DynamicSliceOp.build(dot, [], slice_sizes=[4, 4], result_types=[dot.result.type]),
        sdy.ReshardOp.build(dot, sharding='<@mesh, [{"x"}, {}]>'),
    ]
    for op in [*built[:4], built[5]]:
        op.insert_before(place)
    module.verify()
    assert [str(op.result.type) for op in built[2:4]] == ["tensor<4x4xf32>", "tensor<4x8xf32>"]
    assert built[4].operands_named("start_indices") == []


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda dot: stablehlo.AddOp.build(dot), "operand 'rhs' of 'stablehlo.add' is missing"),
        (lambda dot: stablehlo.AddOp.build(dot, dot, dot), "'stablehlo.add' has 2 operands, not 3"),
        (lambda dot: stablehlo.AddOp.build(dot, lhs=dot), "operand 'lhs' of 'stablehlo.add' is given twice"),
        (lambda dot: stablehlo.AddOp.build(dot, 3), "operand 'rhs' of 'stablehlo.add' is a int, not a value"),
        (lambda dot: stablehlo.TransposeOp.build(dot, perm=[0]), "declares no attribute 'perm'"),
        (lambda dot: stablehlo.AddOp(dot, dot), r"AddOp\.build\(…\) makes such an operation"),
        (lambda dot: stablehlo.AdOp, "the dialect 'stablehlo' has no operation with the class AdOp"),
    ],
)
def test_errors(module: sdyopt.Module, wrong: Callable[[sdyopt.Operation], object], message: str) -> None:
    with pytest.raises((TypeError, AttributeError), match=message):
        wrong(only(module, stablehlo.DotGeneralOp))


def test_unknown_names_are_errors(module: sdyopt.Module) -> None:
    with pytest.raises(KeyError, match=r"the operation 'stablehlo\.reduc'; did you mean stablehlo\.reduce\?"):
        module.walk("stablehlo.reduc")
    assert list(module.walk("vendor.op")) == []


def test_groups_of_operands_and_names_of_python() -> None:
    operands = [Operand("in", type_kinds.ANY, "?"), Operand("rest", type_kinds.ANY, "*")]
    declared = OpDef(
        "own.take", operands=operands, results=[Result("out", type_kinds.ANY)], traits=["AttrSizedOperandSegments"]
    )
    own = OpClasses(Dialect("own", operations=[declared]))
    sdyopt.register_dialect(Dialect("own", operations=[declared]))
    (a, _) = sdyopt.parse(PROGRAM).functions["main"].arguments
    op = own.TakeOp.build(in_=a, rest=[a, a], result_types=[a.type])
    assert str(op.properties["operandSegmentSizes"]) == "array<i32: 1, 2>" and op.rest == [a, a]
    assert getattr(own.TakeOp.build(rest=[a], result_types=[a.type]), "in") is None
    assert "def build(cls, in_: _Operand | None = ..., rest: Sequence[_Operand]" in stub_of(
        [Dialect("own", operations=[declared])], "x"
    )


def test_the_stub_is_current() -> None:
    ran = subprocess.run([sys.executable, "-m", "sdyopt.ops"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == (ROOT / "sdyopt" / "ops.pyi").read_text(encoding="utf-8")


def test_a_pass_of_this_process_runs_by_its_name(module: sdyopt.Module) -> None:
    @sdyopt.register_pass("erase-slices")
    class EraseSlices(sdyopt.Pass):
        """Takes the first half for the slice of two equal ones."""

        def run(self, module: sdyopt.Operation, rewriter: sdyopt.Rewriter) -> None:
            for op in list(module.walk(stablehlo.SliceOp)):
                if isinstance(op.operand.owner, stablehlo.ConcatenateOp):
                    rewriter.replace(op, op.operand.owner.inputs[:1])

    assert "stablehlo.slice" not in str(module.run("erase-slices"))
    with pytest.raises(sdyopt.PipelineError) as error:
        module.run("erase-slice")
    assert error.value.hint == "did you mean 'erase-slices'?"


def test_analyses(module: sdyopt.Module) -> None:
    dot, branch = only(module, stablehlo.DotGeneralOp), only(module, stablehlo.IfOp)
    assert dot.is_before(branch) and not branch.is_before(dot) and not dot.is_before(dot)
    with pytest.raises(ValueError, match="are not in one block"):
        dot.is_before(module.operation)
    dominance, live = sdyopt.Dominance(), sdyopt.Liveness(module.operation)
    inner = branch.true_branch.block
    assert dominance.is_visible(dot.result, inner.last) and not dominance.is_visible(branch.result, dot)
    assert live.live_in(inner) == {dot.result} and live.live_out(inner) == set()
    assert live.is_dead_after(dot.result, branch) and not live.is_dead_after(dot.result, dot)


def test_liveness_follows_branches() -> None:
    text = """
func.func @f(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%a : i32)
^bb1:
  %0 = arith.addi %a, %b : i32
  cf.br ^bb2(%0 : i32)
^bb2(%x: i32):
  %1 = arith.muli %x, %b : i32
  return %1 : i32
}
"""
    module = sdyopt.parse(text)
    function = module.functions["f"]
    _, a, b = function.arguments
    entry, first, last = function.body.blocks
    live = sdyopt.Liveness(function)
    assert live.live_out(entry) == {a, b} and live.live_out(first) == {b} and live.live_in(last) == {b}
    assert not live.is_dead_after(b, first.first) and live.is_dead_after(a, first.first)
