"""Operations between devices: who takes part, and what shapes the results have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from sdyopt.dialects.stablehlo.attributes import ChannelHandle, ReplicaGroupMeshAxes
from sdyopt.dialects.stablehlo.verification.elementwise import same_element_type
from sdyopt.dialects.stablehlo.verification.reading import (
    Shape,
    attribute_integers,
    bounds,
    check_reducer,
    fail,
    fail_if,
    fail_inference,
    fail_naming,
    fail_naming_if,
    infers_compatible,
    integer,
    listed,
    operand_tensor,
    result_tensor,
    shaped,
    shapes_fit,
    sizes_fit,
    with_bounds,
)
from sdyopt.ir.attribute import Type, remembered_table
from sdyopt.ir.attributes import DYNAMIC, I32, DenseElementsAttr, IntegerType, NoneType, RankedTensorType, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import Hinted, UnknownName
from sdyopt.mlir.releases import since
from sdyopt.mlir.verify.checks import symbol_use
from sdyopt.mlir.verify.verification import Verification, quoted, sees_boundary_only
from sdyopt.mlir.write.attributes import symbol_token

Fail = Callable[[Operation, str], NoReturn]

_NOBODY = -1
"""The member that fills up groups that are shorter than others."""


def _shape_and_ids(op: Operation, name: str) -> tuple[Shape, list[int]] | None:
    """The shape and the elements of an attribute of device ids; None if it is not there or has another form."""
    if not isinstance(attribute := op.properties.get(name), DenseElementsAttr):
        return None
    return shaped(attribute).shape, attribute_integers(op, attribute)


def _check_replica_groups(op: Operation, fail: Fail = fail, uniform: bool = True, size: int | None = None) -> None:
    """Every id up to a number is in a group, and in one only. Groups that are `uniform` are all equally large."""
    if not isinstance(groups := op.properties.get("replica_groups"), DenseElementsAttr):
        return
    shape = shaped(groups).shape
    if 0 in shape and len(shape) == 2 and "use_global_device_ids" in op.properties:
        fail(op, "if `use_global_device_ids` is set, the replica groups cannot be empty")
    if not _VALID_GROUPS.get((groups, uniform)):
        _check_ids(op, shape, attribute_integers(op, groups), fail, uniform)
        _VALID_GROUPS[groups, uniform] = True
    if size is not None and shape[1] != size:
        fail(op, f"group size of replica_groups must be {size}")


_VALID_GROUPS: dict[tuple[DenseElementsAttr, bool], bool] = remembered_table()
"""Replica groups in which every id is right, and whether they are uniform: programs have many with the same ones."""


def _check_ids(op: Operation, shape: Shape, ids: list[int], fail: Fail, uniform: bool) -> None:
    if len(shape) != 2:
        fail(op, "replica groups should be a rank 2 tensor")
    seen = set()
    for id in ids:
        if id == _NOBODY:
            if uniform:
                fail(op, f"Invalid replica id {id}")
            continue
        if id in seen:
            fail(op, f"replica id #{id} seen more than once")
        seen.add(id)
    for id in range(len(seen)):
        if id not in seen:
            fail(op, f"replica id #{id} not seen in replica groups")


def _channel(op: Operation) -> int:
    channel = op.properties.get("channel_handle")
    return channel.handle if isinstance(channel, ChannelHandle) else 0


def _check_positive_channel(op: Operation) -> None:
    if "use_global_device_ids" in op.properties and _channel(op) <= 0:
        fail(op, f"channel_id must be positive when useGlobalDeviceIds is set but got: {_channel(op)}")


def pairwise_element_types(op: Operation, context: Verification) -> None:
    """There is a result for each operand, with the same elements."""
    operands, results = op.signature.operand_types, op.signature.result_types
    fail_naming_if(op, len(operands) != len(results), "requires the same number of operands and results")
    for index in range(len(operands)):
        if operand_tensor(op, index).element_type is not result_tensor(op, index).element_type:
            fail_naming(op, f"requires the same element type for operand and result at index {index}")


@symbol_use
def mesh_is_known(op: Operation, context: Verification) -> None:
    """The mesh that replica groups are given by is a symbol, or is there itself; so in any attribute of any operation.

    Not so if they are only a part of an attribute.
    """
    if op is context.module and not context.is_parsed:
        return
    for attributes in (op.properties, op.attributes):
        for _, groups in attributes.items():
            mesh = groups.mesh if isinstance(groups, ReplicaGroupMeshAxes) else None
            if isinstance(mesh, SymbolRefAttr) and context.symbol(op, mesh.root) is None:
                message = f"replica_groups: mesh symbol '{mesh.root}' not found"
                meshes = UnknownName(mesh.root, lambda: context.symbols_like(op, "sdy.mesh"), symbol_token)
                context.error(op, Hinted(message, meshes))


def all_gather(op: Operation, context: Verification) -> None:
    """One dimension grows by a whole number of times."""
    _check_replica_groups(op)
    if "use_global_device_ids" in op.properties and _channel(op) < 0:
        fail(op, "channel_id cannot be negative when useGlobalDeviceIds is set")
    dimension = integer(op, "all_gather_dim")
    for index in range(len(op.operands)):
        operand, result = operand_tensor(op, index).shape, result_tensor(op, index).shape
        fail_if(op, dimension >= len(operand), "all_gather_dim must be a valid index of operand")
        fail_if(op, operand[dimension] == 0, "dimension size of operand at 'all_gather_dim' cannot be zero")
        fail_if(op, len(operand) != len(result), "operand and result must have the same rank")
        if not shapes_fit(_without(operand, dimension), _without(result, dimension)):
            fail(op, "operand and result should have the same shape except for the dimension size at 'all_gather_dim'")
        size, gathered = operand[dimension], result[dimension]
        fail_if(
            op,
            DYNAMIC not in (size, gathered) and gathered % size,
            f"result gather dimension has size {gathered}, expected to be a multiple of operand gather dimension "
            f"size {size}",
        )


def _without(shape: Shape, dimension: int) -> Shape:
    return shape[:dimension] + shape[dimension + 1 :]


def _check_element_reducer(op: Operation, index: int) -> Type:
    """Checks the computation of an operation that reduces elements of different devices.

    Returns the type of the elements that it returns.
    """
    element = RankedTensorType((), operand_tensor(op, index).element_type)
    (returned,) = check_reducer(op, op.regions[0].block, [element], [element], ())
    return returned


@sees_boundary_only
@infers_compatible
def all_reduce(op: Operation) -> Sequence[Type]:
    """The results have the shapes of the operands."""
    return _reduced_types(op, op.signature.operand_types)


def _reduced_types(op: Operation, data: Sequence[Type]) -> Sequence[Type]:
    """Returns the types of the first operands, `data`, after they have been reduced."""
    _check_replica_groups(op, uniform=False)
    _check_positive_channel(op)
    types: list[Type] = []
    for index in range(len(data)):
        returned = _check_element_reducer(op, index)
        types.append(RankedTensorType(operand_tensor(op, index).shape, returned))
    return types


@sees_boundary_only
@infers_compatible
def collective_reduce(op: Operation) -> Sequence[Type]:
    """As all_reduce, and the number of a root is there for each tensor."""
    _check_replica_groups(op, uniform=False)
    return _reduced_types(op, _data_types(op))


def _data_types(op: Operation) -> Sequence[Type]:
    """Returns the types of the operands without a dynamic root, and checks this."""
    types, name = op.signature.operand_types, op.name.partition(".")[2]
    if "has_dynamic_root" not in op.properties:
        fail_if(op, not types, f"{name} requires at least one data operand")
        return types
    with_root = f"{name} with has_dynamic_root=true"
    *data, root = types or (NoneType(),)
    fail_if(op, not data, f"{with_root} requires at least two operands (data + root)")
    if not isinstance(root, RankedTensorType) or len(root.shape) != 1 or root.element_type is not I32:
        fail(op, f"last operand of {with_root} must be a rank-1 i32 tensor, but got {quoted([root])}")
    if root.shape[0] != len(data):
        count = -(1 << 63) if root.shape[0] == DYNAMIC else root.shape[0]
        number = f"the same number of elements as data operands ({len(data)}), but got {count}"
        fail(op, f"last operand of {with_root} must have {number}")
    return data


@sees_boundary_only
def reduce_scatter(op: Operation, context: Verification) -> None:
    """One dimension shrinks to a whole part of it."""
    _check_replica_groups(op)
    returned = _check_element_reducer(op, 0)
    operand, result = operand_tensor(op).shape, result_tensor(op).shape
    fail_if(op, len(operand) != len(result), "operand and result should have same rank")
    dimension = integer(op, "scatter_dimension")
    fail_if(op, dimension >= len(operand), "scatter dim should be less than operand/result rank")
    _check_positive_channel(op)
    size, scattered = operand[dimension], result[dimension]
    fail_if(op, scattered == 0, "result dimension size at scatter_dimension cannot be zero")
    fail_if(op, size == 0, "operand dimension size at scatter_dimension cannot be zero")
    if DYNAMIC in (size, scattered):
        return
    fail_if(
        op,
        size % scattered,
        f"operand scatter dimension has size {size}, expected to be a multiple of result scatter dimension size "
        f"{scattered}",
    )
    for position, (size, scattered) in enumerate(zip(operand, result, strict=True)):
        if position != dimension and not sizes_fit(size, scattered):
            fail(op, f"non scatter dimensions should be same for operand ({size}) and result ({scattered})")
    if result_tensor(op).element_type is not returned:
        fail(
            op,
            f"result element-type is expected to be {quoted([returned])}, but got "
            f"{quoted([result_tensor(op).element_type])}",
        )


@infers_compatible
def all_to_all(op: Operation) -> Sequence[Type]:
    """One dimension is split, and another one grows by as much."""
    count = integer(op, "split_count")
    split, concat = integer(op, "split_dimension"), integer(op, "concat_dimension")
    _check_replica_groups(op, fail_inference, size=count)
    types = []
    for index in range(len(op.operands)):
        operand = operand_tensor(op, index)
        rank = len(operand.shape)
        for name, dimension in (("split_dimension", split), ("concat_dimension", concat)):
            if dimension >= rank:
                fail_inference(op, f"AllToAll {name} {dimension} is out-of-bounds for input rank {rank}")
        shape, limits = list(operand.shape), list(bounds(operand))
        if shape[split] != DYNAMIC and shape[split] % count:
            fail_inference(
                op, f"split dimension has size {shape[split]}, expected to be a multiple of split_count {count}"
            )
        if split != concat:
            shape[split] = _scaled(shape[split], 1, count)
            limits[split] = None if limits[split] is None else _scaled(limits[split] or 0, 1, count)
            shape[concat] = _scaled(shape[concat], count, 1)
            limits[concat] = None if limits[concat] is None else _scaled(limits[concat] or 0, count, 1)
        types.append(with_bounds(tuple(shape), operand.element_type, tuple(limits)))
    return types


def _scaled(size: int, factor: int, divisor: int) -> int:
    return size if size == DYNAMIC else size * factor // divisor


@infers_compatible
def collective_permute(op: Operation) -> Sequence[Type]:
    """No device sends or receives more than once."""
    found = _shape_and_ids(op, "source_target_pairs")
    assert found is not None
    shape, ids = found
    fail_if(op, len(shape) != 2, f"expect source_target_pairs attribute to be of rank 2, but got rank {len(shape)}")
    fail_if(op, shape[1] != 2, f"expect source_target_pairs attribute of shape (N, 2), but got ({listed(shape)})")
    seen: tuple[set[int], set[int]] = (set(), set())
    for position, id in enumerate(ids):
        fail_if(op, id < 0, "replica ids in source_target_pairs must be >= 0.")
        known, what = seen[position % 2], ("sources", "targets")[position % 2]
        if id in known:
            fail(op, f"duplicate {what} not allowed.")
        known.add(id)
    return [operand_tensor(op)]


def broadcasts_one_tensor(op: Operation, context: Verification) -> None:
    """Before 0.11.2 there is one operand, and one result of the same elements."""
    if since("0.11.2"):
        return
    for values, what in ((op.results, "one result"), (op.operands, "a single operand")):
        fail_naming_if(op, len(values) != 1, f"requires {what}")
    same_element_type(op, context)


@infers_compatible
def collective_broadcast(op: Operation) -> Sequence[Type]:
    """No device is in two groups; the number of a root is there for each tensor."""
    if (found := _shape_and_ids(op, "replica_groups")) is not None:
        shape, ids = found
        fail_if(op, len(shape) != 2, f"replica groups should be a rank 2 tensor,but instead it is of rank {len(shape)}")
        seen = set()
        for id in ids:
            if id < 0:
                fail(op, f"replica_groups values must be positive, but was given {id}")
            if id in seen:
                fail(op, f"replica id #{id} seen more than once")
            seen.add(id)
    return _data_types(op)


@infers_compatible
def device_id(op: Operation) -> Sequence[Type]:
    """The result is one number."""
    return [RankedTensorType((), IntegerType(32, "u"))]
