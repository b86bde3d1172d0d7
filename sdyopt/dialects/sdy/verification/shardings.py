"""The verifier of shardings, TensorShardingAttr, on a type and under a mesh."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ParamSpec

from sdyopt.dialects.func.ops import CALL, FUNC
from sdyopt.dialects.sdy.attributes import (
    OPERAND,
    PROPAGATION_DIRECTIONS,
    SUM,
    AxisRef,
    EdgeValueRef,
    ManualAxes,
    Mesh,
    OpShardingRule,
    PropagationEdges,
    Sharding,
    ShardingPerValue,
    SubAxis,
    TensorMapping,
)
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, FUNC_DATA_FLOW_EDGE, MANUAL_COMPUTATION, MESH, NAMED_COMPUTATION
from sdyopt.dialects.sdy.shardings.axes import (
    ANY,
    can_merge,
    check_transition,
    is_ordered,
    merge,
    ordered,
    overlaps,
    reduction_operator,
)
from sdyopt.dialects.sdy.shardings.slots import edge_owner, edge_source_uses, past_barriers, sharding_of
from sdyopt.dialects.sdy.syntax import axes_text, axis_ref, factor
from sdyopt.ir.attribute import Attribute, Type, remembered, remembered_table
from sdyopt.ir.attributes import DYNAMIC, IntegerAttr, RankedTensorType, ShapedType, TupleType
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import module_around, symbol_name
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.diagnostics import Hinted, Note, UnknownName, prefixed
from sdyopt.mlir.releases import since
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import string_token, symbol_token, text_of

# The verifiers of lists of axes under a mesh: AxisRefAttr, AxisRefListAttr, SubAxisInfoAttr.


Problems = Iterator[str]
"""Messages: only the first is reported, and a check need not go on after it."""

P = ParamSpec("P")


def first_problem(check: Callable[P, Problems]) -> Callable[P, str | None]:
    """Returns the function that returns the first problem that `check` yields, or None."""
    return lambda *args, **kwargs: next(check(*args, **kwargs), None)


def check_list(axes: Iterable[AxisRef], mesh: Mesh, seen: set[AxisRef]) -> Problems:
    """Every axis is in the mesh and not in `seen`, to which it is added; neighbours are not parts of one sub-axis."""
    previous: AxisRef | None = None
    for axis in axes:
        if axis.name not in mesh.axis_sizes:
            yield unknown_axis(f'unknown axis name: "{axis.name}"', axis.name, mesh)
        if axis in seen:
            yield f"duplicate axis ref: {axis_ref(axis)}"
        seen.add(axis)
        if previous is not None and can_merge(previous, axis):
            message = f"two consecutive sub-axes can be merged: {axis_ref(previous)}, {axis_ref(axis)}"
            merged = merge(previous, axis, mesh)
            yield message if any(check_sub_axes([merged], mesh)) else Hinted(message, f"write {axis_ref(merged)}")
        previous = axis


def unknown_axis(message: str, name: str, mesh: Mesh) -> str:
    """The message that an axis is named that `mesh` has not, with a hint."""
    axes = UnknownName(name, lambda: mesh.axis_sizes, string_token, "the axes of the mesh: {}")
    return Hinted(message, axes)


def check_lists(lists: Iterable[Iterable[AxisRef]], mesh: Mesh) -> Problems:
    """`check_list` for lists that have no axis in common."""
    seen: set[AxisRef] = set()
    for axes in lists:
        yield from check_list(axes, mesh, seen)


def check_sub_axes(axes: Iterable[AxisRef], mesh: Mesh) -> Problems:
    """The sub-axes are legal, and nothing is used twice: no axis beside its sub-axis, no sub-axes that overlap."""
    whole = set()
    parts: dict[str, list[AxisRef]] = {}
    for axis in axes:
        if axis.sub_axis is None:
            whole.add(axis.name)
        else:
            parts.setdefault(axis.name, []).append(axis)
    for name, sub_axes in parts.items():
        if name in whole:
            yield f'both sub-axis and full-axis are used for axis name: "{name}"'
        previous: AxisRef | None = None
        for axis in sorted(sub_axes, key=_place):
            assert axis.sub_axis is not None
            for problem in _check_sub_axis(axis.sub_axis, mesh.axis_sizes[name]):
                yield Hinted(f"{problem}: {axis_ref(axis)}", _sub_axes_hint(name, axis.sub_axis, mesh))
            if previous is not None and overlaps(previous, axis):
                yield f"overlapping sub-axes: {axis_ref(previous)}, {axis_ref(axis)}"
            previous = axis


def _place(axis: AxisRef) -> tuple[int, int]:
    assert axis.sub_axis is not None
    return axis.sub_axis.pre_size, axis.sub_axis.size


_MAX_LISTED = 8
_LARGEST = 1024
"""The size of an axis whose sub-axes may be listed."""


def _sub_axes_hint(name: str, wrong: SubAxis, mesh: Mesh) -> str:
    """Which sub-axes an axis has, if they are few; or that it is the whole axis that is written like one."""
    full_size = mesh.axis_sizes[name]
    if (wrong.pre_size, wrong.size) == (1, full_size):
        return f"write {string_token(name)} for the whole axis"
    if full_size > _LARGEST:
        return ""
    factors = [factor for factor in range(1, full_size) if full_size % factor == 0]
    sub_axes = [
        AxisRef(name, SubAxis(pre, size)) for pre in factors for size in factors[1:] if full_size % (pre * size) == 0
    ]
    if not sub_axes:
        return f"an axis of size {full_size} has no sub-axes"
    if len(sub_axes) > _MAX_LISTED:
        return ""
    return f"the sub-axes of {string_token(name)}, of size {full_size}: {', '.join(map(axis_ref, sub_axes))}"


def _check_sub_axis(sub_axis: SubAxis, full_size: int) -> Problems:
    if sub_axis.pre_size < 1:
        yield "sub-axis pre-size must be at least 1"
    if sub_axis.size <= 1:
        yield "sub-axis sizes must be greater than 1"
    next_pre_size = sub_axis.pre_size * sub_axis.size
    if full_size % next_pre_size:
        yield f"sub-axis next pre-size {next_pre_size} doesn't divide the size of the full axis {full_size}"
    if sub_axis.size == full_size:
        yield "sub-axis size is equal to the full axis size"


NOTHING_MANUAL: Mapping[str, Operation] = {}


def _not_maximal() -> str:
    kind = "single-device" if since("0.12.0.1") else "maximal"
    return f"a {kind} sharding can only have a sharding with rank 0 and no replicated or unreduced axes."


def mesh_of(op: Operation, sharding: Sharding, context: Verification) -> Mesh | None:
    """The mesh of `sharding` where `op` stands; None if its name means no mesh there."""
    if isinstance(sharding.mesh, Mesh):
        return sharding.mesh
    mesh = context.named_around(op, sharding.mesh.leaf, _mesh_named)
    return mesh if isinstance(mesh, Mesh) else None


def _mesh_named(name: str, op: Operation, context: Verification) -> Attribute | None:
    """The attribute `mesh` of the mesh operation of that name in the module around `op`; None if there is none."""
    table = context.around(op, module_around)
    symbol = None if table is None else context.symbols_in(table).get(name)
    if table is None or symbol is None or "mesh" in symbol.properties:
        return None if symbol is None else symbol.properties["mesh"]
    # Another symbol has the name as well, which is wrong, but does not keep the mesh from being found.
    named = (op for block in table.regions[0].blocks for op in block.ops if symbol_name(op) == name)
    return next((op.properties["mesh"] for op in named if "mesh" in op.properties), None)


def check_sharding(sharding: Sharding, type: Type, mesh: Mesh) -> str | None:
    """Reports what is wrong with `sharding` for values of `type` under `mesh`."""
    if mesh.is_maximal:
        return _not_maximal() if _has_parts(sharding) else None
    element = type
    if isinstance(type, TupleType):
        if len(type.types) != 1:
            return f"ops can only have a sharding for a tuple of size 1: '{text_of(type)}'"
        (element,) = type.types
    if not isinstance(element, ShapedType):
        if not _has_parts(sharding):
            return None
        return (
            "non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. "
            f"type: '{text_of(type)}', sharding: {text_of(sharding)}"
        )
    if element.dimensions is None:
        return f"only ranked tensors can have a sharding. type: '{text_of(type)}'"
    if sharding.rank != len(element.dimensions):
        message = f"sharding doesn't match tensor rank: {sharding.rank} != {len(element.dimensions)}"
        return Hinted(message, _rank_hint(len(element.dimensions)))
    return check_axes(sharding, mesh)


def _rank_hint(rank: int) -> str:
    if rank > _MAX_DRAWN:
        return ""
    dimensions = f"[{', '.join(['{…}'] * rank)}]"
    return f"write {dimensions}, with {{}} for a dimension that is not sharded" if rank else "a scalar's sharding is []"


_MAX_DRAWN = 8
"""Dimensions of a type whose sharding a hint shows."""


def _has_parts(sharding: Sharding) -> bool:
    return bool(sharding.dimensions or sharding.replicated or sharding.unreduced)


@remembered
@first_problem
def check_axes(sharding: Sharding, mesh: Mesh) -> Problems:
    """Reports what is wrong with the axes of `sharding`."""
    seen: set[Any] = set()
    for index, dimension in enumerate(sharding.dimensions):
        yield from check_list(dimension.axes, mesh, seen)
        if dimension.priority is not None and dimension.is_closed and not dimension.axes:
            yield f"dim {index} is empty and closed but has a priority"
    for kind, axes in (("replicated", sharding.replicated), ("unreduced", sharding.unreduced)):
        if not is_ordered(axes, mesh):
            in_order = ordered(axes, mesh)
            is_hinted = not any(check_list(in_order, mesh, set(seen)))
            hint = f"write {kind}={axes_text(in_order)}" if is_hinted else ""
            yield Hinted(f"{kind} axes are not ordered w.r.t. mesh", hint)
        yield from check_list(axes, mesh, seen)
    yield from check_sub_axes(sharding.used_axes, mesh)


def unknown_mesh(op: Operation, sharding: Sharding, context: Verification) -> str:
    """Returns what is said of the mesh of `sharding`, which does not exist where `op` is."""
    name = sharding.mesh_name or ""
    meshes = UnknownName(
        name,
        lambda: context.symbols_like(op, MESH.name),
        symbol_token,
        "the meshes of the module: {}",
        'a mesh is defined as in sdy.mesh @mesh = <["x"=2]>',
    )
    return Hinted(f"unknown mesh: {symbol_token(name)}", meshes)


def verify_sharding(op: Operation, sharding: Sharding, type: Type, context: Verification, subject: str = "") -> None:
    """Reports what is wrong with a sharding of `op`; `subject` says of which value, and ends with ` - `."""
    if (complaint := _complaint(op, sharding, type, context)) is not None:
        context.error(op, prefixed(subject, complaint))


def _complaint(op: Operation, sharding: Sharding, type: Type, context: Verification) -> str | None:
    mesh = mesh_of(op, sharding, context)
    return unknown_mesh(op, sharding, context) if mesh is None else check_sharding(sharding, type, mesh)


def verify_shardings(
    op: Operation,
    shardings: ShardingPerValue,
    types: Sequence[Type],
    what: str,
    context: Verification,
    manual: Mapping[str, Operation] = NOTHING_MANUAL,
) -> None:
    """Reports what is wrong with the shardings of the values of `op` that have `types`.

    They may not use the axes `manual`, which manual computations around `op` have made so.
    """
    given = shardings.shardings
    if not types and len(given) == 1:
        _verify_sharding_of_nothing(op, given[0], what, context)
    elif len(given) != len(types):
        context.error(op, _wrong_count(given, types, what))
    for index, (sharding, type) in enumerate(zip(given, types, strict=False)):
        if manual or _complaint(op, sharding, type, context) is not None:
            verify_sharding(op, sharding, type, context, subject(what, index, len(types)))
            verify_free(op, sharding, manual, context, subject(what, index, len(types)))


def subject(what: str, index: int, count: int) -> str:
    """How messages begin that are about one of several values."""
    return f"{what} - " if count == 1 else f"{what} {index} - "


# Axes that are manual around an operation.


def manual_axes_around(op: Operation) -> dict[str, Operation]:
    """Returns the axes that are manual around `op`, outer ones first, with the computations that make them so."""
    found: dict[str, Operation] = {}
    parent = op.parent_op
    while parent is not None:
        axes = parent.properties.get("manual_axes")
        if parent.signature.definition is MANUAL_COMPUTATION and isinstance(axes, ManualAxes):
            found = {**dict.fromkeys(axes.axes, parent), **found}
        parent = parent.parent_op
    return found


def verify_free(
    op: Operation, sharding: Sharding, manual: Mapping[str, Operation], context: Verification, subject: str = ""
) -> None:
    """Reports if `sharding`, of a value of `op`, uses an axis of `manual`."""
    for axis in sharding.used_axes if manual else ():
        if axis.name in manual:
            report_bound_axis(op, axis.name, manual[axis.name], context, subject)


def report_bound_axis(op: Operation, name: str, binder: Operation, context: Verification, subject: str = "") -> None:
    """Reports that `op` uses an axis that `binder`, a manual computation around it, has made manual."""
    message = f'{subject}operates on axis "{name}" which is already bound by a parent {binder.name} op'
    context.error(op, message, [Note("parent bounding this axis as manual", binder.location)])


def verify_own_sharding(op: Operation, context: Verification) -> None:
    """The attribute `sharding` or `out_sharding` of an SDY op, for its result."""
    if (sharding := own_sharding(op)) is not None:
        verify_sharding(op, sharding, op.signature.result_types[0], context)


def verify_own_sharding_free(op: Operation, context: Verification) -> None:
    """The attribute `sharding` or `out_sharding` uses no axis that is manual around the op."""
    if (sharding := own_sharding(op)) is not None:
        verify_free(op, sharding, context.around(op, manual_axes_around), context)


def own_sharding(op: Operation) -> Sharding | None:
    """The sharding that an SDY op gives its result itself."""
    properties = op.signature.properties
    sharding = properties.get("sharding") or properties.get("out_sharding")
    return sharding if isinstance(sharding, Sharding) else None


def _verify_sharding_of_nothing(op: Operation, sharding: Sharding, what: str, context: Verification) -> None:
    """An op without values may have one sharding, if that is maximal or says nothing."""
    mesh = mesh_of(op, sharding, context)
    if any(dimension.axes for dimension in sharding.dimensions) and not (mesh is not None and mesh.is_maximal):
        context.error(op, _wrong_count((sharding,), (), what))
    if mesh is None:
        context.error(op, prefixed(f"{what} 0 - ", unknown_mesh(op, sharding, context)))
    if _has_parts(sharding):
        context.error(op, f"{what} 0 - {_not_maximal()}")


def _wrong_count(given: Sequence[Sharding], types: Sequence[Type], what: str) -> str:
    return f"{what} shardings don't match number of values: {len(given)} shardings vs {len(types)} values"


# The verifiers of reduction operators: unreduced axes are reduced by the operator that their sharding has.


def input_sharding(op: Operation) -> Sharding | None:
    """Returns the sharding that a reshard or constraint changes, which its verification depends on."""
    return sharding_of(past_barriers(op.operands[0]))


def verify_resharded(op: Operation, context: Verification) -> None:
    """Reports if a reshard or constraint changes the operator of unreduced axes.

    In jaxlib 0.11.1 it may only introduce axes that are summed along; before, nothing is checked.
    """
    target = own_sharding(op) if since("0.11.1") else None
    source = None if target is None or not target.unreduced else input_sharding(op)
    if source is not None and target is not None:
        _verify_transition(op, source, target, ANY if since("0.11.2") else SUM, ANY, context)


def verify_reduced(op: Operation, operand: Sharding, context: Verification) -> None:
    """Reports if a reduction reduces axes by another operator than its own."""
    result = own_sharding(op)
    introduced_by = None if since("0.11.0") else ANY
    if result is not None:
        _verify_transition(op, operand, result, introduced_by, reduction_operator(op), context)


def _verify_transition(
    op: Operation,
    operand: Sharding,
    result: Sharding,
    introduced_by: str | None,
    dropped_by: str,
    context: Verification,
) -> None:
    meshes = [mesh_of(op, sharding, context) for sharding in (operand, result)]
    if (complaint := check_transition([operand], [result], meshes, introduced_by, dropped_by)) is not None:
        context.error(op, complaint)


# The verifier of sharding rules, OpShardingRuleAttr in https://openxla.org/shardy/sdy_dialect.


def check_rule(rule: OpShardingRule, operand_types: tuple[Type, ...], result_types: tuple[Type, ...]) -> str | None:
    """Reports what is wrong with `rule` for an operation with values of these types.

    Sizes do not count, except that a factor may have size 1.
    """
    ones = tuple([size == 1 for size in rule.factor_sizes])
    special = rule.reduction, rule.need_replication, rule.permutation, rule.blocked_propagation
    types = tuple(map(without_sizes, operand_types)), tuple(map(without_sizes, result_types))
    key = ones, rule.operand_mappings, rule.result_mappings, special, types
    if key in _VALID_RULES or (problem := next(_check_rule(rule, operand_types, result_types), None)) is None:
        return _VALID_RULES.setdefault(key)
    return problem


_VALID_RULES: dict[Hashable, None] = remembered_table()


def without_sizes(type: Type) -> Type | int:
    """Returns the rank of a tensor with a static shape; another type as it is."""
    return len(type.shape) if isinstance(type, RankedTensorType) and DYNAMIC not in type.shape else type


def _check_rule(rule: OpShardingRule, operand_types: tuple[Type, ...], result_types: tuple[Type, ...]) -> Problems:
    used: set[int] = set()
    results: set[int] = set()
    for what, mappings, types, factors in (
        ("operand", rule.operand_mappings, operand_types, used),
        ("result", rule.result_mappings, result_types, results),
    ):
        if len(mappings) != len(types):
            yield f"number of {what}s and mappings must match: {len(types)} != {len(mappings)}"
        if not mappings:
            yield (
                f"number of {what}s mappings cannot be 0. Op sharding rules can only be defined on operations with at "
                "least one operand and result."
            )
        for index, (mapping, type) in enumerate(zip(mappings, types, strict=True)):
            for problem in _check_mapping(mapping, type, rule.factor_sizes, factors):
                yield f"{subject(what, index, len(types))}{problem}"
    for number, size in enumerate(rule.factor_sizes):
        if number not in used and number not in results:
            yield f"has factor {factor(number)}={size} that isn't used in operand and result mappings"
    yield from _check_special_factors(rule, results)


def _check_mapping(mapping: TensorMapping, type: Type, factor_sizes: Sequence[int], used: set[int]) -> Problems:
    """Returns what is wrong with the mapping of one tensor; its factors are added to `used`."""
    if not isinstance(type, ShapedType) or not type.has_static_shape:
        yield f"expected a ranked tensor with a static shape. type: '{text_of(type)}'"
        return
    rank = len(type.dimensions or ())
    if len(mapping.dimensions) != rank:
        yield f"mapping rank must match: {len(mapping.dimensions)} != {rank}"
    seen: set[int] = set()
    for dimension in mapping.dimensions:
        if not dimension.factors:
            yield "dim mapping must have at least one factor"
        for number in dimension.factors:
            if not 0 <= number < len(factor_sizes):
                yield (
                    f"expecting factor indices to be within 0<=...<num_factors; received: {number}, "
                    f"num_factors: {len(factor_sizes)}"
                )
            if len(dimension.factors) > 1 and factor_sizes[number] == 1:
                yield "dim mapping can't have a factor of size 1 if there are multiple factors"
            if number in seen:
                yield "cannot reuse factors for the same tensor value"
            seen.add(number)
    used |= seen


def _check_special_factors(rule: OpShardingRule, in_results: set[int]) -> Problems:
    """Returns what is wrong with the sets of factors."""
    count = len(rule.factor_sizes)
    kinds = (rule.reduction, rule.need_replication, rule.permutation)
    for factors in kinds:
        yield from _check_set(factors, count)
    all_kinds = [number for factors in kinds for number in factors]
    if len(set(all_kinds)) != len(all_kinds):
        yield "a factor can only be in one of the reduction, need replication, or permutation factor sets"
    yield from _check_set(rule.blocked_propagation, count)
    if in_results.intersection(rule.reduction):
        yield "reduction factor cannot be in result mappings"


def _check_set(factors: tuple[int, ...], count: int) -> Problems:
    if factors != tuple(sorted(factors)):
        yield "indices of special factors must be sorted"
    if len(set(factors)) != len(factors):
        yield "indices of special factors must be unique"
    for number in factors:
        if number >= count:
            yield f"index must be less than {count}, got: {number}"


# The verifiers of data-flow edges, propagation barriers and records of propagation:
# https://openxla.org/shardy/sdy_dialect.

# Data-flow edges.


def verify_static_shape(op: Operation, context: Verification) -> None:
    """An edge's values have a static shape."""
    (type,) = op.signature.result_types
    if not isinstance(type, ShapedType) or not type.has_static_shape:
        context.error(op, f"expected {op.name} to have a static-shaped result. type: '{text_of(type)}'")


