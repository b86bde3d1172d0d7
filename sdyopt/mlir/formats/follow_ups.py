"""What MLIR's parsers report after an error: that of an attribute says which parameter it could not read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from sdyopt.mlir.formats.parse_context import ParseContext


class AtStart(str):
    """A message about the place where the part begins, and not about the token at which it could not be read."""

    __slots__ = ()


class AtOperation(str):
    """A message about the operation in whose own format the part is, at its name."""

    __slots__ = ()


class Unclosed(str):
    """A bracket that MLIR asks for in the format of an operation, though what stands before it could not be read."""

    __slots__ = ()


FollowUp: TypeAlias = "str | Callable[[ParseContext], str]"
"""A message, or what makes it of the context of the rule."""

FollowUps = Mapping[str, FollowUp]
"""What is reported after an error in a part of a rule, by that part: "mesh_axis int64".

The rule is called by its nonterminal or its name; the rules of lists in it count as the rule itself. A number behind
the symbol ("sub_axis int64 3") means that symbol of the rule, counted from 0, alone; a star means any symbol, and
without a number any but the first. Where no symbol stands, the rule has been read and its action has refused it.
"""


def unread_parameter(attribute: str, name: str, type: str) -> str:
    """What the parsers that MLIR generates report of a parameter."""
    return f"failed to parse {attribute} parameter '{name}' which is to be a `{type}`"
