"""Operations between devices, and between devices and their host."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import kinds
from sdyopt.dialects.stablehlo.verification import collectives as verify
from sdyopt.dialects.stablehlo.verification import control_flow as transfers
from sdyopt.dialects.stablehlo.verification import elementwise
from sdyopt.ir.attributes import FALSE, StringAttr
from sdyopt.mlir.declare import attr_kinds as builtin
from sdyopt.mlir.declare.constraints import Attr, Operand, RegionDef, Result
from sdyopt.mlir.declare.definition import NO_RULE, OpDef, pure_op

_CHANNEL_HANDLE = Attr("channel_handle", kinds.CHANNEL_HANDLE, optional=True)
_REPLICA_GROUPS = Attr("replica_groups", kinds.REPLICA_GROUPS)
_USE_GLOBAL_DEVICE_IDS = Attr("use_global_device_ids", builtin.UNIT, optional=True)
_OPERANDS = [Operand("operands", kinds.TENSOR, "*")]
_RESULTS = [Result("result", kinds.TENSOR, "*")]
_OPERAND = [Operand("operand", kinds.TENSOR)]
_RESULT = [Result("result", kinds.TENSOR)]
_MESH_IS_KNOWN = [verify.mesh_is_known]
_COMPUTATION = [RegionDef("computation", max_blocks=1)]

ALL_GATHER = OpDef(
    "stablehlo.all_gather",
    operands=_OPERANDS,
    results=_RESULTS,
    attributes=[
        Attr("all_gather_dim", kinds.I64_NON_NEGATIVE),
        _CHANNEL_HANDLE,
        _REPLICA_GROUPS,
        _USE_GLOBAL_DEVICE_IDS,
    ],
    verifiers=[verify.pairwise_element_types, verify.all_gather],
    context_verifiers=_MESH_IS_KNOWN,
    sharding_rule="reductions.all_gather",
)
"""Joins, in each group of processes, what these hold along a dimension; all get the whole."""

ALL_REDUCE = OpDef(
    "stablehlo.all_reduce",
    operands=_OPERANDS,
    results=_RESULTS,
    attributes=[_CHANNEL_HANDLE, _REPLICA_GROUPS, _USE_GLOBAL_DEVICE_IDS],
    regions=_COMPUTATION,
    traits=["SingleBlock", "SingleBlockImplicitTerminator<stablehlo.return>"],
    verifiers=[verify.all_reduce],
    context_verifiers=_MESH_IS_KNOWN,
    sharding_rule="reductions.pointwise",
)
"""Combines, in each group of processes, the elements that these hold at the same place; all get the same tensor."""

ALL_TO_ALL = OpDef(
    "stablehlo.all_to_all",
    operands=_OPERANDS,
    results=_RESULTS,
    attributes=[
        Attr("split_dimension", kinds.I64_NON_NEGATIVE),
        Attr("concat_dimension", kinds.I64_NON_NEGATIVE),
        Attr("split_count", kinds.I64_POSITIVE),
        _REPLICA_GROUPS,
        _CHANNEL_HANDLE,
    ],
    verifiers=[verify.pairwise_element_types, verify.all_to_all],
    context_verifiers=_MESH_IS_KNOWN,
    sharding_rule="reductions.all_to_all",
)
"""Each process splits its tensor along a dimension, sends a part to each of its group, and joins what it gets along
another one."""

COLLECTIVE_BROADCAST = OpDef(
    "stablehlo.collective_broadcast",
    operands=[Operand("operands", kinds.TENSOR, "*", "0.11.2")],
    results=[Result("result", kinds.TENSOR, "*", "0.11.2")],
    attributes=[
        _CHANNEL_HANDLE,
        Attr("has_dynamic_root", builtin.UNIT, optional=True, since="0.11.2"),
        _REPLICA_GROUPS,
    ],
    verifiers=[verify.broadcasts_one_tensor, verify.collective_broadcast],
    context_verifiers=_MESH_IS_KNOWN,
    sharding_rule="reductions.pointwise",
)
"""Sends the tensors of the first process of each group to all of the group.

