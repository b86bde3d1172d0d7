"""The operations of arith: on numbers, and on each element of tensors and vectors of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import eq, gt, lt

from sdyopt.dialects.arith import attributes as attr
from sdyopt.ir import attributes as t
from sdyopt.ir.attribute import Attribute, Type, checked
from sdyopt.ir.attributes import (
    BoolAttr,
    DenseElementsAttr,
    DenseResourceAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    SparseElementsAttr,
)
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.attr_kinds import TYPED
from sdyopt.mlir.declare.constraints import Attr, Operand, Result, TypeConstraint
from sdyopt.mlir.declare.definition import OpDef, Verifier
from sdyopt.mlir.declare.type_kinds import (
    ANY,
    BOOL_LIKE,
    FLOAT_LIKE,
    is_signless_integer,
    is_signless_integer_or_index,
    like,
)
from sdyopt.mlir.formats.state import FormatError, OperationState
from sdyopt.mlir.literals.numbers import bit_width
from sdyopt.mlir.verify import verification as relations
from sdyopt.mlir.verify.checks import same_operands_and_result_type, same_type_operands
from sdyopt.mlir.verify.verification import Verification, element_or_self, infers_type_of_first_operand, quoted, with_i1
from sdyopt.mlir.write.attributes import text_of

# Formats that many operations of arith, math and complex have in common.

SAME_TYPES = (same_operands_and_result_type, relations.elementwise, infers_type_of_first_operand)
"""The verifiers of operations all of whose operands and results have one type."""

_WORDS = {
    attr.ROUNDING_MODE: "($roundingmode^)?",
    attr.IS_EXACT: "($isExact^)?",
    attr.NON_NEGATIVE: "($nonNeg^)?",
    attr.OVERFLOW: "(`overflow` `` $overflowFlags^)?",
    attr.FAST_MATH: "(`fastmath` `` $fastmath^)?",
    attr.OPTIONAL_FAST_MATH: "(`fastmath` `` $fastmath^)?",
}
"""How attributes stand in formats, in order."""


def words(attributes: Sequence[Attr]) -> str:
    """Returns the part of a format between the operands and the types."""
    return " ".join([*[text for attribute, text in _WORDS.items() if attribute in attributes], "attr-dict `:`"])


def same_types(
    name: str,
    operands: Sequence[str],
    kind: TypeConstraint,
    attributes: Sequence[Attr] = (),
    traits: Sequence[str] = (),
    since: str = "",
    about: str = "",
) -> OpDef:
    """Returns an operation on elements all of whose operands and results have one type."""
    return OpDef(
        name,
        operands=[Operand(operand, kind) for operand in operands],
        results=[Result("result", kind)],
        attributes=attributes,
        traits=["Elementwise", "Pure", *traits],
        format=f"{' `,` '.join([f'${operand}' for operand in operands])} {words(attributes)} type($result)",
        verifiers=SAME_TYPES,
        since=since,
        about=about,
    )


def infer_from(transform: Callable[[Type], Type], source: str = "") -> Callable[[OperationState], None]:
    """Returns what gives an operation the types that its format leaves out.

    They are what `transform` makes of the type of `source`, if that is not the first operand. Raises FormatError if
    `source` cannot have the type that stands in the format.
    """

    def infer(state: OperationState) -> None:
        definition = checked(OpDef, state.definition)
        declared = next((result for result in definition.results if result.name == source), definition.operands[0])
        type = state.any_type()
        if not declared.constraint.accepts(type):
            message = f"'{declared.name}' must be {declared.constraint.summary}, but got '{text_of(type)}'"
            raise FormatError(message, state.offset)
        for value in (*definition.operands, *definition.results):
            if isinstance(value, Result) != isinstance(declared, Result):
                state.types[value.name] = [transform(type)]

    return infer


infer_comparison = infer_from(relations.with_i1)


# The kinds of types that arith's declarations ask for, with the words of the reference for them.


def _has_bits(type: Type) -> bool:
    return not isinstance(type, t.IntegerType) or type.width > 0


def _or_memref(kind: TypeConstraint, summary: str) -> TypeConstraint:
    """Returns what `kind` accepts, and memrefs of such elements."""
    return TypeConstraint(
        f"{kind.summary} or memref of {summary}",
        lambda type: kind.accepts(type.element_type if isinstance(type, t.MemRefType) else type),
    )


INTEGER_LIKE = like(
    "signless-non-zero-bitwidth-integer-like", lambda type: is_signless_integer_or_index(type) and _has_bits(type)
)
FIXED_WIDTH_INTEGER_LIKE = like(
    "signless-fixed-width-integer-like", lambda type: is_signless_integer(type) and _has_bits(type)
)
NUMBER_LIKE = like(
    "non-zero-bitwidth-signless-integer-or-float-like",
    lambda type: (is_signless_integer(type) and _has_bits(type)) or isinstance(type, t.FloatType),
)
INDEX_CASTABLE = _or_memref(INTEGER_LIKE, "signless-integer")
BITCASTABLE = _or_memref(NUMBER_LIKE, "non-zero-bitwidth signless integer or float")


# What arith asks of casts and constants.

Compatible = Callable[[Type, Type], bool]
"""Whether values of the first type can be cast to the second; of tensors and so on the types of their elements."""


def by_width(compare: Callable[[int, int], bool]) -> Compatible:
    """Values can be cast if the widths of both types compare so; an index has none that is known."""
    return lambda source, result: compare(bit_width(source), bit_width(result))


_TO_WIDER, _TO_NARROWER, HAS_SAME_WIDTH = by_width(lt), by_width(gt), by_width(eq)


def _is_another_of_same_width(source: Type, result: Type) -> bool:
    return source is not result and HAS_SAME_WIDTH(source, result)


def _one_is_index(source: Type, result: Type) -> bool:
    return isinstance(source, t.IndexType) != isinstance(result, t.IndexType)


def _tensor_dimensions(type: Type) -> tuple[int, ...] | None:
    """Returns the sizes of a tensor, none for what is not a tensor; None if they are not known."""
    if isinstance(type, t.UnrankedTensorType):
        return None
    return type.shape if isinstance(type, t.RankedTensorType) else ()


def same_tensor_dimensions(op: Operation, context: Verification) -> None:
    """If the first operand or the result is a tensor, both are, of the same sizes."""
    sizes = _tensor_dimensions(op.signature.operand_types[0])
    if sizes is None or sizes != _tensor_dimensions(op.signature.result_types[0]):
        context.error(op, "failed to verify that input and output have the same tensor dimensions")


def cast_compatible(is_compatible: Compatible) -> Verifier:
    """The first operand can be cast to the result."""

    def verify(op: Operation, context: Verification) -> None:
        operands, (result,) = op.signature.operand_types, op.signature.result_types
        if not is_compatible(element_or_self(operands[0]), element_or_self(result)):
            what = "operand type" if len(operands) == 1 else "operand types"
            context.error(op, f"{what} {quoted(operands)} and result type {quoted([result])} are cast incompatible")

    return verify


def select(op: Operation, context: Verification) -> None:
    """The condition is a scalar or has the shape of the values."""
    condition, value, _ = op.signature.operand_types
    if condition is t.IntegerType(1):
        return
    is_shaped = isinstance(condition, t.ShapedType) and isinstance(value, t.ShapedType)
    if not is_shaped or condition.dimensions != value.dimensions:  # type: ignore[attr-defined]
        context.error(op, "failed to verify that condition is signless i1 or has matching shape")


def select_by_elements(op: Operation, context: Verification) -> None:
    """A condition that is not a scalar has the type of a comparison of the values."""
    condition, value, _ = op.signature.operand_types
    expected = with_i1(value)
    if condition is not t.IntegerType(1) and condition is not expected:
        context.error(
            op,
            "expected condition type to have the same shape as the result type, expected "
            f"{quoted([expected])}, but got {quoted([condition])}",
        )


_ELEMENTS = (DenseElementsAttr, DenseResourceAttr, SparseElementsAttr)


def constant(op: Operation, context: Verification) -> None:
    """The value is a number or elements of the result's type; integers have no sign."""
    value = op.properties["value"]
    (type,) = op.signature.result_types
    context.error_if(op, t.type_of(value) is not type, "failed to verify that all of {value, result} have same type")
    if isinstance(type, t.IntegerType) and type.signedness:
        context.error(op, "integer return type must be signless")
    if not isinstance(value, (BoolAttr, IntegerAttr, FloatAttr, *_ELEMENTS)):
        context.error(op, "value must be an integer, float, or elements attribute")
    if isinstance(type, t.VectorType) and any(type.scalable) and not _is_splat(value):
        context.error(
            op, "initializing scalable vectors with elements attribute is not supported unless it's a vector splat"
        )


