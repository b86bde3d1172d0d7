"""Types."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import (
    AffineMapAttr,
    BoolAttr,
    DenseArrayAttr,
    DictionaryAttr,
    DistinctAttr,
    IntegerAttr,
    StridedLayoutAttr,
    StringAttr,
)
from sdyopt.ods.diagnostics import Hinted, ParseError, Unknown
from sdyopt.ods.dialect import AttributeDef
from sdyopt.ods.numbers import short_integer
from sdyopt.ods.patterns import pattern
from sdyopt.ods.spelling import spell
from sdyopt.ods.tokens import token_start
from sdyopt.syntax.builder import UNREGISTERED, Builder, check_namespace
from sdyopt.syntax.dimensions import Dimensions, inside, is_unranked, sizes
from sdyopt.syntax.lexer import SCALAR_TYPE

ACTIONS = (
    "simple_type",
    "shaped_type",
    "shaped_parameter",
    "trailing_comma",
    "complex_type",
    "tuple_type",
    "type_alias",
    "opaque_type",
    "declared_type",
    "read_type",
    "arrow_type",
    "lone_result_type",
    "function_type",
    "some_types",
    "optional_type",
)

_INTEGER_TYPE = pattern(r"([su]?)i(\d+)", re.ASCII)
_TENSOR = pattern(rf"tensor<((?:(?:\d+|\?)x)*)({SCALAR_TYPE})>", re.ASCII)
MAX_INTEGER_WIDTH = (1 << 24) - 1


@cache
def scalar_type(name: str) -> Type:
    """The builtin scalar type of this name. Raises ValueError if it is too wide."""
    integer = _INTEGER_TYPE.fullmatch(name)
    if integer:
        width = short_integer(integer[2])
        if width >= 1 << 32:
            raise ValueError("invalid integer width")
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
        element = text if tensor is None else tensor[2]
        shape = None if tensor is None else sizes(tensor[1], parser.start + len("tensor<"))
        try:
            known = scalar_type(element)
        except ValueError as error:
            raise ParseError(str(error), parser.start + text.rindex(element)) from None
        if shape is not None:
            check_element("tensor", known, parser.start + text.rindex(element))
            known = t.RankedTensorType(shape, known)
        _simple_types[text] = known
    return known


_SHAPED = ("tensor", "vector", "memref")
_NUMBERS = (t.IntegerType, t.IndexType, t.FloatType)
_OF_TENSORS = (*_NUMBERS, t.ComplexType, t.VectorType)
_OF_MEMREFS = (*_OF_TENSORS, t.MemRefType, t.UnrankedMemRefType)
_OF_NEITHER = (t.NoneType, t.FunctionType, t.TupleType, t.RankedTensorType, t.UnrankedTensorType)


def check_element(kind: str, element: Type, offset: int) -> None:
    """Raises ParseError unless there are tensors, or memrefs, of this type. There are tensors of dialects' types."""
    is_builtin = isinstance(element, (*_OF_MEMREFS, *_OF_NEITHER))
    if not isinstance(element, _OF_TENSORS if kind == "tensor" else _OF_MEMREFS) and (is_builtin or kind == "memref"):
        raise ParseError(f"invalid {kind} element type", offset)


def shaped_type(parser: Builder, opening: str, element: Type, *rest: Any) -> Type:
    """A tensor, vector or memref that is more than one token."""
    parser.check_nesting()
    *parameters, _ = rest
    dimensions = Dimensions(parser.text, opening, parser.start)
    kind, shape, is_unranked = dimensions.kind, dimensions.shape, dimensions.is_unranked
    if kind == "vector":
        return _vector(parser, dimensions, element)
    check_element(kind, element, parser.offset_of(1))
    if kind == "memref":
        return _memref(parser, None if is_unranked else shape, element, parameters)
    if is_unranked and parameters:
        _check_encoding(parser, parameters[0], shape, element, token_start(parser.text, parser.offsets[-1]))
    if not is_unranked:
        check_shape = getattr(element, "check_shape", None)
        if check_shape is not None:
            _check_quantized(parser, check_shape, shape)
        return t.RankedTensorType(shape, element, *parameters)
    if parameters:
        raise ParseError("cannot apply encoding to unranked tensor", parser.next_token_or_end)
    return t.UnrankedTensorType(element)


