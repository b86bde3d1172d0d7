"""Texts and binary files that are mutated at random; `tools.fuzz` compares random programs with the reference."""
