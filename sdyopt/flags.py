"""Command lines of MLIR's kind: flags with one dash or two, `=false`, and flags of passes, which keep their order."""

from __future__ import annotations

from collections.abc import Sequence

import click

from sdyopt.driver.registry import ALIASES, PASSES, PassEntry, passes_by_name


class Flag(click.Option):
    """A flag of MLIR's kind: `-name`, `--name`, `-name=false`; it never takes the next word for its value."""

    without_value = "true"

    def __init__(self, name: str, help: str, default: bool = False) -> None:
        destination = name.removeprefix("mlir-").replace("-", "_")
        super().__init__(
            [f"-{name}", f"--{name}", destination], type=bool, default=default, help=help, metavar="[=BOOL]"
        )
        self.flag = name


class NameFlag(click.Option):
    """`-name` or `-name=TEXT`; without a text that is empty. May stand several times."""

    without_value = ""

    def __init__(self, name: str, help: str, metavar: str) -> None:
        super().__init__([f"-{name}", f"--{name}"], multiple=True, help=help, metavar=f"[={metavar}]")
        self.flag = name


class PassFlag(click.Option):
    """A flag that adds a pass to the pipeline. All share one destination, which keeps the command line's order."""

    def __init__(self, name: str, hidden: bool = False) -> None:
        super().__init__([f"-{name}", f"--{name}", "passes"], multiple=True, hidden=hidden, metavar="")
        self.flag = name


_FLAGS = (Flag, NameFlag, PassFlag)


def pass_flags() -> list[click.Parameter]:
    """A flag for each pass, and for each other name of one."""
    return [*(PassFlag(entry.name) for entry in PASSES), *(PassFlag(alias, hidden=True) for alias in ALIASES)]


def pipeline(passes: Sequence[str]) -> list[PassEntry]:
    """The passes that the flags of `pass_flags` have named, in their order. Raises click.UsageError for options."""
    known = passes_by_name()
    entries = []
    for text in passes:
        name, brace, options = text.partition("{")
        if brace and options.rstrip("}").strip():
            raise click.UsageError(f"pass '{name}' takes no options")
        entries.append(known[name])
    return entries


class MlirCommand(click.Command):
    """A command with flags of MLIR's kind, and its passes in a section of their own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, self._with_values(args))

    def _with_values(self, args: Sequence[str]) -> list[str]:
        """`args` with a value behind every flag, so that none is looked for in the next word."""
        flags = {parameter.flag: parameter for parameter in self.params if isinstance(parameter, _FLAGS)}
        result: list[str] = []
        rest = list(args)
        while rest:
            word = rest.pop(0)
            if word == "--":
                return [*result, word, *rest]
            name, equals, value = word.lstrip("-").partition("=")
            flag = flags.get(name) if word.startswith("-") else None
            if isinstance(flag, PassFlag):
                word = f"--{name}={name}{{{value}}}" if equals else f"--{name}={name}"
            elif flag is not None and not equals:
                word = f"--{name}={flag.without_value}"
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
            if isinstance(parameter, PassFlag):
                passes.append((left, passes_by_name()[parameter.flag].load().description))
            else:
                options.append((left, parameter.help or ""))
        with formatter.section("Passes, run in the order in which they stand on the command line"):
            formatter.write_dl(passes)
        with formatter.section("Options"):
            formatter.write_dl(options)
