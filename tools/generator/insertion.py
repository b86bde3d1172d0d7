"""Modules of other generators with further operations in them: `with_pieces(text, random, makers)`.

A piece is a few operations in the place of one. Its operands are values of the module; later operations of the module
may use its results.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from string import Template
from typing import NamedTuple

from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.ops import DATA_FLOW_EDGE, FUNC_DATA_FLOW_EDGE
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, set_sharding, slot_of
from sdyopt.ir.attribute import Type
from sdyopt.ir.attributes import RankedTensorType
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ir.value import Value
from tools.generator.functions import parsed
from tools.generator.passes.incompatible_shardings import is_in_manual_computation
from tools.generator.sdy.meshes import Meshes
from tools.generator.sdy.shardings import Shardings

DIALECTS = ("arith", "complex", "math", "shape", "tensor", "ub")
"""The dialects whose operations get shardings."""

EDGES = (DATA_FLOW_EDGE, FUNC_DATA_FLOW_EDGE)
"""The operations that must be the only users of their operands."""

PARENTS = ("func.func", "sdy.named_computation", "stablehlo.while", "stablehlo.case", "stablehlo.if")
"""The operations in whose blocks there may be pieces; in manual computations as well."""

MARKER = re.compile(r'^ *(?:(%\w+)(?::\d+)? = )?"marker\.(\d+)"\(([^()]*)\).*\n', re.MULTILINE)
"""An operation that stands for a piece: the name of its results, its number and its operands."""


class Piece(NamedTuple):
    """Operations that take the place of one.

    In the `text`, operands are `$v0`, `$v1`, …, results `$out`, and names of the piece's own begin with `${id}`.
    """

    text: str
    operands: Sequence[Value] = ()
    results: Sequence[Type] = ()


class InsertionPlace:
    """A place for a piece: in front of an operation of a block."""

    def __init__(self, random: Random, op: Operation) -> None:
        self.random = random
        self.op = op
        self.values = [value for value in _visible(op) if all(user.definition not in EDGES for user in value.users)]

    @property
    def is_in_function(self) -> bool:
        """Whether the block is a function's own, so that the piece may have blocks."""
        parent = self.op.parent_op
        return parent is not None and parent.signature.definition is FUNC

    def tensor(self) -> Value | None:
        """Returns any static tensor; None if there is none."""
        found = [
            value for value in self.values if isinstance(value.type, RankedTensorType) and value.type.has_static_shape
        ]
        return self.random.choice(found) if found else None

    def value(self, type: str) -> Value | None:
        """Returns any value of that type; None if there is none."""
        found = [value for value in self.values if str(value.type) == type]
        return self.random.choice(found) if found else None


Maker = Callable[[InsertionPlace], Piece | None]
"""Returns a piece for a place; None if the place has no value for it."""


def _visible(op: Operation) -> Iterator[Value]:
    """Yields the values that are defined before an operation, in its block and around it."""
    current: Operation | None = op
    while current is not None and current.parent is not None:
        block = current.parent
        yield from block.arguments
        for before in block.ops:
            if before is current:
                break
            yield from before.results
        if (current := block.parent_op) is None or "IsolatedFromAbove" in current.signature.definition.traits:
            return


def with_pieces(text: str, random: Random, makers: Sequence[Maker]) -> str:
    """Returns a module with pieces between its operations, of which many have shardings.

    If that is not valid, the module is returned as it is.
    """
    if (program := parsed(text, allow_unregistered=True)) is None:
        return text
    parents = [op for op in program.operation.walk() if op.name in {*PARENTS, "sdy.manual_computation"}]
    blocks = [block for op in parents for region in op.regions for block in region.blocks]
    pieces: list[Piece] = []
    for _ in range(random.choice((1, 2, 4, 8)) if blocks else 0):
        block = random.choice(blocks)
        place = InsertionPlace(random, random.choice(list(block.ops)))
        if (piece := random.choice(makers)(place)) is not None:
            _insert(place, piece, len(pieces))
            pieces.append(piece)
    if not pieces:
        return text
    return _sharded(MARKER.sub(lambda found: _written(found, pieces), str(program)), random) or text


def _insert(place: InsertionPlace, piece: Piece, number: int) -> None:
    """Inserts the placeholder of a piece. Some later operations use its results in the place of other values."""
    marker = Operation.create(OpDefinition(f"marker.{number}"), piece.operands, piece.results)
    marker.insert_before(place.op)
    op: Operation | None = place.op
    while op is not None:
        for user in op.walk():
            is_bound = user.definition.dialect == "sdy" and not user.has_trait("IsTerminator")
            for index, operand in enumerate(() if is_bound else user.operands):
                if place.random.random() < 0.3:
                    alike = [result for result in marker.results if result.type is operand.type]
                    if alike and _sees(user, place.op):
                        user.set_operand(index, place.random.choice(alike))
        op = op.next


def _sees(user: Operation, op: Operation) -> bool:
    """Whether an operation in `op`'s block, or inside one of that, may use values of the block."""
    while user.parent is not op.parent:
        if (around := user.parent_op) is None or "IsolatedFromAbove" in around.signature.definition.traits:
            return False
        user = around
    return True


def _written(found: re.Match[str], pieces: Sequence[Piece]) -> str:
    result, number, operands = found.groups()
    names = {f"v{index}": name for index, name in enumerate(operands.split(", ") if operands else [])}
    piece = pieces[int(number)]
    out = result if len(piece.results) < 2 else f"{result}:{len(piece.results)}"
    return Template(piece.text).substitute(names, out=out, id=f"m{number}_") + "\n"


def _sharded(text: str, random: Random) -> str | None:
    """Returns the module of this text, with shardings on many of the new values; None if it is not valid."""
    if (program := parsed(text, allow_unregistered=True)) is None:
        return None
    named = meshes_by_name(program.operation)
    if not any(mesh.axes for mesh in named.values()) or random.random() < 0.3:
        return text if random.random() < 0.3 else str(program)
    meshes = Meshes.of(random, named)
    shardings, main = Shardings(random, meshes, 0, priority_share=0), meshes.reference_with_axes()
    for op in program.operation.walk():
        if op.signature.definition.dialect in DIALECTS and not is_in_manual_computation(op):
            for result in op.results:
                can_have = isinstance(result.type, RankedTensorType) and slot_of(result) is not None
                if can_have and random.random() < 0.5:
                    set_sharding(result, shardings.of(result.type, reference=main))
    return str(program)
