"""What the rules of `stablehlo.lark` do that read the bodies of attributes: for each rule the function of its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.parameters import Parameter, by_name, duplicate_or_unknown
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import ArrayAttr, DenseElementsAttr, SymbolRefAttr
from sdyopt.ods.diagnostics import Note, ParseError
from sdyopt.ods.float_formats import FLOAT_FORMATS
from sdyopt.ods.numbers import LiteralError, float_bits
from sdyopt.ods.quoting import string_value

_LEAST = -(1 << 63)


def number1(parser: Any, literal: str) -> int:
    """A number of one bit."""
    if literal not in ("0", "1"):
        raise parser.error("integer value too large", parser.start)
    return int(literal)


def double(parser: Any, literal: str) -> int:
    """The bits of a number as an f64."""
    try:
        return float_bits(literal, FLOAT_FORMATS["f64"])
    except LiteralError as error:
        notes = [Note(note, parser.start) for note in getattr(error, "notes", ())]
        raise ParseError(str(error), parser.start, notes) from None


# Parameters.


def dimensions_parameter(parser: Any, name: str, value: int | s.Dimensions) -> Parameter:
    return Parameter(name, value, parser.start, parser.offset_of(1), parser.offset_of(2))


def unknown_parameter(parser: Any, name: str) -> Parameter:
    raise duplicate_or_unknown(name, parser.next_token_or_end)


def _named(name: str, read: Callable[[Any], Any] | None = None) -> Callable[[Any, Any], Parameter]:
    """The action of a rule for the parameter of that name."""

    def action(parser: Any, value: Any) -> Parameter:
        made = value if read is None else read(value)
        return Parameter(name, made, parser.start, parser.offset_of(1), parser.offset_of(2))

    return action


def axes_parameter(parser: Any, value: Attribute) -> Parameter:
    if not isinstance(value, ArrayAttr):
        raise ParseError("invalid kind of attribute specified", parser.offset_of(2))
    return Parameter("axes", value.elements, parser.start, parser.offset_of(1), parser.offset_of(2))


def sub_axis_info(parser: Any, pre_size: int, size: int) -> s.SubAxisInfo:
    return s.SubAxisInfo(pre_size, size)


# Attributes.


def parameters(parser: Any, *items: Parameter) -> tuple[Parameter, ...]:
    return items


def channel_handle_body(parser: Any, *items: Parameter) -> Attribute:
    return s.ChannelHandle(**by_name(items))


def mesh_axis_body(parser: Any, *items: Parameter) -> s.MeshAxis:
    return s.MeshAxis(**by_name(items))


def axis_ref_parameters(parser: Any, *items: Parameter) -> Attribute:
    found = by_name(items)
    if "name" not in found:
        raise ParseError("struct is missing required parameter: name", parser.next_token_or_end)
    return s.AxisRef(**found)


def axis_ref_body(parser: Any, axis: Attribute) -> Attribute:
    return axis


def replica_group_mesh_axes_body(parser: Any, *items: Parameter) -> Attribute:
    """The axes of a mesh that is there are looked at, those of one that has but a name are not."""
    found = by_name(items)
    mesh, axes = found["mesh"], found["axes"]
    if not isinstance(mesh, (s.Mesh, SymbolRefAttr)) or (isinstance(mesh, SymbolRefAttr) and len(mesh.path) > 1):
        raise ParseError("mesh must be a FlatSymbolRefAttr or MeshAttr", parser.start)
    known = [axis.name for axis in mesh.axes] if isinstance(mesh, s.Mesh) else []
    for axis in axes if isinstance(mesh, s.Mesh) else ():
        if not isinstance(axis, s.AxisRef):
            raise ParseError("expected AxisRefAttr in axes list", parser.start)
        if axis.name not in known:
            raise ParseError(f"axis '{axis.name}' not found in mesh definition", parser.start)
    return s.ReplicaGroupMeshAxes(mesh, axes)


def mesh_axes(parser: Any, *axes: Attribute) -> tuple[Attribute, ...]:
    for index, axis in enumerate(axes):
        if not isinstance(axis, s.MeshAxis):
            raise parser.missing("expected '<'", parser.offset_of(2 * index))
    return axes


def mesh_body(parser: Any, axes: tuple[s.MeshAxis, ...], device_ids: Attribute | None) -> Attribute:
    if device_ids is not None and not isinstance(device_ids, DenseElementsAttr):
        raise ParseError("invalid kind of attribute specified", parser.offset_of(9))
    return s.Mesh(axes, device_ids)


def output_operand_alias_body(parser: Any, output: s.Dimensions, index: int, operand: s.Dimensions) -> Attribute:
    return s.OutputOperandAlias(output, index, operand)


def result_accuracy_body(
    parser: Any, atol: int | None, rtol: int | None, ulps: int | None, mode: Attribute
) -> Attribute:
    if not isinstance(mode, s.ResultAccuracyMode):
        raise ParseError("invalid kind of attribute specified", parser.offsets[-2])
    try:
        return s.ResultAccuracy(atol or 0, rtol or 0, ulps or 0, mode)
    except ValueError as error:
        raise ParseError(str(error), parser.last_end) from None


def dot_algorithm_body(parser: Any, *fields: Any) -> Attribute:
    """The types, the counts, and whether the accumulation may be imprecise, which is a number of one bit."""
    for index, type in enumerate(fields[:3]):
        if not isinstance(type, Type):
            raise parser.missing("expected non-function type", parser.offset_of(4 * index + 3))
    types_and_counts, imprecise = fields[:-1], fields[-1]
    try:
        return s.DotAlgorithm(**dict(zip(s.DotAlgorithm.fields, (*types_and_counts, bool(imprecise)), strict=True)))
    except ValueError as error:
        raise parser.error(str(error), parser.start) from None


def unknown_bound(parser: Any) -> None:
    return None


def bounds_body(parser: Any, *bounds: int | None) -> Attribute:
    """A bound that is the least 64-bit integer is one that is not known: so MLIR keeps it."""
    return s.TypeExtensions(tuple([None if bound == _LEAST else bound for bound in bounds]))


ACTIONS: dict[str, Callable[..., Any]] = {
    **{
        action.__name__: action
        for action in (
            number1,
            double,
            dimensions_parameter,
            unknown_parameter,
            axes_parameter,
            sub_axis_info,
            channel_handle_body,
            mesh_axis_body,
            axis_ref_parameters,
            axis_ref_body,
            replica_group_mesh_axes_body,
            mesh_axes,
            mesh_body,
            output_operand_alias_body,
            result_accuracy_body,
            dot_algorithm_body,
            unknown_bound,
            bounds_body,
        )
    },
    **dict.fromkeys(("dot_body", "gather_body", "scatter_body", "raw_conv_body", "ragged_dot_body"), parameters),
    "type_extensions_body": bounds_body,
    "index_vector_dim": _named("index_vector_dim"),
    "handle_parameter": _named("handle"),
    "type_parameter": _named("type"),
    "name_parameter": _named("name", string_value),
    "size_parameter": _named("size"),
    "sub_axis_info_parameter": _named("sub_axis_info"),
    "mesh_parameter": _named("mesh"),
}
