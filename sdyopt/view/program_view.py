"""The view that programs in Python get: with its tensors as plain rows, and shown by notebooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sdyopt.api.module import Module
from sdyopt.cost.program.errors import ViewError
from sdyopt.view.model import ModuleView


@dataclass(frozen=True, slots=True)
class ProgramView(ModuleView):
    """The view of a whole program."""

    module: Module | None = field(default=None, compare=False, repr=False)
    """The program as it was given to `view`."""
    of_other: Callable[[Module], ProgramView] | None = field(default=None, compare=False, repr=False)
    """Returns the view of another module, for the same query."""

    def with_sharding(
        self,
        shardings: Mapping[str, Any] | None = None,
        *,
        constraints: Mapping[str, Any] | None = None,
        mesh: Any = None,
        drop: bool = False,
    ) -> ProgramView:
        """Returns the view of the program with other shardings: of arguments and results by name, label or pattern.

        Shardings are a PartitionSpec, a sequence of its entries, or a text: `None,tensor`. `constraints` are by place,
        `decoder.py:13` or `%4`; `mesh` is a text, `fsdp=8,tensor=32`, a dictionary or a `jax.sharding.Mesh`; and with
        `drop` the shardings of the program are removed first. The view has what this one was asked for: its machine,
        its profile of the peak, its values.

        Raises ViewError if changes do not fit the program, or if this view is not one that `view` has returned, and
        Error if the program is invalid on another mesh.
        """
        from sdyopt.view.variants.resharding import resharded

        if self.module is None or self.of_other is None:
            raise ViewError("this view does not have its program: `sdyopt.view.view` returns one that does")
        return self.of_other(resharded(self.module, self.frames, shardings or {}, constraints or {}, mesh, drop))

    def rows(self) -> list[dict[str, Any]]:
        """Returns the tensors as plain dictionaries, with the same keys in each; what is not known is None."""
        from sdyopt.view.columns.schema import Forms
        from sdyopt.view.columns.tensors import TENSOR

        return [TENSOR.object(tensor, Forms.ROWS) for tensor in self.tensors]

    def __str__(self) -> str:
        """Returns the tables as text."""
        from sdyopt.view.page.notebook import notebook_text

        return notebook_text(self)

    def _repr_html_(self) -> str:
        """Returns what notebooks show: tables and a picture, without scripts."""
        from sdyopt.view.page.notebook import notebook

        return notebook(self)

    def _repr_pretty_(self, printer: Any, is_cyclic: bool) -> None:
        """Writes what IPython shows in a terminal: the tables as text."""
        printer.text(str(self))
