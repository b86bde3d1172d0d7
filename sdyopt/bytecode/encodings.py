"""How a dialect encodes its attributes and types: a code, and fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sdyopt.bytecode.fields import Field
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.record import Record


def _fields_of(attribute: Any) -> Sequence[Any]:
    return [getattr(attribute, field) for field in type(attribute).fields]


class Encoding(Record):
    """The encoding of attributes or types of a class: its code, and its fields, those of the class by default.

    `make` returns the attribute of the values of the fields, and raises ValueError if there is none. `split` returns
    these values, and `applies` whether this is the encoding of an attribute of the class.
    """

    code: int
    cls: type[Attribute]
    fields: Sequence[Field] = ()
    make: Callable[..., Any] | None = None
    split: Callable[[Any], Sequence[Any]] = _fields_of
    applies: Callable[[Any], bool] | None = None

    def made(self, values: Sequence[Any]) -> Attribute:
        """Returns the attribute with these values of the fields. Raises ValueError."""
        make = self.cls if self.make is None else self.make
        return make(*values)


class DialectEncoding(Record):
    """The encodings of a dialect's attributes and types. `prefix` begins its messages about unknown codes."""

    namespace: str
    attributes: Sequence[Encoding]
    types: Sequence[Encoding] = ()
    attribute_prefix: str = ""
    type_prefix: str = ""

    def by_code(self, is_type: bool) -> dict[int, Encoding]:
        """Returns the encodings of attributes, or of types, by their codes."""
        return {encoding.code: encoding for encoding in (self.types if is_type else self.attributes)}


def by_class(dialects: Iterable[DialectEncoding]) -> dict[type[Attribute], list[tuple[str, Encoding]]]:
    """Returns the encodings of each class, with the namespaces of their dialects, in the order in which they apply."""
    found: dict[type[Attribute], list[tuple[str, Encoding]]] = {}
    for dialect in dialects:
        for encoding in (*dialect.attributes, *dialect.types):
            found.setdefault(encoding.cls, []).append((dialect.namespace, encoding))
    return found
