"""Replacements: what most patterns of MLIR's own dialects do with the operation that they match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import OpOperand, Value
from sdyopt.rewriting.decisions import Explanation, explained
from sdyopt.rewriting.patterns import PatternRewriter


def replace_with_values(op: Operation, values: Sequence[Value], rewriter: PatternRewriter) -> None:
    """Replaces an operation by values that it turns out to be."""
    rewriter.report(simplified, op)
    rewriter.replace(op, values)


def replace_operand(op: Operation, value: Value, rewriter: PatternRewriter) -> None:
    """Gives an operation another first operand, with which it computes the same."""
    rewriter.report(simplified, op)
    rewriter.set_operand(OpOperand(op, 0), value)


def replace_with_new(
    op: Operation,
    rewriter: PatternRewriter,
    definition: OpDefinition,
    operands: Iterable[Value] = (),
    types: Sequence[Type] | None = None,
    properties: DictionaryAttr | Mapping[str, Attribute] = NO_ATTRIBUTES,
    attributes: DictionaryAttr = NO_ATTRIBUTES,
    location: Location | int | None = None,
) -> Operation:
    """Replaces an operation by a new one before it, and returns that.

    It has the same result types and location unless others are given, and only the attributes that are given.
    """
    rewriter.report(simplified, op)
    new = rewriter.create_before(
        op,
        definition,
        operands,
        op.signature.result_types if types is None else types,
        properties if isinstance(properties, DictionaryAttr) else dict(properties),
        attributes,
        location=op.location if location is None else location,
    )
    for result, old in zip(new.results, op.results, strict=True):
        rewriter.renames(result, old)
    rewriter.replace(op, new.results)
    return new


def simplified(op: Operation) -> Explanation:
    """A pattern replaces an operation by a simpler form."""
    text = "{op} replaced by a simpler form"
    return explained("simplified", text, op, op=op)
