"""The base of attributes, types and locations: immutable values of which each exists once.

Two attributes with the same class and the same parameters are the same object, so that equality is identity, hashing
is by address, and whatever is derived from one may be remembered on it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from sys import getrefcount
from threading import RLock
from typing import Any, ClassVar, ParamSpec, Self, TypeVar, cast, dataclass_transform

# What is remembered from one program to the next: the results of functions, and interned values.

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

LOCK = RLock()
"""Held by who adds an interned value, or drops some."""

_MIN_GROWN = 20_000
"""The number of new interned values below which nothing is dropped."""

_OWN_REFERENCES = 2
"""The references to a value that is looked at here, besides its users: a variable, and an argument."""

_MAX_ROUNDS = 30
"""How often tables are looked through at once. What is left of values that nest deeper is dropped the next time."""

_clear: list[Callable[[], None]] = []
_tables: list[Sequence[dict[Any, Any]]] = []
_more_tables: list[Callable[[], Sequence[dict[Any, Any]]]] = []
_left = 0
_freezes = False
"""Whether the outermost `without_collector` has frozen objects."""


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """Remembers the results of a function of immutable arguments until `forget`."""
    cached = cache(function)
    _clear.append(cached.cache_clear)
    return cast("Callable[P, R]", cached)


def remembered_table() -> dict[Any, Any]:
    """Returns a dictionary that `forget` empties."""
    table: dict[Any, Any] = {}
    _clear.append(table.clear)
    return table


def interned(
    tables: Sequence[dict[Any, Any]], more: Callable[[], Sequence[dict[Any, Any]]] | None = None
) -> Sequence[dict[Any, Any]]:
    """Registers and returns tables of interned values: `forget` drops those that nothing else refers to.

    `more` returns the tables that depend on what is in these. It may first take values out of these that others have.
    """
    _tables.append(tables)
    if more is not None:
        _more_tables.append(more)
    return tables


def interned_count() -> int:
    """Returns the number of values in tables, without those that depend on others."""
    return sum([len(table) for tables in _tables for table in tables])


def forget() -> None:
    """Drops what has been remembered, and interned values that no program, and nothing else, refers to.

    Nothing changes but memory and speed: values in use stay the same objects. Safe while other threads work.
    """
    global _left
    gc.collect()  # Programs refer to themselves in circles.
    with LOCK:
        for clear in _clear:
            clear()
        tables = [table for more in _more_tables for table in more()]
        tables += [table for found in _tables for table in found]
        for _ in range(_MAX_ROUNDS):  # What a dropped value was made of may be unused then.
            if not sum([_drop_unused(table) for table in tables]):
                break
    _left = interned_count()


def forget_if_grown() -> None:
    """Does what `forget` does if there are more than twice the values that were left the last time, and 20,000 more."""
    if interned_count() > 2 * _left + _MIN_GROWN:
        forget()


def _drop_unused(table: dict[Any, Any]) -> bool:
    """Drops the values of a table that only the table refers to; returns whether there were any.

    A value is taken out before it is looked at: another thread that wants it waits for the lock, and finds it again.
    """
    found = False
    keys = list(table)
    while keys:
        key = keys.pop()  # A value is newer than what it is made of, which its key refers to.
        value = table[key]
        refers_to_itself = getattr(value, "nameless", None) is value  # as a signature without a symbol name does
        if getrefcount(value) > _OWN_REFERENCES + refers_to_itself + 1:  # The table refers to it, too.
            continue
        del table[key]
        if getrefcount(value) > _OWN_REFERENCES + refers_to_itself:
            table[key] = value
            continue
        found = True
        if refers_to_itself:
            del value.nameless
    return found


@contextmanager
def without_collector() -> Iterator[None]:
    """Turns the garbage collector off, and keeps `forget` from looking through what is there already.

    Within another one, that is also what has been made since. In a process that has frozen its objects by itself they
    stay so, and no others are.
    """
    global _freezes
    was_on, is_first = gc.isenabled(), not gc.get_freeze_count()
    _freezes = _freezes or is_first
    if _freezes:
        gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        if is_first:
            gc.unfreeze()
            _freezes = False
        if was_on:
            gc.enable()


_TABLES: list[dict[Any, Any]] = []
"""The instances of each class."""
interned(_TABLES)

Fill = Callable[[Any, tuple[Any, ...]], None]


def _filling(setters: Sequence[Any], printed: Any) -> Fill:
    """Returns a function that sets the fields of a new instance, and its `printed` to None, with these functions."""

    def fill(known: Any, arguments: tuple[Any, ...]) -> None:
        for set_field, value in zip(setters, arguments, strict=True):
            set_field(known, value)
        printed(known, None)

    return fill


_SCALARS = {"int": int, "bool": bool}


class Interned(type):
    """A class whose calls return the one instance with these arguments.

    The annotations of the class body are its fields, in order; a value after an annotation is the field's default.
    If `check` of a new instance raises ValueError, no instance is kept.
    """

    instances: dict[Any, Any]
    fields: tuple[str, ...]
    defaults: dict[str, Any]
    tails: dict[int, tuple[Any, ...]]
    """The defaults of the omitted trailing arguments, by the number of arguments given."""
    scalars: tuple[tuple[int, type], ...]
    """The numbers of the fields that are integers or truth values, with their types."""
    fill: Fill
    """Sets the fields of a new instance."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        own = tuple(
            field
            for field, annotation in namespace.get("__annotations__", {}).items()
            if not str(annotation).startswith("ClassVar")
        )
        inherited: tuple[str, ...] = ()
        defaults: dict[str, Any] = {}
        for base in bases:
            if isinstance(base, Interned):
                inherited += base.fields
                defaults |= base.defaults
        defaults |= {field: namespace.pop(field) for field in own if field in namespace}
        extra = namespace.get("__slots__", ())
        namespace["__slots__"] = own + tuple(extra)
        cls = super().__new__(mcs, name, bases, namespace)
        cls.fields = inherited + own
        kinds = [_SCALARS.get(str(namespace["__annotations__"][field])) for field in own]
        numbered = [(len(inherited) + index, kind) for index, kind in enumerate(kinds) if kind is not None]
        cls.scalars = (*[pair for base in bases for pair in getattr(base, "scalars", ())], *numbered)
        cls.defaults = defaults
        cls.instances = {}
        _TABLES.append(cls.instances)
        *setters, printed = [getattr(cls, field).__set__ for field in (*cls.fields, "printed")]
        cls.fill = staticmethod(_filling(setters, printed))
        cls.tails = {
            count: tuple([defaults[field] for field in cls.fields[count:]])
            for count in range(len(cls.fields))
            if defaults.keys() >= set(cls.fields[count:])
        }
        return cls

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        if len(arguments) != len(cls.fields) or named:
            tail = None if named else cls.tails.get(len(arguments))
            arguments = cls._complete(arguments, named) if tail is None else arguments + tail
        known = cls.instances.get(arguments)
        if known is None:
            arguments = cls._normalized(arguments)
            known = cls.__new__(cls)  # type: ignore[call-arg, arg-type]
            cls.fill(known, arguments)
            known.check()
            with LOCK:
                known = cls.instances.setdefault(arguments, known)  # Another thread may have added it meanwhile.
        return known

    def _normalized(cls, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Returns the arguments with integers and truth values of the declared type: `True` equals 1 as a key.

        Raises TypeError for another number, as 2.0.
        """
        for index, kind in cls.scalars:
            if type(value := arguments[index]) is not kind and isinstance(value, int | float):
                if isinstance(value, float):
                    raise TypeError(f"{cls.__name__}.{cls.fields[index]} is {kind.__name__}, not {value!r}")
                arguments = (*arguments[:index], kind(value), *arguments[index + 1 :])
        return arguments

    def _complete(cls, arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        """Returns `arguments` completed by those given by name and by defaults."""
        values = dict(zip(cls.fields, arguments, strict=False)) | named
        if len(arguments) > len(cls.fields) or not values.keys() <= set(cls.fields):
            raise TypeError(f"{cls.__name__} takes {', '.join(cls.fields)}; got {arguments} {named}")
        if missing := [field for field in cls.fields if field not in values and field not in cls.defaults]:
            raise TypeError(f"{cls.__name__} lacks {', '.join(missing)}")
        return tuple(values[field] if field in values else cls.defaults[field] for field in cls.fields)


# What `str` returns: a printer is above the program in memory, and says here what it prints.

_printers: dict[type, Callable[[Any], str]] = {}


def show_with(kind: type[T], printer: Callable[[T], str]) -> None:
    """Makes `printer` the implementation of `str` of objects of a kind."""
    _printers[kind] = printer


def shown(kind: type, what: object) -> str:
    """Returns the text of an object of a kind; its `repr` if nothing has been loaded that prints it."""
    return _printers.get(kind, repr)(what)


@dataclass_transform(frozen_default=True)
class Attribute(metaclass=Interned):
    """An immutable, interned value: what MLIR calls an attribute, a type or a location.

    `printed` holds its text once it has been printed. Parameters must be hashable; floats are kept as bits, since
    0.0 equals -0.0.
    """

    __slots__ = ("printed",)

    printed: ClassVar[str | None]

    refers_to_symbols: ClassVar[bool] = True
    """Whether there may be references to symbols in attributes of this class."""

    def check(self) -> None:
        """Raises ValueError if the parameters do not form a legal value. Called once, for the first instance."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "printed":
            raise AttributeError(f"{type(self).__name__} is immutable")
        object.__setattr__(self, name, value)

    def __str__(self) -> str:
        return shown(Attribute, self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{f}={getattr(self, f)!r}' for f in type(self).fields)})"

    def __copy__(self) -> Attribute:
        return self

    def __deepcopy__(self, memo: object) -> Attribute:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the parameters; what is unpickled is interned again."""
        cls = type(self)
        return cls, tuple([getattr(self, field) for field in cls.fields])

    def replace(self, **changes: Any) -> Self:
        """Returns this value with some parameters changed."""
        cls = type(self)
        return cls(*(changes.get(field, getattr(self, field)) for field in cls.fields))


def checked(kind: type[T], value: object) -> T:
    """Returns `value`, which is of a kind whatever its annotation says. Raises TypeError if it is not."""
    if not isinstance(value, kind):
        raise TypeError(f"expected {kind.__name__}, found {value!r}")
    return value


class Type(Attribute):
    """The type of a value. As in MLIR, a type is wrapped where an attribute is expected: see `TypeAttr`."""


class Location(Attribute):
    """Where an operation or a block argument comes from."""


# The base of all errors that this project raises on purpose.


class SdyOptError(Exception):
    """Something is wrong with a program, a pass, a pipeline, a package or an option: the text says what."""
