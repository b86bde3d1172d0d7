"""The algorithms for dot products that some hardware has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.dialects.stablehlo.attributes import DotAlgorithm

_EIGHT_BITS = frozenset(
    [name for name, format in FLOAT_FORMATS.items() if format.width == 8 and not format.is_power_of_two]
)
"""Any two of these can be multiplied into an f32, with or without precise accumulation."""

_SAME_TYPES = {
    ("f16", "f16"): (1,),
    ("f16", "f32"): (1,),
    ("bf16", "bf16"): (1,),
    ("bf16", "f32"): (1, 3, 6, 9),
    ("tf32", "f32"): (1, 3),
    ("f32", "f32"): (1,),
    ("f64", "f64"): (1,),
}
"""For the type of both operands and that of the accumulator: how many primitive operations there may be."""


def is_known(algorithm: DotAlgorithm) -> bool:
    """Whether some hardware has this algorithm."""
    lhs, rhs = text_of(algorithm.lhs_precision_type), text_of(algorithm.rhs_precision_type)
    accumulation = text_of(algorithm.accumulation_type)
    operations = algorithm.num_primitive_operations
    if algorithm.lhs_component_count != 1 or algorithm.rhs_component_count != 1:
        return False
    if lhs in _EIGHT_BITS and rhs in _EIGHT_BITS:
        return accumulation == "f32" and operations == 1
    if lhs != rhs or algorithm.allow_imprecise_accumulation:
        return False
    return operations in _SAME_TYPES.get((lhs, accumulation), ())


def check_is_known(algorithm: DotAlgorithm) -> None:
    """Raises ValueError if no hardware has this algorithm."""
    for what, count in (
        ("lhs component count", algorithm.lhs_component_count),
        ("rhs component count", algorithm.rhs_component_count),
        ("num primitive operations", algorithm.num_primitive_operations),
    ):
        if count <= 0:
            raise ValueError(f"{what} must be positive")
    if not is_known(algorithm):
        raise ValueError(
            "dot algorithm not known to be supported on any hardware: "
            f"{{lhs:'{text_of(algorithm.lhs_precision_type)}', rhs:'{text_of(algorithm.rhs_precision_type)}', "
            f"accum:'{text_of(algorithm.accumulation_type)}', lhs_components:{algorithm.lhs_component_count}, "
            f"rhs_components:{algorithm.rhs_component_count}, primitive_ops:{algorithm.num_primitive_operations}, "
            f"imprecise:{int(algorithm.allow_imprecise_accumulation)}}}"
        )
