"""Changing programs: the interface of passes, the rewriter that they change programs with, and rewrite patterns."""
