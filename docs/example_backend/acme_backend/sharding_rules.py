"""How shardings propagate through the operations of the dialect."""

import sdyopt
from sdyopt.declare import RuleBuilder


def scale(builder: RuleBuilder) -> sdyopt.RulePattern:
    """Every dimension is sharded like that of the operand."""
    return sdyopt.rule("... -> ...")
