"""Command lines of MLIR's kind: long options with one dash or two, flags that never take the next word, `=false`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

import click

from sdyopt import __version__, console

SHELLS = ("bash", "zsh", "fish")
"""Those that can complete command lines."""

_SETTINGS = {"help_option_names": ["-help", "-h", "--help"], "max_content_width": 100}


class Flag(click.Option):
    """A flag of MLIR's kind: `-name`, `--name`, `-name=false`; it never takes the next word for its value."""

    def __init__(self, name: str, help: str, default: bool = False) -> None:
        super().__init__(_names(name), type=bool, default=default, help=help, metavar="[=BOOL]")

    def as_read(self, name: str, value: str | None) -> str:
        """The word in place of `-name`, or of `-name=value`: one that has a value."""
        return f"--{name}={'true' if value is None else value}"


class NameFlag(click.Option):
    """`-name` or `-name=TEXT`; without a text that is empty. May stand several times. `more` is as in ValueFlag."""

    def __init__(self, name: str, help: str, metavar: str, **more: Any) -> None:
        super().__init__(_names(name), multiple=True, help=help, metavar=f"[={metavar}]", **more)

    def as_read(self, name: str, value: str | None) -> str:
        """The word in place of `-name`, or of `-name=value`: one that has a value."""
        return f"--{name}={value or ''}"


class DiffFlag(click.Option):
    """`-name` for "all" of several things together, `-name=each` for each of them."""

    def __init__(self, name: str, help: str) -> None:
        super().__init__(_names(name), type=click.Choice(["all", "each"]), help=help, metavar="[=each]")

    def as_read(self, name: str, value: str | None) -> str:
        """The word in place of `-name`, or of `-name=value`: one that has a value."""
        return f"--{name}={'all' if value is None else value}"


class MarkerFlag(click.Option):
    """`-name=TEXT`, or `-name` for the usual text."""

    def __init__(self, name: str, help: str, usual: str) -> None:
        super().__init__(_names(name), help=help, metavar="[=TEXT]")
        self.usual = usual

    def as_read(self, name: str, value: str | None) -> str:
        """The word in place of `-name`, or of `-name=value`: one that has a value."""
        return f"--{name}={value or self.usual}"


class ValueFlag(click.Option):
    """`-name=VALUE` or `-name VALUE`, with one dash or two. `more` is what else Click knows of options."""

    def __init__(self, name: str, help: str, metavar: str, **more: Any) -> None:
        super().__init__(_names(name), help=help, metavar=metavar, **more)


class JobsFlag(click.Option):
    """`-j N`: how many processes there are; 0 for as many as there are processors, which may be written `auto`."""

    def __init__(self, help: str) -> None:
        super().__init__(["-j", "jobs"], type=_jobs, default=1, metavar="N|auto", help=help)


def _jobs(text: object) -> int:
    """The number that a text is."""
    number = "0" if text == "auto" else str(text).removeprefix("=")
    if not (number.isascii() and number.isdigit() and len(number) < 7):
        raise click.BadParameter(f"'{text}' is neither a number nor 'auto'.")
    return int(number)


class ChoiceFlag(ValueFlag):
    """`-name=WORD`, where the word is one of `choices`; the first is the default."""

    def __init__(self, name: str, help: str, choices: Sequence[str]) -> None:
        super().__init__(name, help, "|".join(choices), type=click.Choice(choices), default=choices[0])


class ListFlag(Flag):
    """A flag in place of a run: prints what a function of `sdyopt.driver.listing` gives."""

    def __init__(self, name: str, help: str, function: str) -> None:
        super().__init__(name, help)
        self.function = function
        self.is_eager = True
        self.expose_value = False
        self.callback = self._list

    def _list(self, ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
        if wanted and not ctx.resilient_parsing:
            from sdyopt.driver import listing

            click.echo(getattr(listing, self.function)())
            ctx.exit()


def _names(name: str) -> list[str]:
    """How an option may be written, and the name of what it sets."""
    return [f"-{name}", f"--{name}", name.removeprefix("mlir-").replace("-", "_")]


def takes_next_word(option: click.Option) -> bool:
    """Whether the value of an option may be the word behind it."""
    return not (option.is_flag or hasattr(option, "as_read"))


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
        from sdyopt.completion import SCRIPTS

        with open(SCRIPTS[shell], encoding="utf-8") as script:
            click.echo(script.read(), nl=False)
        ctx.exit()

    return click.Option(
        ["-completion", "--completion"],
        type=click.Choice(SHELLS),
        metavar="|".join(SHELLS),
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
