"""The programs in lit_tests/compiled, and what is sent in them."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).resolve().parents[2] / "lit_tests" / "compiled"
SETS = ("u", "v", "x", "w", "y", "z")
"""The first letters of the programs' names."""

PROGRAM, AFTER = "program.mlir", "after_propagation.mlir"
"""The program as JAX lowers it, with locations, and XLA's own module after Shardy's propagation."""

PLAIN, MEMORY, F32 = "plain.hlo", "memory.hlo", "f32.hlo"
"""XLA compiles as usual, with the schedule that needs the least memory, and with f32 for 16-bit floats."""

F32_PROGRAM, NUMBERS, SUFFIX = "f32.mlir", "numbers.json", ".gz"


def names(of: str = "".join(SETS)) -> list[str]:
    """Returns the names of the recorded programs of the sets in `of`, in the order of the sets."""
    found = sorted(file.parent.name for file in FOLDER.glob(f"*/{NUMBERS}"))
    return [name for each in SETS if each in of for name in found if name.startswith(each)]


def has(name: str, part: str) -> bool:
    """Whether the program `name` is recorded with that part."""
    return (FOLDER / name / f"{part}{SUFFIX}").exists()


def text(name: str, part: str = PROGRAM) -> str:
    """Returns a part of what is recorded of the program `name`."""
    return text_in(FOLDER / name, part)


def text_in(folder: Path, part: str = PROGRAM) -> str:
    """Returns a part of what is recorded in a folder."""
    return gzip.decompress((folder / f"{part}{SUFFIX}").read_bytes()).decode()


def numbers(name: str) -> dict[str, Any]:
    """Returns XLA's sizes, operations and bytes sent of each compilation of the program `name`, and versions."""
    return read(FOLDER / name)


def read(folder: Path) -> dict[str, Any]:
    """Returns the numbers that are recorded in a folder."""
    found: dict[str, Any] = json.loads((folder / NUMBERS).read_text(encoding="utf-8"))
    return found


def write(folder: Path, parts: dict[str, str], numbers: dict[str, Any]) -> None:
    """Writes what is recorded of a program into `folder`; equal texts give equal files."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"*{SUFFIX}"):
        if old.name.removesuffix(SUFFIX) not in parts:
            old.unlink()
    for part, content in parts.items():
        (folder / f"{part}{SUFFIX}").write_bytes(gzip.compress(content.encode(), 9, mtime=0))
    (folder / NUMBERS).write_text(json.dumps(numbers, indent=1, sort_keys=True) + "\n", encoding="utf-8")


WIDTHS = {"pred": 1, "s4": 0.5, "u4": 0.5, "bf16": 2, "c64": 8, "c128": 16}
"""The bytes of types whose names do not say them."""

_HEAD = re.compile(r"^(ENTRY )?%?([\w.\-]+) \(.*\{$")
_LINE = re.compile(r"^\s+(?:ROOT )?%?([\w.\-]+) = (.+)$")
_COLLECTIVE = re.compile(
    r" (all-gather|all-reduce|reduce-scatter|all-to-all|collective-permute|collective-broadcast|ragged-all-to-all)\("
)
_CALLED = re.compile(r"\b(condition|body|to_apply|calls|true_computation|false_computation)=%?([\w.\-]+)")
_BRANCHES = re.compile(r"branch_computations=\{([^}]*)\}")
_TRIPS = re.compile(r'"known_trip_count":\{"n":"(\d+)"\}')
_ARRAY = re.compile(r"\b([a-z]+\d*[a-z0-9]*)\[([\d,]*)\]")
_IOTA = re.compile(r"replica_groups=\[(\d+),(\d+)\]<=")
_LISTED = re.compile(r"replica_groups=\{\{([\d,]*)\}")
_AXES = re.compile(r"replica_groups=mesh\[([^\]]*)\][^{]*\{([^}]*)\}")
_AXIS = re.compile(r"'(\w+)'(?::\(\d+\)(\d+))?")
_PAIRS = re.compile(r"source_target_pairs=\{(.*?)\}\}")


class Sent(NamedTuple):
    """The bytes that one device sends in one run of a program."""

    bytes: int
    """In collectives whose number of executions is known."""
    each: int
    """In one iteration of the loops whose length is not known."""
    collectives: int
    """The number of collectives that send anything."""


def sent(text: str) -> Sent:
    """Returns the bytes that collectives send; a branch counts as if it is taken."""
    computations, entry = _computations(text)
    known = each = count = 0
    for line, runs, certain in _executed(computations, entry, 1, True):
        if (size := _bytes(line, text)) and runs:
            count += 1
            if certain:
                known += size * runs
            else:
                each += size * runs
    return Sent(known, each, count)


def _computations(text: str) -> tuple[dict[str, list[str]], str]:
    found: dict[str, list[str]] = {}
    entry = name = ""
    for line in text.splitlines():
        if head := _HEAD.match(line):
            name = head[2]
            found[name] = []
            entry = name if head[1] else entry
        elif name and _LINE.match(line):
            found[name].append(line)
    return found, entry


def _executed(
    computations: dict[str, list[str]], name: str, runs: int, certain: bool
) -> Iterator[tuple[str, int, bool]]:
    for line in computations[name]:
        if _COLLECTIVE.search(line):
            yield line, runs, certain
            continue
        called = [(kind, callee) for kind, callee in _CALLED.findall(line) if callee in computations]
        for branches in _BRANCHES.findall(line):
            called += [("branch", callee.strip(" %")) for callee in branches.split(",")]
        trips = _TRIPS.search(line)
        for kind, callee in called:
            loop = kind in ("body", "condition")
            times = int(trips[1]) + (kind == "condition") if loop and trips else 1
            yield from _executed(computations, callee, runs * times, certain and not (loop and not trips))


def _bytes(line: str, text: str) -> int:
    """Returns the bytes that one device sends in one execution of a collective."""
    found = next(_COLLECTIVE.finditer(line))
    result = _size(line[line.index(" = ") : found.start()])
    kind, size = found[1], _group(line, text)
    if kind in ("collective-permute", "collective-broadcast"):
        pairs = _PAIRS.search(line)
        moved = kind != "collective-permute" or any(
            pair[0] != pair[1] for pair in re.findall(r"(\d+),(\d+)", pairs[1] if pairs else "")
        )
        return int(result) if moved else 0
    if kind == "all-gather":
        return int(result * (size - 1) / size)
    if kind == "reduce-scatter":
        return int(result * (size - 1))
    return int((2 if kind == "all-reduce" else 1) * result * (size - 1) / size)


def _size(shapes: str) -> float:
    sizes = [
        _width(kind) * prod([int(each) for each in dimensions.split(",") if each])
        for kind, dimensions in _ARRAY.findall(shapes)
    ]
    return sum(sizes)


def _width(kind: str) -> float:
    if kind in WIDTHS:
        return WIDTHS[kind]
    return int(re.findall(r"^[a-z]+(\d+)", kind)[0]) / 8


def _group(line: str, text: str) -> int:
    """Returns how many devices communicate with each other."""
    if iota := _IOTA.search(line):
        return int(iota[2])
    if listed := _LISTED.search(line):
        return listed[1].count(",") + 1
    if axes := _AXES.search(line):
        sizes = dict(re.findall(r"'(\w+)'=(\d+)", axes[1]))
        return prod([int(part or sizes[name]) for name, part in _AXIS.findall(axes[2])])
    devices = re.search(r"num_partitions=(\d+)", text)
    return int(devices[1]) if devices else 1
