"""`NamedTuple`, as in `typing`, but quick to subclass.

`typing.NamedTuple` compiles a constructor for each class, which takes a tenth of a short run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from _collections import _tuplegetter  # as the standard library's own named tuples

    def _constructor(size: int) -> Callable[..., Any]:
        """Returns the constructor of tuples with so many fields."""
        new = tuple.__new__

        def __new__(cls: Any, *values: Any, **named: Any) -> Any:
            return new(cls, cls._completed(values, named) if named or len(values) != size else values)

        return __new__

    class _NamedTupleType(type):
        """The class of named tuples: makes a field of each annotated name."""

        def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            fields = tuple(namespace.get("__annotations__", ()))
            if fields:
                namespace["_field_defaults"] = {field: namespace[field] for field in fields if field in namespace}
                namespace |= {field: _tuplegetter(index, "") for index, field in enumerate(fields)}
                namespace["_fields"] = namespace["__match_args__"] = fields
                namespace["__new__"] = _constructor(len(fields))
            return super().__new__(mcs, name, bases, {"__slots__": (), **namespace})

    class NamedTuple(tuple, metaclass=_NamedTupleType):
        """A tuple whose elements are also attributes: the annotations of a subclass, with their defaults."""

        _fields = ()
        _field_defaults = {}  # noqa: RUF012 - replaced in subclasses

        @classmethod
        def _completed(cls, values: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
            """Returns `values` completed by those given by name and by defaults. Raises TypeError."""
            missing = cls._fields[len(values) :]
            given = cls._field_defaults | named
            if len(values) > len(cls._fields) or not named.keys() <= set(missing) or not given.keys() >= set(missing):
                raise TypeError(f"{cls.__name__} takes {', '.join(cls._fields)}; got {values} {named}")
            return [*values, *[given[field] for field in missing]]

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def _replace(self, **changes: Any) -> Self:
            values = [changes.pop(field, value) for field, value in zip(self._fields, self, strict=True)]
            return type(self)(*values, **changes)

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

        def __repr__(self) -> str:
            fields = [f"{field}={value!r}" for field, value in self._asdict().items()]
            return f"{type(self).__name__}({', '.join(fields)})"
