"""Examples of operations for their pages: the smallest program with each in the golden tests.

Each is a function around the operation, which `sdy-opt` accepts and whose output it parses to the same program.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import sdyopt
from sdyopt.cli.main import run
from sdyopt.dialects import REGISTRY
from sdyopt.driver.input_output import split
from sdyopt.ir.attribute import checked
from sdyopt.mlir.releases import NEWEST, OLDEST, following
from tools.operations.programs import OpProgram, programs

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (
    *("sdy", "stablehlo", "chlo", "quant", "arith", "cf", "complex", "math", "mhlo", "shape", "tensor", "ub"),
    *("printing", "passes"),
)
"""The folders of golden tests with valid programs, below `lit_tests`."""

WITHOUT_EXAMPLE = {"tensor.parallel_insert_slice"}
"""Operations that are valid only inside of operations of dialects that sdy-opt does not have."""

CHOSEN = ROOT / "lit_tests" / "examples"
"""A golden test for each dialect, whose parts are examples: each begins with a comment with the operation."""

_ODD = re.compile(r"\?|\*x|!quant|tuple<>|\bnote\b|%v\d+: tensor<\w+>|\bcomplex<|tensor<[^>]*\b0x|#stablehlo.bounds")
"""Matches what examples should not contain: unknown sizes, scalars, quantized and empty types."""


class Example(NamedTuple):
    """A program as sdy-opt prints it, and the same in generic form."""

    text: str
    generic: str


def golden_parts(with_unregistered: bool = False) -> Iterator[sdyopt.Module]:
    """Yields the programs in golden tests that are valid in the newest or the oldest release.

    Programs with unregistered operations are omitted by default.
    """
    for folder in FOLDERS:
        for file in sorted((ROOT / "lit_tests" / folder).rglob("*.mlir")):
            if "invalid" not in file.parts:
                for part in split(file.read_text(encoding="utf-8"), file.name):
                    if (module := _parsed(part.text, with_unregistered)) is not None:
                        yield module


def _parsed(text: str, with_unregistered: bool) -> sdyopt.Module | None:
    """Returns the module in a text; None if it is invalid in the newest and in the oldest release."""
    for release in (NEWEST, OLDEST):
        with suppress(sdyopt.Error), following(release.name):
            return sdyopt.parse(text, with_unregistered)
    return None


@cache
def candidates() -> Mapping[str, list[OpProgram]]:
    """Returns the programs about each operation, by its name: the plainest first, then the shortest."""
    found: dict[str, list[tuple[int, int, int, OpProgram]]] = defaultdict(list)
    found_in = [programs(module, tuple(REGISTRY.namespaces)) for module in golden_parts()]
    for number, program in enumerate(chain.from_iterable(found_in)):
        text = program.text()
        found[program.subject.name].append((_oddity(program, text), len(text), number, program))
    return {name: [entry[-1] for entry in sorted(entries)] for name, entries in found.items()}


def _oddity(program: OpProgram, text: str) -> int:
    """Returns the number of unusual features of an example."""
    subject, definition = program.subject, REGISTRY.all_operations()[program.subject.name]
    lacking = [
        definition.operands and not subject.operands,
        subject.operands and not program.arguments,
        len(set(subject.operands)) < len(subject.operands),
        definition.results and not subject.results,
        *[len(body.nodes) < 2 for region in subject.regions for body in region],
    ]
    return sum(map(bool, lacking)) + len(set(_ODD.findall(text)))


@cache
def chosen() -> Mapping[str, str]:
    """Returns the handwritten examples, by the names of their operations."""
    found = {}
    for file in sorted(CHOSEN.glob("*.mlir")):
        for part in split(file.read_text(encoding="utf-8"), file.name):
            code = [line for line in part.text.strip().splitlines() if not re.match(r"// (RUN|CHECK|NOTE)\b", line)]
            if heading := re.fullmatch(r"// (\S+)", code[0]):
                found[heading[1]] = "\n".join(code[1:]) + "\n"
    return found


@cache
def example_of(name: str) -> Example:
    """Returns the example of an operation. Raises LookupError if no golden test has one."""
    texts = [chosen()[name]] if name in chosen() else []
    texts += [program.text(is_returned) for program in candidates().get(name, []) for is_returned in (True, False)]
    for given in texts:
        text = printed(given.replace("@subject(", "@main("))
        if text is not None and printed(text) == text:
            generic = checked(str, printed(text, "-mlir-print-op-generic"))
            if printed(generic) == text:
                return Example(text, generic)
    raise LookupError(f"no golden test has an example of {name}")


@cache
def printed(text: str, *options: str) -> str | None:
    """Returns the output of sdy-opt for a program; None if it is invalid."""
    status, out, _ = run(["-", *options], text.encode())
    return None if status else out.decode()
