"""The attributes of StableHLO: https://openxla.org/stablehlo/spec."""

from __future__ import annotations

from typing import ClassVar

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DYNAMIC, DenseElementsAttr, RankedTensorType
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS
from sdyopt.mlir.write.attributes import text_of

Dimensions = tuple[int, ...]


class EnumAttr(Attribute):
    """One word out of `cases`."""

    cases: ClassVar[tuple[str, ...]] = ()
    dialect: ClassVar[str] = "stablehlo"

    value: str

    @classmethod
    def type_name(cls) -> str:
        """Returns what error messages call the set of them."""
        return f"::mlir::{cls.dialect}::{cls.__name__}"


class ComparisonDirection(EnumAttr):
    """`#stablehlo<comparison_direction LT>`."""

    cases = ("EQ", "NE", "GE", "GT", "LE", "LT")


class ComparisonType(EnumAttr):
    """`#stablehlo<comparison_type FLOAT>`."""

    cases = ("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")


class FftType(EnumAttr):
    """`#stablehlo<fft_type RFFT>`."""

    cases = ("FFT", "IFFT", "RFFT", "IRFFT")


class Precision(EnumAttr):
    """`#stablehlo<precision HIGHEST>`."""

    cases = ("DEFAULT", "HIGH", "HIGHEST")


class ResultAccuracyMode(EnumAttr):
    """`#stablehlo.result_accuracy_mode<TOLERANCE>`."""

    cases = ("DEFAULT", "HIGHEST", "TOLERANCE")


class RngAlgorithm(EnumAttr):
    """`#stablehlo<rng_algorithm THREE_FRY>`."""

    cases = ("DEFAULT", "THREE_FRY", "PHILOX")


class RngDistribution(EnumAttr):
    """`#stablehlo<rng_distribution UNIFORM>`."""

    cases = ("UNIFORM", "NORMAL")


class Transpose(EnumAttr):
    """`#stablehlo<transpose ADJOINT>`."""

    cases = ("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")


class ResultAccuracy(Attribute):
    """`#stablehlo.result_accuracy<…>`. `atol` and `rtol` are the bits of an f64."""

    atol: int
    rtol: int
    ulps: int
    mode: ResultAccuracyMode

    def check(self) -> None:
        if self.atol >> 63 or self.rtol >> 63 or self.ulps < 0:
            raise ValueError("Negative tolerance")
        if self.mode.value != "TOLERANCE" and (self.atol or self.rtol or self.ulps):
            raise ValueError(
                f"Invalid tolerances for ResultAccuracyAttr with mode {self.mode.value}, must be all zero."
            )


class ChannelHandle(Attribute):
    """`#stablehlo.channel_handle<handle = 1, type = 0>`."""

    handle: int
    type: int


class DotDimensionNumbers(Attribute):
    """`#stablehlo.dot<…>`: which dimensions of the two operands are batched and which contracted."""

    lhs_batching_dimensions: Dimensions = ()
    rhs_batching_dimensions: Dimensions = ()
    lhs_contracting_dimensions: Dimensions = ()
    rhs_contracting_dimensions: Dimensions = ()


class DotAlgorithm(Attribute):
    """`#stablehlo.dot_algorithm<…>`."""

    lhs_precision_type: Type
    rhs_precision_type: Type
    accumulation_type: Type
    lhs_component_count: int
    rhs_component_count: int
    num_primitive_operations: int
    allow_imprecise_accumulation: bool

    def check(self) -> None:
        check_is_known(self)


class GatherDimensionNumbers(Attribute):
    """`#stablehlo.gather<…>`."""

    offset_dims: Dimensions = ()
    collapsed_slice_dims: Dimensions = ()
    operand_batching_dims: Dimensions = ()
    start_indices_batching_dims: Dimensions = ()
    start_index_map: Dimensions = ()
    index_vector_dim: int = 0


class ScatterDimensionNumbers(Attribute):
    """`#stablehlo.scatter<…>`."""

    update_window_dims: Dimensions = ()
    inserted_window_dims: Dimensions = ()
    input_batching_dims: Dimensions = ()
    scatter_indices_batching_dims: Dimensions = ()
    scatter_dims_to_operand_dims: Dimensions = ()
    index_vector_dim: int = 0


class ConvDimensionNumbers(Attribute):
    """`#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>`."""

    input_batch_dimension: int = 0
    input_feature_dimension: int = 0
    input_spatial_dimensions: Dimensions = ()
    kernel_input_feature_dimension: int = 0
    kernel_output_feature_dimension: int = 0
    kernel_spatial_dimensions: Dimensions = ()
    output_batch_dimension: int = 0
    output_feature_dimension: int = 0
    output_spatial_dimensions: Dimensions = ()


