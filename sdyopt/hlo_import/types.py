"""The types that shapes stand for, and the attributes that say what types do not: layouts."""

from __future__ import annotations

from functools import lru_cache

from sdyopt.dialects.stablehlo.attributes import TypeExtensions
from sdyopt.dialects.stablehlo.types import TokenType
from sdyopt.hlo_import.errors import fail
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import ArrayAttr, StringAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.types import (
    DYNAMIC,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    RankedTensorType,
    TupleType,
)
from sdyopt.layout import ArrayShape, LayoutError, OpaqueShape, Shape, ShapeSyntaxError, TupleShape, parse_shape
from sdyopt.layout.layout import descending
from sdyopt.mlir.literals.attributes import dense_elements

_SPECIAL: dict[str, Type] = {
    "pred": IntegerType(1),
    "bf16": FloatType("bf16"),
    "c64": ComplexType(FloatType("f32")),
    "c128": ComplexType(FloatType("f64")),
}


@lru_cache(maxsize=256)
def element_type(name: str) -> Type:
    """Returns the type of elements that XLA calls `name`."""
    if name in _SPECIAL:
        return _SPECIAL[name]
    if name[0] in "su":
        return IntegerType(int(name[1:]), "u" if name[0] == "u" else "")
    return FloatType(name[:2] + name[2:].upper() if name.startswith(("f8", "f4", "f6")) else name)


class ConvertedShape(NamedTuple):
    """A shape, its type, and the attributes that operations with it as their result have."""

    shape: Shape
    type: Type
    attributes: tuple[tuple[str, Attribute], ...]

    @property
    def leaves(self) -> list[ConvertedShape]:
        """The shapes in a tuple that are not tuples, from left to right; otherwise this one."""
        if not isinstance(self.shape, TupleShape):
            return [self]
        return [leaf for element in self.shape.elements for leaf in _converted(element).leaves]

    @property
    def elements(self) -> list[ConvertedShape]:
        """The elements of a tuple."""
        assert isinstance(self.shape, TupleShape)
        return [_converted(element) for element in self.shape.elements]


def converted_shape(text: str, offset: int) -> ConvertedShape:
    """Returns the shape that a text at an offset stands for. Raises CompilationError."""
    try:
        return _read(text)
    except ShapeSyntaxError as error:
        fail(str(error), offset + error.offset)
    except (LayoutError, ValueError) as error:
        fail(str(error), offset)


@lru_cache(maxsize=1 << 14)
def _read(text: str) -> ConvertedShape:
    return _converted(parse_shape(text))


@lru_cache(maxsize=1 << 14)
def _converted(shape: Shape) -> ConvertedShape:
    return ConvertedShape(shape, type_of(shape), _attributes(shape))


def type_of(shape: Shape) -> Type:
    """Returns the type that a shape stands for. Raises ValueError if it has none."""
    if isinstance(shape, TupleShape):
        return TupleType(tuple([type_of(element) for element in shape.elements]))
    if isinstance(shape, OpaqueShape) and shape.name == "token":
        return TokenType()
    if not isinstance(shape, ArrayShape):
        raise ValueError(f"a value of shape {shape} has no type in StableHLO")
    sizes, bounds = [], []
    for dimension in shape.dimensions:
        sizes.append(DYNAMIC if dimension.dynamic or dimension.size is None else dimension.size)
        bounds.append(dimension.size if dimension.dynamic else None)
    is_bounded = any(bound is not None for bound in bounds)
    encoding = TypeExtensions(tuple(bounds)) if is_bounded else None
    return RankedTensorType(tuple(sizes), element_type(shape.element_type.name), encoding)


def has_default_layout(shape: Shape) -> bool:
    """Whether the arrays of a shape have their first dimension outermost, and no tiles."""
    if isinstance(shape, TupleShape):
        return all(map(has_default_layout, shape.elements))
    if not isinstance(shape, ArrayShape) or not shape.dimensions:
        return True
    return shape.layout == descending(len(shape.dimensions))


def _attributes(shape: Shape) -> tuple[tuple[str, Attribute], ...]:
    if isinstance(shape, ArrayShape) and has_default_layout(shape):
        return ()
    found: list[tuple[str, Attribute]] = [("xla_shape", StringAttr(str(shape)))]
    if not has_default_layout(shape):
        found.insert(0, ("result_layout", layout_attribute(shape)))
    return tuple(found)


def layout_attribute(shape: Shape) -> Attribute:
    """Returns the order of an array's dimensions, minor to major, or an array of those of a tuple's elements."""
    if isinstance(shape, TupleShape):
        return ArrayAttr(tuple(map(layout_attribute, shape.elements)))
    return index_list(shape.layout.minor_to_major if isinstance(shape, ArrayShape) else ())


@lru_cache(maxsize=1024)
def index_list(numbers: tuple[int, ...]) -> Attribute:
    """Returns `dense<[1, 0]> : tensor<2xindex>`."""
    return dense_elements(f"[{', '.join(map(str, numbers))}]", RankedTensorType((len(numbers),), IndexType()))
