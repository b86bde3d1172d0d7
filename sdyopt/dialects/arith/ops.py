"""The operations of arith: on numbers, and on each element of tensors and vectors of numbers."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.arith import attributes as attr
from sdyopt.dialects.arith import type_kinds as type
from sdyopt.dialects.arith import verification as verify
from sdyopt.dialects.arith.formats import infer_comparison, same_types, words
from sdyopt.ir.attributes import BoolAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import IndexType
from sdyopt.mlir.declare.attr_kinds import TYPED
from sdyopt.mlir.declare.constraints import Attr, Operand, Result, TypeConstraint
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.type_kinds import ANY, BOOL_LIKE, FLOAT_LIKE
from sdyopt.mlir.formats.state import OperationState
from sdyopt.mlir.verify import type_relations as relations
from sdyopt.mlir.verify.inferred_types import infers_type_of_first_operand
from sdyopt.mlir.verify.traits import same_type_operands
from sdyopt.mlir.write.attributes import text_of

_INTEGERS, _FLOATS = type.INTEGER_LIKE, FLOAT_LIKE
_PURE = ("Elementwise", "Pure")
_COMMUTATIVE = ["Commutative"]


def _binary(name: str, kind: TypeConstraint, attributes: Sequence[Attr] = (), traits: Sequence[str] = ()) -> OpDef:
    return same_types(f"arith.{name}", ["lhs", "rhs"], kind, attributes, traits)


def _cast(
    name: str,
    source: TypeConstraint,
    result: TypeConstraint,
    attributes: Sequence[Attr] = (),
    compatible: verify.Compatible | None = None,
) -> OpDef:
    checks = [verify.same_tensor_dimensions, relations.same_operands_and_result_shape, relations.elementwise]
    return OpDef(
        f"arith.{name}",
        operands=[Operand("in", source)],
        results=[Result("out", result)],
        attributes=attributes,
        traits=_PURE,
        format=f"$in {words(attributes)} type($in) `to` type($out)",
        verifiers=checks if compatible is None else [*checks, verify.cast(compatible)],
    )


def _scaling(name: str, attributes: Sequence[Attr], compatible: verify.Compatible) -> OpDef:
    return OpDef(
        f"arith.{name}",
        operands=[Operand("in", _FLOATS), Operand("scale", _FLOATS)],
        results=[Result("out", _FLOATS)],
        attributes=attributes,
        traits=_PURE,
        format=f"$in `,` $scale {words(attributes)} type($in) `,` type($scale) `to` type($out)",
        verifiers=[verify.same_tensor_dimensions, verify.cast(compatible), relations.elementwise],
    )


def _with_carry(name: str, result: str, carry: str, traits: Sequence[str] = ()) -> OpDef:
    return OpDef(
        f"arith.{name}",
        operands=[Operand("lhs", _INTEGERS), Operand("rhs", _INTEGERS)],
        results=[Result(result, _INTEGERS), Result(carry, BOOL_LIKE)],
        traits=[*_PURE, *traits],
        format=f"$lhs `,` $rhs attr-dict `:` type(${result}) `,` type(${carry})",
        result_names=lambda op: [result, carry],
        verifiers=[relations.all_types_match("lhs", "rhs", result), relations.elementwise],
    )


def _both_halves(name: str) -> OpDef:
    return OpDef(
        f"arith.{name}",
        operands=[Operand("lhs", _INTEGERS), Operand("rhs", _INTEGERS)],
        results=[Result("low", _INTEGERS), Result("high", _INTEGERS)],
        traits=[*_PURE, "Commutative"],
        format="$lhs `,` $rhs attr-dict `:` type($lhs)",
        result_names=lambda op: ["low", "high"],
        verifiers=[
            relations.all_types_match("lhs", "rhs", "low", "high"),
            relations.elementwise,
            infers_type_of_first_operand,
        ],
    )


def _comparison(name: str, kind: TypeConstraint, attributes: Sequence[Attr]) -> OpDef:
    return OpDef(
        f"arith.{name}",
        operands=[Operand("lhs", kind), Operand("rhs", kind)],
        results=[Result("result", BOOL_LIKE)],
        attributes=attributes,
        traits=_PURE,
        format=f"$predicate `,` $lhs `,` $rhs {words(attributes)} type($lhs)",
        infer=infer_comparison,
        verifiers=[relations.i1_of_shape("lhs"), same_type_operands, relations.elementwise],
    )


ADDF = _binary("addf", _FLOATS, [attr.FAST_MATH, attr.ROUNDING_MODE], _COMMUTATIVE)
"""The sum of two floating-point numbers."""
ADDI = _binary("addi", _INTEGERS, [attr.OVERFLOW], _COMMUTATIVE)
"""The sum of two integers."""
ADDUI_EXTENDED = _with_carry("addui_extended", "sum", "overflow", _COMMUTATIVE)
"""The sum of two unsigned integers, and whether it has overflown."""
ANDI = _binary("andi", _INTEGERS, traits=_COMMUTATIVE)
"""The bitwise conjunction of two integers."""
BITCAST = _cast("bitcast", type.BITCASTABLE, type.BITCASTABLE, compatible=verify.has_same_width)
"""The number with the same bits in another type."""
CEILDIVSI = _binary("ceildivsi", _INTEGERS)
"""The quotient of two signed integers, rounded up."""
CEILDIVUI = _binary("ceildivui", _INTEGERS)
"""The quotient of two unsigned integers, rounded up."""
CMPF = _comparison("cmpf", _FLOATS, [attr.CMPF_PREDICATE, attr.FAST_MATH])
"""Whether two floating-point numbers compare as a predicate says, ordered or not."""
CMPI = _comparison("cmpi", _INTEGERS, [attr.CMPI_PREDICATE])
"""Whether two integers compare as a predicate says, signed or unsigned."""
CONVERTF = _cast(
    "convertf", _FLOATS, _FLOATS, [attr.ROUNDING_MODE, attr.OPTIONAL_FAST_MATH], verify.is_another_of_same_width
)
"""The floating-point number in another type of the same width."""
DIVF = _binary("divf", _FLOATS, [attr.FAST_MATH, attr.ROUNDING_MODE])
"""The quotient of two floating-point numbers."""
DIVSI = _binary("divsi", _INTEGERS, [attr.IS_EXACT])
"""The quotient of two signed integers, rounded towards zero."""
DIVUI = _binary("divui", _INTEGERS, [attr.IS_EXACT])
"""The quotient of two unsigned integers, rounded towards zero."""
EXTF = _cast("extf", _FLOATS, _FLOATS, [attr.OPTIONAL_FAST_MATH], verify.is_wider)
"""The floating-point number in a wider type."""
EXTSI = _cast("extsi", type.FIXED_WIDTH_INTEGER_LIKE, type.FIXED_WIDTH_INTEGER_LIKE, compatible=verify.is_wider)
"""The signed integer in a wider type."""
EXTUI = _cast(
    "extui", type.FIXED_WIDTH_INTEGER_LIKE, type.FIXED_WIDTH_INTEGER_LIKE, [attr.NON_NEGATIVE], verify.is_wider
)
"""The unsigned integer in a wider type."""
FLOORDIVSI = _binary("floordivsi", _INTEGERS)
"""The quotient of two signed integers, rounded down."""
FLUSH_DENORMALS = same_types("arith.flush_denormals", ["operand"], _FLOATS, [attr.FAST_MATH])
"""The number, or zero in place of a denormal one."""
FPTOSI = _cast("fptosi", _FLOATS, type.FIXED_WIDTH_INTEGER_LIKE)
"""The floating-point number as a signed integer, rounded towards zero."""
FPTOUI = _cast("fptoui", _FLOATS, type.FIXED_WIDTH_INTEGER_LIKE)
"""The floating-point number as an unsigned integer, rounded towards zero."""
INDEX_CAST = _cast("index_cast", type.INDEX_CASTABLE, type.INDEX_CASTABLE, compatible=verify.one_is_index)
"""The signed integer as an index, or the other way around."""
INDEX_CASTUI = _cast("index_castui", type.INDEX_CASTABLE, type.INDEX_CASTABLE, [attr.NON_NEGATIVE], verify.one_is_index)
"""The unsigned integer as an index, or the other way around."""
MAXIMUMF = _binary("maximumf", _FLOATS, [attr.FAST_MATH], _COMMUTATIVE)
"""The larger of two floating-point numbers; NaN if one is NaN."""
MAXNUMF = _binary("maxnumf", _FLOATS, [attr.FAST_MATH], _COMMUTATIVE)
"""The larger of two floating-point numbers; if one is NaN, the other."""
MAXSI = _binary("maxsi", _INTEGERS, traits=_COMMUTATIVE)
"""The larger of two signed integers."""
MAXUI = _binary("maxui", _INTEGERS, traits=_COMMUTATIVE)
"""The larger of two unsigned integers."""
MINIMUMF = _binary("minimumf", _FLOATS, [attr.FAST_MATH], _COMMUTATIVE)
"""The smaller of two floating-point numbers; NaN if one is NaN."""
MINNUMF = _binary("minnumf", _FLOATS, [attr.FAST_MATH], _COMMUTATIVE)
"""The smaller of two floating-point numbers; if one is NaN, the other."""
MINSI = _binary("minsi", _INTEGERS, traits=_COMMUTATIVE)
"""The smaller of two signed integers."""
MINUI = _binary("minui", _INTEGERS, traits=_COMMUTATIVE)
"""The smaller of two unsigned integers."""
MULF = _binary("mulf", _FLOATS, [attr.FAST_MATH, attr.ROUNDING_MODE], _COMMUTATIVE)
"""The product of two floating-point numbers."""
MULI = _binary("muli", _INTEGERS, [attr.OVERFLOW], _COMMUTATIVE)
"""The product of two integers."""
MULSI_EXTENDED = _both_halves("mulsi_extended")
"""The lower and the upper half of the bits of two signed integers' product."""
MULUI_EXTENDED = _both_halves("mului_extended")
"""The lower and the upper half of the bits of two unsigned integers' product."""
NEGF = same_types("arith.negf", ["operand"], _FLOATS, [attr.FAST_MATH])
"""The floating-point number with the other sign."""
ORI = _binary("ori", _INTEGERS, traits=_COMMUTATIVE)
"""The bitwise disjunction of two integers."""
REMF = _binary("remf", _FLOATS, [attr.FAST_MATH])
"""The remainder of two floating-point numbers' division."""
REMSI = _binary("remsi", _INTEGERS)
"""The remainder of two signed integers' division."""
REMUI = _binary("remui", _INTEGERS)
"""The remainder of two unsigned integers' division."""
SCALING_EXTF = _scaling("scaling_extf", [attr.OPTIONAL_FAST_MATH], verify.is_wider)
"""The floating-point number in a wider type, times a scale."""
SCALING_TRUNCF = _scaling("scaling_truncf", [attr.ROUNDING_MODE, attr.OPTIONAL_FAST_MATH], verify.is_narrower)
"""The floating-point number divided by a scale, in a narrower type."""
SHLI = _binary("shli", _INTEGERS, [attr.OVERFLOW])
"""The integer with its bits moved left."""
SHRSI = _binary("shrsi", _INTEGERS, [attr.IS_EXACT])
"""The signed integer with its bits moved right."""
SHRUI = _binary("shrui", _INTEGERS, [attr.IS_EXACT])
"""The unsigned integer with its bits moved right."""
SITOFP = _cast("sitofp", type.FIXED_WIDTH_INTEGER_LIKE, _FLOATS)
"""The signed integer as a floating-point number."""
SUBF = _binary("subf", _FLOATS, [attr.FAST_MATH, attr.ROUNDING_MODE])
"""The difference of two floating-point numbers."""
SUBI = _binary("subi", _INTEGERS, [attr.OVERFLOW])
"""The difference of two integers."""
SUBUI_EXTENDED = _with_carry("subui_extended", "diff", "borrow")
"""The difference of two unsigned integers, and whether it would be negative."""
TRUNCF = _cast("truncf", _FLOATS, _FLOATS, [attr.ROUNDING_MODE, attr.OPTIONAL_FAST_MATH], verify.is_narrower)
"""The floating-point number in a narrower type."""
TRUNCI = _cast(
    "trunci", type.FIXED_WIDTH_INTEGER_LIKE, type.FIXED_WIDTH_INTEGER_LIKE, [attr.OVERFLOW], verify.is_narrower
)
"""The integer in a narrower type."""
UITOFP = _cast("uitofp", type.FIXED_WIDTH_INTEGER_LIKE, _FLOATS, [attr.NON_NEGATIVE])
"""The unsigned integer as a floating-point number."""
XORI = _binary("xori", _INTEGERS, traits=_COMMUTATIVE)
"""The bitwise exclusive disjunction of two integers."""


