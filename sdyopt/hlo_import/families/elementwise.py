"""Instructions on the elements of arrays, one by one."""

from __future__ import annotations

import struct
from collections.abc import Mapping

from sdyopt.dialects.stablehlo.attributes import (
    ComparisonDirection,
    ComparisonType,
    ResultAccuracy,
    ResultAccuracyMode,
    RngAlgorithm,
    RngDistribution,
)
from sdyopt.hlo.text import ELEMENTWISE, TRANSCENDENTAL
from sdyopt.hlo_import.instructions import From, InstructionConverter, case, declared, opcode
from sdyopt.hlo_import.syntax import constant_value, list_items
from sdyopt.ir.attribute import Attribute, checked
from sdyopt.ir.attributes import DYNAMIC, I32, I64, ComplexType, FloatType, IntegerAttr, IntegerType, RankedTensorType
from sdyopt.ir.value import Value
from sdyopt.mlir.literals.attributes import dense_elements

_OF_MHLO = ("acos", "acosh", "asin", "asinh", "atanh", "cosh", "erf", "sinh")
"""Those that StableHLO does not have."""


def _accuracy(subject: InstructionConverter) -> Mapping[str, Attribute]:
    """Reads `{mode=highest}` or `{tolerance={atol=0,rtol=0.5,ulps=2}}`."""
    if (text := subject.text("result_accuracy")) is None:
        return {}
    fields = dict([item.split("=", 1) for item in list_items(text) if "=" in item])
    if "tolerance" in fields:
        numbers = dict([item.split("=", 1) for item in list_items(fields["tolerance"]) if "=" in item])
        try:
            atol, rtol = [
                struct.unpack("<Q", struct.pack("<d", float(numbers.get(name, 0))))[0] for name in ("atol", "rtol")
            ]
            found = ResultAccuracy(atol, rtol, int(numbers.get("ulps", 0)), ResultAccuracyMode("TOLERANCE"))
            return {"result_accuracy": found}
        except ValueError as error:
            subject.fail_at("result_accuracy", str(error))
    mode = fields.get("mode", "").upper()
    if mode not in ("DEFAULT", "HIGHEST"):
        subject.fail_at("result_accuracy", f"expected mode=default, mode=highest or tolerance={{…}}, found '{text}'")
    return {"result_accuracy": ResultAccuracy(0, 0, 0, ResultAccuracyMode(mode))}


declared("bitcast-convert", 1)
for _opcode, _count in ELEMENTWISE.items():
    declared(_opcode, _count)
for _opcode in TRANSCENDENTAL:
    declared(_opcode, 1, optional=["result_accuracy"], others=_accuracy)
for _opcode in _OF_MHLO:
    declared(_opcode, 1, f"mhlo.{_opcode}", optional=["result_accuracy"])
declared("copy", 1, "mhlo.copy")
declared(
    "reduce-precision",
    1,
    exponent_bits=From("exponent_bits", lambda subject: IntegerAttr(subject.integer("exponent_bits"), I32)),
    mantissa_bits=From("mantissa_bits", lambda subject: IntegerAttr(subject.integer("mantissa_bits"), I32)),
)


@opcode("compare", 2, required=["direction"], optional=["type", "order"])
def compare(subject: InstructionConverter) -> Value:
    """A type that follows from those of the operands is not said. From jaxlib 0.12 on, floats have an order instead."""
    properties = {"comparison_direction": case("direction", ComparisonDirection).read(subject)}
    if "type" in subject.instruction.attributes:
        kind = subject.word("type", {name: name for name in ("FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")})
        if kind != _default_comparison(subject.operands[0]):
            properties["compare_type"] = ComparisonType(kind)
    elif "order" in subject.instruction.attributes:
        is_total = subject.word("order", {"TOTAL": "yes", "PARTIAL": ""})
        if is_total and _default_comparison(subject.operands[0]) == "FLOAT":
            properties["compare_type"] = ComparisonType("TOTALORDER")
    return subject.create("stablehlo.compare", properties).result


def _default_comparison(operand: Value) -> str:
    element = operand.type.element_type if isinstance(operand.type, RankedTensorType) else None
    if isinstance(element, IntegerType):
        return "UNSIGNED" if element.signedness == "u" or element.width == 1 else "SIGNED"
    return "FLOAT"


@opcode("convert", 1)
def convert(subject: InstructionConverter) -> Value:
    """A conversion to truth values is a comparison with zero."""
    type, operand = subject.type, subject.operands[0]
    if isinstance(type, RankedTensorType) and type.element_type == IntegerType(1):
        return _compared_with_zero(subject, operand)
    return subject.create("stablehlo.convert").result


def _compared_with_zero(subject: InstructionConverter, operand: Value) -> Value:
    if (
        not isinstance(operand.type, RankedTensorType)
        or operand.type.encoding is not None
        or DYNAMIC in operand.type.shape
    ):
        subject.refuse("the operand has no static shape")
    element = operand.type.element_type
    number = "(0.0, 0.0)" if isinstance(element, ComplexType) else "0.0" if isinstance(element, FloatType) else "0"
    value = dense_elements("false" if element == IntegerType(1) else number, operand.type)
    zero = subject.create("stablehlo.constant", {"value": value}, operands=[], types=[operand.type]).result
    properties = {"comparison_direction": ComparisonDirection("NE")}
    return subject.create("stablehlo.compare", properties, operands=[operand, zero]).result


@opcode("constant", 0)
def constant(subject: InstructionConverter) -> Value:
    """Its elements are in the text."""
    return subject.create("stablehlo.constant", {"value": constant_value(subject.instruction, subject.type)}).result


# Random numbers.

_ALGORITHMS = {"rng_default": "DEFAULT", "rng_three_fry": "THREE_FRY", "rng_philox": "PHILOX"}


@opcode("rng", 2, required=["distribution"])
def rng(subject: InstructionConverter) -> Value:
    """The shape of the result is an operand."""
    type = checked(RankedTensorType, subject.type)
    shape_type = RankedTensorType((len(type.shape),), I64)
    sizes = dense_elements(f"[{', '.join(map(str, type.shape))}]", shape_type)
    shape = subject.create("stablehlo.constant", {"value": sizes}, operands=[], types=[shape_type]).result
    name = subject.word("distribution", {"rng_uniform": "UNIFORM", "rng_normal": "NORMAL"})
    properties = {"rng_distribution": RngDistribution(name)}
    return subject.create("stablehlo.rng", properties, operands=[*subject.operands, shape]).result


declared(
    "rng-bit-generator",
    1,
    rng_algorithm=From("algorithm", lambda subject: RngAlgorithm(subject.word("algorithm", _ALGORITHMS))),
)
