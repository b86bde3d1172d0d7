"""The numbers that a file gives to attributes, types, names and values: those that MLIR gives them.

What is used most has the smallest numbers, which take the least bytes. See `_ordered`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from sdyopt.bytecode.dialects import DIALECTS
from sdyopt.bytecode.encodings import Encoding, by_class
from sdyopt.bytecode.vhlo.encodings import VHLO, VersionedAttr, VersionedType
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import OpaqueAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.types import OpaqueType

_BY_CLASS = by_class(DIALECTS.values())

T = TypeVar("T", bound=Hashable)


class Encoded(NamedTuple):
    """An attribute or type as it is written: the values of the fields of its encoding, or else its text."""

    namespace: str
    encoding: Encoding | None
    values: Sequence[Any]
    text: str = ""

    def parts(self) -> Iterable[Attribute]:
        """Returns the attributes and types that it refers to, in order."""
        if self.encoding is None:
            return ()
        fields = zip(self.encoding.fields, self.values, strict=True)
        return [part for field, value in fields for part in field.parts(value)]

    def resource_keys(self) -> list[str]:
        """Returns the keys of the resources that it refers to."""
        if self.encoding is None:
            return []
        fields = zip(self.encoding.fields, self.values, strict=True)
        return [key for field, value in fields for key in field.keys(value)]


@cache
def _versioned(is_type: bool) -> dict[int, Encoding]:
    return VHLO.by_code(is_type)


def encoded(attribute: Attribute) -> Encoded:
    """Returns the way in which an attribute or type is written."""
    if isinstance(attribute, VersionedAttr | VersionedType):
        encoding = _versioned(isinstance(attribute, Type))[attribute.code]
        return Encoded("vhlo", encoding, attribute.values)
    for namespace, encoding in _BY_CLASS.get(type(attribute), ()):
        if encoding.applies is None or encoding.applies(attribute):
            return Encoded(namespace, encoding, encoding.split(attribute))
    text = str(attribute)
    if isinstance(attribute, OpaqueAttr | OpaqueType):
        return Encoded(attribute.dialect, None, (), text)
    return Encoded(_namespace_of(text), None, (), text)


def _namespace_of(text: str) -> str:
    """Returns the dialect whose attribute or type has this text: `#arith.fastmath<none>`."""
    if not text.startswith(("#", "!")):
        return "builtin"
    end = min([place for place in (text.find("."), text.find("<")) if place > 0], default=len(text))
    return text[1:end]


class Numbered(Generic[T]):
    """Values in the order in which they were met, each with the number of its later uses and of its dialect."""

    def __init__(self) -> None:
        self.counts: dict[T, int] = {}
        self.dialects: dict[T, int] = {}
        self.numbers: dict[T, int] = {}

    def order(self) -> list[T]:
        """Gives each value its number, and returns the values in that order."""
        ordered = _ordered(self.counts, self.dialects.__getitem__)
        self.numbers = {value: number for number, value in enumerate(ordered)}
        return ordered


def _ordered(counts: dict[T, int], dialect_of: Callable[[T], int]) -> list[T]:
    """Returns values by falling use; of those whose numbers take as many bytes, those of a dialect stand together.

    The dialect that ends one such group begins the next.
    """
    values = sorted(counts, key=lambda value: -counts[value])
    ordered: list[T] = []
    first, size, bits = 0, 0, 0
    while len(ordered) < len(values):
        bits += 7
        size = (1 << bits) - size
        group = values[len(ordered) : len(ordered) + size]
        group.sort(key=lambda value: -1 if dialect_of(value) == first else dialect_of(value))
        ordered += group
        first = dialect_of(ordered[-1])
    return ordered


class Collection:
    """What a program consists of, met in the order in which MLIR meets it."""

    def __init__(self) -> None:
        self.dialects: dict[str, int] = {}
        self.names: Numbered[tuple[str, bool]] = Numbered()
        self.attributes: Numbered[Attribute] = Numbered()
        self.types: Numbered[Attribute] = Numbered()
        self.encoded: dict[Attribute, Encoded] = {}
        self.resources: dict[str, int] = {}
        """The keys of resources, with their numbers."""

    def dialect(self, namespace: str) -> int:
        """Returns the number of a dialect, which gets one when it is first met."""
        return self.dialects.setdefault(namespace, len(self.dialects))

    def name(self, name: str, is_declared: bool) -> None:
        """Adds the name of an operation."""
        key = name, is_declared
        counts = self.names.counts
        if key in counts:
            counts[key] += 1
        else:
            counts[key] = 0
            self.names.dialects[key] = self.dialect(name.partition(".")[0])

    def add(self, root: Attribute) -> None:
        """Adds an attribute or type, and before others all that it refers to."""
        work: list[Attribute | str] = [root]
        while work:
            attribute = work.pop()
            if isinstance(attribute, str):
                self.resources.setdefault(attribute, len(self.resources))
                continue
            numbered = self.types if isinstance(attribute, Type) else self.attributes
            if attribute in numbered.counts:
                numbered.counts[attribute] += 1
                continue
            numbered.counts[attribute] = 0
            form = self.encoded[attribute] = encoded(attribute)
            numbered.dialects[attribute] = self.dialect(form.namespace)
            work += form.resource_keys()  # which count after the parts
            work += reversed(list(form.parts()))

    def entry(self, attribute: Attribute) -> int:
        """Returns the number of an attribute or type."""
        return (self.types if isinstance(attribute, Type) else self.attributes).numbers[attribute]
