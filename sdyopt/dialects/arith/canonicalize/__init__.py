"""Canonicalization patterns of the arith dialect, in the order in which they are tried."""

from __future__ import annotations

from sdyopt.dialects.arith.canonicalize import casts, constant_chains, extended, float_comparisons, floats, selections
from sdyopt.dialects.complex.canonicalize import bitcast_of_bits_of_complex

PATTERNS = (
    *constant_chains.PATTERNS,
    *extended.PATTERNS,
    *casts.PATTERNS,
    *selections.PATTERNS,
    *floats.PATTERNS,
    *float_comparisons.PATTERNS,
    bitcast_of_bits_of_complex,
)
