"""-sdy-pad-for-divisibility."""

from __future__ import annotations

from collections.abc import Mapping

from sdyopt.dialects.builtin import UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.quant import PER_TENSOR, UniformQuantizedType
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name
from sdyopt.ir.attributes import FunctionType
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.symbols import PRIVATE, symbol_name, visibility
from sdyopt.ir.value import OpResult
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.releases import since
from sdyopt.mlir.write.attributes import text_of
from sdyopt.passes.padding.operations import Padding
from sdyopt.passes.padding.shapes import PaddedTypes
from sdyopt.rewriting.conversion import not_legalized, operations_to_convert
from sdyopt.rewriting.functions import symbol_table_around
from sdyopt.rewriting.passes import FUNCTION, MODULE, Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-pad-for-divisibility")
class PadForDivisibility(Pass):
    """Pads tensors whose dimensions do not divide by the number of their shards.

    An all-slice pads its operand with zeros, the operations of StableHLO that follow compute on the padded tensors, and
    an all-gather slices its result back. Where a dot product contracts a padded dimension, whatever the padding holds
    is replaced by zeros. Between padded values and operations that are not padded, such as calls, there are casts:
    slices and pads in jaxlib 0.11.2, and errors since 0.12, as are those in the program that change types. The
    arguments and results of public functions must be divisible.
    """

    anchor = FUNCTION
    anchor_since = ("0.11.2", MODULE)

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        functions = [op]
        if op.signature.definition is not FUNC:
            functions = [each for each in walk(op) if each.signature.definition is FUNC]
        types = {each: PaddedTypes(rewriter.analysis_around(each, meshes_by_name)) for each in functions}
        padded: dict[Operation, dict[str, FunctionType]] = {}
        for function in functions if since("0.11.2") else ():
            by_name = padded.setdefault(symbol_table_around(function), {})
            by_name[symbol_name(function) or ""] = types[function].function_type(function)
        for function in functions:
            self._pad(function, types[function], padded.get(symbol_table_around(function), {}), rewriter)
        if since("0.12.0.1"):
            for made in walk(op):
                if made.signature.definition is UNREALIZED_CONVERSION_CAST:
                    message = f"'{made.name}' op found unrealized_conversion_cast after pad-for-divisibility"
                    raise CompilationError([Diagnostic("error", message, made.location)])

    def _pad(
        self, function: Operation, types: PaddedTypes, function_types: Mapping[str, FunctionType], rewriter: Rewriter
    ) -> None:
        types.add_all(function)
        padding = Padding(types, function_types, rewriter)
        operations = operations_to_convert(function)
        if since("0.11.2") and visibility(function) == PRIVATE:
            padding.pad_function(function)
        else:
            check_function(function, types, rewriter)
        check_elements(types)
        for op in operations:
            signature = op.signature
            is_cast = signature.definition is UNREALIZED_CONVERSION_CAST
            if is_cast and signature.operand_types != signature.result_types and since("0.12.0.1"):
                raise padding.values.not_legalized(op)  # Others are folded away.
            padding.convert(op)
        if padding.refused:
            raise CompilationError(padding.refused)
        for made in padding.values.commit():
            text = "{value} cast from {before} to {after}: only one of what computes it and what uses it can be padded"
            value, after = made.operands[0], made.result.type
            rewriter.tell("type-cast", text, made, value=value, before=value.type, after=after)
            if since("0.11.2") and not since("0.12.0.1"):
                padding.replace_cast(made)


def check_elements(types: PaddedTypes) -> None:
    """Raises CompilationError if a value that has to be padded has elements with several scales."""
    for value, type in types.padded.items():
        element = type.element_type  # type: ignore[attr-defined]
        if isinstance(element, UniformQuantizedType) and element.granularity != PER_TENSOR:
            op = value.owner if isinstance(value, OpResult) else None
            name = "block argument" if op is None else f"'{op.name}' op result"
            message = f"{name} cannot be padded to '{text_of(type)}': its elements have several scales"
            raise CompilationError([Diagnostic("error", message, value.definition_location)])


def check_function(function: Operation, types: PaddedTypes, rewriter: Rewriter) -> None:
    """Raises CompilationError if an argument or result of a function is not divisible."""
    uneven = types.uneven_value(function)
    if uneven is not None:
        message = f"'func.func' op {uneven} has a non-divisible sharding. Shardy expects function IO to be divisible."
        error = Diagnostic("error", message, function.location)
        raise CompilationError([error, *not_legalized(function, rewriter).diagnostics])
