"""Completion of command lines in bash, zsh and fish, over Click's.

A shell runs the command with `_SDY_OPT_COMPLETE=bash_complete` and its line in other variables; the answer lists what
can be inserted at the cursor. The scripts for the shells are in `scripts`; `sdy-opt -completion=bash` prints one. They
do what Click's do not: one script serves all commands, what follows `-option=` is completed without losing the option,
and inputs are offered as files `*.mlir` and folders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast

import click
from click.core import ParameterSource
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

from sdyopt.cli.flags import SCRIPTS, takes_next_word
from sdyopt.pipeline.registry import ALIASES, BrokenPassError, all_passes, find_pass

# Candidates for the completion at the cursor of a command line.

if TYPE_CHECKING:
    from sdyopt.cli.command import MlirCommand

    Item = CompletionItem[Any]


class CompletionKind(StrEnum):
    """The kind of an item: a value to offer, or files that the shell itself completes."""

    PLAIN = "plain"
    FILE = "file"
    MLIR = "mlir"
    """A file `*.mlir`, or a folder on the way to one."""


_KINDS = {"FILE": CompletionKind.FILE, "INPUT": CompletionKind.MLIR, "INPUTS": CompletionKind.MLIR}
"""The kinds of values, by their names in help. All others are plain."""


def candidates(command: MlirCommand, args: list[str], incomplete: str, with_help: bool = True) -> Iterator[Item]:
    """Returns the candidates for the word `incomplete`, which may be empty, after `args`.

    For `-option=val` they are values, without `-option=`. Descriptions of passes take time to import, and are included
    only `with_help`.
    """
    with command.make_context(command.name, list(args), resilient_parsing=True) as context:
        command.find_all(context)
        options = command.options_by_name(context)
        name, equals, value = incomplete.partition("=")
        last = options.get(args[-1].lstrip("-")) if args and args[-1].startswith("-") else None
        if "--" in args:
            yield from _values(_argument(command), incomplete)
        elif incomplete.startswith("-") and equals:
            yield from _values(options.get(name.lstrip("-")), value)
        elif incomplete.startswith("-"):
            for spelled, option in _named(options, context, incomplete):
                yield CompletionItem(spelled, help=option.help if with_help else None)
        elif last is not None and takes_next_word(last):
            yield from _values(last, incomplete)
        else:
            yield from _values(_argument(command), incomplete)


def _named(
    options: dict[str, click.Option], context: click.Context, incomplete: str
) -> Iterator[tuple[str, click.Option]]:
    """Returns the options with that prefix, except those on the line that cannot be repeated."""
    dashes = "--" if incomplete.startswith("--") else "-"
    for bare, option in options.items():
        name = f"{dashes}{bare}"
        if option.hidden or name not in option.opts or not name.startswith(incomplete):
            continue
        if option.multiple or context.get_parameter_source(option.name or "") is not ParameterSource.COMMANDLINE:
            yield name, option


def _argument(command: MlirCommand) -> click.Argument | None:
    return next((parameter for parameter in command.params if isinstance(parameter, click.Argument)), None)


def _values(parameter: click.Parameter | None, incomplete: str) -> Iterable[Item]:
    """Returns the candidates for the value of an option or of the argument."""
    if parameter is None:
        return []
    called = (parameter.metavar or (parameter.name or "").upper()).strip("[=].")
    if called in _KINDS:
        return [CompletionItem("", type=_KINDS[called])]
    words: Iterable[str] = ()
    if isinstance(parameter.type, click.Choice):
        words = parameter.type.choices
    elif called == "OPTIONS":
        words = _pass_options(parameter.opts[0].lstrip("-"), incomplete)
    elif called == "BOOL":
        words = ("true", "false")
    elif called.startswith("PASS,"):
        before = incomplete[: incomplete.rfind(",") + 1]
        words = [f"{before}{name}" for name in all_passes() if name not in ALIASES]
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _pass_options(pass_name: str, incomplete: str) -> Iterator[str]:
    """Yields what the first option of a pass may be: a name, which is enough for a truth value, or with a value."""
    try:
        options = find_pass(pass_name).options
    except BrokenPassError:
        return
    for name, option in options.items():
        values = ("true", "false") if isinstance(option.default, bool) else option.choices
        if values and (option.choices or incomplete.startswith(f"{name}=")):
            yield from [f"{name}={value}" for value in values]
        else:
            yield name if values else f"{name}="


# The shells: their scripts, the lines that they send, and the answers that they read.


class _Completion(ShellComplete):
    """The common base of the shells."""

    shows_help = True

    def source(self) -> str:
        with open(SCRIPTS[self.name], encoding="utf-8") as script:
            return script.read()

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[Any]]:
        return list(candidates(cast("MlirCommand", self.cli), args, incomplete, self.shows_help))


class Bash(_Completion, BashComplete):
    """Returns the line of an item: `plain,-sdy-inline-meshes`."""

    shows_help = False

    def get_completion_args(self) -> tuple[list[str], str]:
        """Joins words that Bash has split at equals signs."""
        args, incomplete = super().get_completion_args()
        words: list[str] = []
        is_open = False
        for word in (*args, incomplete):
            if words and word and (word == "=" or is_open):
                words[-1] += word
            else:
                words.append(word)
            is_open = word == "="
        return words[:-1], words[-1]


class Zsh(_Completion, ZshComplete):
    """Returns three lines for an item: its kind, its value and its description."""

    def format_completion(self, item: CompletionItem[Any]) -> str:
        return f"{item.type}\n{item.value}\n{_in_one_line(item)}"


class Fish(_Completion, FishComplete):
    """Returns the line of an item: `plain,-sdy-inline-meshes`, a tab, and its description."""

    def format_completion(self, item: CompletionItem[Any]) -> str:
        return f"{item.type},{item.value}\t{_in_one_line(item)}"


def register() -> None:
    """Replaces Click's classes for the shells by these."""
    for shell in (Bash, Zsh, Fish):
        add_completion_class(shell)


def _in_one_line(item: CompletionItem[Any]) -> str:
    return " ".join((item.help or "").split())
