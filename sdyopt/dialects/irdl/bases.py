"""The kinds of attributes and types by the names that `irdl.base` has for them."""

from __future__ import annotations

from collections.abc import Callable

from sdyopt.ir import attributes as a
from sdyopt.ir import types as t
from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.literals.float_formats import FLOAT_FORMATS

Base = Callable[[Attribute], bool]

_BUILTIN: dict[str, type[Attribute] | tuple[type[Attribute], ...]] = {
    "!builtin.complex": t.ComplexType,
    "!builtin.function": t.FunctionType,
    "!builtin.index": t.IndexType,
    "!builtin.integer": t.IntegerType,
    "!builtin.memref": t.MemRefType,
    "!builtin.none": t.NoneType,
    "!builtin.opaque": t.OpaqueType,
    "!builtin.tensor": t.RankedTensorType,
    "!builtin.tuple": t.TupleType,
    "!builtin.unranked_memref": t.UnrankedMemRefType,
    "!builtin.unranked_tensor": t.UnrankedTensorType,
    "!builtin.vector": t.VectorType,
    "#builtin.affine_map": a.AffineMapAttr,
    "#builtin.array": a.ArrayAttr,
    "#builtin.dense_array": a.DenseArrayAttr,
    "#builtin.dense_resource_elements": a.DenseResourceAttr,
    "#builtin.dictionary": a.DictionaryAttr,
    "#builtin.distinct": a.DistinctAttr,
    "#builtin.float": a.FloatAttr,
    "#builtin.integer": (a.IntegerAttr, a.BoolAttr),
    "#builtin.integer_set": a.IntegerSetAttr,
    "#builtin.opaque": a.OpaqueAttr,
    "#builtin.sparse_elements": a.SparseElementsAttr,
    "#builtin.strided_layout": a.StridedLayoutAttr,
    "#builtin.string": a.StringAttr,
    "#builtin.symbol_ref": a.SymbolRefAttr,
    "#builtin.type": a.TypeAttr,
    "#builtin.unit": a.UnitAttr,
}
"""By the names that MLIR has for its builtin attributes and types."""

_ELEMENTS = {"#builtin.dense_intorfp_elements": True, "#builtin.dense_string_elements": False}
"""Those of dense elements, and whether they are numbers."""


def base_named(name: str, registry: Registry) -> Base | None:
    """Returns the kind called `name`, `!dialect.type` or `#dialect.attribute`; None if there is none.

    Raises BrokenPackageError if its dialect cannot be used.
    """
    cls = _BUILTIN.get(name)
    if cls is not None:
        return lambda attribute: isinstance(attribute, cls)
    if name in _ELEMENTS:
        return lambda attribute: (
            isinstance(attribute, a.DenseElementsAttr) and _has_numbers(attribute) == _ELEMENTS[name]
        )
    namespace, _, mnemonic = name[1:].partition(".")
    if name in _floats():
        return lambda attribute: isinstance(attribute, t.FloatType) and attribute.name == mnemonic
    dialect = registry.dialect(namespace)
    known = {} if dialect is None else dialect.type_named if name[0] == "!" else dialect.attribute_named
    found = known.get(mnemonic)
    return None if found is None else lambda attribute: isinstance(attribute, found.cls)


def builtin_names() -> list[str]:
    """Returns the names of builtin attributes and types, for suggestions."""
    return [*_BUILTIN, *_ELEMENTS, *_floats()]


def _floats() -> list[str]:
    return [f"!builtin.{name}" for name in FLOAT_FORMATS]


def _has_numbers(attribute: a.DenseElementsAttr) -> bool:
    element = getattr(attribute.type, "element_type", None)
    return isinstance(element, (t.IntegerType, t.IndexType, t.FloatType, t.ComplexType))
