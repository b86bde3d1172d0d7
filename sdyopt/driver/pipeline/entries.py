"""Entries of the registry: what is known about a pass before its module is imported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sdyopt.ir.errors import SdyOptError
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.rewriting.passes import MODULE, Option, PassPipeline, description_of, options_of

PassClass = type[Any]
"""A `Pass`, or a class of another package with `name`, `description` and a method `run(module)` that returns whether it
may have changed anything; its options are the keyword arguments of its constructor."""


class BrokenPassError(SdyOptError, ImportError):
    """A pass that a package declares but that cannot be run, for example because it cannot be imported."""


class PassEntry(NamedTuple):
    """A pass by its name; its module is imported when it runs, or when `--help` shows its `description`."""

    name: str
    load: Callable[[], PassClass]
    """Returns the class. Raises BrokenPassError for one of another package that cannot be run."""
    package: str = ""
    """The package of the pass, with its version; empty for a pass of this project."""

    @property
    def description(self) -> str:
        """The description of the pass, or, in parentheses, why it cannot be run."""
        try:
            return description_of(self.load())
        except BrokenPassError as error:
            return f"({error})"

    @property
    def class_name(self) -> str:
        """The name of the pass where MLIR does not show its flag: `InlineMeshesPass`."""
        cls = self.load()
        name: str = getattr(cls, "class_name", f"{cls.__name__}Pass")
        return name

    @property
    def is_pipeline(self) -> bool:
        """Whether this is a named pipeline of several passes."""
        return issubclass(self.load(), PassPipeline)

    @property
    def anchor(self) -> str:
        """The name of the operations that the pass runs on, or ANY."""
        anchor: str = getattr(self.load(), "anchor", MODULE)
        return anchor

    @property
    def options(self) -> Mapping[str, Option]:
        """The options of the pass by their names."""
        return options_of(self.load())
