"""-sdy-pad-for-divisibility."""

from __future__ import annotations

from sdyopt.dialects.sdy.shardings.mesh_symbols import meshes_by_name
from sdyopt.ir.operation import Operation
from sdyopt.passes.padding.checks import check_elements, check_function
from sdyopt.passes.padding.decisions import Cast
from sdyopt.passes.padding.operations import Padding
from sdyopt.passes.padding.types import PaddedTypes
from sdyopt.rewriting.conversion import operations_to_convert
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-pad-for-divisibility")
class PadForDivisibility(FunctionPass):
    """Pads tensors whose dimensions do not divide by the number of their shards.

    An all-slice pads its operand with zeros, the operations of StableHLO that follow compute on the padded tensors, and
    an all-gather slices its result back. Where a dot product contracts a padded dimension, whatever the padding holds
    is replaced by zeros. Between padded values and operations that are not padded, such as calls, there are casts. The
    arguments and results of functions must be divisible.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        meshes = rewriter.analysis_around(function, meshes_by_name)
        types = PaddedTypes(meshes)
        types.add_all(function)
        check_function(function, types, rewriter)
        check_elements(types)
        padding = Padding(types, meshes, rewriter)
        for op in operations_to_convert(function):
            padding.convert(op)
        for cast in padding.values.commit():
            rewriter.report(Cast, cast)
