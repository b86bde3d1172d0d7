"""The StableHLO dialect: operations on tensors."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo import printing
from sdyopt.dialects.stablehlo.ops import OPERATIONS
from sdyopt.dialects.stablehlo.syntax import DIRECTIVES, enums, meshes, parameters
from sdyopt.dialects.stablehlo.syntax import attributes as bodies
from sdyopt.dialects.stablehlo.syntax.types import future
from sdyopt.dialects.stablehlo.types import FutureType, TokenType
from sdyopt.dialects.stablehlo.verification.collectives import mesh_is_known
from sdyopt.mlir.declare.dialect import AttributeDef, Dialect
from sdyopt.mlir.formats.constant import Constant

__all__ = ["STABLEHLO"]


def _enum(cls: type[s.EnumAttr], mnemonic: str) -> AttributeDef:
    return AttributeDef(cls, mnemonic, enums.enum_body(cls), printing.enum)


def _dimensions(cls: type, mnemonic: str) -> AttributeDef:
    return AttributeDef(cls, mnemonic, parameters.dimension_numbers(cls, mnemonic), printing.dimension_numbers)


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
            enums.bracketed_enum_body(s.ResultAccuracyMode),
            printing.bracketed_enum,
        ),
        AttributeDef(s.ResultAccuracy, "result_accuracy", bodies.result_accuracy, printing.result_accuracy),
        AttributeDef(s.ChannelHandle, "channel_handle", parameters.channel_handle, printing.parameters),
        AttributeDef(s.DotAlgorithm, "dot_algorithm", bodies.dot_algorithm, printing.parameters),
        AttributeDef(s.OutputOperandAlias, "output_operand_alias", bodies.output_operand_alias, printing.parameters),
        AttributeDef(s.ConvDimensionNumbers, "conv", parameters.conv, printing.conv),
        AttributeDef(s.TypeExtensions, "type_extensions", bodies.type_extensions, printing.bounds),
        AttributeDef(s.TypeExtensions, "bounds", bodies.bounds, printing.bounds),
        AttributeDef(s.MeshAxis, "mesh_axis", meshes.mesh_axis, printing.parameters),
        AttributeDef(s.Mesh, "mesh", meshes.mesh, printing.mesh),
        AttributeDef(s.AxisRef, "axis_ref", meshes.axis_ref, printing.axis_ref),
        AttributeDef(
            s.ReplicaGroupMeshAxes,
            "replica_group_mesh_axes",
            meshes.replica_group_mesh_axes,
            printing.replica_group_mesh_axes,
        ),
    ],
    types=[
        AttributeDef(TokenType, "token", lambda parser: TokenType(), printing.nothing),
        AttributeDef(FutureType, "future", future, printing.future),
    ],
    symbol_users={s.ReplicaGroupMeshAxes: mesh_is_known},
    directives=[*DIRECTIVES, Constant],
    sharding_rules="sdyopt.dialects.stablehlo.sharding_rules",
    unknown_attribute="unknown StableHLO attribute",
    unknown_type="unknown stablehlo type: {mnemonic}",
    patterns="sdyopt.dialects.stablehlo.canonicalize",
    constants=["stablehlo.constant"],
)
