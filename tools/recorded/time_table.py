"""Writes the tables of docs/time.md: operations and bytes of the recorded programs next to XLA's, and the devices.

    python -m tools.recorded.time_table

A test fails if that changes the page.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import sdyopt
from sdyopt.cost.collectives.inserted import inserted_in
from sdyopt.cost.partitioner.later_passes import Compiler
from sdyopt.cost.program.stages import Program, stage_of
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.cost.time.machine import Machine, known_devices
from sdyopt.cost.time.step import Step
from tools.docs.page_parts import Page, code, table
from tools.recorded import recorded_programs as recorded

REASONS: dict[str, str] = {
    "v03_sepconv": "XLA for CPUs computes the gradients of depthwise kernels for all pairs of channels.",
    "w05_selective_scan": "XLA for CPUs computes products of its associative scans in more kernels.",
}
"""Why the operations of a program differ by more than 2 %."""


class Counted(NamedTuple):
    """The counts in one iteration of each loop, and the counts of XLA."""

    flops: float
    xla_flops: float
    bytes: int
    xla_bytes: float

    @property
    def ratio(self) -> float:
        """The operations for each that XLA counts."""
        return self.flops / self.xla_flops

    @property
    def bytes_ratio(self) -> float:
        """The bytes for each that XLA counts."""
        return self.bytes / self.xla_bytes


@cache
def counted(name: str) -> Counted:
    """Returns the numbers of the recorded program `name`; XLA counts the body of a loop once.

    Operations of 16-bit floats are counted of the program that has 32 bits in their place: XLA for CPUs
    converts the others for each product.
    """
    module = sdyopt.parse(recorded.text(name))
    program = Program(module, stage_of(module))
    sizes = LocalSizes(program.enclosing_scope)
    step = Step(sizes, Machine.of(), inserted=inserted_in(program.stage, sizes, Compiler.CPU))
    timed = [each for block in step.blocks() for each in step.timed(block)]
    records = recorded.numbers(name)
    numbers = records[recorded.PLAIN]
    return Counted(
        sum([each.work.flops for each in timed]),
        records.get(recorded.F32, numbers)["flops"],
        sum([each.bytes for each in timed]),
        numbers["bytes_accessed"],
    )


def names() -> list[str]:
    """Returns the names of the recorded programs."""
    return list(recorded.names("".join(recorded.SETS)))


def operations() -> str:
    """Returns a row for each program."""
    heading = ["program", "MFLOP", "XLA", "ratio", "MB read and written", "XLA", "ratio", "why operations differ"]
    rows = []
    for name in names():
        found = counted(name)
        ratio = f"{found.ratio:.3f}" if abs(found.ratio - 1) <= 0.02 else f"**{found.ratio:.3f}**"
        flops = [f"{found.flops / 1e6:,.1f}", f"{found.xla_flops / 1e6:,.1f}", ratio]
        moved = [f"{found.bytes / 1e6:,.1f}", f"{found.xla_bytes / 1e6:,.1f}", f"{found.bytes_ratio:.2f}"]
        unseen = f"set {name[0]}, which was recorded after the rules were made" if name[0] in "wyz" else ""
        differs = abs(found.ratio - 1) > 0.02
        rows.append([code(name), *flops, *moved, REASONS.get(name, unseen if differs else "")])
    return table(heading, rows)


def devices() -> str:
    """Returns a row for each figure of each device."""
    rows = [
        [
            code(device.name),
            code(name),
            f"{figure.value:.4g}",
            figure.source,
            "checked" if figure.checked else "not checked",
        ]
        for device in known_devices().values()
        for name, figure in device.figures
    ]
    return table(["device", "figure", "value", "source", "against its vendor"], rows)


PAGE = Page("docs/time.md", "python -m tools.recorded.time_table", {"operations": operations, "devices": devices})


if __name__ == "__main__":
    PAGE.write()
