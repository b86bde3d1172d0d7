"""The builtin attributes: https://mlir.llvm.org/docs/Dialects/Builtin/#attributes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.types import IntegerType, ShapedType


class UnitAttr(Attribute):
    """`unit`; in a dictionary only the name."""


class BoolAttr(Attribute):
    """`true` or `false`: MLIR's integer attribute of type i1."""

    value: bool


class IntegerAttr(Attribute):
    """`4 : i64`. `value` is as MLIR prints it: signed, unless the type is unsigned."""

    value: int
    type: Type


class FloatAttr(Attribute):
    """`1.0 : f32`. `bits` is the value in the format of `type`."""

    bits: int
    type: Type

    decode: ClassVar[Callable[[FloatAttr], float]]
    """The implementation of `value`; `mlir.literals.attributes` sets it."""

    @property
    def value(self) -> float:
        """The number; rounded if Python's float cannot represent it."""
        return FloatAttr.decode(self)


class StringAttr(Attribute):
    """`"text"`, or `"text" : type`. Bytes that are not UTF-8 are kept as surrogates (PEP 383)."""

    value: str
    type: Type | None = None


class TypeAttr(Attribute):
    """A type where an attribute is expected."""

    type: Type


class ArrayAttr(Attribute):
    """`[1, "a"]`."""

    elements: tuple[Attribute, ...]

    def __iter__(self) -> Iterator[Attribute]:
        return iter(self.elements)

    def __len__(self) -> int:
        return len(self.elements)


class SymbolRefAttr(Attribute):
    """`@root::@nested::@deeper`: `path` from the outermost symbol inwards."""

    path: tuple[str, ...]

    @property
    def root(self) -> str:
        return self.path[0]

    @property
    def leaf(self) -> str:
        return self.path[-1]


class DenseElementsAttr(Attribute):
    """`dense<…> : tensor<…>`. `text` is the canonical text between the brackets."""

    text: str
    type: Type

    decode: ClassVar[Callable[[DenseElementsAttr, bool], list[Any]]]
    """The implementation of `values` and `splat_value`; `mlir.literals.attributes` sets it."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the dimensions, major to minor."""
        return _shape(self.type)

    @property
    def values(self) -> tuple[Any, ...]:
        """All elements as Python values, the last dimension fastest.

        An i1 is a bool, other integers are int, floats float, rounded if that has not enough bits, and complex numbers
        complex, or a tuple of two int. Elements that are not numbers are str.
        """
        return tuple(DenseElementsAttr.decode(self, False))

    @property
    def splat_value(self) -> Any:
        """The value that all elements have, bit for bit, or None. Other elements are not decoded."""
        values = DenseElementsAttr.decode(self, True)
        return values[0] if values else None


class DenseResourceAttr(Attribute):
    """`dense_resource<key> : tensor<…>`; the data is in the file's resource section: see `Module.resource_values`."""

    key: str
    type: Type

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the dimensions, major to minor."""
        return _shape(self.type)


def _shape(type: Type) -> tuple[int, ...]:
    return (type.dimensions or ()) if isinstance(type, ShapedType) else ()


class DenseArrayAttr(Attribute):
    """`array<i64: 1, 2>`; elements of float types are kept as bits, of i1 as 0 and 1."""

    element_type: Type
    values: tuple[int, ...]


class SparseElementsAttr(Attribute):
    """`sparse<indices, values> : type`, both parts in canonical text, which is empty without elements."""

    indices: str
    values: str
    type: Type


class AffineMapAttr(Attribute):
    """`affine_map<(d0) -> (d0)>`, its canonical text between the brackets, and how many dimensions it has."""

    text: str
    dimensions: int

    @property
    def is_identity(self) -> bool:
        names = ", ".join([f"d{number}" for number in range(self.dimensions)])
        return self.text == f"({names}) -> ({names})"


class IntegerSetAttr(Attribute):
    """`affine_set<(d0) : (d0 >= 0)>`, its canonical text between the brackets."""

    text: str


class StridedLayoutAttr(Attribute):
    """`strided<[4, ?], offset: 2>`; unknown numbers are None."""

    strides: tuple[int | None, ...]
    offset: int | None = 0


class OpaqueAttr(Attribute):
    """An attribute of an unknown dialect: `#dialect.body` or `#dialect<body>`, kept as written."""

    dialect: str
    body: str
    type: Type | None = None


class DistinctAttr(Attribute):
    """`distinct[3]<attribute>`."""

    id: int
    referenced: Attribute


def _bytes_of_name(entry: tuple[str, Attribute]) -> bytes:
    return entry[0].encode("utf-8", "surrogateescape")


class DictionaryAttr(Attribute):
    """Names with attributes, sorted by name. `DictionaryAttr.of` sorts; lookups are by name."""

    __slots__ = ("table",)

    entries: tuple[tuple[str, Attribute], ...]

    def check(self) -> None:
        object.__setattr__(self, "table", dict(self.entries))

    @staticmethod
    def of(entries: dict[str, Attribute] | Iterable[tuple[str, Attribute]]) -> DictionaryAttr:
        """Returns the dictionary with these entries; of entries with the same name the last one counts."""
        table = dict(entries)
        if len(table) > 1:
            return DictionaryAttr(tuple(sorted(table.items(), key=_bytes_of_name)))
        return DictionaryAttr(tuple(table.items()))

    def get(self, name: str, default: Attribute | None = None) -> Attribute | None:
        found: Attribute | None = self.table.get(name, default)  # type: ignore[attr-defined]
        return found

    def __contains__(self, name: str) -> bool:
        return name in self.table  # type: ignore[attr-defined]

    def __getitem__(self, name: str) -> Attribute:
        found: Attribute = self.table[name]  # type: ignore[attr-defined]
        return found

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def keys(self) -> tuple[str, ...]:
        return tuple([name for name, _ in self.entries])

    def values(self) -> tuple[Attribute, ...]:
        return tuple([value for _, value in self.entries])

    def items(self) -> tuple[tuple[str, Attribute], ...]:
        return self.entries

    def with_entry(self, name: str, value: Attribute) -> DictionaryAttr:
        """Returns this dictionary with `name` bound to `value`."""
        if name in self.table:  # type: ignore[attr-defined]
            return DictionaryAttr(tuple([(n, value if n == name else other) for n, other in self.entries]))
        return DictionaryAttr.of({**self.table, name: value})  # type: ignore[attr-defined]

    def without(self, *names: str) -> DictionaryAttr:
        """Returns this dictionary without `names`, which need not be in it."""
        return DictionaryAttr(tuple(entry for entry in self.entries if entry[0] not in names))


Mapping.register(DictionaryAttr)


class BareProperties(DictionaryAttr):
    """The name for the properties of an undeclared operation if they are not a dictionary, or an empty one."""

    given: Attribute

    @staticmethod
    def holding(given: Attribute) -> BareProperties:
        return BareProperties((), given)


NO_ATTRIBUTES = DictionaryAttr(())
UNIT = UnitAttr()
TRUE = BoolAttr(True)
FALSE = BoolAttr(False)
I1 = IntegerType(1)
I32 = IntegerType(32)
I64 = IntegerType(64)


def strings(values: Iterable[str]) -> ArrayAttr:
    """Returns an array of string attributes."""
    return ArrayAttr(tuple(StringAttr(value) for value in values))
