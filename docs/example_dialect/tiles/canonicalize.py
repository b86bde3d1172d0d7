"""The canonicalization patterns of the dialect."""

from sdyopt import Operation, PatternRewriter, pattern
from tiles.ops import RETILE


@pattern(RETILE, "RetileOfRetile")
def retile_of_retile(op: Operation, rewriter: PatternRewriter) -> bool:
    """Only the last tiles count."""
    inner = op.operand_named("input").defined_by(RETILE)
    if inner is None:
        return False
    rewriter.set_operands(op, inner.operands)
    return True


PATTERNS = (retile_of_retile,)
