"""The Shardy compiler driver in Python: read MLIR, run the `-sdy-*` passes, write MLIR.

    module = sdyopt.parse(pathlib.Path("program.mlir"))
    print(module.run("sdy-inline-meshes"))

What is documented here is stable; the subpackages may change.
"""

import os.path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sdyopt.api import Error, Module, parse

__all__ = ["Error", "Module", "__version__", "parse"]

__version__ = "0.1.0"

_here = os.path.dirname(__file__)
if not os.path.isdir(os.path.join(_here, "passes")):
    # In a checkout the passes stand beside this folder; `sdyopt.passes` is found there without an installation, too.
    __path__.append(os.path.dirname(_here))


def __getattr__(name: str) -> Any:
    """The names of `sdyopt.api`, which are imported only when they are asked for: the command need not wait."""
    if name in ("Error", "Module", "parse"):
        from sdyopt import api

        return getattr(api, name)
    raise AttributeError(f"module 'sdyopt' has no attribute '{name}'")
