"""Operations on the elements of tensors, one by one."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo import kinds
from sdyopt.dialects.stablehlo.kinds import (
    FLOAT_COMPLEX_OR_QUANTIZED_TENSOR,
    FLOAT_OR_COMPLEX_TENSOR,
    FLOAT_OR_QUANTIZED_TENSOR,
    FLOAT_TENSOR,
    INTEGER_TENSOR,
    PREDICATE,
    TENSOR,
    ranked,
)
from sdyopt.dialects.stablehlo.verification import elementwise as verify
from sdyopt.mlir.declare.constraints import Attr, Operand, Result, TypeConstraint
from sdyopt.mlir.declare.definition import OpDef, Verifier

_UNARY = "$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))"
_BINARY = "$lhs `,` $rhs attr-dict `:` custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))"

_NUMBER = ranked(kinds.NUMBER_OR_QUANTIZED)
_PREDICATE_OR_INTEGER = ranked(kinds.PREDICATE_OR_INTEGER)
_SIGNED = ranked(kinds.SIGNLESS | kinds.FLOAT | kinds.COMPLEX | kinds.QUANTIZED)
_SIGNED_REAL = ranked(kinds.SIGNLESS | kinds.FLOAT | kinds.QUANTIZED)
_WIDE_FLOAT = ranked(kinds.WIDE_FLOAT)
_COMPLEX = ranked(kinds.COMPLEX)
_PLAIN = ranked(kinds.PLAIN)

_ALIKE = (verify.compatible_types, verify.same_shape, verify.infers_most_specific_type)
_DEFAULT_ACCURACY = s.ResultAccuracy(0, 0, 0, s.ResultAccuracyMode("DEFAULT"))


def _unary(
    name: str,
    operand: TypeConstraint,
    result: TypeConstraint | None = None,
    attributes: Sequence[Attr] = (),
    verifiers: Sequence[Verifier] = (verify.compatible_types,),
) -> OpDef:
    return OpDef(
        f"stablehlo.{name}",
        operands=[Operand("operand", operand)],
        results=[Result("result", result or operand)],
        attributes=attributes,
        traits=["Elementwise", "Pure"],
        format=_UNARY,
        verifiers=verifiers,
        sharding_rule="reductions.pointwise",
    )


def _transcendental(name: str) -> OpDef:
    return _unary(
        name,
        FLOAT_COMPLEX_OR_QUANTIZED_TENSOR,
        attributes=[Attr("result_accuracy", kinds.RESULT_ACCURACY, default=_DEFAULT_ACCURACY)],
    )


def _binary(
    name: str,
    operand: TypeConstraint,
    result: TypeConstraint | None = None,
    traits: Sequence[str] = (),
    verifiers: Sequence[Verifier] = _ALIKE,
) -> OpDef:
    return OpDef(
        f"stablehlo.{name}",
        operands=[Operand("lhs", operand), Operand("rhs", operand)],
        results=[Result("result", result or operand)],
        traits=["Elementwise", "Pure", *traits],
        format=_BINARY,
        verifiers=verifiers,
        sharding_rule="reductions.pointwise",
    )


ABS = _unary("abs", _SIGNED, _SIGNED_REAL, verifiers=[verify.same_shape_of_tensors, verify.infers_real_type])
"""The absolute value of each element, of complex numbers their magnitude."""
CBRT = _transcendental("cbrt")
"""The cube root of each element."""
CEIL = _unary("ceil", FLOAT_OR_QUANTIZED_TENSOR)
"""Each element rounded up."""
CONVERT = _unary("convert", _PLAIN, verifiers=[verify.same_shape])
"""Each element as one of another type."""
COSINE = _transcendental("cosine")
"""The cosine of each element."""
COUNT_LEADING_ZEROS = _unary("count_leading_zeros", INTEGER_TENSOR)
"""How many bits before the first one that is set each element has."""
EXPONENTIAL = _transcendental("exponential")
"""e to the power of each element."""
EXPONENTIAL_MINUS_ONE = _transcendental("exponential_minus_one")
"""e to the power of each element, minus one, with the digits of small results."""
FLOOR = _unary("floor", FLOAT_OR_QUANTIZED_TENSOR)
"""Each element rounded down."""
IMAG = _unary(
    "imag", FLOAT_OR_COMPLEX_TENSOR, FLOAT_TENSOR, verifiers=[verify.same_shape_of_tensors, verify.infers_real_type]
)
"""The imaginary part of each element."""
LOG = _transcendental("log")
"""The natural logarithm of each element."""
LOG_PLUS_ONE = _transcendental("log_plus_one")
"""The natural logarithm of one plus each element, with the digits of small results."""
LOGISTIC = _transcendental("logistic")
"""The logistic function 1 / (1 + exp(-x)) of each element."""
NEGATE = _unary("negate", _NUMBER)
"""Each element with the other sign."""
NOT = _unary("not", _PREDICATE_OR_INTEGER)
"""Each truth value, or each bit, negated."""
POPCNT = _unary("popcnt", INTEGER_TENSOR)
"""How many bits of each element are set."""
REAL = _unary(
    "real", FLOAT_OR_COMPLEX_TENSOR, FLOAT_TENSOR, verifiers=[verify.same_shape_of_tensors, verify.infers_real_type]
)
"""The real part of each element."""
ROUND_NEAREST_AFZ = _unary("round_nearest_afz", FLOAT_OR_QUANTIZED_TENSOR)
"""Each element rounded to the nearest integer, halves away from zero."""
ROUND_NEAREST_EVEN = _unary("round_nearest_even", FLOAT_OR_QUANTIZED_TENSOR)
"""Each element rounded to the nearest integer, halves to the even one."""
RSQRT = _transcendental("rsqrt")
"""One divided by the square root of each element."""
SIGN = _unary("sign", _SIGNED)
"""The sign of each element: -1, 0 or 1; of a complex number the one of magnitude 1 in its direction."""
SINE = _transcendental("sine")
"""The sine of each element."""
SQRT = _transcendental("sqrt")
"""The square root of each element."""
TAN = _transcendental("tan")
"""The tangent of each element."""
TANH = _transcendental("tanh")
"""The hyperbolic tangent of each element."""

IS_FINITE = OpDef(
    "stablehlo.is_finite",
    operands=[Operand("x", FLOAT_OR_QUANTIZED_TENSOR)],
    results=[Result("y", PREDICATE)],
    traits=["Elementwise", "Pure"],
    format="operands attr-dict `:` functional-type(operands, results)",
    verifiers=[verify.same_shape_of_tensors],
    sharding_rule="reductions.pointwise",
)
"""Whether each element is neither infinite nor NaN."""

ADD = _binary(
    "add",
    kinds.TENSOR_OR_AXIS_QUANTIZED,
    traits=["Commutative"],
    verifiers=[verify.same_shape, verify.add_element_types],
)
"""The sum of each two elements; of truth values the logical or."""
AND = _binary("and", _PREDICATE_OR_INTEGER, TENSOR, ["Commutative"])
"""The conjunction of each two truth values, or of each two bits."""
ATAN2 = _binary("atan2", FLOAT_COMPLEX_OR_QUANTIZED_TENSOR)
"""The angle of each point (rhs, lhs) of the plane."""
DIVIDE = _binary("divide", _NUMBER)
"""The quotient of each two elements, of integers without its fraction."""
MAXIMUM = _binary("maximum", TENSOR, traits=["Commutative"])
"""The larger one of each two elements."""
MINIMUM = _binary("minimum", TENSOR, traits=["Commutative"])
"""The smaller one of each two elements."""
MULTIPLY = _binary("multiply", TENSOR, traits=["Commutative"])
"""The product of each two elements; of truth values the logical and."""
OR = _binary("or", _PREDICATE_OR_INTEGER, TENSOR, ["Commutative"])
"""The disjunction of each two truth values, or of each two bits."""
POWER = _binary("power", _NUMBER)
"""Each element of the first operand to the power of that of the second."""
REMAINDER = _binary("remainder", _NUMBER)
"""The remainder of each element of the first operand divided by that of the second, with the sign of the former."""
SHIFT_LEFT = _binary("shift_left", INTEGER_TENSOR)
"""Shifts the bits of each element up by the number of places in the second operand."""
SHIFT_RIGHT_ARITHMETIC = _binary("shift_right_arithmetic", INTEGER_TENSOR)
"""Shifts the bits of each element down by the number of places in the second operand, and fills with the sign bit."""
SHIFT_RIGHT_LOGICAL = _binary("shift_right_logical", INTEGER_TENSOR)
"""Shifts the bits of each element down by the number of places in the second operand, and fills with zeros."""
SUBTRACT = _binary("subtract", _NUMBER)
"""The difference of each two elements."""
XOR = _binary("xor", _PREDICATE_OR_INTEGER, TENSOR, ["Commutative"])
"""Whether just one of each two truth values holds, or of each two bits is set."""

COMPLEX = OpDef(
    "stablehlo.complex",
    operands=[Operand("lhs", _WIDE_FLOAT), Operand("rhs", _WIDE_FLOAT)],
    results=[Result("result", _COMPLEX)],
    traits=["Elementwise", "Pure"],
    format="operands attr-dict `:` custom<ComplexOpType>(type($lhs), type($rhs), type($result))",
    verifiers=[verify.same_element_type_of_operands, verify.same_shape, verify.infers_complex_type],
    sharding_rule="reductions.pointwise",
)
"""Complex numbers of their real and imaginary parts."""

COMPARE = OpDef(
    "stablehlo.compare",
    operands=[Operand("lhs", TENSOR), Operand("rhs", TENSOR)],
    results=[Result("result", PREDICATE)],
    attributes=[
        Attr("compare_type", kinds.COMPARISON_TYPE, optional=True),
        Attr("comparison_direction", kinds.COMPARISON_DIRECTION),
    ],
    traits=["Elementwise", "Pure"],
    format=(
        "$comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:` functional-type(operands, results)"
    ),
    verifiers=[verify.same_shape_of_tensors, verify.compatible_element_types_of_operands, verify.compare],
    sharding_rule="reductions.pointwise",
)
"""Compares each two elements: `EQ`, `NE`, `GE`, `GT`, `LE` or `LT`."""

SELECT = OpDef(
    "stablehlo.select",
    operands=[Operand("pred", PREDICATE), Operand("on_true", TENSOR), Operand("on_false", TENSOR)],
    results=[Result("result", TENSOR)],
    traits=["BroadcastingElementwise", "Pure"],
    format=("operands attr-dict `:` custom<SelectOpType>(type($pred), type($on_true), type($on_false), type($result))"),
    verifiers=[verify.select],
    sharding_rule="reductions.select",
)
"""Each element of the one tensor or the other, as the predicate says."""

CLAMP = OpDef(
    "stablehlo.clamp",
    operands=[Operand("min", TENSOR), Operand("operand", TENSOR), Operand("max", TENSOR)],
    results=[Result("result", TENSOR)],
    traits=["BroadcastingElementwise", "Pure"],
    format=(
        "$min `,` $operand `,` $max attr-dict `:` "
        "custom<SameOperandsAndResultType>(type($min), type($operand), type($max), type($result))"
    ),
    verifiers=[verify.compatible_element_types, verify.clamp],
    sharding_rule="reductions.clamp",
)
"""Each element, but not less than a minimum and not more than a maximum."""

REDUCE_PRECISION = OpDef(
    "stablehlo.reduce_precision",
    operands=[Operand("operand", FLOAT_OR_QUANTIZED_TENSOR)],
    results=[Result("output", FLOAT_OR_QUANTIZED_TENSOR)],
    attributes=[Attr("exponent_bits", kinds.I32_POSITIVE), Attr("mantissa_bits", kinds.I32_NON_NEGATIVE)],
    traits=["Elementwise", "Pure"],
    format=(
        "$operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits) attr-dict `:` "
        "custom<SameOperandsAndResultType>(type($operand), type($output))"
    ),
    verifiers=[verify.same_shape_of_tensors, verify.compatible_types],
    sharding_rule="reductions.pointwise",
)
"""Each element rounded as if it had fewer bits of exponent and mantissa, in the type that it had."""

UNIFORM_DEQUANTIZE = OpDef(
    "stablehlo.uniform_dequantize",
    operands=[Operand("operand", ranked(kinds.QUANTIZED | kinds.AXIS_QUANTIZED))],
    results=[Result("result", FLOAT_TENSOR)],
    traits=["Elementwise", "Pure"],
    format=_UNARY,
    verifiers=[verify.same_shape, verify.infers_expressed_type],
)
"""Quantized numbers as the floating-point numbers that they stand for."""
UNIFORM_QUANTIZE = OpDef(
    "stablehlo.uniform_quantize",
    operands=[Operand("operand", ranked(kinds.FLOAT | kinds.QUANTIZED | kinds.AXIS_QUANTIZED))],
    results=[Result("result", ranked(kinds.QUANTIZED | kinds.AXIS_QUANTIZED))],
    traits=["Elementwise", "Pure"],
    format=_UNARY,
    verifiers=[verify.same_shape, verify.uniform_quantize],
)
"""Floating-point numbers, or quantized ones, quantized as the result's type says."""
