"""The StableHLO dialect: operations on tensors."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.attributes import TokenType
from sdyopt.dialects.stablehlo.ops import OPERATIONS
from sdyopt.dialects.stablehlo.syntax import DIRECTIVES
from sdyopt.dialects.stablehlo.syntax import attributes as meshes
from sdyopt.dialects.stablehlo.syntax.attributes import CONV, dimension_numbers
from sdyopt.dialects.stablehlo.syntax.operations import FUTURE
from sdyopt.dialects.stablehlo.verification.collectives import mesh_is_known
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef

__all__ = ["STABLEHLO"]


STABLEHLO = Dialect(
    "stablehlo",
    OPERATIONS,
    attributes=[
        *(meshes.COMPARISON_DIRECTION, meshes.COMPARISON_TYPE, meshes.FFT_TYPE, meshes.PRECISION),
        *(meshes.RNG_ALGORITHM, meshes.RNG_DISTRIBUTION, meshes.TRANSPOSE),
        dimension_numbers(s.DotDimensionNumbers, "dot"),
        dimension_numbers(s.GatherDimensionNumbers, "gather"),
        dimension_numbers(s.ScatterDimensionNumbers, "scatter"),
        *(meshes.RESULT_ACCURACY_MODE, meshes.RESULT_ACCURACY, meshes.CHANNEL_HANDLE, meshes.DOT_ALGORITHM),
        *(meshes.OUTPUT_OPERAND_ALIAS, CONV, meshes.TYPE_EXTENSIONS, meshes.BOUNDS),
        *(meshes.MESH_AXIS, meshes.MESH, meshes.SUB_AXIS_INFO, meshes.AXIS_REF, meshes.REPLICA_GROUP_MESH_AXES),
    ],
    types=[AttributeDef(TokenType, "token"), FUTURE],
    symbol_users={s.ReplicaGroupMeshAxes: mesh_is_known},
    directives=DIRECTIVES,
    sharding_rules="sdyopt.dialects.stablehlo.sharding_rules",
    unknown_attribute="unknown StableHLO attribute",
    unknown_type="unknown stablehlo type: {mnemonic}",
    patterns="sdyopt.dialects.stablehlo.canonicalize",
)
