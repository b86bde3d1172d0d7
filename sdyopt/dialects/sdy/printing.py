"""How the attributes of SDY are written: for each kind the text after its mnemonic, which is also its short form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.mlir.write.quoting import string_token, symbol_token

FIRST_FACTOR = ord("i")
LETTER_COUNT = ord("z") - FIRST_FACTOR + 1


def _list(texts: Callable[[Any], str], values: tuple[Any, ...], brackets: str = "{}") -> str:
    return brackets[0] + ", ".join([texts(value) for value in values]) + brackets[1]


def mesh_axis(axis: sdy.MeshAxis) -> str:
    return f"{string_token(axis.name)}={axis.size}"


def mesh(mesh: sdy.Mesh) -> str:
    device_ids = f", device_ids={_list(str, mesh.device_ids, '[]')}" if mesh.device_ids else ""
    return f"<{_list(mesh_axis, mesh.axes, '[]')}{device_ids}>"


def sub_axis(sub_axis: sdy.SubAxis) -> str:
    return f"({sub_axis.pre_size}){sub_axis.size}"


def axis_ref(axis: sdy.AxisRef) -> str:
    name = string_token(axis.name)
    return name if axis.sub_axis is None else f"{name}:{sub_axis(axis.sub_axis)}"


def axes_text(axes: tuple[sdy.AxisRef, ...]) -> str:
    """`{"a", "b":(1)2}`."""
    return _list(axis_ref, axes)


def axis_ref_list(axes: sdy.AxisRefList) -> str:
    return axes_text(axes.axes)


def axis_ref_lists(lists: sdy.AxisRefLists) -> str:
    return _list(axis_ref_list, lists.lists, "[]")


def dimension_sharding(dimension: sdy.DimensionSharding) -> str:
    parts = [axis_ref(axis) for axis in dimension.axes]
    if not dimension.is_closed:
        parts.append("?")
    priority = "" if dimension.priority is None else f"p{dimension.priority}"
    return "{" + ", ".join(parts) + "}" + priority


def sharding(sharding: sdy.Sharding) -> str:
    mesh_or_name = (
        f"mesh{mesh(sharding.mesh)}" if isinstance(sharding.mesh, sdy.Mesh) else symbol_token(sharding.mesh.leaf)
    )
    text = f"<{mesh_or_name}, {_list(dimension_sharding, sharding.dimensions, '[]')}"
    if sharding.replicated:
        text += f", replicated={axes_text(sharding.replicated)}"
    if sharding.unreduced:
        text += f", unreduced={axes_text(sharding.unreduced)}"
    return f"{text}>"


def sharding_list(shardings: sdy.ShardingPerValue) -> str:
    """`[<@mesh, [{}]>, <@mesh, [{"a"}]>]`, as in the formats of operations."""
    return _list(sharding, shardings.shardings, "[]")


def sharding_per_value(shardings: sdy.ShardingPerValue) -> str:
    return f"<{sharding_list(shardings)}>"


def manual_axes(axes: sdy.ManualAxes) -> str:
    return _list(string_token, axes.axes)


def factor(number: int) -> str:
    """The symbol of a factor: `i` to `z`, then `z_1`, `z_2`, …. A number that has overflowed wraps as a character."""
    if number < LETTER_COUNT:
        return chr((FIRST_FACTOR + number) & 0xFF)
    return f"z_{number - LETTER_COUNT + 1}"


def dim_mapping(mapping: sdy.DimMapping) -> str:
    return "".join([factor(number) for number in mapping.factors])


def _listed_dim_mapping(mapping: sdy.DimMapping) -> str:
    return dim_mapping(mapping) or "#sdy.dim_mapping"


def tensor_mapping(mapping: sdy.TensorMapping) -> str:
    return _list(_listed_dim_mapping, mapping.dimensions, "[]")


def op_sharding_rule(rule: sdy.OpShardingRule) -> str:
    operands = _list(tensor_mapping, rule.operand_mappings, "()")
    text = f"<{operands}->{_list(tensor_mapping, rule.result_mappings, '()')}"
    if rule.factor_sizes:
        sizes = [f"{factor(number)}={size}" for number, size in enumerate(rule.factor_sizes)]
        text += " {" + ", ".join(sizes) + "}"
    for name, factors in (
        ("reduction", rule.reduction),
        ("need_replication", rule.need_replication),
        ("permutation", rule.permutation),
        ("blocked_propagation", rule.blocked_propagation),
    ):
        if factors:
            text += f" {name}={_list(factor, factors)}"
    return text + (", custom>" if rule.is_custom else ">")


def all_to_all_param(param: sdy.AllToAllParam) -> str:
    return f"{axes_text(param.axes)}: {param.source_dimension}->{param.target_dimension}"


def all_to_all_param_list(params: sdy.AllToAllParamList) -> str:
    return _list(all_to_all_param, params.params, "[]")


def edge_value_ref(value: sdy.EdgeValueRef) -> str:
    return f"{value.kind}-{value.index}"


def axis_to_propagation_details(details: sdy.AxisToPropagationDetails) -> str:
    targets = _list(edge_value_ref, details.targets, "[]")
    return f"{{{axis_ref(details.axis)} = {edge_value_ref(details.source)} -> {targets}}}"


def propagation_one_step(step: sdy.PropagationOneStep) -> str:
    return f"{{step-{step.step} = {_list(axis_to_propagation_details, step.axis_entries, '[]')}}}"


def propagation_edges(edges: sdy.PropagationEdges) -> str:
    return f"<{_list(propagation_one_step, edges.steps, '[]')}>"
