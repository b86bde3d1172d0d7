"""Symbols: operations that are looked up by name in the symbol table that contains them."""

from __future__ import annotations

from collections.abc import Iterable

from sdyopt.ir.attribute import Attribute, remembered
from sdyopt.ir.attributes import DictionaryAttr, StringAttr, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import InsertionPoint
from sdyopt.ir.signature import Signature


class SymbolNames:
    """The names in a symbol table; a new symbol claims a free one."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._count = 0

    def claim(self, name: str) -> str:
        """Returns `name` if it is free, else the first free one of `name_0`, `name_1`, … that was not tried before.

        All names share one counter: after `mesh_0` comes `main_1`.
        """
        claimed = name
        while claimed in self._taken:
            claimed = f"{name}_{self._count}"
            self._count += 1
        self._taken.add(claimed)
        return claimed


SYMBOL_NAME = "sym_name"
VISIBILITY = "sym_visibility"
PUBLIC, NESTED, PRIVATE = "public", "nested", "private"


def symbol_name(op: Operation) -> str | None:
    """Returns the symbol name of `op`, or None."""
    symbol = op.signature.symbol
    return symbol.value if isinstance(symbol, StringAttr) else _other_symbol_name(op.signature.nameless)


@remembered
def _other_symbol_name(signature: Signature) -> str | None:
    """Returns the symbol name in a signature that is not an attribute declared as that."""
    name = signature.properties.get(SYMBOL_NAME) or signature.attributes.get(SYMBOL_NAME)
    return name.value if isinstance(name, StringAttr) else None


def is_symbol_table(op: Operation) -> bool:
    """Returns whether symbols are looked up in `op`."""
    return holds_symbols(op.signature)


def holds_symbols(signature: Signature) -> bool:
    """Returns whether symbols are looked up in operations with this signature."""
    return "SymbolTable" in signature.definition.traits


def is_symbol(op: Operation) -> bool:
    """Returns whether `op` can be referred to by name."""
    return op.has_trait("Symbol") and symbol_name(op) is not None


def visibility(symbol: Operation) -> str:
    """Returns from where a symbol can be referred to: PUBLIC, NESTED or PRIVATE."""
    given = symbol.signature.attribute(VISIBILITY)
    return given.value if isinstance(given, StringAttr) else PUBLIC


def symbol_ops(op: Operation) -> list[Operation]:
    """Returns the symbols directly inside `op`, in the order of the text."""
    return [inner for region in op.regions for block in region.blocks for inner in block.ops if is_symbol(inner)]


def symbols(table: Operation) -> dict[str, Operation]:
    """Returns the operations directly inside `table` by their symbol names; of two with one name the first."""
    found: dict[str, Operation] = {}
    for region in table.regions:
        for block in region.blocks:
            for op in block.ops:
                if (name := symbol_name(op)) is not None:
                    found.setdefault(name, op)
    return found


class SymbolTable:
    """The symbols of an operation that is a symbol table, by name; inserted symbols get unique names.

    A table does not notice symbols that are inserted, erased or renamed in another way.
    """

    def __init__(self, op: Operation) -> None:
        self.op = op
        self.symbols = symbols(op)
        self._names = SymbolNames(self.symbols)

    def lookup(self, name: str) -> Operation | None:
        """Returns the symbol of that name, or None."""
        return self.symbols.get(name)

    def insert(self, op: Operation, at: InsertionPoint | None = None) -> str:
        """Inserts a symbol there, or at the end of the body, and returns its name.

        If another symbol has the name of `op`, it becomes the first free one of `name_0`, `name_1`, … that was not
        tried before. As in MLIR's SymbolTable, all insertions share one counter.
        """
        if (wanted := symbol_name(op)) is None:
            raise ValueError(f"{op.name} has no symbol name")
        name = self._names.claim(wanted)
        if name != wanted:
            op.set_property(SYMBOL_NAME, StringAttr(name))
        if at is None:
            self.op.regions[0].block.append(op)
        else:
            at.insert(op)
        self.symbols[name] = op
        return name


# References to symbols, wherever they are in the attributes of operations.


@remembered
def references_of(signature: Signature) -> tuple[SymbolRefAttr, ...]:
    """Returns the symbols that attributes of operations refer to, each once."""
    values: list[Attribute] = []
    for dictionary in (signature.properties, signature.attributes):
        is_plain = type(dictionary) is DictionaryAttr
        values += [value for _, value in dictionary.items() if value.refers_to_symbols] if is_plain else [dictionary]
    return tuple(dict.fromkeys([reference for value in values for reference in _references_in(value)]))


@remembered
def _references_in(attribute: Attribute) -> tuple[SymbolRefAttr, ...]:
    """Returns the symbols that an attribute, or one inside it, refers to."""
    found: dict[SymbolRefAttr, None] = {}
    seen: set[Attribute] = set()
    work: list[object] = [attribute]
    while work:
        if isinstance(value := work.pop(), SymbolRefAttr):
            found[value] = None
        elif isinstance(value, tuple):
            work += value
        elif isinstance(value, Attribute) and value not in seen:
            seen.add(value)
            work += [getattr(value, field) for field in type(value).fields]
    return tuple(found)


def module_around(op: Operation) -> Operation | None:
    """Returns the module around `op`; None if there is none."""
    table = op.parent_op
    while table is not None and table.name != "builtin.module":
        table = table.parent_op
    return table
