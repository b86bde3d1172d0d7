"""Every operation that the reference has in the dialects is declared here, and none besides."""

from __future__ import annotations

import importlib.util
import mmap
import re
from pathlib import Path

import pytest

from sdyopt.dialects import REGISTRY
from tools import reference

WITH_BINDINGS = {"stablehlo": 50, "chlo": 50, "arith": 54, "math": 46, "cf": 4, "func": 5}
"""The dialects whose operations the reference's Python bindings list, and how many these are at least."""

WITHOUT_BINDINGS = ("builtin", "complex", "ub", "tensor", "shape")
"""The dialects whose operations the reference only knows once one is looked up by name."""

OPERATION_NAME = re.compile(r'^  OPERATION_NAME = "([^"]+)"$', re.MULTILINE)


def package_of_the_reference() -> Path:
    package = importlib.util.find_spec("jaxlib")
    if package is None or package.origin is None:
        pytest.skip(f"the reference is part of jaxlib: {reference.INSTALL}")
    return Path(package.origin).parent


def operations_in_bindings(namespace: str) -> set[str]:
    """The names in the reference's Python bindings, which are read, not imported."""
    bindings = package_of_the_reference() / "mlir" / "dialects" / f"_{namespace}_ops_gen.py"
    return set(OPERATION_NAME.findall(bindings.read_text(encoding="utf-8")))


def declared(namespace: str) -> set[str]:
    """The names of the operations of a dialect in the oldest release."""
    dialect = REGISTRY.dialect(namespace)
    assert dialect is not None
    return {definition.name for definition in dialect.operations if not definition.since}


@pytest.mark.parametrize("namespace", WITH_BINDINGS)
def test_every_operation_is_declared(namespace: str) -> None:
    expected = operations_in_bindings(namespace)
    assert len(expected) >= WITH_BINDINGS[namespace], "the bindings have another form than they had"
    assert declared(namespace) == expected


@pytest.mark.parametrize("namespace", WITHOUT_BINDINGS)
def test_the_reference_has_every_declared_operation(namespace: str) -> None:
    package_of_the_reference()
    context = reference.shared_context(False)
    assert {name for name in declared(namespace) if not context.is_registered_operation(name)} == set()


@pytest.mark.long
def test_every_operation_whose_name_is_in_the_library_is_declared() -> None:
    """The names of all operations are somewhere among the texts in the reference's library."""
    names = re.compile(rb"\b(?:" + "|".join(WITHOUT_BINDINGS).encode() + rb")\.[a-z_0-9]+\b")
    found: set[str] = set()
    for library in package_of_the_reference().glob("**/libjax_common*"):
        with library.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            found |= {name.decode() for name in names.findall(content)}
    context = reference.shared_context(False)
    expected = {name for name in found if context.is_registered_operation(name)}
    assert expected == {name for namespace in WITHOUT_BINDINGS for name in declared(namespace)}
