"""The kinds of types that arith's declarations ask for, with the words of the reference for them."""

from __future__ import annotations

from sdyopt.ir import types as t
from sdyopt.ir.attribute import Type
from sdyopt.mlir.declare.constraints import TypeConstraint
from sdyopt.mlir.declare.type_kinds import is_signless_integer, is_signless_integer_or_index, like


def _has_bits(type: Type) -> bool:
    return not isinstance(type, t.IntegerType) or type.width > 0


def _or_memref(kind: TypeConstraint, summary: str) -> TypeConstraint:
    """What `kind` accepts, and memrefs of such elements."""
    return TypeConstraint(
        f"{kind.summary} or memref of {summary}",
        lambda type: kind.accepts(type.element_type if isinstance(type, t.MemRefType) else type),
    )


INTEGER_LIKE = like(
    "signless-non-zero-bitwidth-integer-like",
    lambda type: is_signless_integer_or_index(type) and _has_bits(type),
)
FIXED_WIDTH_INTEGER_LIKE = like(
    "signless-fixed-width-integer-like", lambda type: is_signless_integer(type) and _has_bits(type)
)
NUMBER_LIKE = like(
    "non-zero-bitwidth-signless-integer-or-float-like",
    lambda type: (is_signless_integer(type) and _has_bits(type)) or isinstance(type, t.FloatType),
)
INDEX_CASTABLE = _or_memref(INTEGER_LIKE, "signless-integer")
BITCASTABLE = _or_memref(NUMBER_LIKE, "non-zero-bitwidth signless integer or float")
