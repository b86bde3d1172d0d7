"""Symbols: operations that are found by name in the symbol table that holds them."""

from __future__ import annotations

from sdyopt.ir.attributes import StringAttr
from sdyopt.ir.operation import Operation

SYMBOL_NAME = "sym_name"


def symbol_name(op: Operation) -> str | None:
    """The name under which `op` can be referred to, if it has one."""
    name = op.signature.properties.get(SYMBOL_NAME) or op.signature.attributes.get(SYMBOL_NAME)
    return name.value if isinstance(name, StringAttr) else None


def symbols(table: Operation) -> dict[str, Operation]:
    """The operations right inside `table` by their symbol names; of two with one name the first."""
    found: dict[str, Operation] = {}
    for region in table.regions:
        for block in region.blocks:
            for op in block.ops:
                name = symbol_name(op)
                if name is not None:
                    found.setdefault(name, op)
    return found
