"""The Shardy compiler driver in Python: read MLIR, run the `-sdy-*` passes, write MLIR."""

__version__ = "0.1.0"
