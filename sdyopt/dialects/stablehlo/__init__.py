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
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.formats.constant import Constant

__all__ = ["STABLEHLO"]


def _enum(cls: type[s.EnumAttr], mnemonic: str) -> AttributeDef:
    return AttributeDef(cls, mnemonic, parse=enums.enum_body(cls), write=printing.enum)


def _dimensions(cls: type, mnemonic: str) -> AttributeDef:
    return AttributeDef(
        cls, mnemonic, parse=parameters.dimension_numbers(cls, mnemonic), write=printing.dimension_numbers
    )


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
            parse=enums.bracketed_enum_body(s.ResultAccuracyMode),
            write=printing.bracketed_enum,
        ),
        AttributeDef(s.ResultAccuracy, "result_accuracy", parse=bodies.result_accuracy, write=printing.result_accuracy),
        AttributeDef(s.ChannelHandle, "channel_handle", parse=parameters.channel_handle, write=printing.parameters),
        AttributeDef(s.DotAlgorithm, "dot_algorithm", parse=bodies.dot_algorithm, write=printing.parameters),
        AttributeDef(
            s.OutputOperandAlias, "output_operand_alias", parse=bodies.output_operand_alias, write=printing.parameters
        ),
        AttributeDef(s.ConvDimensionNumbers, "conv", parse=parameters.conv, write=printing.conv),
        AttributeDef(s.TypeExtensions, "type_extensions", parse=bodies.type_extensions, write=printing.bounds),
        AttributeDef(s.TypeExtensions, "bounds", parse=bodies.bounds, write=printing.bounds),
        AttributeDef(s.MeshAxis, "mesh_axis", parse=meshes.mesh_axis, write=printing.parameters),
        AttributeDef(s.Mesh, "mesh", parse=meshes.mesh, write=printing.mesh),
        AttributeDef(s.AxisRef, "axis_ref", parse=meshes.axis_ref, write=printing.axis_ref),
        AttributeDef(
            s.ReplicaGroupMeshAxes,
            "replica_group_mesh_axes",
            parse=meshes.replica_group_mesh_axes,
            write=printing.replica_group_mesh_axes,
        ),
    ],
    types=[
        AttributeDef(TokenType, "token", parse=lambda parser: TokenType(), write=printing.nothing),
        AttributeDef(FutureType, "future", parse=future, write=printing.future),
    ],
    symbol_users={s.ReplicaGroupMeshAxes: mesh_is_known},
    directives=[*DIRECTIVES, Constant],
    sharding_rules="sdyopt.dialects.stablehlo.sharding_rules",
    unknown_attribute="unknown StableHLO attribute",
    unknown_type="unknown stablehlo type: {mnemonic}",
    patterns="sdyopt.dialects.stablehlo.canonicalize",
    constants=["stablehlo.constant"],
)