def _is_splat(value: Attribute) -> bool:
    return isinstance(value, DenseElementsAttr) and not value.text.startswith("[")


_INTEGERS, _FLOATS = INTEGER_LIKE, FLOAT_LIKE
_PURE = ("Elementwise", "Pure")
_COMMUTATIVE = ["Commutative"]


def _binary(
    name: str, kind: TypeConstraint, attributes: Sequence[Attr] = (), traits: Sequence[str] = (), since: str = ""
) -> OpDef:
    return same_types(f"arith.{name}", ["lhs", "rhs"], kind, attributes, traits, since)


def _conversion(
    name: str,
    source: TypeConstraint,
    result: TypeConstraint,
    attributes: Sequence[Attr] = (),
    compatible: Compatible | None = None,
) -> OpDef:
    checks = [same_tensor_dimensions, relations.same_operands_and_result_shape, relations.elementwise]
    return OpDef(
        f"arith.{name}",
        operands=[Operand("in", source)],
        results=[Result("out", result)],
        attributes=attributes,
        traits=_PURE,
        format=f"$in {words(attributes)} type($in) `to` type($out)",
        verifiers=checks if compatible is None else [*checks, cast_compatible(compatible)],
    )


def _scaling(name: str, attributes: Sequence[Attr], compatible: Compatible) -> OpDef:
    return OpDef(
        f"arith.{name}",
        operands=[Operand("in", _FLOATS), Operand("scale", _FLOATS)],
        results=[Result("out", _FLOATS)],
        attributes=attributes,
        traits=_PURE,
        format=f"$in `,` $scale {words(attributes)} type($in) `,` type($scale) `to` type($out)",
        verifiers=[same_tensor_dimensions, cast_compatible(compatible), relations.elementwise],
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
BITCAST = _conversion("bitcast", BITCASTABLE, BITCASTABLE, compatible=HAS_SAME_WIDTH)
"""The number with the same bits in another type."""
CEILDIVSI = _binary("ceildivsi", _INTEGERS)
"""The quotient of two signed integers, rounded up."""
CEILDIVUI = _binary("ceildivui", _INTEGERS)
"""The quotient of two unsigned integers, rounded up."""
CMPF = _comparison("cmpf", _FLOATS, [attr.CMPF_PREDICATE, attr.FAST_MATH])
"""Whether two floating-point numbers compare as a predicate says, ordered or not."""
CMPI = _comparison("cmpi", _INTEGERS, [attr.CMPI_PREDICATE])
"""Whether two integers compare as a predicate says, signed or unsigned."""
CONVERTF = _conversion(
    "convertf", _FLOATS, _FLOATS, [attr.ROUNDING_MODE, attr.OPTIONAL_FAST_MATH], _is_another_of_same_width
)
"""The floating-point number in another type of the same width."""
DIVF = _binary("divf", _FLOATS, [attr.FAST_MATH, attr.ROUNDING_MODE])
"""The quotient of two floating-point numbers."""
DIVSI = _binary("divsi", _INTEGERS, [attr.IS_EXACT])
"""The quotient of two signed integers, rounded towards zero."""
DIVUI = _binary("divui", _INTEGERS, [attr.IS_EXACT])
"""The quotient of two unsigned integers, rounded towards zero."""
EXTF = _conversion("extf", _FLOATS, _FLOATS, [attr.OPTIONAL_FAST_MATH], _TO_WIDER)
"""The floating-point number in a wider type."""
EXTSI = _conversion("extsi", FIXED_WIDTH_INTEGER_LIKE, FIXED_WIDTH_INTEGER_LIKE, compatible=_TO_WIDER)
"""The signed integer in a wider type."""
EXTUI = _conversion("extui", FIXED_WIDTH_INTEGER_LIKE, FIXED_WIDTH_INTEGER_LIKE, [attr.NON_NEGATIVE], _TO_WIDER)
"""The unsigned integer in a wider type."""
FLOORDIVSI = _binary("floordivsi", _INTEGERS)
"""The quotient of two signed integers, rounded down."""
FLUSH_DENORMALS = same_types("arith.flush_denormals", ["operand"], _FLOATS, [attr.FAST_MATH])
"""The number, or zero in place of a denormal one."""
FPTOSI = _conversion("fptosi", _FLOATS, FIXED_WIDTH_INTEGER_LIKE)
"""The floating-point number as a signed integer, rounded towards zero."""
FPTOUI = _conversion("fptoui", _FLOATS, FIXED_WIDTH_INTEGER_LIKE)
"""The floating-point number as an unsigned integer, rounded towards zero."""
INDEX_CAST = _conversion("index_cast", INDEX_CASTABLE, INDEX_CASTABLE, compatible=_one_is_index)
"""The signed integer as an index, or the other way around."""
INDEX_CASTUI = _conversion("index_castui", INDEX_CASTABLE, INDEX_CASTABLE, [attr.NON_NEGATIVE], _one_is_index)
"""The unsigned integer as an index, or the other way around."""
MAXIMUMF = _binary("maximumf", _FLOATS, [attr.FAST_MATH], _COMMUTATIVE)
"""The larger of two floating-point numbers; NaN if one is NaN."""
MAXNUMF = _binary("maxnumf", _FLOATS, [attr.FAST_MATH], _COMMUTATIVE)
"""The larger of two floating-point numbers; if one is NaN, the other."""
MAXIMUMNUMF = _binary("maximumnumf", _FLOATS, [attr.FAST_MATH], _COMMUTATIVE, since="0.12.0.1")
"""The larger of two floating-point numbers, where 0 is larger than -0; if one is NaN, the other."""
MAXSI = _binary("maxsi", _INTEGERS, traits=_COMMUTATIVE)
"""The larger of two signed integers."""
MAXUI = _binary("maxui", _INTEGERS, traits=_COMMUTATIVE)
"""The larger of two unsigned integers."""
MINIMUMF = _binary("minimumf", _FLOATS, [attr.FAST_MATH], _COMMUTATIVE)
"""The smaller of two floating-point numbers; NaN if one is NaN."""
MINNUMF = _binary("minnumf", _FLOATS, [attr.FAST_MATH], _COMMUTATIVE)
"""The smaller of two floating-point numbers; if one is NaN, the other."""
MINIMUMNUMF = _binary("minimumnumf", _FLOATS, [attr.FAST_MATH], _COMMUTATIVE, since="0.12.0.1")
"""The smaller of two floating-point numbers, where -0 is smaller than 0; if one is NaN, the other."""
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
SCALING_EXTF = _scaling("scaling_extf", [attr.OPTIONAL_FAST_MATH], _TO_WIDER)
"""The floating-point number in a wider type, times a scale."""
SCALING_TRUNCF = _scaling("scaling_truncf", [attr.ROUNDING_MODE, attr.OPTIONAL_FAST_MATH], _TO_NARROWER)
"""The floating-point number divided by a scale, in a narrower type."""
SHLI = _binary("shli", _INTEGERS, [attr.OVERFLOW])
"""The integer with its bits moved left."""
SHRSI = _binary("shrsi", _INTEGERS, [attr.IS_EXACT])
"""The signed integer with its bits moved right."""
SHRUI = _binary("shrui", _INTEGERS, [attr.IS_EXACT])
"""The unsigned integer with its bits moved right."""
SITOFP = _conversion("sitofp", FIXED_WIDTH_INTEGER_LIKE, _FLOATS)
"""The signed integer as a floating-point number."""
SUBF = _binary("subf", _FLOATS, [attr.FAST_MATH, attr.ROUNDING_MODE])
"""The difference of two floating-point numbers."""
SUBI = _binary("subi", _INTEGERS, [attr.OVERFLOW])
"""The difference of two integers."""
SUBUI_EXTENDED = _with_carry("subui_extended", "diff", "borrow")
"""The difference of two unsigned integers, and whether it would be negative."""
TRUNCF = _conversion("truncf", _FLOATS, _FLOATS, [attr.ROUNDING_MODE, attr.OPTIONAL_FAST_MATH], _TO_NARROWER)
"""The floating-point number in a narrower type."""
TRUNCI = _conversion("trunci", FIXED_WIDTH_INTEGER_LIKE, FIXED_WIDTH_INTEGER_LIKE, [attr.OVERFLOW], _TO_NARROWER)
"""The integer in a narrower type."""
UITOFP = _conversion("uitofp", FIXED_WIDTH_INTEGER_LIKE, _FLOATS, [attr.NON_NEGATIVE])
"""The unsigned integer as a floating-point number."""
XORI = _binary("xori", _INTEGERS, traits=_COMMUTATIVE)
"""The bitwise exclusive disjunction of two integers."""


def _infer_constant(state: OperationState) -> None:
    state.result_types = [t.type_of(state.in_format("value"))]


def _constant_names(op: Operation) -> list[str]:
    """An integer is named by its value, and its type if that is not `index`."""
    if isinstance(value := op.properties["value"], BoolAttr):
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
    verifiers=[constant],
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
        select,
        relations.elementwise,
        select_by_elements,
    ],
)
"""The first value where a condition holds, else the second."""

OPERATIONS: tuple[OpDef, ...] = tuple([definition for definition in vars().values() if isinstance(definition, OpDef)])
"""All of them."""
