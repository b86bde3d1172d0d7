"""Operations inside messages."""

from __future__ import annotations

from math import prod
from typing import Any

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import ArrayAttr, DenseElementsAttr, DenseResourceAttr, DictionaryAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import Value
from sdyopt.ods.spelling import spell
from sdyopt.syntax.printer import Printer

MOST_ELEMENTS = 16
"""How many elements a message shows."""


class Describer(Printer):
    """Prints `root` in generic form, its values named as in the isolated operation around it.

    Values from further outside have no name there; of many dense elements it is only said that they are left away.
    """

    def __init__(self, root: Operation) -> None:
        scope = root
        while scope.parent_op is not None and not (scope.regions and "IsolatedFromAbove" in scope.definition.traits):
            scope = scope.parent_op
        super().__init__(root, None, generic=True, debug_info=False, scope=scope)
        self.names = _NamesInside(self.names)

    def _dictionary(self, attributes: DictionaryAttr) -> str:
        return spell(_without_long_elements(attributes))


class _NamesInside(dict[Value, str]):
    """Names of values, of which some are not known."""

    def __missing__(self, value: Value) -> str:
        return "<<UNKNOWN SSA VALUE>>"


def _without_long_elements(attribute: Attribute) -> Any:
    """`attribute`, with a mark in place of dense elements of which there are more than MLIR puts in messages."""
    if isinstance(attribute, DictionaryAttr):
        return DictionaryAttr.of({name: _without_long_elements(value) for name, value in attribute.items()})
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr(tuple([_without_long_elements(element) for element in attribute.elements]))
    if isinstance(attribute, DenseElementsAttr) and attribute.text.startswith(("[", '"0x')):
        assert isinstance(attribute.type, ShapedType)
        if prod(attribute.type.dimensions or ()) > MOST_ELEMENTS:
            return DenseResourceAttr("__elided__", attribute.type)
    return attribute
