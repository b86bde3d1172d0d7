"""The syntax of SDY: what stands after the mnemonics of its attributes, and the directives of its formats."""

from sdyopt.dialects.sdy.syntax import axes, collectives, parts, propagation, regions, rules, shardings
from sdyopt.mlir.formats.syntax import syntax_in

SYNTAX = tuple(syntax_in(parts, axes, shardings, rules, collectives, propagation, regions))
