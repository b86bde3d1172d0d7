"""The programs in lit_tests/local_programs: the passes that make them programs of each device, and their outcomes."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import sdyopt
from tools.docs.page_parts import block, code, table

# The programs in lit_tests/local_programs, which `tools.programs.make_partitioned` writes.


FOLDER = Path(__file__).resolve().parents[2] / "lit_tests" / "local_programs"
SUFFIX = ".txt"
TABLE = "programs.json"
SEPARATOR = "// -----\n"
"""The line between a program for eight devices and the same for one."""


class LoweredProgram(NamedTuple):
    """A program that JAX has lowered twice, and what it is."""

    name: str
    topic: str
    about: str
    below: tuple[int | None, ...]
    """For each input: its elements are integers from 0 to below this number, or floats between -1 and 1."""

    @property
    def texts(self) -> tuple[str, str]:
        """The program for eight devices, and that for one."""
        partitioned, whole = (FOLDER / f"{self.name}{SUFFIX}").read_text(encoding="utf-8").split(SEPARATOR)
        return partitioned, whole


def programs() -> dict[str, LoweredProgram]:
    """Returns all programs by name, in the order of their topics."""
    rows = json.loads((FOLDER / TABLE).read_text(encoding="utf-8"))
    return {row["name"]: LoweredProgram(row["name"], row["topic"], row["about"], tuple(row["below"])) for row in rows}


def write(programs: list[tuple[LoweredProgram, str, str]], folder: Path = FOLDER) -> None:
    """Writes programs with their texts for eight devices and for one."""
    folder.mkdir(parents=True, exist_ok=True)
    for program, partitioned, whole in programs:
        text = f"{partitioned.rstrip()}\n{SEPARATOR}{whole.rstrip()}\n"
        (folder / f"{program.name}{SUFFIX}").write_text(text, encoding="utf-8")
    rows = [json.dumps(program._asdict()) for program, _, _ in programs]
    (folder / TABLE).write_text("[\n " + ",\n ".join(rows) + "\n]\n", encoding="utf-8")


# The passes from a program of JAX to the program of each device.


CHAIN = (
    "sdy-import-pipeline",
    "sdy-flatten-call-graph",
    "symbol-dce",
    "sdy-import-func-calls{add-data-flow-edges-on-named-computations=true}",
    "symbol-dce",
    "sdy-apply-sharding-constraints",
    "sdy-sharding-group-import",
    "sdy-user-priority-propagate",
    "sdy-export-pipeline{enable-insert-explicit-collectives=true}",
    "sdy-resolve-permutation-factors",
    "sdy-reshard-to-collectives",
    "sdy-pad-for-divisibility",
    "sdy-convert-global-to-local",
    "sdy-export-named-computations",
)
"""The passes in jaxlib 0.10.2.

