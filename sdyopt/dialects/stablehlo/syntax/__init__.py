"""The syntax of StableHLO, most of which CHLO uses, too: directives of formats, and bodies of attributes."""

from sdyopt.dialects.stablehlo.syntax import (
    attributes,
    convolution,
    enums,
    loops,
    meshes,
    operands,
    parameters,
    properties,
    reductions,
    types,
)
from sdyopt.mlir.formats.syntax import syntax_in

SYNTAX = tuple(
    syntax_in(types, operands, enums, properties, convolution, reductions, loops, parameters, attributes, meshes)
)
