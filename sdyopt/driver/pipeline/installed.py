"""Passes of other packages, declared as entry points of the group `sdyopt.passes`.

    [project.entry-points."sdyopt.passes"]
    my-pass = "my_package:MyPass"

The search takes time, so that it is done only for names of unknown passes, and for lists.
"""

from __future__ import annotations

from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from types import new_class
from typing import Any

from sdyopt.display.exceptions import describe_exception
from sdyopt.driver.pipeline.entries import BrokenPassError, PassClass, PassEntry
from sdyopt.ir.operation import Operation
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.rewriting.passes import FunctionPass, Pass, description_of, options_of
from sdyopt.rewriting.rewriter import Rewriter

GROUP = "sdyopt.passes"


@cache
def installed_passes() -> dict[str, PassEntry]:
    """Returns the passes of other packages by name, sorted, without importing them."""
    return {name: PassEntry(name, partial(_load, name), _packages(name)) for name in sorted(_declared())}


@cache
def _declared() -> dict[str, list[EntryPoint]]:
    """Returns the entry points by the names of passes: one for each, unless packages conflict."""
    declared: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=_package):
        declared.setdefault(point.name, []).append(point)
    return declared


def _load(name: str) -> PassClass:
    """Returns the class of a declared pass. Raises BrokenPassError if it is declared twice or is not a pass."""
    point, *others = _declared()[name]
    if others:
        raise BrokenPassError(f"pass '{name}' is declared by {_packages(name)}: there can be only one")
    try:
        found = point.load()
    except Exception as error:
        raise BrokenPassError(f"{_titled(point)} cannot be imported: {type(error).__name__}: {error}") from error
    if not (isinstance(found, type) and callable(getattr(found, "run", None))):
        raise BrokenPassError(f"{_titled(point)} is no pass: {point.value} is no class with a method run(module)")
    if issubclass(found, Pass) and found.run in (Pass.run, FunctionPass.run):
        raise BrokenPassError(f"{_titled(point)} is no pass: {point.value} has no method run(op, rewriter)")
    declared = found.name if issubclass(found, Pass) else ""
    if declared and declared != point.name:
        raise BrokenPassError(f"{_titled(point)} is registered as '{declared}': the names must be equal")
    for name, option in options_of(found).items():
        if not isinstance(option.default, bool | int | str | tuple):
            raise BrokenPassError(f"{_titled(point)} is no pass: '{name}' is no option with a default")
    return _guarded(found, point)


def _guarded(cls: type[Any], point: EntryPoint) -> PassClass:
    """Returns `cls` as a pass with the declared name, whose exceptions are reported as errors of the pass."""

    def run(self: Any, module: Operation, *rewriter: Rewriter) -> bool | None:
        try:
            changed: bool | None = cls.run(self, module, *rewriter)
        except (CompilationError, KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # SystemExit, too
            message = f"{_titled(point)} broke: {describe_exception(error)}"
            raise CompilationError([Diagnostic("error", message, module.location)]) from error
        return changed

    fields = {
        "__module__": cls.__module__,
        "__doc__": cls.__doc__,
        "name": point.name,
        "description": description_of(cls),
        "run": run,
    }
    return new_class(cls.__name__, (cls,), exec_body=lambda body: body.update(fields))


def _titled(point: EntryPoint) -> str:
    return f"pass '{point.name}' of {_package(point)}"


def _packages(name: str) -> str:
    return " and ".join(map(_package, _declared()[name]))


def _package(point: EntryPoint) -> str:
    return "an unnamed package" if point.dist is None else f"{point.dist.name} {point.dist.version}"
