"""The Shardy compiler driver in Python: read MLIR, run the `-sdy-*` passes, write MLIR."""

import os.path

__version__ = "0.1.0"

_here = os.path.dirname(__file__)
if not os.path.isdir(os.path.join(_here, "passes")):
    # In a checkout the passes stand beside this folder; `sdyopt.passes` is found there without an installation, too.
    __path__.append(os.path.dirname(_here))
