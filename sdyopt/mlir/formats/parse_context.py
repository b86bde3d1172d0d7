"""What the action of a grammar rule knows of the text around the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from sdyopt.ir.attribute import Type
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import AttributeDef, Registry
from sdyopt.mlir.diagnostics import Diagnostic, ParseError, prefixed
from sdyopt.mlir.formats.state import EntryArgument, GenericName, ValueUse
from sdyopt.mlir.tokens import at_token, before_token, token_start
from sdyopt.mlir.write.attributes import MAX_NESTING

if TYPE_CHECKING:
    from sdyopt.ir.signature import OpDefinition

_T = TypeVar("_T")
_OPENING, _CLOSING = frozenset("([{<"), frozenset(")]}>")
_SHAPED = ("tensor", "vector", "memref")


class ParseContext:
    """The place of the rule whose action runs: where its symbols begin, what encloses it, what stands beside it.

    `stack` holds the values of all symbols that have been read and belong to rules that are not complete; those from
    `base` on are the symbols of this rule. `offsets` are where these values begin. Both belong to the parser: actions
    use the methods.
    """

    def __init__(self, text: str, registry: Registry) -> None:
        self.text = text
        self.registry = registry
        self.entry_arguments: list[EntryArgument] = []
        """The arguments of the next region's entry block."""
        self.complaints: list[Diagnostic] = []
        """Errors that do not stop the parse."""
        self.last_end = 0
        """Where the last token ends that has been read."""
        self.stack: list[Any] = []
        self.offsets: list[int] = []
        self.base = 0
        self._counted = (0, 0, -1)
        """Up to where in the stack brackets have been counted, where that is in the text, and how many are open."""

    def at(self, base: int) -> ParseContext:
        """Returns the context of an enclosing rule, whose symbols are those from `base` on."""
        context = ParseContext(self.text, self.registry)
        context.stack, context.offsets, context.base, context.last_end = self.stack, self.offsets, base, self.last_end
        return context

    # Places.

    @property
    def start(self) -> int:
        """Where the rule begins."""
        return self.offsets[self.base] if self.base < len(self.offsets) else self.next_token

    @property
    def next_token(self) -> int:
        """Where the first token begins that has not been read."""
        return token_start(self.text, self.last_end)

    @property
    def next_token_or_end(self) -> int:
        """Where MLIR reports what is wrong with the next token: at the end of the text that is a character earlier."""
        return at_token(self.text, self.next_token)

    def offset_of(self, index: int) -> int:
        """Returns where symbol number `index` of the rule begins; negative numbers count from its last symbol."""
        return self.offsets[index if index < 0 else self.base + index]

    def end_of(self, index: int) -> int:
        """Returns where what follows symbol number `index` of the rule begins."""
        following = self.base + index + 1
        return self.offsets[following] if following < len(self.offsets) else self.next_token

    @property
    def separator(self) -> int:
        """Where the token before the rule begins."""
        return self.offsets[self.base - 1]

    def offset_of_value(self, part: Any, otherwise: int, later: int = 0) -> int:
        """Returns where a value begins, or a list by its first element; `otherwise` if it has not been read.

        Of equal types the last one counts that as many come after as `later` says.
        """
        places = [
            place
            for value, place in zip(self.stack, self.offsets, strict=True)
            if value is part or (isinstance(part, list) and value in part[:1])
        ]
        return token_start(self.text, places[-1 - later]) if len(places) > later else otherwise

    # Values.

    def symbol(self, index: int) -> Any:
        """Returns the value of symbol number `index` of the rule: for punctuation and keywords their text."""
        return self.stack[self.base + index]

    @property
    def symbols(self) -> list[Any]:
        """The values of the rule's symbols."""
        return self.stack[self.base :]

    def siblings(self, kind: type[_T]) -> list[_T]:
        """Returns what stands before this rule in the same list, as far as it is of `kind`, in order."""
        found: list[_T] = []
        for index in range(self.base - 1, -1, -1):
            value = self.stack[index]
            values = [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, kind)]
            if not values and value != ",":
                break
            found[:0] = values
        return found

    def previous(self, kind: type[_T]) -> _T | None:
        """Returns what stands before this rule, and a comma, in the same list; None if that is not of `kind`."""
        value = self.stack[self.base - 2]
        value = value[-1] if isinstance(value, list) and value else value
        return value if isinstance(value, kind) else None

    def innermost(self, kind: type[_T], accepts: Callable[[_T], bool] = lambda value: True) -> _T:
        """Returns the last value of `kind` that stands before this rule and is accepted."""
        values = (self.stack[index] for index in range(self.base - 1, -1, -1))
        return next(value for value in values if isinstance(value, kind) and accepts(value))

    @property
    def operation(self) -> OpDefinition | GenericName | None:
        """What is being read: the definition of an operation in its own format, or the name of one in generic form."""
        return next((value for value in reversed(self.stack) if isinstance(value, (OpDef, GenericName))), None)

    @property
    def format_start(self) -> int:
        """Where the format of the operation begins that is being read: behind its name."""
        index = next(index for index in reversed(range(len(self.stack))) if isinstance(self.stack[index], OpDef))
        return self.offsets[index + 1]

    @property
    def operation_start(self) -> int:
        """Where the name of the operation stands whose format is being read."""
        return max(place for value, place in zip(self.stack, self.offsets, strict=True) if isinstance(value, OpDef))

    @property
    def operation_in_own_format(self) -> OpDef | None:
        """The operation to whose own format the rule belongs; None if it belongs to an attribute in it."""
        for value in reversed(self.stack):
            if isinstance(value, OpDef):
                return value
            if isinstance(value, (GenericName, AttributeDef)):
                break
        return None

    def resolve(self, use: ValueUse, type: Type) -> Value:
        """Returns the value that a name stands for. Raises ParseError if it has another type."""
        raise NotImplementedError

    # Errors.

    def error(self, message: str, offset: int, kind: type[ParseError] = ParseError) -> ParseError:
        """Returns an error in what is being read. As in MLIR it names the operation in whose own format it is."""
        operation = self.operation_in_own_format
        return kind(message if operation is None else prefixed(f"custom op '{operation.name}' ", message), offset)

    def missing(self, message: str, offset: int) -> ParseError:
        """Returns an error about something that should be where the token at `offset` is."""
        error = ParseError(message, before_token(self.text, offset))
        error.next_token = offset
        return error

    def check_nesting(self) -> None:
        """Raises ParseError if what has just been read is inside of too many brackets of attributes and types."""
        if self.base > MAX_NESTING and self._depth(self.base) > MAX_NESTING:
            raise ParseError(f"nesting is limited to {MAX_NESTING} levels", self.start)

    def _depth(self, base: int) -> int:
        """Returns how many brackets are open around what stands from `base` on in the stack.

        It counts on from where it has counted before. What is around something that has been checked is less deep, so
        that it need not be counted.
        """
        counted, offset, depth = self._counted
        if counted > base and offset >= self.start:
            self._counted = (base, self.offsets[base - 1], -1)
            return 0
        if depth < 0 or counted > base or self.offsets[counted - 1] != offset:
            counted = depth = 0
        for value in reversed(self.stack[counted:base]):
            if isinstance(value, str):
                depth += (value[:1] in _OPENING and len(value) == 1) or value.startswith(_SHAPED)
                depth -= value in _CLOSING
            elif isinstance(value, (OpDef, GenericName)):
                break
        self._counted = (base, self.offsets[base - 1], depth)
        return depth
