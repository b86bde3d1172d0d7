"""A pipeline as a value: what runs on which operations, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sdyopt.driver.pipeline.registry import MODULE, Pass, PassEntry


class Step(NamedTuple):
    """One pass of a pipeline, with the options given to it, by their names."""

    entry: PassEntry
    options: tuple[tuple[str, bool | int | str], ...] = ()

    @property
    def name(self) -> str:
        """The name of the pass: `sdy-inline-meshes`."""
        return self.entry.name

    def __str__(self) -> str:
        """The pass with all its options, also those that were not given."""
        from sdyopt.driver.pipeline.options import print_options

        options = print_options(self.entry, dict(self.options))
        return f"{self.name}{{{options}}}" if options else self.name

    def make(self) -> Pass:
        """The pass, ready to run. Its options are keyword arguments: `debug-x` is `debug_x`."""
        return self.entry.load()(**{name.replace("-", "_"): value for name, value in self.options})


class Pipeline(NamedTuple):
    """What runs on operations named `anchor` (or ANY): elements in order, of which pipelines run on what is inside.

    Its text is what MLIR reads and prints: `builtin.module(sdy-inline-meshes,func.func(…))`.
    """

    anchor: str = MODULE
    elements: tuple[Step | Pipeline, ...] = ()

    def __str__(self) -> str:
        return f"{self.anchor}({','.join(map(str, self.elements))})"

    @classmethod
    def of(cls, passes: Sequence[PassEntry]) -> Pipeline:
        """Passes without options over a module."""
        return cls(elements=tuple([Step(entry) for entry in passes]))
