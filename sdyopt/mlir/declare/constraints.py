"""What a definition asks of operands, results and attributes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import UNIT
from sdyopt.ir.record import Record

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


def any_attribute(parser: Parser) -> Attribute:
    """Reads an attribute in full."""
    return parser.parse_attribute()


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
    """A set of attributes, and how an assembly format writes them.

    `summary` completes "failed to satisfy constraint: …". `parse` reads the attribute where a format says `$name`, and
    `write` gives its text there (None: it is printed in full). `is_kind` returns whether an attribute is of the class
    that MLIR holds such attributes in, which may be wider than what is accepted (None: it is not). `names` is the class
    of attributes that are the names of symbols (None: they are none). `begins` returns whether such an attribute begins
    with the parser's token, where a group of a format begins with one.
    """

    summary: str
    accepts: Callable[[Attribute], bool]
    parse: Callable[[Parser], Attribute] = any_attribute
    write: Callable[[Any], str] | None = None
    is_kind: Callable[[Attribute], bool] | None = None
    names: type[Attribute] | None = None
    begins: Callable[[Parser], bool] | None = None

    def holds(self, attribute: Attribute) -> bool:
        """Whether an attribute is of the class that MLIR holds such attributes in."""
        return (self.is_kind or self.accepts)(attribute)


UNIT_KIND = AttrConstraint("unit attribute", lambda attribute: attribute is UNIT)


class Operand(Record):
    """A named operand. `arity` is "" for exactly one, "?" for at most one, "*" for any number."""

    name: str
    constraint: TypeConstraint
    arity: str = ""


class Result(Operand):
    """A named result, with the same arities."""


class Attr(Record):
    """A named inherent attribute. With a `default` it may be missing and is then that; else only if `optional`.

    If it `is_filled_in`, a default that the text omits is there afterwards. If it `is_shown`, the generic and
    binary forms of an operation without it have the default.
    """

    name: str
    constraint: AttrConstraint
    optional: bool = False
    default: Attribute | None = None
    is_filled_in: bool = False
    is_shown: Callable[[], bool] | None = None

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
