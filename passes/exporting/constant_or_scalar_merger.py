"""-sdy-constant-or-scalar-merger."""

from __future__ import annotations

from sdyopt.dialects.stablehlo.ops import BROADCAST_IN_DIM
from sdyopt.dialects.stablehlo.verification.quantized import is_quantized
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import DictionaryAttr, RankedTensorType
from sdyopt.ir.collecting import collect_post
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.passes import FunctionPass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-constant-or-scalar-merger")
class ConstantOrScalarMerger(FunctionPass):
    """Merges equal constants, and equal broadcasts of one scalar, of a region.

    The first stays where it is, and later ones are erased. Attributes must be equal, of constants of whatever kind:
    the names of the operations do not count.
    """

    def run(self, function: Operation, rewriter: Rewriter) -> None:
        known: dict[object, Operation] = {}
        for op in collect_post(function, lambda signature: mergeable_by(signature) is not None):
            region = op.parent.parent if op.parent else None
            first = known.setdefault((region, mergeable_by(op.signature), *op.operands), op)
            if first is not op:
                rewriter.report(scalar_merged, op, first)
                rewriter.renames(first.result, op.result)
                rewriter.replace(op, first.results)


@remembered
def mergeable_by(signature: Signature) -> object:
    """Returns what operations with the same operands must have in common to be merged; None if none ever are.

    These are constants, and broadcasts of scalars. Quantized constants may have one value and different types.
    """
    definition = signature.definition
    attributes = DictionaryAttr.of((*signature.properties.items(), *signature.attributes.items()))
    if "ConstantLike" in definition.traits:
        quantized = tuple(filter(is_quantized, signature.result_types))
        return (attributes, quantized) if quantized else attributes
    if definition is BROADCAST_IN_DIM and is_scalar(signature):
        return attributes, signature.result_types
    return None


def is_scalar(signature: Signature) -> bool:
    """Returns whether the only operand is a tensor of rank 0."""
    (type,) = signature.operand_types
    return isinstance(type, RankedTensorType) and not type.shape


def scalar_merged(op: Operation, first: Operation) -> Explanation:
    """The operation is merged into an earlier one."""
    return explained(
        "merged",
        "{value} merged into {into}",
        op,
        ("it is the same as {into} here", first),
        value=op.result,
        into=first.result,
    )
