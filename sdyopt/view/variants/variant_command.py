"""The command `sdy-view` for variants of programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from sdyopt.api.module import Module
from sdyopt.cli import console
from sdyopt.cost import ViewError
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.time.machine import Machine
from sdyopt.cost.time.operations import StepCost
from sdyopt.diagnostics.rendering import Error
from sdyopt.display.tables import Column, Table, print_notes, print_table
from sdyopt.display.wording import counted
from sdyopt.ir.collecting import grouped
from sdyopt.view.columns.collectives import Columns, Forms, RowField
from sdyopt.view.model import ModuleView, Query, short_label
from sdyopt.view.options import MAX_ROWS, VariantOptions, ViewOptions
from sdyopt.view.render.amounts import UNKNOWN, short, time
from sdyopt.view.render.printing import print_object
from sdyopt.view.render.verdict import doubts, exceeded
from sdyopt.view.variants.edits import (
    AS_IT_IS,
    Constraint,
    DropShardings,
    Edit,
    NewMesh,
    Shard,
    Spec,
    SpecError,
    mesh_of_text,
)
from sdyopt.view.variants.measuring import Variant, VariantView, axes_of, changed, is_alone, measured, variants_of

# The columns of variants: what each costs, in a table, as `--json` writes them, and on their page.

Object = dict[str, Any]

AS_GIVEN = "as given"


def changes_text(changes: Sequence[str]) -> str:
    """Returns what differs from the program as it is given: `mesh x=4; tokens=P('x')`."""
    return "; ".join(changes) or AS_GIVEN


_Variant = RowField[VariantView, bool]
"""A table names files, or not."""


def _of_cost(key: str, column: Column | None = None, **shown: Any) -> _Variant:
    """The field of an amount of a variant that is not refused."""
    return _Variant(key, lambda each: None if each.cost is None else getattr(each.cost, key), column=column, **shown)


def _is_least(each: VariantView) -> bool:
    return each.cost is not None and bool(each.cost.unknown_runs or each.cost.unknown_work)


def _at_least(each: VariantView, of: Callable[[StepCost], str]) -> str:
    """The text of an amount, `≥ 1.2 ms` if some of it is not known."""
    return UNKNOWN if each.cost is None else f"{'≥ ' if _is_least(each) else ''}{of(each.cost)}"


def _peak(each: VariantView, _: bool) -> str:
    return UNKNOWN if each.peak_bytes is None else f"{'≥ ' if each.is_least_peak else ''}{short(each.peak_bytes)}"


def _sent_over(axes: str) -> _Variant:
    return _Variant(
        "sent",
        column=Column(f"sent over {axes or 'other'}", right=True),
        cell=lambda each, _: _at_least(each, lambda cost: short(cost.bytes_by_axes.get(axes, 0))),
        forms=Forms.NONE,
    )


_JAX_NAME = re.compile(r"\bjit\(\S+")


def _outcome(each: VariantView, _: bool) -> str:
    if each.cost is None:
        return f"refused: {each.error}"
    if each.largest is None:
        return UNKNOWN
    name, size = each.largest
    return f"{_JAX_NAME.sub(lambda found: short_label(found[0]), name)}, {short(size)}"


_BEGINNING = (
    _Variant("number", column=Column("", right=True)),
    _Variant("file", column=lambda several: Column("file", style="cyan") if several else None),
    _Variant(
        "changes",
        lambda each: list(each.changes),
        column=Column("changes", style="cyan", below=True),
        text=changes_text,
    ),
    _Variant("devices", lambda each: each.devices or None),
    _Variant("error", lambda each: each.error or None),
    _Variant("peak_bytes", column=Column("peak", right=True, style="bold"), cell=_peak),
    _Variant("is_least_peak"),
)

_END = (
    _of_cost("bytes_sent"),
    _Variant("by_axis", lambda each: {} if each.cost is None else each.cost.bytes_by_axes),
    _of_cost(
        "seconds",
        Column("time", right=True, style="bold"),
        cell=lambda each, _: _at_least(each, lambda cost: time(cost.seconds)),
    ),
    _of_cost("compute_seconds"),
    _of_cost("memory_seconds"),
    _of_cost("network_seconds"),
    _Variant("is_lower_bound", _is_least),
    _of_cost("bound", Column("bound by")),
    _of_cost("utilization"),
    _Variant(
        "largest",
        lambda each: None if each.largest is None else {"name": each.largest[0], "bytes": each.largest[1]},
        column=Column("largest value", below=True),
        cell=_outcome,
    ),
)

VARIANT = Columns(*_BEGINNING, *_END)
"""A table has what is sent over each of its axes besides."""


def variant_table(found: Sequence[VariantView]) -> Table:
    several = sum([not each.changes for each in found]) > 1
    sent = [_sent_over(axes) for axes in axes_of(found)]
    return Columns(*_BEGINNING, *sent, *_END).table(found, several)


def variant_notes(found: Sequence[VariantView], machine: Machine, profile: Compiler) -> Iterator[str]:
    """Yields what the numbers are, and which variant is best."""
    known = [each for each in found if each.cost is not None]
    if len(known) > 1:
        least = _best(known, lambda each: each.peak_bytes or 0, lambda each: each.is_least_peak)
        fastest = _best(known, lambda each: 0.0 if each.cost is None else each.cost.seconds, _is_least)
        yield f"least memory (profile {profile}): {least}; fastest: {fastest}"
    if any(each.is_least_peak for each in known):
        yield "≥: XLA may send or hold more than is known (--collectives says for which lines, and how much at most)"
    if refused := len(found) - len(known):
        yield f"{counted(refused, 'variant')} cannot be made or partitioned"
    yield (
        f"a device of {machine.device.name}, in one step; times and peaks (profile {profile}) are estimates (--time, "
        "--peak)"
    )


def _best(
    found: Sequence[VariantView], amount: Callable[[VariantView], float], is_least: Callable[[VariantView], bool]
) -> str:
    """Returns the number of the variant with the smallest amount, and what may be smaller: `2, or 0 or 1, …`."""
    known = [each for each in found if not is_least(each)]
    if not known:
        return "not known"
    best = min(known, key=lambda each: (amount(each), each.number))
    ties = [str(each.number) for each in known if amount(each) == amount(best)]
    if len(ties) > 1:
        return "all the same" if len(ties) == len(found) else " and ".join([", ".join(ties[:-1]), ties[-1]])
    others = [str(each.number) for each in found if is_least(each) and amount(each) < amount(best)]
    return f"{best.number}, unless it is {' or '.join(others)} (not known)" if others else str(best.number)


def variants_object(found: Sequence[VariantView], machine: Machine, profile: Compiler) -> Object:
    """Returns the variants; bytes and seconds are of one device in one step."""
    rows = VARIANT.objects(found, False)
    return {"device": machine.device.name, "profile": profile.value, "estimate": True, "variants": rows}


# What options ask of variants.


def edits_of(given: VariantOptions) -> tuple[list[Edit], list[list[Edit | None]]]:
    """Returns the changes that all variants have, and alternatives of which each variant has one. Raises UsageError.

    Options that name the same thing are alternatives of one another, and so are those of --mesh.
    """
    alternatives: list[tuple[tuple[str, str], Edit | None]] = []
    try:
        for text in given.meshes:
            alternatives.append((("mesh", ""), None if text == AS_IT_IS else NewMesh(mesh_of_text(text))))
        for option, texts, make in (("shard", given.shard, Shard), ("constraint", given.constraint, Constraint)):
            for text in texts:
                name, equals, specs = text.rpartition("=")
                if not equals or not name:
                    raise SpecError(f"'{text}' is not of the form NAME=SPEC, as in \"p['w1']=None,tensor\"")
                for spec in specs.split(";"):
                    edit = None if spec.strip() == AS_IT_IS else make(name, Spec.of(spec))
                    alternatives.append(((option, name), edit))
    except SpecError as error:
        raise click.UsageError(str(error)) from None
    always: list[Edit] = [DropShardings()] if given.drop_shardings else []
    return always, list(grouped(alternatives).values())


def between_of(text: str | None, count: int) -> tuple[int, int] | None:
    """Returns the numbers of two of `count` variants; None for no text. Raises UsageError."""
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    numbers = [str(number) for number in range(count)]
    if len(parts) != 2 or not all(part in numbers for part in parts):
        raise click.UsageError(f"--between: '{text}' is not two numbers of variants, from 0 to {count - 1}")
    return int(parts[0]), int(parts[1])


# What is done with them.


def _problems(given: ViewOptions, view: ModuleView) -> Iterator[str]:
    """Yields a message for each limit that a variant exceeds, and each doubt if there may be none."""
    yield from exceeded(view, given)
    if given.strict:
        yield from doubts(view)


Compare = Callable[[ModuleView, Module], ModuleView]
"""Writes how a variant differs from one that has been looked at, and returns its view."""


def show_variants(modules: Sequence[Module], given: ViewOptions, query: Query, compare: Compare) -> list[str]:
    """Prints the table of variants, or the difference of two, and writes programs and the page.

    Returns messages about variants that are refused, or exceed limits; of two that are compared only the second is
    tested. Fails as the command does if the changes of the only variant do not fit its program.
    """
    from sdyopt.view.collection import analyze

    frames = query.frames
    always, alternatives = edits_of(given)
    try:
        variants = variants_of(modules, always, alternatives)
        between = between_of(given.between, len(variants))
        if given.o:
            _write_programs(Path(given.o), variants, frames)
        if given.diff or between is not None:
            if between is None and len(variants) != 2:
                raise click.UsageError(f"--diff compares two, and these are {len(variants)} variants: --between I,J")
            before, after = [changed(variants[number], frames) for number in between or (0, 1)]
            view = compare(analyze(before, query).view, after)
            return _named(variants, (between or (0, 1))[1], _problems(given, view))
        found = list(measured(variants, query, given.jobs))
    except ViewError as error:
        console.fail(str(error))
    except Error as error:
        console.fail_with(error, frames)
    _print(found, query, given)
    is_tested = given.strict or given.has_limits or given.margin
    messages = []
    for each in found:
        if each.error:
            messages += _named(variants, each.number, [f"refused: {each.error}"])
        elif is_tested:
            view = analyze(changed(variants[each.number], frames), query).view
            messages += _named(variants, each.number, _problems(given, view))
    return messages


def _named(variants: Sequence[Variant], number: int, problems: Iterable[str]) -> list[str]:
    """Returns messages with the file and the variant that they are about."""
    variant = variants[number]
    subject = f"{variant.module.source.name}: variant {number} ({changes_text(variant.changes)})"
    return [f"{subject}: {message}" for message in problems]


def _print(found: Sequence[VariantView], query: Query, given: ViewOptions) -> None:
    machine, profile = query.machine or Machine.of(), query.compiler
    if given.json:
        print_object(variants_object(found, machine, profile))
        return
    if given.html is not None:
        given.write_page(variant_page(found, machine, profile))
        return
    table = variant_table(found)
    most = None if given.all else given.top or max(MAX_ROWS, 100)
    print_table(Table(table.columns, table.rows[:most]), given.color)
    if most is not None and len(found) > most:
        click.echo(f"… {len(found) - most:,} more (--all)")
    click.echo()
    print_notes(variant_notes(found, machine, profile))


def _write_programs(folder: Path, variants: Sequence[Variant], frames: Any) -> None:
    """Writes the program of each variant that can be made: `NAME.3.mlir`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        console.fail_on_file("output", str(folder), error)
    for number, variant in enumerate(variants):
        name = Path(variant.module.source.name).stem.strip("<>") or "program"
        has_locations = "loc(" in variant.module.source.text
        try:
            text = changed(variant, frames).to_text(debug_info=has_locations)
        except (Error, ViewError):
            if is_alone(variants):
                raise
            continue
        console.write_text(str(folder / f"{name}.{number}.mlir"), text if text.endswith("\n") else f"{text}\n")


# A page with the variants of a program: a chart of memory against time, whose points lead to their rows.


def variant_page(found: Sequence[VariantView], machine: Machine, profile: Compiler) -> str:
    from sdyopt.view.page.static import ChartPoint, chart, static_page, table_html, text

    answers, *notes = variant_notes(found, machine, profile)
    points = [
        ChartPoint(str(each.number), each.peak_bytes, each.cost.seconds, f"v{each.number}", not each.changes)
        for each in found
        if each.cost is not None and each.peak_bytes is not None
    ]
    table = table_html(variant_table(found), "Table of variants", [f"v{each.number}" for each in found])
    parts = [*[f'<p class="faint">{text(note)}</p>' for note in notes], chart(points, profile), table]
    title = f"Variants of {', '.join(dict.fromkeys([each.file for each in found]))}"
    return static_page(title, "sdy-view", [answers], parts)