def _check_encoding(parser: Builder, encoding: Any, shape: tuple[int, ...], element: Type, offset: int) -> None:
    """Raises ParseError where an attribute says of itself that it is no encoding of such a tensor."""
    check = getattr(encoding, "check_encoding", None)
    if check is not None:
        try:
            check(shape, spell(t.RankedTensorType(shape, element)))
        except ValueError as error:
            raise ParseError(str(error), offset) from None


def _check_quantized(parser: Builder, check_shape: Callable[[tuple[int, ...]], None], shape: tuple[int, ...]) -> None:
    """Raises ParseError if a tensor's elements are quantized in a way that does not fit its shape."""
    try:
        check_shape(shape)
    except ValueError as error:
        raise ParseError(str(error), parser.start) from None


_LAYOUTS = (AffineMapAttr, StridedLayoutAttr)


_NO_ENCODINGS = (DenseArrayAttr, DistinctAttr, StridedLayoutAttr)
"""What MLIR reads as an encoding only by an alias."""


def _opening(parser: Builder) -> str:
    """What the innermost tensor, vector or memref begins with that is being read."""
    return next(
        value
        for value in reversed(parser.stack)
        if isinstance(value, str) and value.startswith(_SHAPED) and "<" in value
    )


def shaped_parameter(parser: Builder, attribute: Attribute) -> Attribute:
    """What stands behind a comma in a tensor or memref."""
    opening = _opening(parser)
    before = parser.stack[parser.base - 2]
    earlier = before if isinstance(before, list) else []
    if not opening.startswith("memref"):
        if earlier or opening.startswith("vector"):
            kind = "vector" if opening.startswith("vector") else "tensor"
            raise parser.missing(f"expected '>' in {kind} type", parser.offsets[parser.base - 1])
        element = parser.stack[parser.base - 2]
        if not is_unranked(opening) and isinstance(element, Type):
            _check_encoding(parser, attribute, sizes(opening, place=inside(opening)), element, parser.next_token)
        if isinstance(attribute, _NO_ENCODINGS) and not parser.text.startswith("#", parser.start):
            raise parser.missing("expected '>' in tensor type", parser.start)
        return attribute
    has_space = any(not isinstance(parameter, _LAYOUTS) for parameter in earlier)
    if isinstance(attribute, _LAYOUTS):
        if is_unranked(opening):
            raise ParseError("cannot have affine map for unranked memref type", parser.next_token_or_end)
        if has_space:
            raise ParseError("expected memory space to be last in memref type", parser.next_token_or_end)
    elif has_space:
        raise ParseError("multiple memory spaces specified in memref type", parser.next_token_or_end)
    return attribute


def trailing_comma(parser: Builder) -> None:
    """A tensor may have one."""
    opening = _opening(parser)
    kind = opening[: len("tensor")]
    if kind == "vector" or (kind == "tensor" and isinstance(parser.stack[parser.base - 1], list)):
        raise parser.missing(f"expected '>' in {kind} type", parser.start)
    if opening.startswith("memref"):
        from sdyopt.syntax.brackets import unopened

        following = parser.next_token
        error = unopened(parser, following)
        if error is not None:
            raise error
        is_empty = not isinstance(parser.stack[parser.base - 1], list) and parser.text.startswith(">", following)
        raise parser.missing("expected list element" if is_empty else "expected attribute value", following)


