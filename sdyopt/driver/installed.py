"""Passes of other packages, which they declare as entry points of the group `sdyopt.passes`.

    [project.entry-points."sdyopt.passes"]
    my-pass = "my_package:MyPass"

Looking for them takes time, so that is done only where a name is not one of ours, or to list all there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from types import new_class
from typing import Any

from sdyopt.driver.registry import BrokenPassError, Pass, PassEntry
from sdyopt.ir.operation import Operation
from sdyopt.ods.diagnostics import CompilationError, Diagnostic
from sdyopt.process import described

GROUP = "sdyopt.passes"


@cache
def installed_passes() -> dict[str, PassEntry]:
    """The passes of other packages by their names, in the order of these. None of them is imported yet."""
    declared: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=_package):
        declared.setdefault(point.name, []).append(point)
    return {
        name: PassEntry(name, partial(_load, points), " and ".join(map(_package, points)))
        for name, points in sorted(declared.items())
    }


def _load(points: Sequence[EntryPoint]) -> type[Pass]:
    """The class of a pass that these declare. Raises BrokenPassError if there is not just one, or it is no pass."""
    point, *others = points
    if others:
        packages = " and ".join(map(_package, points))
        raise BrokenPassError(f"pass '{point.name}' is declared by {packages}: there can be only one")
    try:
        found = point.load()
    except Exception as error:
        raise BrokenPassError(f"{_titled(point)} cannot be imported: {type(error).__name__}: {error}") from error
    if not (isinstance(found, type) and callable(getattr(found, "run", None))):
        raise BrokenPassError(f"{_titled(point)} is no pass: {point.value} is no class with a method run(module)")
    from inspect import signature

    for parameter in signature(found).parameters.values():
        if not isinstance(parameter.default, bool | int | str):
            name = parameter.name
            raise BrokenPassError(f"{_titled(point)} is no pass: '{name}' is no option with a default")
    return _guarded(found, point)


def _guarded(cls: type[Any], point: EntryPoint) -> type[Pass]:
    """`cls` as a pass of the name under which it is declared, whatever breaks in which is told as an error of it."""

    def run(self: Any, module: Operation) -> bool:
        try:
            changed: bool = cls.run(self, module)
        except CompilationError:
            raise
        except Exception as error:
            message = f"{_titled(point)} broke: {described(error)}"
            raise CompilationError([Diagnostic("error", message, module.location)]) from error
        return changed

    fields = {
        "__module__": cls.__module__,
        "__doc__": cls.__doc__,
        "name": point.name,
        "description": getattr(cls, "description", None) or (cls.__doc__ or "").strip().partition("\n")[0],
        "run": run,
    }
    return new_class(cls.__name__, (cls,), exec_body=lambda body: body.update(fields))


def _titled(point: EntryPoint) -> str:
    return f"pass '{point.name}' of {_package(point)}"


def _package(point: EntryPoint) -> str:
    return "an unnamed package" if point.dist is None else f"{point.dist.name} {point.dist.version}"
