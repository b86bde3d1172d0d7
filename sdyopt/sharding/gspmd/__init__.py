"""GSPMD shardings: the texts of `mhlo.sharding` and of HLO's `sharding={…}`, and the meshes and axes in them.

They name devices, not axes. `syntax` reads them, `device_order` finds the digits of device numbers that each dimension
is split by, and `meshes` the mesh whose axes are these digits.
"""

from __future__ import annotations

from sdyopt.dialects.func.ops import FUNC
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr
from sdyopt.ir.collecting import collect
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature

# Whether a program has GSPMD shardings.

GSPMD_SHARDING = "mhlo.sharding"
"""The discardable attribute of results, and of a function's arguments and results, in which JAX and XLA keep them."""


def has_gspmd_shardings(module: Operation) -> bool:
    """Returns whether operations of a module have GSPMD shardings."""
    return bool(collect(module, has_gspmd_sharding))


def has_gspmd_sharding(signature: Signature) -> bool:
    """Returns whether operations with this signature have a GSPMD sharding."""
    if GSPMD_SHARDING in signature.attributes:
        return True
    if signature.definition is not FUNC:
        return False
    lists = [signature.properties.get(slots) for slots in ("arg_attrs", "res_attrs")]
    entries = [entry for given in lists if isinstance(given, ArrayAttr) for entry in given.elements]
    return any(isinstance(entry, DictionaryAttr) and GSPMD_SHARDING in entry for entry in entries)
