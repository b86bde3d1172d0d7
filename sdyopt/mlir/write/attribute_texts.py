"""A text that is one attribute or type."""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.parser import Parser


def parse_attribute(text: str, registry: Registry, allow_unregistered: bool = False) -> Attribute:
    """Returns the attribute in `text`; of a type its TypeAttr. Raises CompilationError if that is not all of it."""
    parser = Parser(text, registry, allow_unregistered, use_templates=False)
    attribute = parser.read_attribute()
    if attribute is None:
        raise CompilationError(parser.complaints)
    return attribute
