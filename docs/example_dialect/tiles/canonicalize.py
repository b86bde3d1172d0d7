"""The canonicalization patterns of the dialect."""

from sdyopt import Operation, OpResult, PatternRewriter, pattern
from tiles.ops import RETILE


@pattern(RETILE, "RetileOfRetile")
def retile_of_retile(op: Operation, rewriter: PatternRewriter) -> bool:
    """Only the last tiles count."""
    value = op.operand_named("input")
    if not isinstance(value, OpResult) or value.owner.definition is not RETILE:
        return False
    rewriter.set_operands(op, value.owner.operands)
    return True


PATTERNS = (retile_of_retile,)
