"""Canonicalization patterns of the SDY dialect, in the order in which they are tried."""

from __future__ import annotations

from sdyopt.dialects.sdy.canonicalize import collectives, manual_computations, reshards

PATTERNS = (*manual_computations.PATTERNS, *reshards.PATTERNS, *collectives.PATTERNS)
