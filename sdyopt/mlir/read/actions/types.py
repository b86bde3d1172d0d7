"""Types."""

from __future__ import annotations

import re
from collections.abc import Callable
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
from sdyopt.ir.remembering import remembered, remembered_table
from sdyopt.mlir.declare.dialect import AttributeDef
from sdyopt.mlir.diagnostics import Hinted, ParseError, UnknownName
from sdyopt.mlir.formats.messages import missing
from sdyopt.mlir.formats.syntax import Syntax, as_list, given
from sdyopt.mlir.literals.numbers import short_integer
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.read.builder import UNREGISTERED, Builder, check_namespace
from sdyopt.mlir.read.dimensions import Dimensions, inside, is_unranked, sizes
from sdyopt.mlir.read.lexer import SCALAR_TYPE
from sdyopt.mlir.tokens import token_start
from sdyopt.mlir.write.attributes import text_of


class Types(Syntax):
    """Types."""

    grammar = """
        ?type: plain_type
             | "(" [some_types] ")" "->" (lone_result_type | "(" [some_types] ")") -> arrow_type

        shaped_parameter: attribute
        trailing_comma: ","

        some_types: type ("," type)*
        function_type: type

        lone_result_type: plain_type

        ?plain_type: TYPE                                         -> simple_type
                   | SHAPED_OPEN type ("," shaped_parameter)* [trailing_comma] ">" -> shaped_type
                   | "complex" "<" type ">"                       -> complex_type
                   | "tuple" "<" [some_types] ">"                        -> tuple_type
                   | TYPE_ALIAS                                   -> type_alias
                   | OPAQUE_TYPE                                  -> opaque_type
                   | dialect_type
    """
    messages = {
        "complex_type '<'": missing("expected '<' in complex type"),
        "complex_type '>'": missing("expected '>' in complex type"),
        "tuple_type '<'": missing("expected '<' in tuple type"),
        "tuple_type '>'": missing("expected '>' in tuple type"),
        "arrow_type '->'": missing("expected '->' in function type"),
        " some_types": missing("expected non-function type"),
        " lone_result_type": missing("expected non-function type"),
    }

    read_type = given
    """A type of a dialect that has been read by itself."""
    lone_result_type = as_list
    some_types = as_list

    @staticmethod
    def simple_type(builder: Builder, text: str) -> Type:
        """A scalar, or a tensor of scalars, that is one token."""
        known = _simple_types.get(text)
        if known is None:
            tensor = _TENSOR.fullmatch(text)
            element = text if tensor is None else tensor[2]
            shape = None if tensor is None else sizes(tensor[1], builder.start + len("tensor<"))
            try:
                known = scalar_type(element)
            except ValueError as error:
                raise ParseError(str(error), builder.start + text.rindex(element)) from None
            if shape is not None:
                check_element("tensor", known, builder.start + text.rindex(element))
                known = t.RankedTensorType(shape, known)
            _simple_types[text] = known
        return known

    @staticmethod
    def shaped_type(builder: Builder, opening: str, element: Type, *rest: Any) -> Type:
        """A tensor, vector or memref that is more than one token."""
        builder.check_nesting()
        *parameters, _ = rest
        dimensions = Dimensions(builder.text, opening, builder.start)
        kind, shape, is_unranked = dimensions.kind, dimensions.shape, dimensions.is_unranked
        if kind == "vector":
            return _vector(builder, dimensions, element)
        check_element(kind, element, builder.offset_of(1))
        if kind == "memref":
            return _memref(builder, None if is_unranked else shape, element, parameters)
        if is_unranked and parameters:
            _check_encoding(builder, parameters[0], shape, element, token_start(builder.text, builder.offset_of(-1)))
        if not is_unranked:
            check_shape = getattr(element, "check_shape", None)
            if check_shape is not None:
                _check_quantized(builder, check_shape, shape)
            return t.RankedTensorType(shape, element, *parameters)
        if parameters:
            raise ParseError("cannot apply encoding to unranked tensor", builder.next_token_or_end)
        return t.UnrankedTensorType(element)

    @staticmethod
    def shaped_parameter(builder: Builder, attribute: Attribute) -> Attribute:
        """What stands behind a comma in a tensor or memref."""
        opening = _opening(builder)
        element, *earlier = builder.siblings(Attribute)
        if not opening.startswith("memref"):
            if earlier or opening.startswith("vector"):
                kind = "vector" if opening.startswith("vector") else "tensor"
                raise builder.missing(f"expected '>' in {kind} type", builder.separator)
            if not is_unranked(opening) and isinstance(element, Type):
                _check_encoding(builder, attribute, sizes(opening, place=inside(opening)), element, builder.next_token)
            if isinstance(attribute, _NO_ENCODINGS) and not builder.text.startswith("#", builder.start):
                raise builder.missing("expected '>' in tensor type", builder.start)
            return attribute
        has_space = any(not isinstance(parameter, _LAYOUTS) for parameter in earlier)
        if isinstance(attribute, _LAYOUTS):
            if is_unranked(opening):
                raise ParseError("cannot have affine map for unranked memref type", builder.next_token_or_end)
            if has_space:
                raise ParseError("expected memory space to be last in memref type", builder.next_token_or_end)
        elif has_space:
            raise ParseError("multiple memory spaces specified in memref type", builder.next_token_or_end)
        return attribute

    @staticmethod
    def trailing_comma(builder: Builder) -> None:
        """A tensor may have one."""
        opening = _opening(builder)
        kind = opening[: len("tensor")]
        has_parameters = len(builder.siblings(Attribute)) > 1
        if kind == "vector" or (kind == "tensor" and has_parameters):
            raise builder.missing(f"expected '>' in {kind} type", builder.start)
        if opening.startswith("memref"):
            from sdyopt.mlir.read.brackets import unopened

            following = builder.next_token
            error = unopened(builder, following)
            if error is not None:
                raise error
            is_empty = not has_parameters and builder.text.startswith(">", following)
            raise builder.missing("expected list element" if is_empty else "expected attribute value", following)

    @staticmethod
    def complex_type(builder: Builder, element: Type) -> Type:
        if not isinstance(element, (t.FloatType, t.IntegerType)):
            raise ParseError("invalid element type for complex", builder.offset_of(2))
        return t.ComplexType(element)

    @staticmethod
    def tuple_type(builder: Builder, types: list[Type] | None) -> Type:
        builder.check_nesting()
        return t.TupleType(tuple(types or ()))

    @staticmethod
    def type_alias(builder: Builder, name: str) -> Type:
        known = builder.type_aliases.get(name)
        if known is None:
            from sdyopt.mlir.read.suggestions import type_without_sigil

            raise builder.undefined_alias("!", name, builder.type_aliases, type_without_sigil(name))
        return known

    @staticmethod
    def opaque_type(builder: Builder, symbol: tuple[str, str, int]) -> Type:
        dialect, body, place = symbol
        check_namespace(dialect, place)
        if not builder.allow_unregistered:
            message = f'`!"{dialect}"<"{body}">` type {UNREGISTERED}'
            raise ParseError(
                Hinted(message, UnknownName(dialect, lambda: builder.registry.namespaces, "!{}".format)), place
            )
        return t.OpaqueType(dialect, body)

    @staticmethod
    def declared_type(builder: Builder, definition: AttributeDef, body: Any) -> Attribute:
        """A type of a dialect, by its declaration."""
        try:
            return body if definition.read is None else definition.read(body)
        except ValueError as error:
            raise ParseError(str(error), builder.start) from None

    @staticmethod
    def arrow_type(builder: Builder, inputs: list[Type] | None, results: list[Type] | None) -> Type:
        builder.check_nesting()
        return t.FunctionType(tuple(inputs or ()), tuple(results or ()))

    @staticmethod
    def function_type(builder: Builder, type: Type) -> tuple[list[Type], list[Type]]:
        """Inputs and results of a type that must be a function's."""
        if isinstance(type, t.FunctionType):
            return list(type.inputs), list(type.results)
        if builder.operation_in_own_format is not None:
            message = f"invalid kind of type specified: expected builtin.function, but found '{text_of(type)}'"
            raise builder.error(message, builder.start)
        raise ParseError("expected function type", builder.start)


