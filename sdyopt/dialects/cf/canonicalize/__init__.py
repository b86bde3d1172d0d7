"""Canonicalization patterns of the cf dialect, in the order in which they are tried."""

from sdyopt.dialects.cf.canonicalize.branches import PATTERNS as PATTERNS
