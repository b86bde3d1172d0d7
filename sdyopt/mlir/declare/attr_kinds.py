"""The kinds of builtin attributes that declarations ask for, and how they stand in assembly formats."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir import attributes as a
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.mlir.declare.constraints import AttrConstraint
from sdyopt.mlir.literals.attributes import integer_attribute
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.builtin import array_elements
from sdyopt.mlir.write.quoting import symbol_token


def _checked(accepts: Callable[[Attribute], bool]) -> Callable[[Attribute], Attribute]:
    """Returns what reads an attribute that a format takes only if it is accepted."""

    def read(attribute: Attribute) -> Attribute:
        if not accepts(attribute):
            raise ValueError("invalid kind of attribute specified")
        return attribute

    return read


def of_class(summary: str, cls: type[Attribute] | tuple[type[Attribute], ...]) -> AttrConstraint:
    """Any attribute of one class, or of several."""

    def accepts(attribute: Attribute) -> bool:
        return isinstance(attribute, cls)

    return AttrConstraint(summary, accepts, read=_checked(accepts))


def is_typed(attribute: Attribute) -> bool:
    """Whether an attribute has a type, as numbers, strings and elements have."""
    if isinstance(attribute, (a.TypeAttr, a.DenseArrayAttr)):
        return False
    return isinstance(attribute, a.BoolAttr) or hasattr(attribute, "type")


def is_integer_kind(attribute: Attribute) -> bool:
    """Whether it is any number without a point; a truth value is one."""
    return isinstance(attribute, (a.IntegerAttr, a.BoolAttr))


def is_array_kind(attribute: Attribute) -> bool:
    """Whether it is an array of whatever attributes."""
    return isinstance(attribute, a.ArrayAttr)


def _is_integer(attribute: Attribute, type: Type) -> bool:
    return isinstance(attribute, a.IntegerAttr) and attribute.type is type


def _is_flat(attribute: Attribute) -> bool:
    return isinstance(attribute, a.SymbolRefAttr) and len(attribute.path) == 1


def is_elements_of(attribute: Attribute, *kinds: type[Type]) -> bool:
    """Whether it is dense elements of one of these kinds of types."""
    return isinstance(attribute, a.DenseElementsAttr) and isinstance(
        getattr(attribute.type, "element_type", None), kinds
    )


def _array_kind(type: Type, symbol: str) -> AttrConstraint:
    """A dense array of integers of a type; in formats a list in brackets."""
    return AttrConstraint(
        f"{text_of(type)} dense array attribute",
        lambda attribute: isinstance(attribute, a.DenseArrayAttr) and attribute.element_type is type,
        symbol,
        lambda values: a.DenseArrayAttr(type, values),
        lambda attribute: f"[{array_elements(attribute)}]",
    )


def integer_kind(bits: int) -> AttrConstraint:
    """A signless integer attribute of so many bits; in formats just the number."""
    type = t.IntegerType(bits)
    return AttrConstraint(
        f"{bits}-bit signless integer attribute",
        lambda attribute: _is_integer(attribute, type),
        "integer",
        lambda literal: integer_attribute(literal, type) if isinstance(literal, str) else literal,
        lambda attribute: str(attribute.value),
        is_integer_kind,
    )


I32 = integer_kind(32)
I64 = integer_kind(64)

ANY = AttrConstraint("any attribute", lambda attribute: True)
TYPED = AttrConstraint("TypedAttr instance", is_typed, read=_checked(is_typed))
STRING = AttrConstraint("string attribute", lambda attribute: isinstance(attribute, a.StringAttr), "string_literal")
SYMBOL_NAME = AttrConstraint(
    "string attribute",
    lambda attribute: isinstance(attribute, a.StringAttr),
    "symbol_name",
    write=lambda attribute: symbol_token(attribute.value),
    names=a.StringAttr,
)
FLAT_SYMBOL_REF = AttrConstraint(
    "flat symbol reference attribute", _is_flat, "symbol_ref", _checked(_is_flat), names=a.SymbolRefAttr
)
BOOL = AttrConstraint("bool attribute", lambda attribute: isinstance(attribute, a.BoolAttr), "boolean")
UNIT = AttrConstraint("unit attribute", lambda attribute: attribute is a.UNIT)
FUNCTION_TYPE = AttrConstraint(
    "type attribute of function type",
    lambda attribute: isinstance(attribute, a.TypeAttr) and isinstance(attribute.type, t.FunctionType),
    is_kind=lambda attribute: isinstance(attribute, a.TypeAttr),
)
ARRAY = AttrConstraint("array attribute", is_array_kind)
DICTIONARY_ARRAY = AttrConstraint(
    "Array of dictionary attributes",
    lambda attribute: (
        isinstance(attribute, a.ArrayAttr)
        and all(isinstance(element, a.DictionaryAttr) for element in attribute.elements)
    ),
    is_kind=is_array_kind,
)
DICTIONARY = AttrConstraint(
    "dictionary of named attribute values", lambda attribute: isinstance(attribute, a.DictionaryAttr)
)
ELEMENTS = of_class(
    "constant vector/tensor attribute", (a.DenseElementsAttr, a.DenseResourceAttr, a.SparseElementsAttr)
)
I64_ARRAY = _array_kind(a.I64, "integer_list")
I32_ARRAY = _array_kind(a.I32, "integer32_list")
INTEGER_ELEMENTS = AttrConstraint(
    "integer elements attribute",
    lambda attribute: is_elements_of(attribute, t.IntegerType, t.IndexType),
)
BOOL_ARRAY = AttrConstraint(
    "i1 dense array attribute",
    lambda attribute: isinstance(attribute, a.DenseArrayAttr) and attribute.element_type is a.I1,
)
