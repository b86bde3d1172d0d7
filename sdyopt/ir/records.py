"""`NamedTuple` with up to fourteen fields, as in `typing`, but quick to subclass.

`typing.NamedTuple` compiles a constructor for each class, which takes a tenth of a short run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Self, dataclass_transform

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from _collections import _tuplegetter  # as the standard library's own named tuples

    _new = tuple.__new__

    _CONSTRUCTORS = (
        lambda cls: _new(cls, ()),
        lambda cls, a: _new(cls, (a,)),
        lambda cls, a, b: _new(cls, (a, b)),
        lambda cls, a, b, c: _new(cls, (a, b, c)),
        lambda cls, a, b, c, d: _new(cls, (a, b, c, d)),
        lambda cls, a, b, c, d, e: _new(cls, (a, b, c, d, e)),
        lambda cls, a, b, c, d, e, f: _new(cls, (a, b, c, d, e, f)),
        lambda cls, a, b, c, d, e, f, g: _new(cls, (a, b, c, d, e, f, g)),
        lambda cls, a, b, c, d, e, f, g, h: _new(cls, (a, b, c, d, e, f, g, h)),
        lambda cls, a, b, c, d, e, f, g, h, i: _new(cls, (a, b, c, d, e, f, g, h, i)),
        lambda cls, a, b, c, d, e, f, g, h, i, j: _new(cls, (a, b, c, d, e, f, g, h, i, j)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k: _new(cls, (a, b, c, d, e, f, g, h, i, j, k)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, m: _new(cls, (a, b, c, d, e, f, g, h, i, j, k, m)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n: _new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o: _new(cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p: _new(
            cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, o, p)
        ),
    )
    """By the number of fields. That of a class is one of these with the names of its fields, which is not compiled."""

    def _constructor(fields: tuple[str, ...], defaults: dict[str, Any]) -> Callable[..., Any]:
        """Returns the constructor of tuples with these fields, of which the last ones have defaults."""
        code = _CONSTRUCTORS[len(fields)].__code__
        made = FunctionType(code.replace(co_varnames=("cls", *fields)), globals())
        made.__name__ = "__new__"
        made.__defaults__ = tuple(defaults.values())
        return made

    class _NamedTupleType(type):
        """The class of named tuples: makes a field of each annotated name."""

        def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            if fields := tuple(namespace.get("__annotations__", ())):
                defaults = {field: namespace[field] for field in fields if field in namespace}
                namespace |= {field: _tuplegetter(index, "") for index, field in enumerate(fields)}
                namespace["_fields"] = namespace["__match_args__"] = fields
                namespace |= {"_field_defaults": defaults, "__new__": _constructor(fields, defaults)}
            return super().__new__(mcs, name, bases, {"__slots__": (), **namespace})

    class NamedTuple(tuple, metaclass=_NamedTupleType):
        """A tuple whose elements are also attributes: the annotations of a subclass, with their defaults."""

        _fields = ()
        _field_defaults = {}  # noqa: RUF012 - replaced in subclasses

        def _asdict(self) -> dict[str, Any]:
            return dict(zip(self._fields, self, strict=True))

        def _replace(self, **changes: Any) -> Self:
            values = [changes.pop(field, value) for field, value in zip(self._fields, self, strict=True)]
            if changes:
                raise ValueError(f"{type(self).__name__} has no {', '.join(changes)}")
            return tuple.__new__(type(self), values)

        def __getnewargs__(self) -> tuple[Any, ...]:
            return tuple(self)

        def __repr__(self) -> str:
            fields = [f"{field}={value!r}" for field, value in self._asdict().items()]
            return f"{type(self).__name__}({', '.join(fields)})"


# The base of declarations: its annotations are the fields of a class, whose instances are compared by identity.


@cache
def _initializer(count: int, has_more: bool) -> CodeType:
    """Returns the code that sets `count` fields, and then does what the class `has_more` to do with them."""
    names = [f"field_{index}" for index in range(count)]
    found: dict[str, Any] = {}
    steps = [*[f"self.{name} = {name}" for name in names], *(["self.__post_init__()"] if has_more else [])]
    exec(f"def init(self, {', '.join(names)}): {'; '.join(steps)}", found)
    code: CodeType = found["init"].__code__
    return code


@dataclass_transform(eq_default=False)
class Record:
    """A dataclass without equality, except that the class takes hardly any time to make.

    The annotations of a subclass are its fields, after those of its base; their values in the class are the defaults.
    A class that has `__post_init__` calls it when the fields are set, as a dataclass does.
    """

    record_fields: ClassVar[tuple[str, ...]] = ()
    record_defaults: ClassVar[tuple[Any, ...]] = ()
    """Those of the last fields."""

    def __init_subclass__(cls) -> None:
        annotations = vars(cls).get("__annotations__", {})
        if own := [name for name, kind in annotations.items() if "ClassVar" not in str(kind)]:
            defaults = [name for name in own if name in vars(cls)]
            cls.record_fields = fields = (*cls.record_fields, *own)
            cls.record_defaults = (*cls.record_defaults, *[vars(cls)[name] for name in defaults])
            for name in defaults:
                delattr(cls, name)  # An attribute that the class has, too, is read slowly.
            has_more = hasattr(cls, "__post_init__")
            code = _initializer(len(fields), has_more).replace(
                co_varnames=("self", *fields),
                co_names=(*fields, "__post_init__") if has_more else fields,
                co_qualname=f"{cls.__name__}.__init__",  # Python's errors about arguments say it.
            )
            setattr(cls, "__init__", FunctionType(code, {}, "__init__", cls.record_defaults))  # noqa: B010
