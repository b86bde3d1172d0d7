"""Bodies of the attributes of meshes, and of replica groups as the axes of one."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.syntax.parameters import NO_NAME, Parameter, unread, unread_list, unread_named
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import ArrayAttr, DenseElementsAttr, SymbolRefAttr
from sdyopt.mlir.diagnostics import Hinted, ParseError, UnknownName
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.syntax import Syntax, as_tuple, made
from sdyopt.mlir.write.quoting import string_token

_WRONG_KIND = "invalid kind of attribute specified"


class Mesh(Syntax):
    """`<axes=[<name = "x", size = 2>], device_ids=dense<…>>`."""

    grammar = """
        mesh_body: "<" "axes" "=" "[" mesh_axes "]" ["," "device_ids" "=" attribute] ">"
        mesh_axes: mesh_axis_part ("," mesh_axis_part)*
        ?mesh_axis_part: mesh_axis_body
                       | mesh_axis_symbol                         -> mesh_axis_attribute
        ?mesh_axis_symbol: dialect_attribute
                         | ATTRIBUTE_ALIAS                        -> alias
                         | OPAQUE_ATTRIBUTE [":" type]            -> opaque_attribute
        mesh_axis_body: "<" mesh_axis_parameter "," mesh_axis_parameter ">"
        mesh_axis_parameter: name_sign STRING                     -> string_parameter
                           | size_sign number64                   -> parameter
        size_sign: "size" "="                                     -> parameter_sign
    """
    follow_ups = {
        "size_sign * 0": NO_NAME,
        "mesh_axis_parameter STRING": unread("MeshAxis", "name", "::llvm::StringRef"),
        "mesh_axis_parameter number64": unread("MeshAxis", "size", "int64_t"),
        "mesh_axes mesh_axis_part": unread_list("Mesh", "axes", "stablehlo::MeshAxisAttr"),
        "mesh_body attribute": unread("Mesh", "device_ids", "DenseIntElementsAttr"),
    }

    mesh_axes = as_tuple

    @staticmethod
    def mesh_body(context: ParseContext, axes: tuple[s.MeshAxis, ...], device_ids: Attribute | None) -> Attribute:
        if device_ids is not None and not isinstance(device_ids, DenseElementsAttr):
            raise ParseError(_WRONG_KIND, context.offset_of(9))
        return s.Mesh(axes, device_ids)

    @staticmethod
    def mesh_axis_attribute(context: ParseContext, axis: Attribute) -> Attribute:
        if not isinstance(axis, s.MeshAxis):
            raise ParseError(_WRONG_KIND, context.start)
        return axis

    @staticmethod
    def mesh_axis_body(context: ParseContext, *items: Parameter) -> s.MeshAxis:
        return s.MeshAxis(**dict(items))


class AxisRef(Syntax):
    """`<name = "x", sub_axis_info = (1)2>`."""

    grammar = """
        ?axis_ref_body: "<" axis_ref_parameters ">"
        axis_ref_parameters: axis_ref_parameter ("," axis_ref_parameter)*
        axis_ref_parameter: name_sign STRING                      -> string_parameter
                          | sub_axis_sign sub_axis_info           -> parameter
        sub_axis_sign: "sub_axis_info" "="                        -> parameter_sign
        sub_axis_info: "(" number64 ")" number64
    """
    follow_ups = {
        "sub_axis_sign * 0": NO_NAME,
        "axis_ref_parameter STRING": unread("AxisRef", "name", "::llvm::StringRef"),
        "axis_ref_parameter sub_axis_info": unread("AxisRef", "sub_axis_info", "SubAxisInfoAttr"),
        "sub_axis_info number64 1": unread("SubAxisInfo", "pre_size", "int64_t"),
        "sub_axis_info number64 3": unread("SubAxisInfo", "size", "int64_t"),
    }

    sub_axis_info = made(s.SubAxisInfo)

    @staticmethod
    def axis_ref_parameters(context: ParseContext, *items: Parameter) -> Attribute:
        found = dict(items)
        if "name" not in found:
            raise ParseError("struct is missing required parameter: name", context.next_token_or_end)
        return s.AxisRef(**found)


class ReplicaGroupMeshAxes(Syntax):
    """`<mesh = @mesh, axes = […]>`."""

    grammar = """
        replica_group_mesh_axes_body: "<" replica_group_parameter "," replica_group_parameter ">"
        replica_group_parameter: replica_group_sign attribute     -> replica_group_parameter
        replica_group_sign: ("mesh" | "axes" | WORD) "="          -> parameter_sign
    """
    follow_ups = {
        "replica_group_sign * 0": NO_NAME,
        "replica_group_parameter attribute": unread_named("ReplicaGroupMeshAxes", mesh="Attribute", axes="ArrayAttr"),
    }

    @staticmethod
    def replica_group_parameter(context: ParseContext, name: str, value: Attribute) -> Parameter:
        if name == "mesh":
            return Parameter(name, value)
        if not isinstance(value, ArrayAttr):
            raise ParseError(_WRONG_KIND, context.offset_of(1))
        return Parameter(name, value.elements)

    @staticmethod
    def replica_group_mesh_axes_body(context: ParseContext, *items: Parameter) -> Attribute:
        """The axes of a mesh that is there are looked at, those of one that has but a name are not."""
        found = dict(items)
        mesh, axes = found["mesh"], found["axes"]
        if not isinstance(mesh, (s.Mesh, SymbolRefAttr)) or (isinstance(mesh, SymbolRefAttr) and len(mesh.path) > 1):
            raise ParseError("mesh must be a FlatSymbolRefAttr or MeshAttr", context.start)
        known = [axis.name for axis in mesh.axes] if isinstance(mesh, s.Mesh) else []
        for axis in axes if isinstance(mesh, s.Mesh) else ():
            if not isinstance(axis, s.AxisRef):
                raise ParseError("expected AxisRefAttr in axes list", context.start)
            if axis.name not in known:
                message = f"axis '{axis.name}' not found in mesh definition"
                raise ParseError(Hinted(message, UnknownName(axis.name, lambda: known, string_token)), context.start)
        return s.ReplicaGroupMeshAxes(mesh, axes)
