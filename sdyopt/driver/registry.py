"""The passes that can be run, by the names of their flags."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from sdyopt.ir.operation import Operation

MODULE = "builtin.module"

ANY = "any"
"""In place of an operation's name: whatever can be run on."""


class Pass(Protocol):
    """A pass: what it is called and does, and how it runs.

    Its options are the keyword arguments of its class, each with a default: a truth value, a number or a text. If it
    runs on other operations than modules, its class says so by an attribute `anchor`; if it has options, an attribute
    `options` tells what each is for.
    """

    name: str
    """The name of its flag."""
    description: str

    def __init__(self, **options: Any) -> None: ...

    def run(self, module: Operation) -> bool:
        """Transforms `module`; gives whether it may have changed anything. Raises CompilationError if it fails."""
        ...


class PassEntry(NamedTuple):
    """A pass by its name; its module is imported when it runs, or when `--help` asks for its `description`."""

    name: str

    def load(self) -> type[Pass]:
        """The class of the pass: of `sdy-inline-meshes` the class `InlineMeshes` in `sdyopt.passes.inline_meshes`."""
        words = self.name.removeprefix("sdy-").split("-")
        module = import_module(f"sdyopt.passes.{'_'.join(words)}")
        found: type[Pass] = getattr(module, "".join([word.capitalize() for word in words]))
        return found

    @property
    def class_name(self) -> str:
        """What MLIR calls the pass where it does not show the name of its flag: `InlineMeshesPass`."""
        return f"{self.load().__name__}Pass"

    @property
    def anchor(self) -> str:
        """The name of the operations that the pass runs on, or ANY."""
        anchor: str = getattr(self.load(), "anchor", MODULE)
        return anchor

    @property
    def option_descriptions(self) -> Mapping[str, str]:
        """What each option is for, by its name."""
        descriptions: Mapping[str, str] = getattr(self.load(), "options", {})
        return descriptions


PASSES = tuple(
    PassEntry(f"sdy-{name}")
    for name in (
        "add-data-flow-edges",
        "apply-sharding-constraints",
        "constant-or-scalar-splitter",
        "inline-meshes",
        "lift-inlined-meshes",
        "manual-axes-cleanup",
        "remove-size-one-axes",
        "sharding-group-import",
    )
)

ALIASES = {"sdy-constant-splitter": "sdy-constant-or-scalar-splitter"}
"""Other names of passes."""


@cache
def passes_by_name() -> dict[str, PassEntry]:
    """Every pass under its names."""
    known = {entry.name: entry for entry in PASSES}
    return known | {alias: known[name] for alias, name in ALIASES.items()}