def _infer_constant(state: OperationState) -> None:
    state.result_types = [verify.type_of(state.in_format("value"))]


def _constant_names(op: Operation) -> list[str]:
    """An integer is named by its value, and its type if that is not `index`."""
    value = op.properties["value"]
    if isinstance(value, BoolAttr):
        return [text_of(value)]
    if not isinstance(value, IntegerAttr):
        return ["cst"]
    return [f"c{value.value}" if isinstance(value.type, IndexType) else f"c{value.value}_{text_of(value.type)}"]


CONSTANT = OpDef(
    "arith.constant",
    results=[Result("result", ANY)],
    attributes=[Attr("value", TYPED)],
    traits=["ConstantLike", "Pure"],
    format="attr-dict $value",
    infer=_infer_constant,
    result_names=_constant_names,
    verifiers=[verify.constant],
)
"""A constant number, tensor or vector."""

SELECT = OpDef(
    "arith.select",
    operands=[Operand("condition", BOOL_LIKE), Operand("true_value", ANY), Operand("false_value", ANY)],
    results=[Result("result", ANY)],
    traits=_PURE,
    format="custom<Select>",
    verifiers=[
        relations.all_types_match("true_value", "false_value", "result"),
        verify.select,
        relations.elementwise,
        verify.select_by_elements,
    ],
)
"""The first value where a condition holds, else the second."""

OPERATIONS: tuple[OpDef, ...] = tuple([definition for definition in vars().values() if isinstance(definition, OpDef)])
"""All of them."""
