"""Random numbers: their distribution, their shape, the state of their generator."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.stablehlo.attributes import RngDistribution
from sdyopt.dialects.stablehlo.verification.compatibility import shapes_fit
from sdyopt.dialects.stablehlo.verification.constants import constant_integers
from sdyopt.dialects.stablehlo.verification.reading import operand_tensor, result_tensor
from sdyopt.dialects.stablehlo.verification.reporting import (
    check_element_types,
    fail,
    fail_inference,
    infers_compatible,
)
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import DYNAMIC, FloatType, RankedTensorType
from sdyopt.mlir.verify.inferred_types import quoted
from sdyopt.mlir.verify.verification import Verification


@infers_compatible
def rng(op: Operation) -> Sequence[Type]:
    """The limits, or mean and deviation, have the type of the numbers; an operand gives the shape."""
    first, second, shape, result = *[operand_tensor(op, index) for index in range(3)], result_tensor(op)
    check_element_types(op, "a, b, result", first, second, result)
    distribution = op.properties["rng_distribution"]
    assert isinstance(distribution, RngDistribution)
    if distribution.value == "NORMAL" and not isinstance(first.element_type, FloatType):
        fail_inference(op, "mu and sigma must be floats")
    sizes = constant_integers(op, 2)
    known = (DYNAMIC,) * shape.shape[0] if sizes is None else tuple(sizes)
    return [RankedTensorType(known, first.element_type)]


def rng_bit_generator(op: Operation, context: Verification) -> None:
    """The state keeps its shape."""
    before, after = operand_tensor(op), result_tensor(op)
    if not shapes_fit(before.shape, after.shape):
        fail(
            op,
            "output state shape must be compatible with initial state shape. "
            f"Got: {quoted([before])} and {quoted([after])}",
        )
