"""The builtin types: https://mlir.llvm.org/docs/Dialects/Builtin/#types."""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute, Type

DYNAMIC = -1
"""The size of a dimension that is unknown until run time (`?` in text)."""


class IntegerType(Type):
    """`i32`, `si8`, `ui4`: `width` in bits, `signedness` one of "", "s" and "u"."""

    width: int
    signedness: str = ""


class FloatType(Type):
    """A floating-point type by its MLIR name: `f32`, `bf16`, `f8E4M3FN`, …"""

    name: str


class IndexType(Type):
    """`index`."""


class NoneType(Type):
    """`none`."""


class BuiltinTokenType(Type):
    """`token`."""


class ComplexType(Type):
    """`complex<f32>`."""

    element_type: Type


class TupleType(Type):
    """`tuple<tensor<4xf32>, i32>`."""

    types: tuple[Type, ...]


class FunctionType(Type):
    """`(i32, f32) -> i32`."""

    inputs: tuple[Type, ...]
    results: tuple[Type, ...]


class OpaqueType(Type):
    """A type of an unknown dialect: `!dialect.body` or `!dialect<body>`, kept as written."""

    dialect: str
    body: str


class ShapedType(Type):
    """The base of tensors, vectors and memrefs."""

    __slots__ = ()

    @property
    def dimensions(self) -> tuple[int, ...] | None:
        """The sizes, major to minor, DYNAMIC if unknown; None for an unranked type."""
        return getattr(self, "shape", None)

    @property
    def has_static_shape(self) -> bool:
        dimensions = self.dimensions
        return dimensions is not None and DYNAMIC not in dimensions


class RankedTensorType(ShapedType):
    """`tensor<4x?xf32, encoding>`."""

    shape: tuple[int, ...]
    element_type: Type
    encoding: Attribute | None = None


class UnrankedTensorType(ShapedType):
    """`tensor<*xf32>`."""

    element_type: Type


class VectorType(ShapedType):
    """`vector<4x[8]xf32>`: `scalable` states for each dimension whether it is in brackets."""

    shape: tuple[int, ...]
    element_type: Type
    scalable: tuple[bool, ...] = ()


class MemRefType(ShapedType):
    """`memref<4x?xf32, layout, space>`."""

    shape: tuple[int, ...]
    element_type: Type
    layout: Attribute | None = None
    memory_space: Attribute | None = None


class UnrankedMemRefType(ShapedType):
    """`memref<*xf32, space>`."""

    element_type: Type
    memory_space: Attribute | None = None
