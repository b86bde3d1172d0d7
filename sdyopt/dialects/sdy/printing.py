"""The short forms of SDY's attributes: the text after the mnemonic, which formats and messages have."""

from __future__ import annotations

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.dialects.sdy.syntax import axes, propagation, rules, shardings

factor = rules.factor_text
mesh = axes.MESH.write
axis_ref = axes.AXIS_REF.write
axis_ref_lists = axes.AXIS_REF_LISTS.write
all_to_all_param_list = axes.ALL_TO_ALL_PARAM_LIST.write
dimension_sharding = shardings.DIMENSION_SHARDING.write
sharding = shardings.SHARDING.write
manual_axes = shardings.MANUAL_AXES.write
op_sharding_rule = rules.OP_SHARDING_RULE.write
propagation_edges = propagation.PROPAGATION_EDGES.write


def axes_text(listed: tuple[sdy.AxisRef, ...]) -> str:
    """`{"a", "b":(1)2}`."""
    return f"{{{axes.AXES.text(listed)}}}"


def sharding_list(listed: sdy.ShardingPerValue) -> str:
    """`[<@mesh, [{}]>, <@mesh, [{"a"}]>]`, as in the formats of operations."""
    return f"[{', '.join([sharding(each) for each in listed.shardings])}]"
