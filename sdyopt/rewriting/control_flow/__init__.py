"""Blocks, branches and regions: predecessors, identical blocks, simplification."""
