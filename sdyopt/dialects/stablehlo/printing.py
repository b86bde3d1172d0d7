"""How the attributes and types of StableHLO are written after the mnemonic."""

from __future__ import annotations

from typing import Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.types import FutureType
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.types import FloatType
from sdyopt.mlir.write.attributes import text_of, texts_of
from sdyopt.mlir.write.builtin import float_literal
from sdyopt.mlir.write.quoting import string_token

_F64 = FloatType("f64")


def integers(values: tuple[int, ...]) -> str:
    """`[0, 1]`."""
    return f"[{', '.join([str(value) for value in values])}]"


def enum(attribute: s.EnumAttr) -> str:
    return f" {attribute.value}"


def bracketed_enum(attribute: s.EnumAttr) -> str:
    return f"<{attribute.value}>"


def nothing(attribute: Attribute) -> str:
    return ""


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return integers(value)
    return string_token(value) if isinstance(value, str) else text_of(value)


def parameters(attribute: Any) -> str:
    """All fields under their names."""
    return f"<{', '.join([f'{field} = {_value(getattr(attribute, field))}' for field in type(attribute).fields])}>"


def dimension_numbers(attribute: Any) -> str:
    """The fields that are neither empty nor zero, under their names."""
    fields = [(field, getattr(attribute, field)) for field in type(attribute).fields]
    return f"<{', '.join([f'{field} = {_value(value)}' for field, value in fields if value])}>"


def result_accuracy(attribute: s.ResultAccuracy) -> str:
    parts = []
    if attribute.atol:
        parts.append(f"atol = {float_literal(attribute.atol, _F64)}")
    if attribute.rtol:
        parts.append(f"rtol = {float_literal(attribute.rtol, _F64)}")
    if attribute.ulps:
        parts.append(f"ulps = {attribute.ulps}")
    return f"<{', '.join([*parts, f'mode = {text_of(attribute.mode)}'])}>"


def bounds(attribute: s.TypeExtensions) -> str:
    return f"<{', '.join(['?' if bound is None else str(bound) for bound in attribute.bounds])}>"


def conv(attribute: s.ConvDimensionNumbers) -> str:
    return f"<{conv_lists(attribute)}>"


def conv_lists(n: s.ConvDimensionNumbers) -> str:
    """The body of the attribute: the three lists, or all parameters if a dimension lies outside of its list."""
    lists = [
        _dimension_list("bf", (n.input_batch_dimension, n.input_feature_dimension), n.input_spatial_dimensions),
        _dimension_list(
            "io", (n.kernel_input_feature_dimension, n.kernel_output_feature_dimension), n.kernel_spatial_dimensions
        ),
        _dimension_list("bf", (n.output_batch_dimension, n.output_feature_dimension), n.output_spatial_dimensions),
    ]
    if None in lists:
        fields = [f"{field} = {_value(getattr(n, field))}" for field in type(n).fields]
        return f"raw {', '.join(fields)}"
    return f"{lists[0]}x{lists[1]}->{lists[2]}"


def _dimension_list(letters: str, positions: tuple[int, int], spatial: s.Dimensions) -> str | None:
    """One list: what comes later overwrites, and what is not given is a zero, as in the reference."""
    names = ["0"] * (len(positions) + len(spatial))
    for name, position in [*zip(letters, positions, strict=True), *enumerate(spatial)]:
        if not 0 <= position < len(names):
            return None
        names[position] = str(name)
    return f"[{', '.join(names)}]"


def mesh(attribute: s.Mesh) -> str:
    axes = ", ".join([parameters(axis) for axis in attribute.axes])
    ids = "" if attribute.device_ids is None else f", device_ids={text_of(attribute.device_ids)}"
    return f"<axes=[{axes}]{ids}>"


def sub_axis_info(attribute: s.SubAxisInfo) -> str:
    return f"({attribute.pre_size}){attribute.size}"


def axis_ref(attribute: s.AxisRef) -> str:
    info = attribute.sub_axis_info
    rest = "" if info is None else f", sub_axis_info = {sub_axis_info(info)}"
    return f"<name = {string_token(attribute.name)}{rest}>"


def replica_group_mesh_axes(attribute: s.ReplicaGroupMeshAxes) -> str:
    return f"<mesh = {text_of(attribute.mesh)}, axes = [{texts_of(attribute.axes)}]>"


def future(type: FutureType) -> str:
    return f"<{texts_of(type.types)}>"
