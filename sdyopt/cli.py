"""The `sdy-opt` command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from sdyopt import console
from sdyopt.driver.registry import ALIASES, PASSES, passes_by_name
from sdyopt.process import EXIT_FAILURE


class _Flag(click.Option):
    """A flag of MLIR's kind: `-name`, `--name`, `-name=false`; it never takes the next word for its value."""

    def __init__(self, name: str, help: str, default: bool = False) -> None:
        destination = name.removeprefix("mlir-").replace("-", "_")
        super().__init__(
            [f"-{name}", f"--{name}", destination], type=bool, default=default, help=help, metavar="[=BOOL]"
        )
        self.flag = name


class _PassFlag(click.Option):
    """A flag that adds a pass to the pipeline. All share one destination, which keeps the command line's order."""

    def __init__(self, name: str, hidden: bool = False) -> None:
        super().__init__([f"-{name}", f"--{name}", "passes"], multiple=True, hidden=hidden, metavar="")
        self.flag = name


class _Command(click.Command):
    """A command with flags of MLIR's kind, and its passes in a section of their own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, self._with_values(args))

    def _with_values(self, args: Sequence[str]) -> list[str]:
        """`args` with a value behind every flag, so that none is looked for in the next word."""
        flags = {parameter.flag: parameter for parameter in self.params if isinstance(parameter, (_Flag, _PassFlag))}
        result: list[str] = []
        rest = list(args)
        while rest:
            word = rest.pop(0)
            if word == "--":
                return [*result, word, *rest]
            name, equals, value = word.lstrip("-").partition("=")
            flag = flags.get(name) if word.startswith("-") else None
            if isinstance(flag, _PassFlag):
                word = f"--{name}={name}{{{value}}}" if equals else f"--{name}={name}"
            elif flag is not None and not equals:
                word = f"--{name}=true"
            elif flag is None and len(name) > 1 and word[0] == "-" and word[1] not in "-o":
                word = f"-{word}"  # Click would take it for many options of one letter.
            result.append(word)
        return result

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The passes, then the options; each in the form with one dash."""
        options: list[tuple[str, str]] = []
        passes: list[tuple[str, str]] = []
        for parameter in self.get_params(ctx):
            if not isinstance(parameter, click.Option) or parameter.hidden:
                continue
            names = [name for name in parameter.opts if not name.startswith("--")] or parameter.opts
            metavar = parameter.metavar or ""
            left = ", ".join(names) + (metavar if metavar.startswith("[") else f" {metavar}".rstrip())
            if isinstance(parameter, _PassFlag):
                passes.append((left, passes_by_name()[parameter.flag].load().description))
            else:
                options.append((left, parameter.help or ""))
        with formatter.section("Passes, run in the order in which they stand on the command line"):
            formatter.write_dl(passes)
        with formatter.section("Options"):
            formatter.write_dl(options)


_HELP = """Reads an MLIR program with Shardy (SDY) shardings, runs passes over it and writes the result.

INPUT is a file; without one, or with -, standard input is read. Every option may be written with one dash or two.
"""


def _sdy_opt(input: str, output: str, passes: tuple[str, ...], **flags: bool) -> None:
    """What the command does with what Click has read."""
    from sdyopt.driver.files import read_input, write_output
    from sdyopt.driver.job import Options, process

    known = passes_by_name()
    pipeline = []
    for text in passes:
        name, brace, options = text.partition("{")
        if brace and options.rstrip("}").strip():
            raise click.UsageError(f"pass '{name}' takes no options")
        pipeline.append(known[name])
    try:
        text, name = read_input(input)
    except OSError as error:
        _fail_on_file("input", input, error)
    outcome = process(text, name, pipeline, Options(**flags))
    sys.stderr.write(outcome.messages)
    if outcome.succeeded or (outcome.output and output == "-"):
        try:
            write_output(output, outcome.output)
        except BrokenPipeError:
            raise
        except OSError as error:
            _fail_on_file("output", output, error)
    if not outcome.succeeded:
        raise click.exceptions.Exit(EXIT_FAILURE)


def _fail_on_file(kind: str, path: str, error: OSError) -> NoReturn:
    """Ends the run because of an `input` or `output` that could not be opened, or read or written to its end."""
    done = "open" if error.filename is not None else "read" if kind == "input" else "write"
    click.echo(f"sdy-opt: error: cannot {done} {kind} file '{path}': {error.strerror or error}", err=True)
    raise click.exceptions.Exit(EXIT_FAILURE)


def _command() -> click.Command:
    parameters: list[click.Parameter] = [
        click.Argument(["input"], default="-", required=False),
        *(_PassFlag(entry.name) for entry in PASSES),
        *(_PassFlag(alias, hidden=True) for alias in ALIASES),
        click.Option(["-o", "output"], default="-", metavar="FILE", help="Where to write; standard output by default."),
        _Flag("split-input-file", "Treat the parts between lines '// -----' as separate modules."),
        _Flag("verify-diagnostics", "Compare what is reported with the input's expected-error comments."),
        _Flag("allow-unregistered-dialect", "Accept operations, types and attributes of unknown dialects."),
        _Flag("verify-each", "Verify the module after each pass (the default).", default=True),
        _Flag("mlir-print-op-generic", "Print operations in generic form."),
        _Flag("mlir-print-debuginfo", "Print locations."),
    ]
    command = _Command(
        "sdy-opt",
        callback=_sdy_opt,
        params=parameters,
        help=_HELP,
        context_settings=console.SETTINGS,
    )
    return console.with_version(command)


COMMAND = _command()


def run(argv: Sequence[str], stdin: bytes | None = None) -> tuple[int, bytes, bytes]:
    """Runs the command inside this process: exit status, standard output and standard error."""
    return console.run(COMMAND, argv, stdin)
