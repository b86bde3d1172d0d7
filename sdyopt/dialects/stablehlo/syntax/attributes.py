"""Bodies of attributes that have a place for each parameter."""

from __future__ import annotations

from typing import Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.syntax.parameters import unread, unread_list
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.mlir.diagnostics import Note, ParseError
from sdyopt.mlir.formats.messages import refused
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.syntax import Syntax, always, made
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.literals.numbers import LiteralError, float_bits

_LEAST = -(1 << 63)


class OutputOperandAlias(Syntax):
    """`<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>`."""

    grammar = """
        output_operand_alias_body: "<" "output_tuple_indices" "=" integer_list "," "operand_index" "=" number64 "," \
            "operand_tuple_indices" "=" integer_list ">"
    """
    follow_ups = {
        "output_operand_alias_body integer_list 3": unread_list("OutputOperandAlias", "outputTupleIndices", "int64_t"),
        "output_operand_alias_body number64": unread("OutputOperandAlias", "operandIndex", "int64_t"),
        "output_operand_alias_body integer_list 11": unread_list(
            "OutputOperandAlias", "operandTupleIndices", "int64_t"
        ),
    }

    output_operand_alias_body = made(s.OutputOperandAlias)


class ResultAccuracy(Syntax):
    """`<atol = 1.0, rtol = 0.5, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>`."""

    grammar = """
        result_accuracy_body: "<" ["atol" "=" double ","] ["rtol" "=" double ","] ["ulps" "=" number64 ","] "mode" \
            "=" attribute ">"
        double: FLOAT | INTEGER
    """
    messages = {
        "result_accuracy_body 'mode'": refused("expected 'mode'"),
        " double": refused("expected floating point literal"),
    }

    @staticmethod
    def result_accuracy_body(
        context: ParseContext, atol: int | None, rtol: int | None, ulps: int | None, mode: Attribute
    ) -> Attribute:
        if not isinstance(mode, s.ResultAccuracyMode):
            raise ParseError("invalid kind of attribute specified", context.offset_of(-2))
        try:
            return s.ResultAccuracy(atol or 0, rtol or 0, ulps or 0, mode)
        except ValueError as error:
            raise ParseError(str(error), context.last_end) from None

    @staticmethod
    def double(context: ParseContext, literal: str) -> int:
        """The bits of a number as an f64."""
        try:
            return float_bits(literal, FLOAT_FORMATS["f64"])
        except LiteralError as error:
            place = context.start + (error.offset or 0)
            raise ParseError(error.message, place, [Note(note, place) for note in error.notes]) from None


class DotAlgorithm(Syntax):
    """`<lhs_precision_type = bf16, …, allow_imprecise_accumulation = false>`."""

    grammar = """
        dot_algorithm_body: "<" _dot_algorithm_types "," _dot_algorithm_counts "," "allow_imprecise_accumulation" \
            "=" number1 ">"
        _dot_algorithm_types: "lhs_precision_type" "=" type "," "rhs_precision_type" "=" type "," \
            "accumulation_type" "=" type
        _dot_algorithm_counts: "lhs_component_count" "=" number64 "," "rhs_component_count" "=" number64 "," \
            "num_primitive_operations" "=" number64
        number1: INTEGER
               | "true"  -> minus_one
               | "false" -> zero
    """
    follow_ups = {
        "_dot_algorithm_types type 2": unread("DotAlgorithm", "lhsPrecisionType", "Type"),
        "_dot_algorithm_types type 6": unread("DotAlgorithm", "rhsPrecisionType", "Type"),
        "_dot_algorithm_types type 10": unread("DotAlgorithm", "accumulationType", "Type"),
        "_dot_algorithm_counts number64 2": unread("DotAlgorithm", "lhsComponentCount", "int64_t"),
        "_dot_algorithm_counts number64 6": unread("DotAlgorithm", "rhsComponentCount", "int64_t"),
        "_dot_algorithm_counts number64 10": unread("DotAlgorithm", "numPrimitiveOperations", "int64_t"),
        "dot_algorithm_body number1": unread("DotAlgorithm", "allowImpreciseAccumulation", "bool"),
    }

    @staticmethod
    def dot_algorithm_body(context: ParseContext, *fields: Any) -> Attribute:
        for index, type in enumerate(fields[:3]):
            if not isinstance(type, Type):
                raise context.missing("expected non-function type", context.offset_of(4 * index + 3))
        types_and_counts, imprecise = fields[:-1], fields[-1]
        try:
            return s.DotAlgorithm(**dict(zip(s.DotAlgorithm.fields, (*types_and_counts, bool(imprecise)), strict=True)))
        except ValueError as error:
            raise context.error(str(error), context.start) from None

    @staticmethod
    def number1(context: ParseContext, literal: str) -> int:
        """A number of one bit."""
        if literal not in ("0", "1"):
            raise context.error("integer value too large", context.start)
        return int(literal)


class TypeExtensions(Syntax):
    """`<4, ?>`."""

    grammar = """
        type_extensions_body: "<" "bounds" "=" "[" (bound ("," bound)*)? "]" ">"
        bounds_body: "<" (bound ("," bound)*)? ">"
                   |                                              -> no_bounds_body
        ?bound: number64
              | "?"                                               -> unknown_bound
    """
    messages = {" bound": refused("expected integer value")}

    unknown_bound = always(None)

    @staticmethod
    def bounds_body(context: ParseContext, *bounds: int | None) -> Attribute:
        """A bound that is the least 64-bit integer is one that is not known: so MLIR keeps it."""
        return s.TypeExtensions(tuple([None if bound == _LEAST else bound for bound in bounds]))

    type_extensions_body = bounds_body

    @staticmethod
    def no_bounds_body(context: ParseContext) -> Attribute:
        """MLIR says that the bracket is missing, and yet goes on."""
        context.complaints += context.missing("expected '<'", context.next_token).diagnostics
        return s.TypeExtensions(())
