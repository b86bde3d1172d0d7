"""Pipelines as values: which passes run on which operations, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sdyopt.driver.pipeline.entries import PassEntry
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.rewriting.passes import ANY, MODULE, OptionValue, PassPipeline, option_name


class PassInvocation(NamedTuple):
    """An invocation of a pass in a pipeline, with the values of its options by name."""

    entry: PassEntry
    options: tuple[tuple[str, OptionValue], ...] = ()
    instance: Any = None
    """A pass object that a Python program has created, if any."""

    @property
    def name(self) -> str:
        """The name of the pass: `sdy-inline-meshes`."""
        return self.entry.name

    def __str__(self) -> str:
        """The pass with all its options, including defaults."""
        from sdyopt.driver.pipeline.options import print_options

        options = print_options(self.entry, dict(self.options))
        return f"{self.name}{{{options}}}" if self.entry.options else self.name

    def make(self) -> Any:
        """Returns the pass, ready to run. Its options are keyword arguments: `debug-x` is `debug_x`."""
        if self.instance is not None:
            return self.instance
        cls = self.entry.load()
        fields = {option_name(field): field for field in getattr(cls, "_options", ())}
        return cls(**{fields.get(name, name.replace("-", "_")): value for name, value in self.options})


class Pipeline(NamedTuple):
    """Passes and nested pipelines, in order, that run on operations named `anchor` (or ANY).

    Nested pipelines run on the operations inside. The text is that of MLIR:
    `builtin.module(sdy-inline-meshes,func.func(…))`.
    """

    anchor: str = MODULE
    elements: tuple[PassInvocation | Pipeline, ...] = ()

    def __str__(self) -> str:
        return f"{self.anchor}({','.join(map(str, self.elements))})"

    @classmethod
    def of(cls, passes: Sequence[PassInvocation | Pipeline]) -> Pipeline:
        """Returns the pipeline of passes on a module; passes on functions are nested, neighbours in one pipeline."""
        elements: list[PassInvocation | Pipeline] = []
        for step in passes:
            if isinstance(step, Pipeline):
                elements.append(step)
                continue
            anchor = step.entry.anchor
            last = elements[-1] if elements else None
            if anchor in (MODULE, ANY):
                elements.append(step)
            elif isinstance(last, Pipeline) and last.anchor == anchor:
                elements[-1] = Pipeline(anchor, (*last.elements, step))
            else:
                elements.append(Pipeline(anchor, (step,)))
        return cls(elements=tuple(elements))


def invoked(
    entry: PassEntry, options: tuple[tuple[str, OptionValue], ...] = ()
) -> tuple[PassInvocation | Pipeline, ...]:
    """Returns a pass with options; or, of a pipeline with a name, the passes that it consists of.

    Of the latter each that runs on functions, say, is in a pipeline of its own.
    """
    if not entry.is_pipeline:
        return (PassInvocation(entry, options),)
    from sdyopt.driver.pipeline.registry import find_part

    made: PassPipeline = PassInvocation(entry, options).make()
    elements: list[PassInvocation | Pipeline] = []
    for name, given in made.passes():
        part = find_part(name)
        step = PassInvocation(part, given)
        elements.append(step if part.anchor in (entry.anchor, ANY) else Pipeline(part.anchor, (step,)))
    return tuple(elements)
