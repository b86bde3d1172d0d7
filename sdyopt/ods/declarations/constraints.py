"""What a definition asks of operands, results and attributes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdyopt.ir.attribute import Attribute, Type


class TypeConstraint:
    """A set of types. `summary` completes the sentence "must be …, but got 'i32'".

    Where a format gives such a type, it must be of the class that MLIR holds it in, if that is not just any type's:
    `cls`, which MLIR's messages call `cls_name` (if they name it). `only` is the one type in the set, if there is just
    one: formats need not give it.
    """

    __slots__ = ("accepts", "cls", "cls_name", "only", "summary")

    def __init__(
        self,
        summary: str,
        accepts: Callable[[Type], bool],
        cls: type[Type] | tuple[type[Type], ...] = Type,
        cls_name: str = "",
        only: Type | None = None,
    ) -> None:
        self.only = only
        self.summary = summary
        self.accepts = accepts
        self.cls = cls
        self.cls_name = cls_name


class AttrConstraint:
    """A set of attributes, and how they stand in an assembly format.

    `summary` completes "failed to satisfy constraint: …". `symbol` is the grammar rule that reads the attribute where
    a format says `$name`; `read` makes the attribute of what that rule gives (None: it is the attribute already);
    `write` gives its text there (None: it is printed in full). `is_kind` tells whether an attribute is of the class
    that MLIR holds such attributes in, which may be wider than what is accepted (None: it is not). `names` is the class
    of attributes that are the names of symbols (None: they are none).
    """

    __slots__ = ("accepts", "is_kind", "names", "read", "summary", "symbol", "write")

    def __init__(
        self,
        summary: str,
        accepts: Callable[[Attribute], bool],
        symbol: str = "attribute",
        read: Callable[[Any], Attribute] | None = None,
        write: Callable[[Any], str] | None = None,
        is_kind: Callable[[Attribute], bool] | None = None,
        names: type[Attribute] | None = None,
    ) -> None:
        self.names = names
        self.summary = summary
        self.accepts = accepts
        self.is_kind = is_kind or accepts
        self.symbol = symbol
        self.read = read
        self.write = write


class Operand:
    """A named operand. `arity` is "" for exactly one, "?" for an optional one, "*" for any number."""

    __slots__ = ("arity", "constraint", "name")

    def __init__(self, name: str, constraint: TypeConstraint, arity: str = "") -> None:
        self.name = name
        self.constraint = constraint
        self.arity = arity


class Result(Operand):
    """A named result, with the same arities."""

    __slots__ = ()


class Attr:
    """A named inherent attribute. With a `default` it may be missing and is then that; else only if `optional`.

    If it `is_filled_in`, a default that the text omits is there afterwards.
    """

    __slots__ = ("constraint", "default", "is_filled_in", "name", "optional")

    def __init__(
        self,
        name: str,
        constraint: AttrConstraint,
        optional: bool = False,
        default: Attribute | None = None,
        is_filled_in: bool = False,
    ) -> None:
        self.name = name
        self.constraint = constraint
        self.optional = optional or default is not None
        self.default = default
        self.is_filled_in = is_filled_in


class Successor:
    """A named block that the operation may branch to. `arity` is "" for exactly one, "*" for any number.

    It gets the operands with the name `operands`. If there may be several blocks, the attribute `segments` says how
    many of these each gets.
    """

    __slots__ = ("arity", "name", "operands", "segments")

    def __init__(self, name: str, arity: str = "", *, operands: str, segments: str = "") -> None:
        self.name = name
        self.arity = arity
        self.operands = operands
        self.segments = segments


class RegionDef:
    """A named region. `arity` as for operands; `max_blocks` is 1 for a region of a single block."""

    __slots__ = ("arity", "max_blocks", "name")

    def __init__(self, name: str, arity: str = "", max_blocks: int | None = None) -> None:
        self.name = name
        self.arity = arity
        self.max_blocks = max_blocks
