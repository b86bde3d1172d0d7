"""The operations of complex: on complex numbers."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.arith.attributes import FAST_MATH, OPTIONAL_FAST_MATH
from sdyopt.dialects.arith.formats import infer_from, same_types, words
from sdyopt.dialects.complex import verification as verify
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Type
from sdyopt.mlir.declare.attr_kinds import is_array_kind, parses
from sdyopt.mlir.declare.constraints import Attr, AttrConstraint, Operand, Result, TypeConstraint
from sdyopt.mlir.declare.definition import OpDef, pure_op
from sdyopt.mlir.declare.type_kinds import ANY, FLOAT, is_signless_integer
from sdyopt.mlir.verify import type_relations as relations

_COMPLEX = TypeConstraint(
    "complex type with floating-point elements",
    lambda type: isinstance(type, t.ComplexType) and isinstance(type.element_type, t.FloatType),
    t.ComplexType,
    "builtin.complex",
)
_ANY_COMPLEX = TypeConstraint(
    "complex-type", lambda type: isinstance(type, t.ComplexType), t.ComplexType, "builtin.complex"
)
_I1 = TypeConstraint("1-bit signless integer", lambda type: type is t.IntegerType(1))
_INTEGER = TypeConstraint("signless integer", is_signless_integer, t.IntegerType, "builtin.integer")
_VALUE = AttrConstraint("array attribute", is_array_kind, parses(is_array_kind, t.NoneType()))
_PURE = ("Elementwise", "Pure")


def _element(type: Type) -> Type:
    assert isinstance(type, t.ComplexType)
    return type.element_type


def _same_types(name: str, *operands: str, traits: Sequence[str] = ()) -> OpDef:
    return same_types(f"complex.{name}", operands, _COMPLEX, [FAST_MATH], traits)


def _unary(name: str) -> OpDef:
    return _same_types(name, "complex")


def _binary(name: str, traits: Sequence[str] = ()) -> OpDef:
    return _same_types(name, "lhs", "rhs", traits=traits)


def _part(name: str) -> OpDef:
    return OpDef(
        f"complex.{name}",
        operands=[Operand("complex", _COMPLEX)],
        results=[Result("result", FLOAT)],
        attributes=[FAST_MATH],
        traits=_PURE,
        format=f"$complex {words([FAST_MATH])} type($complex)",
        infer=infer_from(_element),
        verifiers=[
            relations.types_match_with("complex", "result", _element, "complex element type matches result type")
        ],
    )


def _comparison(name: str) -> OpDef:
    return OpDef(
        f"complex.{name}",
        operands=[Operand("lhs", _COMPLEX), Operand("rhs", _COMPLEX)],
        results=[Result("result", _I1)],
        traits=_PURE,
        format="$lhs `,` $rhs attr-dict `:` type($lhs)",
        infer=lambda state: state.types.__setitem__("result", [t.IntegerType(1)]),
        verifiers=[relations.all_types_match("lhs", "rhs")],
    )


ABS = _part("abs")
"""The absolute value."""
ANGLE = _part("angle")
"""The angle to the positive real axis."""
IM = _part("im")
"""The imaginary part."""
RE = _part("re")
"""The real part."""

CONJ = _unary("conj")
"""The complex conjugate."""
COS = _unary("cos")
"""The cosine."""
EXP = _unary("exp")
"""The exponential."""
EXPM1 = _unary("expm1")
"""The exponential minus one."""
LOG = _unary("log")
"""The natural logarithm."""
LOG1P = _unary("log1p")
"""The natural logarithm of one plus the number."""
NEG = _unary("neg")
"""The number with the other sign."""
RSQRT = _unary("rsqrt")
"""One divided by the square root."""
SIGN = _unary("sign")
"""The number divided by its absolute value; zero for zero."""
SIN = _unary("sin")
"""The sine."""
SQRT = _unary("sqrt")
"""The square root."""
TAN = _unary("tan")
"""The tangent."""
TANH = _unary("tanh")
"""The hyperbolic tangent."""

ADD = _binary("add")
"""The sum of two numbers."""
ATAN2 = _binary("atan2")
"""The arc tangent of a quotient."""
DIV = _binary("div")
"""The quotient of two numbers."""
MUL = _binary("mul")
"""The product of two numbers."""
POW = _binary("pow")
"""The first number to the power of the second."""
SUB = _binary("sub")
"""The difference of two numbers."""

EQ = _comparison("eq")
"""Whether two numbers are equal."""
NEQ = _comparison("neq")
"""Whether two numbers differ."""

POWI = OpDef(
    "complex.powi",
    operands=[Operand("lhs", _COMPLEX), Operand("rhs", _INTEGER)],
    results=[Result("result", _COMPLEX)],
    attributes=[OPTIONAL_FAST_MATH],
    traits=_PURE,
    format=f"$lhs `,` $rhs {words([OPTIONAL_FAST_MATH])} type($result) `,` type($rhs)",
    infer=lambda state: state.types.__setitem__("lhs", state.types["result"]),
    verifiers=[relations.all_types_match("lhs", "result")],
)
"""The number to the power of an integer."""

BITCAST = pure_op(
    "complex.bitcast",
    operands=[Operand("operand", ANY)],
    results=[Result("result", ANY)],
    format="$operand attr-dict `:` type($operand) `to` type($result)",
    verifiers=[verify.bitcast],
)
"""The number with the same bits in another type; one of the two types is complex."""

CONSTANT = OpDef(
    "complex.constant",
    results=[Result("complex", _ANY_COMPLEX)],
    attributes=[Attr("value", _VALUE)],
    traits=["ConstantLike", "Pure"],
    format="$value attr-dict `:` type($complex)",
    result_names=lambda op: ["cst"],
    verifiers=[verify.constant],
)
"""A constant, as an array of its real and its imaginary part."""


CREATE = OpDef(
    "complex.create",
    operands=[Operand("real", FLOAT), Operand("imaginary", FLOAT)],
    results=[Result("complex", _COMPLEX)],
    traits=_PURE,
    format="$real `,` $imaginary attr-dict `:` type($complex)",
    infer=infer_from(_element, "complex"),
    verifiers=[
        relations.all_types_match("real", "imaginary"),
        relations.types_match_with("complex", "real", _element, "complex element type matches real operand type"),
    ],
)
"""The complex number of a real and an imaginary part."""

OPERATIONS: tuple[OpDef, ...] = tuple([definition for definition in vars().values() if isinstance(definition, OpDef)])
"""All of them."""
