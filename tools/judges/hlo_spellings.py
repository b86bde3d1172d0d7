"""What XLA prints for HLO text that it has parsed, with several options; in a process of its own, as XLA may abort."""

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


def spellings(texts: Sequence[str]) -> list[dict[str, str]]:
    """Returns each text as XLA prints it with each of OPTIONS. Raises RuntimeError for a text that XLA refuses."""
    ran = subprocess.run(
        [sys.executable, __file__], input=json.dumps(texts), capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def _serve() -> None:
    """Answers to the texts on standard input, a line each."""
    from jaxlib import _hlo  # type: ignore[attr-defined]

    for text in json.load(sys.stdin):
        module = _hlo.hlo_module_from_text(text)
        found = {}
        for name, fields in OPTIONS.items():
            options = _hlo.HloPrintOptions()
            for field, value in fields.items():
                setattr(options, field, value)
            found[name] = module.to_string(options)
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    _serve()