Calls are named computations in between, whose results get local types; those of calls do not.
"""

OF_NEWEST = (
    *[each.replace("collectives=true}", "collectives=true inline-meshes=false}") for each in CHAIN[:-2]],
    "sdy-resolve-single-device-sharding",
    *CHAIN[-2:],
)
"""The passes in the newest release."""

WITH_CALLS = (
    "sdy-propagation-pipeline",
    "sdy-insert-explicit-reshards{enable-full-version=true}",
    "sdy-reshard-to-collectives",
    "sdy-convert-global-to-local",
)
"""Passes that leave calls as they are."""


def local_program(module: sdyopt.Module, release: str) -> sdyopt.Module:
    """Makes a program that of each device as in a release, and returns it. Raises sdyopt.Error if a pass refuses it.

    Replica groups are listed: the XLA that executes the program reads no others.
    """
    if release == "0.10.2":
        return module.run(*CHAIN, shardy=release)
    passes = [each.replace("global-to-local", "global-to-local{enable-rgv3=false}") for each in OF_NEWEST]
    return module.run(*passes, shardy=release)


# Which programs do not become programs that compute the same, and why.


LOOP = "Arguments of a loop's body have no sharding: a loop cannot carry sharded values."
CHLO = "Operations of CHLO have no local form; `--chlo-legalize-to-stablehlo` before the first pass decomposes them."
SUM = "An `sdy.all_reduce` always adds: what each device found is added up."


class PassRefusal(NamedTuple):
    """A program that a pass refuses, and why."""

    name: str
    reason: str
    passes: tuple[str, ...] = CHAIN


REFUSED = (
    PassRefusal("error_functions", CHLO),
    PassRefusal("four_largest", CHLO),
    PassRefusal("scanned_layers", LOOP),
    PassRefusal("until_it_is_small", LOOP),
    PassRefusal("random_numbers", LOOP),
    PassRefusal(
        "functions_in_functions", "Calls that are not made named computations keep the types of the whole.", WITH_CALLS
    ),
    PassRefusal("shifted", "Two parts along a sharded dimension cannot be joined."),
    PassRefusal("part_at_a_place", "An update that is larger than what a device has."),
    PassRefusal("uneven_softmax", "An `sdy.all_reduce` always adds, which is an error where what it adds is padded."),
)
"""The programs that are refused."""

OTHER_NUMBERS = {
    "largest_of_rows": SUM,
    "uneven_extremes": SUM,
    "iotas_by_parts_of_axes": "Offsets along a part of an axis are computed from the minor digits of a device's place, "
    "replica groups from the major ones.",
}
"""The programs whose local ones compute something else, in the reference as well, and why."""

NEWER = ("uneven_products", "uneven_softmax")
"""The programs that the reference refuses: newer versions of Shardy pad the sums in them."""

REDUCE_SCATTER = "Products that a reduce-scatter completes"
INDICES = "Local gathers by indices that do not have 64 bits"
SLICES = "Slices whose operand is sharded otherwise than the result"

CRASHES = {
    "product_of_two_grids": REDUCE_SCATTER,
    "batched_products": REDUCE_SCATTER,
    "embedding": INDICES,
    "gradient_of_embedding": INDICES,
    "elements_at_places": SLICES,
    "random_numbers": SLICES,
    "part_at_a_place": SLICES,
}
"""The programs on which the reference crashes, with the known difference."""


# The tables of docs/local-programs.md.


def passes() -> str:
    """Returns the passes that lead to the program of each device, as flags."""
    flags = []
    for name in CHAIN:
        flag, brace, options = name.partition("{")
        flags.append(f"--{flag}={options.removesuffix('}')}" if brace else f"--{flag}")
    return block("\n".join(flags), "text")


def same() -> str:
    """Returns the programs that compute the same, by topic."""
    others = {*OTHER_NUMBERS, *[refusal.name for refusal in REFUSED if refusal.passes == CHAIN]}
    known = [program for program in programs().values() if program.name not in others]
    rows = [
        (topic, code(program.name), program.about + (" ¹" if program.name in CRASHES else ""))
        for topic, group in groupby(known, key=lambda program: program.topic)
        for program in group
    ]
    return table(["topic", "program", "what it computes"], rows)


def refused() -> str:
    """Returns the programs that are refused, with the pass and its error."""
    known = programs()
    rows = []
    for refusal in REFUSED:
        name = (
            code(refusal.name) + ("" if refusal.passes == CHAIN else " ²") + (" ¹" if refusal.name in CRASHES else "")
        )
        failing, error = _refusal(known[refusal.name], refusal.passes)
        rows.append((name, known[refusal.name].about, code(f"--{failing}"), code(error), refusal.reason))
    return table(["program", "what it computes", "pass", "error", "why"], rows)


def other_numbers() -> str:
    """Returns the programs that compute something else."""
    known = programs()
    rows = [(code(name), known[name].about, reason) for name, reason in OTHER_NUMBERS.items()]
    return table(["program", "what it computes", "why"], rows)


def _refusal(program: LoweredProgram, passes: tuple[str, ...]) -> tuple[str, str]:
    """Returns the pass that refuses a program, and its first error."""
    module = sdyopt.parse(program.texts[0])
    for each in passes:
        try:
            module.run(each, shardy="0.10.2")
        except sdyopt.Error as error:
            return each, error.diagnostics[0].message.partition(": %")[0]
    raise ValueError(f"{program.name} is not refused")
