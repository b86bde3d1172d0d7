"""The costs of a program for a device: local sizes, bytes sent, runs, live values, peaks. The view draws them.

The MLIR reader is `stages`, which partitions a copy of a program as XLA does; that of HLO is `sdyopt.hlo`.
"""

from __future__ import annotations

from sdyopt.ir.attribute import SdyOptError

# What sdy-view cannot do.


class ViewError(SdyOptError):
    """A program, a name or a picture that cannot be shown; the message says why."""


class UnknownValueError(ViewError):
    """A name that no value has. The message suggests names like it."""
