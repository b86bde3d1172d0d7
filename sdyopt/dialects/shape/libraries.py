"""`shape.lib`: the libraries of shape functions that belong to a module."""

from __future__ import annotations

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.quoting import symbol_token

LIBRARY = "shape.function_library"


def verify_library_of(op: Operation, context: Verification) -> None:
    """The attribute names libraries, and these have a function at most for each operation."""
    if "SymbolTable" not in op.definition.traits:
        context.plain_error(op.location, "shape.lib attribute may only be on op implementing SymbolTable")
    value = op.attributes["shape.lib"]
    if isinstance(value, SymbolRefAttr):
        _library(op, value, context)
    elif isinstance(value, ArrayAttr):
        known: set[str] = set()
        for reference in value:
            if not isinstance(reference, SymbolRefAttr):
                message = "only SymbolRefAttr allowed in shape.lib attribute array"
                context.plain_error(op.location, message)
            for name in _mapping(_library(op, reference, context)):
                if name in known:
                    message = "only one op to shape mapping allowed, found multiple for "
                    context.plain_error(op.location, f'{message}`"{name}"`')
                known.add(name)
    else:
        message = "only SymbolRefAttr or array of SymbolRefAttrs allowed as shape.lib attribute"
        context.plain_error(op.location, message)


def _library(op: Operation, reference: SymbolRefAttr, context: Verification) -> Operation:
    found = context.symbols_in(op).get(reference.leaf)
    name = symbol_token(reference.leaf)
    if found is None:
        context.plain_error(op.location, f"shape function library {name} not found")
    if found.name != LIBRARY:
        context.plain_error(op.location, f"{name} required to be shape function library")
    return found


def _mapping(library: Operation) -> tuple[str, ...]:
    mapping: Attribute | None = library.properties.get("mapping")
    return mapping.keys() if isinstance(mapping, DictionaryAttr) else ()
