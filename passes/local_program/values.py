"""The values that take the place of others in the local program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sdyopt.dialects.builtin.ops import UNREALIZED_CONVERSION_CAST
from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.insertion import InsertionPoint
from sdyopt.ir.operation import Operation, walk
from sdyopt.ir.value import OpResult, Value
from sdyopt.passes.local_program.decisions import cast_inserted
from sdyopt.passes.local_program.shardings import OriginalShardings
from sdyopt.rewriting.rewriter import Rewriter


class LocalValues:
    """What replaces values, and what that is cast to where it has another type than the local one of the value."""

    def __init__(self, shardings: OriginalShardings, rewriter: Rewriter) -> None:
        self._shardings = shardings
        self._rewriter = rewriter
        self._values: dict[Value, Value] = {}
        """What replaces values; that may be replaced in turn."""
        self._global_types: dict[Value, Type] = {}
        """The types that values of the program were written with which are used instead of others."""
        self._casts: dict[tuple[Value, Type], OpResult] = {}
        self._first_users: dict[OpResult, Operation] = {}
        """For which operations casts have been created."""
        self._late_casts: dict[OpResult, None] = {}
        """Casts back to the global type of a value, which MLIR creates after all other operations."""

    def operands(self, op: Operation) -> list[Value]:
        """Returns the local values of the operands of an operation, as a list that must not be changed."""
        operands = op.operands
        if self._values.keys().isdisjoint(operands):
            return operands
        replaced = self._values
        return [self.local(operand, op) if operand in replaced else operand for operand in operands]

    def local(self, operand: Value, user: Operation) -> Value:
        """Returns the local value of an operand, cast to its local type if it has another one."""
        found, written_type = operand, global_type(operand)
        expected = self._shardings.local_type(user, written_type, self._shardings.of(operand))
        original = operand if written_type is expected else None
        while found in self._values:
            found = self._values[found]
            if self._global_types.get(found) is expected:
                original = found
        if found.type is expected:
            return found
        self._rewriter.report(cast_inserted, user, operand, found.type, expected)
        if original is not None:
            return self._late_cast(found, expected, original)
        cast = self._cast(found, expected, user.location)
        self._first_users.setdefault(cast, user)
        return cast

    def replace(self, values: Iterable[Value], replacements: Sequence[Value]) -> None:
        """Uses `replacements` instead of `values`."""
        self._values.update(zip(values, replacements, strict=True))

    def substitute(self, op: Operation, values: Sequence[Value], types: Sequence[Type]) -> None:
        """Uses values of the program, which was written with them as of these `types`, instead of the results of `op`.

        They may be converted later.
        """
        self._values.update(zip(op.results, values, strict=True))
        self._global_types.update(zip(values, types, strict=True))

    def hide_casts(self, failed: Operation) -> None:
        """Takes casts out of the program that MLIR does not have when `failed` cannot be converted."""
        for value in self._casts.values():
            if value in self._late_casts or self._first_users.get(value) is failed:
                value.owner.detach()

    def finish(self, erased: Sequence[Operation], unreached: Iterable[Operation]) -> None:
        """Erases what has been replaced.

        Operations that have not been converted, as no block leads to them, get values of their global types.
        """
        for op in unreached:
            for inner in walk(op):
                for index, (operand, type) in enumerate(
                    zip(inner.operands, inner.signature.operand_types, strict=True)
                ):
                    value = self._last(operand)
                    if value.type is not type:
                        value = self._late_cast(value, type, operand)
                    if value is not operand:
                        inner.set_operand(index, value)
        for value in self._late_casts:
            self._rewriter.renew_uses(value.owner)
        gone = {*erased}
        for op in erased:
            for result in op.results:
                if any(user not in gone for user in result.users):  # In a graph region uses may come first.
                    self._rewriter.replace_uses(result, self._last(result))
        self._rewriter.erase_together(erased)

    def _last(self, value: Value) -> Value:
        while value in self._values:
            value = self._values[value]
        return value

    def _late_cast(self, value: Value, type: Type, original: Value) -> Value:
        """Returns a value as one of the global type of the `original` that it has become."""
        cast = self._cast(value, type, original.definition_location)
        self._late_casts[cast] = None
        return cast

    def _cast(self, value: Value, type: Type, location: Location | int) -> OpResult:
        """Returns a value as one of another type; the cast stands after its definition, once for all uses."""
        known = self._casts.get((value, type))
        if known is None:
            known = self._casts[value, type] = self._rewriter.create(
                InsertionPoint.after_value(value), UNREALIZED_CONVERSION_CAST, [value], [type], location=location
            ).result
        return known


def global_type(value: Value) -> Type:
    """Returns the type with which a value was written whose operation, or block, is replaced."""
    return value.owner.signature.result_types[value.index] if isinstance(value, OpResult) else value.type
