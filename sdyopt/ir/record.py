"""The base of declarations: its annotations are the fields of a class, whose instances are compared by identity."""

from __future__ import annotations

from functools import cache
from types import CodeType, FunctionType
from typing import Any, ClassVar, dataclass_transform


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
    """What a dataclass without equality would be, but that the class takes hardly any time to make.

    The annotations of a subclass are its fields, after those of its base; their values in the class are the defaults.
    A class that has `__post_init__` calls it when the fields are set, as a dataclass does.
    """

    record_fields: ClassVar[tuple[str, ...]] = ()
    record_defaults: ClassVar[tuple[Any, ...]] = ()
    """Those of the last fields."""

    def __init_subclass__(cls) -> None:
        annotations = vars(cls).get("__annotations__", {})
        own = [name for name, kind in annotations.items() if "ClassVar" not in str(kind)]
        if own:
            defaults = [name for name in own if name in vars(cls)]
            cls.record_fields = fields = (*cls.record_fields, *own)
            cls.record_defaults = (*cls.record_defaults, *[vars(cls)[name] for name in defaults])
            for name in defaults:
                delattr(cls, name)  # An attribute that the class has, too, is read slowly.
            has_more = hasattr(cls, "__post_init__")
            code = _initializer(len(fields), has_more).replace(
                co_varnames=("self", *fields), co_names=(*fields, "__post_init__") if has_more else fields
            )
            setattr(cls, "__init__", FunctionType(code, {}, "__init__", cls.record_defaults))  # noqa: B010
