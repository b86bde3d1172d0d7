"""Conversion patterns: operations and types of a program are converted, as MLIR's dialect conversion does it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import sdyopt

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
PROGRAM = (INPUTS / "conversion_patterns.program.txt").read_text(encoding="utf-8")


def body(module: sdyopt.Module, name: str = "f") -> list[str]:
    return [line.strip() for line in module.to_text(of=module.functions[name]).splitlines()[:-1]]


def test_types_are_cast_where_operations_stay() -> None:
    """At arguments, around what has no pattern, and at the return."""
    module = sdyopt.parse(PROGRAM).run(Convert(patterns=(tanh,), to_bf16=True))
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
    module = sdyopt.parse(PROGRAM).run(Convert(patterns=(tanh,), to_bf16=True, with_functions=True))
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
        sdyopt.parse(PROGRAM).run(Convert(patterns=(tanh,), illegal=(EXP,)))
    with pytest.raises(sdyopt.Error, match=r"<string>:4:8: error: failed to legalize operation 'stablehlo.tanh' that"):
        sdyopt.parse(CHAIN).run(Convert(patterns=(add,), illegal=(TANH,)))
    sdyopt.parse(PROGRAM).run(Convert(patterns=(tanh_to_negate,), illegal=(TANH,)))


def test_a_pattern_that_returns_too_many_values_is_named() -> None:
    @sdyopt.conversion(TANH, "Twice")
    def twice(op: sdyopt.Operation, operands: Values, rewriter: sdyopt.Rewriter) -> Values | None:
        return [*operands, *operands]

    with pytest.raises(ValueError, match=r"Twice returned 2 values, not 1 for the results of 'stablehlo.tanh'"):
        sdyopt.parse(PROGRAM).run(Convert(patterns=(twice,)))
    module = sdyopt.parse(PROGRAM)
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
