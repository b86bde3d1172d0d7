"""Shardings in a program: the algebra of axes, where values have their shardings, data-flow edges, meshes by name."""
