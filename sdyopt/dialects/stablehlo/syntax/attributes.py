"""Attributes of StableHLO: how they are read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.ir.types import FloatType
from sdyopt.mlir.declare.parameters import BOOL, I64, INTEGERS, TYPE, AttributeDef, enum
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.builtin import float_literal

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

_F64 = FloatType("f64")
_LEAST = -(1 << 63)


def enum_attribute(cls: type[s.EnumAttr], mnemonic: str, format: str = "$value") -> AttributeDef:
    """Returns the definition of an enumeration."""
    prefix = {"stablehlo": "StableHLO", "chlo": "CHLO"}[cls.dialect]
    value = enum(cls.cases, cls.type_name())
    return AttributeDef(cls, mnemonic, {"value": value}, format, title=f"{prefix}_{cls.__name__}Attr")


COMPARISON_DIRECTION = enum_attribute(s.ComparisonDirection, "comparison_direction")
COMPARISON_TYPE = enum_attribute(s.ComparisonType, "comparison_type")
FFT_TYPE = enum_attribute(s.FftType, "fft_type")
PRECISION = enum_attribute(s.Precision, "precision")
RNG_ALGORITHM = enum_attribute(s.RngAlgorithm, "rng_algorithm")
RNG_DISTRIBUTION = enum_attribute(s.RngDistribution, "rng_distribution")
TRANSPOSE = enum_attribute(s.Transpose, "transpose")
RESULT_ACCURACY_MODE = enum_attribute(s.ResultAccuracyMode, "result_accuracy_mode", "`<` $value `>`")
CHANNEL_HANDLE = AttributeDef(
    s.ChannelHandle,
    "channel_handle",
    {"handle": I64, "type": I64},
    "`<` struct(params) `>`",
    title="StableHLO_ChannelHandle",
)
DOT_ALGORITHM = AttributeDef(
    s.DotAlgorithm,
    "dot_algorithm",
    {
        **dict.fromkeys(("lhsPrecisionType", "rhsPrecisionType", "accumulationType"), TYPE),
        **dict.fromkeys(("lhsComponentCount", "rhsComponentCount", "numPrimitiveOperations"), I64),
        "allowImpreciseAccumulation": BOOL,
    },
    "`<` `lhs_precision_type` `=` $lhsPrecisionType `,` `rhs_precision_type` `=` $rhsPrecisionType `,` "
    "`accumulation_type` `=` $accumulationType `,` `lhs_component_count` `=` $lhsComponentCount `,` "
    "`rhs_component_count` `=` $rhsComponentCount `,` `num_primitive_operations` `=` $numPrimitiveOperations `,` "
    "`allow_imprecise_accumulation` `=` $allowImpreciseAccumulation `>`",
    title="StableHLO_DotAlgorithm",
)
OUTPUT_OPERAND_ALIAS = AttributeDef(
    s.OutputOperandAlias,
    "output_operand_alias",
    {"outputTupleIndices": INTEGERS, "operandIndex": I64, "operandTupleIndices": INTEGERS},
    "`<` `output_tuple_indices` `=` $outputTupleIndices `,` `operand_index` `=` $operandIndex `,` "
    "`operand_tuple_indices` `=` $operandTupleIndices `>`",
    title="StableHLO_OutputOperandAlias",
)


def _parse_accuracy(parser: Parser) -> Any:
    """`<atol = 1.0, rtol = 0.5, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>`."""
    parser.parse_token("<", "expected '<'")
    found = {"atol": 0, "rtol": 0, "ulps": 0}
    for name in found:
        if parser.consume_if(name):
            parser.parse_token("=", "expected '='")
            found[name] = parser.parse_integer() if name == "ulps" else parser.parse_float(FLOAT_FORMATS["f64"])
            parser.parse_token(",", "expected ','")
    parser.parse_keyword("mode")
    parser.parse_token("=", "expected '='")
    mode = parser.parse_of_class(s.ResultAccuracyMode)
    parser.parse_token(">", "expected '>'")
    return parser.legal(s.ResultAccuracy, parser.last_end, *found.values(), mode)


def _accuracy_text(attribute: s.ResultAccuracy) -> str:
    parts = []
    if attribute.atol:
        parts.append(f"atol = {float_literal(attribute.atol, _F64)}")
    if attribute.rtol:
        parts.append(f"rtol = {float_literal(attribute.rtol, _F64)}")
    if attribute.ulps:
        parts.append(f"ulps = {attribute.ulps}")
    return f"<{', '.join([*parts, f'mode = {text_of(attribute.mode)}'])}>"


def _parse_bound(parser: Parser) -> int | None:
    """Reads a number or a `?`. The least 64-bit integer stands for one that is not known: so MLIR keeps it."""
    if parser.consume_if("?"):
        return None
    bound = parser.parse_integer()
    return None if bound == _LEAST else bound


def _parse_extensions(parser: Parser) -> Any:
    """`<bounds = [4, ?]>`."""
    parser.parse_token("<", "expected '<'")
    parser.parse_keyword("bounds")
    parser.parse_token("=", "expected '='")
    bounds: list[int | None] = []
    parser.parse_list("[", "]", "", lambda: bounds.append(_parse_bound(parser)))
    parser.parse_token(">", "expected '>'")
    return s.TypeExtensions(tuple(bounds))


def _parse_bounds(parser: Parser) -> Any:
    """`<4, ?>`. MLIR reports a bracket that is missing, and yet goes on."""
    found: list[int | None] = []
    if parser.token != "<":
        parser.wrong_token("expected '<'")
    else:
        parser.parse_list("<", ">", "", lambda: found.append(_parse_bound(parser)))
    return s.TypeExtensions(tuple(found))


def _bounds_text(attribute: s.TypeExtensions) -> str:
    return f"<{', '.join(['?' if bound is None else str(bound) for bound in attribute.bounds])}>"


RESULT_ACCURACY = AttributeDef(s.ResultAccuracy, "result_accuracy", parse=_parse_accuracy, write=_accuracy_text)
TYPE_EXTENSIONS = AttributeDef(s.TypeExtensions, "type_extensions", parse=_parse_extensions, write=_bounds_text)
BOUNDS = AttributeDef(s.TypeExtensions, "bounds", parse=_parse_bounds, write=_bounds_text)
