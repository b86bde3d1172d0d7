"""What XLA makes of shapes' texts: its HLO parser, in a process of its own, as it aborts on some of them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import NamedTuple

_MODULE = "HloModule m\n\nENTRY e {{\n ROOT p = {} parameter(0)\n}}\n"
_BEFORE, _AFTER = "  ROOT %p = ", " parameter(0)"
"""The text around the shape in the line of the printed module."""


class ShapeVerdict(NamedTuple):
    """`text` is the shape as XLA prints it, None if XLA refuses it; `aborted` if it took the process down."""

    text: str | None
    aborted: bool = False


def verdicts(shapes: Sequence[str]) -> list[ShapeVerdict]:
    """What XLA says about each text. Each one that aborts costs a start of the process."""
    found: list[ShapeVerdict] = []
    while len(found) < len(shapes):
        rest = shapes[len(found) :]
        ran = subprocess.run(
            [sys.executable, __file__], input=json.dumps(rest), capture_output=True, text=True, check=False
        )
        answers = [json.loads(line) for line in ran.stdout.splitlines()]
        found += [ShapeVerdict(answer) for answer in answers]
        if len(answers) < len(rest):
            if ran.returncode >= 0:  # No signal ended it: jaxlib is not there, or not as expected.
                raise RuntimeError(ran.stderr)
            found.append(ShapeVerdict(None, aborted=True))
    return found


def _serve_shapes() -> None:
    """Answers to the texts on standard input, a line each."""
    from jaxlib import _hlo  # type: ignore[attr-defined]

    for shape in json.load(sys.stdin):
        try:
            printed = _hlo.hlo_module_from_text(_MODULE.format(shape)).to_string()
        except Exception:  # jaxlib raises a type of its own
            answer = None
        else:
            [line] = [line for line in printed.split("\n") if line.startswith(_BEFORE)]
            answer = line.removeprefix(_BEFORE).partition(_AFTER)[0]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    _serve_shapes()
