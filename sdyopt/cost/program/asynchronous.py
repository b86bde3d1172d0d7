"""Collectives that begin in one operation and end in another, as the one collective that they are.

JAX writes custom calls, `reduce-scatter-start` and `reduce-scatter-done`, with what the collective is as JSON in an
attribute; before 0.11.1 it wrote `stablehlo.async_start` and `stablehlo.async_done`. Only the copy of a program that
costs are counted of changes: what begins becomes the collective, and what ends gives its operand.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from sdyopt.cost.collective_kinds import (
    ALL_GATHER,
    ALL_REDUCE,
    ALL_TO_ALL,
    COLLECTIVE_PERMUTE,
    REDUCE_SCATTER,
    STARTS,
    target_of,
)
from sdyopt.dialects.stablehlo.attributes import ChannelHandle
from sdyopt.dialects.stablehlo.ops import CUSTOM_CALL, OPTIMIZATION_BARRIER, communication, elementwise
from sdyopt.dialects.stablehlo.ops.control_flow import ASYNC_DONE, ASYNC_START, RETURN
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I64, UNIT, ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr, SymbolRefAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.collecting import collect_kind
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.symbols import symbols
from sdyopt.ir.types import RankedTensorType
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.literals.attributes import dense_elements

_DEVICE_TO_DEVICE = 1


class _Form(NamedTuple):
    """What a custom call begins."""

    definition: OpDefinition
    numbers: Mapping[str, str] = {}
    """The attributes that are numbers, by their names in the JSON."""
    reduces: bool = False
    has_global_ids: bool = True


_FORMS: dict[str, _Form] = {
    ALL_GATHER: _Form(communication.ALL_GATHER, {"all_gather_dimension": "all_gather_dim"}),
    ALL_REDUCE: _Form(communication.ALL_REDUCE, reduces=True),
    ALL_TO_ALL: _Form(
        communication.ALL_TO_ALL,
        {name: name for name in ("split_dimension", "concat_dimension", "split_count")},
        has_global_ids=False,
    ),
    COLLECTIVE_PERMUTE: _Form(communication.COLLECTIVE_PERMUTE, has_global_ids=False),
    REDUCE_SCATTER: _Form(communication.REDUCE_SCATTER, {"scatter_dimension": "scatter_dimension"}, reduces=True),
}
_DONE = frozenset([f"{kind}-done" for kind in STARTS.values()])


def has_asynchronous(module: Operation) -> bool:
    """Whether a module has collectives that begin in one operation and end in another."""
    return any(_conversion(op) is not None for op in collect_kind(module, CUSTOM_CALL, ASYNC_START, ASYNC_DONE))


def make_synchronous(module: Operation) -> None:
    """Makes the collectives that begin in one operation what they are; operations and values stay the same ones.

    Those whose attributes are not understood stay as they are.
    """
    found = [(op, _conversion(op)) for op in collect_kind(module, CUSTOM_CALL, ASYNC_START, ASYNC_DONE)]
    for op, convert in found:
        if convert is not None:
            convert(op, module)


def _conversion(op: Operation) -> Callable[[Operation, Operation], None] | None:
    definition = op.signature.definition
    if definition is ASYNC_START:
        return _take_out if _is_plain(op) else None
    if definition is ASYNC_DONE:
        value = op.operands[0]
        starts = isinstance(value, OpResult) and value.owner.signature.definition is ASYNC_START
        return _pass_on if starts and _is_plain(cast(OpResult, value).owner) else None
    target = target_of(op.signature)
    is_one = len(op.operands) == len(op.results) == 1
    if is_one and target in _DONE:
        return _pass_on if op.operands[0].type is op.results[0].type else None
    is_begun = is_one and target in STARTS and _properties(op.signature, _FORMS[STARTS[target]]) is not None
    return _begin if is_begun else None


def _is_plain(op: Operation) -> bool:
    """Whether the body of an `async_start` is one operation on all of its operands, and only its end reads it."""
    block = op.regions[0].blocks[0]
    inner = block.first
    return (
        inner is not None
        and list(inner.operands) == list(block.arguments)
        and len(inner.results) == 1
        and all(use.owner.signature.definition is ASYNC_DONE for use in op.results[0].uses)
    )


def _take_out(op: Operation, module: Operation) -> None:
    """Makes an `async_start` the operation in its body."""
    inner = cast(Operation, op.regions[0].blocks[0].first)
    regions = inner.regions
    inner.regions = ()
    _become(op, inner.signature, regions)


def _pass_on(op: Operation, module: Operation) -> None:
    type = op.results[0].type
    _become(op, Signature.of(OPTIMIZATION_BARRIER, (type,), (type,), attributes=op.attributes))


def _begin(op: Operation, module: Operation) -> None:
    """Makes a custom call the collective that it begins."""
    form = _FORMS[STARTS[target_of(op.signature)]]
    properties = cast("dict[str, Attribute]", _properties(op.signature, form))
    old = op.signature
    regions = [_reducer(op, module)] if form.reduces else []
    attributes = DictionaryAttr.of({name: value for name, value in old.attributes.items() if name != _ATTRIBUTES})
    signature = Signature.of(
        form.definition, old.operand_types, old.result_types, DictionaryAttr.of(properties), attributes
    )
    _become(op, signature, regions)


def _become(op: Operation, signature: Signature, regions: Sequence[Region] = ()) -> None:
    op.convert(signature, op.operands)
    op.regions = regions
    for region in regions:
        region.parent = op


def _reducer(op: Operation, module: Operation) -> Region:
    """Returns the computation of a collective that reduces: that of the function which it calls, else a sum."""
    called = op.properties.get("called_computations")
    name = called.elements[0] if isinstance(called, ArrayAttr) and called.elements else None
    function = symbols(module).get(name.root) if isinstance(name, SymbolRefAttr) else None
    region = Region()
    block = region.add_block()
    body = function.regions[0].blocks[0] if function is not None and function.regions[0].blocks else None
    if body is None:
        scalar = RankedTensorType((), cast(RankedTensorType, op.operands[0].type).element_type)
        values: list[Value] = [block.add_argument(scalar, op.location) for _ in range(2)]
        combined = Operation.create(elementwise.ADD, values, [scalar], location=op.location)
        block.append(combined)
        block.append(Operation.create(RETURN, combined.results, location=op.location))
        return region
    mapping: dict[Value, Value] = {each: block.add_argument(each.type, each.location) for each in body.arguments}
    for inner in body.ops:
        copy = clone(inner, mapping)
        if inner is body.last:
            copy.signature = Signature.of(RETURN, copy.signature.operand_types)
        block.append(copy)
    return region


# --- what JAX writes ---------------------------------------------------------------------------------------------

_ATTRIBUTES, _CONFIG = "mhlo.frontend_attributes", "async_collective_config"


def _properties(signature: Signature, form: _Form) -> dict[str, Attribute] | None:
    """Returns the properties of the collective that a custom call begins; None if they are not understood."""
    attributes = signature.attributes.get(_ATTRIBUTES)
    text = attributes.get(_CONFIG) if isinstance(attributes, DictionaryAttr) else None
    try:
        config = json.loads(text.value) if isinstance(text, StringAttr) else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(config, dict):
        return None
    found: dict[str, Attribute] = {}
    for name, given in form.numbers.items():
        number = config.get(name)
        if type(number) is not int or not 0 <= number < 1 << 63:
            return None
        found[given] = IntegerAttr(number, I64)
    is_permuted = form.definition is communication.COLLECTIVE_PERMUTE
    table = _table(config.get("permutation" if is_permuted else "replica_groups"), 2 if is_permuted else 0)
    if table is None:
        return None
    found["source_target_pairs" if is_permuted else "replica_groups"] = table
    channel = config.get("channel_id")
    if type(channel) is int and 0 < channel < 1 << 63:
        found["channel_handle"] = ChannelHandle(channel, _DEVICE_TO_DEVICE)
        if form.has_global_ids and config.get("use_global_device_ids") is True:
            found["use_global_device_ids"] = UNIT
    return found


def _table(rows: object, width: int) -> Attribute | None:
    """Returns lists of devices, of so many each unless it is 0, as an attribute; None if they are none."""
    if not isinstance(rows, list) or not all(isinstance(row, list) and row for row in rows):
        return None
    if any(type(device) is not int or not 0 <= device < 1 << 63 for row in rows for device in row):
        return None
    if width and any(len(row) != width for row in rows):
        return None
    width = width or max(map(len, rows), default=0)
    lists = [f"[{', '.join(map(str, [*row, *[-1] * (width - len(row))]))}]" for row in rows]
    return dense_elements(f"[{', '.join(lists)}]" if rows else "", RankedTensorType((len(rows), width), I64))
