"""What a definition asks of operands, results and attributes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.record import Record


class TypeConstraint(Record):
    """A set of types. `summary` completes the sentence "must be …, but got 'i32'".

    Where a format gives such a type, it must be of the class that MLIR holds it in, if that is not just any type's:
    `cls`, which MLIR's messages call `cls_name` (if they name it). `only` is the one type in the set, if there is just
    one: formats need not give it.
    """

    summary: str
    accepts: Callable[[Type], bool]
    cls: type[Type] | tuple[type[Type], ...] = Type
    cls_name: str = ""
    only: Type | None = None


class AttrConstraint(Record):
    """A set of attributes, and how they stand in an assembly format.

    `summary` completes "failed to satisfy constraint: …". `symbol` is the grammar rule that reads the attribute where
    a format says `$name`; `read` makes the attribute of what that rule gives (None: it is the attribute already);
    `write` gives its text there (None: it is printed in full). `is_kind` tells whether an attribute is of the class
    that MLIR holds such attributes in, which may be wider than what is accepted (None: it is not). `names` is the class
    of attributes that are the names of symbols (None: they are none).
    """

    summary: str
    accepts: Callable[[Attribute], bool]
    symbol: str = "attribute"
    read: Callable[[Any], Attribute] | None = None
    write: Callable[[Any], str] | None = None
    is_kind: Callable[[Attribute], bool] | None = None
    names: type[Attribute] | None = None

    def holds(self, attribute: Attribute) -> bool:
        """Whether an attribute is of the class that MLIR holds such attributes in."""
        return (self.is_kind or self.accepts)(attribute)


class Operand(Record):
    """A named operand. `arity` is "" for exactly one, "*" for any number."""

    name: str
    constraint: TypeConstraint
    arity: str = ""


class Result(Operand):
    """A named result, with the same arities."""


class Attr(Record):
    """A named inherent attribute. With a `default` it may be missing and is then that; else only if `optional`.

    If it `is_filled_in`, a default that the text omits is there afterwards.
    """

    name: str
    constraint: AttrConstraint
    optional: bool = False
    default: Attribute | None = None
    is_filled_in: bool = False

    @property
    def is_optional(self) -> bool:
        """Whether it may be missing."""
        return self.optional or self.default is not None


class Successor(Record):
    """A named block that the operation may branch to. `arity` is "" for exactly one, "*" for any number.

    It gets the operands with the name `operands`. If there may be several blocks, the attribute `segments` says how
    many of these each gets.
    """

    name: str
    arity: str = ""
    operands: str = ""
    segments: str = ""


class RegionDef(Record):
    """A named region. `arity` as for operands; `max_blocks` is 1 for a region of a single block."""

    name: str
    arity: str = ""
    max_blocks: int | None = None
