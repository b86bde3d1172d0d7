"""How the builtin types, attributes and locations are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdyopt.ir import attributes as a
from sdyopt.ir import locations as l
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS
from sdyopt.mlir.literals.numbers import float_text, integer_text
from sdyopt.mlir.write.alias_placeholders import inner_mark
from sdyopt.mlir.write.attributes import PRINTERS, define_alias, text_of, texts_of
from sdyopt.mlir.write.quoting import entry_name, string_token, symbol_token

LONGEST_PLAIN_TUPLE = 16
"""A tuple of more types gets an alias."""

_PLAIN_TYPES = {id(a.I64), id(t.FloatType("f64"))}


def elided_text(attribute: Attribute) -> str:
    """The text without the type where MLIR omits it: of i64 and of decimal f64 numbers inside arrays."""
    if isinstance(attribute, a.IntegerAttr) and attribute.type is a.I64:
        return str(attribute.value)
    if isinstance(attribute, a.FloatAttr) and id(attribute.type) in _PLAIN_TYPES:
        text = float_literal(attribute.bits, attribute.type)
        if not text.startswith("0x"):
            return text
    return text_of(attribute)


def float_literal(bits: int, type: Type) -> str:
    """A number of a float type, without the type."""
    assert isinstance(type, t.FloatType)
    return float_text(bits, FLOAT_FORMATS[type.name])


# Types and attributes.


def _function_type(type: t.FunctionType) -> str:
    results = texts_of(type.results)
    if len(type.results) != 1 or isinstance(type.results[0], t.FunctionType):
        results = f"({results})"
    return f"({texts_of(type.inputs)}) -> {results}"


def _opaque(sigil: str, attribute: t.OpaqueType | a.OpaqueAttr) -> str:
    from sdyopt.mlir.declare.dialect import dialect_symbol

    return dialect_symbol(sigil + attribute.dialect, attribute.body)


def _with_type(text: str, type: Type | None) -> str:
    return text if type is None else f"{text} : {text_of(type)}"


def dimensions_text(shape: tuple[int, ...]) -> str:
    """`4x?x`."""
    return "".join([("?" if size == t.DYNAMIC else str(size)) + "x" for size in shape])


def _ranked_tensor_type(type: t.RankedTensorType) -> str:
    encoding = "" if type.encoding is None else f", {text_of(type.encoding)}"
    return f"tensor<{dimensions_text(type.shape)}{text_of(type.element_type)}{encoding}>"


def _vector_type(type: t.VectorType) -> str:
    scalable = type.scalable or (False,) * len(type.shape)
    sizes = [f"[{size}]x" if bracket else f"{size}x" for size, bracket in zip(type.shape, scalable, strict=True)]
    return f"vector<{''.join(sizes)}{text_of(type.element_type)}>"


def _memref_type(type: t.MemRefType) -> str:
    parts = [elided_text(part) for part in (type.layout, type.memory_space) if part is not None]
    return f"memref<{', '.join([dimensions_text(type.shape) + text_of(type.element_type), *parts])}>"


def _unranked_memref_type(type: t.UnrankedMemRefType) -> str:
    space = "" if type.memory_space is None else f", {elided_text(type.memory_space)}"
    return f"memref<*x{text_of(type.element_type)}{space}>"


def dictionary_entry(name: str, value: Attribute) -> str:
    """`name = value`, or just `name` for a unit attribute."""
    return entry_name(name) if value is a.UNIT else f"{entry_name(name)} = {text_of(value)}"


def _dense_array(attribute: a.DenseArrayAttr) -> str:
    elements = f": {array_elements(attribute)}" if attribute.values else ""
    return f"array<{text_of(attribute.element_type)}{elements}>"


def array_elements(attribute: a.DenseArrayAttr) -> str:
    """The elements alone, with commas."""
    if attribute.element_type is a.I1:
        return ", ".join(["true" if value else "false" for value in attribute.values])
    if isinstance(attribute.element_type, t.FloatType):
        return ", ".join([float_literal(bits, attribute.element_type) for bits in attribute.values])
    return ", ".join([str(value) for value in attribute.values])


def _sparse_elements(attribute: a.SparseElementsAttr) -> str:
    parts = f"{attribute.indices}, {attribute.values}" if attribute.indices else ""
    return f"sparse<{parts}> : {text_of(attribute.type)}"


def _strided_layout(attribute: a.StridedLayoutAttr) -> str:
    strides = ", ".join(["?" if stride is None else str(stride) for stride in attribute.strides])
    offset = "" if attribute.offset == 0 else f", offset: {'?' if attribute.offset is None else attribute.offset}"
    return f"strided<[{strides}]{offset}>"


def _distinct(attribute: a.DistinctAttr) -> str:
    return f"distinct[{attribute.id}]<{'' if attribute.referenced is a.UNIT else text_of(attribute.referenced)}>"


_PRINTERS: dict[type[Attribute], Callable[[Any], str]] = {
    t.IntegerType: lambda type: f"{type.signedness}i{type.width}",
    t.FloatType: lambda type: str(type.name),
    t.IndexType: lambda type: "index",
    t.NoneType: lambda type: "none",
    t.BuiltinTokenType: lambda type: "token",
    t.ComplexType: lambda type: f"complex<{text_of(type.element_type)}>",
    t.FunctionType: _function_type,
    t.OpaqueType: lambda type: _opaque("!", type),
    t.RankedTensorType: _ranked_tensor_type,
    t.UnrankedTensorType: lambda type: f"tensor<*x{text_of(type.element_type)}>",
    t.VectorType: _vector_type,
    t.MemRefType: _memref_type,
    t.UnrankedMemRefType: _unranked_memref_type,
    a.OpaqueAttr: lambda attribute: _with_type(_opaque("#", attribute), attribute.type),
    a.UnitAttr: lambda attribute: "unit",
    a.BoolAttr: lambda attribute: "true" if attribute.value else "false",
    a.IntegerAttr: lambda attribute: f"{integer_text(attribute.value)} : {text_of(attribute.type)}",
    a.FloatAttr: lambda attribute: f"{float_literal(attribute.bits, attribute.type)} : {text_of(attribute.type)}",
    a.StringAttr: lambda attribute: _with_type(string_token(attribute.value), attribute.type),
    a.TypeAttr: lambda attribute: text_of(attribute.type),
    a.ArrayAttr: lambda attribute: f"[{', '.join([elided_text(element) for element in attribute.elements])}]",
    a.DictionaryAttr: lambda attribute: f"{{{', '.join([dictionary_entry(*entry) for entry in attribute.entries])}}}",
    a.SymbolRefAttr: lambda attribute: "::".join([symbol_token(name) for name in attribute.path]),
    a.DenseElementsAttr: lambda attribute: f"dense<{attribute.text}> : {text_of(attribute.type)}",
    a.DenseArrayAttr: _dense_array,
    a.SparseElementsAttr: _sparse_elements,
    a.StridedLayoutAttr: _strided_layout,
    a.BareProperties: lambda properties: text_of(properties.given),
}
"""How values of a class are written, except those that may get an alias."""

PRINTERS |= _PRINTERS

define_alias(
    t.TupleType,
    "tuple",
    lambda type: f"tuple<{texts_of(type.types)}>",
    lambda type: len(type.types) > LONGEST_PLAIN_TUPLE,
)
define_alias(
    a.DenseResourceAttr,
    "",
    lambda attribute: f"dense_resource<{entry_name(attribute.key)}> : {text_of(attribute.type)}",
)
define_alias(a.AffineMapAttr, "map", lambda attribute: f"affine_map<{attribute.text}>")
define_alias(a.IntegerSetAttr, "set", lambda attribute: f"affine_set<{attribute.text}>")
define_alias(a.DistinctAttr, "distinct", _distinct)


# Locations.


for _cls in (l.UnknownLoc, l.FileLineColRange, l.NameLoc, l.CallSiteLoc, l.FusedLoc):
    define_alias(_cls, "loc", lambda location: f"loc({location_body(location, inner_mark)})")


def location_body(location: Location, inner_text: Callable[[Location], str], pretty: bool = False) -> str:
    """Returns the text between the parentheses of `loc(…)`; `inner_text` gives the text of locations inside.

    What is `pretty` is for people, and stands without parentheses.
    """
    if isinstance(location, l.FileLineColRange):
        return _file_location(location, location.file if pretty else string_token(location.file))
    if isinstance(location, l.NameLoc):
        child = "" if location.child is None else f"({inner_text(location.child)})"
        return string_token(location.name) + child
    if isinstance(location, l.CallSiteLoc):
        callee, caller = inner_text(location.callee), inner_text(location.caller)
        if not pretty:
            return f"callsite({callee} at {caller})"
        return f"{callee}{'' if _is_call_of_name(location) else _NEW_LINE} at {caller}"
    if isinstance(location, l.FusedLoc):
        metadata = "" if location.metadata is None else f"<{text_of(location.metadata)}>"
        parts = ", ".join([inner_text(part) for part in location.locations])
        return f"{'' if pretty else 'fused'}{metadata}[{parts}]"
    return "[unknown]" if pretty else "unknown"


_NEW_LINE = "\n"


def _is_call_of_name(location: l.CallSiteLoc) -> bool:
    """Whether the callee is named, and the caller one place in a file: both are shown on one line."""
    caller = location.caller
    is_place = isinstance(caller, l.FileLineColRange) and caller.end_line is None
    return is_place and isinstance(location.callee, l.NameLoc)


def _file_location(location: l.FileLineColRange, file: str) -> str:
    text = f"{file}:{location.line}:{location.column}"
    if location.end_line is None:
        return text
    line = "" if location.end_line == location.line else str(location.end_line)
    return f"{text} to {line}:{location.end_column}"
