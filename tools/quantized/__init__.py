"""A judge of programs with quantized types, which the reference lacks: a model of the rules, and random programs.

types          quantized elements and tensors as data; their text; how they relate
type_checks    what is checked when a type is read
constraints    which elements operands and results may have
operations     operations as data, and the rules of those that share a table
"""
