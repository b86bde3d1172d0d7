"""Commands with options in sections, whose command lines are parsed like those of MLIR's tools."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from sdyopt import __version__
from sdyopt.cli import console
from sdyopt.cli.flags import OptionRecord, takes_next_word
from sdyopt.ir.records import NamedTuple

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_SETTINGS: dict[str, Any] = {"help_option_names": ["-help", "-h", "--help"], "max_content_width": 100}


class Section(NamedTuple):
    """A group of options under a title."""

    title: str
    options: Sequence[click.Option]
    find: Callable[[Collection[str]], Sequence[click.Option]] | None = None
    """Returns further options that take time to find, given the names of all others without dashes. Called for unknown
    options, and to list all of them."""
    brief: Sequence[click.Option] = ()
    """The options that help shows instead, if another command lists these."""


def sections_of(record: type[OptionRecord]) -> tuple[Section, ...]:
    """Returns a section for each base of a record of options."""
    return tuple([Section(base.title, base.flags()) for base in record.__bases__ if issubclass(base, OptionRecord)])


class MlirCommand(click.Command):
    """A command with options in sections, from which its help, completion and manual page are derived."""

    def __init__(
        self,
        name: str,
        callback: Callable[..., None],
        help: str,
        argument: click.Argument | None,
        sections: Sequence[Section],
        most_used: Sequence[str] = (),
        explained: Callable[[str], str | None] | None = None,
    ) -> None:
        """`most_used` are the names, without dashes, of the options that help lists first.

        `explained` returns the error for an option that the command does not have, but another tool; else None.
        """
        arguments: list[click.Parameter] = [] if argument is None else [argument]
        parameters = [*arguments, *[option for section in sections for option in section.options]]
        super().__init__(name, callback=callback, params=parameters, help=help, context_settings=_SETTINGS)
        self.sections = list(sections)
        self._most_used = most_used
        self._explained = explained
        click.version_option(__version__, "-version", "--version")(self)

    def run(self, argv: Sequence[str], stdin: bytes | None = None) -> tuple[int, bytes, bytes]:
        return console.run(self, argv, stdin)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, self._as_read(ctx, with_response_files(args)))
        except click.BadParameter as error:
            if isinstance(error.param, click.Option):
                error.param_hint = f"'{shown_names(error.param)[0]}'"
            raise
        except click.NoSuchOption as error:
            from difflib import get_close_matches

            asked = error.option_name.lstrip("-")
            if self._explained is not None and (elsewhere := self._explained(asked)) is not None:
                raise click.UsageError(elsewhere, ctx) from None
            names = [name for name, option in self.options_by_name(ctx).items() if not option.hidden]
            near = [each for each in names if each.startswith(asked) or asked.startswith(f"{each}-")]
            # Click also compares the dashes, and suggests no name of twice the length.
            found = near if len(near) == 1 else get_close_matches(asked, names)
            unknown = click.NoSuchOption(error.option_name, ctx=ctx)
            vars(unknown)["possibilities"] = sorted([f"--{name}" for name in found])
            raise unknown from None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        self.find_all(ctx)
        return super().shell_complete(ctx, incomplete)

    def list_options(self, ctx: click.Context) -> str:
        self.find_all(ctx)
        options = [option for section in self.shown_sections(ctx) for option in section.options]
        formatter = click.HelpFormatter(max_width=_SETTINGS["max_content_width"])
        formatter.write_dl(sorted([(_printed(option), option.help or "") for option in options]))
        return formatter.getvalue().rstrip("\n")

    def find_all(self, ctx: click.Context) -> None:
        """Adds the options that take time to find."""
        for number, section in enumerate(self.sections):
            if section.find is not None:
                found = section.find(self.options_by_name(ctx))
                self.params += found
                self.sections[number] = section._replace(options=[*section.options, *found], find=None)

    def options_by_name(self, ctx: click.Context) -> dict[str, click.Option]:
        """Returns the options of this command, including those of every command, by their names without dashes."""
        return {
            name.lstrip("-"): parameter
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option)
            for name in parameter.opts
        }

    def _as_read(self, ctx: click.Context, args: Iterable[str]) -> list[str]:
        """Returns `args` in the form for Click: with a value for every flag, and long options with two dashes.

        Arguments come last, after `--`, because Click would take long to search many of them for options.
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
                    word = f"-{word}"  # Click would parse it as many options of one letter.
            if option is not None and hasattr(option, "as_read"):
                options.append(option.as_read(name, value if equals else None))
                continue
            options.append(word)
            if option is not None and not equals and takes_next_word(option):
                if (following := next(rest, None)) is None:
                    return [*words, *options]  # Click reports that it is missing.
                options.append(following)
        return [*options, "--", *words] if words else options

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options by section: first those that are used most, last those of every command."""
        self.find_all(ctx)
        for section in self.shown_sections(ctx):
            with formatter.section(section.title):
                formatter.write_dl([(_printed(option), option.help or "") for option in section.options])

    def shown_sections(self, ctx: click.Context) -> list[Section]:
        """Returns the sections with the options that are not hidden, each once.

        A section of the most used options comes first, one of those of every command last.
        """
        known = self.options_by_name(ctx)
        first = [known[name] for name in self._most_used]
        in_sections = {option for section in self.sections for option in section.options}
        common = [
            parameter
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option) and parameter not in in_sections
        ]
        shown = [
            Section(
                section.title, section.brief or [each for each in section.options if not (each.hidden or each in first)]
            )
            for section in (*self.sections, Section("Help", common))
        ]
        return [Section("Most used", first), *shown] if first else shown


def with_response_files(args: Sequence[str]) -> Iterator[str]:
    """Returns `args` with the words in FILE in place of `@FILE`, as LLVM's tools read them; such files may name others.

    An argument stays as it is if there is no such file. Raises UsageError for files that name each other, or that have
    an unclosed quote.
    """
    work: list[tuple[str, tuple[str, ...]]] = [(word, ()) for word in reversed(args)]
    while work:
        word, inside = work.pop()
        path = word[1:]
        if not word.startswith("@") or not os.path.isfile(path):
            yield word
            continue
        if path in inside:
            raise click.UsageError(f"the response file '{path}' names itself")
        import shlex

        try:
            with open(path, encoding="utf-8", errors="surrogateescape") as file:
                words = shlex.split(file.read())
        except (OSError, ValueError) as error:
            raise click.UsageError(f"cannot read the response file '{path}': {error}") from None
        work += [(inner, (*inside, path)) for inner in reversed(words)]


def shown_names(option: click.Option) -> list[str]:
    """Returns the names of an option in help: words with two dashes, then letters with one."""
    names = {name.lstrip("-") for name in option.opts}
    return [f"--{name}" if len(name) > 1 else f"-{name}" for name in sorted(names, key=len, reverse=True)]


def _printed(option: click.Option) -> str:
    """Returns an option's names and the name of its value: `-o FILE`, `-verify-each[=BOOL]`."""
    metavar = option.metavar or ""
    return ", ".join(shown_names(option)) + (metavar if metavar.startswith("[") else f" {metavar}".rstrip())
