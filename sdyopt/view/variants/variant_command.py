"""What `sdy-view` does if it shows variants of programs."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from sdyopt.api.errors import Error
from sdyopt.api.module import Module
from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.cost.program.errors import ViewError
from sdyopt.cost.time.machine import Machine
from sdyopt.view.query import Query
from sdyopt.view.render.printing import MOST_ROWS, ShownTables, print_comparison, write_text
from sdyopt.view.variants.measuring import Conditions, Variant, VariantView, changed, measured, variants_of
from sdyopt.view.variants.variant_options import between_of, edits_of


class VariantForms:
    """What a user wants of variants besides their table."""

    def __init__(self, given: Mapping[str, Any], diff: bool, json: bool, html: str | None, shown: ShownTables) -> None:
        self.given = given
        self.diff = diff
        self.json = json
        self.html = html
        self.shown = shown


def show_variants(modules: Sequence[Module], asked: VariantForms, query: Query) -> None:
    """Prints the table of variants, or the difference of two, and writes programs and the page.

    Fails as the command does if changes do not fit a program.
    """
    machine = query.machine or Machine.of()
    frames = query.frames
    always, alternatives = edits_of(asked.given)
    try:
        variants = variants_of(modules, always, alternatives)
        between = between_of(asked.given["between"], len(variants))
        if asked.given["o"]:
            _write_programs(Path(asked.given["o"]), variants, frames)
        if asked.diff or between is not None:
            _compare(variants, between, asked, query)
            return
        found = list(measured(variants, Conditions(machine, frames, query.assumed), asked.given["jobs"]))
    except ViewError as error:
        console.fail(str(error))
    except Error as error:
        sys.stderr.write(error.written(console.message_style(), frames))
        raise click.exceptions.Exit(EXIT_FAILURE) from None
    _print(found, machine, asked)


def _print(found: Sequence[VariantView], machine: Machine, asked: VariantForms) -> None:
    from sdyopt.display.tables import Table, print_table
    from sdyopt.view.variants.variant_tables import variant_notes, variant_table, variants_object

    if asked.json:
        from json import dumps

        click.echo(dumps(variants_object(found, machine)))
        return
    if asked.html is not None:
        from sdyopt.view.variants.variant_page import variant_page

        write_text(asked.html, variant_page(found, machine))
        return
    table = variant_table(found)
    most = None if asked.shown.everything else asked.shown.top or max(MOST_ROWS, 100)
    print_table(Table(table.columns, table.rows[:most]), asked.shown.color)
    if most is not None and len(found) > most:
        click.echo(f"… {len(found) - most:,} more (--all)")
    click.echo()
    for note in variant_notes(found, machine):
        click.echo(note)


def _compare(variants: Sequence[Variant], between: tuple[int, int] | None, asked: VariantForms, query: Query) -> None:
    from sdyopt.view.collection import analyze

    if between is None:
        if len(variants) != 2:
            raise click.UsageError(f"--diff compares two, and these are {len(variants)} variants: --between I,J")
        between = 0, 1
    views = [analyze(changed(variants[number], query.frames), query).view for number in between]
    print_comparison(views[0], views[1], None, asked.shown, asked.json)


def _write_programs(folder: Path, variants: Sequence[Variant], frames: Any) -> None:
    """Writes the program of each variant: `NAME.3.mlir`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        console.fail_on_file("output", str(folder), error)
    for number, variant in enumerate(variants):
        name = Path(variant.module.source.name).stem.strip("<>") or "program"
        has_locations = "loc(" in variant.module.source.text
        text = changed(variant, frames).to_text(debug_info=has_locations)
        write_text(str(folder / f"{name}.{number}.mlir"), text if text.endswith("\n") else f"{text}\n")
