"""Tensors with operators: `x * x + 1.0` creates the operations of StableHLO that compute it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from sdyopt.dialects.stablehlo.attributes import ComparisonDirection, TypeExtensions
from sdyopt.dialects.stablehlo.ops import elementwise as e
from sdyopt.dialects.stablehlo.ops import shapes as s
from sdyopt.ir.attribute import Attribute, Type, checked
from sdyopt.ir.attributes import (
    DYNAMIC,
    I1,
    I32,
    I64,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    RankedTensorType,
    i64,
    i64_array,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint, Region
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value
from sdyopt.mlir.literals.attributes import element_format
from sdyopt.rewriting.local_emission import Emitter
from sdyopt.rewriting.rewriter import Rewriter

Number: TypeAlias = float | str
"""The value of a constant: an int for elements that are integers, otherwise a float or its text, or one of SPECIAL."""

SPECIAL = ("inf", "-inf", "nan", "max", "normal", "denormal")
"""Infinities, a NaN, the largest number, the smallest normal one and the smallest of all, of any type of floats."""


NO_PROPERTIES: Mapping[str, Attribute] = {}


class ChloEmitter:
    """Creates operations at a place, with the location of the operation that they replace."""

    def __init__(self, op: Operation, rewriter: Rewriter, at: InsertionPoint | None = None) -> None:
        self.op = op
        self.rewriter = rewriter
        self.at = at or InsertionPoint.before_op(op)
        self._values = Emitter(op, rewriter, at=self.at)

    def emit(
        self,
        definition: OpDefinition,
        operands: Sequence[Tensor] = (),
        type: Type | None = None,
        properties: Mapping[str, Attribute] = NO_PROPERTIES,
    ) -> Tensor:
        """Creates an operation with one result, by default of the type of its first operand."""
        types = [operands[0].type if type is None else type]
        return self.create(definition, operands, types, properties)[0]

    def create(
        self,
        definition: OpDefinition,
        operands: Sequence[Tensor],
        types: Sequence[Type],
        properties: Mapping[str, Attribute] = NO_PROPERTIES,
        regions: Sequence[Region] = (),
    ) -> list[Tensor]:
        """Creates an operation and returns its results."""
        values = [operand.value for operand in operands]
        op = self.rewriter.create(
            self.at, definition, values, types, properties, regions=regions, location=self.op.location
        )
        like = operands[0].like if operands else None
        return [Tensor(result, self, like) for result in op.results]

    def splat(self, text: str, type: RankedTensorType) -> Tensor:
        """Creates a constant of a static type; `text` is the literal of its elements."""
        return Tensor(self._values.splat(text, type), self)

    def splat_like(self, text: str, like: Tensor, type: RankedTensorType) -> Tensor:
        """Creates a constant of a type, which is as large as `like` if it is not static."""
        if DYNAMIC not in type.shape:
            return self.splat(text, type)
        one = self.splat(text, RankedTensorType((), type.element_type))
        if not isinstance(type.encoding, TypeExtensions):
            return self.dynamic_broadcast(one, self.shape_of(like), (), type)
        bounds = type.encoding.bounds
        shape = tuple([size if bound is None else bound for size, bound in zip(type.shape, bounds, strict=True)])
        held = self.broadcast(one, (), RankedTensorType(shape, type.element_type))
        for dimension, size in enumerate(type.shape):
            if size == DYNAMIC:
                here = {"dimension": i64(dimension)}
                length = self.emit(s.GET_DIMENSION_SIZE, [like], RankedTensorType((), I32), here)
                bounded = _bounded(held.type, dimension, bounds)
                held = self.emit(s.SET_DIMENSION_SIZE, [held, length], bounded, here)
        return held

    def shape_of(self, tensor: Tensor) -> Tensor:
        """Creates the shape of a tensor as a value. Only programs with unknown sizes import its dialect."""
        from sdyopt.dialects.shape.ops import SHAPE_OF

        return self.emit(SHAPE_OF, [tensor], RankedTensorType((len(tensor.type.shape),), IndexType()))

    def broadcast(self, tensor: Tensor, dimensions: Sequence[int], type: RankedTensorType) -> Tensor:
        """Broadcasts a tensor to a static type."""
        return Tensor(self._values.broadcast(tensor.value, tuple(dimensions), type), self, tensor.like)

    def slice(self, tensor: Tensor, starts: Sequence[int], type: RankedTensorType) -> Tensor:
        """Takes the part of a tensor that has that type and starts there."""
        limits = tuple([start + size for start, size in zip(starts, type.shape, strict=True)])
        part = self._values.slice(tensor.value, tuple(starts), limits, (1,) * len(limits), type)
        return Tensor(part, self, tensor.like)

    def reshape(self, tensor: Tensor, shape: Sequence[int]) -> Tensor:
        """Reshapes a tensor to a static shape."""
        return Tensor(self._values.reshape(tensor.value, tuple(shape)), self, tensor.like)

    def dynamic_broadcast(
        self, tensor: Tensor, shape: Tensor, dimensions: Sequence[int], type: RankedTensorType
    ) -> Tensor:
        """Broadcasts a tensor to a shape that is a value."""
        properties = {"broadcast_dimensions": i64_array(dimensions)}
        return self.emit(s.DYNAMIC_BROADCAST_IN_DIM, [tensor, shape], type, properties)

    def broadcast_like(self, tensor: Tensor, dimensions: Sequence[int], like: Tensor) -> Tensor:
        """Broadcasts a tensor to the shape of another one."""
        type = like.with_element(tensor.element)
        if type.has_static_shape:
            return self.broadcast(tensor, dimensions, type)
        return self.dynamic_broadcast(tensor, self.shape_of(like), dimensions, type)

    def size_of(self, tensor: Tensor, dimension: int) -> Tensor:
        """Creates the size of a dimension of a tensor, of type `tensor<i64>`."""
        here = {"dimension": i64(dimension)}
        return self.emit(s.GET_DIMENSION_SIZE, [tensor], RankedTensorType((), I32), here).converted(I64)

    def row(self, number: Tensor) -> Tensor:
        """Makes a scalar a `tensor<1xi64>`."""
        return self.reshape(number, (1,))

    def joined(self, rows: Sequence[Tensor]) -> Tensor:
        """Creates a shape of such rows."""
        return self.emit(s.CONCATENATE, rows, RankedTensorType((len(rows),), I64), {"dimension": i64(0)})


def trailing(tensor: Tensor, rank: int) -> range:
    """Returns the dimensions of a result of that rank that those of a tensor become."""
    return range(rank - len(tensor.type.shape), rank)


def _bounded(type: RankedTensorType, dimension: int, bounds: Sequence[int | None]) -> RankedTensorType:
    """Returns the type with this dimension dynamic, with its bound."""
    known = type.encoding.bounds if isinstance(type.encoding, TypeExtensions) else (None,) * len(type.shape)
    held = tuple([bounds[index] if index == dimension else bound for index, bound in enumerate(known)])
    shape = tuple([DYNAMIC if index == dimension else size for index, size in enumerate(type.shape)])
    return RankedTensorType(shape, type.element_type, TypeExtensions(held))


def _text(number: Number, element: Type) -> str:
    """Returns the literal of a number as an element of that type."""
    if isinstance(element, ComplexType):
        return f"({_text(number, element.element_type)}, {_text(0.0, element.element_type)})"
    if isinstance(element, IntegerType):
        return str(int(number))
    if number not in SPECIAL:
        text = str(number)
        return text if "." in text else f"{number:.16e}"
    form = element_format(element).float_format
    assert form is not None
    bits = {
        "max": form.largest,
        "normal": 1 << form.mantissa_bits,
        "denormal": 1,
        "inf": form.infinity(False),
        "-inf": form.infinity(True),
        "nan": form.infinity(False) + (1 << form.mantissa_bits - 1 if form.has_infinity else 0),
    }
    return f"0x{form.stored(bits[str(number)]):0{(form.width + 3) // 4}X}"


Operator = Callable[["Tensor", "Tensor | Number"], "Tensor"]


def _operator(definition: OpDefinition) -> Operator:
    """Returns an operator that creates an operation on two tensors of one type."""
    return lambda x, y: x.emitter.emit(definition, [x, y if isinstance(y, Tensor) else x.constant(y)])


def _comparison(direction: str) -> Operator:
    """Returns an operator that creates a comparison."""
    properties = {"comparison_direction": ComparisonDirection(direction)}

    def compare(x: Tensor, y: Tensor | Number) -> Tensor:
        second = y if isinstance(y, Tensor) else x.constant(y)
        return x.emitter.emit(e.COMPARE, [x, second], x.with_element(I1), properties)

    return compare


class Tensor:
    """A value, with operators that create operations. A number as the second operand becomes a constant before it.

    Constants are as large as the tensor `like`, which is the one that a value has been computed of: see `as_origin`.
    """

    def __init__(self, value: Value, emitter: ChloEmitter, like: Tensor | None = None) -> None:
        self.value = value
        self.type = checked(RankedTensorType, value.type)
        self.emitter = emitter
        self.like = like or self

    def as_origin(self) -> Tensor:
        """Returns the same tensor; constants for what is computed of it are as large as it is."""
        return Tensor(self.value, self.emitter)

    @property
    def element(self) -> Type:
        return self.type.element_type

    def constant(self, number: Number) -> Tensor:
        """Creates a constant of the same type and size."""
        made = self.emitter.splat_like(_text(number, self.element), self.like, self.type)
        return Tensor(made.value, self.emitter, self.like)

    def with_element(self, element: Type) -> RankedTensorType:
        """Returns the type with other elements."""
        return self.type.replace(element_type=element)

    def converted(self, element: Type) -> Tensor:
        return self.emitter.emit(e.CONVERT, [self], self.with_element(element))

    def bits_as(self, element: Type) -> Tensor:
        """Takes the bits as elements of another type with the same width."""
        return self.emitter.emit(s.BITCAST_CONVERT, [self], self.with_element(element))

    __add__ = _operator(e.ADD)
    __sub__ = _operator(e.SUBTRACT)
    __mul__ = _operator(e.MULTIPLY)
    __truediv__ = _operator(e.DIVIDE)
    __mod__ = _operator(e.REMAINDER)
    __pow__ = _operator(e.POWER)
    __and__ = _operator(e.AND)
    __or__ = _operator(e.OR)
    __lt__ = _comparison("LT")
    __le__ = _comparison("LE")
    __gt__ = _comparison("GT")
    __ge__ = _comparison("GE")
    equals = _comparison("EQ")
    differs = _comparison("NE")

    def __rshift__(self, other: Tensor | Number) -> Tensor:
        is_signed = isinstance(self.element, IntegerType) and self.element.signedness != "u"
        definition = e.SHIFT_RIGHT_ARITHMETIC if is_signed else e.SHIFT_RIGHT_LOGICAL
        return _operator(definition)(self, other)

    def __neg__(self) -> Tensor:
        return self.emitter.emit(e.NEGATE, [self])


def _unary(definition: OpDefinition) -> Callable[[Tensor], Tensor]:
    return lambda x: x.emitter.emit(definition, [x])


def _binary(definition: OpDefinition) -> Callable[[Tensor, Tensor], Tensor]:
    return lambda x, y: x.emitter.emit(definition, [x, y])


def _part(definition: OpDefinition) -> Callable[[Tensor], Tensor]:
    """Returns a function for a part of complex numbers, or for a property of floats, which is a truth value."""

    def part(x: Tensor) -> Tensor:
        element = x.element.element_type if isinstance(x.element, ComplexType) else I1
        return x.emitter.emit(definition, [x], x.with_element(element)).as_origin()

    return part


absolute, cos, exp, expm1, floor = map(_unary, (e.ABS, e.COSINE, e.EXPONENTIAL, e.EXPONENTIAL_MINUS_ONE, e.FLOOR))
log, log1p, invert, sign, sin, sqrt = map(_unary, (e.LOG, e.LOG_PLUS_ONE, e.NOT, e.SIGN, e.SINE, e.SQRT))
tan = _unary(e.TAN)
atan2, maximum, minimum = map(_binary, (e.ATAN2, e.MAXIMUM, e.MINIMUM))
real, imag, is_finite = map(_part, (e.REAL, e.IMAG, e.IS_FINITE))


def select(predicate: Tensor, yes: Tensor, no: Tensor) -> Tensor:
    """Creates a choice between the elements of two tensors."""
    return predicate.emitter.emit(e.SELECT, [predicate, yes, no], yes.type)


def clamp(low: Tensor, x: Tensor, high: Tensor) -> Tensor:
    """Creates `x`, but at least `low` and at most `high`."""
    return x.emitter.emit(e.CLAMP, [low, x, high], x.type)


def complex_of(x: Tensor, y: Tensor) -> Tensor:
    """Creates complex numbers of their real and imaginary parts."""
    return x.emitter.emit(e.COMPLEX, [x, y], x.with_element(ComplexType(x.element)))


def width_of(element: Type) -> int:
    """Returns the number of bits of a float or an integer."""
    assert isinstance(element, (FloatType, IntegerType))
    return element_format(element).width