def _memref(parser: Builder, shape: tuple[int, ...] | None, element: Type, parameters: list[Attribute]) -> Type:
    layouts = [parameter for parameter in parameters if isinstance(parameter, _LAYOUTS)]
    space = next((parameter for parameter in parameters if not isinstance(parameter, _LAYOUTS)), None)
    layout = layouts[-1] if layouts else None
    rank = len(shape or ())
    if isinstance(layout, AffineMapAttr):
        if layout.dimensions != rank:
            raise ParseError(
                f"memref layout mismatch between rank and affine map: {rank} != {layout.dimensions}", parser.start
            )
        if layout.is_identity:
            layout = None
    elif layout is not None and len(layout.strides) != rank:
        raise ParseError("expected the number of strides to match the rank", parser.start)
    if space is not None and type(space) not in _MEMORY_SPACES and type(space).__module__.startswith("sdyopt.ir."):
        raise ParseError("unsupported memory space Attribute", parser.start)
    if isinstance(space, (IntegerAttr, BoolAttr)) and not space.value:
        space = None
    return t.UnrankedMemRefType(element, space) if shape is None else t.MemRefType(shape, element, layout, space)


_MEMORY_SPACES = (IntegerAttr, BoolAttr, StringAttr, DictionaryAttr)
"""The builtin attributes that say where a memref is; those of dialects may, too."""


def _vector(parser: Builder, dimensions: Dimensions, element: Type) -> Type:
    if not isinstance(element, _NUMBERS):
        raise ParseError("failed to verify 'elementType': VectorElementTypeInterface instance", parser.start)
    if 0 in dimensions.shape:
        shape = ", ".join(map(str, dimensions.shape))
        raise ParseError(f"vector types must have positive constant sizes but got {shape}", parser.start)
    return t.VectorType(dimensions.shape, element, dimensions.scalable)


def complex_type(parser: Builder, element: Type) -> Type:
    if not isinstance(element, (t.FloatType, t.IntegerType)):
        raise ParseError("invalid element type for complex", parser.offset_of(2))
    return t.ComplexType(element)


def tuple_type(parser: Builder, types: list[Type] | None) -> Type:
    parser.check_nesting()
    return t.TupleType(tuple(types or ()))


def type_alias(parser: Builder, name: str) -> Type:
    known = parser.type_aliases.get(name)
    if known is None:
        from sdyopt.syntax.suggestions import type_without_sigil

        raise parser.undefined_alias("!", name, parser.type_aliases, type_without_sigil(name))
    return known


def opaque_type(parser: Builder, symbol: tuple[str, str, int]) -> Type:
    dialect, body, place = symbol
    check_namespace(dialect, place)
    if not parser.allow_unregistered:
        message = f'`!"{dialect}"<"{body}">` type {UNREGISTERED}'
        raise ParseError(Hinted(message, Unknown(dialect, lambda: parser.registry.dialects, "!{}".format)), place)
    return t.OpaqueType(dialect, body)


def declared_type(parser: Builder, definition: AttributeDef, body: Any) -> Attribute:
    """A type of a dialect, by its declaration."""
    try:
        return body if definition.read is None else definition.read(body)
    except ValueError as error:
        raise ParseError(str(error), parser.start) from None


def read_type(parser: Builder, type: Type) -> Type:
    """A type of a dialect that has been read by itself."""
    return type


def arrow_type(parser: Builder, inputs: list[Type] | None, results: list[Type] | None) -> Type:
    parser.check_nesting()
    return t.FunctionType(tuple(inputs or ()), tuple(results or ()))


def lone_result_type(parser: Builder, type: Type) -> list[Type]:
    return [type]


def function_type(parser: Builder, type: Type) -> tuple[list[Type], list[Type]]:
    """Inputs and results of a type that must be a function's."""
    if isinstance(type, t.FunctionType):
        return list(type.inputs), list(type.results)
    if parser.operation_in_own_format is not None:
        message = f"invalid kind of type specified: expected builtin.function, but found '{spell(type)}'"
        raise parser.error(message, parser.start)
    raise ParseError("expected function type", parser.start)


def some_types(parser: Builder, *listed: Type) -> list[Type]:
    return list(listed)


def optional_type(parser: Builder, type: Type | None) -> list[Type]:
    return [] if type is None else [type]
