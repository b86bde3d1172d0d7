"""What the rules of `stablehlo.lark` do that read the bodies of attributes: for each rule the function of its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.parameters import Parameter, one_of
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import ArrayAttr, DenseElementsAttr, SymbolRefAttr
from sdyopt.ods.diagnostics import Hinted, Note, ParseError, Unknown, UnwantedToken
from sdyopt.ods.dialect import AttributeDef
from sdyopt.ods.float_formats import FLOAT_FORMATS
from sdyopt.ods.numbers import LiteralError, float_bits
from sdyopt.ods.quoting import string_token, string_value

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
        place = parser.start + (error.offset or 0)
        raise ParseError(error.message, place, [Note(note, place) for note in error.notes]) from None


# Parameters.


def dimensions_name(parser: Any, name: str) -> str:
    """The name of a list of dimensions, or of one, of the attribute that is being read."""
    definition = next(value for value in reversed(parser.stack) if isinstance(value, AttributeDef))
    if name not in definition.cls.fields:
        raise UnwantedToken(one_of(definition.cls), parser.start)
    if name in _names_before(parser):
        raise ParseError(f"duplicated `{name}` entry", parser.next_token_or_end)
    return name


def dimensions_keyword(parser: Any) -> str:
    return dimensions_name(parser, parser.stack[parser.base])


def parameter_sign(parser: Any, *word: str) -> str:
    """The name of a parameter, and its `=`."""
    name: str = parser.stack[parser.base]
    if word or name in _names_before(parser):
        raise ParseError(f"duplicate or unknown struct parameter name: {name}", parser.next_token_or_end)
    return name


def _names_before(parser: Any) -> list[str]:
    """The names of the parameters in front of the one that is being read."""
    names: list[str] = []
    for value in reversed(parser.stack[: parser.base]):
        if value in ("<", "raw"):
            break
        names += [item.name for item in (value if isinstance(value, list) else [value]) if isinstance(item, Parameter)]
    return names


def parameter(parser: Any, name: str, value: Any) -> Parameter:
    return Parameter(name, value)


def string_parameter(parser: Any, name: str, token: str) -> Parameter:
    return Parameter(name, string_value(token))


def replica_group_parameter(parser: Any, name: str, value: Attribute) -> Parameter:
    if name == "mesh":
        return Parameter(name, value)
    if not isinstance(value, ArrayAttr):
        raise ParseError("invalid kind of attribute specified", parser.offset_of(1))
    return Parameter(name, value.elements)


def sub_axis_info(parser: Any, pre_size: int, size: int) -> s.SubAxisInfo:
    return s.SubAxisInfo(pre_size, size)


# Attributes.


def parameters(parser: Any, *items: Parameter) -> tuple[Parameter, ...]:
    return items


def channel_handle_body(parser: Any, *items: Parameter) -> Attribute:
    return s.ChannelHandle(**dict(items))


def mesh_axis_body(parser: Any, *items: Parameter) -> s.MeshAxis:
    return s.MeshAxis(**dict(items))


def axis_ref_parameters(parser: Any, *items: Parameter) -> Attribute:
    found = dict(items)
    if "name" not in found:
        raise ParseError("struct is missing required parameter: name", parser.next_token_or_end)
    return s.AxisRef(**found)


def axis_ref_body(parser: Any, axis: Attribute) -> Attribute:
    return axis


def replica_group_mesh_axes_body(parser: Any, *items: Parameter) -> Attribute:
    """The axes of a mesh that is there are looked at, those of one that has but a name are not."""
    found = dict(items)
    mesh, axes = found["mesh"], found["axes"]
    if not isinstance(mesh, (s.Mesh, SymbolRefAttr)) or (isinstance(mesh, SymbolRefAttr) and len(mesh.path) > 1):
        raise ParseError("mesh must be a FlatSymbolRefAttr or MeshAttr", parser.start)
    known = [axis.name for axis in mesh.axes] if isinstance(mesh, s.Mesh) else []
    for axis in axes if isinstance(mesh, s.Mesh) else ():
        if not isinstance(axis, s.AxisRef):
            raise ParseError("expected AxisRefAttr in axes list", parser.start)
        if axis.name not in known:
            message = f"axis '{axis.name}' not found in mesh definition"
            raise ParseError(Hinted(message, Unknown(axis.name, lambda: known, string_token)), parser.start)
    return s.ReplicaGroupMeshAxes(mesh, axes)


def mesh_axis_attribute(parser: Any, axis: Attribute) -> Attribute:
    if not isinstance(axis, s.MeshAxis):
        raise ParseError("invalid kind of attribute specified", parser.start)
    return axis


def mesh_axes(parser: Any, *axes: s.MeshAxis) -> tuple[s.MeshAxis, ...]:
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


def no_bounds_body(parser: Any) -> Attribute:
    """MLIR says that the bracket is missing, and yet goes on."""
    parser.complaints += parser.missing("expected '<'", parser.next_token).diagnostics
    return s.TypeExtensions(())


ACTIONS: dict[str, Callable[..., Any]] = {
    **{
        action.__name__: action
        for action in (
            number1,
            double,
            dimensions_name,
            dimensions_keyword,
            parameter_sign,
            parameter,
            string_parameter,
            replica_group_parameter,
            sub_axis_info,
            channel_handle_body,
            mesh_axis_body,
            axis_ref_parameters,
            axis_ref_body,
            replica_group_mesh_axes_body,
            mesh_axis_attribute,
            mesh_axes,
            mesh_body,
            output_operand_alias_body,
            result_accuracy_body,
            dot_algorithm_body,
            unknown_bound,
            bounds_body,
            no_bounds_body,
        )
    },
    **dict.fromkeys(("dot_body", "gather_body", "scatter_body", "raw_conv_body", "ragged_dot_body"), parameters),
    "type_extensions_body": bounds_body,
}
