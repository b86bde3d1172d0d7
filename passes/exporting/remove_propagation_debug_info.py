"""-sdy-remove-propagation-debug-info."""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import DEBUG_ATTRIBUTES
from sdyopt.ir.attribute import remembered
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.signature import Signature
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.rewriting.functions import value_attributes, without_value_attributes
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-remove-propagation-debug-info")
class RemovePropagationDebugInfo(Pass):
    """Removes the records of propagation that its debugging options leave.

    Functions lose those of their arguments and results, all other operations their own. The names of origins,
    `sdy.sharding_origin_name`, stay.
    """

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        for op in walk(module):
            signature = without_debug_attributes(op.signature)
            if signature is not op.signature:
                rewriter.report(records_removed, op, op.signature)
                rewriter.set_signature(op, signature)


@remembered
def without_debug_attributes(signature: Signature) -> Signature:
    """Returns `signature` without records of propagation."""
    if signature.definition is FUNC:
        return without_value_attributes(signature, DEBUG_ATTRIBUTES)
    return signature.with_attributes(signature.attributes.without(*DEBUG_ATTRIBUTES))


def records_removed(op: Operation, before: Signature) -> Iterator[Explanation]:
    """The operation loses the records of the signature `before`."""
    text = "record {attribute} removed from {of}"
    dictionaries: list[tuple[str | Operation, DictionaryAttr]] = [*value_attributes(before)]
    dictionaries += [] if op.definition is FUNC else [(op, before.attributes)]
    for subject, dictionary in dictionaries:
        for name in dictionary:
            if name in DEBUG_ATTRIBUTES:
                yield explained("record-removed", text, op, attribute=name, of=subject)