With `has_dynamic_root` the last operand says which process it is, for each of the tensors.
"""

COLLECTIVE_PERMUTE = OpDef(
    "stablehlo.collective_permute",
    operands=_OPERAND,
    results=_RESULT,
    attributes=[_CHANNEL_HANDLE, Attr("source_target_pairs", kinds.I64_ELEMENTS)],
    verifiers=[elementwise.same_element_type, verify.collective_permute],
    sharding_rule="reductions.pointwise",
)
"""Sends the tensor of one process to another one, for each pair; processes that nobody sends to get zeros."""

COLLECTIVE_REDUCE = OpDef(
    "stablehlo.collective_reduce",
    operands=_OPERANDS,
    results=_RESULTS,
    attributes=[
        _CHANNEL_HANDLE,
        Attr("has_dynamic_root", builtin.UNIT, optional=True),
        _REPLICA_GROUPS,
        _USE_GLOBAL_DEVICE_IDS,
    ],
    regions=_COMPUTATION,
    traits=["SingleBlock", "SingleBlockImplicitTerminator<stablehlo.return>"],
    verifiers=[verify.collective_reduce],
    context_verifiers=_MESH_IS_KNOWN,
    since="0.11.1",
)
"""Combines, in each group of processes, the elements that these hold at the same place; the root gets the result.

It is the first one or, with `has_dynamic_root`, the one whose number is in the last operand, for each of the tensors.
"""

CROSS_REPLICA_SUM = pure_op(
    "stablehlo.cross-replica-sum",
    operands=_OPERAND,
    results=_RESULT,
    attributes=[Attr("replica_groups", kinds.I64_ELEMENTS)],
    verifiers=[elementwise.compatible_types],
    sharding_rule="reductions.pointwise",
)
"""Sums tensors over the replicas of each group. `stablehlo.all_reduce` says the same for any computation."""

REDUCE_SCATTER = OpDef(
    "stablehlo.reduce_scatter",
    operands=_OPERAND,
    results=_RESULT,
    attributes=[
        Attr("scatter_dimension", kinds.I64_NON_NEGATIVE),
        _REPLICA_GROUPS,
        _CHANNEL_HANDLE,
        _USE_GLOBAL_DEVICE_IDS,
    ],
    regions=_COMPUTATION,
    verifiers=[verify.reduce_scatter],
    context_verifiers=_MESH_IS_KNOWN,
    sharding_rule="reductions.reduce_scatter",
)
"""Combines, in each group of processes, what these hold, splits that along a dimension, and gives each one a part."""

_U32 = [Result("result", kinds.U32_TENSOR)]
PARTITION_ID = pure_op(
    "stablehlo.partition_id",
    results=_U32,
    format="attr-dict `:` type(results)",
    verifiers=[verify.device_id],
    sharding_rule=NO_RULE,
)
"""The number of the partition that the process runs for."""
REPLICA_ID = pure_op(
    "stablehlo.replica_id", results=_U32, format="attr-dict `:` type(results)", verifiers=[verify.device_id]
)
"""The number of the replica that the process runs for."""

_TOKEN = Operand("token", kinds.TOKEN)
_TRANSFERRED = [Result("results", kinds.TRANSFERRED, "*")]
_SENT = [Operand("inputs", kinds.TENSOR_OR_AXIS_QUANTIZED, "*"), _TOKEN]
_TRANSFER_ATTRIBUTES = [
    Attr("channel_handle", kinds.CHANNEL_HANDLE),
    Attr("is_host_transfer", builtin.BOOL, default=FALSE),
    Attr("source_target_pairs", kinds.I64_ELEMENTS, optional=True),
]

INFEED = OpDef(
    "stablehlo.infeed",
    operands=[_TOKEN],
    results=_TRANSFERRED,
    attributes=[
        Attr("infeed_config", builtin.STRING, default=StringAttr(""), is_filled_in=True),
        Attr("layout", builtin.ARRAY, optional=True),
    ],
    verifiers=[transfers.infeed],
    sharding_rule=NO_RULE,
)
"""Reads values from the host's infeed, after the token."""
OUTFEED = OpDef(
    "stablehlo.outfeed",
    operands=_SENT,
    results=[Result("result", kinds.TOKEN)],
    attributes=[Attr("outfeed_config", builtin.STRING, default=StringAttr(""), is_filled_in=True)],
    sharding_rule=NO_RULE,
)
"""Writes values to the host's outfeed, after the token."""
RECV = OpDef(
    "stablehlo.recv",
    operands=[_TOKEN],
    results=_TRANSFERRED,
    attributes=_TRANSFER_ATTRIBUTES,
    verifiers=[transfers.recv],
    sharding_rule=NO_RULE,
)
"""Receives values through a channel, from the host or another device, after the token."""
SEND = OpDef(
    "stablehlo.send",
    operands=_SENT,
    results=[Result("result", kinds.TOKEN)],
    attributes=_TRANSFER_ATTRIBUTES,
    verifiers=[transfers.send],
    sharding_rule=NO_RULE,
)
"""Sends values through a channel, to the host or another device, after the token."""
