"""The number of instructions of a process, a steadier measure than seconds on a shared machine."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import click

from tools.bench.processes import ours, theirs
from tools.bench.rows import BenchRow

_BY_PERF = re.compile(r"^(\d+),", re.MULTILINE)
_BY_VALGRIND = re.compile(r"I +refs: +([\d,]+)")

PERF = ("perf", "stat", "-x,", "-e", "instructions:u")
VALGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


def instructions(command: Sequence[str]) -> int:
    """Instructions of a process, counted by perf where the machine can, else by valgrind, which takes 50 times as long.

    Raises click.ClickException if neither is there.
    """
    for counter, pattern in ((PERF, _BY_PERF), (VALGRIND, _BY_VALGRIND)):
        if shutil.which(counter[0]) is None:
            continue
        done = subprocess.run([*counter, *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        found = pattern.search(done.stderr.decode(errors="replace"))
        if done.returncode == 0 and found is not None:
            return int(found[1].replace(",", ""))
    raise click.ClickException("counting instructions takes perf, on a machine that lets it count, or valgrind")


def row(program: str, file: Path, passes: Sequence[str]) -> BenchRow:
    """Millions of instructions of both sides."""
    left, right = [instructions(command(file, passes)) / 1e6 for command in (ours, theirs)]
    return BenchRow(program, "instructions of the process", "millions", left, right)
