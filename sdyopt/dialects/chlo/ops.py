"""The operations of CHLO: what a client of StableHLO writes, and a pass breaks up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.dialects.chlo import verification as verify
from sdyopt.dialects.stablehlo import attributes as stablehlo
from sdyopt.dialects.stablehlo import kinds
from sdyopt.dialects.stablehlo.attributes import Dimensions, EnumAttr
from sdyopt.dialects.stablehlo.syntax.attributes import enum_attribute
from sdyopt.dialects.stablehlo.verification import elementwise, shapes
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I32, I64, TRUE, DenseArrayAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.mlir.declare import attr_kinds as builtin
from sdyopt.mlir.declare.constraints import SEGMENT_SIZES, Attr, Operand, RegionDef, Result, TypeConstraint
from sdyopt.mlir.declare.definition import OpDef, Verifier, pure_op
from sdyopt.mlir.formats.elements import functional_type
from sdyopt.mlir.formats.state import Directive, OperationState, Writer

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


class ComparisonDirection(EnumAttr):
    """`#chlo<comparison_direction LT>`."""

    cases, dialect = stablehlo.ComparisonDirection.cases, "chlo"


class ComparisonType(EnumAttr):
    """`#chlo<comparison_type FLOAT>`."""

    cases, dialect = stablehlo.ComparisonType.cases, "chlo"


class Precision(EnumAttr):
    """`#chlo<precision HIGHEST>`."""

    cases, dialect = stablehlo.Precision.cases, "chlo"


class RaggedDotDimensionNumbers(Attribute):
    """`#chlo.ragged_dot<…>`: the dimensions of a dot product, and which of them are ragged or groups."""

    lhs_batching_dimensions: Dimensions = ()
    rhs_batching_dimensions: Dimensions = ()
    lhs_contracting_dimensions: Dimensions = ()
    rhs_contracting_dimensions: Dimensions = ()
    lhs_ragged_dimensions: Dimensions = ()
    rhs_group_dimensions: Dimensions = ()


# The syntax that only CHLO has; its other attributes and formats use that of StableHLO.

COMPARISON_DIRECTION = enum_attribute(ComparisonDirection, "comparison_direction")
COMPARISON_TYPE = enum_attribute(ComparisonType, "comparison_type")


class ScanOp(Directive):
    """`chlo.scan(%x) inits (%y) dimension=0 {…} : …`."""

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str, ...]) -> None:
        """The inputs and outputs come first; there is a carried result for each init."""
        inputs = parser.parse_operands_in_parentheses()
        parser.parse_keyword("inits")
        inits = parser.parse_operands_in_parentheses()
        parser.parse_literals("dimension", "=")
        state.properties["dimension"] = IntegerAttr(parser.parse_integer(), I64)
        attributes = parser.parse_optional_dictionary("attributes")
        state.regions.append(parser.parse_region())
        parser.parse_token(":", "expected ':'")
        type = parser.parse_function_type()
        state.operands = [*inputs, *inits]
        state.operand_types, state.result_types = list(type.inputs), list(type.results)
        if len(state.operands) != len(state.operand_types):
            raise parser.say("operand types must match the number of inputs and inits", state.offset)
        carried = len(inits)
        results = max(len(state.result_types) - carried, 0)
        state.properties["operandSegmentSizes"] = DenseArrayAttr(I32, (len(inputs), carried))
        state.properties["resultSegmentSizes"] = DenseArrayAttr(I32, (results, carried))
        state.add_attributes(attributes)

    @classmethod
    def write(cls, writer: Writer, op: Operation) -> None:
        sizes: Any = op.properties["operandSegmentSizes"]
        dimension: Any = op.properties["dimension"]
        inputs = sizes.values[0]
        writer.text("(")
        writer.operands(0, inputs)
        writer.text(") inits (")
        writer.operands(inputs, len(op.operands))
        writer.text(f") dimension={dimension.value} ")
        writer.attributes_without(op, "dimension", *SEGMENT_SIZES, keyword="attributes ")
        writer.text(" ")
        writer.region(0)
        writer.text(f" : {functional_type(op)}")


_OF_TWO = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)"
_ANY = kinds.tensor(kinds.ANY_OR_AXIS_QUANTIZED)
_FLOAT = kinds.tensor(kinds.FLOAT)
_COMPLEX = kinds.tensor(kinds.COMPLEX)
_FLOAT_OR_COMPLEX = kinds.tensor(kinds.FLOAT_OR_COMPLEX)
_PREDICATE = kinds.tensor(kinds.BOOL)
_PREDICATE_OR_INTEGER = kinds.tensor(kinds.PREDICATE_OR_INTEGER)
_BROADCAST_DIMENSIONS = Attr("broadcast_dimensions", builtin.I64_ARRAY, optional=True)
_SAME_TYPES = (elementwise.compatible_types, elementwise.same_shape_of_tensors, verify.infers_most_specific_type)
_ALIKE = (elementwise.compatible_types, verify.infers_most_specific_type)
_PREDICATES = (elementwise.same_shape_of_tensors, verify.infers_predicate)
_COMPATIBLE = (elementwise.compatible_element_types, verify.broadcast)


def _unary(
    name: str,
    operand: TypeConstraint = _FLOAT_OR_COMPLEX,
    result: TypeConstraint | None = None,
    verifiers: Sequence[Verifier] = _SAME_TYPES,
) -> OpDef:
    return OpDef(
        f"chlo.{name}",
        operands=[Operand("operand", operand)],
        results=[Result("result", result or operand)],
        traits=["Elementwise", "Pure"],
        format="$operand attr-dict `:` type($operand) `->` type($result)",
        verifiers=verifiers,
    )


def _binary(name: str, first: str, second: str, kind: TypeConstraint, traits: Sequence[str] = ()) -> OpDef:
    return OpDef(
        f"chlo.{name}",
        operands=[Operand(first, kind), Operand(second, kind)],
        results=[Result("result", kind)],
        traits=["Pure", *traits],
        elementwise=True,
        format=f"${first} `,` ${second} attr-dict `:` type(${first}) `,` type(${second}) `->` type($result)",
        verifiers=_ALIKE,
    )


def _broadcasting(
    name: str,
    operand: TypeConstraint = _ANY,
    result: TypeConstraint = _ANY,
    verifiers: Sequence[Verifier] = (elementwise.same_element_type, verify.broadcast),
    traits: Sequence[str] = (),
    of: str = "stablehlo",
) -> OpDef:
    return OpDef(
        f"chlo.broadcast_{name}",
        operands=[Operand("lhs", operand), Operand("rhs", operand)],
        results=[Result("result", result)],
        attributes=[_BROADCAST_DIMENSIONS],
        traits=["BroadcastingElementwise", "Pure", *traits],
        format=_OF_TWO,
        verifiers=verifiers,
        about=f"As `{of}.{name}`, of operands that are broadcast to one shape.",
    )


ACOS = _unary("acos")
"""The arc cosine of each element."""
ACOSH = _unary("acosh")
"""The inverse hyperbolic cosine of each element."""
ASIN = _unary("asin")
"""The arc sine of each element."""
ASIN_ACOS_KERNEL = _unary("_asin_acos_kernel", _COMPLEX)
"""The common part of the arc sine and the arc cosine of complex numbers, of each element."""
ASINH = _unary("asinh")
"""The inverse hyperbolic sine of each element."""
ATAN = _unary("atan")
"""The arc tangent of each element."""
ATANH = _unary("atanh")
"""The inverse hyperbolic tangent of each element."""
BESSEL_I1E = _unary("bessel_i1e")
"""The exponentially scaled modified Bessel function of order 1 of each element."""
CONJ = _unary("conj")
"""The complex conjugate of each element."""
COSH = _unary("cosh")
"""The hyperbolic cosine of each element."""
DIGAMMA = _unary("digamma", _FLOAT)
"""The digamma function, which is the derivative of `lgamma`, of each element."""
ERF = _unary("erf", _FLOAT)
"""The error function of each element."""
ERF_INV = _unary("erf_inv", _FLOAT)
"""The inverse of the error function of each element."""
ERFC = _unary("erfc", _FLOAT)
"""The complementary error function, one minus `erf`, of each element."""
IS_INF = _unary("is_inf", _FLOAT, _PREDICATE, _PREDICATES)
"""Whether each element is infinite."""
IS_NEG_INF = _unary("is_neg_inf", _FLOAT, _PREDICATE, _PREDICATES)
"""Whether each element is negative infinity."""
IS_POS_INF = _unary("is_pos_inf", _FLOAT, _PREDICATE, _PREDICATES)
"""Whether each element is positive infinity."""
LGAMMA = _unary("lgamma", _FLOAT)
"""The logarithm of the gamma function's magnitude of each element."""
SINH = _unary("sinh")
"""The hyperbolic sine of each element."""
SQUARE = _unary("square")
"""The square of each element."""
TAN = _unary("tan")
"""The tangent of each element."""

