"""The mhlo dialect: the few of its operations that XLA's translation of HLO uses where StableHLO has none."""

from __future__ import annotations

from sdyopt.dialects.chlo import verification as verify
from sdyopt.dialects.stablehlo import kinds as type
from sdyopt.dialects.stablehlo.attributes import TokenType
from sdyopt.dialects.stablehlo.syntax import DIRECTIVES
from sdyopt.dialects.stablehlo.verification import elementwise
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import TRUE, TupleType
from sdyopt.mlir.declare import attr_kinds as builtin
from sdyopt.mlir.declare.constraints import Attr, Operand, Result, TypeConstraint
from sdyopt.mlir.declare.definition import OpDef, pure_op
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.type_kinds import any_of

__all__ = ["DIALECT"]


# The operations of the mhlo dialect.

_FORMAT = "$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))"
_ANY = type.TENSOR_OR_AXIS_QUANTIZED
_FLOAT_OR_COMPLEX = type.tensor(type.FLOAT_OR_COMPLEX)


def _unary(name: str, about: str) -> OpDef:
    operand = type.FLOAT_TENSOR if name == "erf" else _FLOAT_OR_COMPLEX
    return OpDef(
        f"mhlo.{name}",
        operands=[Operand("operand", operand)],
        results=[Result("result", operand)],
        traits=["Elementwise", "Pure"],
        format=_FORMAT,
        verifiers=[elementwise.compatible_types],
        about=about,
    )


_OF_ONE = {
    "acos": "The arc cosine of each element.",
    "acosh": "The inverse hyperbolic cosine of each element.",
    "asin": "The arc sine of each element.",
    "asinh": "The inverse hyperbolic sine of each element.",
    "atanh": "The inverse hyperbolic tangent of each element.",
    "cosh": "The hyperbolic cosine of each element.",
    "erf": "The error function of each element.",
    "sinh": "The hyperbolic sine of each element.",
}


def _has_token(value: Type) -> bool:
    return isinstance(value, TokenType) or (isinstance(value, TupleType) and any(map(_has_token, value.types)))


_TENSOR_TOKEN_OR_TUPLE = any_of(_ANY, type.TOKEN, type.nested_tuple(_ANY, type.BUFFER, type.TOKEN))
_COPIED = TypeConstraint(
    _TENSOR_TOKEN_OR_TUPLE.summary, lambda value: _TENSOR_TOKEN_OR_TUPLE.accepts(value) and not _has_token(value)
)
"""Tokens of mhlo are another type than those of StableHLO."""

COPY = pure_op(
    "mhlo.copy",
    operands=[Operand("operand", _COPIED)],
    results=[Result("result", _COPIED)],
    traits=["Elementwise"],
    format=_FORMAT,
    verifiers=[elementwise.same_shape_of_tensors, elementwise.compatible_types],
)
"""The operand, in memory of its own or in another layout."""

TOPK = pure_op(
    "mhlo.topk",
    operands=[Operand("operand", _ANY)],
    results=[Result("values", _ANY), Result("indices", _ANY)],
    attributes=[Attr("k", builtin.I64), Attr("largest", builtin.BOOL, default=TRUE)],
    format=(
        "`(` $operand `,` `k` `=` $k (`,` `largest` `=` $largest^)? `)` attr-dict `:` type($operand) `->` "
        "`(` type($values) `,` type($indices) `)`"
    ),
    result_names=lambda op: ["values", "indices"],
    verifiers=[verify.top_k],
    sharding_rule="custom_calls.top_k",
)
"""The largest or smallest elements along the last dimension, in order, and where they are."""

OPERATIONS = (*[_unary(name, about) for name, about in _OF_ONE.items()], COPY, TOPK)
"""All of them."""

DIALECT = Dialect("mhlo", OPERATIONS, directives=DIRECTIVES, sharding_rules="sdyopt.dialects.stablehlo.sharding_rules")
