"""A text that is one attribute or type."""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import ParseError
from sdyopt.mlir.read.parser import Parser
from sdyopt.mlir.read.reading import shipped_tables


def parse_attribute(text: str, registry: Registry, allow_unregistered: bool = False) -> Attribute:
    """The attribute in `text`; of a type its TypeAttr. Raises ParseError if that is not all of it."""
    parser = Parser(text, registry, shipped_tables(registry), allow_unregistered, use_templates=False)
    attribute, end = parser.read_attribute(0)
    rest = text[end:].lstrip()
    if rest:
        raise ParseError("expected the end of the attribute", len(text) - len(rest))
    return attribute
