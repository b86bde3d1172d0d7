"""Attributes of meshes, and replica groups as the axes of one: how they are read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import ArrayAttr, DenseElementsAttr, SymbolRefAttr
from sdyopt.mlir.declare.parameters import ATTRIBUTE, I64, STRING, AttributeDef, Parameter, attribute_of_class, list_of
from sdyopt.mlir.diagnostics import Hinted, UnknownName
from sdyopt.mlir.write.attributes import texts_of
from sdyopt.mlir.write.quoting import string_token

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


def _groups(mesh: Attribute, axes: tuple[Attribute, ...]) -> s.ReplicaGroupMeshAxes:
    """Returns replica groups; the axes of a mesh that is there are checked, those of a mesh's name are not."""
    if not isinstance(mesh, (s.Mesh, SymbolRefAttr)) or (isinstance(mesh, SymbolRefAttr) and len(mesh.path) > 1):
        raise ValueError("mesh must be a FlatSymbolRefAttr or MeshAttr")
    known = [axis.name for axis in mesh.axes] if isinstance(mesh, s.Mesh) else []
    for axis in axes if isinstance(mesh, s.Mesh) else ():
        if not isinstance(axis, s.AxisRef):
            raise ValueError("expected AxisRefAttr in axes list")
        if axis.name not in known:
            message = f"axis '{axis.name}' not found in mesh definition"
            raise ValueError(Hinted(message, UnknownName(axis.name, lambda: known, string_token)))
    return s.ReplicaGroupMeshAxes(mesh, axes)


def _parse_elements(parser: Parser) -> tuple[Attribute, ...]:
    array: Any = parser.parse_of_class(ArrayAttr)
    return array.elements  # type: ignore[no-any-return]


MESH_AXIS = AttributeDef(
    s.MeshAxis, "mesh_axis", {"name": STRING, "size": I64}, "`<` struct(params) `>`", title="StableHLO_MeshAxis"
)
MESH = AttributeDef(
    s.Mesh,
    "mesh",
    {
        "axes": list_of(MESH_AXIS.parameter("stablehlo::MeshAxisAttr")),
        "device_ids": attribute_of_class(DenseElementsAttr, "DenseIntElementsAttr"),
    },
    "`<` `axes` `` `=` `` `[` $axes `]` (`,` `device_ids` `` `=` `` $device_ids^)? `>`",
    title="StableHLO_Mesh",
)
SUB_AXIS_INFO = AttributeDef(
    s.SubAxisInfo,
    "sub_axis_info",
    {"pre_size": I64, "size": I64},
    "`(` $pre_size `)` `` $size",
    title="StableHLO_SubAxisInfo",
)
AXIS_REF = AttributeDef(
    s.AxisRef,
    "axis_ref",
    {"name": STRING, "sub_axis_info": Parameter("SubAxisInfoAttr", SUB_AXIS_INFO.parse, SUB_AXIS_INFO.write)},
    "`<` struct(params) `>`",
    title="StableHLO_AxisRef",
)
REPLICA_GROUP_MESH_AXES = AttributeDef(
    s.ReplicaGroupMeshAxes,
    "replica_group_mesh_axes",
    {
        "mesh": ATTRIBUTE,
        "axes": Parameter("ArrayAttr", _parse_elements, lambda axes: f"[{texts_of(axes)}]"),
    },
    "`<` struct(params) `>`",
    title="StableHLO_ReplicaGroupMeshAxes",
    make=_groups,
)
