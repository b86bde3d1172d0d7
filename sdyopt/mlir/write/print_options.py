"""How a program is printed."""

from __future__ import annotations

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.mlir.literals.dense import HEX_THRESHOLD

NO_HEX = -1
"""In place of a number of elements: none are printed in hexadecimal."""


class PrintOptions(NamedTuple):
    """What mlir-opt's options for printing ask for; by default what it prints without any."""

    generic: bool = False
    """All operations in generic form."""
    debug_info: bool = False
    """With locations."""
    pretty_debug_info: bool = False
    """Locations that are shown are for people only: `file.py:1:2`."""
    local_scope: bool = False
    """Everything is written in place: no aliases, and no resources after the program."""
    value_users: bool = False
    """The users of each value follow it as a comment."""
    unique_ssa_ids: bool = False
    """No number names two values."""
    skip_regions: bool = False
    """`{...}` in place of regions."""
    elide_elements: int | None = None
    """More different elements than this are elided."""
    hex_elements: int = HEX_THRESHOLD
    """More different elements than this are printed as one hexadecimal string; see NO_HEX."""
    elide_resources: int | None = None
    """Resources whose text, with its quotes, has more characters than this are elided."""
    names_from_locations: bool = False
    """Values have the name in their location, if it has one."""

    @property
    def changes_elements(self) -> bool:
        """Whether any elements may be shown otherwise than usual."""
        return self.elide_elements is not None or self.hex_elements != HEX_THRESHOLD


PLAIN = PrintOptions()
"""The text that mlir-opt prints without options."""
