"""-acme-backend-fuse-scale."""

from __future__ import annotations

from acme_backend.dialect import SCALE
from sdyopt import (
    Decision,
    DenseElementsAttr,
    FloatAttr,
    Operation,
    Pass,
    PatternRewriter,
    PatternSet,
    Rewriter,
    Value,
    attribute,
    definition,
    option,
    parse_type,
    pattern,
    register_pass,
    rewrite_greedily,
)

MULTIPLY, CONSTANT = definition("stablehlo.multiply"), definition("stablehlo.constant")
F32 = parse_type("f32")


@pattern(MULTIPLY, "MultiplyToScale")
def multiply_to_scale(op: Operation, rewriter: PatternRewriter) -> bool:
    """A product with a constant of one number is a scaled operand."""
    lhs, rhs = op.operand_named("lhs"), op.operand_named("rhs")
    for value, other in ((lhs, rhs), (rhs, lhs)):
        factor = splat(other)
        if factor is not None:
            _replace_by_scale(op, value, factor, rewriter)
            return True
    return False


@pattern(SCALE, "ScaleOfScale")
def scale_of_scale(op: Operation, rewriter: PatternRewriter) -> bool:
    """A scaled scaled tensor is scaled once."""
    if (inner := op.operand_named("input").defined_by(SCALE)) is None:
        return False
    factor = factor_of(op) * factor_of(inner)
    _replace_by_scale(op, inner.operand_named("input"), factor, rewriter)
    return True


def splat(value: Value) -> float | None:
    """Returns the number that all elements of a constant of floats are, or None."""
    if (constant := value.defined_by(CONSTANT)) is None:
        return None
    elements = constant.attribute_named("value", DenseElementsAttr)
    number = elements.splat_value
    return number if isinstance(number, float) and getattr(elements.type, "element_type", None) is F32 else None


def factor_of(scale: Operation) -> float:
    return scale.attribute_named("factor", FloatAttr).value


def _replace_by_scale(op: Operation, value: Value, factor: float, rewriter: Rewriter) -> None:
    made = rewriter.create_before(
        op, SCALE, [value], [op.result.type], {"factor": attribute(factor, F32)}, location=op.location
    )
    rewriter.report(Fused, op.result, factor)
    rewriter.replace(op, made.results)


@register_pass("acme-backend-fuse-scale")
class FuseScale(Pass):
    """Makes multiplications with one number scales, and merges these."""

    merge: bool = option(default=True, help="Merges scales of scales")

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        patterns = [multiply_to_scale, scale_of_scale] if self.merge else [multiply_to_scale]
        rewrite_greedily(module, PatternSet(patterns), rewriter)


class Fused(Decision):
    """An operation is a scale now."""

    kind = "fused"
    text = "{value} is scaled by {factor}"

    value: Value
    factor: float
