"""GSPMD shardings: the texts of `mhlo.sharding` and of HLO's `sharding={…}`, and the meshes and axes in them.

They name devices, not axes. `syntax` reads them, and `meshes` finds the mesh whose axes are the digits of their numbers
that dimensions are split by. XLA keeps shardings of SDY in the same places, whose names are here; `texts` reads and
writes what it calls them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.stablehlo.ops.communication import RECV, SEND
from sdyopt.dialects.stablehlo.ops.control_flow import AFTER_ALL, target_of
from sdyopt.ir.attributes import NO_ATTRIBUTES, ArrayAttr, DictionaryAttr, StringAttr
from sdyopt.ir.collecting import Listing, collect
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.mlir.rewrite.rewriter import BaseRewriter

# The names of XLA's form.

GSPMD_SHARDING = "mhlo.sharding"
"""The discardable attribute of results, and of a function's arguments and results, in which JAX and XLA keep them."""


FRONTEND_ATTRIBUTES = "mhlo.frontend_attributes"
"""The discardable attribute in which XLA keeps texts, of modules, arguments and operations."""

XLA_MESHES = "xla.sdy.meshes"
"""The frontend attribute of a module in which XLA keeps the meshes of SDY."""


SHARDING, RULE, MANUAL_AXES = "xla.sdy.sharding", "xla.sdy.sharding_rule", "xla.sdy.manual_axes"
IN_SHARDINGS, OUT_SHARDINGS = "xla.sdy.in_shardings", "xla.sdy.out_shardings"
GROUP_ID, DIRECTION = "xla.sdy.sharding_group_id", "xla.sdy.allowed_direction"
"""Other frontend attributes, which hold texts of attributes of SDY."""

INLINEABLE = "inlineable"
"""The frontend attribute of a call that says whether XLA may inline it."""

CONSTRAINT, FUNC_RESULT = "Sharding", "xla.sdy.FuncResultSharding"
GLOBAL_TO_LOCAL, LOCAL_TO_GLOBAL = "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"
GROUP, BARRIER = "xla.sdy.ShardingGroup", "xla.sdy.PropagationBarrier"
FULL_TO_SHARD, SHARD_TO_FULL = "SPMDFullToShardShape", "SPMDShardToFullShape"
"""The targets of custom calls that stand for operations of SDY, and of GSPMD."""

BORDERS = frozenset((GLOBAL_TO_LOCAL, LOCAL_TO_GLOBAL))
"""Those around the call of the body of a manual computation."""

BODY = "xla.sdy.manual_computation_body"
"""A part of the name of a function that is the body of a manual computation."""

CALLBACKS = frozenset(
    [f"xla_{name}_{device}_callback" for name in ("python", "ffi_python") for device in ("cpu", "gpu")]
)
"""The targets of custom calls that call functions of Python."""

_KEEP_SHARDING = frozenset((AFTER_ALL, RECV, SEND))


def target(op: Operation) -> str:
    """Returns the name of what a custom call calls; "" for other operations."""
    return target_of(op.signature)


def keeps_sharding(op: Operation) -> bool:
    """Returns whether an operation keeps its sharding when a program comes out of XLA's form."""
    name = target(op)
    return op.signature.definition in _KEEP_SHARDING or name == CONSTRAINT or name in CALLBACKS


_OPEN = re.compile(r"unspecified_dims=\[([\d,\s]*)\]")


def open_dimensions(op: Operation) -> frozenset[int]:
    """Returns the dimensions of a custom call's sharding that propagation may shard further."""
    config = op.properties.get("backend_config")
    match = _OPEN.search(config.value) if isinstance(config, StringAttr) else None
    return frozenset(map(int, re.findall(r"\d{1,9}", match[1]))) if match else frozenset()


def texts_of(op: Operation) -> DictionaryAttr:
    """Returns the frontend attributes of an operation, which may be none."""
    found = op.attributes.get(FRONTEND_ATTRIBUTES)
    return found if isinstance(found, DictionaryAttr) else NO_ATTRIBUTES


def set_texts(op: Operation, texts: DictionaryAttr, rewriter: BaseRewriter) -> None:
    """Gives an operation these frontend attributes; if there are none, it does not have the attribute."""
    if texts.entries:
        rewriter.set_attribute(op, FRONTEND_ATTRIBUTES, texts)
    else:
        rewriter.remove_attribute(op, FRONTEND_ATTRIBUTES)


class XlaForm(StrEnum):
    """The forms in which XLA keeps shardings of SDY."""

    TEXTS = "texts"
    """As texts of SDY's attributes in frontend attributes."""
    NAMED = "named"
    """In texts of `mhlo.sharding` that name the mesh and its axes."""


def xla_form(module: Operation) -> XlaForm | None:
    """Returns the form in which XLA has kept shardings of SDY in a module; None if it has not."""
    if XLA_MESHES in texts_of(module):
        return XlaForm.TEXTS
    ops = collect(module, has_gspmd_sharding)
    return XlaForm.NAMED if any(is_named(text) for op in ops for text in gspmd_texts(op.signature)) else None


def is_named(text: str) -> bool:
    """Returns whether a text of `mhlo.sharding` names a mesh and its axes."""
    return any(word in text for word in ("{mesh[", "{maximal_mesh[", "{single_device["))


# Whether a program has GSPMD shardings.


def has_gspmd_shardings(module: Listing) -> bool:
    """Returns whether a module has GSPMD shardings, or those of SDY in the form in which XLA keeps them."""
    return XLA_MESHES in texts_of(module.root) or bool(module.collect(has_gspmd_sharding))


def has_gspmd_sharding(signature: Signature) -> bool:
    """Returns whether operations with this signature have a GSPMD sharding."""
    return next(gspmd_texts(signature), None) is not None


def gspmd_texts(signature: Signature) -> Iterator[str]:
    """Yields the GSPMD shardings in operations with this signature: of results, or of a function's arguments."""
    found = [signature.attributes.get(GSPMD_SHARDING)]
    if signature.definition is FUNC:
        lists = [signature.properties.get(slots) for slots in ("arg_attrs", "res_attrs")]
        entries = [entry for given in lists if isinstance(given, ArrayAttr) for entry in given.elements]
        found += [entry.get(GSPMD_SHARDING) for entry in entries if isinstance(entry, DictionaryAttr)]
    for text in found:
        if isinstance(text, StringAttr):
            yield text.value
