"""Folders of the operations of arith on floating-point numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import get_args

from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.arith.attributes import CMPF_PREDICATES, ROUNDING_MODES, FastMathFlagsAttr
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import BoolAttr, FloatAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.types import FloatType
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS, FloatFormat, Rounding
from sdyopt.rewriting.folding.folders import Constants, Folder, Folding
from sdyopt.rewriting.folding.values import float_arithmetic as numbers
from sdyopt.rewriting.folding.values import float_conversions as conversions
from sdyopt.rewriting.folding.values.elements import element_type_of, elements_of, elementwise, width_of

Compute = Callable[..., int | None]
"""Computes with the bits of numbers."""


def format_of(type: Type) -> FloatFormat:
    """Returns the format of floating-point numbers of that type, or of the elements of a shaped type."""
    type = element_type_of(type)
    assert isinstance(type, FloatType)
    return FLOAT_FORMATS[type.name]


def result_format(op: Operation) -> FloatFormat:
    """Returns the format of the first result of an operation."""
    return format_of(op.signature.result_types[0])


def rounding_of(op: Operation) -> Rounding:
    """Returns how an operation rounds."""
    mode = op.properties.get("roundingmode")
    return _ROUNDINGS[mode.value] if isinstance(mode, IntegerAttr) else "to_nearest_even"


_ROUNDINGS = get_args(Rounding)
assert _ROUNDINGS == ROUNDING_MODES


def has_fast_math(op: Operation, *words: str) -> bool:
    """Whether an operation has these flags: `nnan`, `contract` and so on."""
    flags = op.properties.get("fastmath")
    return isinstance(flags, FastMathFlagsAttr) and flags.contains(*words)


def defined_by(value: Value, definition: OpDefinition) -> Operation | None:
    """Returns the operation that defines a value if it is of that kind."""
    if isinstance(value, OpResult) and value.owner.signature.definition is definition:
        return value.owner
    return None


def one_number(attribute: Attribute | None) -> int | None:
    """Returns the bits of a number that all elements of a constant are, written once."""
    found = elements_of(attribute)
    return found.bits[0] if found is not None and len(found.bits) == 1 else None


def constant_of(op: Operation, compute: Compute, constants: Constants) -> Folding:
    """Folds an operation whose operands are constants to what is computed with their elements."""
    value = elementwise(compute, op.signature.result_types[0], constants)
    return None if value is None else [value]


def _is(attribute: Attribute | None, holds: Callable[[int, FloatFormat], bool], format: FloatFormat) -> bool:
    number = one_number(attribute)
    return number is not None and holds(number, format)


def _is_zero(bits: int, format: FloatFormat, negative: bool) -> bool:
    return numbers.is_zero(bits, format) and numbers.is_negative(bits, format) == negative


def _is_one(bits: int, format: FloatFormat) -> bool:
    return bits == numbers.rounded(1, format)


def _binary(op: Operation, constants: Constants, compute: Callable[..., int]) -> Folding:
    format, rounding = result_format(op), rounding_of(op)
    return constant_of(op, lambda a, b: compute(a, b, format, rounding), constants)


def add(op: Operation, constants: Constants) -> Folding:
    """The sum; with -0 it is the other number."""
    if _is(constants[1], lambda bits, format: _is_zero(bits, format, negative=True), result_format(op)):
        return op.operands[:1]
    return _binary(op, constants, numbers.add)


def subtract(op: Operation, constants: Constants) -> Folding:
    """The difference; less 0 it is the number."""
    if _is(constants[1], lambda bits, format: _is_zero(bits, format, negative=False), result_format(op)):
        return op.operands[:1]
    return _binary(op, constants, numbers.subtract)


def multiply(op: Operation, constants: Constants) -> Folding:
    """The product; with 1 it is the other number, and with 0 it is 0 if neither NaNs nor signs of zeros count."""
    if _is(constants[1], _is_one, result_format(op)):
        return op.operands[:1]
    if has_fast_math(op, "nnan", "nsz") and _is(constants[1], numbers.is_zero, result_format(op)):
        return op.operands[1:]
    return _binary(op, constants, numbers.multiply)


def divide(op: Operation, constants: Constants) -> Folding:
    """The quotient; by 1 it is the number."""
    if _is(constants[1], _is_one, result_format(op)):
        return op.operands[:1]
    return _binary(op, constants, numbers.divide)


def remainder(op: Operation, constants: Constants) -> Folding:
    """The remainder of a division."""
    format = result_format(op)
    return constant_of(op, lambda a, b: numbers.remainder(a, b, format), constants)


def extreme(compute: Callable[[int, int, FloatFormat], int], is_neutral: Callable[[int, FloatFormat], bool]) -> Folder:
    """Returns what folds one of two numbers: of the same one, or with a neutral one, it is the first."""

    def fold(op: Operation, constants: Constants) -> Folding:
        format = result_format(op)
        if op.operands[0] is op.operands[1] or _is(constants[1], is_neutral, format):
            return op.operands[:1]
        return constant_of(op, lambda a, b: compute(a, b, format), constants)

    return fold


def _is_infinity(negative: bool) -> Callable[[int, FloatFormat], bool]:
    return lambda bits, format: numbers.is_infinite(bits, format) and numbers.is_negative(bits, format) == negative


def negate(op: Operation, constants: Constants) -> Folding:
    """The number with the other sign; twice, it is the number."""
    inner = defined_by(op.operands[0], arith.NEGF)
    if inner is not None:
        return inner.operands
    format = result_format(op)
    return constant_of(op, lambda bits: numbers.negated(bits, format), constants)


def flush_denormals(op: Operation, constants: Constants) -> Folding:
    """The number, or 0 for a denormal one; once is enough."""
    if defined_by(op.operands[0], arith.FLUSH_DENORMALS) is not None:
        return op.operands
    format = result_format(op)

    def flushed(bits: int) -> int:
        is_denormal = numbers.is_denormal(bits, format)
        return numbers.rounded(0, format, negative_zero=numbers.is_negative(bits, format)) if is_denormal else bits

    return constant_of(op, flushed, constants)


def holds(predicate: int, ordering: numbers.Ordering) -> bool:
    """Whether a predicate of `arith.cmpf` holds for numbers that compare like that."""
    name = CMPF_PREDICATES[predicate]
    if name in ("false", "true"):
        return name == "true"
    if ordering == "unordered":
        return name.startswith("u")
    return name in ("ord", "one", "une")[: 1 if ordering == "equal" else 3] or ordering in _HOLDS.get(name[1:], ())


_HOLDS: Mapping[str, tuple[numbers.Ordering, ...]] = {
    "eq": ("equal",),
    "gt": ("greater",),
    "ge": ("greater", "equal"),
    "lt": ("less",),
    "le": ("less", "equal"),
}


def compare(op: Operation, constants: Constants) -> Folding:
    """A comparison of scalars: with NaN it is known whatever the other number is."""
    known = [constant for constant in constants if isinstance(constant, FloatAttr)]
    format = format_of(op.signature.operand_types[0])
    predicate = op.properties["predicate"]
    assert isinstance(predicate, IntegerAttr)
    if any(numbers.is_nan(constant.bits, format) for constant in known):
        return [BoolAttr(holds(predicate.value, "unordered"))]
    if len(known) < 2:
        return None
    first, second = known
    return [BoolAttr(holds(predicate.value, numbers.compare(first.bits, second.bits, format)))]


def _convert(op: Operation, constants: Constants) -> Folding:
    source, target, rounding = format_of(op.signature.operand_types[0]), result_format(op), rounding_of(op)
    return constant_of(op, lambda bits: conversions.converted(bits, source, target, rounding), constants)


def extend(op: Operation, constants: Constants) -> Folding:
    """The number in a wider type; if both conversions may be contracted, it is what was truncated."""
    inner = defined_by(op.operands[0], arith.TRUNCF)
    if inner is None or inner.signature.operand_types != op.signature.result_types:
        return _convert(op, constants)
    if has_fast_math(inner, "contract") and has_fast_math(op, "contract"):
        return inner.operands
    return _convert(op, constants)


def truncate(op: Operation, constants: Constants) -> Folding:
    """The number in a narrower type, if it is the same there; of an extended one, the number itself is truncated."""
    inner = defined_by(op.operands[0], arith.EXTF)
    if inner is not None:
        (source,) = inner.operands
        format = format_of(source.type)
        if _is_representable_by(format, format_of(op.operands[0].type)):
            if format.width > result_format(op).width:
                return lambda rewriter: rewriter.set_operands(op, [source])
            if format is result_format(op):
                return [source]
    return _convert(op, constants)


def _is_representable_by(format: FloatFormat, other: FloatFormat) -> bool:
    """Whether all numbers of a format are numbers of the other one."""
    (least, greatest), (other_least, other_greatest) = _exponents(format), _exponents(other)
    return other_least <= least and greatest <= other_greatest and format.precision <= other.precision


def _exponents(format: FloatFormat) -> tuple[int, int]:
    """The least and the greatest exponent of normal numbers."""
    magnitude = format.largest >> format.mantissa_bits
    return (0 if format.is_power_of_two else 1) - format.bias, magnitude - format.bias


def from_integer(is_signed: bool) -> Folder:
    """Returns what folds integers to floating-point numbers."""

    def fold(op: Operation, constants: Constants) -> Folding:
        width, format = width_of(op.signature.operand_types[0]), result_format(op)
        return constant_of(op, lambda bits: conversions.from_integer(bits, width, is_signed, format), constants)

    return fold


def to_integer(is_signed: bool) -> Folder:
    """Returns what folds floating-point numbers to integers, if they are in range."""

    def fold(op: Operation, constants: Constants) -> Folding:
        width, format = width_of(op.signature.result_types[0]), format_of(op.signature.operand_types[0])
        return constant_of(op, lambda bits: conversions.to_integer(bits, format, width, is_signed), constants)

    return fold


FOLDERS: Mapping[str, Folder] = {
    "arith.addf": add,
    "arith.cmpf": compare,
    "arith.convertf": _convert,
    "arith.divf": divide,
    "arith.extf": extend,
    "arith.flush_denormals": flush_denormals,
    "arith.fptosi": to_integer(is_signed=True),
    "arith.fptoui": to_integer(is_signed=False),
    "arith.maximumf": extreme(numbers.maximum, _is_infinity(negative=True)),
    "arith.maxnumf": extreme(numbers.maximum_number, numbers.is_nan),
    "arith.minimumf": extreme(numbers.minimum, _is_infinity(negative=False)),
    "arith.minnumf": extreme(numbers.minimum_number, numbers.is_nan),
    "arith.mulf": multiply,
    "arith.negf": negate,
    "arith.remf": remainder,
    "arith.sitofp": from_integer(is_signed=True),
    "arith.subf": subtract,
    "arith.truncf": truncate,
    "arith.uitofp": from_integer(is_signed=False),
}
"""The folders, by the names of operations."""
