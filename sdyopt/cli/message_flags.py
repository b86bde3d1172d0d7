"""The options of every command for the style of messages."""

from __future__ import annotations

import click

from sdyopt.cli.flags import ChoiceFlag


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
