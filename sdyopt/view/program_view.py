"""The view that programs in Python get: with its tensors as plain rows, and shown by notebooks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sdyopt.view.model import ModuleView


@dataclass(frozen=True, slots=True)
class ProgramView(ModuleView):
    """The view of a whole program."""

    def rows(self) -> list[dict[str, Any]]:
        """Returns the tensors as plain dictionaries, with the same keys in each; what is not known is None."""
        from sdyopt.view.render.plain_rows import plain_rows

        return plain_rows(self)

    def _repr_html_(self) -> str:
        """Returns what notebooks show: tables and a picture, without scripts."""
        from sdyopt.view.page.notebook import notebook

        return notebook(self)
