"""The inherent attributes of operations: in an order of their own, apart from the discardable ones."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.bytecode.attributes import AttributeTable
from sdyopt.bytecode.container import HAS_SPARSE_SIZES, Container
from sdyopt.bytecode.cursor import BytecodeError, Cursor
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import I32, DenseArrayAttr
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.write.attributes import text_of

SEGMENTS = {"AttrSizedOperandSegments": "operandSegmentSizes", "AttrSizedResultSegments": "resultSegmentSizes"}
"""The properties that say how many values belong to each name of the declaration, by the traits that require them."""

NEWER_NAMES: dict[str, tuple[str, ...]] = {
    "stablehlo.custom_call": ("result_tilings",),
    "stablehlo.collective_broadcast": ("has_dynamic_root",),
    "chlo.top_k": ("is_stable",),
    "sdy.all_reduce": ("reduction_op",),
    "sdy.reduce_scatter": ("reduction_op",),
}
"""Optional attributes that newer versions of the dialects have, by the operations.

Other versions cannot read operations that have them, or lack them: what is written for newer versions has them all.
"""


def segment_names(definition: OpDef) -> list[str]:
    """Returns the names of the properties with the sizes of segments: of operands, then of results."""
    return [name for trait, name in SEGMENTS.items() if trait in definition.traits]


def encoded_names(definition: OpDef, more: Sequence[str] = ()) -> list[tuple[str, bool]]:
    """Returns the names of the properties in their order, and whether each is optional; of newer ones those `more`."""
    newer = NEWER_NAMES.get(definition.name, ())
    names = [(attr.name, attr.is_optional) for attr in definition.attributes if attr.name not in newer]
    return sorted(names + [(name, True) for name in more])


def needs_newer(signature: Signature) -> bool:
    """Whether an operation has a property that only newer versions of the dialect have, other than the default."""
    definition, properties = signature.definition, signature.properties
    newer = NEWER_NAMES.get(definition.name, ())
    return any(
        name in properties and properties[name] is not definition.attributes_by_name[name].default
        for name in newer
        if isinstance(definition, OpDef)
    )


class PropertiesReader:
    """Reads the properties of operations of a file."""

    def __init__(self, container: Container, table: AttributeTable) -> None:
        self._container = container
        self._table = table

    def read(self, definition: OpDef, index: int) -> dict[str, Attribute]:
        """Returns the properties with that number, as those of an operation. Raises BytecodeError."""
        start, end = self._bounds(index, definition.name)
        try:
            return self._read(definition, Cursor(self._container.data, start, end), ())
        except ValueError as error:
            more = NEWER_NAMES.get(definition.name)
            if more is None:
                raise _at(error, start) from None
        try:
            return self._read(definition, Cursor(self._container.data, start, end), more)
        except ValueError as error:
            raise _at(error, start) from None

    def read_all(self, names: Sequence[str], name: str, index: int) -> dict[str, Attribute]:
        """Returns the properties with that number, all of `names`, of the operation `name`. Raises BytecodeError."""
        start, end = self._bounds(index, name)
        cursor = Cursor(self._container.data, start, end)
        try:
            found = {name: self._table.attribute_at(cursor.varint()) for name in names}
        except ValueError as error:
            raise _at(error, start) from None
        if cursor.left:
            raise cursor.error(f"unexpected trailing bytes after the properties of '{name}'")
        return found

    def read_undeclared(self, name: str, index: int) -> Attribute:
        """Returns the properties with that number of an operation that was not registered: a single attribute."""
        start, end = self._bounds(index, name)
        cursor = Cursor(self._container.data, start, end)
        try:
            return self._table.attribute_at(cursor.varint())
        except ValueError as error:
            raise _at(error, start) from None

    def _bounds(self, index: int, name: str) -> tuple[int, int]:
        if index >= len(self._container.properties):
            raise BytecodeError(f"Properties idx out-of-bound for {name}")
        return self._container.properties[index]

    def _read(self, definition: OpDef, cursor: Cursor, more: Sequence[str]) -> dict[str, Attribute]:
        is_sparse = (self._container.version or 0) >= HAS_SPARSE_SIZES
        segments = segment_names(definition)
        names = encoded_names(definition, more)
        if not is_sparse:
            names = sorted(names + [(name, False) for name in segments])
        found: dict[str, Attribute] = {}
        for name, is_optional in names:
            index, is_given = cursor.flagged() if is_optional else (cursor.varint(), True)
            if is_given:
                found[name] = self._table.attribute_at(index)
        if is_sparse:
            for name in segments:
                declared = definition.operands if name == "operandSegmentSizes" else definition.results
                sizes = cursor.sizes()
                if len(sizes) > len(declared):
                    raise cursor.error(f"{name} has {len(sizes)} sizes, expected {len(declared)}")
                found[name] = DenseArrayAttr(I32, (*sizes, *(0,) * (len(declared) - len(sizes))))
        if cursor.left:
            raise cursor.error(f"unexpected trailing bytes after the properties of '{definition.name}'")
        for name in definition.inherent_names.intersection(more):
            newer = definition.attributes_by_name[name]
            if newer.is_shown is None and found.get(name) is newer.default:
                found.pop(name, None)
        for attribute in definition.attributes:
            value = found.get(attribute.name)
            if value is not None and not attribute.constraint.holds(value):
                raise cursor.error(
                    f"'{definition.name}': expected {attribute.constraint.summary} for '{attribute.name}', "
                    f"but got: {text_of(value)}"
                )
        return found


def _at(error: ValueError, offset: int) -> BytecodeError:
    if isinstance(error, BytecodeError) and error.offset is not None:
        return error
    return BytecodeError(str(error), offset)
