"""A text that is one attribute or type."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.read.parser import Parser


def parse_as(parse: Callable[[Parser], Attribute], text: str, registry: Registry) -> Attribute | None:
    """Returns the attribute in `text` as a format has it, which `parse` reads; None if that is not all of it."""
    return Parser(text, registry, False, use_templates=False).read_attribute(parse)


def parse_attribute(text: str, registry: Registry, allow_unregistered: bool = False) -> Attribute:
    """Returns the attribute in `text`; of a type its TypeAttr. Raises CompilationError if that is not all of it."""
    parser = Parser(text, registry, allow_unregistered, use_templates=False)
    attribute = parser.read_attribute()
    if attribute is None:
        raise CompilationError(parser.complaints)
    return attribute
