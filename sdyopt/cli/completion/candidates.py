"""What may stand at the cursor of a command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from sdyopt.cli.flags import takes_next_word
from sdyopt.driver.pipeline.registry import ALIASES, all_passes

if TYPE_CHECKING:
    from sdyopt.cli.command import MlirCommand

    Item = CompletionItem[Any]


class Kind(StrEnum):
    """What an item asks of the shell's script: to offer its value, or files that the shell itself knows of."""

    PLAIN = "plain"
    FILE = "file"
    MLIR = "mlir"
    """A file `*.mlir`, or a folder on the way to one."""


_KINDS = {"FILE": Kind.FILE, "INPUT": Kind.MLIR, "INPUTS": Kind.MLIR}
"""By what the help calls a value. All others are plain, if anything is known of them."""


def candidates(command: MlirCommand, args: list[str], incomplete: str, with_help: bool = True) -> Iterator[Item]:
    """What may stand in place of the word `incomplete`, of which there may be nothing yet, behind `args`.

    Where that is `-option=val` these are values alone, without `-option=`. What passes are for takes time to find out,
    so it is told only `with_help`.
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
    """The options that begin so, but for those that stand on the line already and may not repeat."""
    dashes = "--" if incomplete.startswith("--") else "-"
    for bare, option in options.items():
        name = f"{dashes}{bare}"
        if option.hidden or name not in option.opts or not name.startswith(incomplete):
            continue
        if option.multiple or context.get_parameter_source(option.name or "") is not ParameterSource.COMMANDLINE:
            yield name, option


def _argument(command: MlirCommand) -> click.Argument:
    return next(parameter for parameter in command.params if isinstance(parameter, click.Argument))


def _values(parameter: click.Parameter | None, incomplete: str) -> Iterable[Item]:
    """What may be the value of an option, or of the argument."""
    if parameter is None:
        return []
    called = (parameter.metavar or (parameter.name or "").upper()).strip("[=].")
    if called in _KINDS:
        return [CompletionItem("", type=_KINDS[called])]
    words: Iterable[str] = ()
    if isinstance(parameter.type, click.Choice):
        words = parameter.type.choices
    elif called == "BOOL":
        words = ("true", "false")
    elif called.startswith("PASS,"):
        before = incomplete[: incomplete.rfind(",") + 1]
        words = [f"{before}{name}" for name in all_passes() if name not in ALIASES]
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]
