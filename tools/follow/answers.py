"""The answers of sdy-opt and a release of the reference to programs: the corpus, golden tests, and random ones."""

from __future__ import annotations

import multiprocessing
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sdyopt.mlir.releases import following
from sdyopt.pipeline.model import read_pipeline
from sdyopt.pipeline.registry import PASSES, PIPELINES, PipelineError
from tools import corpus, fuzz, reference
from tools.cases import ABSENT, KINDS, Case
from tools.differential import Run
from tools.follow.registry import OWN
from tools.generator.passes.pipelines import IN_A_ROW

PIPELINES_OF_CORPUS: Sequence[tuple[str, ...]] = (
    (),
    IN_A_ROW,
    *[(entry.name,) for entry in PIPELINES if entry.name not in OWN],
)

RUN_LINE = re.compile(
    r"""^// RUN: (?:not )?sdy-opt %s(?P<flags>(?: -(?:'[^']*'|"[^"]*"|[^\s|>'"])*)*)(?: *[|>].*| 2>.*)?$""",
    re.MULTILINE,
)
"""The command of a golden test that has flags only."""

SWITCHES = {"allow-unregistered-dialect", "mlir-print-op-generic", "shardy", "split-input-file"}
NAMES = {entry.name for entry in (*PASSES, *PIPELINES)}

WITHOUT_PASSES = {
    *("passes/canonicalize/convergence.mlir", "passes/canonicalize/unknown_dialect.mlir"),
    *("passes/basic_propagate/windows_of_tensors.mlir", "passes/canonicalize/own_result.mlir"),
    *("passes/canonicalize/mlir_dialects.mlir", "passes/canonicalize/similar_blocks.mlir"),
    "passes/inline/shape_functions.mlir",
}
"""Golden tests of messages that the pass manager of the bindings does not have, or has without a place, and some of
known differences: the reference's rule for windows of tensors reads memory that is not its own, what erases a case that
returns its own result leaves a null operand, and operations of MLIR's own dialects are folded there."""

NEWER = (
    *("releases-", "passes-convert_global_to_local-newer_"),
    "passes-chlo_legalize_to_stablehlo-groups_and_scans",  # Before jaxlib 0.11 scans are legalized in other operations.
)
"""The beginnings of the names of programs that the release which the tests compare with treats as no other does."""


class NamedCase(NamedTuple):
    """A case, and the name under which the report shows it."""

    name: str
    case: Case


def programs(count: int, release: str) -> list[NamedCase]:
    """Returns all programs, with `count` random ones, to be run as in that release."""
    with following(release):  # which may lack options
        found = [*corpus_programs(), *golden_programs(), *random_programs(count)]
    return [
        NamedCase(name, case._replace(run=case.run._replace(shardy=release)))
        for name, case in found
        if release != reference.RELEASE or not (case.run.shardy or name.startswith(NEWER))
    ]


def corpus_programs() -> Iterator[NamedCase]:
    """Yields each program of the corpus with some pipelines."""
    for name in corpus.names():
        for passes in PIPELINES_OF_CORPUS:
            pipeline = "all" if len(passes) > 1 else "".join(passes) or "none"
            yield NamedCase(f"corpus-{name}-{pipeline}", Case(corpus.text(name), Run(passes)))


def golden_programs() -> Iterator[NamedCase]:
    """Yields each part of each golden test, with the passes of its first command."""
    for file, parts in corpus.golden_tests().items():
        run = run_of(parts[0]) if parts and file not in WITHOUT_PASSES else Run(allow_unregistered=True)
        for number, part in enumerate(parts, 1):
            if ABSENT not in part:
                yield NamedCase(f"{file.removesuffix(corpus.PROGRAM).replace('/', '-')}-{number}", Case(part, run))


def run_of(test: str) -> Run:
    """Returns the run of a test's first RUN line; without passes if it has flags that only we know, but `-shardy`."""
    found = RUN_LINE.search(test)
    words = shlex.split(found["flags"]) if found else []
    flags = [word.lstrip("-").partition("=") for word in words]
    passes = [f"{name}{{{value}}}" if value else name for name, _, value in flags if name in NAMES]
    others = {name for name, _, _ in flags if name not in NAMES}
    unregistered = not found or "allow-unregistered-dialect" in others
    shardy = next((value for name, _, value in flags if name == "shardy"), "")
    form = "generic" if "mlir-print-op-generic" in others else "pretty"
    return Run(tuple(passes) if others <= SWITCHES and _can_run(passes) else (), form, unregistered, shardy=shardy)


def _can_run(passes: Sequence[str]) -> bool:
    """Whether the passes are some that the reference has, too, with options that there are."""
    try:
        read_pipeline(reference.pipeline_of(passes))
    except PipelineError:
        return False
    return not any(name.partition("{")[0] in OWN for name in passes)


def random_programs(count: int) -> Iterator[NamedCase]:
    """Yields `count` programs, of each kind about as many, from the first on."""
    kinds = list(KINDS)
    for number in range(count):
        kind, index = kinds[number % len(kinds)], number // len(kinds)
        yield NamedCase(f"{kind}-{index}", KINDS[kind].case(index))


# --- comparing -------------------------------------------------------------------------------------------------------


def compared(python: str, found: Sequence[NamedCase], jobs: int, folder: Path, budget: int) -> fuzz.Tally:
    """Returns how often the reference of the interpreter `python` answers what we answer, and what differs.

    Writes the first program of each class of differences to `folder`, with the command and both answers, and reduced
    by that many tries.
    """
    tally = fuzz.Tally()
    with reference.answered_by(python), multiprocessing.get_context("spawn").Pool(jobs, fuzz.begin_worker) as pool:
        tasks = [(number, program.case) for number, program in enumerate(found)]
        for finding in pool.imap_unordered(fuzz.judge, tasks, chunksize=16):
            tally.add(finding)
        firsts = tally.first.values()
        pool.starmap(fuzz.write, [(folder, found[first.number].name, first, budget) for first in firsts], 1)
    return tally
