"""XLA's own readers, printers and translations of HLO text in jaxlib; also as a process, which may abort on a text."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

# Translations: HLO text to MLIR, and programs in MLIR to HLO text.

PARSED = re.compile(r"was parsing (\d+):(\d+): error: (.*)")
"""Where in HLO text XLA's parser finds an error, and what it says."""


def bindings() -> tuple[Any, Any]:
    """Returns jaxlib's modules for HLO and for translations, which have no type stubs."""
    return importlib.import_module("jaxlib._hlo"), importlib.import_module("jaxlib._jax")


def translated(text: str) -> str:
    """Returns what XLA translates HLO text to, as MLIR text. Raises RuntimeError or ValueError."""
    _hlo, _jax = bindings()
    computation = _hlo.XlaComputation(_hlo.hlo_module_from_text(text).as_serialized_hlo_module_proto())
    found: str | bytes = _jax.mlir.xla_computation_to_mlir_module(computation)
    return found if isinstance(found, str) else found.decode("utf-8", "surrogateescape")


def set_device_counts(module: Any, text: str) -> None:
    """Gives a translated module the counts of devices in HLO text, which the bindings of Python lose."""
    from jaxlib.mlir import ir

    first_line = re.search(r"^HloModule .*$", text, re.MULTILINE)
    counts = dict(_COUNT.findall(first_line[0])) if first_line else {}
    for name, count in counts.items():
        if count != "1":
            attribute = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), int(count))
            module.operation.attributes[_COUNTS[name]] = attribute


_COUNTS = {"num_partitions": "mhlo.num_partitions", "replica_count": "mhlo.num_replicas"}
_COUNT = re.compile(rf"\b({'|'.join(_COUNTS)})=(\d{{1,9}})\b")


def hlo_text(text: str) -> str:
    """Returns the HLO text of a program in MLIR, with the values of constants. Raises RuntimeError or ValueError.

    Some programs make the C++ abort the process.
    """
    _hlo, _jax = bindings()
    computation = _jax.mlir.mlir_module_to_xla_computation(text, use_tuple_args=False, return_tuple=False)
    options = _hlo.HloPrintOptions()
    options.print_large_constants = True
    found: str = computation.get_hlo_module().to_string(options)
    return found


# HLO text that XLA has parsed, as it prints it; in a process of its own, as XLA aborts on some texts.

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
    _hlo, _ = bindings()
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