MULHI = _binary("mulhi", "lhs", "rhs", kinds.INTEGER_TENSOR, ["Commutative"])
"""The upper half of the bits of each two elements' product."""
NEXT_AFTER = _binary("next_after", "x", "y", _FLOAT)
"""The number of the type that comes next after each element of the first operand, towards that of the second."""
POLYGAMMA = _binary("polygamma", "n", "x", _FLOAT)
"""The polygamma function of an order, the n-th derivative of `digamma`, of each element."""
ZETA = _binary("zeta", "x", "q", _FLOAT)
"""The Hurwitz zeta function of each two elements."""


BROADCASTING = (
    _broadcasting("add", verifiers=_COMPATIBLE, traits=["Commutative"]),
    _broadcasting("and", _PREDICATE_OR_INTEGER, verifiers=[verify.broadcast], traits=["Commutative"]),
    _broadcasting("atan2"),
    _broadcasting("complex", _FLOAT, _COMPLEX, [verify.broadcast_complex]),
    _broadcasting("divide"),
    _broadcasting("maximum", verifiers=_COMPATIBLE, traits=["Commutative"]),
    _broadcasting("minimum", verifiers=_COMPATIBLE, traits=["Commutative"]),
    _broadcasting("multiply", traits=["Commutative"]),
    _broadcasting("next_after", of="chlo"),
    _broadcasting("or", _PREDICATE_OR_INTEGER, verifiers=[verify.broadcast], traits=["Commutative"]),
    _broadcasting("polygamma", of="chlo"),
    _broadcasting("power"),
    _broadcasting("remainder"),
    _broadcasting("shift_left"),
    _broadcasting("shift_right_arithmetic"),
    _broadcasting("shift_right_logical"),
    _broadcasting("subtract"),
    _broadcasting("xor", _PREDICATE_OR_INTEGER, verifiers=[verify.broadcast], traits=["Commutative"]),
    _broadcasting("zeta", _FLOAT, _FLOAT, of="chlo"),
)

