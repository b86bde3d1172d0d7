"""Rules of the grammar, with what they do and what is said where text does not fit them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any, ClassVar, TypeVar

from sdyopt.mlir.formats.follow_ups import FollowUps
from sdyopt.mlir.formats.messages import SyntaxMessages

_T = TypeVar("_T")


class Syntax:
    """Rules that belong together, in `grammar`, in Lark's notation.

    The action of a rule is the public static method with the name of the rule or of its alias. It gets the
    `ParseContext` and the values of the rule's symbols; punctuation and keywords have none. `messages` are the errors
    where something else stands than the rules have, and `follow_ups` what MLIR's parsers report after an error.
    """

    grammar: ClassVar[str] = ""
    messages: ClassVar[SyntaxMessages] = {}
    follow_ups: ClassVar[FollowUps] = {}

    @classmethod
    def actions(cls) -> dict[str, Callable[..., Any]]:
        """Returns the action of each rule that has one, by its name."""
        return {
            name: getattr(cls, name)
            for base in reversed(cls.__mro__)
            for name, value in vars(base).items()
            if isinstance(value, staticmethod) and not name.startswith("_")
        }


class Directive(Syntax):
    """A part of assembly formats with a syntax of its own: `custom<Name>(…)`, by the name of the class.

    The rule `symbol` reads it. `read(value, state, *names)` brings the value of that rule into the operation's state;
    `write(writer, op, *names)` prints it. `names` are those between the parentheses.
    """

    symbol: ClassVar[str]
    read: ClassVar[Callable[..., None]]
    write: ClassVar[Callable[..., None]]


class PropertyDirective(Directive):
    """A property in a form of its own; nothing if it is not there."""

    @classmethod
    def text(cls, value: Any) -> str:
        """Returns what is printed of the property."""
        raise NotImplementedError

    @classmethod
    def read(cls, value: Any, state: Any, name: str) -> None:
        state.properties[name] = value

    @classmethod
    def write(cls, writer: Any, op: Any, name: str) -> None:
        value = op.properties.get(name)
        if value is not None:
            writer.text(cls.text(value))


# Actions of rules that only put values together.

given = staticmethod(lambda context, value: value)
as_list = staticmethod(lambda context, *values: list(values))
as_tuple = staticmethod(lambda context, *values: values)


def always(value: _T) -> staticmethod[..., _T]:
    """Returns the action of a rule without values, which stands for one."""
    return staticmethod(lambda context: value)


def made(make: Callable[..., _T]) -> staticmethod[..., _T]:
    """Returns the action that calls `make` with the values of the symbols."""
    return staticmethod(lambda context, *values: make(*values))


def made_of_all(make: Callable[[Any], _T]) -> staticmethod[..., _T]:
    """Returns the action that calls `make` with a tuple of the values of the symbols."""
    return staticmethod(lambda context, *values: make(values))


def actions_of(parts: Iterable[type[Syntax]]) -> dict[str, Callable[..., Any]]:
    """Returns the actions of all rules."""
    return {name: action for part in parts for name, action in part.actions().items()}


def syntax_in(*modules: ModuleType) -> Iterator[type[Syntax]]:
    """Yields the syntax that modules define, in order."""
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Syntax) and value.__module__ == module.__name__:
                yield value
