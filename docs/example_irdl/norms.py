"""Prints the types of the norms in a program of a dialect that IRDL defines."""

from pathlib import Path

import sdyopt

folder = Path("docs/example_irdl")
sdyopt.register_irdl(folder / "cmath.irdl.mlir")
for op in sdyopt.parse(folder / "program.mlir").walk():
    if op.name == "cmath.norm":
        print(op.operand_named("in").type, op.result_named("out").type)
