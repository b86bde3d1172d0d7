"""-reconcile-unrealized-casts."""

from collections.abc import Sequence

from sdyopt import Operation, Pass, Rewriter, Value, register_pass
from sdyopt.ops import builtin


@register_pass("reconcile-unrealized-casts")
class ReconcileCasts(Pass):
    """Removes chains of `builtin.unrealized_conversion_cast` that end in the types in which they begin."""

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        casts = list(module.walk(builtin.UnrealizedConversionCastOp))
        for cast in casts:
            for result, value in zip(cast.outputs, values_before(cast), strict=False):
                rewriter.replace_uses(result, value)
        for cast in reversed(casts):
            if not any(result.is_used for result in cast.outputs):
                rewriter.erase(cast)


def values_before(cast: builtin.UnrealizedConversionCastOp) -> Sequence[Value]:
    """Returns the values of the same types that a chain of casts begins with; none if there are none."""
    values, types = cast.inputs, [result.type for result in cast.outputs]
    while [value.type for value in values] != types:
        before = values[0].defined_by(builtin.UnrealizedConversionCastOp) if values else None
        if before is None or before.outputs != values:
            return ()
        values = before.inputs
    return values
