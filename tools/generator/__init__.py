"""Random modules that are valid, to compare ours with the reference on more than people think of.

A generator has a function `module(seed)` that gives the text of one module, always the same for a seed.
"""
