"""The flags that build the pipeline: one for each pass, in the order of the command line, or its text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

import click

from sdyopt.cli import console
from sdyopt.cli.command import Section
from sdyopt.cli.flags import ReleaseFlag, ValueFlag
from sdyopt.pipeline.model import PassInvocation, Pipeline, invoked, read_pass, read_pipeline
from sdyopt.pipeline.registry import (
    ALIASES,
    PASSES,
    PIPELINES,
    UNIMPLEMENTED,
    BrokenPassError,
    PassEntry,
    PipelineError,
    all_passes,
    find_named,
    find_pass,
    installed_passes,
    suggestion,
    unimplemented,
)

_NAME = re.compile(r"[A-Za-z][\w.-]*", re.ASCII)


class PassFlag(click.Option):
    """A flag that adds a pass to the pipeline. All share one parameter, which keeps the order of the command line."""

    def __init__(self, name: str, hidden: bool = False) -> None:
        super().__init__([f"-{name}", f"--{name}", "passes"], multiple=True, hidden=hidden, metavar="[=OPTIONS]")
        self.pass_name = name

    def as_read(self, name: str, value: str | None) -> str:
        """Returns the form of `-name` or `-name=options` for Click, whose value contains the name of the pass."""
        return f"--{name}={name} {value or ''}"

    @property
    def help(self) -> str:
        return find_pass(self.pass_name).description

    @help.setter
    def help(self, value: str | None) -> None:
        """Ignores the help that Click sets."""


class UnimplementedPassFlag(click.Option):
    """The flag of a pass that other tools have: a clear error instead of an unknown option."""

    def __init__(self, name: str) -> None:
        super().__init__([f"-{name}", f"--{name}", "unimplemented"], hidden=True, expose_value=False)
        self.pass_name = name

    def as_read(self, name: str, value: str | None) -> str:
        raise click.UsageError(unimplemented(self.pass_name) or name)


class PassNameFlag(ValueFlag):
    """`-name=PASS,PASS`: names of passes; may be repeated."""

    def __init__(self, name: str, help: str) -> None:
        super().__init__(name, help, "PASS,…", multiple=True, callback=_pass_names)


def _pass_names(ctx: click.Context, option: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    """Returns the names of passes in comma-separated lists. Raises BadParameter for an unknown name."""
    return tuple([_pass_name(name, ctx, option) for value in values for name in value.split(",")])


def _pass_name(name: str, ctx: click.Context, option: click.Parameter) -> str:
    try:
        return find_pass(name).name
    except KeyError:
        message = f"Cannot find option named '{name}'! {suggestion(name, all_passes())}"
        raise click.BadParameter(message.rstrip(), ctx, option) from None


class WrongPipeline(click.ClickException):
    """An invalid pipeline, with MLIR's message and a hint, which may be empty."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint

    def show(self, file: IO[Any] | None = None) -> None:
        has_place = self.message.startswith("MLIR Textual PassPipeline Parser")
        click.echo((self.message if has_place else f"Error: {self.message}").removesuffix("\n"), file=file)
        if self.hint:
            click.echo(f"hint: {self.hint}", file=file)


def pass_section(is_brief: bool = False) -> Section:
    """Returns the section of flags for passes and their aliases, and for a textual pipeline.

    If it `is_brief`, help has one line for all passes. The release of Shardy that they follow is a flag, too.
    """
    title = "Passes, run in the order of the command line"
    flags: list[click.Option] = [PassFlag(entry.name) for entry in (*PASSES, *PIPELINES)]
    flags += [PassFlag(alias, hidden=True) for alias in ALIASES]
    text = ValueFlag("pass-pipeline", "Run a textual pipeline: 'builtin.module(sdy-inline-meshes,…)'.", "PIPELINE")
    brief = [click.Option(["-PASS"], metavar="[=OPTIONS]", help="Run a pass: sdy-opt --list-passes lists them."), text]
    release = ReleaseFlag()
    return Section(title, (*flags, text, release), _flags_to_find, [*brief, release] if is_brief else ())


def _flags_to_find(taken: Collection[str]) -> list[click.Option]:
    """Returns the flags of passes of other packages, and of passes that are not implemented."""
    found = []
    for entry in installed_passes().values():
        if entry.name in taken:
            _warn_of(entry, "there is another option of that name")
        elif not _NAME.fullmatch(entry.name):
            _warn_of(entry, "no option can have that name")
        else:
            found.append(PassFlag(entry.name))
    known = {flag.pass_name for flag in found}
    return [*found, *[UnimplementedPassFlag(name) for name in UNIMPLEMENTED if name not in known]]


def _warn_of(entry: PassEntry, reason: str) -> None:
    click.echo(f"warning: pass '{entry.name}' of {entry.package} is not used: {reason}", err=True)


def pipeline(passes: Sequence[str], text: str | None) -> Pipeline:
    """Returns the pipeline of flags, in their order, or that in `text`. Raises WrongPipeline.

    A pass of another package that cannot be run ends the command that is running.
    """
    if text is None:
        return Pipeline.of([element for words in passes for element in _elements(*words.split(" ", 1))])
    if passes:
        raise click.UsageError("'-pass-pipeline' option can't be used with individual pass options")
    with _said_to_the_user():
        return read_pipeline(text)


def _elements(name: str, options: str) -> tuple[PassInvocation | Pipeline, ...]:
    with _said_to_the_user():
        entry = find_named(name)
        if not options and not entry.package:
            return invoked(entry)
        return read_pass(entry, options, entry.anchor)


@contextmanager
def _said_to_the_user() -> Iterator[None]:
    """Turns errors in a pipeline into a WrongPipeline."""
    try:
        yield
    except PipelineError as error:
        raise WrongPipeline(str(error), error.hint) from None
    except BrokenPassError as error:
        if error.__cause__ is not None and click.get_current_context().params.get("debug"):
            from traceback import print_exception

            print_exception(error.__cause__)
        console.fail(str(error))