def verify_edge_input(op: Operation, context: Verification) -> None:
    """The input of a data-flow edge has no other use, and comes from a data-flow op or another dialect's op."""
    (value,) = op.operands
    context.error_if(op, not value.has_one_use, f"expected input of {op.name} to have a single user")
    if isinstance(value, OpResult):
        definition = value.owner.signature.definition
        if definition.dialect == "sdy" and definition not in (MANUAL_COMPUTATION, NAMED_COMPUTATION):
            context.error(
                op,
                f"expected input of {op.name} to not be defined by an SdyDialect op (other than an "
                f"{NAMED_COMPUTATION.name}).",
                [Note(f"sdy op defining the input of the {op.name}", value.owner.location)],
            )


def verify_function_edge_input(op: Operation, context: Verification) -> None:
    """The operand of a function's data-flow edge has no other use, and is an argument or what a call returns."""
    (value,) = op.operands
    context.error_if(op, not value.has_one_use, f"expected operand of {op.name} to have a single user")
    if isinstance(value, OpResult):
        if value.owner.signature.definition is not CALL:
            context.error(op, f"expected operand of {op.name} to be a result of call op.")
        return
    holder = None if value.block is None else value.block.parent_op
    if holder is None or holder.signature.definition is not FUNC:
        context.error(op, f"expected operand of {op.name} to be a block argument of a func op.")


