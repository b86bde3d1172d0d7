"""The sharding rules of the dialect."""

import sdyopt
from sdyopt.declare import RuleBuilder


def retile(builder: RuleBuilder) -> sdyopt.RulePattern:
    """Every dimension is sharded like that of the operand."""
    return sdyopt.rule("... -> ...")


def matmul(builder: RuleBuilder) -> sdyopt.RulePattern:
    """The contracted dimension leaves sums of a part."""
    scale = ", columns" if len(builder.signature.operand_types) == 3 else ""
    return sdyopt.rule(f"rows inner, inner columns{scale} -> rows columns", reduction="inner")
