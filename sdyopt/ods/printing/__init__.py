"""How attributes, types and locations are printed."""
