"""Folding: what MLIR makes of single operations, without any pattern.

StableHLO's and SDY's operations are never folded, and those of MLIR's own dialects stay as they are. Of CHLO's
commutative ones take a constant last, and a `chlo.constant_like` of static shape is a constant; casts that undo each
other are none. Dialects of other packages may have folders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from sdyopt.dialects.builtin.ops import UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I1, BoolAttr, DenseElementsAttr, DictionaryAttr, FloatAttr, IntegerAttr
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation
from sdyopt.ir.remembering import remembered
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.types import RankedTensorType, ShapedType
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.installed import BrokenPackageError
from sdyopt.mlir.write.attributes import text_of
from sdyopt.rewriting.decisions import Decision
from sdyopt.rewriting.folding.constants import constant_signature, constant_value
from sdyopt.rewriting.folding.folders import folder_of
from sdyopt.rewriting.remarks import Remarks
from sdyopt.rewriting.rewriter import Rewriter

Fold = Callable[[Operation, Rewriter], bool]
"""Folds an operation if it can be folded; returns whether it did."""


def fold_commutative(op: Operation, rewriter: Rewriter) -> bool:
    """Swaps the operands of a commutative operation, so that a constant comes last.

    As in MLIR, which partitions them in place, constants that stay become the newest uses.
    """
    first, second = [constant_value(operand) is not None for operand in op.operands]
    if second:
        op.set_operands(op.operands, renewed_from=0 if first else 1)
    if second or not first:
        return False
    swap_operands(op, rewriter)
    return True


def swap_operands(op: Operation, rewriter: Rewriter) -> None:
    """Swaps the operands of an operation that has two."""
    rewriter.set_operands(op, op.operands[::-1])
    rewriter.report(OperandsSwapped, op)


def fold_cast(op: Operation, rewriter: Rewriter) -> bool:
    """Replaces a cast by what it gives back."""
    values = cast_from(op)
    if values is None:
        return False
    for result, value in zip(op.results, values, strict=True):
        rewriter.report(CastFolded, result, value)
    rewriter.replace(op, list(values))
    return True


def fold_constant_like(op: Operation, rewriter: Rewriter) -> bool:
    """Replaces a `chlo.constant_like` whose shape is known by a constant."""
    type = op.operands[0].type
    if not isinstance(type, ShapedType) or not type.has_static_shape:
        return False
    signature = splat_constant(op.signature)
    if signature is None:
        return False
    constant = rewriter.create_with(InsertionPoint.before_op(op), signature, [], op.location)
    rewriter.report(ConstantLikeFolded, op)
    rewriter.renames(constant.result, op.result)
    rewriter.replace(op, constant.results)
    return True


@remembered
def splat_constant(signature: Signature) -> Signature | None:
    """Returns the signature of the `chlo.constant` for a `chlo.constant_like`; None if the value is not a number."""
    value = signature.properties["value"]
    (operand_type,), (result_type,) = signature.operand_types, signature.result_types
    if not isinstance(value, (BoolAttr, FloatAttr, IntegerAttr)) or not isinstance(operand_type, RankedTensorType):
        return None
    type = I1 if isinstance(value, BoolAttr) else value.type
    number = text_of(value).partition(" : ")[0]
    elements = DenseElementsAttr(number, RankedTensorType(operand_type.shape, type))
    return Signature.of(chlo.CONSTANT, (), (result_type,), DictionaryAttr((("value", elements),)))


def is_commutative(definition: OpDefinition) -> bool:
    """Whether the operands of operations with this definition may be swapped by folding."""
    return definition.dialect == "chlo" and "Commutative" in definition.traits


def fold_by_folder(op: Operation, rewriter: Rewriter) -> bool:
    """Folds an operation by the folder that its dialect has for it."""
    folder = folder_of(op.signature.definition)
    assert folder is not None
    folding = folder(op, [constant_value(operand) for operand in op.operands])
    if folding is None:
        return False
    if callable(folding):
        folding(rewriter)
        rewriter.report(ChangedByFolding, op)
        return True
    if len(folding) != len(op.results) or not all(isinstance(one, (Value, Attribute)) for one in folding):
        expected = f"{len(op.results)} values or attributes"
        raise BrokenPackageError(f"the folder of '{op.name}' returned {folding!r}, not {expected}", op.location)
    values = materialized(op, folding, rewriter)
    if values is None:
        return False
    for result, value in zip(op.results, values, strict=True):
        rewriter.report(Folded, result, value)
    rewriter.replace(op, values)
    return True


def materialized(op: Operation, folding: Sequence[Value | Attribute], rewriter: Rewriter) -> list[Value] | None:
    """Returns the values that the results of `op` are, with new constants before `op`; None if one cannot be made."""
    definition = op.signature.definition
    values: list[Value] = []
    made: list[Operation] = []
    for result, one in zip(op.results, folding, strict=True):
        if isinstance(one, Attribute):
            signature = constant_signature(definition.dialect, one, result.type)
            if signature is None:
                for constant in made:
                    rewriter.erase(constant)
                return None
            constant = rewriter.create_with(InsertionPoint.before_op(op), signature, [], op.location)
            rewriter.renames(constant.result, result)
            made.append(constant)
            values.append(constant.result)
        else:
            values.append(one)
    return values


FOLDS: Mapping[OpDefinition, Fold] = {
    UNREALIZED_CONVERSION_CAST: fold_cast,
    chlo.CONSTANT_LIKE: fold_constant_like,
    **{definition: fold_commutative for definition in chlo.OPERATIONS if is_commutative(definition)},
}
"""How operations of the dialects that every run knows are folded, by what defines them."""


def fold_of(definition: OpDefinition) -> Fold | None:
    """Returns what folds operations with this definition; None if nothing does."""
    found = FOLDS.get(definition)
    return found if found is not None or folder_of(definition) is None else fold_by_folder


class Folded(Decision):
    """A result of an operation is replaced by what it is."""

    value: OpResult
    source: Value

    def explain(self, remarks: Remarks) -> None:
        op, constant = self.value.owner, constant_value(self.source)
        if constant is not None and self.source not in op.operands:
            self.report(remarks, "folded", "{value} is the constant {constant}", op, constant=constant)
        else:
            self.report(remarks, "folded", "{value} replaced by {source}, which it is", op)


class ChangedByFolding(Decision):
    """Folding gives an operation other operands or attributes."""

    kind = "changed-by-folding"
    text = "{op} has a simpler form"

    op: Operation


class OperandsSwapped(Decision):
    """The operands of a commutative operation are swapped, so that a constant comes last."""

    kind = "operands-swapped"
    text = "operands of {op} swapped: a constant comes last"

    op: Operation


class ConstantLikeFolded(Decision):
    """A `chlo.constant_like` is replaced by a constant."""

    op: Operation

    def explain(self, remarks: Remarks) -> None:
        text = "{value} is a constant: its shape is known"
        remarks.tell("constant-like-folded", text, self.op, value=self.op.results[0])


class CastFolded(Decision):
    """A result of a cast is replaced by what was cast, or that of another operation by the operand that it is."""

    value: OpResult
    source: Value

    def explain(self, remarks: Remarks) -> None:
        what = "cast" if "cast" in self.value.owner.name else "operation"
        text = f"{{value}} replaced by {{source}}: the {what} changes nothing"
        self.report(remarks, "cast-folded", text, self.value.owner)


# What is folded while another dialect's operations are converted.


@cache
def is_foldable(definition: OpDefinition) -> bool:
    """Whether operations with this definition may be folded during a conversion that keeps their operands."""
    return definition is UNREALIZED_CONVERSION_CAST or is_commutative(definition) or folder_of(definition) is not None


def fold_unconverted(
    op: Operation, constant_of: Callable[[Value], Attribute | None], rewriter: Rewriter
) -> Sequence[Value] | None:
    """Folds an operation, which is foldable, during a conversion; returns the values that its results are, if any.

    What would be a constant is not folded: a conversion does not know whether it may make one.
    """
    definition = op.signature.definition
    if definition is UNREALIZED_CONVERSION_CAST:
        return cast_from(op)
    folder = folder_of(definition)
    if folder is None:
        first, second = map(constant_of, op.operands)
        if first is not None and second is None:
            swap_operands(op, rewriter)
        return None
    while callable(folding := folder(op, [constant_of(operand) for operand in op.operands])):
        folding(rewriter)
        rewriter.report(ChangedByFolding, op)
    values = [one for one in folding or () if isinstance(one, Value)]
    return values if folding and len(values) == len(folding) else None


def fold(ops: Iterable[Operation], constant_of: Callable[[Value], Attribute | None], rewriter: Rewriter) -> None:
    """Folds `ops`, which are foldable, in the order of the text; each as the module was before any was folded."""
    folded: list[tuple[Operation, Sequence[Value]]] = []
    for op in ops:
        sources = fold_unconverted(op, constant_of, rewriter)
        if sources is not None:
            folded.append((op, sources))
    replaced: dict[Value, Value] = {}
    for op, sources in folded:
        for result, source in zip(op.results, sources, strict=True):
            while source in replaced:
                source = replaced[source]
            if source is not result:
                rewriter.report(CastFolded, result, source)
                rewriter.replace_uses(result, source)
                replaced[result] = source
    for op, _ in reversed(folded):
        if not any(result.is_used for result in op.results):
            rewriter.erase(op)


def cast_from(op: Operation) -> list[Value] | None:
    """The values that a cast gives back: its operands, or those of a cast that it undoes; None if it does more."""
    types = op.signature.result_types
    if op.signature.operand_types == types:
        return op.operands
    first = op.operands[0] if op.operands else None
    if not isinstance(first, OpResult) or first.owner.signature.definition is not UNREALIZED_CONVERSION_CAST:
        return None
    undone = first.owner
    if list(undone.results) != op.operands or undone.signature.operand_types != types:
        return None
    return list(undone.operands)
