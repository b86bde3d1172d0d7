"""The kinds of builtin types that declarations ask for."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir import types as t
from sdyopt.ir.attribute import Type
from sdyopt.mlir.declare.constraints import TypeConstraint

_TENSORS = (t.RankedTensorType, t.UnrankedTensorType)
_I1 = t.IntegerType(1)

ANY = TypeConstraint("any type", lambda type: True)
I1 = TypeConstraint("1-bit signless integer", lambda type: type is _I1, only=_I1)
FUNCTION = TypeConstraint("function type", lambda type: isinstance(type, t.FunctionType))
SHAPED = TypeConstraint("shaped of any type values", lambda type: isinstance(type, t.ShapedType))
INDEX = TypeConstraint("index", lambda type: isinstance(type, t.IndexType), only=t.IndexType())
NON_TOKEN_SHAPED = TypeConstraint(
    "shaped of any non-token type values", lambda type: isinstance(type, t.ShapedType), t.ShapedType
)
"""MLIR's own tokens are not elements of tensors anyway."""
TENSOR = TypeConstraint(
    "tensor of any non-token type values",
    lambda type: isinstance(type, _TENSORS),
    _TENSORS,
)
RANKED_TENSOR = TypeConstraint(
    "ranked tensor of any non-token type values",
    lambda type: isinstance(type, t.RankedTensorType),
    t.RankedTensorType,
    "builtin.tensor",
)
STATIC_TENSOR = TypeConstraint(
    "statically shaped tensor of any type values",
    lambda type: isinstance(type, t.RankedTensorType) and type.has_static_shape,
)


def like(summary: str, accepts: Callable[[Type], bool]) -> TypeConstraint:
    """Types that are accepted, and tensors and vectors of them: what MLIR calls "float-like" and so on."""
    containers = (t.VectorType, t.RankedTensorType, t.UnrankedTensorType)
    return TypeConstraint(summary, lambda type: accepts(type.element_type if isinstance(type, containers) else type))


def is_signless_integer(type: Type) -> bool:
    """Whether a type is that of integers without a sign."""
    return isinstance(type, t.IntegerType) and not type.signedness


def is_signless_integer_or_index(type: Type) -> bool:
    """Whether a type is that of integers without a sign, or `index`."""
    return is_signless_integer(type) or isinstance(type, t.IndexType)


BOOL_LIKE = like("bool-like", lambda type: type is t.IntegerType(1))
FLOAT_LIKE = like("floating-point-like", lambda type: isinstance(type, t.FloatType))
SIGNLESS_INTEGER_LIKE = like("signless-integer-like", is_signless_integer_or_index)
