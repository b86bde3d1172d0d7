"""The output of the `sdy-view` command, in each of its forms."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from heapq import nlargest
from json import dumps
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cost.memory_model.peak import PeakView
from sdyopt.cost.origins.followers import shown_frame
from sdyopt.display.tables import Column, Table, print_note, print_notes, print_table
from sdyopt.display.wording import counted, printable
from sdyopt.view.columns.collectives import (
    HELD,
    TENSOR,
    ViewListing,
    collective_objects,
    described,
    plain,
    totals_object,
)
from sdyopt.view.model import DeviceSum, FunctionView, MeshView, ModuleView, TensorView, main_first
from sdyopt.view.render.amounts import exact, short

if TYPE_CHECKING:
    from sdyopt.view.jaxlib import PartitionerAnswer
    from sdyopt.view.options import ViewOptions
    from sdyopt.view.timing import TimeView
    from sdyopt.view.xla import XlaView


_ROWS_OF_TERMINAL = 6
"""Lines of a terminal for each row of tensors; a row takes up to three of them."""


def print_view(found: ModuleView, tensors: Sequence[TensorView], given: ViewOptions) -> None:
    """Prints the tables of collectives or of the peak, or else a verdict and the tables of tensors and functions."""
    is_plain = not (given.collectives or given.peak or found.why or given.replicated or given.is_timed)
    print_note(heading(found))
    print_notes(found.notes)
    if given.collectives:
        _print_collectives(found, given)
        print_notes([each.text(found.frames) for each in found.rematerializations])
    if given.peak:
        _print_peak(found, given)
    if found.why:
        from sdyopt.view.why.replicated import lines_of

        click.echo()
        print_notes(lines_of(found.why, found.frames, given.all))
    if given.replicated:
        _print_replicated(found, given)
    if given.is_timed and found.time is not None:
        _print_time(found, found.time, given)
    if is_plain:
        from sdyopt.view.render.verdict import verdict

        answers = list(verdict(found))
        print_notes([answer.line for answer in answers])
        _print_tensors(found, tensors, given, not answers)
    if found.answer is not None:
        _print_answer(found.answer, given)


def _print_collectives(found: ModuleView | XlaView, given: ViewOptions) -> None:
    from sdyopt.view.columns.collectives import COLLECTIVE, listing_of
    from sdyopt.view.render.cost_tables import collective_notes, listed_collectives

    functions = given.function if isinstance(found, ModuleView) else ()
    of_interest = [each for each in found.collectives if not functions or each.function in functions]
    if of_interest:
        listing = listing_of(found, [collective.function for collective in found.collectives])
        groups = COLLECTIVE.folded(of_interest, listing, not given.all)
        listed = listed_collectives(groups, given.most, given.order)
        _print_listed(COLLECTIVE.folded_table(listed, listing), len(of_interest) - sum(map(len, listed)), given)
    print_notes(collective_notes(found, len(of_interest) == len(found.collectives)))


def _print_answer(answer: PartitionerAnswer, given: ViewOptions) -> None:
    """Prints how the model differs from the partitioner of a jaxlib."""
    from sdyopt.view.jaxlib import answer_note, answer_table

    print_note(answer_note(answer))
    if answer.lines:
        _print_first(answer_table(answer), given)


def _print_time(found: ModuleView, times: TimeView, given: ViewOptions) -> None:
    from sdyopt.view.columns.collectives import ViewListing
    from sdyopt.view.timing import LINE, OPERATION, time_notes

    for columns, rows in ((OPERATION, times.operations), (LINE, times.lines)):
        if first := rows[: given.most]:
            _print_listed(columns.table(first, ViewListing(found)), len(rows) - len(first), given)
    click.echo()
    print_notes(time_notes(times))


def _print_replicated(found: ModuleView, given: ViewOptions) -> None:
    from sdyopt.view.why.replicated import replicated_table

    click.echo()
    if not found.replicated:
        print_note("no value is whole on several devices")
        return
    print_table(replicated_table(found), given.color)


def print_compiled(found: XlaView, given: ViewOptions) -> None:
    """Prints the collectives of a compiled program, and what its arguments and results take."""
    from sdyopt.view.render.cost_tables import allocation_note, size_note, xla_heading, xla_peak_note, xla_peak_table
    from sdyopt.view.xla import xla_object

    if given.json:
        print_object(xla_object(found))
        return
    print_note(xla_heading(found))
    _print_collectives(found, given)
    print_note(size_note(found))
    if found.allocated is not None:
        print_note(allocation_note(found.allocated))
    if not found.is_scheduled:
        print_note("not scheduled: this is not what runs, sizes may be those of all devices, and the peak is unknown")
    if given.peak and found.peak is not None:
        if live := found.peak.live[: given.most]:
            _print_listed(xla_peak_table(found, found.peak, live), len(found.peak.live) - len(live), given)
        else:
            click.echo()
        print_note(xla_peak_note(found.peak, found.compilation))


def print_beside(
    found: ModuleView, tensors: Sequence[TensorView], besides: Sequence[XlaView], given: ViewOptions
) -> None:
    """Prints a program and compiled ones, and for each what only one of both has."""
    from sdyopt.view.render.cost_tables import xla_heading

    if given.json:
        from sdyopt.view.render.printing import view_object
        from sdyopt.view.xla import xla_object

        several = {"compiled": list(map(xla_object, besides))} if besides[0].compilation is not None else {}
        print_object({**view_object(found, tensors), "xla": xla_object(besides[0]), **several})
        return
    is_listed = bool(given.collectives or given.peak or given.is_timed or found.why)
    if is_listed:
        print_view(found, tensors, given)
    else:
        print_note(heading(found))
    for number, compiled in enumerate(besides):
        if number or is_listed:
            click.echo()
        if is_listed:
            print_compiled(compiled, given)
        else:
            print_note(xla_heading(compiled))
        _print_differences(found, compiled, given)


def _print_differences(found: ModuleView, compiled: XlaView, given: ViewOptions) -> None:
    """Prints the collectives of both programs next to each other, and what both send and hold."""
    from sdyopt.view.render.cost_tables import beside_table, difference_notes, pair_table, sums_table

    listed = pair_table(found, compiled)
    if listed.rows:
        _print_first(listed, given)
        click.echo()
        print_table(beside_table(found, compiled), given.color)
    click.echo()
    print_table(sums_table(found, compiled), given.color)
    print_notes(difference_notes(found, compiled))
    if given.is_timed and found.time is not None and compiled.cycles:
        from sdyopt.view.render.cost_tables import CYCLES_NOTE, cycles_table

        _print_first(cycles_table(found.time, compiled), given)
        print_note(CYCLES_NOTE.format(sum([each.cycles for each in compiled.cycles])))


def _print_peak(found: ModuleView, given: ViewOptions) -> None:
    from sdyopt.view.columns.collectives import HELD, listing_of
    from sdyopt.view.render.cost_tables import peak_notes

    if found.peak is None:
        click.echo()
        print_note("no function has a body")
        return
    if live := found.peak.live:
        listing = listing_of(found, [each.function for each in live])
        groups = HELD.folded(live, listing, not given.all)
        rows = groups[: given.most]
        _print_listed(HELD.folded_table(rows, listing), len(live) - sum(map(len, rows)), given)
    else:
        click.echo()
    print_notes(peak_notes(found.peak, found.frames))


def _print_tensors(found: ModuleView, tensors: Sequence[TensorView], given: ViewOptions, with_sent: bool) -> None:
    from sdyopt.view.columns.collectives import TENSOR, tensor_listing
    from sdyopt.view.render.cost_tables import sent_text

    listing = tensor_listing(found, tensors)
    rows = TENSOR.folded(tensors, listing, not given.all)[: given.top]
    if given.top is None and not given.all and sys.stdout.isatty():
        most = max(5, get_terminal_size().lines // _ROWS_OF_TERMINAL)  # So that what is above stays on the screen.
        if len(rows) > most:
            rows = nlargest(most, rows, key=lambda group: sum(map(TENSOR.amount, group)))
    if rows:
        click.echo()
        print_table(TENSOR.folded_table(rows, listing), given.color)
    _print_left_out(found.left_out + len(found.tensors) - sum(map(len, rows)), given)
    functions = [
        function
        for function in found.functions
        if (function.name in given.function if given.function else given.all or function.is_public)
    ] or found.functions
    click.echo()
    if functions:
        print_table(function_table(found, main_first(functions)), given.color)
    else:
        print_note("no function has a body")  # The file may be empty by mistake.
    if with_sent and (found.collectives or found.totals.is_lower_bound):
        click.echo()
        print_note(f"sent a device: {sent_text(found)} (--collectives)")


def _print_first(table: Table, given: ViewOptions) -> None:
    rows = table.rows[: given.most]
    _print_listed(Table(table.columns, rows), len(table.rows) - len(rows), given)


def _print_listed(table: Table, left_out: int, given: ViewOptions) -> None:
    """Prints a table after an empty line, and how many further rows there are."""
    click.echo()
    print_table(table, given.color)
    _print_left_out(left_out, given)


def _print_left_out(count: int, given: ViewOptions) -> None:
    if count:
        hint = "" if given.top or given.all else " (--all)"
        print_note(f"… {count:,} more{hint}")


def print_object(found: object) -> None:
    """Prints a value as JSON, on one line."""
    click.echo(dumps(found))


def print_comparison(before: ModuleView, after: ModuleView, given: ViewOptions) -> None:
    """Prints what differs between two programs: sums, and what changes most first or in that order."""
    from sdyopt.view.comparison import compare, comparison_object, comparison_tables, in_order

    comparison = compare(before, after)
    if given.sort is not None:
        comparison = in_order(comparison, given.sort)
    if given.json:
        top = comparison._replace(
            tensors=comparison.tensors[: given.top], collectives=comparison.collectives[: given.top]
        )
        print_object(comparison_object(top))
        return
    print_notes([f"before: {heading(before)}", f"after:  {heading(after)}"])
    sums, *tables = comparison_tables(comparison)
    click.echo()
    print_table(sums, given.color)
    for table in tables:
        _print_first(table, given)


# What `sdy-view` prints of a program: a heading, and a table of what each function takes.


def heading(view: ModuleView) -> str:
    """`program.mlir, as written: 512 devices, mesh ["x"=16, "y"=32]`."""
    devices = f"{view.file}, {view.stage_text}: {counted(view.devices, 'device')}"
    meshes = view.shown_meshes
    return printable(", ".join([devices, *[_mesh_text(mesh, len(meshes) > 1) for mesh in meshes]]))


def _mesh_text(mesh: MeshView, with_name: bool) -> str:
    axes = ", ".join([f'"{name}"={size}' for name, size in mesh.axes])
    ids = [*map(str, mesh.device_ids[:_MAX_IDS]), *(["…"] if len(mesh.device_ids) > _MAX_IDS else [])]
    order = f", device_ids=[{','.join(ids)}]" if ids else ""
    return f"mesh{f' @{mesh.name}' if with_name else ''} [{axes}]{order}"


_MAX_IDS = 8
"""Devices of the order of a mesh that are shown."""


def function_table(view: ModuleView, functions: Sequence[FunctionView]) -> Table:
    """A line for each of `functions`, or, where devices differ, for each run of devices that do not."""
    names = ["devices", "arguments", "bytes", "results", "bytes", "together, a device"]
    columns = [Column("function", style="cyan"), *[Column(name, right=True) for name in names], Column("", below=True)]
    rows = [list(_function_row(view, function, sums)) for function in functions for sums in function.sums]
    return Table(columns, rows)


def _function_row(view: ModuleView, function: FunctionView, sums: DeviceSum) -> Iterator[str]:
    yield f"@{function.name}"
    first, last = sums.first_device, sums.last_device
    yield str(first) if first == last else f"{first}–{last}"
    yield f"{function.arguments:,}"
    yield exact(sums.argument_bytes)
    yield f"{function.results:,}"
    yield exact(sums.result_bytes)
    yield exact(sums.bytes)
    yield "; ".join(_remarks(function, sums))


def _remarks(function: FunctionView, sums: DeviceSum) -> Iterator[str]:
    if sums.donated_bytes and function.shared:
        yield f"{short(max(0, sums.bytes - function.shared))} after donation"
    elif sums.donated_bytes:
        yield f"{exact(sums.donated_bytes)} donated, but no result has that size"
    if sums.undecided_bytes and sums.devices > 1:
        yield f"{short(sums.undecided_bytes)} without a sharding"
    if function.constraints:
        yield f"{counted(function.constraints, 'constraint')} not counted"
    if function.unknown:
        yield f"{function.unknown} of unknown size not counted"


# The object that `sdy-view --json` writes, for programs. Sizes are numbers, in bytes where the name says so, or else in
# elements; what is not known is null. `bytes` are those on one device. `results_bytes` is what XLA reports: of several
# results, it counts eight bytes for the place of each. `source` is a call stack, innermost first, and `place` that of
# the frame which is shown.

Object = dict[str, Any]


def cost_object(view: ModuleView) -> Object:
    """Returns collectives, their sums, and the peak."""
    return {
        "collectives": collective_objects(view),
        "totals": totals_object(view.totals),
        "without_rule": list(map(plain, view.unruled)),
        "peak": None if view.peak is None else _peak(view, view.peak),
    }


def _peak(view: ModuleView, peak: PeakView) -> Object:
    frame = shown_frame(peak.source, view.frames)
    return {
        **described(peak, "bytes profile=profile.value most is_lower_bound estimated"),
        "line": None if frame is None else frame.line,
        "source": plain(peak.source),
        "live": HELD.objects(peak.live, ViewListing(view)),
    }


_OF_FUNCTION = (
    "name place arguments results constraints public=is_public unknown "
    "arguments_bytes results_bytes after_donation_bytes sums"
)


def view_object(view: ModuleView, tensors: Sequence[TensorView]) -> Object:
    """The whole view, with the tensors to be listed."""
    return {
        "file": view.file,
        "devices": view.devices,
        "meshes": [mesh_object(mesh) for mesh in view.meshes],
        "partitioner": view.stage.partitioner if view.answer is None else "jaxlib",
        "compiler": view.compiler,
        "notes": list(view.notes),
        "functions": [described(function, _OF_FUNCTION) for function in view.functions],
        "tensors": TENSOR.objects(tensors, ViewListing(view)),
        **cost_object(view),
        **dict(_wanted(view)),
    }


def _wanted(view: ModuleView) -> Iterator[tuple[str, object]]:
    """Yields what is only there for some programs, or if it was asked for, by name."""
    if view.compiler is None:  # Another partitioner.
        yield "rematerializations", None
    else:
        yield "rematerializations", list(map(plain, view.rematerializations))
    if view.why or view.replicated:
        from sdyopt.view.why.replicated import REPLICATED, why_object

        yield from [("why", why_object(view.why))] if view.why else ()
        yield from [("replicated", REPLICATED.objects(view.replicated, ViewListing(view)))] if view.replicated else ()
    if view.time is not None:
        from sdyopt.view.timing import time_object

        yield "time", time_object(view, view.time)
    if view.answer is not None:
        lines = [described(each, "line jaxlib_bytes=jaxlib model_bytes=model") for each in view.answer.lines]
        yield "jaxlib", {**described(view.answer, "version model_bytes_sent=model"), "differences": lines}


def mesh_object(mesh: MeshView) -> Object:
    """Returns a mesh: its axes, and its order of devices if that is not 0, 1, 2, …."""
    axes = [{"name": name, "size": size} for name, size in mesh.axes]
    return {"name": mesh.name, "axes": axes, "device_ids": mesh.device_ids or None, "devices": mesh.devices}
