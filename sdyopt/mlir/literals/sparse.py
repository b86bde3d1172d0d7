"""The elements of `sparse<indices, values>`: only those that are not zero, and where they are."""

from __future__ import annotations

from sdyopt.ir import attributes as a
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Type
from sdyopt.mlir.literals.attributes import check_shaped, element_format
from sdyopt.mlir.literals.dense import canonical, elements, reprint
from sdyopt.mlir.literals.dense_literal import DenseLiteral, read_dense_literal
from sdyopt.mlir.literals.numbers import LiteralError
from sdyopt.mlir.tokens import at_token, before_token
from sdyopt.mlir.write.attributes import text_of

_INDEX = element_format(a.I64)


def read_parts(text: str, start: int) -> tuple[DenseLiteral, DenseLiteral] | None:
    """The two literals after `sparse<`, at `start`; None if there is nothing in the brackets.

    Raises LiteralError, with an offset from `start`.
    """
    indices = read_dense_literal(text, start)
    if indices.is_empty and not text.startswith(",", indices.next):
        return None
    if not text.startswith(",", indices.next):
        raise LiteralError("expected ','", before_token(text, indices.next) - start, token=indices.next - start)
    place = indices.next + 1
    try:
        values = read_dense_literal(text, place)
    except LiteralError as error:
        token = None if error.token is None else error.token + place - start
        raise LiteralError(error.message, (error.offset or 0) + place - start, token=token) from None
    if values.is_empty:
        message = "expected element literal of primitive type"
        raise LiteralError(message, at_token(text, values.next) - start, token=values.next - start)
    return indices, values


def sparse_elements(text: str, type: Type) -> a.SparseElementsAttr:
    """`sparse<text> : type`. Raises LiteralError; one without an offset is about the whole."""
    parts = read_parts(text, 0)
    if parts is not None and parts[1].next != len(text):
        raise LiteralError("expected '>'", parts[1].end)
    shape, element_type = check_shaped(type)
    if parts is None:
        return a.SparseElementsAttr("", "", type)
    indices, values = parts
    if indices.leaves[:1] and indices.leaves[0].startswith('"'):
        raise LiteralError("integer constant out of range for type", indices.offset_of(0))
    indices_shape = (1, len(shape)) if indices.shape is None else indices.shape
    indices_text = _canonical(text, indices, indices_shape, a.I64)
    count = indices_shape[0]
    values_shape = (count,) if values.shape is None else values.shape
    values_text = _canonical(text, values, values_shape, element_type)
    _check_shapes(shape, indices_shape, values_shape)
    flat = elements(indices_text, indices_shape, _INDEX)
    rank = len(shape)
    for number in range(count):
        index = flat[number * rank : (number + 1) * rank]
        if any(not 0 <= part < size for part, size in zip(index, shape, strict=True)):
            shown = ", ".join([str(part % (1 << 64)) for part in index])
            raise LiteralError(
                f"sparse index #{number} is not contained within the value shape, with index=[{shown}], and "
                f"type='{text_of(type)}'",
                None,
            )
    if not flat:
        return a.SparseElementsAttr("", "", type)
    return a.SparseElementsAttr(reprint(indices_text, indices_shape, _INDEX, None), values_text, type)


def _canonical(text: str, literal: DenseLiteral, shape: tuple[int, ...], element_type: Type) -> str:
    """One of the two literals in `text` as it prints."""
    part = text[literal.start : literal.end]
    try:
        return canonical(part, shape, element_format(element_type), text_of(t.RankedTensorType(shape, element_type)))
    except LiteralError as error:
        offset = literal.offset_of(0) if error.offset is None or error.offset < 0 else error.offset
        raise LiteralError(error.message, literal.start + offset, error.notes) from None


def _check_shapes(shape: tuple[int, ...], indices: tuple[int, ...], values: tuple[int, ...]) -> None:
    """Raises LiteralError unless each value has an index, of the rank of the type."""
    rank = len(shape)
    if len(values) != 1:
        raise LiteralError("expected 1-d tensor for sparse element values", None)
    fits = indices[1] == rank if len(indices) == 2 else len(indices) == rank == 1
    if not fits or values[0] != indices[0]:
        wanted, found, given = (", ".join(map(str, sizes)) for sizes in (shape, indices, values))
        raise LiteralError(
            f"expected shape ([{wanted}]); inferred shape of indices literal ([{found}]); inferred shape of values "
            f"literal ([{given}])",
            None,
        )
