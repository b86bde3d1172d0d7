"""The passes that can be run, by the names of their flags."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    `options` tells what each is for. One that tells of its decisions has an attribute `remarks`, None by itself: what
    it tells them to if anybody asks (`sdyopt.ir.remarks.Remarks`).
    """

    name: str
    """The name of its flag."""
    description: str

    def __init__(self, **options: Any) -> None: ...

    def run(self, module: Operation) -> bool:
        """Transforms `module`; gives whether it may have changed anything. Raises CompilationError if it fails."""
        ...


class BrokenPassError(ImportError):
    """A pass that a package declares, but that cannot be run: it cannot be imported, say."""


class PassEntry(NamedTuple):
    """A pass by its name; its module is imported when it runs, or when `--help` asks for its `description`."""

    name: str
    find: Callable[[], type[Pass]] | None = None
    """What gives the class, for passes that are not ours."""
    package: str = ""
    """The package, with its version, that the pass is of; empty for ours."""

    def load(self) -> type[Pass]:
        """The class of the pass: `InlineMeshes` in the module `sdyopt.passes.importing.inline_meshes`, say.

        Raises BrokenPassError for one of another package that cannot be run.
        """
        if self.find is not None:
            return self.find()
        words = self.name.removeprefix("sdy-").split("-")
        module = import_module(f"sdyopt.passes.importing.{'_'.join(words)}")
        found: type[Pass] = getattr(module, "".join([word.capitalize() for word in words]))
        return found

    @property
    def description(self) -> str:
        """What the pass does, or, in brackets, why it cannot be run."""
        try:
            return self.load().description
        except BrokenPassError as error:
            return f"({error})"

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
    """Every pass of ours under its names."""
    known = {entry.name: entry for entry in PASSES}
    return known | {alias: known[name] for alias, name in ALIASES.items()}


def all_passes() -> dict[str, PassEntry]:
    """Every pass under its names, also those of other packages."""
    from sdyopt.driver.pipeline.installed import installed_passes

    return installed_passes() | passes_by_name()


def find_pass(name: str) -> PassEntry:
    """The pass of that name: ours, or if there is none, one of another package. Raises KeyError if nobody has one."""
    known = passes_by_name().get(name)
    if known is None:
        from sdyopt.driver.pipeline.installed import installed_passes

        known = installed_passes()[name]
    return known
