"""Operations between devices, and between devices and their host."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import attr_kinds as attr
from sdyopt.dialects.stablehlo import type_kinds as type
from sdyopt.ir.attributes import FALSE, StringAttr
from sdyopt.ods import attr_kinds as builtin
from sdyopt.ods.constraints import Attr, Operand, RegionDef, Result
from sdyopt.ods.definition import OpDef

_CHANNEL_HANDLE = Attr("channel_handle", attr.CHANNEL_HANDLE, optional=True)
_REPLICA_GROUPS = Attr("replica_groups", attr.REPLICA_GROUPS)
_USE_GLOBAL_DEVICE_IDS = Attr("use_global_device_ids", builtin.UNIT, optional=True)
_OPERANDS = [Operand("operands", type.TENSOR, "*")]
_RESULTS = [Result("result", type.TENSOR, "*")]
_OPERAND = [Operand("operand", type.TENSOR)]
_RESULT = [Result("result", type.TENSOR)]
_COMPUTATION = [RegionDef("computation", max_blocks=1)]

ALL_GATHER = OpDef(
    "stablehlo.all_gather",
    operands=_OPERANDS,
    results=_RESULTS,
    attributes=[
        Attr("all_gather_dim", attr.I64_NON_NEGATIVE),
        _CHANNEL_HANDLE,
        _REPLICA_GROUPS,
        _USE_GLOBAL_DEVICE_IDS,
    ],
)

ALL_REDUCE = OpDef(
    "stablehlo.all_reduce",
    operands=_OPERANDS,
    results=_RESULTS,
    attributes=[_CHANNEL_HANDLE, _REPLICA_GROUPS, _USE_GLOBAL_DEVICE_IDS],
    regions=_COMPUTATION,
    traits=["SingleBlock"],
)

ALL_TO_ALL = OpDef(
    "stablehlo.all_to_all",
    operands=_OPERANDS,
    results=_RESULTS,
    attributes=[
        _CHANNEL_HANDLE,
        Attr("concat_dimension", attr.I64_NON_NEGATIVE),
        _REPLICA_GROUPS,
        Attr("split_count", attr.I64_POSITIVE),
        Attr("split_dimension", attr.I64_NON_NEGATIVE),
    ],
)

COLLECTIVE_BROADCAST = OpDef(
    "stablehlo.collective_broadcast",
    operands=_OPERAND,
    results=_RESULT,
    attributes=[_CHANNEL_HANDLE, _REPLICA_GROUPS],
)

COLLECTIVE_PERMUTE = OpDef(
    "stablehlo.collective_permute",
    operands=_OPERAND,
    results=_RESULT,
    attributes=[_CHANNEL_HANDLE, Attr("source_target_pairs", attr.I64_ELEMENTS)],
)

CROSS_REPLICA_SUM = OpDef(
    "stablehlo.cross-replica-sum",
    operands=_OPERAND,
    results=_RESULT,
    attributes=[Attr("replica_groups", attr.I64_ELEMENTS)],
)

REDUCE_SCATTER = OpDef(
    "stablehlo.reduce_scatter",
    operands=_OPERAND,
    results=_RESULT,
    attributes=[
        _CHANNEL_HANDLE,
        _REPLICA_GROUPS,
        Attr("scatter_dimension", attr.I64_NON_NEGATIVE),
        _USE_GLOBAL_DEVICE_IDS,
    ],
    regions=_COMPUTATION,
    traits=["SingleBlock"],
)

_U32 = [Result("result", type.U32_TENSOR)]
PARTITION_ID = OpDef("stablehlo.partition_id", results=_U32, format="attr-dict `:` type(results)")
REPLICA_ID = OpDef("stablehlo.replica_id", results=_U32, format="attr-dict `:` type(results)")

_TOKEN = Operand("token", type.TOKEN)
_TRANSFERRED = [Result("results", type.TRANSFERRED, "*")]
_SENT = [Operand("inputs", type.TENSOR_OR_AXIS_QUANTIZED, "*"), _TOKEN]
_TRANSFER_ATTRIBUTES = [
    Attr("channel_handle", attr.CHANNEL_HANDLE),
    Attr("is_host_transfer", builtin.BOOL, default=FALSE),
    Attr("source_target_pairs", attr.I64_ELEMENTS, optional=True),
]

INFEED = OpDef(
    "stablehlo.infeed",
    operands=[_TOKEN],
    results=_TRANSFERRED,
    attributes=[
        Attr("infeed_config", builtin.STRING, default=StringAttr("")),
        Attr("layout", builtin.ARRAY, optional=True),
    ],
)
OUTFEED = OpDef(
    "stablehlo.outfeed",
    operands=_SENT,
    results=[Result("result", type.TOKEN)],
    attributes=[Attr("outfeed_config", builtin.STRING, default=StringAttr(""))],
)
RECV = OpDef("stablehlo.recv", operands=[_TOKEN], results=_TRANSFERRED, attributes=_TRANSFER_ATTRIBUTES)
SEND = OpDef("stablehlo.send", operands=_SENT, results=[Result("result", type.TOKEN)], attributes=_TRANSFER_ATTRIBUTES)
