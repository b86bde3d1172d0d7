"""Prints HLO text that XLA has parsed; in a process of its own, as XLA aborts on some texts."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence

OPTIONS: dict[str, dict[str, bool | int]] = {
    "default": {},
    "operands with shapes": {"print_operand_shape": True},
    "names without signs": {"print_percent": False},
    "short": {"print_program_shape": False, "print_operand_shape": True, "print_percent": False},
    "indented": {"indent_amount": 2},
}
"""Fields of XLA's HloPrintOptions that are set, by what they do."""

_MODULE = "HloModule m\n\nENTRY e {{\n ROOT p = {} parameter(0)\n}}\n"
_BEFORE, _AFTER = "  ROOT %p = ", " parameter(0)"
"""The text around the shape in the line of the printed module."""


def spellings(text: str) -> dict[str, str]:
    """Returns the text as XLA prints it with each of OPTIONS. Raises RuntimeError if XLA refuses it."""
    [found] = _answers([text])
    if found is None:
        raise RuntimeError(f"XLA refuses this module:\n{text}")
    return found


def printed_shapes(shapes: Sequence[str]) -> list[str | None]:
    """Returns the text of each shape as XLA prints it; None if XLA refuses it or aborts."""
    found: list[str | None] = []
    for answer in _answers([_MODULE.format(shape) for shape in shapes]):
        if answer is None:
            found.append(None)
            continue
        [line] = [line for line in answer["default"].split("\n") if line.startswith(_BEFORE)]
        found.append(line.removeprefix(_BEFORE).partition(_AFTER)[0])
    return found


def _answers(texts: Sequence[str]) -> list[dict[str, str] | None]:
    """Returns the spellings of each text. Each one that aborts costs a start of the process."""
    found: list[dict[str, str] | None] = []
    while len(found) < len(texts):
        rest = json.dumps(texts[len(found) :])
        ran = subprocess.run([sys.executable, __file__], input=rest, capture_output=True, text=True, check=False)
        found += [json.loads(line) for line in ran.stdout.splitlines()]
        if len(found) < len(texts):
            if ran.returncode >= 0:  # No signal ended it: jaxlib is not there, or not as expected.
                raise RuntimeError(ran.stderr)
            found.append(None)
    return found


def _serve() -> None:
    """Answers to the texts on standard input, a line each."""
    from jaxlib import _hlo  # type: ignore[attr-defined]

    for text in json.load(sys.stdin):
        found: dict[str, str] = {}
        try:
            module = _hlo.hlo_module_from_text(text)
        except Exception:  # jaxlib raises a type of its own
            print("null", flush=True)
            continue
        for name, fields in OPTIONS.items():
            options = _hlo.HloPrintOptions()
            for field, value in fields.items():
                setattr(options, field, value)
            found[name] = module.to_string(options)
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    _serve()
