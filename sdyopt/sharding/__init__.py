"""Shardings: the algebra of axes, where the shardings of values are stored, meshes and data-flow edges."""
