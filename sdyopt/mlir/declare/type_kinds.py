"""The kinds of builtin types that declarations ask for."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir import attributes as t
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
TENSOR = TypeConstraint("tensor of any non-token type values", lambda type: isinstance(type, _TENSORS), _TENSORS)
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


def integer(width: int, signedness: str = "") -> TypeConstraint:
    """Integers of a width: "" for those without a sign, "s" and "u" for signed and unsigned ones."""
    kind = {"": "signless", "s": "signed", "u": "unsigned"}[signedness]
    type = t.IntegerType(width, signedness)
    return TypeConstraint(f"{width}-bit {kind} integer", lambda other: other is type, only=type)


def floating(name: str) -> TypeConstraint:
    """A floating-point type by its name, as `f32`."""
    type = t.FloatType(name)
    summary = f"{name[1:]}-bit float" if name[1:].isdigit() else f"{name} type"
    return TypeConstraint("bfloat16 type" if name == "bf16" else summary, lambda other: other is type, only=type)


def any_of(*kinds: TypeConstraint) -> TypeConstraint:
    """Types of one of several kinds."""
    return TypeConstraint(
        " or ".join([kind.summary for kind in kinds]), lambda type: any(k.accepts(type) for k in kinds)
    )


def tensor_of(*kinds: TypeConstraint, rank: int | None = None, is_ranked: bool = False) -> TypeConstraint:
    """Tensors whose elements are of one of several kinds; with a `rank`, or only those that have one."""
    element = any_of(*kinds)
    title = "ranked tensor" if is_ranked else "tensor" if rank is None else f"{rank}D tensor"
    classes = _TENSORS if not is_ranked and rank is None else (t.RankedTensorType,)

    def accepts(type: Type) -> bool:
        is_tensor = isinstance(type, classes) and (rank is None or len(getattr(type, "shape", ())) == rank)
        return is_tensor and element.accepts(type.element_type)  # type: ignore[attr-defined]

    name = "builtin.tensor" if len(classes) == 1 else ""
    return TypeConstraint(f"{title} of {element.summary} values", accepts, classes, name)


def is_signless_integer(type: Type) -> bool:
    """Whether a type is that of integers without a sign."""
    return isinstance(type, t.IntegerType) and not type.signedness


def is_signless_integer_or_index(type: Type) -> bool:
    """Whether a type is that of integers without a sign, or `index`."""
    return is_signless_integer(type) or isinstance(type, t.IndexType)


BOOL_LIKE = like("bool-like", lambda type: type is t.IntegerType(1))
FLOAT_LIKE = like("floating-point-like", lambda type: isinstance(type, t.FloatType))
SIGNLESS_INTEGER_LIKE = like("signless-integer-like", is_signless_integer_or_index)

I8, I16, I32, I64 = integer(8), integer(16), integer(32), integer(64)
F16, BF16, F32, F64 = floating("f16"), floating("bf16"), floating("f32"), floating("f64")
INTEGER = TypeConstraint("integer", lambda type: isinstance(type, t.IntegerType))
SIGNLESS_INTEGER = TypeConstraint("signless integer", is_signless_integer)
FLOAT = TypeConstraint("floating-point", lambda type: isinstance(type, t.FloatType))
