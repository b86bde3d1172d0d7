"""The attributes of a module, from its first line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sdyopt.hlo_import.computations import FRONTEND_ATTRIBUTES, ModuleConverter, frontend_attributes
from sdyopt.hlo_import.errors import fail
from sdyopt.hlo_import.subject import i64_array, i64_attribute
from sdyopt.hlo_import.syntax import HloText, list_items
from sdyopt.hlo_import.types import ConvertedShape, converted_shape, has_default_layout, index_list, layout_attribute
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import FALSE, I32, ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr
from sdyopt.layout import ArrayShape
from sdyopt.layout.layout import Tile

_KNOWN = frozenset(
    {
        "alias_passthrough_params",
        "allow_spmd_sharding_propagation_to_output",
        "allow_spmd_sharding_propagation_to_parameters",
        "buffer_donor",
        "entry_computation_layout",
        "frontend_attributes",
        "input_output_alias",
        "is_scheduled",
        "num_partitions",
        "origin_recovery_table",
        "replica_count",
    }
)
"""The attributes that the first line may have."""

_MOST_DEVICES = 2**31 - 1

_ALIAS = re.compile(
    r"\{\s*((?:\d{1,9}(?:[,\s]+|(?=\})))*)\}\s*:\s*"
    r"(?:\(\s*(\d{1,9})\s*,\s*\{\s*((?:\d{1,9}(?:[,\s]+|(?=\})))*)\}\s*(?:,\s*(may-alias|must-alias)\s*)?\)|(\d{1,9}))"
)
_NUMBER = re.compile(r"\d+")


def module_attributes(text: HloText, converter: ModuleConverter) -> DictionaryAttr:
    """Returns the attributes of the module. Raises CompilationError."""
    for name, (_, place) in text.attributes.items():
        if name not in _KNOWN:
            fail(f"a module has no attribute '{name}'", place)
    found: dict[str, Attribute] = {
        "mhlo.cross_program_prefetches": ArrayAttr(()),
        "mhlo.input_output_alias": ArrayAttr(tuple(_aliases(text))),
        "mhlo.is_dynamic": FALSE,
        "mhlo.use_auto_spmd_partitioning": FALSE,
    }
    for name, attribute in (("num_partitions", "mhlo.num_partitions"), ("replica_count", "mhlo.num_replicas")):
        count = _device_count(text, name)
        if count != 1:
            found[attribute] = IntegerAttr(count, I32)
    frontend = text.attributes.get("frontend_attributes")
    if frontend is not None:
        found[FRONTEND_ATTRIBUTES] = frontend_attributes(*frontend)
    parameters, result = _entry_shapes(text, converter)
    found |= _layouts("parameter_layouts", "parameter_tiles", parameters)
    found |= _layouts("result_layout", "result_tiles", [result])
    return DictionaryAttr.of(found)


def _device_count(text: HloText, name: str) -> int:
    """Returns how many partitions or replicas the module is for, 1 if its first line does not say it."""
    given, place = text.attributes.get(name, ("1", 0))
    if not re.fullmatch(r"[0-9]{1,10}", given) or not 1 <= int(given) <= _MOST_DEVICES:
        fail(f"{name} is a number from 1 to {_MOST_DEVICES}, not {given}", place)
    return int(given)


def _aliases(text: HloText) -> list[Attribute]:
    """Returns which results share the memory of parameters."""
    given, place = text.attributes.get("input_output_alias", ("{}", 0))
    found: list[Attribute] = []
    for output, number, index, kind, alone in _ALIAS.findall(given):
        entries: dict[str, Attribute] = {
            "kind": StringAttr((kind or "may-alias").replace("-", "_")),
            "parameter_index": i64_array(_numbers(index)),
            "parameter_number": i64_attribute(int(number or alone)),
        }
        alias = {"alias": DictionaryAttr.of(entries), "output_index": i64_array(_numbers(output))}
        found.append(DictionaryAttr.of(alias))
    if _ALIAS.sub("", given).strip("{}, \n\t"):
        fail("expected {output index}: (parameter, {parameter index}, may-alias), …", place)
    return found


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, _NUMBER.findall(text)))


def _entry_shapes(text: HloText, converter: ModuleConverter) -> tuple[list[ConvertedShape], ConvertedShape]:
    """Returns the shapes of parameters and result, as the first line says, or as the instructions do."""
    own = converter.entry_shapes()
    given = text.attributes.get("entry_computation_layout")
    if given is None:
        return own
    listed, place = given
    before, arrow, after = listed.strip()[1:-1].rpartition("->")
    before = before.strip()
    if not (arrow and before.startswith("(") and before.endswith(")")):
        fail("expected {(shapes of parameters)->shape of the result}", place)
    parameters = [converted_shape(shape, place) for shape in list_items(before)]
    result = converted_shape(after.strip(), place)
    if [each.type for each in parameters] != [each.type for each in own[0]] or result.type != own[1].type:
        fail("the shapes are not those of the entry computation's parameters and of its result", place)
    return parameters, result


def _layouts(name: str, tiles_name: str, shapes: Sequence[ConvertedShape]) -> dict[str, Attribute]:
    """Returns the layouts of arrays; nothing if all are the default."""
    if all(has_default_layout(each.shape) for each in shapes):
        return {}
    leaves = [leaf.shape for each in shapes for leaf in each.leaves]
    tiles = [
        ArrayAttr(tuple([_tile(tile) for tile in leaf.layout.tiles]) if isinstance(leaf, ArrayShape) else ())
        for leaf in leaves
    ]
    return {
        f"mhlo.xla_entry_computation_{name}": ArrayAttr(tuple(map(layout_attribute, leaves))),
        f"mhlo.xla_entry_computation_{tiles_name}": ArrayAttr(tuple(tiles)),
    }


def _tile(tile: Tile) -> Attribute:
    return index_list(tuple(tile.sizes))
