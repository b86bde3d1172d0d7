"""What `sdy-view` has been given, and which of its forms go together."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING

import click

from sdyopt.view.variants.variant_options import wants_variants

if TYPE_CHECKING:
    from sdyopt.cost.program.assumed_runs import AssumedRuns
    from sdyopt.layout import Tile


class Given(SimpleNamespace):
    """What Click has read, by the names of options: those of `sdyopt.view.options`, and the inputs."""

    inputs: tuple[str, ...]
    passes: tuple[str, ...]
    pass_pipeline: str | None
    module: str | None
    as_written: bool
    local: bool
    allow_unregistered_dialect: bool
    value: tuple[str, ...]
    function: tuple[str, ...]
    kind: tuple[str, ...]
    all: bool
    tile: tuple[Tile, ...]
    sort: str | None
    top: int | None
    collectives: bool
    bandwidth: dict[str, float]
    assume_runs: AssumedRuns
    why: tuple[str, ...]
    peak: bool
    peak_profile: str | None
    replicated: bool
    hlo: tuple[str, ...]
    xla_dump: str | None
    force: bool
    diff: bool
    max_bytes: int | None
    max_sent: int | None
    max_peak: int | None
    margin: float
    strict: bool
    grid: tuple[str, ...]
    dims: list[int] | None
    at: dict[str, int]
    json: bool
    html: str | None
    model_explorer: str | None
    color: str
    frames: str
    skip_frames: Sequence[str]

    @property
    def order(self) -> str:
        return self.sort or "order"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of values that are listed or drawn."""
        return (*self.value, *filter(None, self.grid))

    @property
    def is_beside(self) -> bool:
        """Whether a compiled program is shown."""
        return bool(self.hlo) or self.xla_dump is not None

    @property
    def is_table(self) -> bool:
        return not (self.json or self.grid or self.diff or self.html is not None or self.model_explorer is not None)

    @property
    def has_variants(self) -> bool:
        return wants_variants(vars(self)) or (len(self.inputs) > 1 and not self.diff)


_APART = (
    ("html", " shows all of it: it", ("json", "grid")),
    ("model-explorer", " writes a graph: it", ("json", "grid", "html", "diff")),
    ("diff", "", ("grid", "html")),
    ("hlo", "", ("diff", "grid", "model-explorer")),
    ("why", "", ("diff", "grid", "model-explorer")),
    ("replicated", "", ("diff", "grid", "model-explorer", "html")),
)
"""Forms, the reason, and those without which each of them goes."""


def check_forms(given: Given) -> None:
    """Raises UsageError for forms that do not go together."""
    wanted = {
        "html": given.html is not None,
        "model-explorer": given.model_explorer is not None,
        "diff": given.diff,
        "json": given.json,
        "grid": bool(given.grid),
        "why": bool(given.why),
        "peak": given.peak,
        "replicated": given.replicated,
        "hlo": given.is_beside,
    }
    for form in ("grid", "hlo", "model-explorer", "peak", "replicated", "why"):
        if given.has_variants and wanted[form]:
            meant = "; the name of a tensor is given as --grid=NAME" if form == "grid" and "" in given.grid else ""
            raise click.UsageError(f"--{form} shows one program; several inputs, or variants, give a table{meant}")
    for form, reason, others in _APART:
        for other in others:
            if wanted[form] and wanted[other]:
                raise click.UsageError(f"--{form}{reason} cannot be combined with --{other}")
    if given.diff and len(given.inputs) != 2 and not given.has_variants:
        raise click.UsageError("--diff compares two programs: sdy-view BEFORE AFTER --diff")
    if given.margin and given.max_bytes is given.max_sent is given.max_peak is None:
        raise click.UsageError("--margin is one of limits: give --max-peak, --max-sent or --max-bytes")
    if given.inputs.count("-") > 1:
        raise click.UsageError("only one input can be standard input")
    for form in ("why", "html", "replicated"):
        if given.is_beside and not given.inputs and wanted[form]:
            raise click.UsageError(f"--{form} needs a program: sdy-view INPUT --hlo FILE")
