"""Checks of StableHLO's operations beyond their declarations: shapes, element types, regions.

Each check gets an operation and the verification's context, and raises where the reference reports an error.
"""
