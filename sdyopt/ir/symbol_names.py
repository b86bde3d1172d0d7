"""Names of new symbols, as MLIR's SymbolTable creates them."""

from __future__ import annotations

from collections.abc import Iterable


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
