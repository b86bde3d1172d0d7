"""Custom calls."""

from __future__ import annotations

import re

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.stablehlo.attributes import OutputOperandAlias
from sdyopt.hlo_import.opcodes import opcode
from sdyopt.hlo_import.subject import Subject
from sdyopt.hlo_import.syntax import list_items
from sdyopt.hlo_import.types import converted_shape, layout_attribute
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I32, TRUE, ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr, SymbolRefAttr
from sdyopt.ir.value import Value
from sdyopt.layout import TupleShape
from sdyopt.mlir.diagnostics import CompilationError
from sdyopt.mlir.write.attribute_texts import parse_attribute

_VERSIONS = {
    "API_VERSION_ORIGINAL": 1,
    "API_VERSION_STATUS_RETURNING": 2,
    "API_VERSION_STATUS_RETURNING_UNIFIED": 3,
    "API_VERSION_TYPED_FFI": 4,
}
_ALIAS = re.compile(
    r"\{\s*((?:\d{1,9}(?:[,\s]+|(?=\})))*)\}\s*:\s*\(\s*(\d{1,9})\s*,\s*\{\s*((?:\d{1,9}(?:[,\s]+|(?=\})))*)\}\s*\)"
)
_NUMBER = re.compile(r"\d+")


@opcode(
    "custom-call",
    (0, None),
    required=["custom_call_target"],
    optional=[
        "api_version",
        "batch_group_count",
        "called_computations",
        "custom_call_has_side_effect",
        "dim_labels",
        "feature_group_count",
        "operand_layout_constraints",
        "operand_precision",
        "output_to_operand_aliasing",
        "padding_type",
        "to_apply",
        "window",
    ],
)
def custom_call(subject: Subject) -> Value:
    """A tuple remains one."""
    version = subject.text("api_version", "API_VERSION_ORIGINAL") or ""
    if version not in _VERSIONS:
        subject.fail_at("api_version", f"expected one of {', '.join(_VERSIONS)}, found '{version[:40]}'")
    properties: dict[str, Attribute] = {
        "call_target_name": StringAttr(subject.string("custom_call_target")),
        "backend_config": _backend_config(subject, _VERSIONS[version]),
    }
    if _VERSIONS[version] != 1:
        properties["api_version"] = IntegerAttr(_VERSIONS[version], I32)
    if subject.flag("custom_call_has_side_effect"):
        properties["has_side_effect"] = TRUE
    called = _called(subject)
    if "operand_layout_constraints" in subject.instruction.attributes:
        properties |= _layouts(subject)  # XLA forgets the computations then.
    elif called:
        properties["called_computations"] = ArrayAttr(tuple(called))
    aliases = _aliases(subject)
    if aliases:
        properties["output_operand_aliases"] = ArrayAttr(tuple(aliases))
    return subject.create("stablehlo.custom_call", properties).result


def _backend_config(subject: Subject, version: int) -> Attribute:
    """Returns the configuration: a dictionary for typed calls, text for others."""
    text = subject.string("backend_config")
    if version != 4:
        return StringAttr(text)
    try:
        found = parse_attribute(text or "{}", REGISTRY)
    except CompilationError as error:
        subject.fail_at("backend_config", f"expected a dictionary of attributes: {error.diagnostics[0].message}")
    if not isinstance(found, DictionaryAttr):
        subject.fail_at("backend_config", "expected a dictionary of attributes")
    return found


def _called(subject: Subject) -> list[Attribute]:
    found: list[Attribute] = []
    for name in ("to_apply", "called_computations"):
        if name in subject.instruction.attributes and not found:
            text, place = subject.instruction.attributes[name]
            for each in list_items(text) if text.startswith("{") else [text]:
                computation = subject.computations.named(each.removeprefix("%"), place, subject.instruction)
                found.append(SymbolRefAttr((subject.computations.function_name(computation),)))
    return found


def _layouts(subject: Subject) -> dict[str, Attribute]:
    """Returns the layouts of operands, as they are constrained, and of results."""
    text, place = subject.instruction.attributes["operand_layout_constraints"]
    operands = [layout_attribute(converted_shape(shape, place).shape) for shape in list_items(text)]
    shape = subject.shape.shape
    results = layout_attribute(shape)
    return {
        "operand_layouts": ArrayAttr(tuple(operands)),
        "result_layouts": results if isinstance(shape, TupleShape) else ArrayAttr((results,)),
    }


def _aliases(subject: Subject) -> list[OutputOperandAlias]:
    """Reads `{{0}: (0, {}), {1}: (1, {})}`."""
    text = subject.text("output_to_operand_aliasing") or ""
    found = []
    for output, operand, index in _ALIAS.findall(text):
        found.append(OutputOperandAlias(_numbers(output), int(operand), _numbers(index)))
    if text and _ALIAS.sub("", text).strip("{}, \n\t"):
        subject.fail_at("output_to_operand_aliasing", "expected {output index}: (operand, {operand index}), …")
    return found


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, _NUMBER.findall(text)))
