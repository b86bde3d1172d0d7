"""What the padding of tensors reports."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import Sharding
from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import Value
from sdyopt.rewriting.decisions import Explanation, explained


def padded(op: Operation, value: Value, before: Type, after: Type, sharding: Sharding) -> Explanation:
    """A value is padded in front of an all-slice."""
    text = "{value} padded with zeros from {before} to {after}, which {sharding} divides"
    return explained("padded", text, op, value=value, before=before, after=after, sharding=sharding)


def result_padded(value: Value, before: Type, after: Type) -> Explanation:
    """A result is computed on padded tensors, and is padded itself."""
    text = "{value} computed as {after} instead of {before}: the rest is padding"
    return explained("result-padded", text, value, value=value, after=after, before=before)


def masked(op: Operation, value: Value, dimensions: tuple[int, ...], before: Type, after: Type) -> Explanation:
    """The padding of an operand of a dot product is replaced by zeros along contracting dimensions."""
    text = (
        "{value} masked: what {after} holds beyond {before} along the contracting "
        "{dimensions:dimension|dimensions} {dimensions} is zero now, and adds nothing to the product"
    )
    return explained("masked", text, op, value=value, after=after, before=before, dimensions=dimensions)


def filled(op: Operation, value: Value, before: Type, after: Type) -> Explanation:
    """The padding of an operand of a pad is replaced by the padding value."""
    text = "{value} filled with the padding value where {after} goes beyond {before}: what it holds there would show"
    return explained("filled", text, op, value=value, after=after, before=before)


def sliced_back(op: Operation, before: Type, after: Type) -> Explanation:
    """What a collective returns has its original size again along the dimensions from which axes are gone."""
    text = "{value} sliced back from {before} to {after}: what is gathered is not padded any more"
    return explained("sliced-back", text, op, value=op.result, before=before, after=after)


def windows_cut(op: Operation, before: Type, after: Type) -> Explanation:
    """A convolution of padded operands has windows that begin in the padding, which are cut off."""
    text = "{value} cut from {before} to {after}: the other windows begin in padding"
    return explained("windows-cut", text, op, value=op.result, before=before, after=after)


def slice_extended(op: Operation, before: Type, after: Type) -> Explanation:
    """A slice takes more of a dimension, so that the result is padded."""
    text = "{value} extended from {before} to {after}: no device needs elements of another one for it"
    return explained("slice-extended", text, op, value=op.result, before=before, after=after)


def type_cast(op: Operation) -> Explanation:
    """A cast between the type of a value and its padded type stays in the program."""
    text = "{value} cast from {before} to {after}: only one of what computes it and what uses it can be padded"
    value = op.operands[0]
    return explained("type-cast", text, op, value=value, before=value.type, after=op.result.type)
