"""The kinds of attributes that StableHLO's declarations ask for, with the words of the reference for them."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.syntax import attributes as syntax
from sdyopt.dialects.stablehlo.syntax import convolution, properties
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.types import IndexType, IntegerType
from sdyopt.mlir.declare import attr_kinds as attr
from sdyopt.mlir.declare.constraints import AttrConstraint
from sdyopt.mlir.write.quoting import symbol_token


def _integer(base: AttrConstraint, words: str, least: int) -> AttrConstraint:
    """An integer that is at least `least`."""
    return AttrConstraint(
        f"{base.summary} whose value is {words}",
        lambda attribute: base.accepts(attribute) and attribute.value >= least,  # type: ignore[attr-defined]
        base.parse,
        base.write,
        base.is_kind,
    )


I64_NON_NEGATIVE = _integer(attr.I64, "non-negative", 0)
I64_POSITIVE = _integer(attr.I64, "positive", 1)
I32_NON_NEGATIVE = _integer(attr.I32, "non-negative", 0)
I32_POSITIVE = _integer(attr.I32, "positive", 1)


def _is_i64_elements(attribute: Attribute) -> bool:
    return isinstance(attribute, a.DenseElementsAttr) and getattr(attribute.type, "element_type", None) is a.I64


def _is_layout(attribute: Attribute) -> bool:
    return attr.is_elements_of(attribute, IndexType) and len(getattr(attribute.type, "shape", ())) == 1  # type: ignore[attr-defined]


COMPARISON_DIRECTION = attr.in_short_form("Which comparison operation to perform.", syntax.COMPARISON_DIRECTION)
COMPARISON_TYPE = attr.in_short_form("Which comparison type to use.", syntax.COMPARISON_TYPE)
FFT_TYPE = attr.in_short_form("XLA fast fourier transform type.", syntax.FFT_TYPE)
RNG_ALGORITHM = attr.in_short_form("XLA PRNG algorithm to be used.", syntax.RNG_ALGORITHM)
RNG_DISTRIBUTION = attr.in_short_form("XLA PRNG distribution to be used.", syntax.RNG_DISTRIBUTION)
TRANSPOSE = attr.in_short_form("Transpose options", syntax.TRANSPOSE)
RESULT_ACCURACY = attr.of_class("The requested accuracy for transcendental unary ops.", s.ResultAccuracy)
CHANNEL_HANDLE = attr.of_class("two 64-bit integers 'handle' and 'type'", s.ChannelHandle)
DOT_DIMENSION_NUMBERS = AttrConstraint(
    "Attribute that models the dimension information for dot.",
    lambda attribute: isinstance(attribute, s.DotDimensionNumbers),
    properties.parse_dot_dimensions,
    properties.dot_dimensions_text,
)
DOT_ALGORITHM = attr.of_class(
    "Attribute that models the algorithm constraints to use for computing dot.", s.DotAlgorithm
)
GATHER_DIMENSION_NUMBERS = attr.of_class(
    "Attribute that models the dimension information for gather", s.GatherDimensionNumbers
)
SCATTER_DIMENSION_NUMBERS = attr.of_class(
    "Attribute that models the dimension information for scatter", s.ScatterDimensionNumbers
)
CONV_DIMENSION_NUMBERS = AttrConstraint(
    "Structure of dimension information for conv op",
    lambda attribute: isinstance(attribute, s.ConvDimensionNumbers),
    convolution.conv_dimensions,
    convolution.conv_lists,
)
PRECISION_CONFIG = AttrConstraint(
    "Precision Config attribute",
    attr.array_of("", lambda attribute: isinstance(attribute, s.Precision)).accepts,
    properties.parse_precision,
    properties.precision_text,
    attr.is_array_kind,
)
I64_ELEMENTS = AttrConstraint(
    "64-bit signless integer elements attribute", _is_i64_elements, is_kind=attr.INTEGER_ELEMENTS.accepts
)
REPLICA_GROUPS = AttrConstraint(
    "64-bit signless integer elements attribute or mesh and axes based replica groups representation.",
    lambda attribute: isinstance(attribute, s.ReplicaGroupMeshAxes) or _is_i64_elements(attribute),
    is_kind=attr.ANY.accepts,
)
API_VERSION = AttrConstraint(
    "Custom call API version",
    lambda attribute: (
        isinstance(attribute, a.IntegerAttr) and attribute.type is IntegerType(32) and 0 <= attribute.value <= 4
    ),
)
CALL_TARGET_NAME = AttrConstraint(
    attr.STRING.summary,
    attr.STRING.accepts,
    attr.parse_symbol_name,
    lambda attribute: symbol_token(attribute.value) if attribute.value else "@<<INVALID EMPTY SYMBOL>>",
)
BACKEND_CONFIG = AttrConstraint(
    "string attribute or dictionary of named attribute values",
    lambda attribute: isinstance(attribute, (a.StringAttr, a.DictionaryAttr)),
    is_kind=attr.ANY.accepts,
)
FLAT_SYMBOL_REFS = attr.array_of("flat symbol ref array attribute", attr.FLAT_SYMBOL_REF.accepts)
LAYOUTS = attr.array_of("Array of layout (1D tensor of index type) attributes", _is_layout)
OUTPUT_OPERAND_ALIASES = attr.array_of(
    "Aliasing attribute for outputs and operands of CustomCall",
    lambda attribute: isinstance(attribute, s.OutputOperandAlias),
)
