"""What `sdy-view` does if it shows variants of programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from sdyopt.api.errors import Error
from sdyopt.api.module import Module
from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.cost.program.errors import ViewError
from sdyopt.cost.time.machine import Machine
from sdyopt.view.columns.variants import changes_text
from sdyopt.view.limits import Limits, exceeded
from sdyopt.view.model import ModuleView
from sdyopt.view.query import Query
from sdyopt.view.render.printing import MOST_ROWS, ShownTables, print_comparison, write_text
from sdyopt.view.strictness import doubts
from sdyopt.view.variants.measuring import Conditions, Variant, VariantView, changed, is_alone, measured, variants_of
from sdyopt.view.variants.variant_options import between_of, edits_of


class VariantForms:
    """What a user wants of variants besides their table."""

    def __init__(self, given: Mapping[str, Any], shown: ShownTables, limits: Limits) -> None:
        self.given = given
        self.diff: bool = given["diff"]
        self.json: bool = given["json"]
        self.html: str | None = given["html"]
        self.shown = shown
        self.limits = limits
        self.strict: bool = given["strict"]

    def problems(self, view: ModuleView) -> Iterator[str]:
        """Yields a message for each limit that a variant exceeds, and each doubt if there may be none."""
        yield from exceeded(view, self.limits)
        if self.strict:
            yield from doubts(view)


def show_variants(modules: Sequence[Module], asked: VariantForms, query: Query) -> list[str]:
    """Prints the table of variants, or the difference of two, and writes programs and the page.

    Returns messages about variants that are refused, or exceed limits; of two that are compared only the second is
    tested. Fails as the command does if the changes of the only variant do not fit its program.
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
            return _compare(variants, between, asked, query)
        conditions = Conditions(machine, frames, query.assumed, query.profile)
        found = list(measured(variants, conditions, asked.given["jobs"]))
    except ViewError as error:
        console.fail(str(error))
    except Error as error:
        sys.stderr.write(error.written(console.message_style(), frames))
        raise click.exceptions.Exit(EXIT_FAILURE) from None
    _print(found, conditions, asked)
    is_tested = asked.strict or asked.limits != Limits()
    messages = []
    for each in found:
        if each.error:
            messages += _named(variants, each.number, [f"refused: {each.error}"])
        elif is_tested:
            messages += _tested(variants, each.number, asked, query)
    return messages


def _tested(variants: Sequence[Variant], number: int, asked: VariantForms, query: Query) -> list[str]:
    """Returns a message for each limit that a variant exceeds."""
    from sdyopt.view.collection import analyze

    view = analyze(changed(variants[number], query.frames), query).view
    return _named(variants, number, asked.problems(view))


def _named(variants: Sequence[Variant], number: int, problems: Iterable[str]) -> list[str]:
    """Returns messages with the file and the variant that they are about."""
    variant = variants[number]
    subject = f"{variant.module.source.name}: variant {number} ({changes_text(variant.changes)})"
    return [f"{subject}: {message}" for message in problems]


def _print(found: Sequence[VariantView], conditions: Conditions, asked: VariantForms) -> None:
    from sdyopt.display.tables import Table, print_note, print_table
    from sdyopt.view.columns.variants import variant_notes, variant_table, variants_object

    machine, profile = conditions.machine, conditions.profile
    if asked.json:
        from json import dumps

        click.echo(dumps(variants_object(found, machine, profile)))
        return
    if asked.html is not None:
        from sdyopt.view.variants.variant_page import variant_page

        write_text(asked.html, variant_page(found, machine, profile))
        return
    table = variant_table(found)
    most = None if asked.shown.everything else asked.shown.top or max(MOST_ROWS, 100)
    print_table(Table(table.columns, table.rows[:most]), asked.shown.color)
    if most is not None and len(found) > most:
        click.echo(f"… {len(found) - most:,} more (--all)")
    click.echo()
    for note in variant_notes(found, machine, profile):
        print_note(note)


def _compare(
    variants: Sequence[Variant], between: tuple[int, int] | None, asked: VariantForms, query: Query
) -> list[str]:
    from sdyopt.view.collection import analyze

    if between is None:
        if len(variants) != 2:
            raise click.UsageError(f"--diff compares two, and these are {len(variants)} variants: --between I,J")
        between = 0, 1
    views = [analyze(changed(variants[number], query.frames), query).view for number in between]
    print_comparison(views[0], views[1], None, asked.shown, asked.json)
    return _named(variants, between[1], asked.problems(views[1]))


def _write_programs(folder: Path, variants: Sequence[Variant], frames: Any) -> None:
    """Writes the program of each variant that can be made: `NAME.3.mlir`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        console.fail_on_file("output", str(folder), error)
    for number, variant in enumerate(variants):
        name = Path(variant.module.source.name).stem.strip("<>") or "program"
        has_locations = "loc(" in variant.module.source.text
        variant.module.source.file = variant.module.source.name
        try:
            text = changed(variant, frames).to_text(debug_info=has_locations)
        except (Error, ViewError):
            if is_alone(variants):
                raise
            continue
        write_text(str(folder / f"{name}.{number}.mlir"), text if text.endswith("\n") else f"{text}\n")