class TypeExtensions(Attribute):
    """`#stablehlo.bounds<4, ?>`, the encoding of a tensor: the most that each dynamic dimension may be, or None."""

    bounds: tuple[int | None, ...]

    def check_encoding(self, shape: tuple[int, ...], tensor: str) -> None:
        """Raises ValueError unless this can be the encoding of a tensor of that shape, which is `tensor` without it."""
        if len(self.bounds) != len(shape):
            raise ValueError(
                f"Bounds length is {len(self.bounds)}, expected to be equal to rank({len(shape)}) of the tensor "
                f"'{tensor}'"
            )
        for dimension, (bound, size) in enumerate(zip(self.bounds, shape, strict=True)):
            if bound is not None and size != DYNAMIC:
                raise ValueError(
                    f"Static dimension {dimension} cannot have a bound, use ShapedType::kDynamic to indicate a "
                    f"missing bound in tensor '{tensor}'"
                )


class OutputOperandAlias(Attribute):
    """`#stablehlo.output_operand_alias<…>`: an output that shares the memory of an operand."""

    output_tuple_indices: Dimensions
    operand_index: int
    operand_tuple_indices: Dimensions


class MeshAxis(Attribute):
    """`#stablehlo.mesh_axis<name = "x", size = 2>`."""

    name: str
    size: int


class Mesh(Attribute):
    """`#stablehlo.mesh<axes=[<name = "x", size = 2>]>`."""

    axes: tuple[MeshAxis, ...]
    device_ids: DenseElementsAttr | None = None


class SubAxisInfo(Attribute):
    """`(1)2` within an axis reference."""

    pre_size: int
    size: int


class AxisRef(Attribute):
    """`#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>`."""

    name: str
    sub_axis_info: SubAxisInfo | None = None


class ReplicaGroupMeshAxes(Attribute):
    """`#stablehlo.replica_group_mesh_axes<…>`: replica groups as the axes of a mesh."""

    mesh: Attribute
    """A mesh, one of SDY, or the name of one."""
    axes: tuple[Attribute, ...]


# The algorithms for dot products that some hardware has.

_EIGHT_BITS = frozenset(
    [name for name, format in FLOAT_FORMATS.items() if format.width == 8 and not format.is_unsigned]
)
"""Any two of these can be multiplied into an f32, with or without precise accumulation."""

_SAME_TYPES = {
    ("f16", "f16"): (1,),
    ("f16", "f32"): (1,),
    ("bf16", "bf16"): (1,),
    ("bf16", "f32"): (1, 3, 6, 9),
    ("tf32", "f32"): (1, 3),
    ("f32", "f32"): (1,),
    ("f64", "f64"): (1,),
}
"""For the type of both operands and that of the accumulator: how many primitive operations there may be."""


def is_known(algorithm: DotAlgorithm) -> bool:
    """Whether some hardware has this algorithm."""
    lhs, rhs = text_of(algorithm.lhs_precision_type), text_of(algorithm.rhs_precision_type)
    accumulation = text_of(algorithm.accumulation_type)
    operations = algorithm.num_primitive_operations
    if algorithm.lhs_component_count != 1 or algorithm.rhs_component_count != 1:
        return False
    if lhs in _EIGHT_BITS and rhs in _EIGHT_BITS:
        return accumulation == "f32" and operations == 1
    if lhs != rhs or algorithm.allow_imprecise_accumulation:
        return False
    return operations in _SAME_TYPES.get((lhs, accumulation), ())


def check_is_known(algorithm: DotAlgorithm) -> None:
    """Raises ValueError if no hardware has this algorithm."""
    for what, count in (
        ("lhs component count", algorithm.lhs_component_count),
        ("rhs component count", algorithm.rhs_component_count),
        ("num primitive operations", algorithm.num_primitive_operations),
    ):
        if count <= 0:
            raise ValueError(f"{what} must be positive")
    if not is_known(algorithm):
        raise ValueError(
            "dot algorithm not known to be supported on any hardware: "
            f"{{lhs:'{text_of(algorithm.lhs_precision_type)}', rhs:'{text_of(algorithm.rhs_precision_type)}', "
            f"accum:'{text_of(algorithm.accumulation_type)}', lhs_components:{algorithm.lhs_component_count}, "
            f"rhs_components:{algorithm.rhs_component_count}, primitive_ops:{algorithm.num_primitive_operations}, "
            f"imprecise:{int(algorithm.allow_imprecise_accumulation)}}}"
        )


# The types of StableHLO.


class TokenType(Type):
    """`!stablehlo.token`: what orders operations with side effects."""


class FutureType(Type):
    """`!stablehlo.future<tensor<4xf32>>`: what an asynchronous computation will give."""

    types: tuple[Type, ...]

    def check(self) -> None:
        for type in self.types:
            if not isinstance(type, RankedTensorType):
                raise ValueError(f"future element type must be a ranked tensor, but got '{text_of(type)}'")
