"""Types."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ods.diagnostics import ParseError
from sdyopt.ods.dialect import AttributeDef
from sdyopt.ods.spelling import spell
from sdyopt.syntax.builder import UNREGISTERED, Builder
from sdyopt.syntax.lexer import SCALAR_TYPE

ACTIONS = (
    "simple_type",
    "shaped_type",
    "complex_type",
    "tuple_type",
    "type_alias",
    "opaque_type",
    "declared_type",
    "arrow_type",
    "lone_result_type",
    "function_type",
    "some_types",
    "optional_type",
)

_DIMENSION = re.compile(r"\[?(\d+|\?)\]?\s*x")
_INTEGER_TYPE = re.compile(r"([su]?)i(\d+)")
_TENSOR = re.compile(rf"tensor<((?:(?:\d+|\?)x)*)({SCALAR_TYPE})>")
MAX_INTEGER_WIDTH = (1 << 24) - 1


@cache
def scalar_type(name: str) -> Type:
    """The builtin scalar type of this name. Raises ValueError if it is too wide."""
    integer = _INTEGER_TYPE.fullmatch(name)
    if integer:
        width = int(integer[2])
        if width > MAX_INTEGER_WIDTH:
            raise ValueError(f"integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits")
        return t.IntegerType(width, integer[1])
    if name == "index":
        return t.IndexType()
    if name == "none":
        return t.NoneType()
    return t.FloatType(name)


_simple_types: dict[str, Type] = {}


def simple_type(parser: Builder, text: str) -> Type:
    """A scalar, or a tensor of scalars, that is one token."""
    known = _simple_types.get(text)
    if known is None:
        tensor = _TENSOR.fullmatch(text)
        try:
            if tensor is None:
                known = scalar_type(text)
            else:
                known = t.RankedTensorType(_dimensions(parser, tensor[1]), scalar_type(tensor[2]))
        except ValueError as error:
            raise ParseError(str(error), parser.start) from None
        _simple_types[text] = known
    return known


def _dimensions(parser: Builder, text: str) -> tuple[int, ...]:
    sizes = tuple([t.DYNAMIC if size == "?" else int(size) for size in _DIMENSION.findall(text)])
    if any(size >= 1 << 63 for size in sizes):
        raise ParseError("invalid dimension", parser.start)
    return sizes


def shaped_type(parser: Builder, opening: str, element: Type, *parameters: Attribute) -> Type:
    """A tensor, vector or memref that is more than one token."""
    kind, _, dimensions = opening.partition("<")
    kind = kind.strip()
    if "*" in dimensions:
        if kind == "tensor" and not parameters:
            return t.UnrankedTensorType(element)
        if kind == "memref" and len(parameters) < 2:
            return t.UnrankedMemRefType(element, *parameters)
        raise ParseError("expected '>'" if parameters else "expected dimension size in vector type", parser.start)
    shape = _dimensions(parser, dimensions)
    if kind == "tensor":
        if len(parameters) > 1:
            raise ParseError("expected '>'", parser.start)
        return t.RankedTensorType(shape, element, *parameters)
    if kind == "vector":
        if parameters:
            raise ParseError("expected '>'", parser.start)
        scalable = tuple("[" in size for size in re.findall(r"\[?(?:\d+|\?)\]?\s*x", dimensions))
        return t.VectorType(shape, element, scalable if any(scalable) else ())
    return t.MemRefType(shape, element, *parameters[:2])


def complex_type(parser: Builder, element: Type) -> Type:
    if not isinstance(element, (t.FloatType, t.IntegerType)):
        raise ParseError("invalid element type for complex", parser.start)
    return t.ComplexType(element)


def tuple_type(parser: Builder, types: list[Type] | None) -> Type:
    return t.TupleType(tuple(types or ()))


def type_alias(parser: Builder, name: str) -> Type:
    known = parser.type_aliases.get(name)
    if known is None:
        raise ParseError(f"undefined symbol alias id '{name}'", parser.next_token_or_end)
    return known


def opaque_type(parser: Builder, symbol: tuple[str, str, int]) -> Type:
    dialect, body, place = symbol
    if not parser.allow_unregistered:
        raise ParseError(f'`!"{dialect}"<"{body}">` type {UNREGISTERED}', place)
    return t.OpaqueType(dialect, body)


def declared_type(parser: Builder, definition: AttributeDef, body: Any) -> Attribute:
    """A type of a dialect, by its declaration."""
    try:
        return body if definition.read is None else definition.read(body)
    except ValueError as error:
        raise ParseError(str(error), parser.start) from None


def arrow_type(parser: Builder, inputs: list[Type] | None, results: list[Type] | None) -> Type:
    return t.FunctionType(tuple(inputs or ()), tuple(results or ()))


def lone_result_type(parser: Builder, type: Type) -> list[Type]:
    return [type]


def function_type(parser: Builder, type: Type) -> tuple[list[Type], list[Type]]:
    """Inputs and results of a type that must be a function's."""
    if isinstance(type, t.FunctionType):
        return list(type.inputs), list(type.results)
    if parser.is_in_own_format:
        message = f"invalid kind of type specified: expected builtin.function, but found '{spell(type)}'"
        raise parser.error(message, parser.start)
    raise ParseError("expected function type", parser.start)


def some_types(parser: Builder, *listed: Type) -> list[Type]:
    return list(listed)


def optional_type(parser: Builder, type: Type | None) -> list[Type]:
    return [] if type is None else [type]
