"""What MLIR reports after an error in a part of a rule of stablehlo.lark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sdyopt.dialects.stablehlo import attributes as s
from sdyopt.dialects.stablehlo.parameters import EnumReader, WholeAttribute, Word, unread_case
from sdyopt.ods.definition import OpDef
from sdyopt.ods.dialect import AttributeDef
from sdyopt.ods.follow_ups import AtStart, FollowUp, FollowUps, Unclosed, unread_parameter
from sdyopt.ods.format import AttributeElement, Element, Group

_NO_NAME = "expected a parameter name in struct"


def _parameter(attribute: str, name: str, type: str) -> str:
    return unread_parameter(f"StableHLO_{attribute}", name, type)


def _list_of(attribute: str, name: str, type: str) -> str:
    return _parameter(attribute, name, f"::llvm::ArrayRef<{type}>")


def _named(attribute: str, **types: str) -> FollowUp:
    """The message about the parameter whose name is the rule's first value."""

    def message(values: Sequence[Any], base: int) -> str:
        name: str = values[base]
        return _parameter(attribute, name, types[name])

    return message


def _case(values: Sequence[Any], base: int) -> str:
    """The message about the enumeration that is being read."""
    definition = next(value for value in reversed(values[:base]) if isinstance(value, AttributeDef))
    return unread_case(definition.cls)


def _case_in_format(values: Sequence[Any], base: int) -> str:
    """The message about the enumeration that is being read in an operation's format."""
    definition: OpDef = values[base]
    assert definition.format is not None
    readers = list(_EnumReaders(definition.format.elements))
    read = sum(isinstance(value, (Word, WholeAttribute)) for value in values[base:])
    return unread_case(readers[min(read, len(readers) - 1)].cls)


def _EnumReaders(elements: Sequence[Element]) -> Iterator[EnumReader]:
    for element in elements:
        if isinstance(element, Group):
            yield from _EnumReaders(element.elements)
        elif isinstance(element, AttributeElement) and isinstance(element.constraint.read, EnumReader):
            yield element.constraint.read


FOLLOW_UPS: FollowUps = {
    "enum_body * 0": _case,
    "bracketed_enum_body bracketed_enum_word": _case,
    "custom_op enum_value": _case_in_format,
    "precision_list precision_word": unread_case(s.Precision),
    "custom_op integer_list": Unclosed("]"),
    "dot_dimensions integer_list": Unclosed("]"),
    "barrier_operands types_at": AtStart("expected type list"),
    # Any of the parameters, in any order.
    "dot_body *": "failed parsing dot dimension numbers attribute",
    "gather_body *": "failed parsing gather dimension numbers attribute",
    "scatter_body *": "failed parsing scatter dimension numbers attribute",
    "raw_conv_body *": "failed parsing dot dimension numbers attribute",
    # All of the parameters, in any order.
    "channel_handle_sign * 0": _NO_NAME,
    "channel_handle_parameter number64": _named("ChannelHandle", handle="int64_t", type="int64_t"),
    "name_sign * 0": _NO_NAME,
    "size_sign * 0": _NO_NAME,
    "mesh_axis_parameter STRING": _parameter("MeshAxis", "name", "::llvm::StringRef"),
    "mesh_axis_parameter number64": _parameter("MeshAxis", "size", "int64_t"),
    "sub_axis_sign * 0": _NO_NAME,
    "axis_ref_parameter STRING": _parameter("AxisRef", "name", "::llvm::StringRef"),
    "axis_ref_parameter sub_axis_info": _parameter("AxisRef", "sub_axis_info", "SubAxisInfoAttr"),
    "sub_axis_info number64 1": _parameter("SubAxisInfo", "pre_size", "int64_t"),
    "sub_axis_info number64 3": _parameter("SubAxisInfo", "size", "int64_t"),
    "replica_group_sign * 0": _NO_NAME,
    "replica_group_parameter attribute": _named("ReplicaGroupMeshAxes", mesh="Attribute", axes="ArrayAttr"),
    # All of the parameters, in this order.
    "mesh_axes mesh_axis_part": _list_of("Mesh", "axes", "stablehlo::MeshAxisAttr"),
    "mesh_body attribute": _parameter("Mesh", "device_ids", "DenseIntElementsAttr"),
    "output_operand_alias_body integer_list 3": _list_of("OutputOperandAlias", "outputTupleIndices", "int64_t"),
    "output_operand_alias_body number64": _parameter("OutputOperandAlias", "operandIndex", "int64_t"),
    "output_operand_alias_body integer_list 11": _list_of("OutputOperandAlias", "operandTupleIndices", "int64_t"),
    "_dot_algorithm_types type 2": _parameter("DotAlgorithm", "lhsPrecisionType", "Type"),
    "_dot_algorithm_types type 6": _parameter("DotAlgorithm", "rhsPrecisionType", "Type"),
    "_dot_algorithm_types type 10": _parameter("DotAlgorithm", "accumulationType", "Type"),
    "_dot_algorithm_counts number64 2": _parameter("DotAlgorithm", "lhsComponentCount", "int64_t"),
    "_dot_algorithm_counts number64 6": _parameter("DotAlgorithm", "rhsComponentCount", "int64_t"),
    "_dot_algorithm_counts number64 10": _parameter("DotAlgorithm", "numPrimitiveOperations", "int64_t"),
    "dot_algorithm_body number1": _parameter("DotAlgorithm", "allowImpreciseAccumulation", "bool"),
    "future_body type": _list_of("Future", "types", "::mlir::Type"),
}