BROADCAST_COMPARE = OpDef(
    "chlo.broadcast_compare",
    operands=[Operand("lhs", _ANY), Operand("rhs", _ANY)],
    results=[Result("result", _PREDICATE)],
    attributes=[
        _BROADCAST_DIMENSIONS,
        Attr("compare_type", builtin.in_short_form("Which comparison type to use.", COMPARISON_TYPE), optional=True),
        Attr(
            "comparison_direction",
            builtin.in_short_form("Which comparison operation to perform.", COMPARISON_DIRECTION),
        ),
    ],
    traits=["BroadcastingElementwise", "Pure"],
    format=_OF_TWO,
    verifiers=[verify.broadcast_compare],
)
"""As `stablehlo.compare`, of operands that are broadcast to one shape."""

BROADCAST_SELECT = OpDef(
    "chlo.broadcast_select",
    operands=[Operand("pred", kinds.PREDICATE), Operand("on_true", _ANY), Operand("on_false", _ANY)],
    results=[Result("result", _ANY)],
    traits=["BroadcastingElementwise", "Pure"],
    format=(
        "$pred `,` $on_true `,` $on_false attr-dict `:` "
        "`(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->` type($result)"
    ),
    verifiers=[verify.broadcast_select],
)
"""As `stablehlo.select`, of operands that are broadcast to one shape."""