# Barriers.


def verify_barrier(op: Operation, context: Verification) -> None:
    """A barrier lets nothing pass in some direction."""
    if PROPAGATION_DIRECTIONS[op.properties.find(IntegerAttr, "allowed_direction").value] == "BOTH":
        context.error(
            op, "cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant."
        )


# Records of what propagation did.


def verify_propagation_edges(op: Operation, edges: PropagationEdges, context: Verification) -> None:
    """The values that the record names are there and have shardings on one mesh, that has the axes.

    The record of a function's data-flow edge may name values of the call, which are not looked for. Since jaxlib 0.12,
    the operands in that of another data-flow edge are the edge's sources, and there may be any numbers.
    """
    is_edge = op.signature.definition is FUNC_DATA_FLOW_EDGE or _edge_owner(op) is not None
    entries = [entry for step in edges.steps for entry in step.axis_entries]
    shardings = [_sharding_at(op, ref) for entry in entries for ref in (entry.source, *entry.targets)]
    known = [sharding for sharding in shardings if sharding is not None]
    context.error_if(op, not known, "expected propagation edges attr to reference a sharding.")
    mesh = common_mesh(op, known, context)
    if mesh is None:
        context.error(op, "expected a common mesh for propagation edges attr.")
    assert mesh is not None
    for entry in entries:
        context.error_if(op, entry.axis.name not in mesh.axis_sizes, "expected axis ref to be in one of the meshes")
        for ref in (entry.source, *entry.targets):
            count = len(_values(op, ref))
            if not 0 <= ref.index < count and not is_edge:
                article = "an" if ref.kind == OPERAND else "a"
                context.error(
                    op,
                    f"expected a value ref to have {article} {ref.kind} index in range [0, {count}), got: {ref.index}",
                )


def common_mesh(op: Operation, shardings: list[Sharding], context: Verification) -> Mesh | None:
    """The mesh that all of `shardings` are on; None if there is none. Empty meshes do not count unless all are."""
    common: Mesh | None = None
    for sharding in shardings:
        if (mesh := mesh_of(op, sharding, context)) is None:
            return None
        if common is None or common.is_empty:
            common = mesh
        elif mesh is not common and not mesh.is_empty:
            return None
    return common


def _values(op: Operation, ref: EdgeValueRef) -> list[Any]:
    if ref.kind != OPERAND:
        return list(op.results)
    if (owner := _edge_owner(op)) is None:
        return op.operands
    return [use.value for use in edge_source_uses(owner) if use.index < len(use.owner.operands)]


def _edge_owner(op: Operation) -> Value | None:
    """Returns the owner of the edge that `op` represents, if its record names the edge's sources."""
    return edge_owner(op.operands[0]) if op.signature.definition is DATA_FLOW_EDGE and since("0.12.0.1") else None


def _sharding_at(op: Operation, ref: EdgeValueRef) -> Sharding | None:
    values = _values(op, ref)
    return sharding_of(values[ref.index]) if 0 <= ref.index < len(values) else None
