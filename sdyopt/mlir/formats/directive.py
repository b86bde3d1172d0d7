"""Parts of assembly formats that have a syntax of their own: `custom<Name>(…)`, by the name of a class."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from sdyopt.ir.operation import Operation
from sdyopt.mlir.formats.state import OperationState
from sdyopt.mlir.formats.writer import Writer

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


class Directive:
    """`parse(parser, state, names)` reads it; `write(writer, op, *names)` prints it.

    `names` are those between the parentheses.
    """

    parse: ClassVar[Callable[..., None]]
    write: ClassVar[Callable[..., None]]
    ends_in_types: ClassVar[bool] = False
    """Whether it ends in types that become those of operands and results as they are, and nothing else that it reads
    depends on the sizes in them."""
    is_constant: ClassVar[bool] = False
    """Whether it is a value, whose type becomes that of the result."""


class PropertyDirective(Directive):
    """A property in a form of its own; nothing if it is not there."""

    @classmethod
    def parse_value(cls, parser: Parser) -> Any:
        """Reads the property; returns None if it is not there."""
        raise NotImplementedError

    @classmethod
    def text(cls, value: Any) -> str:
        """Returns what is printed of the property."""
        raise NotImplementedError

    @classmethod
    def parse(cls, parser: Parser, state: OperationState, names: tuple[str]) -> None:
        value = cls.parse_value(parser)
        if value is not None:
            state.properties[names[0]] = value

    @classmethod
    def write(cls, writer: Writer, op: Operation, name: str) -> None:
        value = op.properties.get(name)
        if value is not None:
            writer.text(cls.text(value))
