"""Every operation that the reference has in StableHLO and CHLO is declared here, and none besides."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from sdyopt.dialects.chlo import CHLO
from sdyopt.dialects.stablehlo import STABLEHLO
from sdyopt.ods.declarations.dialect import Dialect
from tools import reference

DIALECTS = (STABLEHLO, CHLO)
OPERATION_NAME = re.compile(r'^  OPERATION_NAME = "([^"]+)"$', re.MULTILINE)


def operations_of_the_reference(namespace: str) -> set[str]:
    """The names in the reference's Python bindings, which are read, not imported."""
    package = importlib.util.find_spec("jaxlib")
    if package is None or package.origin is None:
        pytest.skip(f"the reference is part of jaxlib: {reference.INSTALL}")
    bindings = Path(package.origin).parent / "mlir" / "dialects" / f"_{namespace}_ops_gen.py"
    return set(OPERATION_NAME.findall(bindings.read_text(encoding="utf-8")))


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.namespace)
def test_every_operation_is_declared(dialect: Dialect) -> None:
    expected = operations_of_the_reference(dialect.namespace)
    assert len(expected) > 50, "the bindings have another form than they had"
    assert set(dialect.operations) == expected
