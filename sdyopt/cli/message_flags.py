"""The options of commands for the style of messages, and for the places that they name."""

from __future__ import annotations

from collections.abc import Sequence

import click

from sdyopt.cli.flags import ChoiceFlag, ValueFlag


def message_flags() -> tuple[click.Option, ...]:
    """Returns `-color` and `-diagnostics-format`."""
    return (
        ChoiceFlag(
            "color",
            "Use colours on terminals (auto, the default; respects NO_COLOR and FORCE_COLOR), always or never.",
            ("auto", "always", "never"),
        ),
        ChoiceFlag(
            "diagnostics-format",
            "Write errors and remarks as text (the default), or each as a line of JSON.",
            ("text", "json"),
        ),
    )


def frame_flags() -> tuple[click.Option, ...]:
    """Returns `-frames` and `-skip-frames`."""
    return (
        ChoiceFlag(
            "frames",
            "For a call stack, show the innermost frame of the user's own code and its caller (user, the default), "
            "only the innermost frame, or all.",
            ("user", "innermost", "all"),
        ),
        ValueFlag(
            "skip-frames",
            "Frames whose file or function matches REGEX are not the user's own. May be repeated.",
            "REGEX",
            multiple=True,
            callback=regular_expressions,
        ),
    )


def regular_expressions(context: click.Context, option: click.Parameter, texts: Sequence[str]) -> Sequence[str]:
    """Returns the `texts`. Raises click.BadParameter for an invalid regular expression."""
    if texts:
        from sdyopt.driver.diagnostics.patterns import compiled

        try:
            compiled(texts)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
    return texts
