"""Pages of which commands write some parts, each between two comments with its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tools.docs.examples import ROOT


class Page(NamedTuple):
    """A page, with what gives each part that a command writes."""

    name: str
    """Its path from the root of the repository."""
    command: str
    parts: Mapping[str, Callable[[], str]]

    @property
    def text(self) -> str:
        return (ROOT / self.name).read_text(encoding="utf-8")

    def renewed(self) -> str:
        """Returns the text with its parts as they should be. Raises ValueError if it has no comments around one."""
        text = self.text
        for name, content in self.parts.items():
            begin, end = f"<!-- {name}: {self.command} -->\n", f"<!-- end of {name} -->\n"
            before, found, rest = text.partition(begin)
            _, ended, after = rest.partition(end)
            if not (found and ended):
                raise ValueError(f"no comments around the part {name!r} of {self.name}")
            text = f"{before}{begin}\n{content()}\n{end}{after}"
        return text

    def write(self) -> None:
        """Renews the file."""
        (ROOT / self.name).write_text(self.renewed(), encoding="utf-8")