_INTEGER_TYPE = pattern(r"([su]?)i(\d+)", re.ASCII)
_TENSOR = pattern(rf"tensor<((?:(?:\d+|\?)x)*)({SCALAR_TYPE})>", re.ASCII)
MAX_INTEGER_WIDTH = (1 << 24) - 1


@remembered
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


_simple_types: dict[str, Type] = remembered_table()


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


def _check_encoding(builder: Builder, encoding: Any, shape: tuple[int, ...], element: Type, offset: int) -> None:
    """Raises ParseError where an attribute says of itself that it is no encoding of such a tensor."""
    check = getattr(encoding, "check_encoding", None)
    if check is not None:
        try:
            check(shape, text_of(t.RankedTensorType(shape, element)))
        except ValueError as error:
            raise ParseError(str(error), offset) from None


def _check_quantized(builder: Builder, check_shape: Callable[[tuple[int, ...]], None], shape: tuple[int, ...]) -> None:
    """Raises ParseError if a tensor's elements are quantized in a way that does not fit its shape."""
    try:
        check_shape(shape)
    except ValueError as error:
        raise ParseError(str(error), builder.start) from None


_LAYOUTS = (AffineMapAttr, StridedLayoutAttr)


_NO_ENCODINGS = (DenseArrayAttr, DistinctAttr, StridedLayoutAttr)
"""What MLIR reads as an encoding only by an alias."""


