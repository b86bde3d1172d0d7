"""How the builtin types, attributes and locations are written."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir import attributes as a
from sdyopt.ir import locations as l
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ods.literals.float_formats import FLOAT_FORMATS
from sdyopt.ods.literals.numbers import float_text, integer_text
from sdyopt.ods.printing.alias_placeholders import inner_mark
from sdyopt.ods.printing.attributes import alias_of, printer_of, text_of, texts_of
from sdyopt.ods.printing.quoting import entry_name, string_token, symbol_token

LONGEST_PLAIN_TUPLE = 16
"""A tuple of more types gets an alias."""

_PLAIN_TYPES = {id(a.I64), id(t.FloatType("f64"))}


def elided_text(attribute: Attribute) -> str:
    """The text without the type where MLIR leaves that away: of i64 and of decimal f64 numbers inside arrays."""
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


# Types.


@printer_of(t.IntegerType)
def integer_type(type: t.IntegerType) -> str:
    return f"{type.signedness}i{type.width}"


@printer_of(t.FloatType)
def float_type(type: t.FloatType) -> str:
    return type.name


@printer_of(t.IndexType)
def index_type(type: t.IndexType) -> str:
    return "index"


@printer_of(t.NoneType)
def none_type(type: t.NoneType) -> str:
    return "none"


@printer_of(t.ComplexType)
def complex_type(type: t.ComplexType) -> str:
    return f"complex<{text_of(type.element_type)}>"


@alias_of(t.TupleType, "tuple", lambda type: len(type.types) > LONGEST_PLAIN_TUPLE)
def tuple_type(type: t.TupleType) -> str:
    return f"tuple<{texts_of(type.types)}>"


@printer_of(t.FunctionType)
def function_type(type: t.FunctionType) -> str:
    results = texts_of(type.results)
    if len(type.results) != 1 or isinstance(type.results[0], t.FunctionType):
        results = f"({results})"
    return f"({texts_of(type.inputs)}) -> {results}"


@printer_of(t.OpaqueType)
def opaque_type(type: t.OpaqueType) -> str:
    return _opaque("!", type.dialect, type.body)


@printer_of(a.OpaqueAttr)
def opaque_attribute(attribute: a.OpaqueAttr) -> str:
    text = _opaque("#", attribute.dialect, attribute.body)
    return text if attribute.type is None else f"{text} : {text_of(attribute.type)}"


def _opaque(sigil: str, dialect: str, body: str) -> str:
    from sdyopt.ods.declarations.dialect import dialect_symbol

    return dialect_symbol(sigil + dialect, body)


def dimensions_text(shape: tuple[int, ...]) -> str:
    """`4x?x`."""
    return "".join([("?" if size == t.DYNAMIC else str(size)) + "x" for size in shape])


@printer_of(t.RankedTensorType)
def ranked_tensor_type(type: t.RankedTensorType) -> str:
    encoding = "" if type.encoding is None else f", {text_of(type.encoding)}"
    return f"tensor<{dimensions_text(type.shape)}{text_of(type.element_type)}{encoding}>"


@printer_of(t.UnrankedTensorType)
def unranked_tensor_type(type: t.UnrankedTensorType) -> str:
    return f"tensor<*x{text_of(type.element_type)}>"


@printer_of(t.VectorType)
def vector_type(type: t.VectorType) -> str:
    scalable = type.scalable or (False,) * len(type.shape)
    sizes = [f"[{size}]x" if bracket else f"{size}x" for size, bracket in zip(type.shape, scalable, strict=True)]
    return f"vector<{''.join(sizes)}{text_of(type.element_type)}>"


@printer_of(t.MemRefType)
def memref_type(type: t.MemRefType) -> str:
    parts = [elided_text(part) for part in (type.layout, type.memory_space) if part is not None]
    return f"memref<{', '.join([dimensions_text(type.shape) + text_of(type.element_type), *parts])}>"


@printer_of(t.UnrankedMemRefType)
def unranked_memref_type(type: t.UnrankedMemRefType) -> str:
    space = "" if type.memory_space is None else f", {elided_text(type.memory_space)}"
    return f"memref<*x{text_of(type.element_type)}{space}>"


# Attributes.


@printer_of(a.UnitAttr)
def unit_attribute(attribute: a.UnitAttr) -> str:
    return "unit"


@printer_of(a.BoolAttr)
def bool_attribute(attribute: a.BoolAttr) -> str:
    return "true" if attribute.value else "false"


@printer_of(a.IntegerAttr)
def integer_attribute(attribute: a.IntegerAttr) -> str:
    return f"{integer_text(attribute.value)} : {text_of(attribute.type)}"


@printer_of(a.FloatAttr)
def float_attribute(attribute: a.FloatAttr) -> str:
    return f"{float_literal(attribute.bits, attribute.type)} : {text_of(attribute.type)}"


@printer_of(a.StringAttr)
def string_attribute(attribute: a.StringAttr) -> str:
    text = string_token(attribute.value)
    return text if attribute.type is None else f"{text} : {text_of(attribute.type)}"


@printer_of(a.TypeAttr)
def type_attribute(attribute: a.TypeAttr) -> str:
    return text_of(attribute.type)


@printer_of(a.ArrayAttr)
def array_attribute(attribute: a.ArrayAttr) -> str:
    return f"[{', '.join([elided_text(element) for element in attribute.elements])}]"


@printer_of(a.DictionaryAttr)
def dictionary_attribute(attribute: a.DictionaryAttr) -> str:
    return "{" + ", ".join([dictionary_entry(name, value) for name, value in attribute.entries]) + "}"


def dictionary_entry(name: str, value: Attribute) -> str:
    """`name = value`, or just `name` for a unit attribute."""
    return entry_name(name) if value is a.UNIT else f"{entry_name(name)} = {text_of(value)}"


@printer_of(a.SymbolRefAttr)
def symbol_reference(attribute: a.SymbolRefAttr) -> str:
    return "::".join([symbol_token(name) for name in attribute.path])


@printer_of(a.DenseElementsAttr)
def dense_elements(attribute: a.DenseElementsAttr) -> str:
    return f"dense<{attribute.text}> : {text_of(attribute.type)}"


@alias_of(a.DenseResourceAttr, "")
def dense_resource(attribute: a.DenseResourceAttr) -> str:
    return f"dense_resource<{entry_name(attribute.key)}> : {text_of(attribute.type)}"


@printer_of(a.DenseArrayAttr)
def dense_array(attribute: a.DenseArrayAttr) -> str:
    element = text_of(attribute.element_type)
    if not attribute.values:
        return f"array<{element}>"
    return f"array<{element}: {array_elements(attribute)}>"


def array_elements(attribute: a.DenseArrayAttr) -> str:
    """The elements alone, with commas."""
    if attribute.element_type is a.I1:
        return ", ".join(["true" if value else "false" for value in attribute.values])
    if isinstance(attribute.element_type, t.FloatType):
        return ", ".join([float_literal(bits, attribute.element_type) for bits in attribute.values])
    return ", ".join([str(value) for value in attribute.values])


@printer_of(a.SparseElementsAttr)
def sparse_elements(attribute: a.SparseElementsAttr) -> str:
    parts = f"{attribute.indices}, {attribute.values}" if attribute.indices else ""
    return f"sparse<{parts}> : {text_of(attribute.type)}"


@alias_of(a.AffineMapAttr, "map")
def affine_map(attribute: a.AffineMapAttr) -> str:
    return f"affine_map<{attribute.text}>"


@alias_of(a.IntegerSetAttr, "set")
def integer_set(attribute: a.IntegerSetAttr) -> str:
    return f"affine_set<{attribute.text}>"


@printer_of(a.StridedLayoutAttr)
def strided_layout(attribute: a.StridedLayoutAttr) -> str:
    strides = ", ".join(["?" if stride is None else str(stride) for stride in attribute.strides])
    offset = "" if attribute.offset == 0 else f", offset: {'?' if attribute.offset is None else attribute.offset}"
    return f"strided<[{strides}]{offset}>"


@alias_of(a.DistinctAttr, "distinct")
def distinct(attribute: a.DistinctAttr) -> str:
    return f"distinct[{attribute.id}]<{'' if attribute.referenced is a.UNIT else text_of(attribute.referenced)}>"


@printer_of(a.BareProperties)
def bare_properties(properties: a.BareProperties) -> str:
    return text_of(properties.given)


# Locations.


@alias_of(l.UnknownLoc, "loc")
@alias_of(l.FileLineColRange, "loc")
@alias_of(l.NameLoc, "loc")
@alias_of(l.CallSiteLoc, "loc")
@alias_of(l.FusedLoc, "loc")
def location(attribute: Location) -> str:
    return f"loc({location_body(attribute, inner_mark)})"


def location_body(location: Location, inner_text: Callable[[Location], str], pretty: bool = False) -> str:
    """What stands between the parentheses of `loc(…)`; `inner_text` gives the text of locations inside.

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
