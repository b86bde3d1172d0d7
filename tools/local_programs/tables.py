"""The tables of docs/local-programs.md."""

from __future__ import annotations

from itertools import groupby

import sdyopt
from tools.docs.page_parts import block, code, table
from tools.local_programs.chain import CHAIN
from tools.local_programs.outcomes import CRASHES, OTHER_NUMBERS, REFUSED
from tools.local_programs.programs import LoweredProgram, programs


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
