"""What verifiers are handed beside an operation: the symbols around it, and where errors are reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

from sdyopt.ir.attribute import Location
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.symbols import symbols
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import CompilationError, Note, error, prefixed

T = TypeVar("T")


class Verification:
    """One verification of one module: what verifiers ask, and where they say what is wrong.

    `describe` gives the text of an operation as messages show it. After a pass, as `is_parsed` says, MLIR does not look
    up the symbols that attributes of the module itself name.
    """

    def __init__(self, module: Operation, describe: Callable[[Operation], str], is_parsed: bool = True) -> None:
        self.module = module
        self.is_parsed = is_parsed
        self.describe = describe
        self._tables: dict[Operation, dict[str, Operation]] = {}
        self._symbols_around: dict[Block | None, dict[str, Operation]] = {}
        """By the block in which a name stands."""
        self._around: dict[tuple[Block | None, Callable[[Operation], Any]], Any] = {}

    def error(
        self, op: Operation, message: str, notes: Sequence[Note] = (), location: Location | int | None = None
    ) -> NoReturn:
        """Raises the error that `op` is wrong; MLIR's prefix with the name of the operation comes before `message`."""
        self.plain_error(op.location if location is None else location, prefixed(f"'{op.name}' op ", message), notes)

    def plain_error(self, location: Location | int, message: str, notes: Sequence[Note] = ()) -> NoReturn:
        """Raises an error that no operation's name comes before."""
        raise CompilationError([error(message, location, notes)])

    def symbol(self, op: Operation, name: str) -> Operation | None:
        """The operation that the symbol `name` means at `op`; inside, if `op` is a symbol table itself."""
        if "SymbolTable" in op.definition.traits:
            return self.symbols_in(op).get(name)
        block = op.parent
        known = self._symbols_around.get(block)
        if known is None:
            known = self._symbols_around[block] = self._find_symbols_around(op)
        return known.get(name)

    def _find_symbols_around(self, op: Operation) -> dict[str, Operation]:
        """The symbols that have a name where `op` stands."""
        table = op.parent_op
        while table is not None and "SymbolTable" not in table.definition.traits:
            if len(table.regions) == 1 and not isinstance(table.definition, OpDef):
                return {}  # What is not registered may be a symbol table.
            table = table.parent_op
        return {} if table is None else self.symbols_in(table)

    def symbols_like(self, op: Operation, kind: str) -> list[str]:
        """The names of the operations called `kind` in the module around `op`; hints suggest them."""
        table = self.around(op, module_around)
        symbols = {} if table is None else self.symbols_in(table)
        return [name for name, symbol in symbols.items() if symbol.name == kind]

    def symbols_in(self, table: Operation) -> dict[str, Operation]:
        """The symbols of a symbol table, by their names."""
        known = self._tables.get(table)
        if known is None:
            known = self._tables[table] = symbols(table)
        return known

    def around(self, op: Operation, find: Callable[[Operation], T]) -> T:
        """What `find` finds around `op`: the same for all operations of a block, for which it is called once."""
        key = op.parent, find
        if key not in self._around:
            self._around[key] = find(op)
        found: T = self._around[key]
        return found


def module_around(op: Operation) -> Operation | None:
    """Returns the module around `op`; None if there is none."""
    table = op.parent_op
    while table is not None and table.name != "builtin.module":
        table = table.parent_op
    return table
