"""Names for new symbols, as MLIR's SymbolTable makes them up."""

from __future__ import annotations

from collections.abc import Iterable


class SymbolNames:
    """The names in a symbol table; a new symbol claims one that is still free."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._count = 0

    def claim(self, name: str) -> str:
        """`name` if nothing is called so, else the first free one of `name_0`, `name_1`, … that was never tried.

        The numbers go on from name to name: after `mesh_0` comes `main_1`.
        """
        claimed = name
        while claimed in self._taken:
            claimed = f"{name}_{self._count}"
            self._count += 1
        self._taken.add(claimed)
        return claimed
