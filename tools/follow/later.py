"""Golden tests of later revisions of Shardy, whose commands another release of the reference may answer alike."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import sdyopt
from tools import corpus, fuzz, reference
from tools.cases import Case
from tools.differential import Run
from tools.follow.answers import RUN_LINE, SWITCHES, Program
from tools.follow.registry import ours
from tools.follow.release import OUTCOMES

CHOICE = "shardy"
OF_TESTS = {*SWITCHES, "verify-diagnostics", "o", CHOICE}
"""The flags that need not be passes."""


KNOWN: Mapping[str, str] = {
    "Replica groups are axes unless `enable-rgv3=false`, also along parts of axes.": "convert_global_to_local-newer_"
    "reductions-|revisions-(replica_groups_as_axes-2-sub_axis|sub_axis_indices-2-)",
    "After a `stablehlo.reduce` by maximum explicit reshards insert `sdy.all_reduce max`.": "passes-insert_explicit_"
    "reshards-reduction_operators-1-of_a_result_without",
    "Reshards, `sdy.sharded_to_unreduced` and `sdy.replicated_to_unreduced` may introduce maxima.": "sdy-reductions-"
    "errors-1-(reshard|sharded|replicated)$",
    "`-sdy-update-non-divisible-input-output-shardings` adds up what its manual computation takes.": "sdy-reductions-"
    "kept_by_passes-7-manual",
    "`-sdy-per-instruction-partitioning` takes collectives, too, makes all axes of the mesh manual, and leaves results "
    "unreduced.": "passes-per_instruction_partitioning-uneven-1-(dot|reshard|constant|unreduced)",
    "`-sdy-per-instruction-partitioning` refuses a slice of a tensor that is not sharded.": "passes-per_instruction_"
    "partitioning-uneven-1-slice",
    "Errors of these passes have other words or none.": "passes-(per_instruction_partitioning|resolve_single_device_"
    "sharding)-errors-",
    "A strided slice is exchanged as if it had no strides.": "revisions-exchanged_slices-2-strided",
    "A pad with a dimension whose blocks grow beside one whose blocks move is refused.": "revisions-exchanged_pads-2-"
    "otherwise",
    "A pad by ones shows zeros of its operand's padding.": "passes-pad_for_divisibility-newer_pads-1-padding_would",
    "Windows that begin where no part of a device does are local.": "convert_global_to_local-newer_errors-1-windows",
}
"""What jaxlib 0.11.2 answers otherwise, as it is newer than the revision of August or computes wrong numbers, and the
programs that show it, as a pattern."""


class Later(NamedTuple):
    """How many programs have the same answer, or crash the reference, which known differences there are, and others."""

    same: int
    crashed: int
    known: Mapping[str, int]
    different: Sequence[str]
    """For each the outcome, the program, its flags, and both answers."""


def compared(python: str) -> Later:
    """Returns how the reference of the interpreter `python` answers."""
    os.environ[reference.PYTHON] = python
    same, crashed, known, different = 0, 0, dict.fromkeys(KNOWN, 0), []
    for name, case in programs():
        verdict = fuzz.judged(case)
        reasons = [reason for reason, pattern in KNOWN.items() if re.search(pattern, name)]
        if verdict.outcome == "same":
            same += 1
        elif verdict.outcome not in fuzz.DIFFERENT:
            crashed += 1
        elif reasons:
            known[reasons[0]] += 1
        else:
            about = f"{OUTCOMES[verdict.outcome]}, {name} {' '.join(case.run.flags)}:"
            different.append("\n    ".join([about, *verdict.explanation.splitlines()]))
    return Later(same, crashed, {reason: count for reason, count in known.items() if count}, different)


def report(later: Later) -> Iterator[str]:
    """Yields the lines of a report for people."""
    count = later.same + later.crashed + sum(later.known.values()) + len(later.different)
    yield f"Of {count} programs of golden tests of later revisions {later.same} have the same answer."
    yield f"In {later.crashed} the reference crashed, {len(later.different)} differ, and others as is known:"
    yield from (f"  {count} × {reason}" for reason, count in later.known.items())
    yield from (f"  {each}" for each in later.different)


def programs() -> Iterator[Program]:
    """Yields each part of these tests with each command that consists of passes; the flag `-shardy` is ours alone.

    Commands are those with that flag, and all of other tests of what is newer than the reference.
    """
    names = ours().passes.keys()
    for file in sorted(corpus.FOLDER.parent.rglob(f"*{corpus.PROGRAM}")):
        text = file.read_text(errors="surrogateescape")
        is_newer = corpus.NEWER in text.split("\n\n", 1)[0] and f"-{CHOICE}=" not in text
        for command, found in enumerate(RUN_LINE.finditer(text), 1):
            flags = [word.lstrip("-").partition("=") for word in shlex.split(found["flags"]) if word != "/dev/null"]
            values = {name: value for name, _, value in flags}
            passes = tuple([f"{name}{{{value}}}" if value else name for name, _, value in flags if name in names])
            if not values.keys() <= names | OF_TESTS or not (CHOICE in values or is_newer):
                continue
            form = "generic" if "mlir-print-op-generic" in values else "pretty"
            run = Run(passes, form, "allow-unregistered-dialect" in values, shardy=values.get(CHOICE, ""))
            for part in filter(str.strip, corpus.PART_END.split(text)):
                for name, alone in functions(part, run.allow_unregistered):
                    yield Program(f"{_name(file)}-{command}-{name}", Case(alone, run))


def functions(part: str, allow_unregistered: bool) -> Iterator[tuple[str, str]]:
    """Yields each function of a module without the others, by name, or all if it is invalid or one calls another."""
    try:
        module = sdyopt.parse(part, allow_unregistered)
    except sdyopt.Error:
        module = sdyopt.parse("")
    names = list(module.functions)
    if len(names) < 2 or next(module.walk("func.call"), None) is not None:
        found = re.search(r"func(?: private)? @(\w+)", part)
        yield found[1] if found else "module", part
        return
    for name in names:
        alone = module.copy()
        for other, op in alone.functions.items():
            if other != name:
                op.erase()
        yield name, alone.to_text()


def _name(file: Path) -> str:
    return file.relative_to(corpus.FOLDER.parent).as_posix().removesuffix(corpus.PROGRAM).replace("/", "-")
