"""Meshes and axes, and lists of axes as collectives have them: how they are read and written."""

from __future__ import annotations

from sdyopt.dialects.sdy import attributes as sdy
from sdyopt.mlir.declare.parameters import I64, STRING, AttributeDef, list_of

MESH_AXIS = AttributeDef(
    sdy.MeshAxis, "mesh_axis", {"name": STRING, "size": I64}, "`` $name `` `=` `` $size", title="Sdy_MeshAxis"
)
MESH = AttributeDef(
    sdy.Mesh,
    "mesh",
    {"axes": list_of(MESH_AXIS.parameter()), "device_ids": list_of(I64)},
    "`<` `[` (`]`) : ($axes^ `]`)? (`,` `device_ids` `` `=` `` `[` $device_ids^ `]`)? `>`",
    title="Sdy_Mesh",
    make=sdy.Mesh.of,
)
SUB_AXIS = AttributeDef(
    sdy.SubAxis, "sub_axis_info", {"pre_size": I64, "size": I64}, "`(` $pre_size `)` `` $size", title="Sdy_SubAxisInfo"
)
AXIS_REF = AttributeDef(
    sdy.AxisRef,
    "axis_ref",
    {"name": STRING, "sub_axis_info": SUB_AXIS.parameter("SubAxisInfoAttr")},
    "`` $name (`` `:` `` $sub_axis_info^)?",
    title="Sdy_AxisRef",
)
AXES = list_of(AXIS_REF.parameter())
AXIS_REF_LIST = AttributeDef(
    sdy.AxisRefList, "axis_ref_list", {"value": AXES}, "`{` (`}`) : ($value^ `}`)?", title="Sdy_AxisRefList"
)
AXIS_REF_LISTS = AttributeDef(
    sdy.AxisRefLists,
    "list_of_axis_ref_lists",
    {"value": list_of(AXIS_REF_LIST.parameter())},
    "`[` (`]`) : ($value^ `]`)?",
    title="Sdy_ListOfAxisRefLists",
)
ALL_TO_ALL_PARAM = AttributeDef(
    sdy.AllToAllParam,
    "all_to_all_param",
    {"axes": AXES, "src_dim": I64, "tgt_dim": I64},
    "`{` $axes `}` `` `:` $src_dim `` `->` `` $tgt_dim",
    title="Sdy_AllToAllParamAttr",
)
ALL_TO_ALL_PARAM_LIST = AttributeDef(
    sdy.AllToAllParamList,
    "all_to_all_param_list",
    {"value": list_of(ALL_TO_ALL_PARAM.parameter())},
    "`[` (`]`) : ($value^ `]`)?",
    title="Sdy_AllToAllParamList",
)