def _opening(builder: Builder) -> str:
    """What the innermost tensor, vector or memref begins with that is being read."""
    return builder.innermost(str, lambda value: value.startswith(_SHAPED) and "<" in value)


def _memref(builder: Builder, shape: tuple[int, ...] | None, element: Type, parameters: list[Attribute]) -> Type:
    layouts = [parameter for parameter in parameters if isinstance(parameter, _LAYOUTS)]
    space = next((parameter for parameter in parameters if not isinstance(parameter, _LAYOUTS)), None)
    layout = layouts[-1] if layouts else None
    rank = len(shape or ())
    if isinstance(layout, AffineMapAttr):
        if layout.dimensions != rank:
            raise ParseError(
                f"memref layout mismatch between rank and affine map: {rank} != {layout.dimensions}", builder.start
            )
        if layout.is_identity:
            layout = None
    elif layout is not None and len(layout.strides) != rank:
        raise ParseError("expected the number of strides to match the rank", builder.start)
    if space is not None and type(space) not in _MEMORY_SPACES and type(space).__module__.startswith("sdyopt.ir."):
        raise ParseError("unsupported memory space Attribute", builder.start)
    if isinstance(space, (IntegerAttr, BoolAttr)) and not space.value:
        space = None
    return t.UnrankedMemRefType(element, space) if shape is None else t.MemRefType(shape, element, layout, space)


_MEMORY_SPACES = (IntegerAttr, BoolAttr, StringAttr, DictionaryAttr)
"""The builtin attributes that say where a memref is; those of dialects may, too."""


def _vector(builder: Builder, dimensions: Dimensions, element: Type) -> Type:
    if not isinstance(element, _NUMBERS):
        raise ParseError("failed to verify 'elementType': VectorElementTypeInterface instance", builder.start)
    if 0 in dimensions.shape:
        shape = ", ".join(map(str, dimensions.shape))
        raise ParseError(f"vector types must have positive constant sizes but got {shape}", builder.start)
    return t.VectorType(dimensions.shape, element, dimensions.scalable)
