"""The kinds of builtin types that declarations ask for."""

from __future__ import annotations

from sdyopt.ir import types as t
from sdyopt.ods.declarations.constraints import TypeConstraint

ANY = TypeConstraint("any type", lambda type: True)
FUNCTION = TypeConstraint("function type", lambda type: isinstance(type, t.FunctionType))
SHAPED = TypeConstraint("shaped of any type values", lambda type: isinstance(type, t.ShapedType))
STATIC_TENSOR = TypeConstraint(
    "statically shaped tensor of any type values",
    lambda type: isinstance(type, t.RankedTensorType) and type.has_static_shape,
)
