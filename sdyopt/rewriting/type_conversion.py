"""Conversions of values to other types, as MLIR's dialect conversion does them.

A converted operation gets operands of the types that its conversion wants. Where a value has another type, a
`builtin.unrealized_conversion_cast` stands between the two; so it does where a converted value has users that are not
converted. Nothing is replaced before all operations have been visited.
"""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.dialects.builtin.ops import UNREALIZED_CONVERSION_CAST
from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.rewriting.conversion import Replacements
from sdyopt.rewriting.rewriter import Rewriter


class ConvertedValues(Replacements):
    """Operations to be replaced by values that may have other types than their results.

    `wanted_type` gives the type of a value as converted operations want it.
    """

    def __init__(self, wanted_type: Callable[[Value], Type], rewriter: Rewriter) -> None:
        super().__init__()
        self._wanted_type = wanted_type
        self._rewriter = rewriter
        self._casts: list[Operation] = []

    def of(self, value: Value) -> Value:
        """Returns what is used instead of `value` in the end, of whatever type, or that itself."""
        return self._chain(value)[-1]

    def operand(self, value: Value, location: Location | int) -> Value:
        """Returns what an operation at `location` that is being converted uses for its operand `value`."""
        wanted = self._wanted_type(value)
        found = [each for each in self._chain(value) if each.type is wanted]
        return found[-1] if found else self._cast(value, wanted, location)

    def _chain(self, value: Value) -> list[Value]:
        """Returns the converted form of `value`: what it is replaced by, or a cast of that."""
        found = [value]
        while found[-1] in self._values:
            found.append(self._values[found[-1]])
        return found

    def _cast(self, value: Value, type: Type, location: Location | int) -> Value:
        """Returns `value` cast to `type`, by a new operation right after it."""
        last = self.of(value)
        cast = self._rewriter.create_after(last, UNREALIZED_CONVERSION_CAST, [last], [type], location=location)
        self._casts.append(cast)
        self._values[last] = cast.result
        return cast.result

    def convert_argument(self, argument: BlockArgument, type: Type) -> None:
        """Gives a block argument another type. A cast back stands for it where that is not wanted."""
        if argument.type is type:
            return
        before = argument.type
        self._rewriter.set_type(argument, type)
        cast = self._rewriter.create_after(
            argument, UNREALIZED_CONVERSION_CAST, [argument], [before], location=argument.location
        )
        self._rewriter.replace_uses(argument, cast.result, except_in=cast)
        self._casts.append(cast)
        self._values[cast.result] = argument

    @property
    def cast_count(self) -> int:
        """The number of casts that have been created; see `undo_casts`."""
        return len(self._casts)

    def undo_casts(self, count: int) -> None:
        """Erases the newest casts, which are not used, so that only the first `count` stay."""
        while len(self._casts) > count:
            cast = self._casts.pop()
            del self._values[cast.operands[0]]
            self._rewriter.erase(cast)

    def commit(self) -> list[Operation]:
        """Replaces the operations, erases them, and returns the casts that stay."""
        replaced = set(self._replaced)
        standing_in = set(self._values.values())
        for op in self._replaced:
            for result in op.results:
                if result in standing_in or any(user not in replaced for user in result.users):
                    self._rewriter.replace_uses(result, self._replacement(result))
        self._rewriter.erase_together(self._replaced)
        casts = [cast for cast in self._casts if not self._is_reconciled(cast)]
        for cast in casts:
            # MLIR then creates each cast that stays anew.
            cast.renew_uses()
            cast.result.reverse_uses()
        return casts

    def _replacement(self, result: OpResult) -> Value:
        """Returns the converted form of a result of its type: the last such value, or a cast of the last one of all."""
        same = [each for each in self._chain(result)[1:] if each.type is result.type]
        return same[-1] if same else self._cast(result, result.type, result.owner.location)

    def _is_reconciled(self, cast: Operation) -> bool:
        """Erases a cast that is not used, or one to what was cast before; returns whether it has."""
        source: Operation | None = cast
        while source is not None and source.signature.operand_types != cast.signature.result_types:
            first = source.operands[0] if source.operands else None
            source = first.owner if isinstance(first, OpResult) else None
            if source is not None and source.signature.definition is not UNREALIZED_CONVERSION_CAST:
                source = None
        if source is not None:
            self._rewriter.replace_uses(cast.result, source.operands[0])
        if not cast.result.is_used:
            self._rewriter.erase(cast)
            return True
        return False
