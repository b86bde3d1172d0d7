"""-print-op-stats."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import ClassVar

from sdyopt.ir.operation import Operation, walk
from sdyopt.rewriting.passes import ANY, Pass, option, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("print-op-stats")
class PrintOpStats(Pass):
    """Counts the operations of each name, and prints the numbers on standard error.

    The program stays as it is, and is printed as usual.
    """

    anchor: ClassVar[str] = ANY

    json: bool = option(default=False, help="Prints the numbers as JSON")

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        counts = Counter(inner.name for inner in walk(op))
        rewriter.write(as_json(counts) if self.json else as_table(counts))


def as_table(counts: Mapping[str, int]) -> str:
    """Returns the numbers in lines, sorted by name, with names and numbers below each other."""
    names = [name.rpartition(".") if "." not in name else name.partition(".") for name in sorted(counts)]
    dialect_width = max(len(dialect) for dialect, _, _ in names) + 2
    name_width = max(len(rest) for _, _, rest in names)
    lines = ["Operations encountered:", "-----------------------"]
    for dialect, dot, rest in names:
        count = counts[f"{dialect}{dot}{rest}"]
        lines.append(f"{dialect:>{dialect_width}}{dot or ' '}{rest:<{name_width}} , {count}")
    return "\n".join(lines) + "\n"


def as_json(counts: Mapping[str, int]) -> str:
    """Returns the numbers as an object, whose members are sorted by name."""
    members = [f"  {json.dumps(name)} : {counts[name]}" for name in sorted(counts)]
    return "{\n" + ",\n".join(members) + "\n}\n"
