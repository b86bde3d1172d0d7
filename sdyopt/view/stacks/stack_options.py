"""The options of `sdy-view` that write what a program costs by call stack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cli import console
from sdyopt.cli.flags import ValueFlag

if TYPE_CHECKING:
    from sdyopt.view.model import ModuleView

STACK_FLAGS = (
    ValueFlag("pprof", "Write memory at the peak, bytes sent and times by call stack for pprof, as JAX does.", "FILE"),
    ValueFlag("speedscope", "Write the same for https://www.speedscope.app, which draws flame graphs.", "FILE"),
    ValueFlag("annotate", "Print this Python source with what each line costs beside it.", "FILE"),
)
"""The options."""

_NAMES = ("pprof", "speedscope", "annotate")


def wants_stacks(given: Mapping[str, Any]) -> bool:
    """Whether any of the options is given."""
    return any(given[name] for name in _NAMES)


def write_stacks(found: ModuleView, given: Mapping[str, Any]) -> None:
    """Writes what the options ask for. Fails as the command does if a file cannot be written or read."""
    from json import dumps
    from pathlib import Path

    from sdyopt.cost.program.errors import ViewError
    from sdyopt.view.render.printing import write_text
    from sdyopt.view.stacks.samples import samples_of

    samples = samples_of(found)
    if given["pprof"]:
        from sdyopt.view.stacks.pprof import pprof_bytes

        try:
            Path(given["pprof"]).write_bytes(pprof_bytes(samples))
        except OSError as error:
            console.fail_on_file("output", given["pprof"], error)
    if given["speedscope"]:
        from sdyopt.view.stacks.speedscope import speedscope_object

        write_text(given["speedscope"], dumps(speedscope_object(samples, found.file)))
    if given["annotate"]:
        from sdyopt.view.stacks.annotated import annotated_lines

        try:
            for line in annotated_lines(given["annotate"], samples, found.frames):
                click.echo(line)
        except ViewError as error:
            console.fail(str(error))
