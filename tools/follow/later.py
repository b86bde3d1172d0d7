"""Golden tests of later revisions of Shardy, whose commands another release of the reference may answer alike."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import sdyopt
from tools import corpus, fuzz, reference
from tools.cases import Case
from tools.differences.later import KNOWN
from tools.differential import Run
from tools.follow.answers import RUN_LINE, SWITCHES, NamedCase
from tools.follow.registry import ours
from tools.follow.release import OUTCOMES

CHOICE = "shardy"
OF_TESTS = {*SWITCHES, "verify-diagnostics", CHOICE}
"""The flags that need not be passes."""


class Later(NamedTuple):
    """How many programs have the same answer, or crash the reference, which known differences there are, and others."""

    same: int
    crashed: int
    known: Mapping[str, int]
    different: Sequence[str]
    """For each the outcome, the program, its flags, and both answers."""


def compared(python: str) -> Later:
    """Returns how the reference of the interpreter `python` answers."""
    with reference.answered_by(python):
        return _compared()


def _compared() -> Later:
    same, crashed, known, different = 0, 0, dict.fromkeys([each.about for each in KNOWN], 0), []
    for name, case in programs():
        verdict = fuzz.judged(case)
        reasons = [each.about for each in KNOWN if re.search(each.programs, name)]
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


def programs() -> Iterator[NamedCase]:
    """Yields each part of these tests with each command that consists of passes; the flag `-shardy` is ours alone.

    Commands are those with that flag, and all of other tests of what is newer than the reference.
    """
    names = ours().passes.keys()
    for file in sorted(corpus.FOLDER.parent.rglob(f"*{corpus.PROGRAM}")):
        text = file.read_text(errors="surrogateescape")
        is_newer = corpus.NEWER in text.split("\n\n", 1)[0] and f"-{CHOICE}=" not in text
        for command, found in enumerate(RUN_LINE.finditer(text.replace(" -o /dev/null", "")), 1):
            flags = [word.lstrip("-").partition("=") for word in shlex.split(found["flags"])]
            values = {name: value for name, _, value in flags}
            passes = tuple([f"{name}{{{value}}}" if value else name for name, _, value in flags if name in names])
            if not values.keys() <= names | OF_TESTS or not (CHOICE in values or is_newer):
                continue
            form = "generic" if "mlir-print-op-generic" in values else "pretty"
            run = Run(passes, form, "allow-unregistered-dialect" in values, shardy=values.get(CHOICE, ""))
            for part in filter(str.strip, corpus.PART_END.split(text)):
                for name, alone in functions(part, run.allow_unregistered):
                    yield NamedCase(f"{_name(file)}-{command}-{name}", Case(alone, run))


def functions(part: str, allow_unregistered: bool) -> Iterator[tuple[str, str]]:
    """Yields each function of a module by name, with what it names only; all together if the module is invalid."""
    try:
        module = sdyopt.parse(part, allow_unregistered)
    except sdyopt.Error:
        module = sdyopt.parse("")
    texts = {name: module.to_text(of=op) for name, op in module.functions.items()}
    if len(texts) < 2:
        found = re.search(r"func(?: private)? @(\w+)", part)
        yield found[1] if found else "module", part
        return
    for name in texts:
        kept = [name]
        for each in kept:
            kept += [other for other in texts if other not in kept and f"@{other}(" in texts[each]]
        alone = module.copy()
        for other, op in alone.functions.items():
            if other not in kept:
                op.erase()
        yield name, alone.to_text()


def _name(file: Path) -> str:
    return file.relative_to(corpus.FOLDER.parent).as_posix().removesuffix(corpus.PROGRAM).replace("/", "-")
