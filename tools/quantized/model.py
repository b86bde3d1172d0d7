"""The rules for programs with quantized types: whether a program is valid, else the first error.

    first_error(program)

Where the rules leave a choice, the model reads them like this:

- `and`, `or` and `xor` of StableHLO take no quantized operands, but the words for their results, and those of CHLO's,
  list quantized elements. The words decide: the result fails the rule after the constraint.
- The axes of blocks are all checked before all of their sizes.
- Scales of blocks are held in the expressed type and printed as doubles; programs have blocks with scales only that
  the expressed type can hold. Zero points of blocks wrap in the width of the storage, with its sign.
- Scales in messages print as `%e` of C does, those of `broadcast_in_dim` too.
- Scales and zero points of two types are compared as far as both have them, in one rule.
- The permutation of a transpose that is too short for the result's axis is left to inference.
- `dynamic_broadcast_in_dim` with an operand that is not quantized per axis, and a result that is, is refused after the
  rules of dimensions.
- Signed and unsigned storage with the same explicit range is compatible: the signed flag is not compared.
- In `select_and_scatter`, the source must have exactly the operand's element.
- `any` without an expressed type is written and printed without a colon.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tools.quantized import chlo, moving, products, reducers
from tools.quantized.constraints import constraint_errors
from tools.quantized.operations import SHARED, Error, ModelOperation, Rule
from tools.quantized.type_checks import type_error
from tools.quantized.types import ModelTensor, Quantized

RULES: dict[str, Rule] = {
    "add": products.add,
    "transpose": moving.transpose,
    "reshape": moving.reshape,
    "dynamic_reshape": moving.dynamic_reshape,
    "broadcast_in_dim": moving.broadcast_in_dim,
    "dynamic_broadcast_in_dim": moving.dynamic_broadcast_in_dim,
    "convolution": products.convolution,
    "dynamic_conv": products.convolution,
    "dot_general": products.dot_general,
    "dot": products.dot,
    "uniform_quantize": products.uniform_quantize,
    "uniform_dequantize": products.uniform_dequantize,
    "constant": products.constant,
    **reducers.RULES,
}
"""The rules of StableHLO's operations that have rules of their own."""


class ModelError(NamedTuple):
    """The first error of a program."""

    message: str
    region: int | None = None
    """The number of the region that ends with the error."""
    is_of_type: bool = False
    """Whether a type of the function cannot be read."""


def first_error(arguments: tuple[ModelTensor, ...], op: ModelOperation | None) -> ModelError | None:
    """Returns what is wrong with a function of these arguments around an operation; None if nothing is.

    The types of the arguments are read first, then those of the operation's results, which the function returns.
    """
    for tensor in (*arguments, *(op.results if op else ())):
        if isinstance(tensor.element, Quantized) and (error := type_error(tensor.element)):
            return ModelError(error, is_of_type=True)
    found = next(operation_errors(op), None) if op else None
    if isinstance(found, str):
        return ModelError(found)
    return found and ModelError(*found)


def has_error(tensor: ModelTensor) -> bool:
    """Whether the element of a tensor cannot be read."""
    return isinstance(tensor.element, Quantized) and type_error(tensor.element) is not None


def operation_errors(op: ModelOperation) -> Iterator[Error]:
    """Yields what is wrong with an operation, in order; only the first counts."""
    yield from constraint_errors(op.name, op.operands, op.results)
    dialect, _, word = op.name.partition(".")
    if dialect == "chlo":
        yield from chlo.RULES[word](op)
    elif word in RULES:
        yield from RULES[word](op)
    else:
        for rule in SHARED[word]:
            yield from rule(op)
