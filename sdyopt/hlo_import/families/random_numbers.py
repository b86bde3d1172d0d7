"""Random numbers."""

from __future__ import annotations

from sdyopt.dialects.stablehlo.attributes import RngAlgorithm, RngDistribution
from sdyopt.hlo_import.opcodes import opcode
from sdyopt.hlo_import.subject import Subject
from sdyopt.ir.attributes import I64
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.mlir.literals.attributes import dense_elements

_ALGORITHMS = {"rng_default": "DEFAULT", "rng_three_fry": "THREE_FRY", "rng_philox": "PHILOX"}


@opcode("rng", 2, required=["distribution"])
def rng(subject: Subject) -> Value:
    """The shape of the result is an operand."""
    type = subject.type
    assert isinstance(type, RankedTensorType)
    shape_type = RankedTensorType((len(type.shape),), I64)
    sizes = dense_elements(f"[{', '.join(map(str, type.shape))}]", shape_type)
    shape = subject.create("stablehlo.constant", {"value": sizes}, operands=[], types=[shape_type]).result
    name = subject.word("distribution", {"rng_uniform": "UNIFORM", "rng_normal": "NORMAL"})
    properties = {"rng_distribution": RngDistribution(name)}
    return subject.create("stablehlo.rng", properties, operands=[*subject.operands, shape]).result


@opcode("rng-bit-generator", 1, required=["algorithm"])
def rng_bit_generator(subject: Subject) -> Value:
    """The new state and the bits."""
    properties = {"rng_algorithm": RngAlgorithm(subject.word("algorithm", _ALGORITHMS))}
    return subject.tupled(subject.create("stablehlo.rng_bit_generator", properties, types=subject.types))