def _infer_constant(state: OperationState) -> None:
    state.result_types = [state.in_format("value").type]


CONSTANT = OpDef(
    "chlo.constant",
    partitioning="constant",
    results=[Result("output", kinds.STATIC_TENSOR)],
    attributes=[Attr("value", builtin.ELEMENTS)],
    traits=["ConstantLike", "Pure"],
    format="attr-dict $value",
    infer=_infer_constant,
    verifiers=[shapes.chlo_constant],
)
"""A constant tensor."""

CONSTANT_LIKE = OpDef(
    "chlo.constant_like",
    operands=[Operand("operand", _ANY)],
    results=[Result("result", _ANY)],
    attributes=[Attr("value", builtin.TYPED)],
    traits=["Elementwise", "Pure"],
    verifiers=[verify.constant_like],
)
"""A tensor of copies of one value, with the shape of the operand."""

RAGGED_DOT = pure_op(
    "chlo.ragged_dot",
    operands=[Operand("lhs", _ANY), Operand("rhs", _ANY), Operand("group_sizes", kinds.INTEGER_TENSOR)],
    results=[Result("result", _ANY)],
    attributes=[
        Attr(
            "precision_config",
            builtin.array_of("Precision Config attribute", lambda attribute: isinstance(attribute, Precision)),
            optional=True,
        ),
        Attr(
            "ragged_dot_dimension_numbers",
            builtin.of_class(
                "Attribute that models the dimension information for ragged dot.", RaggedDotDimensionNumbers
            ),
        ),
    ],
    verifiers=[verify.ragged_dot],
    partitioning="ragged_dot",
)
"""Products of matrices whose rows belong to groups, each with a matrix of its own; the sizes of the groups are a
value."""


def _scan_argument_names(op: Operation, block: Block) -> list[str]:
    """The inputs' elements come first, then what is carried along."""
    carried = getattr(op.properties.get("operandSegmentSizes"), "values", (0, 0))[-1]
    return ["input"] * (len(block.arguments) - carried) + ["carry"] * carried


SCAN = OpDef(
    "chlo.scan",
    operands=[Operand("inputs", _ANY, "*"), Operand("inits", _ANY, "*")],
    results=[Result("outputs", _ANY, "*"), Result("carries", _ANY, "*")],
    attributes=[
        Attr("dimension", kinds.I64_NON_NEGATIVE),
        Attr("is_associative", builtin.BOOL, optional=True),
        Attr("is_reverse", builtin.BOOL, optional=True),
        Attr("scan_dim_size", kinds.I64_NON_NEGATIVE, optional=True),
    ],
    regions=[RegionDef("body", max_blocks=1)],
    traits=["AttrSizedOperandSegments", "AttrSizedResultSegments", "IsolatedFromAbove", "RecursiveMemoryEffects"],
    format="`` custom<ScanOp>",
    argument_names=_scan_argument_names,
    verifiers=[verify.scan],
)
"""Applies a computation along a dimension, step by step, with values that are carried from one step to the next."""

TOP_K = pure_op(
    "chlo.top_k",
    operands=[Operand("operand", _ANY)],
    results=[Result("values", _ANY), Result("indices", _ANY)],
    attributes=[Attr("k", builtin.I64), Attr("is_stable", builtin.BOOL, default=TRUE)],
    format="`(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict "
    "`:` type($operand) `->` `(` type($values) `,` type($indices) `)`",
    result_names=lambda op: ["values", "indices"],
    verifiers=[verify.top_k],
    partitioning="top_k",
)
"""The largest elements along the last dimension, in descending order, and where they are.

Of equal elements the first ones come first, unless `is_stable` is false.
"""

OPERATIONS: tuple[OpDef, ...] = (
    *[definition for definition in vars().values() if isinstance(definition, OpDef)],
    *BROADCASTING,
)
"""All of them."""
