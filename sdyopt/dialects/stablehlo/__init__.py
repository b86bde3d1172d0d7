"""The StableHLO dialect: operations on tensors."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo import printing
from sdyopt.dialects.stablehlo.ops import OPERATIONS
from sdyopt.dialects.stablehlo.syntax import SYNTAX
from sdyopt.dialects.stablehlo.syntax.enums import EnumReader
from sdyopt.dialects.stablehlo.syntax.parameters import conv, with_parameters
from sdyopt.dialects.stablehlo.syntax.types import future
from sdyopt.dialects.stablehlo.types import FutureType, TokenType
from sdyopt.dialects.stablehlo.verification.collectives import mesh_is_known
from sdyopt.mlir.declare.dialect import AttributeDef, Dialect
from sdyopt.mlir.formats.constant import Constant

__all__ = ["STABLEHLO"]


def _enum(cls: type[s.EnumAttr], mnemonic: str) -> AttributeDef:
    return AttributeDef(cls, mnemonic, "enum_body", printing.enum, EnumReader(cls))


def _dimensions(cls: type, mnemonic: str) -> AttributeDef:
    return AttributeDef(cls, mnemonic, f"{mnemonic}_body", printing.dimension_numbers, with_parameters(cls))


STABLEHLO = Dialect(
    "stablehlo",
    OPERATIONS,
    attributes=[
        _enum(s.ComparisonDirection, "comparison_direction"),
        _enum(s.ComparisonType, "comparison_type"),
        _enum(s.FftType, "fft_type"),
        _enum(s.Precision, "precision"),
        _enum(s.RngAlgorithm, "rng_algorithm"),
        _enum(s.RngDistribution, "rng_distribution"),
        _enum(s.Transpose, "transpose"),
        _dimensions(s.DotDimensionNumbers, "dot"),
        _dimensions(s.GatherDimensionNumbers, "gather"),
        _dimensions(s.ScatterDimensionNumbers, "scatter"),
        AttributeDef(
            s.ResultAccuracyMode,
            "result_accuracy_mode",
            "bracketed_enum_body",
            printing.bracketed_enum,
        ),
        AttributeDef(s.ResultAccuracy, "result_accuracy", "result_accuracy_body", printing.result_accuracy),
        AttributeDef(s.ChannelHandle, "channel_handle", "channel_handle_body", printing.parameters),
        AttributeDef(s.DotAlgorithm, "dot_algorithm", "dot_algorithm_body", printing.parameters),
        AttributeDef(s.OutputOperandAlias, "output_operand_alias", "output_operand_alias_body", printing.parameters),
        AttributeDef(s.ConvDimensionNumbers, "conv", "conv_body", printing.conv, conv),
        AttributeDef(s.TypeExtensions, "type_extensions", "type_extensions_body", printing.bounds),
        AttributeDef(s.TypeExtensions, "bounds", "bounds_body", printing.bounds),
        AttributeDef(s.MeshAxis, "mesh_axis", "mesh_axis_body", printing.parameters),
        AttributeDef(s.Mesh, "mesh", "mesh_body", printing.mesh),
        AttributeDef(s.AxisRef, "axis_ref", "axis_ref_body", printing.axis_ref),
        AttributeDef(
            s.ReplicaGroupMeshAxes,
            "replica_group_mesh_axes",
            "replica_group_mesh_axes_body",
            printing.replica_group_mesh_axes,
        ),
    ],
    types=[
        AttributeDef(TokenType, "token", "empty_body", printing.nothing, lambda body: TokenType(), has_body=False),
        AttributeDef(FutureType, "future", "future_body", printing.future, future),
    ],
    symbol_users={s.ReplicaGroupMeshAxes: mesh_is_known},
    syntax=[*SYNTAX, Constant],
    sharding_rules="sdyopt.dialects.stablehlo.sharding_rules",
    unknown_attribute="unknown StableHLO attribute",
    unknown_type="unknown stablehlo type: {mnemonic}",
    patterns="sdyopt.dialects.stablehlo.canonicalize",
    constants=["stablehlo.constant"],
)
