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


FRONTEND_ATTRIBUTES = "mhlo.frontend_attributes"
"""The discardable attribute in which XLA keeps texts, of modules, arguments and operations."""

XLA_MESHES = "xla.sdy.meshes"
"""The frontend attribute of a module in which XLA keeps the meshes of SDY."""


def has_xla_form(module: Operation) -> bool:
    """Returns whether a module has shardings of SDY as texts in frontend attributes, as XLA keeps them."""
    texts = module.attributes.get(FRONTEND_ATTRIBUTES)
    return isinstance(texts, DictionaryAttr) and XLA_MESHES in texts


def has_gspmd_shardings(module: Operation) -> bool:
    """Returns whether a module has GSPMD shardings, or those of SDY in the form in which XLA keeps them."""
    return has_xla_form(module) or bool(collect(module, has_gspmd_sharding))


def has_gspmd_sharding(signature: Signature) -> bool:
    """Returns whether operations with this signature have a GSPMD sharding."""
    if GSPMD_SHARDING in signature.attributes:
        return True
    if signature.definition is not FUNC:
        return False
    lists = [signature.properties.get(slots) for slots in ("arg_attrs", "res_attrs")]
    entries = [entry for given in lists if isinstance(given, ArrayAttr) for entry in given.elements]
    return any(isinstance(entry, DictionaryAttr) and GSPMD_SHARDING in entry for entry in entries)
