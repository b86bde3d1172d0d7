"""Operations inside messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

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


def _without_long_elements(root: Attribute) -> Attribute:
    """`root`, with a mark in place of dense elements of which there are more than MLIR puts in messages.

    Innermost attributes first, and each once: they may nest deeply, and one may be at very many places.
    """
    shown: dict[Attribute, Attribute] = {}
    work = [root]
    while work:
        attribute = work[-1]
        waiting = [part for part in _parts(attribute) if part not in shown]
        if waiting:
            work += waiting
        else:
            shown[attribute] = _with_parts(attribute, shown)
            work.pop()
    return shown[root]


def _parts(attribute: Attribute) -> Sequence[Attribute]:
    if isinstance(attribute, DictionaryAttr):
        return [value for _, value in attribute.items()]
    return attribute.elements if isinstance(attribute, ArrayAttr) else ()


def _with_parts(attribute: Attribute, shown: Mapping[Attribute, Attribute]) -> Attribute:
    """A dictionary or array with what is shown of its parts; of dense elements what is shown of themselves."""
    if isinstance(attribute, DictionaryAttr):
        return DictionaryAttr.of({name: shown[value] for name, value in attribute.items()})
    if isinstance(attribute, ArrayAttr):
        return ArrayAttr(tuple([shown[element] for element in attribute.elements]))
    if isinstance(attribute, DenseElementsAttr) and attribute.text.startswith(("[", '"0x')):
        assert isinstance(attribute.type, ShapedType)
        if prod(attribute.type.dimensions or ()) > MOST_ELEMENTS:
            return DenseResourceAttr("__elided__", attribute.type)
    return attribute
