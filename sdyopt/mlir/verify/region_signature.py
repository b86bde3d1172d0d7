"""What can be seen of an operation's regions from outside: their arguments' types, and the operations they end in.

The verifiers of reductions, loops and the like look at no more. A program has thousands of operations of which these
are the same as those of another one, and so is the verdict.
"""

from __future__ import annotations

from typing import TypeAlias

from sdyopt.ir.attribute import Type
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import Signature
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.verify.enclosing_scope import Mark

Boundary: TypeAlias = tuple[Type | Signature, ...]
"""Of each region the types of its arguments, then the signature of its last operation."""

sees_boundary_only = Mark()
"""Marks a verifier for which the operation's signature and the boundary of its regions are all that counts.

It may see the meshes of the module and the binders around the operation as well.
"""


def is_verified_by_boundary(definition: OpDef) -> bool:
    """Whether all that is checked of the regions of an operation follows from its signature and their boundary."""
    return bool(definition.regions) and sees_boundary_only.issuperset(definition.verifiers)


def boundary_of(op: Operation) -> Boundary | None:
    """The boundary of the regions of `op`; None unless each is one block that branches nowhere."""
    boundary: list[Type | Signature] = []
    for region in op.regions:
        if len(region.blocks) != 1:
            return None
        block = region.blocks[0]
        last = block.last
        if last is None or last.successors:
            return None
        for argument in block.arguments:
            boundary.append(argument.type)
        boundary.append(last.signature)
    return tuple(boundary)
