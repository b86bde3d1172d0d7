"""-acme-backend-lower."""

from __future__ import annotations

from collections.abc import Sequence

from acme_backend.dialect import SCALE
from sdyopt import (
    FloatAttr,
    Operation,
    Pass,
    Rewriter,
    Value,
    attribute,
    conversion,
    convert,
    definition,
    register_pass,
)

MULTIPLY, CONSTANT = definition("stablehlo.multiply"), definition("stablehlo.constant")


@conversion(SCALE, "ScaleToMultiply")
def scale_to_multiply(op: Operation, operands: Sequence[Value], rewriter: Rewriter) -> Sequence[Value]:
    """A scale is a product with a constant."""
    type = op.result.type
    factor = attribute(op.attribute_named("factor", FloatAttr).value, type)
    constant = rewriter.create_before(op, CONSTANT, (), [type], {"value": factor}, location=op.location)
    made = rewriter.create_before(op, MULTIPLY, [*operands, constant.result], [type], location=op.location)
    return made.results


@register_pass("acme-backend-lower")
class Lower(Pass):
    """Makes scales multiplications, as StableHLO has them."""

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        convert(module, [scale_to_multiply], rewriter, is_illegal=[SCALE])
