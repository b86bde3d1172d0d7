"""The options that say how messages are written, which every command has."""

from __future__ import annotations

import click

from sdyopt.cli.flags import ChoiceFlag


def message_flags() -> tuple[click.Option, ...]:
    """`-color` and `-diagnostics-format`."""
    return (
        ChoiceFlag(
            "color",
            "Colour what is written for people: on terminals (auto, the default; the environment's NO_COLOR and "
            "FORCE_COLOR count), always or never.",
            ("auto", "always", "never"),
        ),
        ChoiceFlag(
            "diagnostics-format",
            "Write errors and remarks for people (text, the default), or each as a line of JSON.",
            ("text", "json"),
        ),
    )
