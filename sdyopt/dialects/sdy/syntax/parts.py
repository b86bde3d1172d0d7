"""Words for what could not be read of SDY's attributes, and kinds that stand in full where their short form may."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sdyopt.ir.attribute import Attribute

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


def unread(attribute: str, name: str, type: str) -> str:
    """Returns the message about a parameter that could not be read."""
    return f"failed to parse Sdy_{attribute} parameter '{name}' which is to be a `{type}`"


def unread_list(attribute: str, name: str, type: str) -> str:
    """Returns the message about a parameter, a list, that could not be read."""
    return unread(attribute, name, f"::llvm::ArrayRef<{type}>")


def part(cls: type[Attribute], parse: Callable[[Parser], Attribute]) -> Callable[[Parser], Attribute]:
    """Returns what reads an attribute of `cls` in its short form, or in full (`#sdy.sharding<…>`), or its alias."""
    return lambda parser: parse(parser) if parser.kind != "HASH" else parser.parse_of_class(cls)
