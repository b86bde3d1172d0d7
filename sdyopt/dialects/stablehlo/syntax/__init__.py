"""The syntax of StableHLO, most of which CHLO uses, too: directives of formats, and bodies of attributes."""

from sdyopt.dialects.stablehlo.syntax import attributes, operations
from sdyopt.mlir.formats.state import Directive

DIRECTIVES = [
    found
    for module in (attributes, operations)
    for found in vars(module).values()
    if isinstance(found, type) and issubclass(found, Directive) and found.__module__ == module.__name__
]
