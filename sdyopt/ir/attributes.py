"""The builtin attributes: https://mlir.llvm.org/docs/Dialects/Builtin/#attributes."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from sdyopt.ir.attribute import Attribute, Type, checked, remembered

A = TypeVar("A", bound=Attribute)

# The builtin types: https://mlir.llvm.org/docs/Dialects/Builtin/#types.

DYNAMIC = -1
"""The size of a dimension that is unknown until run time (`?` in text)."""


class IntegerType(Type):
    """`i32`, `si8`, `ui4`: `width` in bits, `signedness` one of "", "s" and "u"."""

    width: int
    signedness: str = ""


class FloatType(Type):
    """A floating-point type by its MLIR name: `f32`, `bf16`, `f8E4M3FN`, …"""

    name: str


class IndexType(Type):
    """`index`."""


class NoneType(Type):
    """`none`."""


class BuiltinTokenType(Type):
    """`token`."""


class ComplexType(Type):
    """`complex<f32>`."""

    element_type: Type


class TupleType(Type):
    """`tuple<tensor<4xf32>, i32>`."""

    types: tuple[Type, ...]


class FunctionType(Type):
    """`(i32, f32) -> i32`."""

    inputs: tuple[Type, ...]
    results: tuple[Type, ...]


class OpaqueType(Type):
    """A type of an unknown dialect: `!dialect.body` or `!dialect<body>`, kept as written."""

    dialect: str
    body: str


class ShapedType(Type):
    """The base of tensors, vectors and memrefs."""

    __slots__ = ()

    @property
    def dimensions(self) -> tuple[int, ...] | None:
        """The sizes, major to minor, DYNAMIC if unknown; None for an unranked type."""
        return getattr(self, "shape", None)

    @property
    def has_static_shape(self) -> bool:
        dimensions = self.dimensions
        return dimensions is not None and DYNAMIC not in dimensions


class RankedTensorType(ShapedType):
    """`tensor<4x?xf32, encoding>`."""

    shape: tuple[int, ...]
    element_type: Type
    encoding: Attribute | None = None


class UnrankedTensorType(ShapedType):
    """`tensor<*xf32>`."""

    element_type: Type


class VectorType(ShapedType):
    """`vector<4x[8]xf32>`: `scalable` states for each dimension whether it is in brackets."""

    shape: tuple[int, ...]
    element_type: Type
    scalable: tuple[bool, ...] = ()


class MemRefType(ShapedType):
    """`memref<4x?xf32, layout, space>`."""

    shape: tuple[int, ...]
    element_type: Type
    layout: Attribute | None = None
    memory_space: Attribute | None = None


class UnrankedMemRefType(ShapedType):
    """`memref<*xf32, space>`."""

    element_type: Type
    memory_space: Attribute | None = None


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

    def of(self, kind: type[A]) -> tuple[A, ...]:
        """Returns the elements, all of a kind. Raises TypeError if one is not."""
        return tuple([checked(kind, element) for element in self.elements])


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

    __slots__ = ("get", "table")

    entries: tuple[tuple[str, Attribute], ...]

    table: ClassVar[dict[str, Attribute]]
    get: ClassVar[Callable[..., Attribute | None]]
    """Returns the entry of a name, or else the default, as of a dictionary."""

    def check(self) -> None:
        object.__setattr__(self, "table", table := dict(self.entries))
        object.__setattr__(self, "get", table.get)

    @staticmethod
    def of(entries: Mapping[str, Attribute] | Iterable[tuple[str, Attribute]]) -> DictionaryAttr:
        """Returns the dictionary with these entries; of entries with the same name the last one counts."""
        if len(table := dict(entries)) > 1:
            return DictionaryAttr(tuple(sorted(table.items(), key=_bytes_of_name)))
        return DictionaryAttr(tuple(table.items()))

    def __contains__(self, name: str) -> bool:
        return name in self.table

    def __getitem__(self, name: str) -> Attribute:
        return self.table[name]

    def find(self, kind: type[A], name: str | None = None) -> A:
        """Returns the entry of a kind, such as `ManualAxes`; that called `name` if there may be several.

        Raises KeyError if there is none, and TypeError if that called `name` is of another kind.
        """
        if name is not None:
            return checked(kind, self.table[name])
        for _, value in self.entries:
            if isinstance(value, kind):
                return value
        raise KeyError(f"no {kind.__name__} among {', '.join(self.keys()) or 'no attributes'}")

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
        if name in self.table:
            return DictionaryAttr(tuple([(n, value if n == name else other) for n, other in self.entries]))
        entry = name, value
        at = bisect(self.entries, _bytes_of_name(entry), key=_bytes_of_name) if self.entries else 0
        return DictionaryAttr((*self.entries[:at], entry, *self.entries[at:]))

    def without(self, *names: str) -> DictionaryAttr:
        """Returns this dictionary without `names`, which need not be in it."""
        return DictionaryAttr(tuple([entry for entry in self.entries if entry[0] not in names]))


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


def i64_array(values: Iterable[int]) -> DenseArrayAttr:
    """Returns `array<i64: 1, 2>`."""
    return DenseArrayAttr(I64, tuple(values))


@remembered
def i64(value: int) -> IntegerAttr:
    """Returns `4 : i64`."""
    return IntegerAttr(value, I64)


def strings(values: Iterable[str]) -> ArrayAttr:
    """Returns an array of string attributes."""
    return ArrayAttr(tuple(StringAttr(value) for value in values))


# Resources: bytes that a program refers to by name, and that are in the section after it.


class Blob:
    """Bytes in a text, as hexadecimal digits from `start` to `end`; the first four bytes are the alignment.

    They are not copied from the text, because they may have hundreds of megabytes.
    """

    __slots__ = ("end", "start", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end

    @staticmethod
    def of(data: bytes, alignment: int) -> Blob:
        """Returns the blob with these bytes."""
        text = alignment.to_bytes(4, "little").hex() + data.hex()
        return Blob(text, 0, len(text))

    @property
    def has_data(self) -> bool:
        """Whether there is more than the alignment."""
        return self.end - self.start >= ALIGNMENT_DIGITS

    @property
    def data(self) -> bytes:
        """The bytes."""
        return bytes.fromhex(self.text[self.start + ALIGNMENT_DIGITS : self.end])

    @property
    def alignment(self) -> int:
        """The alignment of the bytes in memory."""
        return int.from_bytes(bytes.fromhex(self.text[self.start : self.start + ALIGNMENT_DIGITS]), "little")

    @property
    def digits(self) -> str:
        """All digits in upper case; empty if there are no bytes."""
        if self.end - self.start == ALIGNMENT_DIGITS:
            return "0" * ALIGNMENT_DIGITS
        return self.text[self.start : self.end].upper()


ALIGNMENT_DIGITS = 8

Resources = dict[str, Blob]
"""Blobs by their keys."""


def type_of(attribute: Any) -> Type:
    """Returns the type of an attribute that has one."""
    if isinstance(attribute, BoolAttr):
        return I1
    type: Type | None = attribute.type
    return NoneType() if type is None else type
