"""The kinds of builtin attributes that declarations ask for, and how they stand in assembly formats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.mlir.declare.constraints import UNIT_KIND, AttrConstraint
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.write.attributes import symbol_token, text_of
from sdyopt.mlir.write.builtin import array_elements

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


_NONE = a.NoneType()


def parses(accepts: Callable[[Attribute], bool], type: Type | None = None) -> Callable[[Parser], Attribute]:
    """Returns what reads an attribute in full, of which a format takes only what is accepted.

    `type` is the type of all such attributes, which then does not stand after them.
    """
    return lambda parser: parser.parse_attribute_of_kind(accepts, type)


def of_class(summary: str, cls: type[Attribute] | tuple[type[Attribute], ...], token: str = "") -> AttrConstraint:
    """Any attribute of one class, or of several; `token` is the kind of the tokens that these begin with."""

    def accepts(attribute: Attribute) -> bool:
        return isinstance(attribute, cls)

    return AttrConstraint(summary, accepts, parses(accepts), begins=_on(token) if token else None, cls=cls)


def _on(token: str) -> Callable[[Parser], bool]:
    return lambda parser: parser.kind == token


def array_of(summary: str, accepts: Callable[[Attribute], bool]) -> AttrConstraint:
    """An array all of whose elements are accepted."""
    return AttrConstraint(
        summary,
        lambda attribute: isinstance(attribute, a.ArrayAttr) and all(map(accepts, attribute.elements)),
        parses(is_array_kind, _NONE),
        is_kind=is_array_kind,
        cls=a.ArrayAttr,
    )


def word_of(
    summary: str,
    name: str,
    words: Sequence[str],
    type: Type = a.I32,
    parse: Callable[[Parser, Sequence[str]], int] | None = None,
) -> AttrConstraint:
    """One of some words, which the attribute with that name holds as a number; `parse` reads that of a word."""
    read = parse or (lambda parser, words: parser.parse_case(name, words))
    return AttrConstraint(
        summary,
        lambda attribute: _is_integer(attribute, type) and 0 <= attribute.value < len(words),  # type: ignore[attr-defined]
        lambda parser: a.IntegerAttr(read(parser, words), type),
        lambda attribute: words[attribute.value],
        begins=lambda parser: parser.token in words or (parse is None and parser.kind == "STRING"),
        cls=a.IntegerAttr,
    )


def in_short_form(summary: str, definition: AttributeDef) -> AttrConstraint:
    """An attribute of a dialect, which formats have in short form: as it is after its mnemonic."""
    cls = definition.cls
    return AttrConstraint(
        summary, lambda attribute: isinstance(attribute, cls), definition.short, definition.short_text, cls=cls
    )


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


def _array_kind(type: Type, width: int) -> AttrConstraint:
    """A dense array of integers of a type; in formats a list in brackets."""

    def accepts(attribute: Attribute) -> bool:
        return isinstance(attribute, a.DenseArrayAttr) and attribute.element_type is type

    def parse(parser: Parser) -> Attribute:
        if parser.kind == "HASH":
            return parser.parse_attribute_of_kind(accepts)
        return a.DenseArrayAttr(type, parser.parse_integers_of_array(width))

    return AttrConstraint(
        f"{text_of(type)} dense array attribute",
        accepts,
        parse,
        lambda attribute: f"[{array_elements(attribute)}]",
        cls=a.DenseArrayAttr,
    )


def number_of(type: Type, summary: str) -> AttrConstraint:
    """An integer attribute of a type; in formats just the number."""
    return AttrConstraint(
        summary,
        lambda attribute: _is_integer(attribute, type),
        parses(is_integer_kind, type),
        lambda attribute: str(attribute.value),
        is_integer_kind,
        cls=a.IntegerAttr,
    )


I32 = number_of(a.I32, "32-bit signless integer attribute")
I64 = number_of(a.I64, "64-bit signless integer attribute")


def float_kind(bits: int) -> AttrConstraint:
    """A float attribute of this width; in formats just the number."""
    type = a.FloatType(f"f{bits}")

    def accepts(attribute: Attribute) -> bool:
        return isinstance(attribute, a.FloatAttr) and attribute.type is type

    def write(attribute: Attribute) -> str:
        return text_of(attribute).rpartition(" : ")[0] or text_of(attribute)  # f64 is not written

    return AttrConstraint(
        f"{bits}-bit float attribute", accepts, parses(_is_float, type), write, _is_float, cls=a.FloatAttr
    )


def _is_float(attribute: Attribute) -> bool:
    return isinstance(attribute, a.FloatAttr)


F32 = float_kind(32)
F64 = float_kind(64)


def _is_string(attribute: Attribute) -> bool:
    return isinstance(attribute, a.StringAttr)


def parse_symbol_name(parser: Parser) -> Attribute:
    """Reads `@name`, which gives a string."""
    return a.StringAttr(parser.parse_symbol_name())


ANY = AttrConstraint("any attribute", lambda attribute: True)
TYPED = AttrConstraint("TypedAttr instance", is_typed, parses(is_typed))
STRING = AttrConstraint(
    "string attribute", _is_string, parses(_is_string, _NONE), begins=_on("STRING"), cls=a.StringAttr
)
SYMBOL_NAME = AttrConstraint(
    "string attribute",
    _is_string,
    parse_symbol_name,
    lambda attribute: symbol_token(attribute.value),
    names=a.StringAttr,
    begins=_on("SYMBOL"),
    cls=a.StringAttr,
)
FLAT_SYMBOL_REF = AttrConstraint(
    "flat symbol reference attribute", _is_flat, parses(_is_flat, _NONE), names=a.SymbolRefAttr, cls=a.SymbolRefAttr
)
BOOL = AttrConstraint(
    "bool attribute", lambda attribute: isinstance(attribute, a.BoolAttr), parses(is_integer_kind, a.I1), cls=a.BoolAttr
)
UNIT = UNIT_KIND
FUNCTION_TYPE = AttrConstraint(
    "type attribute of function type",
    lambda attribute: isinstance(attribute, a.TypeAttr) and isinstance(attribute.type, a.FunctionType),
    is_kind=lambda attribute: isinstance(attribute, a.TypeAttr),
    cls=a.TypeAttr,
)
TYPE = of_class("any type attribute", a.TypeAttr)
SYMBOL_REF = of_class("symbol reference attribute", a.SymbolRefAttr, "SYMBOL")
ARRAY = AttrConstraint("array attribute", is_array_kind, cls=a.ArrayAttr)
DICTIONARY = of_class("dictionary of named attribute values", a.DictionaryAttr)
DICTIONARY_ARRAY = array_of("Array of dictionary attributes", DICTIONARY.accepts)
ELEMENTS = of_class(
    "constant vector/tensor attribute", (a.DenseElementsAttr, a.DenseResourceAttr, a.SparseElementsAttr)
)
I64_ARRAY = _array_kind(a.I64, 64)
I32_ARRAY = _array_kind(a.I32, 32)
INTEGER_ELEMENTS = AttrConstraint(
    "integer elements attribute",
    lambda attribute: is_elements_of(attribute, a.IntegerType, a.IndexType),
    cls=a.DenseElementsAttr,
)
BOOL_ARRAY = AttrConstraint(
    "i1 dense array attribute",
    lambda attribute: isinstance(attribute, a.DenseArrayAttr) and attribute.element_type is a.I1,
    cls=a.DenseArrayAttr,
)
