"""Passes of other packages, declared as entry points of the group `sdyopt.passes`.

    [project.entry-points."sdyopt.passes"]
    my-pass = "my_package:MyPass"

The search takes time, so that it is done only for names of unknown passes, and for lists.
"""

from __future__ import annotations

from functools import cache, partial
from types import new_class
from typing import TYPE_CHECKING, Any

from sdyopt.driver.pipeline.entries import BrokenPassError, PassClass, PassEntry
from sdyopt.mlir.installed import BrokenPackageError, declared, load, package_of, packages_of
from sdyopt.rewriting.passes import FunctionPass, Pass, description_of, options_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "sdyopt.passes"


@cache
def installed_passes() -> dict[str, PassEntry]:
    """Returns the passes of other packages by name, sorted, without importing them."""
    return {
        name: PassEntry(name, partial(_load, name), packages_of(points))
        for name, points in sorted(declared(GROUP).items())
    }


def _load(name: str) -> PassClass:
    """Returns the class of a declared pass. Raises BrokenPassError if it is declared twice or is not a pass."""
    points = declared(GROUP)[name]
    point = points[0]
    try:
        found: Any = load(points, f"pass '{name}'", "of")
    except BrokenPackageError as error:
        raise BrokenPassError(str(error)) from error
    if not (isinstance(found, type) and callable(getattr(found, "run", None))):
        raise BrokenPassError(f"{_titled(point)} is not a pass: {point.value} is not a class with a method run(module)")
    if issubclass(found, Pass) and found.run in (Pass.run, FunctionPass.run):
        raise BrokenPassError(f"{_titled(point)} is not a pass: {point.value} has no method run(op, rewriter)")
    own_name = found.name if issubclass(found, Pass) else ""
    if own_name and own_name != point.name:
        raise BrokenPassError(f"{_titled(point)} is registered as '{own_name}': the names must be equal")
    for name, option in options_of(found).items():
        if not isinstance(option.default, bool | int | str | tuple):
            raise BrokenPassError(f"{_titled(point)} is not a pass: '{name}' is not an option with a default")
    return _named(found, point)


def _named(cls: type[Any], point: EntryPoint) -> PassClass:
    """Returns `cls` as a pass with the declared name."""
    fields = {
        "__module__": cls.__module__,
        "__doc__": cls.__doc__,
        "name": point.name,
        "description": description_of(cls),
    }
    return new_class(cls.__name__, (cls,), exec_body=lambda body: body.update(fields))


def _titled(point: EntryPoint) -> str:
    return f"pass '{point.name}' of {package_of(point)}"
