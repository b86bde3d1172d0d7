"""Where programs have GSPMD shardings: the attribute `mhlo.sharding`, and custom calls that carry it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.stablehlo.ops import CUSTOM_CALL
from sdyopt.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.sharding.gspmd.detection import GSPMD_SHARDING

SHARDING, FULL_TO_SHARD, SHARD_TO_FULL = "Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape"

MARKERS = frozenset((SHARDING, FULL_TO_SHARD, SHARD_TO_FULL))
"""The targets of custom calls that stand for shardings."""

_OPEN = re.compile(r"unspecified_dims=\[([\d,\s]*)\]")


def marker(op: Operation) -> str | None:
    """Returns the target of a custom call that stands for shardings of its operand; else None."""
    if op.signature.definition is not CUSTOM_CALL or len(op.operands) != 1 or len(op.results) != 1:
        return None
    target = op.properties.get("call_target_name")
    return target.value if isinstance(target, StringAttr) and target.value in MARKERS else None


def text_of(op: Operation) -> str | None:
    """Returns the GSPMD sharding of an operation's results."""
    given = op.attributes.get(GSPMD_SHARDING)
    return given.value if isinstance(given, StringAttr) else None


def open_dimensions(op: Operation) -> frozenset[int]:
    """Returns the dimensions of a custom call's sharding that propagation may shard further."""
    config = op.properties.get("backend_config")
    match = _OPEN.search(config.value) if isinstance(config, StringAttr) else None
    return frozenset(map(int, re.findall(r"\d{1,9}", match[1]))) if match else frozenset()


def texts_in(signature: Signature) -> Iterator[str]:
    """Yields the GSPMD shardings in operations with this signature: of results, or of a function's arguments."""
    given = signature.attributes.get(GSPMD_SHARDING)
    if isinstance(given, StringAttr):
        yield given.value
    if signature.definition is FUNC:
        for slots in ("arg_attrs", "res_attrs"):
            for entry in entries(signature, slots):
                text = entry.get(GSPMD_SHARDING)
                if isinstance(text, StringAttr):
                    yield text.value


def entries(signature: Signature, slots: str) -> tuple[DictionaryAttr, ...]:
    """Returns the attributes of the arguments or results of a function; none if it has none."""
    given = signature.properties.get(slots)
    return cast("tuple[DictionaryAttr, ...]", given.elements) if isinstance(given, ArrayAttr) else ()
