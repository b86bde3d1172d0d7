"""Calls of what is written elsewhere: layouts, memory that is shared, decompositions."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.func.verification import function_type_of, unknown_function
from sdyopt.dialects.stablehlo.attributes import OutputOperandAlias
from sdyopt.dialects.stablehlo.verification.buffers import check_buffers
from sdyopt.dialects.stablehlo.verification.constants import attribute_integers
from sdyopt.dialects.stablehlo.verification.reporting import fail, fail_naming
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import (
    ArrayAttr,
    DenseElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
)
from sdyopt.ir.operation import Operation
from sdyopt.ir.types import MemRefType, RankedTensorType, TupleType, UnrankedTensorType
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.verify.checks import symbol_use
from sdyopt.mlir.verify.inferred_types import quoted
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of

_API_VERSIONS = (
    "API_VERSION_UNSPECIFIED",
    "API_VERSION_ORIGINAL",
    "API_VERSION_STATUS_RETURNING",
    "API_VERSION_STATUS_RETURNING_UNIFIED",
    "API_VERSION_TYPED_FFI",
)
_TYPED_FFI = 4


def custom_call(op: Operation, context: Verification) -> None:
    """Layouts are permutations of dimensions; operands and results that share memory have the same type."""
    operands, results = op.signature.operand_types, op.signature.result_types
    _check_layouts(op, operands, results)
    output: Type = results[0] if len(results) == 1 else TupleType(results)
    aliases = op.properties.get("output_operand_aliases")
    parts: list[tuple[OutputOperandAlias, Type]] = []
    for alias in aliases if isinstance(aliases, ArrayAttr) else ():
        assert isinstance(alias, OutputOperandAlias)
        if not 0 <= alias.operand_index < len(operands):
            fail_naming(
                op,
                "expects operandIndex in the output_operand_alias attribute to be in range "
                f"[0, {len(operands)}); got: {alias.operand_index}.",
            )
        operand_part = _part(op, operands[alias.operand_index], alias.operand_tuple_indices, "operand_tuple_indices")
        output_part = _part(op, output, alias.output_tuple_indices, "output_tuple_indices")
        if operand_part is not output_part:
            fail_naming(
                op,
                "shapes mismatch in the output_operand_alias attribute: operand part has type "
                f"{quoted([operand_part])} and output part has type {quoted([output_part])}",
            )
        parts.append((alias, operand_part))
    _check_backend_config(op)
    target = op.properties["call_target_name"]
    assert isinstance(target, StringAttr)
    check_buffers(op, target.value, parts, output)


def _check_backend_config(op: Operation) -> None:
    config, version = op.properties.get("backend_config"), op.properties.get("api_version")
    number = version.value if isinstance(version, IntegerAttr) else 1
    wanted, what = (DictionaryAttr, "dictionary") if number == _TYPED_FFI else (StringAttr, "string")
    if config is not None and not isinstance(config, wanted):
        fail_naming(op, f"backend_config for api_version {_API_VERSIONS[number]} must be a {what} attribute.")


def _part(op: Operation, type: Type, indices: tuple[int, ...], name: str) -> Type:
    for index in indices:
        if not isinstance(type, TupleType) or not 0 <= index < len(type.types):
            fail_naming(op, f"{name} in the output_operand_alias attribute out of bounds")
        type = type.types[index]
    return type


def _check_layouts(op: Operation, operands: Sequence[Type], results: Sequence[Type]) -> None:
    operand_layouts, result_layouts = op.properties.get("operand_layouts"), op.properties.get("result_layouts")
    if operand_layouts is None and result_layouts is None:
        return
    if not isinstance(operand_layouts, ArrayAttr) or not isinstance(result_layouts, ArrayAttr):
        fail_naming(op, "Layout attributes should be specified for either both operands and results or none.")
    if len(results) == 1 and isinstance(results[0], TupleType):
        results = results[0].types
    _check_layouts_of(op, operands, operand_layouts, "operand")
    _check_layouts_of(op, results, result_layouts, "result")


def _check_layouts_of(op: Operation, types: Sequence[Type], layouts: ArrayAttr, what: str) -> None:
    if len(types) != len(layouts):
        fail_naming(op, f"Number of {what}s must match the number of {what} layouts, {len(types)} != {len(layouts)}")
    for index, (type, layout) in enumerate(zip(types, layouts, strict=True)):
        assert isinstance(layout, DenseElementsAttr)
        if isinstance(type, TupleType):
            fail_naming(op, "Tuple types are not fully supported with layout constraints yet")
        order = attribute_integers(op, layout)
        if not isinstance(type, (RankedTensorType, UnrankedTensorType, MemRefType)):
            if order:
                fail_naming(
                    op,
                    f"Only tensor types can have non-empty layout: {what} #{index} of type {quoted([type])} has "
                    f"layout {text_of(layout)}",
                )
        elif not isinstance(type, UnrankedTensorType) and sorted(order) != list(range(len(type.shape))):
            fail_naming(
                op,
                f"incorrect layout {text_of(layout)} for type {quoted([type])}, layout must be a permutation of "
                f"[0, {len(type.shape)})",
            )


_NAME = pattern(r"[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+")


@symbol_use
def composite(op: Operation, context: Verification) -> None:
    """The decomposition is a function with the operands and results of the operation."""
    name = op.properties["name"]
    assert isinstance(name, StringAttr)
    if not _NAME.fullmatch(name.value):
        fail(
            op,
            "name must be a valid namespaced op name, i.e. it must match the following regular expression: "
            f'^{_NAME.pattern}$ e.g. "my_namespace.my_op"',
        )
    reference = op.properties["decomposition"]
    assert isinstance(reference, SymbolRefAttr)
    function = context.symbol(op, reference.root)
    if function is None or function.name != "func.func":
        message = f"'{reference.root}' does not reference a valid function"
        fail(op, unknown_function(message, reference.root, op, context))
    type = function_type_of(function, context)
    for what, types, expected in (
        ("operand", op.signature.operand_types, type.inputs),
        ("result", op.signature.result_types, type.results),
    ):
        if len(types) != len(expected):
            fail(op, f"has {len(types)} {what}(s), but decomposition has {len(expected)}")
        for index, (found, wanted) in enumerate(zip(types, expected, strict=True)):
            if found is not wanted:
                fail(
                    op,
                    f"{what} at index {index} has type {quoted([found])}, but decomposition has type "
                    f"{quoted([wanted])}",
                )
