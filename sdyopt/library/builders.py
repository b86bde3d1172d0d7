"""Attributes and types out of texts, and operations out of their parts, for Python programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar, overload

from sdyopt.dialects import REGISTRY
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import DictionaryAttr, TypeAttr
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.value import Value
from sdyopt.library.module import Error
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.ods.source import Source
from sdyopt.syntax.attribute_texts import parse_attribute as parse_attribute_text

A = TypeVar("A", bound=Attribute)

_OPENING = ("<", "{", "[", '"')
"""How the text of an attribute begins that is written without the name of its kind."""


@overload
def parse_attribute(text: str) -> Attribute: ...
@overload
def parse_attribute(text: str, kind: type[A]) -> A: ...
def parse_attribute(text: str, kind: type[Attribute] = Attribute) -> Attribute:
    """The attribute in a text: `#sdy.sharding<@mesh, [{"x"}]>`, `[1, "a"]`, `4 : i32`.

    One of a `kind` that SDY, say, declares may be written as inside of an operation: `<@mesh, [{"x"}]>` for a Sharding.
    Raises Error if the text is no such attribute.
    """
    if text.lstrip()[:1] in _OPENING:
        for dialect in REGISTRY.dialects.values():
            for definition in dialect.attributes.values():
                if definition.cls is kind:
                    text = f"#{dialect.namespace}<{definition.mnemonic}{text}>"
    source = Source(text, "<string>")
    try:
        attribute = parse_attribute_text(text, REGISTRY)
    except CompilationError as error:
        raise Error(error.diagnostics, source) from None
    if not isinstance(attribute, kind):
        wanted = "a type" if kind is TypeAttr else kind.__name__
        message = f"expected {wanted}, found {type(attribute).__name__}"
        raise Error([Diagnostic("error", message, 0)], source)
    return attribute


def parse_type(text: str) -> Type:
    """The type in a text: `tensor<8x?xf32>`. Raises Error if it is none."""
    return parse_attribute(text, TypeAttr).type


def create(
    name: str,
    operands: Iterable[Value] = (),
    result_types: Iterable[Type] = (),
    properties: Mapping[str, Attribute] = {},
    attributes: Mapping[str, Attribute] = {},
    regions: Sequence[Region] = (),
    location: Location | int = UNKNOWN,
) -> Operation:
    """A new operation of that name (`sdy.sharding_constraint`), in no block yet: see `Operation.insert_after`.

    `properties` are the attributes that its declaration names, `attributes` all others. It is verified with the module
    that it comes into. Raises KeyError for a name that no dialect declares.
    """
    definition = REGISTRY.operations[name]
    inherent, discardable = DictionaryAttr.of(dict(properties)), DictionaryAttr.of(dict(attributes))
    return Operation.create(definition, operands, result_types, inherent, discardable, regions, location)
