"""-math-expand-exp."""

from sdyopt import IntegerAttr, Operation, Pass, Rewriter, attribute, option, register_pass
from sdyopt.ops import arith, math


@register_pass("math-expand-exp")
class ExpandExp(Pass):
    """Makes `math.exp` the first terms of its series, 1 + x + x²/2 + …

    Their number is that of its attribute `terms`, or that of the option; without either an operation stays.
    """

    terms: int = option(default=0, help="The number of terms where an operation has no attribute `terms`")

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        for op in list(module.walk(math.ExpOp)):
            given = op.attributes.get("terms")
            terms = given.value if isinstance(given, IntegerAttr) else self.terms
            if terms:
                expand(op, terms, rewriter)


def expand(op: math.ExpOp, terms: int, rewriter: Rewriter) -> None:
    def new(made: Operation) -> Operation:
        made.location = op.location
        return rewriter.insert(made, op)

    def number(value: float) -> Operation:
        return new(arith.ConstantOp.build(value=attribute(value, op.operand.type)))

    total = term = number(1.0)
    for count in range(1, terms):
        term = new(arith.MulfOp.build(term, new(arith.DivfOp.build(op.operand, number(float(count))))))
        total = new(arith.AddfOp.build(total, term))
    rewriter.replace(op, total.results)
