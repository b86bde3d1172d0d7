"""The generated tables of pages: passes, and options of sdy-opt; programs that become those of each device.

    python -m tools.docs.tables

writes them, each between two comments with its name. A test fails if that changes a page.
"""

from __future__ import annotations

import re
from importlib import import_module
from itertools import groupby

import click

from sdyopt.cli.command import Section, shown_names
from sdyopt.cli.main import OTHER_OPTIONS, SECTIONS
from sdyopt.cli.pass_flags import PassFlag
from sdyopt.pipeline.registry import MODULES, PASSES, PIPELINE_MODULES, PIPELINES, PassEntry
from tools.docs.page_parts import Page, code, table
from tools.local_programs import programs as local_programs

COMMAND = "python -m tools.docs.tables"

STAGES = ("importing", "propagation", "exporting", "chlo_to_stablehlo", "xla_form", "general", "pipelines")
"""The stages of passes, in the order in which a compiler runs them: the folders whose passes have no engine."""


def pass_tables() -> str:
    """Returns the passes and named pipelines with their descriptions: a table for each folder, under its summary."""
    tables = []
    in_order = sorted((*PASSES, *PIPELINES), key=lambda entry: STAGES.index(_folder(entry)))
    for folder, entries in groupby(in_order, _folder):
        summary = (import_module(f"sdyopt.passes.{folder}").__doc__ or "").split("\n")[0]
        rows = [(code(f"--{entry.name}"), entry.description) for entry in entries]
        tables.append(f"{summary.removesuffix('.')}:\n\n{table(['pass', 'description'], rows)}")
    return "\n".join(tables)


def _folder(entry: PassEntry) -> str:
    """Returns the folder of a pass; a pass with an engine of its own runs after propagation, or is part of it."""
    folder = (MODULES | PIPELINE_MODULES)[entry.name].partition(".")[0]
    return folder if folder in STAGES else "exporting"


def option_tables() -> str:
    """Returns the options of `sdy-opt`, without the flags of passes: a table for each section of its help."""
    return "\n".join([f"### {section.title.partition(',')[0]}\n\n{_option_table(section)}" for section in SECTIONS])


def _option_table(section: Section) -> str:
    options = [option for option in section.options if not isinstance(option, PassFlag)]
    return table(["option", "meaning"], [(_written(option), _escaped(option.help or "")) for option in options])


def _written(option: click.Option) -> str:
    """Returns how an option is written with its value, or with each of several fixed values."""
    name, metavar = shown_names(option)[0], option.metavar or ""
    first, *others = metavar.split("|")
    separator = "" if first.startswith("[=") or not metavar else " " if len(name) == 2 else "="
    return ", ".join([code(f"{name}{separator}{first}"), *map(code, others)])


def _escaped(text: str) -> str:
    """Returns plain text as Markdown."""
    return re.sub(r"([<>*_])", r"\\\1", text)


def other_options() -> str:
    """Returns the options of mlir-opt that sdy-opt does not have, those with one reason in a row."""
    rows = [
        (", ".join([code(f"--{name}") for name, why in OTHER_OPTIONS.items() if why == reason]), _escaped(reason))
        for reason in dict.fromkeys(OTHER_OPTIONS.values())
    ]
    return table(["option of mlir-opt", "what it does there"], rows)


PAGES = (
    Page("docs/pipelines.md", COMMAND, {"passes": pass_tables}),
    Page("docs/command-line.md", COMMAND, {"options": option_tables, "other options": other_options}),
    Page(
        "docs/local-programs.md",
        COMMAND,
        {
            "passes to the program of each device": local_programs.passes,
            "programs that compute the same": local_programs.same,
            "programs that are refused": local_programs.refused,
            "programs that compute something else": local_programs.other_numbers,
        },
    ),
)


if __name__ == "__main__":
    for page in PAGES:
        page.write()
