"""The bytes of affine maps and integer sets: https://mlir.llvm.org/docs/Dialects/Affine/#affine-maps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sdyopt.bytecode.container import Cursor, Output
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.read.parser import Parser
from sdyopt.mlir.read.types import AffineFunction
from sdyopt.mlir.write import builtin as affine
from sdyopt.mlir.write.attributes import MAX_NESTING

MAX_NAMES = 1 << 16
"""How many dimensions and symbols of an affine map are read: a few bytes may stand for very many."""

_OPERATIONS = (affine.ADD, affine.MULTIPLY, affine.MODULO, affine.FLOOR_DIVIDE, affine.CEIL_DIVIDE)
"""The kinds of expressions from 3 on; before them are dimensions, symbols and constants."""

_IDENTITY, _PERMUTATION, _PROJECTION, _ANY_MAP = range(4)
"""The forms of affine maps: the first ones have dimensions only, of which the second and third have a list."""


def affine_map(data: bytes) -> Attribute:
    """Returns the affine map with these encoded bits. Raises ValueError."""
    cursor = Cursor(data)
    dimensions, form = divmod(cursor.varint(), 4)
    if form == _ANY_MAP:
        symbols = cursor.varint()
        expressions = [_expression(cursor) for _ in range(cursor.count())]
        return _affine(cursor, dimensions, symbols, expressions, None)
    numbers: Sequence[int] = range(min(dimensions, MAX_NAMES))
    if form != _IDENTITY:
        count = dimensions if form == _PERMUTATION else cursor.count()
        numbers = [cursor.varint() for _ in range(count)]
    return _affine(cursor, dimensions, 0, [affine.identifier(f"d{number}") for number in numbers], None)


def integer_set(data: bytes) -> Attribute:
    """Returns the integer set with these encoded bits. Raises ValueError."""
    cursor = Cursor(data)
    dimensions, symbols = cursor.varint(), cursor.varint()
    expressions = [_expression(cursor) for _ in range(cursor.count())]
    return _affine(cursor, dimensions, symbols, expressions, tuple([bool(cursor.byte()) for _ in expressions]))


def _affine(
    cursor: Cursor,
    dimensions: int,
    symbols: int,
    expressions: Sequence[affine.Expression],
    equalities: tuple[bool, ...] | None,
) -> Attribute:
    if cursor.left:
        raise cursor.error("unexpected trailing bytes after Attribute entry")
    if dimensions + symbols > MAX_NAMES:
        raise ValueError(f"an affine map of {dimensions} dimensions and {symbols} symbols is not supported")
    for expression in _leaves(expressions):
        if expression.number >= (symbols if expression.is_symbolic else dimensions):
            raise ValueError(f"an affine map has no {expression.name}")
    return AffineFunction(dimensions, symbols, tuple(expressions), equalities).attribute


def _leaves(expressions: Iterable[affine.Expression]) -> Iterator[affine.Expression]:
    """Yields the dimensions and symbols of expressions."""
    work = [*expressions]
    while work:
        expression = work.pop()
        if expression.operation:
            work += (expression.left, expression.right)
        elif expression.name:
            yield expression


def _expression(cursor: Cursor) -> affine.Expression:
    """Reads an expression, an operation before its operands. Does not recurse."""
    opened: list[list[Any]] = []
    while True:
        kind = cursor.varint()
        if 3 <= kind < 3 + len(_OPERATIONS):
            opened.append([_OPERATIONS[kind - 3]])
            continue
        if kind > 2:
            raise ValueError(f"unknown kind of affine expression: {kind}")
        made = affine.constant(cursor.svarint()) if kind == 2 else affine.identifier(f"{'ds'[kind]}{cursor.varint()}")
        while opened:
            opened[-1].append(made)
            if len(opened[-1]) < 3:
                break
            made = affine.binary(*opened.pop())
            if made.depth > MAX_NESTING:
                raise ValueError("an affine expression is nested too deeply")
        else:
            return made


def _function_of(attribute: a.AffineMapAttr | a.IntegerSetAttr) -> AffineFunction:
    from sdyopt.dialects import REGISTRY

    found: list[AffineFunction] = []

    def parse(parser: Parser) -> Attribute:
        found.append(parser.parse_affine_function())
        return attribute

    Parser(attribute.text, REGISTRY, False, use_templates=False).read_attribute(parse)
    return found[0]


def encoded_map(attribute: a.AffineMapAttr) -> Sequence[Any]:
    function = _function_of(attribute)
    names = [expression.name for expression in function.expressions]
    is_plain = not function.symbols and all(names) and len({*names}) == len(names)
    is_square = len(names) == function.dimensions
    form = _ANY_MAP if not is_plain else _IDENTITY if attribute.is_identity else _PROJECTION - is_square
    out = Output()
    out.varint(function.dimensions * 4 + form)
    if form == _ANY_MAP:
        out.varint(function.symbols)
    if form in (_ANY_MAP, _PROJECTION):
        out.varint(len(names))
    for expression in function.expressions if form != _IDENTITY else ():
        if form == _ANY_MAP:
            _write_expression(out, expression)
        else:
            out.varint(expression.number)
    return (bytes(out.data),)


def encoded_set(attribute: a.IntegerSetAttr) -> Sequence[Any]:
    function = _function_of(attribute)
    out = Output()
    for number in (function.dimensions, function.symbols, len(function.expressions)):
        out.varint(number)
    for expression in function.expressions:
        _write_expression(out, expression)
    for is_equality in function.equalities or ():
        out.byte(is_equality)
    return (bytes(out.data),)


def _write_expression(out: Output, root: affine.Expression) -> None:
    work = [root]
    while work:
        expression = work.pop()
        if expression.value is not None:
            out.varint(2)
            out.svarint(expression.value)
        elif expression.operation:
            out.varint(3 + _OPERATIONS.index(expression.operation))
            work += (expression.right, expression.left)
        else:
            out.varint("ds".index(expression.name[0]))
            out.varint(expression.number)
