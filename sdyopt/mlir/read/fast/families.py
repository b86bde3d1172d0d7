"""Lines that differ from a known one in the sizes of tensors, or the number of a constant, besides names.

The *family* of a line is what it has in common with them: its text up to the types at its end, the element types of
these, and which of their shapes are equal. It is learnt from a line whose format ends in types that become those of
operands and results as they are; in other lines of the family these are known by their positions.
"""

from __future__ import annotations

import re
from collections.abc import Hashable

from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import DictionaryAttr, SymbolRefAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.literals.attributes import dense_elements
from sdyopt.mlir.literals.numbers import LiteralError
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.fast.line_template import LineTemplate
from sdyopt.mlir.read.types import plain_tensor_named

_SIZED = pattern(r"tensor<((?:[1-9]\d{0,17}x)+)([a-z]\w*)>", re.ASCII)  # any word: scalar types take long to compile
"""Literal, sizes, element type, literal, sizes, element type, …, literal."""

_BETWEEN = pattern(r"(?:[(), \t\r]|->|tensor<[a-z]\w*>|loc\(\0\))*", re.ASCII)
"""What may stand around such types at the end of a line."""

_SYMBOL = pattern(r"@([A-Za-z_][\w$.]*+)", re.ASCII)
"""A reference to a symbol whose name needs no quotes."""


_CONSTANT = pattern(
    r"([^<\"]*\bdense<)(-?\d+(?:\.\d+(?:[eE][-+]?\d+)?)?)> : (tensor<\w+>)([ \t\r]*(?:loc\(\0\))?)", re.ASCII
)
"""A constant that is one number: the text before that, it, its type, the text after these."""


class _Family(NamedTuple):
    """What is known of a family. A type is the number of one at the end of the line, or after these of `others`."""

    like: LineTemplate
    """That of the line that was read."""
    others: tuple[Type, ...]
    operands: tuple[int, ...]
    results: tuple[int, ...]


class Sized(NamedTuple):
    """A text in parts: types that have sizes, and all else."""

    types: list[Type]
    between: tuple[str, ...]
    """The text before, between and after these."""
    form: tuple[Hashable, ...]
    """Their element types, and for each the first that has the same shape."""


class Families:
    """The families of the lines of one text."""

    def __init__(self) -> None:
        self._known: dict[Hashable, _Family] = {}
        self._constants: dict[Hashable, LineTemplate] = {}
        """Those of constants that are one number, by what is before and after that and the type."""
        self._endings: dict[str, Sized | None] = {}

    def learn(self, dialect: str, skeleton: str, template: LineTemplate) -> None:
        """Remembers the family of a line that has been read where this is the default dialect, if it has one."""
        signature = template.signature
        definition = signature.definition
        if not isinstance(definition, OpDef) or "//" in skeleton:
            return
        if definition.is_constant:
            constant = _CONSTANT.fullmatch(skeleton)
            if constant is not None and [*signature.properties] == ["value"]:
                self._constants[dialect, constant[1], constant[4]] = template
            return
        if not _ends_in_types(definition, skeleton):
            return
        text, line = self._ending(skeleton)
        if line is None or not _BETWEEN.fullmatch("".join(line.between)):
            return
        types = list(line.types)
        places = [_place(type, types) for type in (*signature.operand_types, *signature.result_types)]
        count = len(signature.operand_types)
        others = tuple(types[len(line.types) :])
        family = _Family(template, others, tuple(places[:count]), tuple(places[count:]))
        head: Hashable = text
        symbol = signature.symbol
        if symbol is not None:
            head, name = _around_symbol(text)
            if not isinstance(symbol, SymbolRefAttr) or name != symbol.root:
                return
        self._known[dialect, head, line.between, line.form] = family

    def find(self, dialect: str, skeleton: str) -> LineTemplate | None:
        """Returns the template of a line in a known family."""
        if skeleton.endswith("{") or skeleton.lstrip(" ").startswith("}"):
            return None
        constant = _CONSTANT.fullmatch(skeleton) if self._constants and "dense<" in skeleton else None
        if constant is not None:
            known = self._constants.get((dialect, constant[1], constant[4]))
            return None if known is None else _with_value(known, constant[2], constant[3])
        text, line = self._ending(skeleton) if self._known else ("", None)
        if line is None:
            return None
        symbol = ""
        family = self._known.get((dialect, text, line.between, line.form))
        if family is None:
            head, symbol = _around_symbol(text)
            family = self._known.get((dialect, head, line.between, line.form)) if symbol else None
            if family is None:
                return None
        like, others, operands, results = family
        types = [*line.types, *others]
        nameless = like.signature.nameless
        signature = Signature.of(
            nameless.definition,
            tuple([types[index] for index in operands]),
            tuple([types[index] for index in results]),
            nameless.properties,
            nameless.attributes,
        )
        if symbol:
            signature = signature.named(SymbolRefAttr((symbol,)))
        return like.with_signature(signature)

    def _ending(self, skeleton: str) -> tuple[str, Sized | None]:
        """Returns a line up to the types at its end, without the colon, and these; None if none of them has sizes."""
        head, _, tail = skeleton.rpartition(" : ")
        if tail not in self._endings:
            line = sized(tail)
            self._endings[tail] = line if line is not None and line.types else None
        return head, self._endings[tail]


def _with_value(like: LineTemplate, literal: str, text: str) -> LineTemplate | None:
    """Returns the template of a constant with another number, or of another type; None if that is wrong."""
    type = plain_tensor_named(text)
    if type is None:
        return None
    try:
        value = dense_elements(literal, type)
    except LiteralError:
        return None
    signature = like.signature
    properties = DictionaryAttr((("value", value),))
    return like.with_signature(Signature.of(signature.definition, (), (type,), properties, signature.attributes))


def _ends_in_types(definition: OpDef, skeleton: str) -> bool:
    """Whether a line with such an operation ends in types that are taken over as they are."""
    if skeleton.lstrip(" \t\0:=0123456789").startswith('"'):
        return True
    own = definition.assembly_format
    return own is not None and definition.infer is None and own.ends_in_types


def sized(text: str) -> Sized | None:
    """Returns the parts of a text; None if there is no such type."""
    parts = _SIZED.split(text)
    sizes, elements = parts[1::3], parts[2::3]
    types: list[Type] = []
    for size, element in zip(sizes, elements, strict=True):
        type = plain_tensor_named(f"tensor<{size}{element}>")
        if type is None:
            return None
        types.append(type)
    return Sized(types, tuple(parts[::3]), (*elements, *map(sizes.index, sizes)))


def _place(type: Type, types: list[Type]) -> int:
    """Returns the number of a type among others, to which it is added if it is not one of them."""
    if type not in types:
        types.append(type)
    return types.index(type)


def _around_symbol(head: str) -> tuple[tuple[str, ...], str]:
    """Returns the text before and after the only reference to a symbol, and its name; "" if that needs quotes."""
    parts = _SYMBOL.split(head) if head.count("@") == 1 else []
    return ((parts[0], parts[2]), parts[1]) if len(parts) == 3 else ((), "")
