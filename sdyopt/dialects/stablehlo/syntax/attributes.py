"""Bodies of attributes that have a place for each parameter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.syntax.parameters import unread, unread_list
from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser

_LEAST = -(1 << 63)
_OUTPUTS = unread_list("OutputOperandAlias", "outputTupleIndices", "int64_t")
_OPERAND = unread("OutputOperandAlias", "operandIndex", "int64_t")
_OPERANDS = unread_list("OutputOperandAlias", "operandTupleIndices", "int64_t")


def _sign(parser: Parser, name: str) -> None:
    """Reads `name =`."""
    parser.parse_keyword(name)
    parser.parse_token("=", "expected '='")


def output_operand_alias(parser: Parser) -> Any:
    """`<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>`."""
    parser.parse_token("<", "expected '<'")
    _sign(parser, "output_tuple_indices")
    outputs = parser.parameter(_OUTPUTS, parser.parse_integers)
    parser.parse_token(",", "expected ','")
    _sign(parser, "operand_index")
    operand = parser.parameter(_OPERAND, parser.parse_integer)
    parser.parse_token(",", "expected ','")
    _sign(parser, "operand_tuple_indices")
    operands = parser.parameter(_OPERANDS, parser.parse_integers)
    parser.parse_token(">", "expected '>'")
    return s.OutputOperandAlias(outputs, operand, operands)


def _is_mode(attribute: Attribute) -> bool:
    return isinstance(attribute, s.ResultAccuracyMode)


def result_accuracy(parser: Parser) -> Any:
    """`<atol = 1.0, rtol = 0.5, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>`."""
    parser.parse_token("<", "expected '<'")
    found = {"atol": 0, "rtol": 0, "ulps": 0}
    for name in found:
        if parser.consume_if(name):
            parser.parse_token("=", "expected '='")
            found[name] = parser.parse_integer() if name == "ulps" else parser.parse_float(FLOAT_FORMATS["f64"])
            parser.parse_token(",", "expected ','")
    _sign(parser, "mode")
    mode = parser.parse_attribute_of_kind(_is_mode)
    parser.parse_token(">", "expected '>'")
    return parser.legal(s.ResultAccuracy, parser.last_end, *found.values(), mode)


_TYPES = {
    "lhs_precision_type": "lhsPrecisionType",
    "rhs_precision_type": "rhsPrecisionType",
    "accumulation_type": "accumulationType",
}
_COUNTS = {
    "lhs_component_count": "lhsComponentCount",
    "rhs_component_count": "rhsComponentCount",
    "num_primitive_operations": "numPrimitiveOperations",
}
_IMPRECISE = unread("DotAlgorithm", "allowImpreciseAccumulation", "bool")


def dot_algorithm(parser: Parser) -> Any:
    """`<lhs_precision_type = bf16, …, allow_imprecise_accumulation = false>`."""
    at = parser.start
    parser.parse_token("<", "expected '<'")
    values: list[Any] = []
    for names, type, read in ((_TYPES, "Type", parser.parse_type), (_COUNTS, "int64_t", parser.parse_integer)):
        for name, parameter in names.items():
            _sign(parser, name)
            values.append(parser.parameter(unread("DotAlgorithm", parameter, type), read))
            parser.parse_token(",", "expected ','")
    _sign(parser, "allow_imprecise_accumulation")
    imprecise = parser.parameter(_IMPRECISE, lambda: _parse_bool(parser))
    parser.parse_token(">", "expected '>'")
    return parser.legal(s.DotAlgorithm, at, *values, imprecise)


def _parse_bool(parser: Parser) -> bool:
    """Reads a number of one bit, or a word for it."""
    at, is_word = parser.start, parser.kind == "WORD"
    value = parser.parse_integer()
    if not is_word and value not in (0, 1):
        raise parser.say("integer value too large", at)
    return bool(value)


def _parse_bound(parser: Parser) -> int | None:
    """Reads a number or a `?`. The least 64-bit integer stands for one that is not known: so MLIR keeps it."""
    if parser.consume_if("?"):
        return None
    bound = parser.parse_integer()
    return None if bound == _LEAST else bound


def type_extensions(parser: Parser) -> Any:
    """`<bounds = [4, ?]>`."""
    parser.parse_token("<", "expected '<'")
    _sign(parser, "bounds")
    bounds: list[int | None] = []
    parser.parse_list("[", "]", "", lambda: bounds.append(_parse_bound(parser)))
    parser.parse_token(">", "expected '>'")
    return s.TypeExtensions(tuple(bounds))


def bounds(parser: Parser) -> Any:
    """`<4, ?>`. MLIR reports a bracket that is missing, and yet goes on."""
    found: list[int | None] = []
    if parser.token != "<":
        parser.wrong_token("expected '<'")
    else:
        parser.parse_list("<", ">", "", lambda: found.append(_parse_bound(parser)))
    return s.TypeExtensions(tuple(found))
