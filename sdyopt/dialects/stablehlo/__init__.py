"""The StableHLO dialect: operations on tensors."""

from __future__ import annotations

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.ops import OPERATIONS
from sdyopt.dialects.stablehlo.syntax import DIRECTIVES, meshes
from sdyopt.dialects.stablehlo.syntax import attributes as syntax
from sdyopt.dialects.stablehlo.syntax.dimension_numbers import CONV, dimension_numbers
from sdyopt.dialects.stablehlo.syntax.types import FUTURE
from sdyopt.dialects.stablehlo.types import TokenType
from sdyopt.dialects.stablehlo.verification.collectives import mesh_is_known
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.formats.constant import Constant

__all__ = ["STABLEHLO"]


STABLEHLO = Dialect(
    "stablehlo",
    OPERATIONS,
    attributes=[
        *(syntax.COMPARISON_DIRECTION, syntax.COMPARISON_TYPE, syntax.FFT_TYPE, syntax.PRECISION),
        *(syntax.RNG_ALGORITHM, syntax.RNG_DISTRIBUTION, syntax.TRANSPOSE),
        dimension_numbers(s.DotDimensionNumbers, "dot"),
        dimension_numbers(s.GatherDimensionNumbers, "gather"),
        dimension_numbers(s.ScatterDimensionNumbers, "scatter"),
        *(syntax.RESULT_ACCURACY_MODE, syntax.RESULT_ACCURACY, syntax.CHANNEL_HANDLE, syntax.DOT_ALGORITHM),
        *(syntax.OUTPUT_OPERAND_ALIAS, CONV, syntax.TYPE_EXTENSIONS, syntax.BOUNDS),
        *(meshes.MESH_AXIS, meshes.MESH, meshes.SUB_AXIS_INFO, meshes.AXIS_REF, meshes.REPLICA_GROUP_MESH_AXES),
    ],
    types=[AttributeDef(TokenType, "token"), FUTURE],
    symbol_users={s.ReplicaGroupMeshAxes: mesh_is_known},
    directives=[*DIRECTIVES, Constant],
    sharding_rules="sdyopt.dialects.stablehlo.sharding_rules",
    unknown_attribute="unknown StableHLO attribute",
    unknown_type="unknown stablehlo type: {mnemonic}",
    patterns="sdyopt.dialects.stablehlo.canonicalize",
)
