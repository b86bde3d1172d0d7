"""A command with options in sections, whose command line is read as MLIR's tools read theirs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import click

from sdyopt import __version__
from sdyopt.cli import console
from sdyopt.cli.flags import takes_next_word
from sdyopt.cli.shells import SCRIPTS

_SETTINGS = {"help_option_names": ["-help", "-h", "--help"], "max_content_width": 100}


class Section(NamedTuple):
    """Options that belong together, under a title."""

    title: str
    options: Sequence[click.Option]
    find: Callable[[Collection[str]], Sequence[click.Option]] | None = None
    """Gives further ones, which it takes time to find, given the names of all others without dashes. It is asked when
    an option is not known, and to tell of all there are."""


class MlirCommand(click.Command):
    """A command with options in sections, from which its help, its completion and its manual page are made."""

    def __init__(
        self,
        name: str,
        callback: Callable[..., None],
        help: str,
        argument: click.Argument,
        sections: Sequence[Section],
    ) -> None:
        parameters = [argument, *[option for section in sections for option in section.options]]
        super().__init__(name, callback=callback, params=parameters, help=help, context_settings=_SETTINGS)
        self.sections = list(sections)
        self.params.append(_completion_option())
        click.version_option(__version__, "-version", "--version")(self)

    def run(self, argv: Sequence[str], stdin: bytes | None = None) -> tuple[int, bytes, bytes]:
        """Runs the command inside this process: exit status, standard output and standard error."""
        return console.run(self, argv, stdin)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, self._as_read(ctx, args))
        except click.NoSuchOption as error:
            # Click suggests each name with one dash and with two.
            names = sorted({f"--{name.lstrip('-')}" for name in error.possibilities or ()})
            raise click.NoSuchOption(error.option_name, possibilities=names, ctx=ctx) from None

    def find_all(self, ctx: click.Context) -> None:
        """Adds the options that it takes time to find."""
        for number, section in enumerate(self.sections):
            if section.find is not None:
                found = section.find(self.options_by_name(ctx))
                self.params += found
                self.sections[number] = Section(section.title, [*section.options, *found])

    def options_by_name(self, ctx: click.Context) -> dict[str, click.Option]:
        """The options of this command, and those that every command has, by their names without dashes."""
        return {
            name.lstrip("-"): parameter
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option)
            for name in parameter.opts
        }

    def _as_read(self, ctx: click.Context, args: Sequence[str]) -> list[str]:
        """`args` as Click is to read them: with a value behind every flag, and long options with two dashes.

        What is no option comes last, behind `--`: looked for options in, many words would take long.
        """
        known = self.options_by_name(ctx)
        letters = tuple([f"-{name}" for name, option in known.items() if len(name) == 1 and takes_next_word(option)])
        options: list[str] = []
        words: list[str] = []
        rest = iter(args)
        for word in rest:
            if word == "--":
                words += rest
                break
            if word == "-" or not word.startswith("-"):
                words.append(word)
                continue
            name, equals, value = word.lstrip("-").partition("=")
            option = known.get(name)
            if option is None and len(name) > 1 and not name[1:].isdigit():
                self.find_all(ctx)
                known = self.options_by_name(ctx)
                option = known.get(name)
                if option is None and word[1] != "-" and not word.startswith(letters):
                    word = f"-{word}"  # Click would take it for many options of one letter.
            if option is not None and hasattr(option, "as_read"):
                options.append(option.as_read(name, value if equals else None))
                continue
            options.append(word)
            if option is not None and not equals and takes_next_word(option):
                following = next(rest, None)
                if following is None:
                    return [*words, *options]  # Click says that it is missing.
                options.append(following)
        return [*options, "--", *words] if words else options

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options by their sections, each in the form with one dash; then what every command has."""
        self.find_all(ctx)
        for section in self.shown_sections(ctx):
            with formatter.section(section.title):
                formatter.write_dl([(_spelled(option), option.help or "") for option in section.options])

    def shown_sections(self, ctx: click.Context) -> list[Section]:
        """The sections with the options that are not hidden, and one of those that every command has."""
        in_sections = {option for section in self.sections for option in section.options}
        common = [
            parameter
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option) and parameter not in in_sections
        ]
        return [
            Section(section.title, [option for option in section.options if not option.hidden])
            for section in (*self.sections, Section("Help", common))
        ]


def _completion_option() -> click.Option:
    """`-completion=bash`, in front of everything else on the line."""

    def print_script(ctx: click.Context, option: click.Parameter, shell: str | None) -> None:
        if shell is None or ctx.resilient_parsing:
            return
        with open(SCRIPTS[shell], encoding="utf-8") as script:
            click.echo(script.read(), nl=False)
        ctx.exit()

    return click.Option(
        ["-completion", "--completion"],
        type=click.Choice(tuple(SCRIPTS)),
        metavar="|".join(SCRIPTS),
        is_eager=True,
        expose_value=False,
        callback=print_script,
        help="Print what makes this shell complete the command lines of sdy-opt and its fellow commands.",
    )


def names_with_one_dash(option: click.Option) -> list[str]:
    """How an option is written where people read of it, longer names first: old versions of Click mix those of help."""
    names = [name for name in option.opts if not name.startswith("--")] or option.opts
    return sorted(names, key=len, reverse=True)


def _spelled(option: click.Option) -> str:
    """An option's names, and what its value is called: `-o FILE`, `-verify-each[=BOOL]`."""
    metavar = option.metavar or ""
    return ", ".join(names_with_one_dash(option)) + (metavar if metavar.startswith("[") else f" {metavar}".rstrip())
