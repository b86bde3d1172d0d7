"""Options in MLIR's style: long names with one dash or two, and flags that never take the next word as a value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import click

from sdyopt.ir.records import Record
from sdyopt.mlir.releases import DEFAULT, RELEASES, VARIABLE, UnknownReleaseError, find_release, following

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Returns what makes a shell complete the name of a file."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


class ImpliedFlag(click.Option):
    """`-name` or `-name=VALUE`, with one dash or two; it never takes the next word as its value.

    Without a value it has the one that is `implied`. `more` are further arguments for Click.
    """

    def __init__(self, name: str, help: str, metavar: str, implied: str, **more: Any) -> None:
        super().__init__(_names(name), help=help, metavar=f"[={metavar}]", **more)
        self.implied = implied

    def as_read(self, name: str, value: str | None) -> str:
        """Returns the form of `-name` or `-name=value` for Click, which always has a value."""
        return f"--{name}={self.implied if value is None else value}"


class Flag(ImpliedFlag):
    """A flag in MLIR's style: `-name`, `--name`, `-name=false`."""

    def __init__(self, name: str, help: str, default: bool = False, **more: Any) -> None:
        super().__init__(name, help, "BOOL", "true", type=bool, default=default, **more)


class MarkerFlag(ImpliedFlag):
    """`-name=TEXT`, or `-name` for the default text; so is `-name=`."""

    def __init__(self, name: str, help: str, usual: str) -> None:
        super().__init__(name, help, "TEXT", usual)

    def as_read(self, name: str, value: str | None) -> str:
        return super().as_read(name, value or None)


class ValueFlag(click.Option):
    """`-name=VALUE` or `-name VALUE`, with one dash or two. `more` are further arguments for Click."""

    def __init__(self, name: str, help: str, metavar: str, **more: Any) -> None:
        completed = files if metavar == "FILE" else None
        super().__init__(_names(name), help=help, metavar=metavar, shell_complete=completed, **more)


