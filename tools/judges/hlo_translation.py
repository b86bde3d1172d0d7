"""XLA's own translations in jaxlib: HLO text to MLIR, and programs in MLIR to HLO text."""

from __future__ import annotations

import importlib
import re
from typing import Any

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
