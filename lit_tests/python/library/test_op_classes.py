"""Operations by class: builders, analyses, and conversion patterns."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import sdyopt
from sdyopt.api.op_classes import OpClasses, stub_of
from sdyopt.declare import Dialect, OpDef, Operand, Result, type_kinds
from sdyopt.ops import sdy, stablehlo

# `sdyopt.ops`: operations by class, with builders, and the analyses that passes of other packages use.


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
    with pytest.raises(TypeError, match="takes the name of the flag"):
        sdyopt.register_pass(EraseSlices)  # type: ignore[arg-type]


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


# Conversion patterns: operations and types of a program are converted, as MLIR's dialect conversion does it.


ADD, TANH, SINE, EXP = [sdyopt.definition(f"stablehlo.{name}") for name in ("add", "tanh", "sine", "exponential")]
MULTIPLY, NEGATE = sdyopt.definition("stablehlo.multiply"), sdyopt.definition("stablehlo.negate")
BF16 = sdyopt.parse_type("bf16")


def narrowed(type: sdyopt.Type) -> sdyopt.Type:
    """Tensors of f32 become tensors of bf16."""
    is_wide = isinstance(type, sdyopt.RankedTensorType) and str(type.element_type) == "f32"
    return type.replace(element_type=BF16) if is_wide else type


Values = Sequence[sdyopt.Value]


@sdyopt.conversion(TANH, "Tanh")
def tanh(op: sdyopt.Operation, operands: Values, rewriter: sdyopt.Rewriter) -> Values | None:
    """Creates an operation of the same kind, to which the pattern does not apply again."""
    return rewriter.create_before(op, TANH, operands, [operands[0].type], location=op.location).results


@sdyopt.conversion(ADD, "Add")
def add(op: sdyopt.Operation, operands: Values, rewriter: sdyopt.Rewriter) -> Values | None:
    """Creates one that another pattern converts."""
    return rewriter.create_before(op, TANH, operands[:1], [operands[0].type], location=op.location).results


@sdyopt.conversion(SINE, "Never", benefit=2)
def never(op: sdyopt.Operation, operands: Values, rewriter: sdyopt.Rewriter) -> Values | None:
    return None


@sdyopt.conversion(SINE, "Sine")
def sine(op: sdyopt.Operation, operands: Values, rewriter: sdyopt.Rewriter) -> Values | None:
    """Its result is a value that was there before."""
    return operands


@sdyopt.conversion(TANH, "TanhToNegate")
def tanh_to_negate(op: sdyopt.Operation, operands: Values, rewriter: sdyopt.Rewriter) -> Values | None:
    return rewriter.create_before(op, NEGATE, operands, [operands[0].type], location=op.location).results


class Convert(sdyopt.Pass):
    patterns: tuple[sdyopt.ConversionPattern, ...] = ()
    to_bf16: bool = False
    with_functions: bool = False
    illegal: tuple[object, ...] = ()

    def run(self, module: sdyopt.Operation, rewriter: sdyopt.Rewriter) -> None:
        sdyopt.convert(
            module,
            self.patterns,
            rewriter,
            convert_type=narrowed if self.to_bf16 else None,
            is_illegal=lambda op: op.definition in self.illegal,
            with_functions=self.with_functions,
        )


INPUTS = Path(__file__).parent / "Inputs"
CONVERTED = (INPUTS / "conversion_patterns.program.txt").read_text(encoding="utf-8")


def body(module: sdyopt.Module, name: str = "f") -> list[str]:
    return [line.strip() for line in module.to_text(of=module.functions[name]).splitlines()[:-1]]


def test_types_are_cast_where_operations_stay() -> None:
    """At arguments, around what has no pattern, and at the return."""
    module = sdyopt.parse(CONVERTED).run(Convert(patterns=(tanh,), to_bf16=True))
    assert body(module) == [
        "func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<2xi32>) -> (tensor<4xf32>, tensor<2xi32>) {",
        "%0 = builtin.unrealized_conversion_cast %arg0 : tensor<4xf32> to tensor<4xbf16>",
        "%1 = stablehlo.tanh %0 : tensor<4xbf16>",
        "%2 = builtin.unrealized_conversion_cast %1 : tensor<4xbf16> to tensor<4xf32>",
        "%3 = stablehlo.exponential %2 : tensor<4xf32>",
        "%4 = builtin.unrealized_conversion_cast %3 : tensor<4xf32> to tensor<4xbf16>",
        "%5 = stablehlo.tanh %4 : tensor<4xbf16>",
        "%6 = builtin.unrealized_conversion_cast %5 : tensor<4xbf16> to tensor<4xf32>",
        "return %6, %arg1 : tensor<4xf32>, tensor<2xi32>",
    ]


def test_functions_are_converted_with_their_calls() -> None:
    module = sdyopt.parse(CONVERTED).run(Convert(patterns=(tanh,), to_bf16=True, with_functions=True))
    assert body(module) == [
        "func.func @f(%arg0: tensor<4xbf16>, %arg1: tensor<2xi32>) -> (tensor<4xbf16>, tensor<2xi32>) {",
        "%0 = stablehlo.tanh %arg0 : tensor<4xbf16>",
        "%1 = builtin.unrealized_conversion_cast %0 : tensor<4xbf16> to tensor<4xf32>",
        "%2 = stablehlo.exponential %1 : tensor<4xf32>",
        "%3 = builtin.unrealized_conversion_cast %2 : tensor<4xf32> to tensor<4xbf16>",
        "%4 = stablehlo.tanh %3 : tensor<4xbf16>",
        "return %4, %arg1 : tensor<4xbf16>, tensor<2xi32>",
    ]
    assert body(module, "g") == [
        "func.func @g(%arg0: tensor<4xbf16>, %arg1: tensor<2xi32>) -> tensor<4xbf16> {",
        "%0:2 = call @f(%arg0, %arg1) : (tensor<4xbf16>, tensor<2xi32>) -> (tensor<4xbf16>, tensor<2xi32>)",
        "return %0#0 : tensor<4xbf16>",
    ]


CHAIN = """
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %a : tensor<4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
"""


def test_what_patterns_create_is_converted() -> None:
    """The pattern with more benefit is tried first, and may refuse."""
    module = sdyopt.parse(CHAIN).run(Convert(patterns=(sine, never, add, tanh_to_negate)))
    assert body(module)[1:] == ["%0 = stablehlo.negate %arg0 : tensor<4xf32>", "return %0 : tensor<4xf32>"]


def test_what_is_illegal_and_stays_is_an_error() -> None:
    """At the operation, also if a pattern has created it."""
    with pytest.raises(
        sdyopt.Error, match=r"<string>:4:8: error: failed to legalize operation 'stablehlo.exponential'"
    ):
        sdyopt.parse(CONVERTED).run(Convert(patterns=(tanh,), illegal=(EXP,)))
    with pytest.raises(sdyopt.Error, match=r"<string>:4:8: error: failed to legalize operation 'stablehlo.tanh' that"):
        sdyopt.parse(CHAIN).run(Convert(patterns=(add,), illegal=(TANH,)))
    sdyopt.parse(CONVERTED).run(Convert(patterns=(tanh_to_negate,), illegal=(TANH,)))


def test_a_pattern_that_returns_too_many_values_is_named() -> None:
    @sdyopt.conversion(TANH, "Twice")
    def twice(op: sdyopt.Operation, operands: Values, rewriter: sdyopt.Rewriter) -> Values | None:
        return [*operands, *operands]

    with pytest.raises(ValueError, match=r"Twice returned 2 values, not 1 for the results of 'stablehlo.tanh'"):
        sdyopt.parse(CONVERTED).run(Convert(patterns=(twice,)))
    module = sdyopt.parse(CONVERTED)
    op = next(module.walk("stablehlo.tanh"))
    with pytest.raises(ValueError, match=r"stablehlo.tanh>, which has 1 results, by 0 values"):
        sdyopt.Rewriter().replace(op, [])


def test_a_program_without_such_operations_stays() -> None:
    module = sdyopt.parse(CHAIN)
    before = str(module)
    assert str(module.run(Convert(patterns=(tanh,)))) == before


def test_loops_are_converted_inside() -> None:
    """Regions of operations that stay, and those of a body that is moved into another operation."""
    text = """
    func.func @f(%a: tensor<i32>, %b: tensor<4xf32>) -> tensor<4xf32> {
      %0 = "stablehlo.case"(%a) ({
        %1 = stablehlo.tanh %b : tensor<4xf32>
        stablehlo.return %1 : tensor<4xf32>
      }) : (tensor<i32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    """

    @sdyopt.conversion(sdyopt.definition("stablehlo.case"), "OneCase")
    def one_case(op: sdyopt.Operation, operands: Values, rewriter: sdyopt.Rewriter) -> Values | None:
        block = op.regions[0].block
        last = block.last
        assert last is not None
        values = list(last.operands)
        rewriter.erase(last)
        rewriter.inline_block_before(block, op, [])
        return values

    module = sdyopt.parse(text).run(Convert(patterns=(tanh_to_negate,)))
    assert [op.name for op in module.walk()].count("stablehlo.negate") == 1
    module = sdyopt.parse(text).run(Convert(patterns=(one_case, tanh_to_negate)))
    assert body(module)[1:] == ["%0 = stablehlo.negate %arg1 : tensor<4xf32>", "return %0 : tensor<4xf32>"]