class Number(click.FloatRange):
    """A number in a range, below 10⁹. Click's own ranges have NaN in them, and seconds that no clock can count."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        return number if number < 1e9 else self.fail(f"'{value}' is not a number below 1,000,000,000.", param, ctx)


SECONDS = Number(0, min_open=True)


class JobsFlag(click.Option):
    """`-j N`: the number of processes; 0, or `auto`, means the number of processors."""

    def __init__(self, help: str, default: int = 1) -> None:
        super().__init__(["-j", "jobs"], type=_jobs, default=default, metavar="N|auto", help=help)


def _jobs(text: object) -> int:
    number = "0" if text == "auto" else str(text).removeprefix("=")
    if not (number.isascii() and number.isdigit() and len(number) < 7):
        raise click.BadParameter(f"'{text}' is neither a number nor 'auto'.")
    return int(number)


class OnceFlag(click.Option):
    """`-o VALUE`, which may occur once. `more` are further arguments for Click."""

    def __init__(self, names: Sequence[str], default: str, **more: Any) -> None:
        super().__init__(
            list(names), multiple=True, default=(default,), callback=self._only, shell_complete=files, **more
        )

    @staticmethod
    def _only(context: click.Context, option: click.Parameter, values: Sequence[str]) -> str:
        if len(values) > 1:
            raise click.BadParameter("may only occur zero or one times!")
        return values[0]


class ChoiceFlag(ValueFlag):
    """`-name=WORD`, where the word is one of `choices`; the first is the default."""

    def __init__(self, name: str, help: str, choices: Sequence[str]) -> None:
        super().__init__(name, help, "|".join(choices), type=click.Choice(choices), default=choices[0])


class ReleaseFlag(ValueFlag):
    """`-shardy=VERSION`: the command follows the Shardy in that release of jaxlib."""

    def __init__(self) -> None:
        metavar = "|".join([*reversed(RELEASES), "newest"])
        help = f"Follow the Shardy of this release of jaxlib; by default that of ${VARIABLE}, or {DEFAULT.name}."
        super().__init__("shardy", help, metavar, default=DEFAULT.name, envvar=VARIABLE, expose_value=False)
        self.callback = self._follow

    @staticmethod
    def _follow(context: click.Context, option: click.Parameter, name: str) -> None:
        try:
            found = find_release(name)
        except UnknownReleaseError as error:
            raise click.BadParameter(f"{error}.", context, option) from None
        if found.note and not context.resilient_parsing:
            click.echo(f"{'warning' if found.is_deprecated else 'note'}: {found.note}", err=True)
        context.with_resource(following(found.release.name))


class ListFlag(Flag):
    """A flag that prints the text returned by a function, instead of a run."""

    def __init__(
        self, name: str, help: str, function: Callable[[click.Context], str], others: Sequence[str] = ()
    ) -> None:
        super().__init__(name, help)
        for other in others:
            self.opts += [f"-{other}", f"--{other}"]
        self.function = function
        self.is_eager = True
        self.expose_value = False
        self.callback = self._list

    def _list(self, ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
        if wanted and not ctx.resilient_parsing:
            click.echo(self.function(ctx))
            ctx.exit()


def _names(name: str) -> list[str]:
    """Returns the ways to write an option, and the name of its parameter."""
    return [f"-{name}", f"--{name}", name.removeprefix("mlir-").replace("-", "_")]


def takes_next_word(option: click.Option) -> bool:
    """Returns whether the value of an option may be the next word."""
    return not (option.is_flag or hasattr(option, "as_read"))


# Records of options: a command declares each of its options once, as an attribute of a class.


class Declared(Record):
    """An option of a record. Its flag is made when its name is known: that of the attribute."""

    _make: Callable[[str], click.Option]

    def __set_name__(self, record: type, name: str) -> None:
        self.flag = self._make(name.replace("_", "-"))


def flag_option(help: str) -> Any:
    return Declared(lambda name: Flag(name, help))


def value_option(help: str, metavar: str, **more: Any) -> Any:
    return Declared(lambda name: ValueFlag(name, help, metavar, **more))


def choice_option(help: str, choices: Sequence[str]) -> Any:
    return Declared(lambda name: ChoiceFlag(name, help, choices))


def declared_option(option: click.Option) -> Any:
    """Returns the declaration of an option whose name is not that of its attribute."""
    return Declared(lambda _: option)


class OptionRecord:
    """The options that a class declares, as Click has read them; help and manual page derive from it, too.

    An attribute is an option with its type, its help and the form of its value. Options of base classes come first,
    those of the last base before the others.
    """

    title: ClassVar[str] = ""
    """Of the section of these options in help."""

    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    @classmethod
    def flags(cls) -> tuple[click.Option, ...]:
        found = [each for base in reversed(cls.__mro__) for each in vars(base).values()]
        return tuple([each.flag for each in found if isinstance(each, Declared)])


class StyleOptions(OptionRecord):
    title = "Diagnostics"
    color: str = choice_option(
        "Use colours on terminals (auto, the default; respects NO_COLOR and FORCE_COLOR), always or never.",
        ("auto", "always", "never"),
    )
    diagnostics_format: str = choice_option(
        "Write errors and remarks as text (the default), or each as a line of JSON.", ("text", "json")
    )


def regular_expressions(context: click.Context, option: click.Parameter, texts: Sequence[str]) -> Sequence[str]:
    """Returns the `texts`. Raises click.BadParameter for an invalid regular expression."""
    if texts:
        from sdyopt.diagnostics.frames import compiled

        try:
            compiled(texts)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
    return texts


class PlaceOptions(StyleOptions):
    """The places that messages name."""

    frames: str = choice_option(
        "For a call stack, show the innermost frame of the user's own code and its caller (user, the default), "
        "only the innermost frame, or all.",
        ("user", "innermost", "all"),
    )
    skip_frames: Sequence[str] = value_option(
        "Frames whose file or function matches REGEX are not the user's own. May be repeated.",
        "REGEX",
        multiple=True,
        callback=regular_expressions,
    )
