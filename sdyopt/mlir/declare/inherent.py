"""What a text may give as inherent attributes: some are refused as they are read, before anything is verified."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I32, DenseArrayAttr, DictionaryAttr
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.mlir.declare.definition import OpDef

SEGMENT_SIZES = {"operandSegmentSizes": "operands", "resultSegmentSizes": "results"}
"""The inherent attributes that say how many values belong to each name of the declaration, and what these are."""

_FORMER_NAMES = {"operand_segment_sizes": "operandSegmentSizes", "result_segment_sizes": "resultSegmentSizes"}
"""How these were called in older programs."""


def unacceptable(definition: OpDef, attributes: Mapping[str, Attribute]) -> str | None:
    """What is wrong with inherent attributes that stand among the discardable ones."""
    for attribute in definition.sorted_attributes:
        value = attributes.get(attribute.name)
        if value is not None and not attribute.constraint.accepts(value):
            return (
                f"'{definition.name}' op attribute '{attribute.name}' failed to satisfy constraint: "
                f"{attribute.constraint.summary}"
            )
    return None


def held(definition: OpDef, attributes: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """The inherent ones of some attributes. Those of another kind than declared are as if they were not there."""
    return {name: value for name, value in attributes.items() if _misfit(definition, name, value) is None}


def assigned(
    definition: OpDef, properties: dict[str, Attribute], attributes: dict[str, Attribute]
) -> tuple[DictionaryAttr, DictionaryAttr]:
    """Returns properties and discardable attributes after `attributes` have been set on an operation, one by one.

    One with the name of a property becomes that property; if it is of another kind than declared, the property is gone.
    """
    if definition.attributes_by_name.keys().isdisjoint(attributes):
        return DictionaryAttr.of(properties), DictionaryAttr.of(attributes)
    known, others = dict(properties), dict(attributes)
    for name in definition.attributes_by_name.keys() & others.keys():
        value = others.pop(name)
        known.pop(name, None)
        if definition.attributes_by_name[name].constraint.holds(value):
            known[name] = value
    return DictionaryAttr.of(known), DictionaryAttr.of(others)


def converted(definition: OpDef, given: Attribute) -> dict[str, Attribute]:
    """The properties that are given as such. Raises ValueError for attributes of another kind than declared."""
    problem: str | None = None
    properties: dict[str, Attribute] = {}
    if not definition.inherent_names:
        problem = "this operation has empty properties"
    elif not isinstance(given, DictionaryAttr):
        problem = "expected DictionaryAttr to set properties"
    else:
        properties = {_FORMER_NAMES.get(name, name): value for name, value in given.items()}
        names = [*[attribute.name for attribute in definition.sorted_attributes], *SEGMENT_SIZES]
        problems = [_misfit(definition, name, properties[name]) for name in names if name in properties]
        problem = next((problem for problem in problems if problem), None)
    if problem is not None:
        raise ValueError(f"invalid properties {text_of(given)} for op {definition.name}: {problem}")
    return held(definition, properties)


def _misfit(definition: OpDef, name: str, value: Attribute) -> str | None:
    """Why an attribute cannot be that property; "" if there is no such property."""
    attribute = definition.attributes_by_name.get(name)
    if attribute is not None:
        if attribute.constraint.holds(value):
            return None
        return f"Invalid attribute `{name}` in property conversion: {text_of(value)}"
    if name not in definition.inherent_names:
        return ""
    if not isinstance(value, DenseArrayAttr) or value.element_type is not I32:
        return f"for `{name}`: expected DenseI32ArrayAttr"
    count = len(getattr(definition, SEGMENT_SIZES[name]))
    if len(value.values) != count:
        return f"for `{name}`: size mismatch in attribute conversion: {len(value.values)} vs {count}"
    return None
