"""The values that a program keeps in the memory of the host, where they take none of a device.

Arguments and results say so (`mhlo.memory_kind`), and calls that move values there, as JAX writes `device_put` and what
policies of `jax.checkpoint` offload. What is a part of such a value, is updated with one, or goes around a loop as one,
is there, too, until a call moves it to the device.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sdyopt.cost.memory_model import graph as marks
from sdyopt.cost.sizes.local_sizes import LocalSizes
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.stablehlo.ops import shapes
from sdyopt.dialects.stablehlo.ops.control_flow import WHILE, target_of
from sdyopt.ir.attributes import DictionaryAttr, StringAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.rewriting.functions import argument_attributes, result_attributes
from sdyopt.sharding.gspmd import FRONTEND_ATTRIBUTES

_MEMORY_KIND = "mhlo.memory_kind"
_HOST = frozenset(("pinned_host", "unpinned_host"))
_PLACEMENT = "annotate_device_placement"
_TO_HOST = "MoveToHost"
_TO_DEVICE = "MoveToDevice"
_PARTS = frozenset((*marks.NAMES, shapes.SLICE, shapes.DYNAMIC_SLICE))
"""Operations whose results are in the memory of their first operands."""
_SPREADS = frozenset((shapes.RESHAPE, shapes.BROADCAST_IN_DIM))
"""Operations between what is moved and what is updated with it."""


def moves_to_host(signature: Signature) -> bool:
    """Whether an operation moves its operand into the memory of the host."""
    return target_of(signature) == _TO_HOST or _placement(signature) in _HOST


def moves_to_device(signature: Signature) -> bool:
    """Whether an operation moves its operand into the memory of the device."""
    return target_of(signature) == _TO_DEVICE or _placement(signature) == "device"


def _placement(signature: Signature) -> str:
    """Returns where a call places its operand; empty for other operations."""
    if target_of(signature) != _PLACEMENT:
        return ""
    attributes = signature.attributes.get(FRONTEND_ATTRIBUTES)
    placement = attributes.get("_xla_buffer_placement") if isinstance(attributes, DictionaryAttr) else None
    return placement.value if isinstance(placement, StringAttr) else ""


def _is_of_host(attributes: DictionaryAttr) -> bool:
    kind = attributes.get(_MEMORY_KIND)
    return isinstance(kind, StringAttr) and kind.value in _HOST


def host_arguments(function: Operation) -> list[int]:
    """Returns the numbers of the arguments of a function that are in the memory of the host."""
    return [number for number, each in enumerate(argument_attributes(function.signature)) if _is_of_host(each)]


def host_bytes(function: Operation, sizes: LocalSizes, donated: Collection[int]) -> int:
    """Returns the bytes of arguments and results in the memory of the host, without what they share."""
    arguments, last = function.regions[0].block.arguments, function.regions[0].block.last
    apart = [arguments[number] for number in host_arguments(function) if number not in donated]
    ends = [] if last is None else list(zip(result_attributes(function.signature), last.operands, strict=True))
    values = [*apart, *[value for attributes, value in ends if _is_of_host(attributes)]]
    return sum([sizes.of_value(value).bytes or 0 for value in values])


def host_values(function: Operation, calls: Collection[Operation]) -> set[Value]:
    """Returns the values of a function that are in the memory of the host; `calls` are custom calls."""
    pending: list[Value] = [function.regions[0].block.arguments[number] for number in host_arguments(function)]
    pending += [result for call in calls if moves_to_host(call.signature) for result in call.results]
    found: set[Value] = set()
    while pending:
        value = pending.pop()
        if value not in found:
            found.add(value)
            pending += _before(value)
            pending += [each for user, number in value.use_pairs for each in _after(user, number)]
    return found


def _after(user: Operation, number: int) -> Iterator[Value]:
    """Yields what is in the memory of the host if an operand of an operation is."""
    definition, parent = user.signature.definition, user.parent_op
    if definition in _PARTS or (definition is shapes.DYNAMIC_UPDATE_SLICE and number < 2):
        yield user.results[number if len(user.results) > 1 else 0]
    elif definition is sdy.MANUAL_COMPUTATION:
        yield user.regions[0].block.arguments[number]
    elif definition in _SPREADS:
        updates = [each for each, place in user.results[0].use_pairs if place == 1]
        if any(each.signature.definition is shapes.DYNAMIC_UPDATE_SLICE for each in updates):
            yield user.results[0]
    elif definition is WHILE:
        yield from _carried(user, number)
    elif parent is not None and parent.signature.definition is WHILE and user is parent.regions[1].block.last:
        yield from _carried(parent, number)


def _before(value: Value) -> Iterator[Value]:
    """Yields what is in the memory of the host if a value is that is updated, or carried by a loop."""
    if isinstance(value, OpResult):
        definition = value.owner.signature.definition
        if definition is WHILE:
            yield from _carried(value.owner, value.index)
        elif definition is shapes.DYNAMIC_UPDATE_SLICE and not _is_constant(value.owner.operands[0]):
            yield value.owner.operands[0]
    elif isinstance(value, BlockArgument):
        parent = value.owner.parent_op
        if parent is not None and parent.signature.definition is WHILE:
            yield from _carried(parent, value.index)


def _carried(loop: Operation, number: int) -> Iterator[Value]:
    """Yields a value that a loop carries, everywhere where it is; constants may begin others, too."""
    if not _is_constant(loop.operands[number]):
        yield loop.operands[number]
    yield loop.results[number]
    for region in loop.regions:
        yield region.block.arguments[number]
    if (last := loop.regions[1].block.last) is not None:
        yield last.operands[number]


def _is_constant(value: Value) -> bool:
    made = value.defining_op
    return made is not None and made.signature.definition in (shapes.CONSTANT, shapes.BROADCAST_IN_DIM, sdy.CONSTANT)
