"""The public names of a release: what other projects may import without asking.

    python -m tools.public_names

writes them to the record that a test compares with. Do so when a version is released, not before.
"""

from __future__ import annotations

import importlib
from pathlib import Path

MODULES = ("sdyopt", "sdyopt.declare", "sdyopt.testing", "sdyopt.view", "sdyopt.hlo", "sdyopt.layout")
RECORD = Path(__file__).resolve().parents[1] / "lit_tests" / "python" / "library" / "released_names.txt"


def public_names() -> set[str]:
    """Returns what `__all__` of the public modules lists, with their modules."""
    return {f"{module}.{name}" for module in MODULES for name in importlib.import_module(module).__all__}


if __name__ == "__main__":
    RECORD.write_text("".join([f"{name}\n" for name in sorted(public_names())]), encoding="utf-8")
